"""What a stage looks like with its cars: as text and as SVG."""
