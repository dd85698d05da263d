"""What a table looks like: the track with its cars as text and as SVG, and the lines of a `position` block."""
