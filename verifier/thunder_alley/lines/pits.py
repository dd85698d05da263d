"""`pit` lines of a record: the cars that pit, and what is wrong with impossible pit stops."""

from grammar.syntax import Node, Span, Statement
from model.thunder_alley.moves import PitStops, Pitting
from model.thunder_alley.standing import Standing
from model.values import replace, value
from verifier.findings import Related
from verifier.judging import Judgement
from verifier.records.speaking import UNDETERMINED, NotationError, Trouble
from verifier.thunder_alley.lines.decision import decided, missing_step
from verifier.thunder_alley.lines.names import Names, colours
from verifier.thunder_alley.lines.terms import Answer, Speaker, Table


@value
class Written:
    """A `pit` line: the pit stops, the place of each car, and that of the markers that it keeps."""

    decision: PitStops
    spans: tuple[tuple[Span, Span], ...] = ()

    @property
    def open(self) -> bool:
        return self.decision.more

    @property
    def cars(self) -> tuple[int, ...]:
        return tuple(one.car for one in self.decision.cars)

    def span_of(self, car: int, kept: bool = False) -> Span:
        """Where the line last names a car, or the markers that it keeps."""
        place = len(self.spans) - 1 - self.cars[::-1].index(car)
        return self.spans[place][kept]


def pit_line(table: Table, speaker: Speaker) -> Answer:
    """Judges pit stops, together with those of earlier `pit` lines in the turn, and closes the turn (TA-9.1 to TA-9.7,
    TA-3.5.3 to TA-3.5.5)."""
    return decided(table, speaker, read_pits, _refused)


def read_pits(statement: Statement, names: Names) -> Written:
    """The cars of a `pit` line, with the markers that they keep. Raises `NotationError`."""
    report: list[Trouble] = []
    found: list[tuple[Pitting, Span, Span]] = []
    more = False
    for part in statement.node.parts:
        if not isinstance(part, Node):
            continue
        if part.kind == "car" and part.leaves()[0].kind == "UNKNOWN":
            more = True
        elif part.kind == "car":
            number = names.car(part.leaves()[0], report)
            found.append((Pitting(number or 0), part.span, part.span))
        elif part.kind == "kept" and found:
            pitting, span, _ = found[-1]
            found[-1] = replace(pitting, keeps=colours(part.leaves(), report)), span, part.span
    if report:
        raise NotationError(*report)
    spans = tuple((span, kept) for _, span, kept in found)
    return Written(PitStops(tuple(pitting for pitting, _, _ in found), more), spans)


def _refused(table: Table, written: Written, judgement: Judgement[Standing], speaker: Speaker) -> Answer:
    """Illegal pit stops: the first breach decides, the others are further reasons."""
    breaches = judgement.breaches
    first, span = breaches[0], speaker.statement.node.span
    if first.car in written.cars:
        span = written.span_of(first.car, first.token == "kept")
    if not first.rule:
        finding = speaker.finding(first.token or UNDETERMINED, span, first.fact, help=first.reason)
        return Answer(table.lost(), (finding,))
    finding = speaker.breaches("illegal", span, breaches, help=missing_step(table))
    earlier = [step for step in table.past if isinstance(step.decision, PitStops) and first.token == "whole"]
    related = tuple(Related(step.line, "the pit stops of this turn") for step in earlier[:1])
    rulings = tuple(dict.fromkeys(ruling for breach in breaches for ruling in breach.rulings))
    return Answer(table, (replace(finding, related=related, rulings=rulings),))
