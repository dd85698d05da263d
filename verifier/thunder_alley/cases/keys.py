"""The keys that a Thunder Alley case may have. Nothing in a case is silently ignored."""

from collections.abc import Iterable, Mapping
from typing import Any

from verifier.names import did_you_mean

INFORMATION = ("note", "summary", "source", "origin", "variant_of", "rules")
"""Keys that only tell a reader about the case."""

OUTCOME = (
    "verdict", "rule", "also_accept", "at_step", "mp_spent", "mp_left", "wear_gained", "cars", "finished",
    "turn_leader_markers_added", "laps_completed", "leader", "by_reading",
)  # fmt: skip

TRACK = (
    "section", "edge", "ring", "start_finish_after_sector", "green_line_after_sector", "restart_lanes",
    "apron_inside_of", "wall", "diagram_sectors",
)  # fmt: skip

KEYS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "move": {
        "": ("track", "start", "play", "moves", "claim", "expect", "after"),
        "track": TRACK,
        "start": ("cars", "laps", "position_markers_left"),
        "play": (
            "car", "card", "card_named_in_source", "movement", "speed_used", "wear_markers_before", "mp_available",
            "complete", "link_choice", "second",
        ),
        "play.second": ("car", "mp_available"),
        "moves": ("steps",),
        "claim": ("cars",),
        "expect": OUTCOME,
        "after": ("step", "mp_spent", "mp_left", "cars"),
    },
    "speed": {
        "": ("start", "claim", "expect"),
        "start": ("on_track_speed", "wear_markers"),
        "claim": ("mp",),
        "expect": ("verdict", "rule", "also_accept", "mp", "by_reading"),
    },
    "running-order": {
        "": ("track", "start", "claim", "expect"),
        "track": TRACK,
        "start": ("cars", "laps", "position_markers_left"),
        "claim": ("order",),
        "expect": ("verdict", "rule", "also_accept", "order", "laps_completed", "leader", "by_reading"),
    },
    "placement": {
        "": ("track", "start", "expect"),
        "track": TRACK,
        "start": ("cars", "active", "card", "path", "laps", "position_markers_left"),
        "expect": ("by_reading", "mandatory"),
    },
    "activation": {
        "": ("track", "start", "claim", "expect"),
        "track": TRACK,
        "start": ("team", "cars", "position_markers_left"),
        "claim": ("activate", "card", "retire", "pass"),
        "expect": ("verdict", "rule", "also_accept", "effect", "position", "card_played", "by_reading"),
    },
    "end-of-turn": {
        "": ("track", "start", "claim", "expect"),
        "track": TRACK,
        "start": ("cars", "flag", "pits", "finished", "options", "laps", "position_markers_left"),
        "claim": ("turn_leader_markers", "leader", "first_player_team"),
        "expect": (
            "verdict", "rule", "also_accept", "leader", "turn_leader_markers", "first_player_team", "by_reading",
        ),
    },
    "lines": {
        "": ("track", "start", "expect"),
        "track": TRACK,
        "start": ("lines", "laps"),
        "expect": ("verdict", "rule", "also_accept", "line", "by_reading"),
    },
    "lapped": {
        "": ("track", "start", "claim", "expect"),
        "track": TRACK,
        "start": ("cars", "flag", "laps", "position_markers_left"),
        "claim": ("removed",),
        "expect": (
            "verdict", "rule", "also_accept", "leader", "removed", "remaining", "restart_order", "by_reading",
        ),
    },
    "pit-green": {
        "": ("track", "start", "claim", "expect"),
        "track": TRACK,
        "start": (
            "cars", "flag", "pits", "keeps", "finished", "options", "parameters", "seats", "first_player_team", "laps",
            "position_markers_left",
        ),
        "claim": ("cars", "turn_leader_markers_added", "leader"),
        "expect": (
            "verdict", "rule", "also_accept", "cars", "leader", "new_leader", "turn_leader_markers_added", "removed",
            "lap_down_markers_after", "by_reading",
        ),
    },
    "restart": {
        "": ("track", "start", "claim", "expect"),
        "track": TRACK,
        "start": (
            "stage", "cars", "flag", "pits", "keeps", "options", "parameters", "seats", "first_player_team", "laps", "last_lap",
            "position_markers_left",
        ),
        "claim": ("lined_up", "after_pits", "after_step_5", "final", "turn_leader_markers_added", "leader"),
        "expect": (
            "verdict", "rule", "also_accept", "lined_up", "after_pits", "after_step_5", "final", "leader", "new_leader",
            "turn_leader_markers_added", "lap_down_markers_after", "removed", "by_reading",
        ),
    },
    "event": {
        "": ("track", "start", "claim", "expect"),
        "track": TRACK,
        "start": (
            "event", "cars", "order", "teams", "retired", "next_card", "team_bar", "originator", "owner_choice",
            "owner_choice_if_two_cars", "originator_choice", "originator_choice_if_two_cars", "rain_already_drawn",
            "leader_laps_completed", "laps", "position_markers_left",
        ),
        "claim": ("markers", "affected", "cars", "retired", "restart_order", "positions", "flag", "race_over"),
        "expect": (
            "verdict", "rule", "also_accept", "cars", "markers", "retired", "affected", "flag", "race_over", "positions",
            "restart_order", "leader", "by_reading",
        ),
    },
    "grid": {
        "": ("track", "start", "claim", "expect"),
        "track": TRACK,
        "start": (
            "team_bar", "teams", "cars_per_team", "previous_winner", "options", "bar_note", "card_number",
        ),
        "claim": ("grid_teams", "bar_used", "cars_per_team", "hand_size", "first_player_team"),
        "expect": (
            "verdict", "rule", "also_accept", "grid_teams", "bar_used", "hand_size", "first_player_team", "by_reading",
        ),
    },
    "scoring": {
        "": ("start", "claim", "expect"),
        "start": ("finish_order",),
        "claim": ("position_points", "bonus_point", "most_led", "team_points", "winner"),
        "expect": (
            "verdict", "rule", "also_accept", "position_points", "bonus_point", "most_led", "team_points", "winner",
            "by_reading",
        ),
    },
    "season": {
        "": ("start", "claim", "expect"),
        "start": ("races",),
        "claim": ("team_points", "winner"),
        "expect": ("verdict", "rule", "also_accept", "team_points", "winner", "by_reading"),
    },
}  # fmt: skip
"""Kind of case -> table of the case (`` is the case itself) -> the keys that it may have."""


