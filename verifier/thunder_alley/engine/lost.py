"""Moves with unrecorded parts: every position that a legal completion leads to."""

from model.thunder_alley.cards import cards_of, in_deck
from model.thunder_alley.moves import UNKNOWN, Activation, Path, Step
from model.thunder_alley.position import RACING, Position, Setup
from model.values import replace, value
from verifier.findings import Breach
from verifier.thunder_alley.engine.judge import SECOND_SPEED, judge
from verifier.thunder_alley.engine.listing import leaves_drawing, legal_moves, to_destination
from verifier.thunder_alley.engine.terms import Judgement, Outcome

MOST_TABLES = 256
"""Positions that are followed at once."""


@value
class Completions:
    """The outcomes of all legal completions, distinct by the position they lead to, in a fixed order; or, if there is no legal
    completion, the breaches of the one that gets furthest, or that a way leaves the drawn stretch of track. `more`: there are
    more than are kept."""

    outcomes: tuple[Outcome, ...] = ()
    breaches: tuple[Breach, ...] = ()
    more: bool = False


def _paths(move: Activation) -> list[Path]:
    return [path for path in (move.path, move.second[1] if move.second else None) if path is not None]


def completions(setup: Setup, position: Position, move: Activation) -> Completions:
    """Every way to fill in the car and the second one (number 0), the card (None), unknown steps and a lost end of this move."""
    found: dict[Position, Outcome] = {}
    furthest: Judgement | None = None
    for whole in _named(setup, position, move):
        judgement = _completed(setup, position, whole)
        for outcome in judgement.outcomes:
            found.setdefault(outcome.position, outcome)
            if len(found) > MOST_TABLES:
                return Completions(tuple(found.values())[:MOST_TABLES], (), True)
        if judgement.breaches and (furthest is None or _reach(judgement) > _reach(furthest)):
            furthest = judgement
    if found:
        return Completions(tuple(found.values()))
    if furthest is None:
        return Completions()
    if move.destination is not None or any(path.lost_end for path in _paths(move)):
        first = furthest.breaches[0]
        for whole in _named(setup, position, move):
            beyond = leaves_drawing(setup, position, whole)
            if beyond is not None:
                return Completions(breaches=(replace(beyond, step=first.step, token=first.token),))
    return Completions(breaches=furthest.breaches)


def _reach(judgement: Judgement) -> int:
    return judgement.breaches[0].step


def _named(setup: Setup, position: Position, move: Activation) -> list[Activation]:
    """The move with every car and every card that may be meant."""
    cars = (
        [move.car]
        if move.car
        else [car.number for car in position.cars if _may_be_meant(position, car.number)]
    )
    known = cards_of(setup.ruleset)
    cards = [move.card] if move.card is not None else in_deck(known.values())
    named = [replace(move, car=car, card=card) for car in cars for card in cards]
    if move.second is None or move.second[0] != 0:
        return named
    rest = move.second[1]
    return [
        replace(one, second=(number, rest)) for one in named for number in _second_cars(position, one.car)
    ]


def _second_cars(position: Position, number: int) -> list[int]:
    """The player's other cars on the track; without any, the car itself, which the judge then refuses."""
    team = _team(position, number)
    others = [
        car.number for car in position.cars if car.number != number and car.on_track and car.team == team
    ]
    return others or [number]


def _team(position: Position, number: int) -> str | None:
    car = position.car(number)
    return car.team if car is not None else None


def _may_be_meant(position: Position, number: int) -> bool:
    car = position.car(number)
    return car is not None and car.status == RACING and not car.flipped and position.next in (None, car.team)


