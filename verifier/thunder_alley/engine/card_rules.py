"""The rule of each race card."""

CARD_RULES = {
    "rubbin-is-racin": "TA-RC-rubbin-is-racin",
    "teamwork": "TA-RC-teamwork",
    "riding-the-draft": "TA-RC-riding-the-draft",
    "clean-air": "TA-RC-clean-air",
    "working-the-pack": "TA-RC-working-the-pack",
    "chasing-the-race": "TA-RC-chasing-the-race",
    "oversteer": "TA-RC-oversteer",
    "making-a-move": "TA-RC-making-a-move",
    "watch-the-gauge": "TA-RC-watch-the-gauge",
    "staying-with-the-pack": "TA-RC-staying-with-the-pack",
    "dirty-air": "TA-RC-dirty-air",
    "set-the-pace": "TA-RC-set-the-pace",
    "top-gear": "TA-RC-top-gear",
    "follow-the-leader": "TA-RC-follow-the-leader",
    "floor-it": "TA-RC-floor-it",
    "fast-pace": "TA-RC-fast-pace",
    "charge": "TA-RC-charge",
    "slingshot": "TA-RC-slingshot",
    "out-in-front": "TA-RC-out-in-front",
    "outside-line": "TA-RC-outside-line",
    "inside-line": "TA-RC-inside-line",
    "understeer": "TA-RC-understeer",
}
"""Card id -> the rule with its numbers, type, marker and text."""
