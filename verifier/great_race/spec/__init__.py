"""The spec of The Great Race: the second judge. One file a chapter of the rules."""
