"""Rallyman: the facts of the game of 2009."""
