"""Mistakes in the lines of The Great Race."""

from grammar.samples.known import KnownMistake, in_one_word

MISTAKES: tuple[KnownMistake, ...] = (in_one_word("board", "kestrel land"),)
