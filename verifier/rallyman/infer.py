"""Lost parts of Rallyman: dice and their faces, lines of corners, cut cards, losses of control, gear cards, rests of turns."""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, product

from grammar.syntax import Leaf, Node, Statement
from model.rallyman.facts import CUTS, DICE, EVENTS, GEARS, SURFACES
from model.rallyman.moves import AT_LINE, ATTACK, CLEAR, ELIMINATED, SYMBOL, UNKNOWN, Die, Step, Turn
from model.rallyman.position import ELIMINATED as OUT_OF_IT
from model.rallyman.position import NOT_STARTED
from model.rallyman.stage import DRIFT, INSIDE
from model.rallyman.standing import clock
from model.values import replace
from verifier.gaps.completing import StoppedError
from verifier.gaps.holes import HOLE
from verifier.gaps.lost_parts import Hole, Infers, Tick, Word, at, named, several
from verifier.rallyman.engine.lost import StuckError, TooManyError, ways
from verifier.rallyman.engine.offers import legal_turns
from verifier.rallyman.engine.start import wrong_driver
from verifier.rallyman.lines.header import set_up
from verifier.rallyman.lines.terms import Table
from verifier.rallyman.lines.turns import read_written
from verifier.rallyman.lines.write import MARKS, die_text, loss_text, step_text, turn_text
from verifier.records.speaking import NotationError

FACES = (CLEAR, SYMBOL)
"""A lost die was rolled, not bought."""

MOST_SYMBOLS = 12
"""More symbols than dice can show in a turn."""

BEFORE_DRIVER = re.compile(
    r"^\s*(?:R\d+ |(?:check (?:order|next|winner|places|start)|tyres|spare)(?: \w+)* )?$"
)
BEFORE_ROUND = re.compile(r"^\s*(?:R|turn )$")
BEFORE_TYRES = re.compile(r"^\s*tyres \S+ $")
BEFORE_COUNT = re.compile(r"(symbols|card)=$")

LINES = (None, INSIDE, DRIFT)
NO_LINE = "none"
LOSSES = (*EVENTS, AT_LINE, ELIMINATED)


def hole(table: Table, statement: Statement, _later: Sequence[Statement], tick: Tick) -> Hole | None:
    """The first lost part of a turn that can be filled in."""
    if statement.kind != "drives" or table.rally is not None:
        return None
    table = set_up(table)
    rest: Leaf | None = None
    for leaf, of_step in _leaves(statement.node):
        if leaf.kind == "ELLIPSIS":
            rest = leaf
        elif HOLE not in leaf.text:
            continue
        elif leaf.kind == "UNKNOWN":
            return _unknown(table, statement, leaf, tick, of_step=of_step)
        elif leaf.kind == "DIE":
            name = leaf.text.replace(HOLE, "")
            return at(leaf, "face", [Word(die_text(Die(name, face)), face) for face in FACES])
        elif leaf.kind == "MARK":
            return _mark(leaf)
        elif leaf.kind == "LOSS":
            return at(leaf, "loss", _losses())
        elif leaf.kind == "CARD":
            return at(leaf, "card", named(_cards()))
    return None if rest is None else _played(statement, _rests(table, statement, tick))


def words(table: Table, before: str) -> Sequence[str]:
    """What can stand for a `?` outside a turn: a round, a driver, tyres, what was taken or lost in the turn just played."""
    code, drivers = before.strip(), tuple(driver.name for driver in table.drivers)
    if BEFORE_ROUND.search(before):
        turn = table.position.turn if table.position is not None else 0
        return str(max(turn, 1)), str(turn + 1)
    if BEFORE_TYRES.search(before):
        return tuple(SURFACES)
    if BEFORE_DRIVER.search(before):
        return drivers
    if code.startswith("check ") and (key := BEFORE_COUNT.search(before)):
        return {"symbols": tuple(map(str, range(MOST_SYMBOLS + 1))), "card": tuple(_cards())}[key[1]]
    return ()


def _leaves(node: Node, kind: str = "") -> Iterator[tuple[Leaf, bool]]:
    """The words of a line, each with whether it belongs to a step."""
    for part in node.parts:
        if isinstance(part, Node):
            yield from _leaves(part, part.kind)
        else:
            yield part, kind == "step"


def _unknown(table: Table, statement: Statement, leaf: Leaf, tick: Tick, *, of_step: bool) -> Hole:
    played = statement.node.child("played")
    written = played.text if isinstance(played, Node) else ""
    if written == HOLE:
        return _played(statement, _turns(table, statement, tick))
    dice = (die_text(Die(name, face)) for name in DICE for face in FACES)
    return at(leaf, "die", several(leaf, named(map(step_text, _steps()) if of_step else dice)))


