"""Draws a stage with its cars, as text and as SVG."""
