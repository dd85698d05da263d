"""Lines about the grid: the Team Bar turned up for it, and the cars in grid order (TA-2.5, TA-2.6)."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from grammar.syntax import Leaf, Node, Statement
from model.datafiles import did_you_mean, plain
from model.thunder_alley.cards import CARDS, card_by_name, card_by_number, known_bars
from model.thunder_alley.cards_seen import RaceCard, TeamBar
from model.thunder_alley.facts import TEAMS
from model.thunder_alley.moves import Grid
from model.thunder_alley.standing import EMPTY
from model.values import replace
from verifier.findings import Breach, Finding, Related
from verifier.judging import rules_of
from verifier.speaking import Trouble
from verifier.thunder_alley.engine.grid import PER_CARD, PER_ROUND, SERPENTINE, way_of
from verifier.thunder_alley.lines.names import listed, names_of, no_team, unquoted
from verifier.thunder_alley.lines.terms import Reply, Speaker, Table

IMPOSSIBLE, UNKNOWN_NAME, UNDETERMINED = "impossible", "unknown-name", "undetermined"


def bar_line(table: Table, statement: Statement, file: str) -> Reply:
    """`bar Red Yellow Green`, `bar 15`, `bar "Charge" Blue Red`: a Team Bar turned up for the grid, as far as it was read.
    Reports a contradiction with the card, the box or an earlier line."""
    speaker = Speaker(file, statement)
    leaves = statement.node.leaves()
    words = [leaf for leaf in leaves if leaf.kind == "WORD"]
    report: list[Trouble] = []
    colours = _colours(words, report)
    cards = [leaf for leaf in leaves if leaf.kind in ("INT", "STRING")]
    number = _card(cards[0], report) if cards else None
    findings = [speaker.trouble(trouble) for trouble in report] or [*_out_of_place(table, statement, speaker)]
    printed = known_bars().get(number or 0, ())
    wrong = _misread(words, colours, printed, table) if not findings else None
    if wrong is not None:
        fact = f"the Team Bar of card {number} does not read so: it is {_shown(printed)}"
        help = "leave the colours out, or the number of the card"
        findings.append(speaker.finding(IMPOSSIBLE, wrong.span, fact, help=help))
    if findings:
        return Reply(table, tuple(findings))
    node = statement.node.child("bar")
    card = names_of(table.setup, None).bar_card(node) if isinstance(node, Node) else RaceCard()
    bar = TeamBar(tuple(colour.capitalize() for colour in printed or colours), card)
    judgement = table.judge(table.setup, replace(EMPTY, cards=table.cards), bar)
    if judgement.breaches:
        finding = speaker.breaches("illegal", (node or statement.node).span, judgement.breaches)
        return Reply(table, (finding,), judgement=judgement)
    after = judgement.outcomes[0].position
    lost = any(leaf.kind == "UNKNOWN" for leaf in leaves)
    lines = _said(table, "bar", statement.line)
    table = replace(table, cards=after.cards, lines=lines)
    return Reply(table, judged=not lost, follow=True, judgement=judgement)


def _colours(words: list[Leaf], report: list[Trouble]) -> tuple[str, ...]:
    found: list[str] = []
    for leaf in words:
        colour = next((team for team in TEAMS if team == plain(leaf.text)), None)
        if colour is None:
            help = did_you_mean(leaf.text, TEAMS) or f"the colours of a Team Bar are {listed(list(TEAMS))}"
            report.append(Trouble(UNKNOWN_NAME, leaf.span, f"there is no team colour `{leaf.text}`", help))
        elif colour in found:
            help = "a Team Bar shows each of the seven colours once"
            report.append(Trouble(IMPOSSIBLE, leaf.span, f"{colour} is on this bar twice", help))
        else:
            found.append(colour)
    return tuple(found)


def _misread(
    words: list[Leaf], colours: tuple[str, ...], printed: tuple[str, ...], table: Table
) -> Leaf | None:
    """The first colour that contradicts the printed bar; the reader may have left out colours that do not race."""
    if not printed:
        return None
    racing = names_of(table.setup, None).teams
    expected = [colour for colour in printed if colour in colours or colour.capitalize() in racing]
    pairs = zip(words, colours, expected, strict=False)
    return next((leaf for leaf, colour, real in pairs if colour != real), None)


def _card(leaf: Leaf, report: list[Trouble]) -> int | None:
    """The number of the turned-up card, if written; a name stands for several cards."""
    if leaf.kind == "STRING":
        name = unquoted(leaf.text)
        if card_by_name(name) is None:
            help = did_you_mean(name, [card.name for card in CARDS.values()])
            report.append(Trouble(UNKNOWN_NAME, leaf.span, f"there is no race card `{name}`", help))
        return None
    number = int(leaf.text)
    if not card_by_number(number):
        help = f"race cards are numbered 1 to {max(card.numbers[-1] for card in CARDS.values())}"
        report.append(Trouble(UNKNOWN_NAME, leaf.span, f"there is no race card `{leaf.text}`", help))
    return number


def _shown(bar: tuple[str, ...]) -> str:
    return " ".join(colour.capitalize() for colour in bar)


def _out_of_place(table: Table, statement: Statement, speaker: Speaker) -> list[Finding]:
    """A bar after the grid, or a second one if only one card is turned up."""
    span = statement.node.span
    if "grid" in table.lines:
        fact = f"the grid is already written in line {table.lines['grid']}"
        help = "the card is turned up first: write `bar` before `grid`"
        related = (Related(table.lines["grid"], "the grid"),)
        return [speaker.finding(IMPOSSIBLE, span, fact, help=help, related=related)]
    if table.bars and way_of(table.setup.ruleset) == SERPENTINE:
        fact = "one card is turned up for the grid, and its bar is already written"
        help = (
            f"with a card for each round of cars add `option {PER_ROUND}`, for each space `option {PER_CARD}`"
        )
        related = (Related(table.lines["bar"], "the first bar"),)
        return [speaker.finding(IMPOSSIBLE, span, fact, help=help, related=related)]
    return []


def _said(table: Table, key: str, line: int) -> Mapping[str, int]:
    return MappingProxyType({key: line, **table.lines})


def grid_line(table: Table, statement: Statement, file: str) -> Reply:
    """`grid 29 15 22`: the cars in grid order. The position is set up from it. A wrong order is illegal, and the race
    continues from the grid as written."""
    speaker = Speaker(file, statement)
    findings = _second_start(table, statement, speaker)
    if findings:
        return Reply(table, findings)
    leaves = statement.node.leaves()
    names = names_of(table.setup, None)
    report: list[Trouble] = []
    strangers = no_team(leaves, names)
    if strangers is not None:
        return Reply(table, (speaker.trouble(strangers),))
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
        report.append(Trouble(IMPOSSIBLE, statement.node.span, "this track has no grid spaces", help))
    if report:
        return Reply(table, tuple(speaker.trouble(trouble) for trouble in report))
    entered = {number for team in table.setup.teams for number in team.cars}
    grid = Grid(tuple(cars), table.bars, _previous(table))
    judgement = table.judge(table.setup, replace(EMPTY, cards=table.cards), grid)
    after = replace(table, lines=_said(table, "grid", statement.line))
    if judgement.at is not None:
        after = replace(after, position=judgement.at.position, cards=judgement.at.cards)
    # If a car of a team is left out, the position is unknown.
    follow = True if after.position is not None and entered <= set(cars) else None
    if judgement.breaches:
        said = tuple(_finding(breach, statement, leaves, table, speaker) for breach in judgement.breaches)
        return Reply(after, said, follow=follow, judgement=judgement)
    if judgement.limit:
        unknown = next((leaf.span for leaf in leaves if leaf.kind == "UNKNOWN"), statement.node.span)
        finding = speaker.finding(UNDETERMINED, unknown, judgement.limit)
        return Reply(after, (finding,), judgement=judgement)
    led = judgement.outcomes[0]
    position = led.position.position
    told = f"{len(cars)} cars on the grid, {cars[0]} on the pole; {position.first} is First Player"
    return Reply(
        replace(after, position=position, cards=led.position.cards),
        follow=True if entered <= set(cars) else None,
        applied=rules_of(led.effects),
        sentence=told,
        judgement=judgement,
    )


def _second_start(table: Table, statement: Statement, speaker: Speaker) -> tuple[Finding, ...]:
    span = statement.node.span
    if "grid" in table.lines:
        fact = f"the grid is already written in line {table.lines['grid']}"
        help = "a record needs this line once; leave one of the two out"
        related = (Related(table.lines["grid"], "the grid"),)
        return (speaker.finding(IMPOSSIBLE, span, fact, help=help, related=related),)
    if table.position is not None:
        fact = "the cars are already in position, so the grid cannot be set up"
        help = "a race begins with `grid`, a problem with a `position` block; leave one of them out"
        return (speaker.finding(IMPOSSIBLE, span, fact, help=help),)
    return ()


def _previous(table: Table) -> tuple[str | None, ...]:
    """The teams that may have won the previous race. A race that only names its season leaves that open."""
    if table.season is None:
        return (None,)
    if table.season.previous_known:
        return (table.season.previous,)
    return (None, *(team.colour for team in table.setup.teams))


def _finding(
    breach: Breach, statement: Statement, leaves: Sequence[Leaf], table: Table, speaker: Speaker
) -> Finding:
    span = leaves[breach.step - 1].span if 0 < breach.step <= len(leaves) else statement.node.span
    help = ""
    if breach.rule == "TA-2.5" and table.season is None and not table.bars:
        help = "there is no `bar` line for the card turned up, so the first row gives the order"
    elif breach.rule == "TA-2.5" and table.season is None and breach.step:
        help = "in a later race of a season the last winner's team moves one place up (TA-11.2): add `season`"
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
