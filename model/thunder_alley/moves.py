"""What a player can decide in an action segment, as a record writes it. Spaces and cards are names, not yet judged."""

from model.values import value

FORWARD, INWARD, OUTWARD = "f", "i", "o"
DIAGONAL_IN, DIAGONAL_OUT = "di", "do"
SWAP = "s"
BACKWARD = "b"
UNKNOWN = "?"


@value
class Step:
    """One step of the car that moves; everything but `kind` and `bump` is a choice or an assertion of the record.

    `lane` is the lane taken at the fork met in this step by the moving car or the front of its line, `lanes` that of
    single displaced cars, `forks` choices by place: ("4a", ">", "b") whoever leaves 4a takes lane b, ("3a", "<", "b")
    whoever falls back from 3a takes lane b and that lane counts as the line behind; they hold from this step on.
    `links` are the cars linked behind before this step, nearest first; () is the empty lane.
    `displaces` asserts that a car is displaced, `booked` the MPs of the step, `to` the space reached.
    `token` is the number of the written path item that the step belongs to.
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
    """The steps of one car. `lost_end`: the rest was not written (`...`). `open_end`: the move stops here, in the
    middle (`left`, with `left_after` MPs if given). `placed` is the Clean Air space, `ends` the asserted last space."""

    steps: tuple[Step, ...] = ()
    lost_end: bool = False
    open_end: bool = False
    left_after: int | None = None
    placed: str | None = None
    ends: str | None = None


@value
class Activation:
    """A car and the card played for it. `card` is a card id (`riding-the-draft`), None when it is lost (`?`); a lost `car` is 0.

    Either `path` or `destination` is given. `left` says that the record starts in mid-move with so many MPs.
    `second` is the other car of Teamwork with its path.
    """

    car: int
    card: str | None
    path: Path | None = None
    destination: str | None = None
    left: int | None = None
    second: tuple[int, Path] | None = None


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
