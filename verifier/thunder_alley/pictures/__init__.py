"""Views of a position: the track with its cars as text and as SVG, and the lines of a `position` block."""
