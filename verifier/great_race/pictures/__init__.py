"""Draws a board with its tiles and vehicles, as text and as SVG."""
