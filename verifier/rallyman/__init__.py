"""Rallyman: notation, engine, and the lines of its records."""
