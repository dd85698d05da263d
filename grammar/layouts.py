"""How each part of a line is printed: a pattern with `*` for its words, or the name of something that needs more thought."""

from collections.abc import Mapping
from enum import Enum, auto
from types import MappingProxyType


class Layout(Enum):
    """Layouts that are more than a pattern; `grammar/printer.py` has a method for each."""

    NAME = auto()
    EQUATION = auto()
    OR_NONE = auto()
    CARDS = auto()
    STANDS = auto()
    ACTIVATION = auto()
    EVENT = auto()
    STEP = auto()
    PATH = auto()
    GLUED = auto()
    FIELD = auto()


Layouts = Mapping[str, str | Layout]

FRAME: Layouts = MappingProxyType(
    {
        "game": "game *",
        "format": "format *",
        "remark": "*",
        "date": "date *",
        "ruleset": "ruleset *",
        "ruling": Layout.EQUATION,
        "parameter": Layout.EQUATION,
        "option": Layout.EQUATION,
        "expect": "expect *",
        "shows": "shows *",
        "turn": "turn *",
        "not_written": "*",
        "either": "either",
        "or_else": "or",
        "end": "end",
        "position": "position",
    }
)

THUNDER_ALLEY: Layouts = MappingProxyType(
    {
        **FRAME,
        "track": "track *",
        "laps": "laps *",
        "team": "team *",
        "car_names": "car *",
        "grid": "grid *",
        "setup_bar": "bar *",
        "team_pass": "* pass",
        "pass_": "* pass",
        "retire": "* retire",
        "chosen": "* chosen",
        "activation": Layout.ACTIVATION,
        "event": Layout.EVENT,
        "pit": Layout.OR_NONE,
        "discard": Layout.CARDS,
        "hand": Layout.CARDS,
        "reshuffle": "reshuffle *",
        "check": "check *",
        "result": "result *",
        "season": "season *",
        "season_race": "race *",
        "absent": "absent *",
        # position
        "stands": Layout.STANDS,
        "first_player": "first *",
        "next_player": "next *",
        "lap_marker": "lap *",
        "places_left": Layout.OR_NONE,
        "turn_leaders": "leaders *",
        "rain": "rain",
        # track
        "sectors": "sectors *",
        "ahead": "ahead *",
        "ring": "ring",
        "finish_line": "line *",
        "green_line": "green *",
        "restart_lanes": "restart *",
        # parts of lines
        "car": "*",
        "kept": "keeps *",
        "name": Layout.NAME,
        "card": Layout.NAME,
        "bar": "*",
        "left": "left *",
        "destination": "*",
        "partner": "+ *",
        "second": "*",
        "path": Layout.PATH,
        "step": Layout.STEP,
        "links": "[*]",
        "lanes": "(*)",
        "ends": "= *",
        "lost": "*",
        "placed": "*",
        "lost_end": "*",
        "stops": "left *",
        "nothing": "*",
        "score": "*",
        # facts and states
        "leader": "leader *",
        "order": "order *",
        "places": "places *",
        "flag": "flag *",
        "team_score": "*",
        "car_state": "*",
        "at": "at *",
        "wear": "wear *",
        "crossed": "crossed *",
        "led": "led *",
        "finished": "place *",
        "lap_down": "down",
        "out": "out",
        "flipped": "flipped",
    }
)

RALLYMAN: Layouts = MappingProxyType(
    {
        **FRAME,
        "stage": "stage *",
        "weather": "weather *",
        "timing": "timing *",
        "driver": "driver *",
        "starting_order": "start *",
        "drives": "*",
        "check": "check *",
        "result": "result *",
        "rally": "rally *",
        "rally_race": "race *",
        "assistance": "assistance",
        "change_tyres": "tyres *",
        "spare_between": "spare *",
        # position, facts
        "order": "order *",
        "next_driver": "next *",
        "dirt_markers": "dirt *",
        "stands": "*",
        "winner": "winner *",
        "places": "places *",
        "stage_times": "stage *",
        "total_times": "total *",
        "car_state": "*",
        # parts of a turn
        "mover": "*:",
        "played": "*",
        "wheel": "W",
        "basic": "*",
        "attack": "*",
        "tray": Layout.GLUED,
        "rolled": "[*]",
        "blocked": "blocked",
        "step": Layout.GLUED,
        "unused": "| *",
        "handed": "-*",
        "sisu": "S",
        "loss": Layout.GLUED,
        "card": "=*",
        "checks": "> *",
        # fields
        "surface": Layout.FIELD,
        "point": Layout.FIELD,
        "dirt": Layout.FIELD,
        "field": Layout.FIELD,
        "split": Layout.FIELD,
        "score": "*",
        "at": "*",
        "gear": "*",
        "status": "*",
        "out": "out",
    }
)

LAYOUTS: Mapping[str, Layouts] = MappingProxyType({"thunder-alley": THUNDER_ALLEY, "rallyman": RALLYMAN})
