"""Measurements: `make bench`. Prints ratios measured in one run; nothing here is a test."""
