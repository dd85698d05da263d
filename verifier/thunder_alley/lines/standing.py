"""`check` lines about a finished race, except team sums: points of the places, who has a bonus or Most Laps Led, and who won
(TA-10.2); for a season, who won it (TA-11.3)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from grammar.syntax import Leaf, Node
from verifier.findings import Breach
from verifier.speaking import UNDETERMINED, UNKNOWN_NAME, Trouble
from verifier.thunder_alley.engine.scoring import NOBODY, entries, not_over, score
from verifier.thunder_alley.engine.season import judge_winners
from verifier.thunder_alley.engine.standing import judge_standing
from verifier.thunder_alley.lines.names import Names, names_of
from verifier.thunder_alley.lines.season import listed_teams, team_named
from verifier.thunder_alley.lines.terms import Reply, Speaker, Table

STANDING: Mapping[str, str] = {
    "place_points": "points",
    "bonus": "bonus",
    "most_led": "most led",
    "winner": "winner",
}
"""Kind of fact -> its first word."""


def check_standing(table: Table, fact: Node, speaker: Speaker) -> Reply:
    """`check points 46 42`, `check bonus 15`, `check most led 15`, `check winner Red`."""
    report: list[Trouble] = []
    told = _told(table, fact, names_of(table.setup, table.position), report)
    if report:
        return Reply(table, tuple(speaker.trouble(trouble) for trouble in report), judged=False, follow=True)
    breaches = _breaches(table, told)
    if breaches is None:
        what = "the finish is not known here, so this cannot be checked"
        return Reply(table, (speaker.finding(UNDETERMINED, fact.span, what),), follow=True)
    return Reply(table, tuple(speaker.claim(fact.span, breach) for breach in breaches))


def _told(table: Table, fact: Node, names: Names, report: list[Trouble]) -> dict[str, Any]:
    """The claims of a line, as arguments of `judge_standing`."""
    leaves = fact.leaves()
    match fact.kind:
        case "place_points":
            return {"points": [int(leaf.text) for leaf in leaves]}
        case "bonus":
            return {"bonus": list(_cars(leaves, names, report))}
        case "winner":
            return {"winners": [team_named(table, leaf, report) for leaf in leaves]}
    return {"most_led": _one(table, leaves, names, report)}


def _cars(leaves: Sequence[Leaf], names: Names, report: list[Trouble]) -> Iterator[int | None]:
    """The cars of a line; `none` stands for no car."""
    for leaf in leaves:
        if leaf.kind != "WORD":
            yield names.car(leaf, report)
        elif leaf.text != "none":
            fact = "cars are expected here, not a team"
            report.append(
                Trouble(UNKNOWN_NAME, leaf.span, fact, "`check bonus 15 29`, or `check bonus none`")
            )


def _one(table: Table, leaves: Sequence[Leaf], names: Names, report: list[Trouble]) -> int | str | None:
    """A car, a team, or NOBODY."""
    [leaf] = leaves
    if leaf.text == "none":
        return NOBODY
    return team_named(table, leaf, report) if leaf.kind == "WORD" else names.car(leaf, report)


def _breaches(table: Table, told: Mapping[str, Any]) -> Sequence[Breach] | None:
    """The breaches of the claims; None while too little is known."""
    season = table.season
    if season is not None and season.races:
        known = "winners" in told and all(race.points is not None for race in season.races)
        teams = listed_teams(table.setup)
        breach = judge_winners(table.setup.ruleset, season, told["winners"], teams) if known else None
        return ((breach,) if breach is not None else ()) if known else None
    waiting = not_over(table.position)
    if waiting is not None:
        return (waiting,)
    real = score(table.setup, entries(table.setup, table.position))
    if real is None:
        return None
    points = told.get("points")
    # Only as many places as are written.
    known_points = [*points, *list(real.place_points.values())[len(points) :]] if points else None
    return tuple(judge_standing(real, **{**told, "points": known_points}))
