"""Lines about the grid: the Team Bar turned up for it, and the cars in grid order (TA-2.5, TA-2.6)."""

from collections.abc import Sequence

from grammar.syntax import Leaf, Node
from model.thunder_alley.cards_seen import TeamBar
from model.thunder_alley.moves import Grid
from model.values import replace
from verifier.findings import Breach, Finding, Related
from verifier.judging import effect, rules_of
from verifier.records.speaking import IMPOSSIBLE, UNDETERMINED, Trouble
from verifier.thunder_alley.lines.names import names_of, no_team
from verifier.thunder_alley.lines.terms import Answer, Speaker, Table

ONCE = "a record needs this line once; leave one of the two out"


def bar_line(table: Table, speaker: Speaker) -> Answer:
    """`bar Red Yellow Green`, `bar 15`, `bar "Charge" Blue Red`: a Team Bar turned up for the grid, as far as it was read.
    Reports a contradiction with the card, the box or an earlier line."""
    node, report = speaker.statement.node.child("bar"), list[Trouble]()
    assert isinstance(node, Node)
    colours, card = names_of(table.setup, None).bar(node, report)
    findings = tuple(speaker.trouble(trouble) for trouble in report)
    if not findings and "grid" in table.lines:
        help = "the card is turned up first: write `bar` before `grid`"
        findings = (_again(table, speaker, help),)
    if findings:
        return Answer(table, findings)
    judgement = table.judged(TeamBar(colours, card))
    if judgement.breaches:
        finding = speaker.breaches("illegal", node.span, judgement.breaches)
        return Answer(table, (finding,), judgement=judgement)
    after = replace(table.noting(speaker.statement.line, "bar"), standing=judgement.outcomes[0].position)
    lost = any(leaf.kind == "UNKNOWN" for leaf in node.leaves())
    return Answer(after, judged=not lost, follow=True, judgement=judgement)


def _again(table: Table, speaker: Speaker, help: str) -> Finding:
    """A line that cannot follow the grid."""
    line = table.lines["grid"]
    fact, related = f"the grid is already written in line {line}", (Related(line, "the grid"),)
    return speaker.finding(IMPOSSIBLE, speaker.statement.node.span, fact, help=help, related=related)


def each_car(grid: Node) -> list[Leaf]:
    """The words of a grid, one for each car: `?3` stands for three."""
    counts = [(leaf, leaf.text[1:] if leaf.kind == "UNKNOWN" else "") for leaf in grid.leaves()]
    return [leaf for leaf, count in counts for _ in range(int(count or 1))]


def grid_line(table: Table, speaker: Speaker) -> Answer:
    """`grid 29 15 22`: the cars in grid order. The position is set up from it. A wrong order is illegal, and the race
    continues from the grid as written."""
    whole, leaves = speaker.statement.node.span, each_car(speaker.statement.node)
    if "grid" in table.lines:
        return Answer(table, (_again(table, speaker, ONCE),))
    if table.position is not None:
        fact = "the cars are already in position, so the grid cannot be set up"
        help = "a race begins with `grid`, a problem with a `position` block; leave one of them out"
        return Answer(table, (speaker.finding(IMPOSSIBLE, whole, fact, help=help),))
    names = names_of(table.setup, None)
    report: list[Trouble] = []
    strangers = no_team(leaves, names)
    if strangers is not None:
        return Answer(table, (speaker.trouble(strangers),))
    cars = [None if leaf.kind == "UNKNOWN" else names.car(leaf, report) for leaf in leaves]
    if not report:
        stands: dict[int, int] = {}
        for place, car in enumerate(cars, 1):
            if car is not None and stands.setdefault(car, place) < place:
                help = "a car stands on one grid space"
                fact = f"car {car} is already on grid space {stands[car]}"
                report.append(Trouble(IMPOSSIBLE, leaves[place - 1].span, fact, help))
    track = table.setup.track
    if not report and track is not None and not track.grid:
        help = "a drawn track has a grid when it is a `ring` with `line` and `restart`"
        report.append(Trouble(IMPOSSIBLE, whole, "this track has no grid spaces", help))
    if report:
        return Answer(table, tuple(speaker.trouble(trouble) for trouble in report))
    entered = {number for team in table.setup.teams for number in team.cars}
    grid = Grid(tuple(cars), table.bars, _previous(table))
    judgement = table.judged(grid)
    after = table.noting(speaker.statement.line, "grid")
    if judgement.outcomes:
        after = after.after(judgement.outcomes[0], grid, speaker.statement.line)
    # If a car of a team is left out, the position is unknown.
    follow = True if after.position is not None and entered <= set(cars) else None
    if judgement.breaches:
        said = tuple(_finding(breach, leaves, table, speaker) for breach in judgement.breaches)
        return Answer(after, said, follow=follow, judgement=judgement)
    if judgement.limit:
        unknown = next((leaf.span for leaf in leaves if leaf.kind == "UNKNOWN"), whole)
        finding = speaker.finding(UNDETERMINED, unknown, judgement.limit)
        return Answer(after, (finding,), judgement=judgement)
    led = judgement.outcomes[0]
    position = led.position.position
    told = f"{len(cars)} cars on the grid, {cars[0]} on the pole; {position.first} is First Player"
    return Answer(
        after,
        follow=True if entered <= set(cars) else None,
        effects=effect(*rules_of(led.effects), words=told),
        judgement=judgement,
    )


def _previous(table: Table) -> tuple[str | None, ...]:
    """The teams that may have won the previous race. A race that only names its season leaves that open."""
    if table.season is None:
        return (None,)
    if table.season.previous_known:
        return (table.season.previous,)
    return (None, *table.setup.colours)


def _finding(breach: Breach, leaves: Sequence[Leaf], table: Table, speaker: Speaker) -> Finding:
    span = leaves[breach.step - 1].span if 0 < breach.step <= len(leaves) else speaker.statement.node.span
    help = ""
    if breach.rule == "TA-2.5" and table.season is None and not table.bars:
        help = "there is no `bar` line for the card turned up, so the first row gives the order"
    elif breach.rule == "TA-2.5" and table.season is None and breach.step:
        help = "in a later race of a season the last winner's team moves one place up (TA-11.2): add `season`"
    elif breach.rule == "TA-2.5" and not breach.step:
        help = (
            "a card for each round of cars is `option grid-per-round`, for each space `option grid-per-card`"
        )
    elif breach.rule == "TA-2.3" and table.setup.teams:
        help = "another number of cars is `option cars-per-team`"
    bar = (Related(table.lines["bar"], "the Team Bar"),) if table.bars and breach.step else ()
    return speaker.finding(
        "illegal",
        span,
        breach.fact,
        rules=(breach.rule,),
        reason=breach.reason,
        numbers=breach.numbers,
        help=help,
        related=bar,
    )
