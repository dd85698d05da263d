"""Lines that are decisions: the way of one through its judge, and `turn` lines.

Every possible result of a line that was not noted completely is followed.
"""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from grammar.syntax import Span, Statement
from model.thunder_alley.moves import Decision, NewTurn
from model.thunder_alley.position import EVENT
from model.thunder_alley.standing import Standing
from model.values import replace
from verifier.findings import Finding
from verifier.judging import Judgement
from verifier.records.speaking import UNDETERMINED, NotationError
from verifier.thunder_alley.lines.names import Names, listed, names_of
from verifier.thunder_alley.lines.terms import Answer, Speaker, Table


class Written(Protocol):
    """A decision as a line writes it. `cars` are the cars that it names, `open`: a part of it was not noted."""

    @property
    def decision(self) -> Decision: ...
    @property
    def cars(self) -> Sequence[int]: ...
    @property
    def open(self) -> bool: ...

    def span_of(self, car: int) -> Span:
        """Where the line names a car."""


W = TypeVar("W", bound=Written)


def decided(
    table: Table,
    speaker: Speaker,
    read: Callable[[Statement, Names], W],
    refused: Callable[[Table, W, Judgement[Standing], Speaker], Answer],
    ambiguous: Callable[[Table, W, Judgement[Standing], Speaker], Answer | None] = lambda *_: None,
) -> Answer:
    """The answer to a line that is a decision. `read` raises `NotationError`; `refused` words an illegal decision, `ambiguous`
    one with several outcomes (None: all are followed)."""
    try:
        written = read(speaker.statement, names_of(table.setup, table.position))
    except NotationError as error:
        judged = any(trouble.kind != UNDETERMINED for trouble in error.troubles)
        return Answer(table.lost(), speaker.troubles(error) if judged else (), judged)
    if table.position is None:
        return Answer(table, (unknown_position(speaker),))
    if strangers := [number for number in written.cars if table.position.car(number) is None]:
        known = [str(car.number) for car in table.position.cars]
        help = f"the position has {listed(known)}" if known else "no car is in the position"
        facts = ((number, f"car {number} is in no position of this record") for number in strangers)
        found = (
            speaker.finding("unknown-name", written.span_of(one), fact, help=help) for one, fact in facts
        )
        return Answer(table, tuple(found))
    judgement = table.judged(written.decision)
    answer = _answer(table.gone_on(judgement), written, judgement, speaker, refused, ambiguous)
    return replace(answer, judgement=judgement)


def _answer(
    table: Table,
    written: W,
    judgement: Judgement[Standing],
    speaker: Speaker,
    refused: Callable[[Table, W, Judgement[Standing], Speaker], Answer],
    ambiguous: Callable[[Table, W, Judgement[Standing], Speaker], Answer | None],
) -> Answer:
    if judgement.limit:
        return Answer(table.lost(), (lost_finding(judgement.limit, speaker),), judged=False)
    if judgement.breaches:
        return refused(table, written, judgement, speaker)
    line, led = speaker.statement.line, judgement.outcomes
    tables = [table.after(outcome, written.decision, line) for outcome in led]
    if written.open:
        ways = "one position" if len(tables) == 1 else f"{len(tables)} positions"
        finding = lost_finding(f"something was not written down here; it leads to {ways}", speaker)
        followed = Answer(tables[0], (finding,), judged=False, follow=True)
    else:
        left_open = ambiguous(table, written, judgement, speaker) if len(tables) > 1 else None
        if left_open is not None:
            return left_open
        followed = Answer(tables[0])
    return replace(followed, others=tuple(tables[1:]), effects=led[0].effects)


def lost_finding(fact: str, speaker: Speaker) -> Finding:
    """The finding for a line that is incomplete, or not judged for another reason, at its first missing part."""
    node = speaker.statement.node
    marks = (leaf.span for leaf in node.leaves() if leaf.kind in ("UNKNOWN", "ELLIPSIS"))
    return speaker.finding(UNDETERMINED, next(marks, node.span), fact)


def unknown_position(speaker: Speaker) -> Finding:
    """The finding for a line of play in a record without a position."""
    fact, help = (
        "the position of the cars is not known here",
        "give a `grid` line or a `position` block first",
    )
    return speaker.finding(UNDETERMINED, speaker.statement.node.span, fact, help=help)


def turn_line(table: Table, speaker: Speaker) -> Answer:
    """A line that announces the next turn: the previous one is over, and the next one has this number (TA-3.1)."""
    if table.position is None:
        return Answer(table, (unknown_position(speaker),))
    node = speaker.statement.node
    leaf = node.leaves()[0]
    number = int(leaf.text)
    judgement = table.judged(NewTurn(number))
    table = table.gone_on(judgement)
    if judgement.outcomes:
        return Answer(table.at(judgement.outcomes[0].position), judgement=judgement)
    if judgement.limit:
        return Answer(
            table, (speaker.finding(UNDETERMINED, node.span, judgement.limit),), judgement=judgement
        )
    if judgement.breaches[0].token != "number":
        finding = speaker.breaches("illegal", node.span, judgement.breaches, help=missing_step(table))
        return Answer(table, (finding,), judgement=judgement)
    finding = speaker.breaches("claim", leaf.span, judgement.breaches)
    if number < table.standing.position.turn:
        return Answer(table, (finding,), judgement=judgement)
    # A skipped turn moves no car. The next `turn` lines show whether only this one is wrong or the numbering has
    # shifted.
    standing = replace(table.standing, turn_open=True)
    return Answer(replace(table, standing=standing), (finding,), follow=True, judgement=judgement)


def missing_step(table: Table) -> str:
    """The line that would take the race to the next step."""
    if table.standing.position.step == EVENT:
        return "write the event of the turn first, `event ?` if it was not noted"
    return ""
