"""Thunder Alley: the facts of the game."""
