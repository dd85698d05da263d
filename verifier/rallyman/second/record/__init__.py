"""Records as the spec follows them, line by line."""