def _completed(setup: Setup, position: Position, move: Activation) -> Judgement:
    """The judgement of a move whose car and card are known: unknown steps are any step, a lost end any rest."""
    if move.destination is not None:
        return _to_destination(setup, position, move)
    path = move.path
    if path is None or not any(one.lost_end for one in _paths(move)):
        return judge(setup, position, move)
    begun = judge(setup, position, replace(move, path=_begun(position, move.car, path.steps), second=None))
    if begun.breaches:
        return begun
    if move.second is not None:
        return _with_second(setup, position, move, path)
    legal = legal_moves(setup, position, move.car, move.card or "", Path(path.steps), move.left)
    outcomes = []
    for one in legal:
        for outcome in judge(setup, position, one.move).outcomes[:1]:
            if path.ends is None or outcome.position.space_of(move.car) == path.ends:
                outcomes.append(outcome)
    if outcomes:
        return Judgement(outcomes=tuple(outcomes))
    place = f" at `{path.ends}`" if path.ends is not None else ""
    breach = Breach(
        "TA-6.1",
        f"no legal way to go on ends{place}",
        "the MPs, the track and the cars around allow other spaces only",
        step=len(path.steps),
        token="ends" if path.ends is not None else "stop",
    )
    return Judgement((breach,))


def _begun(position: Position, number: int, steps: tuple[Step, ...] = ()) -> Path:
    """The steps of a path that may go on. A car whose place was not noted cannot go on, and the judge reports that."""
    return Path(steps, open_end=position.space_of(number) is not None)


def _to_destination(setup: Setup, position: Position, move: Activation) -> Judgement:
    """Judges a move given by its destination alone: one outcome for each legal move that ends there."""
    begun = judge(setup, position, replace(move, destination=None, path=_begun(position, move.car)))
    if begun.breaches:
        return begun
    ending = to_destination(setup, position, move)
    outcomes = tuple(outcome for one in ending for outcome in judge(setup, position, one.move).outcomes[:1])
    if outcomes:
        return Judgement(outcomes=outcomes)
    fact = f"no legal move takes {move.car} from `{position.space_of(move.car)}` to `{move.destination}`"
    reason = "the MPs, the track and the cars around allow other spaces only"
    legal = legal_moves(setup, position, move.car, move.card or "", left=move.left)
    if legal and all(one.position.space_of(move.car) is None for one in legal):
        reason = f"{move.car} finishes, and a finished car is on no space"
    return Judgement((Breach("TA-6.1", fact, reason, token="destination"),))


def _with_second(setup: Setup, position: Position, move: Activation, path: Path) -> Judgement:
    """Teamwork with the rest of one or both paths lost: every legal rest."""
    assert move.second is not None
    number, rest = move.second
    outcomes = []
    wrong: tuple[Breach, ...] = ()
    written = Path(rest.steps, open_end=True) if rest.lost_end else rest
    for first in _rests(path, cards_of(setup.ruleset)[move.card or ""].speed):
        begun = judge(setup, position, replace(move, path=first, second=(number, written)))
        if begun.breaches:
            # What forbids a filling of the first path says nothing about the others.
            about = not path.lost_end or begun.breaches[0].car == number
            wrong = wrong or (begun.breaches if about else ())
            continue
        for second in _rests(rest, SECOND_SPEED):
            judgement = judge(setup, position, replace(move, path=first, second=(number, second)))
            for breach in judgement.breaches:
                if not breach.rule:
                    wrong = (replace(breach, step=0, token="second"),)
            for outcome in judgement.outcomes:
                ends = (path, outcome.position.space_of(move.car)), (rest, outcome.position.space_of(number))
                if all(not one.lost_end or one.ends in (None, end) for one, end in ends):
                    outcomes.append(outcome)
    if outcomes:
        return Judgement(outcomes=tuple(outcomes))
    fact = f"no legal moves of {move.car} and {number} end as written"
    reason = "the MPs, the track and the cars around allow other spaces only"
    return Judgement(wrong or (Breach("TA-6.1", fact, reason, token="second"),))


def _rests(path: Path, mps: int) -> list[Path]:
    """A path with every number of unknown steps for its lost end: no step is free, so there are no more than MPs."""
    if not path.lost_end:
        return [path]
    rest = [(Step(UNKNOWN),) * count for count in range(mps + 1)]
    return [replace(path, steps=(*path.steps, *steps), lost_end=False, ends=None) for steps in rest]
