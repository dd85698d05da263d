"""A player's decisions in an action segment, as a record writes them. Spaces and cards are names, not yet judged."""

from model.thunder_alley.cards_seen import Discards, Hand, Joined, RaceCard, Reshuffle, TeamBar
from model.thunder_alley.position import Car, Position
from model.thunder_alley.reports import Report, Scored
from model.values import value

FORWARD, INWARD, OUTWARD = "f", "i", "o"
DIAGONAL_IN, DIAGONAL_OUT = "di", "do"
SWAP = "s"
BACKWARD = "b"
UNKNOWN = "?"


@value
class Step:
    """One step of the moving car. Everything but `kind` and `bump` is a choice or an assertion of the record.

    `lane` is the lane taken at a fork by the moving car or the front of its line; `lanes` pairs single displaced cars with
    theirs. `forks` are choices by place that hold from this step on: after ("4a", ">", "b") a car that leaves 4a takes
    lane b; after ("3a", "<", "b") a car that falls back from 3a takes lane b, and that lane counts as the line behind.
    `links` are the cars linked behind before this step, nearest first; () is the empty lane. `displaces` asserts that a car
    is displaced, `booked` the MPs of the step, `to` the space reached. `token` is the number of the path item to which the
    step belongs.
    """

    kind: str
    bump: bool = False
    lane: str | None = None
    lanes: tuple[tuple[int, str], ...] = ()
    forks: tuple[tuple[str, str, str], ...] = ()
    links: tuple[int, ...] | None = None
    displaces: bool = False
    booked: int | None = None
    to: str | None = None
    token: int = 0


@value
class Path:
    """The steps of one car. `lost_end`: the rest was not written (`...`). `open_end`: the record stops in the middle of the
    move (`left`, with `left_after` MPs if given). `placed` is the Clean Air space, `ends` the asserted last space."""

    steps: tuple[Step, ...] = ()
    lost_end: bool = False
    open_end: bool = False
    left_after: int | None = None
    placed: str | None = None
    ends: str | None = None


@value
class Activation:
    """A car and the card played for it. `card` is a card id (`riding-the-draft`), None if it is lost (`?`), `number` the number
    by which it was recorded; `car` is 0 if lost.

    Either `path` or `destination` is given. `left` is the number of MPs left if the record starts in the middle of a move.
    `second` is the other car of Teamwork with its path.
    """

    car: int
    card: str | None
    path: Path | None = None
    destination: str | None = None
    left: int | None = None
    second: tuple[int, Path] | None = None
    number: int | None = None


@value
class Pass:
    """A segment without a card: a lost or finished car is flipped. Either `car` or `team` is given."""

    car: int | None = None
    team: str | None = None


@value
class Retire:
    """A car leaves the race by its owner's choice, or because it must (TA-3.4-3, TA-3.4-4)."""

    car: int


@value
class Chosen:
    """Only the chosen car is known; the rules decide whether a pass, a retirement or a card follows."""

    car: int


Move = Activation | Pass | Retire | Chosen


@value
class Grid:
    """The cars of the grid, pole first, None for one that was not recorded; the Team Bars turned up for it as far as they were
    read, and the teams that may have won the race before, None among them if there was none."""

    cars: tuple[int | None, ...]
    bars: tuple[tuple[str, ...], ...] = ()
    winners: tuple[str | None, ...] = (None,)


@value
class Draw:
    """An event as it was recorded. `event` is its id, `bar` the colours of the Team Bar from the left as far as they were read
    (None: no bar was recorded), `cars` those written: the one picked first, then the others hit."""

    event: str
    bar: tuple[str, ...] | None = None
    cars: tuple[int, ...] = ()


@value
class Event:
    """An event is drawn: which one, None if it was not recorded. `more`: it hit further cars, which were not recorded. `bar` is
    the race card turned up for its Team Bar, None if the record does not mention one."""

    draw: Draw | None
    more: bool = False
    bar: RaceCard | None = None


@value
class Pitting:
    """One car sent to the pits; `keeps` are the markers that its owner keeps according to the record, None if it does not mention
    them."""

    car: int
    keeps: tuple[str, ...] | None = None


@value
class PitStops:
    """Cars are sent to the pits; empty if no car pits. `more`: further cars, which were not recorded."""

    cars: tuple[Pitting, ...] = ()
    more: bool = False


@value
class NewTurn:
    """The turn with this number begins."""

    number: int


@value
class Reports:
    """What a line reports after missing lines, in the order of the words."""

    reports: tuple[Report, ...]


@value
class Lay:
    """The cars are laid out: at the start of a record, or where it could not be followed. `position` has the written values and
    the unchanged ones; `given` names the facts of the race that are written (`turn`, `first`, `next` ...). A `lap` of 0, no
    `places_left`, and no `first` or `next` are not known unless they are given. `reports` has the facts stated after missing
    lines, to be compared with those known before."""

    position: Position
    given: frozenset[str]
    reports: tuple[Report, ...] = ()


@value
class RaceHeld:
    """The next race of a season is over. `cars` have their places; empty if places are not known. `written` has the
    points of all teams as stated in the record of a race that leaves something open."""

    name: str
    cars: tuple[Car, ...] = ()
    written: tuple[tuple[str, int], ...] = ()


@value
class Absent:
    """The player of a team was away in the last race of a season, with or without a substitute."""

    team: str
    substitute: bool


CardsSeen = TeamBar | Hand | Reshuffle | Joined
"""Decisions that only show cards."""

OfSeason = RaceHeld | Absent

Decision = Move | Grid | Event | PitStops | Discards | NewTurn | CardsSeen | Scored | Reports | Lay | OfSeason
"""A decision that a line of play can express."""


def has_lost_parts(move: Move) -> bool:
    """Whether part of the move was open and was not recorded."""
    if not isinstance(move, Activation):
        return False
    number, path = move.second or (-1, None)
    if move.car == 0 or move.card is None or number == 0:
        return True
    for one in (move.path, path):
        if one is not None and (one.lost_end or any([step.kind == UNKNOWN for step in one.steps])):
            return True
    return False
