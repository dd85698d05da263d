"""Thunder Alley: notation, engine, and the lines of its records."""
