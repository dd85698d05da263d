"""Cases of kind `grid`: who stands where at the start. Written as a record with `bar` and `grid` lines; no rule stands here."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from grammar.parser import parse
from model.thunder_alley.facts import CARS_PER_TEAM
from verifier.case_runs import CaseError
from verifier.findings import ILLEGAL, LEGAL, Finding
from verifier.game import Where
from verifier.thunder_alley.cases.compare import Came, Mismatch, compare_finding
from verifier.thunder_alley.cases.judge import judge_text
from verifier.thunder_alley.cases.record import Case, header_lines
from verifier.thunder_alley.engine.grid import (
    PER_CARD,
    PER_ROUND,
    SERPENTINE,
    bar_order,
    grid_teams,
    hand_size,
)
from verifier.thunder_alley.engine.season import Season
from verifier.thunder_alley.season_races import judge_race

Judged = tuple[str, list[Mismatch], tuple[Finding, ...]]


def run_grid(
    case: Case, readings: Mapping[str, str], expect: Mapping[str, Any], ruleset: str | None
) -> Judged:
    """The grid that is claimed, else the one that is expected, is judged as the `grid` line of a record."""
    start, claim = case["start"], case.get("claim", {})
    bars = _bars(start)
    teams = [str(team).capitalize() for team in start.get("teams", bars[0] if bars else ())]
    per_team = _per_team(start, claim, expect, len(teams))
    way = _way(start, bars, per_team)
    winner = str(start["previous_winner"]).capitalize() if "previous_winner" in start else None
    given = {key: claim.get(key, expect.get(key)) for key in ("grid_teams", "bar_used")}
    if "grid_teams" not in claim and "bar_used" in claim:
        given["grid_teams"] = None
    grid = _grid(given, way, bars, teams, per_team, winner)
    lines = header_lines(case, readings, ruleset)
    lines += _options(start, way, per_team)
    lines += ['season "the season of the case"'] if winner is not None else []
    numbers = _numbers(teams, grid, per_team)
    lines += [f"team {team} {' '.join(map(str, cars))}" for team, cars in numbers.items()]
    for bar in bars if bars else [()]:
        words = [str(start["card_number"])] if "card_number" in start else []
        words += [colour.capitalize() for colour in bar]
        lines += [f"bar {' '.join(words)}"] if words else []
    left = {team: list(cars) for team, cars in numbers.items()}
    lines.append(f"grid {' '.join(str(left[team].pop(0)) for team in grid)}")
    if "first_player_team" in claim:
        lines.append(f"check first {str(claim['first_player_team']).capitalize()}")
    if "hand_size" in claim:
        lines.append(f"hand {grid[0]} ?{claim['hand_size']}")
    text = "\n".join([*lines, ""])
    came = _judge(text, str(case.get("id", "case")), winner)
    return text, _compare(expect, came, (way, bars, teams, per_team, winner)), came.findings


def _bars(start: Mapping[str, Any]) -> list[list[str]]:
    """The Team Bars turned up: a list of colours, or a list of such lists."""
    bar = start.get("team_bar", [])
    bars = bar if bar and isinstance(bar[0], list) else [bar] if bar else []
    return [[str(colour).capitalize() for colour in colours] for colours in bars]


def _per_team(
    start: Mapping[str, Any], claim: Mapping[str, Any], expect: Mapping[str, Any], teams: int
) -> int:
    number = claim.get("cars_per_team", start.get("cars_per_team"))
    if number is None:
        grid = claim.get("grid_teams", expect.get("grid_teams"))
        number = len(grid) // teams if grid else CARS_PER_TEAM.get(teams)
    if not isinstance(number, int) or number < 1:
        raise CaseError("`cars_per_team` should be a whole number")
    return number


def _way(start: Mapping[str, Any], bars: Sequence[Sequence[str]], per_team: int) -> str:
    """Which grid the options of a case mean: with TA-12.2 as many cards as there are rounds of cars, or one for each space."""
    options = start.get("options", ())
    named = next((way for way in (PER_ROUND, PER_CARD) if way in options), None)
    if named is not None:
        return named
    if "TA-12.2" not in options:
        return SERPENTINE
    return PER_ROUND if len(bars) <= per_team else PER_CARD


def _options(start: Mapping[str, Any], way: str, per_team: int) -> list[str]:
    lines = [f"option {way}"] if way != SERPENTINE else []
    for option in start.get("options", ()):
        if option in ("TA-12.3", "cars-per-team"):
            lines.append(f"option cars-per-team = {start.get('cars_per_team', per_team)}")
        elif option not in ("TA-12.2", way):
            raise CaseError(f"option `{option}` means nothing in a case about the grid")
    return lines


def _grid(
    given: Mapping[str, Any],
    way: str,
    bars: Sequence[Sequence[str]],
    teams: Sequence[str],
    per_team: int,
    winner: str | None,
) -> list[str]:
    """The team of each grid space that the record writes."""
    if given["grid_teams"] is not None:
        return [str(team).capitalize() for team in given["grid_teams"]]
    found = grid_teams(way, bars, teams, per_team, winner)
    if given["bar_used"] is not None:
        used = [str(team).capitalize() for team in given["bar_used"]]
        found = grid_teams(way, [used] * max(1, len(bars)), teams, per_team)
    if None in found:
        raise CaseError("the grid does not follow from what the case says; add `grid_teams`")
    return [team for team in found if team is not None]


def _numbers(teams: Sequence[str], grid: Sequence[str], per_team: int) -> dict[str, list[int]]:
    """Car numbers for each team, as many as it has on the grid."""
    every = [*teams, *dict.fromkeys(team for team in grid if team not in teams)]
    return {
        team: [10 * place + car for car in range(1, max(per_team, grid.count(team)) + 1)]
        for place, team in enumerate(every, 1)
    }


def _judge(text: str, id: str, winner: str | None) -> Came:
    if winner is None:
        return judge_text(text, len(text.splitlines()), id)
    parsed = parse(text, f"{id}.race")
    season = Season("the season of the case", previous=winner, previous_known=True)
    judged = judge_race(parsed.records[0], parsed.errors, Where(f"{id}.race", Path()), season)
    return Came(judged.verdict, judged.findings, judged.table)


def _compare(
    expect: Mapping[str, Any], came: Came, grid: tuple[str, list[list[str]], list[str], int, str | None]
) -> list[Mismatch]:
    wanted = expect.get("verdict", LEGAL)
    if came.verdict != wanted:
        return [f"expected {wanted}, came out {came.verdict}"]
    if wanted == ILLEGAL:
        return compare_finding(expect, None, came)
    if came.table is None:
        return ["the record leads to no table"]
    way, bars, teams, per_team, winner = grid
    position = came.table.position
    real: dict[str, object] = {
        "grid_teams": [(team or "?").casefold() for team in grid_teams(way, bars, teams, per_team, winner)],
        "bar_used": [team.casefold() for team in bar_order(bars[0] if bars else (), teams, winner)],
        "hand_size": hand_size(came.table.setup.ruleset, per_team),
        "first_player_team": (position.first or "").casefold() if position is not None else "",
    }
    wrong = []
    for key, value in real.items():
        expected = expect.get(key)
        if isinstance(value, list) and "?" in value and expected is not None:
            value = [one if one != "?" else known for one, known in zip(value, expected, strict=False)]
        if expected is not None and expected != value:
            wrong.append(f"expected {key} {expected}, came out {value}")
    return wrong
