"""Facts: tracks, cards, positions, moves, rule texts and rulesets. Imports no other package of the project."""
