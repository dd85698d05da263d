"""What a player can decide in an action segment, as a record writes it. Spaces and cards are names, not yet judged."""

from dataclasses import dataclass
from typing import Final, final

from model.values import value

FORWARD, INWARD, OUTWARD = "f", "i", "o"
DIAGONAL_IN, DIAGONAL_OUT = "di", "do"
SWAP = "s"
BACKWARD = "b"
UNKNOWN = "?"


@final
@dataclass(slots=True, unsafe_hash=True, init=False)
class Step:
    """One step of the car that moves; everything but `kind` and `bump` is a choice or an assertion of the record.

    `lane` is the lane taken at the fork met in this step by the moving car or the front of its line, `lanes` that of
    single displaced cars, `forks` choices by place: ("4a", ">", "b") whoever leaves 4a takes lane b, ("3a", "<", "b")
    whoever falls back from 3a takes lane b and that lane counts as the line behind; they hold from this step on.
    `links` are the cars linked behind before this step, nearest first; () is the empty lane.
    `displaces` asserts that a car is displaced, `booked` the MPs of the step, `to` the space reached.
    `token` is the number of the written path item that the step belongs to.
    """

    kind: Final[str]
    bump: Final[bool]
    lane: Final[str | None]
    lanes: Final[tuple[tuple[int, str], ...]]
    forks: Final[tuple[tuple[str, str, str], ...]]
    links: Final[tuple[int, ...] | None]
    displaces: Final[bool]
    booked: Final[int | None]
    to: Final[str | None]
    token: Final[int]

    def __init__(
        self,
        kind: str,
        bump: bool = False,
        lane: str | None = None,
        lanes: tuple[tuple[int, str], ...] = (),
        forks: tuple[tuple[str, str, str], ...] = (),
        links: tuple[int, ...] | None = None,
        displaces: bool = False,
        booked: int | None = None,
        to: str | None = None,
        token: int = 0,
    ) -> None:
        self.kind = kind
        self.bump = bump
        self.lane = lane
        self.lanes = lanes
        self.forks = forks
        self.links = links
        self.displaces = displaces
        self.booked = booked
        self.to = to
        self.token = token


@final
@dataclass(slots=True, unsafe_hash=True, init=False)
class Path:
    """The steps of one car. `lost_end`: the rest was not written (`...`). `open_end`: the move stops here, in the
    middle (`left`, with `left_after` MPs if given). `placed` is the Clean Air space, `ends` the asserted last space."""

    steps: Final[tuple[Step, ...]]
    lost_end: Final[bool]
    open_end: Final[bool]
    left_after: Final[int | None]
    placed: Final[str | None]
    ends: Final[str | None]

    def __init__(
        self,
        steps: tuple[Step, ...] = (),
        lost_end: bool = False,
        open_end: bool = False,
        left_after: int | None = None,
        placed: str | None = None,
        ends: str | None = None,
    ) -> None:
        self.steps = steps
        self.lost_end = lost_end
        self.open_end = open_end
        self.left_after = left_after
        self.placed = placed
        self.ends = ends


@final
@dataclass(slots=True, unsafe_hash=True, init=False)
class Activation:
    """A car and the card played for it. `card` is a card id (`riding-the-draft`), None when it is lost (`?`); a lost `car` is 0.

    Either `path` or `destination` is given. `left` says that the record starts in mid-move with so many MPs.
    `second` is the other car of Teamwork with its path.
    """

    car: Final[int]
    card: Final[str | None]
    path: Final[Path | None]
    destination: Final[str | None]
    left: Final[int | None]
    second: Final[tuple[int, Path] | None]

    def __init__(
        self,
        car: int,
        card: str | None,
        path: Path | None = None,
        destination: str | None = None,
        left: int | None = None,
        second: tuple[int, Path] | None = None,
    ) -> None:
        self.car = car
        self.card = card
        self.path = path
        self.destination = destination
        self.left = left
        self.second = second


@value
class Pass:
    """A segment without a card: a lost or finished car is flipped. One of `car`, `team` is given."""

    car: int | None = None
    team: str | None = None


@value
class Retire:
    """A car leaves the race by its owner's will, or because it must (TA-3.4-3, TA-3.4-4)."""

    car: int


@value
class Chosen:
    """Only the choice of the car is said; whether a pass, a retirement or a card follows is left to the rules."""

    car: int


Move = Activation | Pass | Retire | Chosen
