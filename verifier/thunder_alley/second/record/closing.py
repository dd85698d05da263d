"""The end of a turn as a record tells it: an event, pit stops, and what follows by itself."""

from dataclasses import replace

from grammar.syntax import Statement
from model.thunder_alley.position import ACTION, OVER, PITS, RACING, Position, Setup
from verifier.second import NotJudgedError
from verifier.thunder_alley.lines.event import read_event
from verifier.thunder_alley.lines.names import names_of
from verifier.thunder_alley.lines.pits import read_pits
from verifier.thunder_alley.second.record.state import Next, State, story_of
from verifier.thunder_alley.spec.event_lines import read_outcomes
from verifier.thunder_alley.spec.place import racing
from verifier.thunder_alley.spec.refute import moment as moment_of
from verifier.thunder_alley.spec.refute_steps import Drawn, Moment, Moved, Stops
from verifier.thunder_alley.spec.resolution import EventOutcome
from verifier.thunder_alley.spec.sequence import Pitted, turn_fits
from verifier.thunder_alley.spec.turn import after_action, after_event, after_pits


def after_the_action(setup: Setup, state: State) -> State:
    """The table once every car that drives is flipped (TA-3.5.1, TA-10.1); a lost one may be passed with later on."""
    position = state.position
    if position.step != ACTION or any(car.status == RACING and not car.flipped for car in position.cars):
        return state
    return state.on(after_action(setup, position))


def without_stops(setup: Setup, state: State) -> list[State]:
    """The tables when only discards are to come; who has told no pit stops made none."""
    if state.position.step != PITS:
        return [state]
    tables = after_pits(setup, state.position, ()).outcomes
    return [replace(state, position=table, moved=None, stops=Stops(state.position, ())) for table in tables]


def draw_event(setup: Setup, state: State, statement: Statement) -> Next:
    """The event of a line, on the table after the action phase."""
    state = after_the_action(setup, state)
    written = read_event(statement, names_of(setup, state.position))
    draw = written.event.draw
    if draw is None or written.event.more:
        raise NotJudgedError("the solver does not follow an event that is not noted")
    found = read_outcomes(setup, state.position, draw.event, draw.bar, draw.cars)
    tables = dict.fromkeys(found.fitting)
    if len({_unmarked(one.position) for one in tables}) > 1:
        raise NotJudgedError(f"{len(tables)} tables can come of an event")
    # Tables that differ in the colour of a marker alone are all followed: a reading leaves it open.
    drawn = Drawn(state.position, draw.event, tuple(draw.bar) if draw.bar else None, tuple(draw.cars))
    return found.rules, [State(_settled(setup, one), drawn=drawn) for one in tables]


def _settled(setup: Setup, outcome: EventOutcome) -> Position:
    """The table after an event; without a track nobody is lined up."""
    position = outcome.position
    if setup.track is None and position.step != OVER and racing(position):
        return replace(position, step=PITS)
    found = after_event(setup, outcome)
    if len(found.outcomes) != 1:
        raise NotJudgedError(
            f"{len(found.outcomes)} positions can follow an event; left open: {', '.join(found.open)}"
        )
    return found.outcome


def _unmarked(position: Position) -> Position:
    return position.with_cars(*(replace(car, wear=()) for car in position.cars))


def send_to_pits(setup: Setup, state: State, statement: Statement) -> Next:
    """The cars of a `pit` line, together with those of earlier ones of the turn."""
    order = turn_fits(story_of(setup, state, Pitted()))
    if not order.legal:
        return order.rules, []
    if any(leaf.kind == "UNKNOWN" for leaf in statement.node.leaves()):
        raise NotJudgedError("the solver does not look for cars that are not written")
    written = [one.pitting for one in read_pits(statement, names_of(setup, state.position))]
    before = state.stops or Stops(state.position, ())
    if state.stops is not None and bool(before.pits) != bool(written):
        return ("TA-9.1",), []  # nobody pitted, and somebody did
    pits = (*before.pits, *(one.car for one in written))
    kept = (*before.kept, *((one.car, one.keeps or ()) for one in written))
    found = after_pits(setup, before.table, pits, dict(kept))
    stops = Stops(before.table, pits, kept)
    return found.rules, [replace(state, position=one, moved=None, stops=stops) for one in found.outcomes]


def moment(setup: Setup, state: State) -> Moment:
    """What a line can speak of here."""
    moves = (Moved(*state.moved, state.position),) if state.moved is not None else ()
    return moment_of(setup, state.position, moves, state.stops, state.drawn)
