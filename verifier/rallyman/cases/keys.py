"""The keys that a case may have."""

from collections.abc import Mapping
from typing import Any

from verifier.names import did_you_mean

COMMON = [
    "game",
    "schema",
    "id",
    "kind",
    "title",
    "why",
    "rules",
    "rulings",
    "readings",
    "parameters",
    "stage",
    "stage_patch",
    "options",
    "dirt",
    "expect",
    "weather",
]
OF_KIND = {
    "turn": ["car", "turn", "turn_number"],
    "order": ["car", "turn_number"],
    "lines": ["lines"],
    "rally": ["lines", "stages"],
}
TURN = [
    "driver",
    "mode",
    "steps",
    "spare_wheel",
    "sisu",
    "sisu_after",
    "loss_event",
    "loss_cut",
    "unused",
    "given_up",
]
STEP = ["die", "result", "to", "cut"]
CAR = [
    "driver",
    "space",
    "gear",
    "status",
    "damage",
    "flats",
    "seconds",
    "sisu",
    "spare",
    "tyres",
    "chrono",
    "arrival",
]
EXPECT = [
    "verdict",
    "rule",
    "step",
    "also",
    "by_reading",
    "space",
    "gear",
    "status",
    "chrono",
    "card",
    "card_seconds",
    "loss",
    "damage",
    "flats",
    "seconds",
    "sisu",
    "spare",
    "symbols",
    "dirt",
    "split",
    "next",
    "order",
    "turns",
    "turns_played",
    "pile_seconds",
    "stage_seconds",
    "stage_time",
    "start_order",
    "stage_winners",
    "totals",
    "classification",
    "after",
    "added_seconds",
    "snow",
    "split_seconds",
]
INPUT = [
    "start_order",
    "pile",
    "seconds_left",
    "stage",
    "times",
    "starting",
    "assistance",
    "before",
    "choice",
    "zones",
    "results",
    "pile_seconds",
    "seconds_before_turn",
    "running",
]


def unknown_keys(case: Mapping[str, Any]) -> list[str]:
    """A sentence for each key that means nothing."""
    known = [*COMMON, *OF_KIND.get(str(case.get("kind")), ["input"])]
    found = _unknown(case, known, "")
    found += _unknown(case.get("expect", {}), EXPECT, "expect.")
    found += _unknown(case.get("input", {}), INPUT, "input.")
    for entry in case.get("car", ()):
        found += _unknown(entry, CAR, "car.")
    turn = case.get("turn", {})
    found += _unknown(turn, TURN, "turn.")
    for entry in turn.get("steps", ()):
        found += _unknown(entry, STEP, "turn.steps.")
    return found


def _unknown(entry: Mapping[str, Any], known: list[str], before: str) -> list[str]:
    return [
        f"key `{before}{key}` means nothing here{f': {near}' if (near := did_you_mean(key, known)) else ''}"
        for key in entry
        if key not in known
    ]
