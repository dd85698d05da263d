"""A Rallyman record ready to be filled in: a valid header, and comments that teach the lines to come.

Lines to fill in follow `#` and three blanks; removing these leaves a valid line.
"""

from model.errors import ModelError, Problem
from model.rallyman import stages
from model.rallyman.facts import DATA, MOST_DRIVERS
from model.rallyman.position import Car, Driver, Setup
from model.ruleset import named_or_default
from verifier.coursing import template_head, template_line
from verifier.game import TemplateRequest
from verifier.rallyman.sample_turns import sample_turns

PLAYERS, STAGE = 2, "hollow-pine"
"""The defaults."""

NAMES = (("A", "Ana"), ("B", "Ben"), ("C", "Cleo"), ("D", "Dan"))


def template(request: TemplateRequest) -> str:
    """The record, one statement per line, with a final newline. Raises `ModelError` for an invalid number of drivers
    and for an unknown stage or ruleset."""
    players = PLAYERS if request.players is None else request.players
    if not 1 <= players <= MOST_DRIVERS:
        raise ModelError(Problem(f"Rallyman is for 1 to {MOST_DRIVERS} drivers, not {players}"))
    wanted = request.given.get("stage") or STAGE
    stage = stages.find(wanted, folders=request.tracks)
    ruleset = named_or_default(DATA, request.ruleset, request.rulesets)
    zones = " ".join(f"{zone.name}={zone.surface}" for zone in stage.zones)
    names = [name for name, _ in NAMES[:players]]
    drivers = tuple(Driver(name, player, Car(name)) for name, player in NAMES[:players])
    surfaces = {zone.name: zone.surface for zone in stage.zones}
    turns, check = sample_turns(Setup(stage, ruleset, drivers, surfaces))
    lines = [
        f"# A stage of Rallyman for {players} driver{'s' if players > 1 else ''}. The text after # is a comment:",
        "# take the # away to use a line.",
        "# `steward notation rallyman` shows every kind of line, `steward verify FILE` judges the record so far.",
        *template_head(DATA.game, request, ruleset.id, "Evening run"),
        "# The optional rules in force, one a line; without such lines: attack, seconds, weather.",
        "#   option attack",
        template_line("stage", wanted, stage.id, stages.shipped()),
        f"weather {zones}",
        "# A short name, the player, the differences from a fresh car: tyres=snow dmg=1 flats=1 sisu=used spare=used.",
        *(f'driver {name} "{player}" tyres=asphalt' for name, player in NAMES[:players]),
        f"start {' '.join(names)}  # the starting order",
        "",
        "# A line for each turn: round, driver, the dice in the order used (! a symbol, $ bought, g gas), the gear card.",
        "# In a corner /i inside, /d drift, /k+ shortcut with its cut card. The first starter has the first turn alone.",
        *(f"#   {turn}" for turn in turns),
        "# Check what you want to be sure of; at the end of the stage check the times, too.",
        *(f"#   check {car}" for car in check),
        f"#   result {' '.join(f'{name} ?' for name in names)}",
    ]
    return "\n".join(lines) + "\n"