def _steps() -> Iterator[Step]:
    """Every die with every face, and every line on which it can end."""
    for die in (Die(name, face) for name in DICE for face in FACES):
        yield from (Step(die, line) for line in LINES)
        yield from (Step(die, cut=cut) for cut in CUTS)


def _mark(leaf: Leaf) -> Hole:
    if "k" in leaf.text:
        return at(leaf, "cut card", [Word(_mark_text(Step(Die("1"), cut=cut)), cut) for cut in CUTS])
    steps = [Step(Die("1"), line) for line in (INSIDE, None, DRIFT)]
    steps += [Step(Die("1"), cut=cut) for cut in CUTS]
    texts = map(_mark_text, steps)
    return at(leaf, "line", [Word(text, text or NO_LINE) for text in texts])


def _mark_text(step: Step) -> str:
    return step_text(step).removeprefix(die_text(step.die))


def _losses() -> Iterator[Word]:
    """Every loss of control, and each with every cut card: a push into a shortcut draws one. Before a cut card that is written,
    only those without one can be read."""
    for loss, cut in product(LOSSES, (None, *CUTS)):
        text = loss_text(loss, cut)
        yield Word(text, text.removeprefix("*"))


def _spelled(value: str) -> str:
    """A value without the inside line, which need not be written where no other line is meant."""
    return "" if value == NO_LINE else value.removesuffix(MARKS[INSIDE])


def _cards() -> Iterator[str]:
    for gear in GEARS:
        yield from (str(gear), f"{gear}b")
    yield "-"


def _played(statement: Statement, words: Iterator[str]) -> Hole:
    """The hole in place of all that was played, before the card and the claims."""
    played = statement.node.child("played")
    assert played is not None
    return Hole(played.span.column, played.span.end_column, "turn", map(Word, words), ends=True)


def _rests(table: Table, statement: Statement, tick: Tick) -> Iterator[str]:
    """What was played in a turn whose rest is lost: one for each state in which it can end."""
    turn = _read(table, statement)
    if turn is None or table.setup is None or table.position is None or turn.mode == ATTACK:
        return
    if wrong_driver(table.setup, table.position, turn.driver):
        return
    try:
        for filled in ways(table.setup, table.position, turn):
            tick()
            yield turn_text(replace(filled, card=None), ends=filled.ends)
    except StuckError:
        return
    except TooManyError:
        raise StoppedError("its rest can be driven in too many ways") from None


def _turns(table: Table, statement: Statement, tick: Tick) -> Iterator[str]:
    """Everything that a driver can have played."""
    turn = _read(table, statement)
    if turn is None or table.setup is None or table.position is None:
        return
    if wrong_driver(table.setup, table.position, turn.driver):
        yield DICE[0]  # the judge refuses any turn of this driver
        return
    seen = set[object]()
    every = partial(legal_turns, table.setup, table.position, symbols=True)
    for outcome in chain(
        every(safe=False, attacks=False), every()
    ):  # turns without dice bought are more likely
        tick()
        after = outcome.position, outcome.card, outcome.loss, outcome.symbols
        if after not in seen and turn.card in (None, UNKNOWN, outcome.card):
            seen.add(after)
            yield turn_text(replace(outcome.turn, card=None), ends=outcome.turn.ends)


def _read(table: Table, statement: Statement) -> Turn | None:
    try:
        return read_written(table, statement.node).turn
    except NotationError:
        return None


def lines_missing(before: Table, after: Table) -> int | None:
    """How many lines are missing at least: a driver on the stage before and after has had a turn in each round between."""
    first, last = before.position or before.gap, after.position
    if first is None or last is None or last.turn < first.turn:
        return None
    started = {car.driver for car in first.cars if car.status != NOT_STARTED}
    driving = sum(car.driving and car.driver in started for car in last.cars)
    return max(0, last.turn - first.turn - 1) * driving


def beaten(table: Table) -> tuple[str, ...]:
    """Who cannot have won: drivers who are out, and those with a longer time than another."""
    position = table.position or table.gap
    if position is None or table.rally is not None:
        return ()
    known = dict(table.standing.times) if table.standing is not None and table.position is not None else {}
    times = {name: seconds for name, seconds in known.items() if seconds is not None}
    told = [
        f"{car.driver} cannot have won: out of the stage" for car in position.cars if car.status == OUT_OF_IT
    ]
    best = min(times, key=lambda name: times[name], default="")
    told += [
        f"{name} cannot have won: {clock(seconds)}, and {best} {clock(times[best])}"
        for name, seconds in times.items()
        if seconds > times[best]
    ]
    return tuple(told)


INFERS = Infers(hole, words, spelled=_spelled, lines_missing=lines_missing, beaten=beaten)
