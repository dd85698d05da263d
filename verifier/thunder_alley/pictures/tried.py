"""What an illegal move tried, space by space, for a drawing."""

from grammar.syntax import Statement
from model.thunder_alley.moves import (
    DIAGONAL_IN,
    DIAGONAL_OUT,
    FORWARD,
    INWARD,
    OUTWARD,
    Activation,
    Path,
    Step,
)
from model.thunder_alley.track import APRON, Track
from model.values import replace
from verifier.drawings.scene import Tried
from verifier.records.speaking import NotationError
from verifier.thunder_alley.lines.names import names_of
from verifier.thunder_alley.lines.read import MOVES, read_move
from verifier.thunder_alley.lines.terms import Table

ENDINGS = ("ends", "stop")
"""What a breach of a whole path points at."""

FORWARDS = (FORWARD, DIAGONAL_IN, DIAGONAL_OUT)


def tried(table: Table, statement: Statement) -> Tried | None:
    """The cars moved by the legal steps of an illegal move, and the space that the next step leads to; None for another
    line."""
    track = table.setup.track
    if statement.kind not in MOVES or table.position is None or track is None:
        return None
    try:
        move = read_move(statement, names_of(table.setup, table.position)).move
    except NotationError:
        return None
    if not isinstance(move, Activation) or move.path is None or not move.car:
        return None
    steps, breaches = move.path.steps, table.judged(move).breaches
    if breaches and not breaches[0].step:
        table = _in_turn(table, move.car)
        breaches = table.judged(move).breaches or breaches[:1]
    first = breaches[0] if breaches else None
    if first is None or first.token == "placed" or table.position is None:
        return None
    at = len(steps) + 1 if first.token in ENDINGS or not first.step else first.step
    if not 0 < at <= len(steps) + 1:
        return None
    begun = table.judged(replace(move, path=Path(steps[: at - 1], open_end=True), second=None))
    if not begun.outcomes:
        return None
    effects = begun.outcomes[0].effects()  # the first way, if a lane that is not written leaves several
    carried = tuple((one.who, str(one.now)) for one in effects if one.what == "space" and one.now)
    here = next((space for who, space in reversed(carried) if who == str(move.car)), None)
    here = here or table.position.space_of(move.car)
    if here and at <= len(steps):
        here = _ahead(track, here, steps[at - 1])
    elif first.token == "ends" and move.path.ends in track.index:
        here = move.path.ends
    elif first.token not in ENDINGS:
        here = ""  # no space is at fault
    return Tried(str(move.car), carried, here or "")


def _in_turn(table: Table, number: int) -> Table:
    """The table as if the car could have a segment now: a move out of turn is drawn all the same."""
    position = table.position
    car = position.car(number) if position is not None else None
    if position is None or car is None:
        return table
    return table.at(table.standing.on(replace(position.with_cars(car.turned(False)), next=car.team)))


def _ahead(track: Track, here: str, step: Step) -> str:
    """The space to which a step leads, regardless of whether it is allowed; where several are possible, the one in the lane
    that is written, else the innermost. Without any, the space itself."""
    if here not in track.index:
        return here
    space = track.index[here]
    if step.kind in FORWARDS:
        sideways = {DIAGONAL_IN: track.inside, DIAGONAL_OUT: track.outside}.get(step.kind)
        ahead = [end if sideways is None else sideways[end] for end in track.ahead[space]]
        ends = [track.spaces[end] for end in ahead if end >= 0]
        wanted = [end for end in ends if end[-1] == (step.lane or track.lane[space])]
        return next(iter((*wanted, *ends)), here)
    if step.kind == INWARD:
        beside = track.inside[space]
        return track.spaces[beside] if beside >= 0 else f"{track.sector[space]}{APRON}"
    if step.kind == OUTWARD and track.outside[space] >= 0:
        return track.spaces[track.outside[space]]
    return here
