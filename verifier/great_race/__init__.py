"""The Great Race."""
