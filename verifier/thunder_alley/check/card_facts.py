"""What a changed fact of a card does: the smallest move, hand or event that shows it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path as File

from grammar.parser import parse
from grammar.syntax import Statement
from model.card_facts import card_value
from model.ruleset import Ruleset
from model.thunder_alley.cards import CARDS, EVENTS, cards_of
from model.thunder_alley.cards_seen import Hand, RaceCard
from model.thunder_alley.facts import DATA
from model.thunder_alley.moves import FORWARD, OUTWARD, Activation, Path, Step
from model.thunder_alley.position import EVENT, Car, Position, Setup, Team, make_position
from model.thunder_alley.standing import Standing
from model.thunder_alley.tracks import from_lines
from verifier.game import Where
from verifier.records.heading import KINDS as HEADING
from verifier.rulesets.changes import Change
from verifier.rulesets.checking import Looked, Witness
from verifier.thunder_alley.check.board import ring
from verifier.thunder_alley.check.candidates import Candidate, candidate, under
from verifier.thunder_alley.check.record import picture_of, record_of
from verifier.thunder_alley.check.small import WEAR
from verifier.thunder_alley.engine import door as engine
from verifier.thunder_alley.engine.segment import speed_of
from verifier.thunder_alley.lines.line import new_table, table_line
from verifier.thunder_alley.lines.names import quoted_if_needed
from verifier.thunder_alley.lines.terms import Door, Table
from verifier.thunder_alley.spec import door as spec
from verifier.thunder_alley.spec.play import SOLO
from verifier.words import counted

AHEAD = "moves straight ahead of 1 car, and of 2 cars in line"
HANDS = "hands of one kind of card"
TURNS = "turns of 1 car, each with the event"

STRAIGHT = from_lines(
    [("sectors", ["1-20", "a", "b"]), ("ring", []), ("line", ["20"]), ("restart", ["a", "b"])], "straight-20"
)
"""A ring on which no step has a choice."""

ALONE, BEHIND, BEFORE = None, "1a", "3a"
"""Where a second car stands, if there is one; the active car is on 2a, or next to it on the apron."""

PLACE = Where("witness", File())

Line = tuple[Position | None, tuple[str, ...]]
"""A line as a judge answers it: the position after it, and the rules that it breaks."""


def look(ruleset: Ruleset, change: Change) -> Looked:
    """A position in which both judges answer otherwise with the change, or the reason without one."""
    card, fact = change.name.split(".")
    other = change.applied(ruleset)
    if card not in CARDS:
        return _drawn_often(ruleset, other, change, card)
    if fact == "count":
        return _in_hand(ruleset, other, change, card)
    found = next(_moves(ruleset, other, card, fact), None)
    if found is None:
        return Looked(AHEAD, True, limit="no other moves were tried")
    return Looked(AHEAD, True, found.witness())


def _moves(ruleset: Ruleset, other: Ruleset, id: str, fact: str) -> Iterator[Candidate]:
    """Moves with the card that the two rulesets decide otherwise, fewest cars first, then MPs."""
    setup = Setup(ring(), ruleset)
    cards = cards_of(ruleset)[id], cards_of(other)[id]
    pit = fact == "pit-speed"
    tried = product(
        (ALONE, BEHIND, BEFORE) if fact == "movement" else (ALONE,),
        (0,) if pit else sorted(WEAR, reverse=True),
    )
    for space, markers in tried:
        car = Car(1, "Red", "2p" if pit else "2a", wear=("black",) * markers)
        position = _position(car, space)
        for mps in sorted({speed_of(car, card).total for card in cards} - {0}):
            move = Activation(1, id, Path(_ahead(mps, pit=pit)))
            found = candidate(setup, other, position, move, mps)
            if found.confirmed:
                yield found


def _position(car: Car, space: str | None) -> Position:
    return make_position([car] if space is None else [car, Car(2, "Red", space)])


def _ahead(mps: int, *, pit: bool) -> tuple[Step, ...]:
    """The steps that spend these MPs straight ahead; out of the pits the first one leads onto the track."""
    steps = (Step(FORWARD),) * mps
    return (Step(OUTWARD), *steps[1:]) if pit else steps


def _in_hand(ruleset: Ruleset, other: Ruleset, change: Change, id: str) -> Looked:
    """The smallest hand of these cards that only one of the decks has."""
    position = _position(Car(1, "Red", "2a"), ALONE)
    setup = Setup(ring(), ruleset, (Team("Red", None, (1,)),))
    counts = [int(card_value(DATA, one.cards, change.name)) for one in (ruleset, other)]
    # A kind that shares a number with another has one card more under one reading.
    for number in range(1, max(counts) + 2):
        hand = Hand("Red", (RaceCard(id),) * number)
        answers = [
            [_allowed(door, one, position, hand) for door in (engine, spec)]
            for one in (setup, under(setup, other))
        ]
        if [answers[0], answers[1]] in ([[True] * 2, [False] * 2], [[False] * 2, [True] * 2]):
            line = f"hand Red {', '.join([CARDS[id].name] * number)}"
            results = ("legal", "illegal, TA-3.3") if answers[0][0] else ("illegal, TA-3.3", "legal")
            witness = Witness(
                (ruleset, other),
                record_of(setup, position, line),
                results,
                counted(number, "card"),
                picture_of(setup, position),
            )
            return Looked(HANDS, True, witness)
    return Looked(HANDS, True, limit="no hand of these cards differs")


def _drawn_often(ruleset: Ruleset, other: Ruleset, change: Change, id: str) -> Looked:
    """The fewest turns with this event that need one card more than one of the decks has."""
    counts = [int(card_value(DATA, one.cards, change.name)) for one in (ruleset, other)]
    setup = Setup(STRAIGHT, ruleset, (Team("Red", None, (1,)),))
    position = make_position([Car(1, "Red", "1a", flipped=True)], turn=2, step=EVENT)
    event = f"event {quoted_if_needed(EVENTS[id].name)}"
    record = list(record_of(setup, position, event))
    rulesets = (ruleset, other) if counts[0] > counts[1] else (other, ruleset)
    for _ in range(min(counts)):
        *_, (now, _) = _walked(new_table(rulesets[0]), _statements(record))
        card = next(card for card in cards_of(ruleset).values() if card.count and card.movement == SOLO)
        car = None if now is None else now.known_car(1)
        mps = speed_of(car, card).total if car is not None else 0
        if not mps:
            break
        record += [f"1 {card.name}: f{mps}", event]
    ways = [
        [list(_walked(replace(new_table(one), door=door), _statements(record))) for one in rulesets]
        for door in (engine, spec)
    ]
    for allowed, refused in ways:
        if allowed[-1][1] or refused[-1][1] != ("TA-3.5.2",) or len(allowed) != len(refused):
            return Looked(TURNS, True, limit="the turns before do not lead to it")
    results = ("legal", "illegal, TA-3.5.2") if counts[0] > counts[1] else ("illegal, TA-3.5.2", "legal")
    size = counted(min(counts) + 1, "event")
    return Looked(
        TURNS, True, Witness((ruleset, other), tuple(record), results, size, picture_of(setup, position))
    )


def _walked(table: Table, statements: Sequence[Statement]) -> Iterator[Line]:
    """Line by line by the judge of a table, until one breaks a rule."""
    for statement in statements:
        if statement.kind in HEADING:
            continue
        reply = table_line(table, statement, PLACE)
        table = reply.table
        broken = tuple(dict.fromkeys(rule for finding in reply.findings for rule in finding.rules))
        yield table.position, broken
        if reply.findings:
            return


def _statements(record: Sequence[str]) -> tuple[Statement, ...]:
    return parse("\n".join(record), "race").records[0].statements


def _allowed(door: Door, setup: Setup, position: Position, hand: Hand) -> bool:
    return not door.judge(setup, Standing(position), hand).breaches
