"""The readings of the rulings that movement needs, compiled once for a ruleset into flags.

Each field is true when the named reading is in force; any other reading of that ruling is the false value. The two other
readings of clean-air-leader-test name the same car: the one that leads when the movement has ended. A ruleset may record
which rulings are read; a flag then reads its ruling on access, so in a condition a flag comes last, after everything that
needs no ruling.
"""

from collections.abc import Mapping
from typing import Annotated, cast

from model.asked import AskedReadings
from model.ruleset import Ruleset
from model.values import value


@value
class Readings:
    """The flags. Each names its ruling and the reading that makes it true."""

    inside_first: Annotated[bool, "running-order-lane", "inside-first"]
    retire_any_time: Annotated[bool, "voluntary-retirement-timing", "any-time"]
    out_at_once: Annotated[bool, "six-markers-timing", "at-once"]
    start_entered: Annotated[bool, "reenter-start-space", "start-counts-as-entered"]
    choose_way_back: Annotated[bool, "push-back-into-two-lanes", "active-player-chooses"]
    crossing_undone: Annotated[bool, "backward-over-line", "crossing-undone"]
    draft_lateral_at_start: Annotated[bool, "draft-start-linked-lateral", "lateral-allowed"]
    link_at_once: Annotated[bool, "draft-link-after-lateral", "at-once"]
    all_lateral: Annotated[bool, "draft-all-lateral", "legal"]
    pursuit_lateral_at_start: Annotated[bool, "pursuit-initial-lateral", "allowed"]
    fork_keeps_free: Annotated[bool, "draft-fork-keeps-free", "free"]
    side_car_links: Annotated[bool, "draft-converge-side-car", "linked-if-chosen"]
    push_choice_at_exit: Annotated[bool, "forward-displacement-fork", "enters-or-exits"]
    push_free_per_car: Annotated[bool, "forward-push-fork-each", "free-per-car"]
    special_whole_chain: Annotated[bool, "lead-line-special-scope", "chain-hits-line"]
    special_back_first: Annotated[bool, "lead-special-fork", "back-way-first"]
    lateral_price_one: Annotated[bool, "bump-lateral-wording", "lateral-price-one"]
    bump_in_line: Annotated[bool, "bump-draft-pursuit", "allowed"]
    bump_two_beside: Annotated[bool, "bump-two-left-sideways", "yes"]
    bump_one_empty: Annotated[bool, "bump-with-one-mp", "yes"]
    may_lapse: Annotated[bool, "bump-needs-neighbour", "mp-may-lapse"]
    bump_split: Annotated[bool, "bump-split", "may-split"]
    bump_forbidden_side: Annotated[bool, "bump-forbidden-direction", "allowed"]
    rubbin_all_free: Annotated[bool, "rubbin-displacement-cost", "all-lateral-free"]
    rubbin_linked: Annotated[bool, "rubbin-when-linked", "allowed"]
    shift_when_linked: Annotated[bool, "over-understeer-when-linked", "happens"]
    shift_reenters: Annotated[bool, "forced-shift-reenter", "happens"]
    outside_forward: Annotated[bool, "outside-line-forward", "forward-and-outward"]
    card_fixes_rear: Annotated[bool, "line-card-rear-choice", "yes"]
    follow_diagonal: Annotated[bool, "slingshot-followers", "follow-into-vacated"]
    diagonal_beside_any: Annotated[bool, "slingshot-at-fork", "beside-any-ahead"]
    clean_air_card: Annotated[bool, "clean-air-text", "card-text"]
    clean_air_off_apron: Annotated[bool, "clean-air-leader-test", "lead-among-non-apron"]
    clean_air_reduced: Annotated[bool, "clean-air-after-penalty", "yes"]
    clean_air_zero: Annotated[bool, "clean-air-zero-sectors", "zero-allowed"]
    leader_after_finish: Annotated[bool, "leader-after-finishers", "moves-to-first-on-track"]
    teamwork_spaces: Annotated[bool, "teamwork-distance", "spaces"]
    teamwork_any_car: Annotated[bool, "teamwork-second-car", "any-own-car"]
    line_stops: Annotated[bool, "finish-mid-draft", "line-stops"]
    lapped_car_finishes: Annotated[bool, "finish-lapped-car", "finishes"]
    winner_marker: Annotated[bool, "winner-turn-leader", "yes"]
    lapped_by_position: Annotated[bool, "lapped-trigger", "position-based"]
    lapped_by_crossings: Annotated[bool, "lapped-same-lap", "fewer-crossings"]
    lapped_reevaluated: Annotated[bool, "lapped-new-leader", "re-evaluated"]
    lapped_on_apron: Annotated[bool, "lapped-on-apron", "can-be-lapped"]


READINGS: dict[str, tuple[str, str]] = {
    name: kind.__metadata__ for name, kind in Readings.__annotations__.items()
}
"""Flag -> its ruling, and the reading that makes it true."""


class _AskingFlags:
    """Flags that read their ruling on each access."""

    __slots__ = ("_chosen",)

    def __init__(self, chosen: Mapping[str, str]) -> None:
        self._chosen = chosen

    def __getattr__(self, field: str) -> bool:
        ruling, reading = READINGS[field]
        return self._chosen[ruling] == reading


def compile_readings(ruleset: Ruleset) -> Readings:
    """The flags of this ruleset. It must have a reading for every ruling of READINGS. If the ruleset records which rulings are
    read, its flags read them on access."""
    known: Readings | None = ruleset.derived.get(Readings)
    if known is not None:
        return known
    chosen = ruleset.readings
    if isinstance(chosen, AskedReadings):
        flags = cast(Readings, _AskingFlags(chosen))
    else:
        flags = Readings(
            **{field: chosen[ruling] == reading for field, (ruling, reading) in READINGS.items()}
        )
    ruleset.derived[Readings] = flags
    return flags
