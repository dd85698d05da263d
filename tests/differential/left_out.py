"""Rules left out, one to three at a time, together with readings drawn at random."""

from random import Random

from model.datafiles import GameData
from model.rules import load_rules
from model.ruleset import Ruleset, with_changes, without_rule
from model.rulings import load_rulings

MOST = 3
"""The most rules that are left out together, and usually the most other readings with them."""


def less(data: GameData, ruleset: Ruleset, rng: Random, readings: int = MOST) -> Ruleset:
    """The ruleset without one to three of its rules, and under up to that many other readings."""
    optional = [rule.id for rule in load_rules(data) if rule.without]
    others = [
        (ruling.id, reading)
        for ruling in load_rulings(data).rulings.values()
        for reading in ruling.choices()[1:]
    ]
    for rule in rng.sample(optional, rng.randint(1, MOST)):
        ruleset = without_rule(data, ruleset, rule)
    return with_changes(data, ruleset, rulings=dict(rng.sample(others, rng.randint(0, readings))))


def toml(ruleset: Ruleset, extends: str) -> str:
    """The text of a ruleset file with such changes."""
    without = ", ".join(f'"{rule}"' for rule in sorted(ruleset.left_out))
    rulings = [f'{ruling} = "{reading}"' for ruling, reading in sorted(ruleset.readings.items())]
    return "\n".join([f'extends = "{extends}"', f"without = [{without}]", "[rulings]", *rulings, ""])
