"""Solving with Z3: circuits, sessions, cores, enumeration, witnesses. Nothing here knows a game."""
