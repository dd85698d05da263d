"""`steward moves`: the legal turns at a position, and why a turn in question would be illegal."""

from itertools import islice

from model.datafiles import did_you_mean, plain
from model.rallyman.facts import DICE
from model.rallyman.means import means_of
from model.rallyman.moves import ATTACK, BLOCKED, SAFE, Turn
from model.rallyman.position import ELIMINATED, Car
from verifier.errors import printable
from verifier.findings import Finding
from verifier.game import MoveOffer, MovesAnswer, MovesRequest
from verifier.naming import unquoted
from verifier.rallyman.engine import Outcome
from verifier.rallyman.engine.offers import legal_turns
from verifier.rallyman.engine.start import wrong_driver
from verifier.rallyman.lines.block import block_lines
from verifier.rallyman.lines.fields import WORD_OF
from verifier.rallyman.lines.terms import Speaker, Table
from verifier.rallyman.lines.turns import turn_line
from verifier.rallyman.lines.write import driver_text, line_text
from verifier.records.asked_lines import one_line, said
from verifier.records.speaking import NotationError

MOST = 10_000
"""The most turns that are listed one by one."""


def offers(table: Table, request: MovesRequest) -> MovesAnswer:
    """The legal turns of the driver who plays next, shortest first. Findings name the place in question, not a line."""
    return _answer(table, request).placed(request.place)


def _answer(table: Table, request: MovesRequest) -> MovesAnswer:
    setup, position = table.setup, table.position
    if table.rally is not None:
        fact = "a rally record has no cars on the road"
        return MovesAnswer(findings=(said("undetermined", fact, "ask in the record of a stage"),))
    if setup is None or position is None:
        return MovesAnswer(
            findings=(
                said("undetermined", "the position of the cars is not known here", "give a `position` block"),
            )
        )
    unknown = unknown_means(request.means)
    if unknown is not None:
        return MovesAnswer(findings=(unknown,))
    if request.why_not is not None:
        return _why_not(table, request, request.why_not)
    if position.next is None:
        return MovesAnswer(note="the stage is over")
    if request.mover is not None:
        wanted = unquoted(request.mover)
        names = [name for name in table.names if plain(name) == plain(wanted)]
        if not names:
            help = did_you_mean(wanted, table.names) or f"drivers: {', '.join(table.names)}"
            return MovesAnswer(findings=(said("unknown-name", f"there is no driver `{wanted}`", help),))
        wrong = wrong_driver(setup, position, names[0])
        if wrong:
            rules = tuple(one.rule for one in wrong)
            because = tuple((one.rule, one.reason) for one in wrong)
            finding = Finding("illegal", "", 0, 1, 1, wrong[0].fact, rules, wrong[0].reason, because)
            return MovesAnswer(findings=(finding,))
    note = f"round {position.turn}, {position.next} plays; every die is taken to show no symbol"
    return MovesAnswer(_moves(table, request), unit="s", note=note)


def _moves(table: Table, request: MovesRequest) -> tuple[MoveOffer, ...]:
    setup, position = table.setup, table.position
    assert setup is not None and position is not None
    means = means_of(request.means)
    found: dict[object, list[Outcome]] = {}
    for number, outcome in enumerate(islice(legal_turns(setup, position, means), MOST)):
        found.setdefault(number if request.paths else outcome.position, []).append(outcome)
    moves = []
    for outcomes in found.values():
        best = min(outcomes, key=_length)
        ends = end_text(position.car(best.car.driver), best.car)
        text = line_text(best.turn, position.turn, best.card)
        moves.append(
            (
                _length(best),
                MoveOffer(
                    text,
                    ends,
                    best.seconds,
                    block_lines(setup, best.position),
                    len(outcomes),
                    _told(best.turn),
                ),
            )
        )
    moves.sort(key=lambda pair: pair[0])
    return tuple(offer for _, offer in moves)


def _told(turn: Turn) -> str:
    """The dice of a turn in words."""
    begins = {ATTACK: "time attack: ", BLOCKED: "blocked"}.get(turn.mode, "")
    wheel = "change a wheel, " if turn.wheel else ""
    names = (f"die {step.die.name}" if step.die.gear else "gas" for step in turn.steps)
    bought = (" bought" if step.die.shown == SAFE else "" for step in turn.steps)
    lines = (f" {step.line}" if step.line else "" for step in turn.steps)
    return begins + wheel + ", ".join(map("".join, zip(names, bought, lines, strict=True)))


def end_text(before: Car, car: Car) -> str:
    """Where a car is after its turn, and what it gained or spent on the way."""
    if car.status == ELIMINATED:
        return f"{car.driver} out"
    status = f" {WORD_OF[car.status]}" if car.status in WORD_OF else ""
    numbers = (("dmg", before.damage, car.damage), ("flats", before.flats, car.flats))
    taken = "".join(f" {key}={now}" for key, then, now in numbers if now != then)
    return f"{car.driver} at {car.space} g{car.gear}{status}{taken}"


def _length(outcome: Outcome) -> tuple[int, int, str]:
    turn = outcome.turn
    text = line_text(turn, card=outcome.card)
    return (len(turn.steps) + len(turn.unused), len(text), text)


def unknown_means(means: str | None) -> Finding | None:
    """The finding about dice that do not exist; None if every word has a meaning."""
    wrong = next((word for word in means_of(means).dice if word not in DICE), None)
    if wrong is None:
        return None
    help = f"dice are {', '.join(DICE)}, with blanks between them; turns also `attack`, `W`, `blocked`: `2 g`, `[2 g]`"
    return said("unknown-name", f"`{printable(wrong)}` is not a die or a kind of turn", help)


def _why_not(table: Table, request: MovesRequest, text: str) -> MovesAnswer:
    """Why a turn in question is illegal."""
    assert table.position is not None
    mover = request.mover or (driver_text(table.position.next) if table.position.next else "")
    line = text if ":" in text.split(">")[0] else f"{mover}: {text}"
    statement = one_line("rallyman", line, "one turn", "A: 2 g/i 3")
    if isinstance(statement, Finding):
        return MovesAnswer(findings=(statement,))
    if statement.kind != "drives":
        finding = Speaker("", statement).finding("unreadable", statement.node.span, "this is not a turn")
        return MovesAnswer(findings=(finding,))
    speaker = Speaker("", statement)
    try:
        return MovesAnswer(findings=turn_line(table.unasked(), speaker).findings)
    except NotationError as error:
        return MovesAnswer(findings=speaker.troubles(error))
