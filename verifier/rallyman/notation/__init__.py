"""The turns of a Rallyman record: from the syntax tree to moves, and back to text."""
