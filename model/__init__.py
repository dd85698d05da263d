"""Facts: tracks, cards, positions, moves, rule texts and rulesets. Imports nothing else of ours."""
