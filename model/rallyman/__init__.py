"""Rallyman: facts of the game of 2009."""