def unknown_keys(case: Mapping[str, Any]) -> list[str]:
    """A sentence for each key that means nothing where it stands."""
    kind = str(case["kind"])
    known = KEYS[kind]
    found = list(_unknown(case, "", (*known[""], "id", "game", "kind", "rulings", *INFORMATION)))
    for name, keys in known.items():
        if not name:
            continue
        table: Any = case
        for part in name.split("."):
            table = table.get(part, {}) if isinstance(table, Mapping) else {}
        for number, entry in enumerate(table if isinstance(table, list) else [table], 1):
            if not isinstance(entry, Mapping):
                found.append(f"`{name}` should be a table")
                continue
            place = f"{name}[{number}]" if isinstance(table, list) else name
            found += _unknown(entry, place, keys)
            readings = entry.get("by_reading", {}) if name == "expect" and kind != "placement" else {}
            for named, part in readings.items():
                if isinstance(part, Mapping) and not (
                    kind == "event" and all(str(key).isdigit() for key in part)
                ):
                    found += _unknown(part, f"expect.by_reading.{named}", keys)
    return found


def _unknown(table: Mapping[str, Any], place: str, keys: Iterable[str]) -> Iterable[str]:
    known = set(keys)
    for key in table:
        if key not in known:
            near = did_you_mean(key, known)
            where = f" in `{place}`" if place else ""
            yield f"key `{key}`{where} means nothing{f'; {near}' if near else ''}"
