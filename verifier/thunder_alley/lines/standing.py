"""`check` lines about a finished race, except team sums: points of the places, who has a bonus or Most Laps Led, and who won
(TA-10.2); for a season, who won it (TA-11.3)."""

from collections.abc import Iterator, Mapping, Sequence

from grammar.syntax import Leaf, Node
from model.thunder_alley.reports import NO_CAR, Scored
from verifier.records.speaking import UNDETERMINED, UNKNOWN_NAME, Trouble
from verifier.thunder_alley.lines.names import Names, names_of
from verifier.thunder_alley.lines.season import points_claimed, team_named
from verifier.thunder_alley.lines.terms import Answer, Speaker, Table

STANDING: Mapping[str, str] = {
    "place_points": "points",
    "bonus": "bonus",
    "most_led": "most led",
    "winner": "winner",
}
"""Kind of fact -> its first word."""


def check_standing(table: Table, fact: Node, speaker: Speaker) -> Answer:
    """`check points 46 42`, `check bonus 15`, `check most led 15`, `check winner Red`."""
    report: list[Trouble] = []
    claim = _claimed(table, fact, names_of(table.setup, table.position), report)
    if report:
        return Answer(table, tuple(speaker.trouble(trouble) for trouble in report), judged=False, follow=True)
    of_season = table.season is not None and bool(table.season.races)
    if table.position is None and not (of_season and claim.winners is not None):
        what = "the finish is not known here, so this cannot be checked"
        return Answer(table, (speaker.finding(UNDETERMINED, fact.span, what),), follow=True)
    return points_claimed(table, claim, speaker, fact.span)


def _claimed(table: Table, fact: Node, names: Names, report: list[Trouble]) -> Scored:
    """The claims of a line."""
    leaves = fact.leaves()
    match fact.kind:
        case "place_points":
            return Scored(places=tuple(int(leaf.text) for leaf in leaves))
        case "bonus":
            return Scored(led=tuple(car for car in _cars(leaves, names, report) if car is not None))
        case "winner":
            teams = [team_named(table, leaf, report) for leaf in leaves]
            return Scored(winners=tuple(team for team in teams if team is not None))
    return Scored(most_led=_one(table, leaves, names, report))


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
    """A car, a team, or NO_CAR."""
    [leaf] = leaves
    if leaf.text == "none":
        return NO_CAR
    return team_named(table, leaf, report) if leaf.kind == "WORD" else names.car(leaf, report)
