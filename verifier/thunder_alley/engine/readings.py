"""The readings of the rulings that movement needs, compiled once for a ruleset into flags.

Each field is true when the named reading is in force; any other reading of that ruling is the false value. The two other
readings of clean-air-leader-test name the same car: the one that leads when the movement has ended. A ruleset may record
which rulings are read; a flag then reads its ruling on access, so in a condition a flag comes last, after everything that
needs no ruling.
"""

from collections.abc import Mapping
from typing import cast

from model.asked import AskedReadings
from model.ruleset import Ruleset
from model.values import value

READINGS: dict[str, tuple[str, str]] = {
    # field: (ruling, reading that makes it true)
    "inside_first": ("running-order-lane", "inside-first"),
    "retire_any_time": ("voluntary-retirement-timing", "any-time"),
    "out_at_once": ("six-markers-timing", "at-once"),
    "start_entered": ("reenter-start-space", "start-counts-as-entered"),
    "choose_way_back": ("push-back-into-two-lanes", "active-player-chooses"),
    "crossing_undone": ("backward-over-line", "crossing-undone"),
    "draft_lateral_at_start": ("draft-start-linked-lateral", "lateral-allowed"),
    "link_at_once": ("draft-link-after-lateral", "at-once"),
    "all_lateral": ("draft-all-lateral", "legal"),
    "pursuit_lateral_at_start": ("pursuit-initial-lateral", "allowed"),
    "fork_keeps_free": ("draft-fork-keeps-free", "free"),
    "side_car_links": ("draft-converge-side-car", "linked-if-chosen"),
    "push_choice_at_exit": ("forward-displacement-fork", "enters-or-exits"),
    "push_free_per_car": ("forward-push-fork-each", "free-per-car"),
    "special_whole_chain": ("lead-line-special-scope", "chain-hits-line"),
    "special_back_first": ("lead-special-fork", "back-way-first"),
    "lateral_price_one": ("bump-lateral-wording", "lateral-price-one"),
    "bump_in_line": ("bump-draft-pursuit", "allowed"),
    "bump_two_beside": ("bump-two-left-sideways", "yes"),
    "bump_one_empty": ("bump-with-one-mp", "yes"),
    "may_lapse": ("bump-needs-neighbour", "mp-may-lapse"),
    "bump_split": ("bump-split", "may-split"),
    "bump_forbidden_side": ("bump-forbidden-direction", "allowed"),
    "rubbin_all_free": ("rubbin-displacement-cost", "all-lateral-free"),
    "rubbin_linked": ("rubbin-when-linked", "allowed"),
    "shift_when_linked": ("over-understeer-when-linked", "happens"),
    "shift_reenters": ("forced-shift-reenter", "happens"),
    "outside_forward": ("outside-line-forward", "forward-and-outward"),
    "card_fixes_rear": ("line-card-rear-choice", "yes"),
    "follow_diagonal": ("slingshot-followers", "follow-into-vacated"),
    "diagonal_beside_any": ("slingshot-at-fork", "beside-any-ahead"),
    "clean_air_card": ("clean-air-text", "card-text"),
    "clean_air_off_apron": ("clean-air-leader-test", "lead-among-non-apron"),
    "clean_air_reduced": ("clean-air-after-penalty", "yes"),
    "clean_air_zero": ("clean-air-zero-sectors", "zero-allowed"),
    "leader_after_finish": ("leader-after-finishers", "moves-to-first-on-track"),
    "teamwork_spaces": ("teamwork-distance", "spaces"),
    "teamwork_any_car": ("teamwork-second-car", "any-own-car"),
    "line_stops": ("finish-mid-draft", "line-stops"),
    "lapped_car_finishes": ("finish-lapped-car", "finishes"),
    "winner_marker": ("winner-turn-leader", "yes"),
    "lapped_by_position": ("lapped-trigger", "position-based"),
    "lapped_by_crossings": ("lapped-same-lap", "fewer-crossings"),
    "lapped_reevaluated": ("lapped-new-leader", "re-evaluated"),
    "lapped_on_apron": ("lapped-on-apron", "can-be-lapped"),
}


@value
class Readings:
    """One flag for each entry of READINGS."""

    inside_first: bool
    retire_any_time: bool
    out_at_once: bool
    start_entered: bool
    choose_way_back: bool
    crossing_undone: bool
    draft_lateral_at_start: bool
    link_at_once: bool
    all_lateral: bool
    pursuit_lateral_at_start: bool
    fork_keeps_free: bool
    side_car_links: bool
    push_choice_at_exit: bool
    push_free_per_car: bool
    special_whole_chain: bool
    special_back_first: bool
    lateral_price_one: bool
    bump_in_line: bool
    bump_two_beside: bool
    bump_one_empty: bool
    may_lapse: bool
    bump_split: bool
    bump_forbidden_side: bool
    rubbin_all_free: bool
    rubbin_linked: bool
    shift_when_linked: bool
    shift_reenters: bool
    outside_forward: bool
    card_fixes_rear: bool
    follow_diagonal: bool
    diagonal_beside_any: bool
    clean_air_card: bool
    clean_air_off_apron: bool
    clean_air_reduced: bool
    clean_air_zero: bool
    leader_after_finish: bool
    teamwork_spaces: bool
    teamwork_any_car: bool
    line_stops: bool
    lapped_car_finishes: bool
    winner_marker: bool
    lapped_by_position: bool
    lapped_by_crossings: bool
    lapped_reevaluated: bool
    lapped_on_apron: bool


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
