"""One random legal activation: the car takes random legal steps until its move may end."""

from random import Random

from model.thunder_alley.cards import CARDS
from model.thunder_alley.moves import FORWARD, Activation, Path
from model.thunder_alley.position import Car, Position, Setup
from model.values import replace, value
from verifier.thunder_alley.engine import legal_moves
from verifier.thunder_alley.engine.endings import Ending, endings, may_stop, second_cars
from verifier.thunder_alley.engine.judge import first_state, second_run
from verifier.thunder_alley.engine.outcome import close, key_of, moved, wear_gained
from verifier.thunder_alley.engine.run import Run, State
from verifier.thunder_alley.engine.search import Written, starts
from verifier.thunder_alley.engine.segment import speed_of
from verifier.thunder_alley.engine.steps import Taken
from verifier.thunder_alley.engine.story import resolve
from verifier.thunder_alley.engine.taking import Kind, kinds, take

MOST_TRIES = 20
"""Random walks tried before a legal move is picked from the full list; a walk may end where a move cannot."""


@value
class Played:
    """A legal activation as written, and the resulting position."""

    move: Activation
    position: Position


@value
class Liking:
    """A policy's weights for a step ahead and a bump; any other step weighs 1."""

    ahead: float = 1.0
    bump: float = 1.0

    def of(self, kind: Kind) -> float:
        name, bumps = kind
        if bumps:
            return self.bump
        return self.ahead if name == FORWARD else 1.0


WILD = Liking()
"""All steps weigh the same."""

PLAUSIBLE = Liking(ahead=8.0, bump=0.02)
"""Forward if possible, sometimes a lane change, a bump only when nothing else is left."""


def activate(rng: Random, setup: Setup, position: Position, car: Car, card: str, liking: Liking) -> Played:
    """Plays this card for this car, at random among the legal moves. The card must be playable for the car."""
    kind = CARDS[card]
    run = Run(setup, position, car, kind, speed_of(car, kind, setup.ruleset.left_out).total)
    if run.readings.lapped_by_position:
        for _ in range(MOST_TRIES):
            walked = _walk(rng, run, first_state(run, position, car, run.total), liking)
            if walked is not None:
                played = _end(rng, setup, position, run, car, card, walked, liking)
                if played is not None:
                    return played
    legal = rng.choice(legal_moves(setup, position, car.number, card))
    return Played(legal.move, legal.position)


@value
class _Walked:
    ending: Ending
    written: tuple[Written, ...]


def _walk(rng: Random, run: Run, state: State, liking: Liking) -> _Walked | None:
    """A random path with its ending; None if it reached a point where a move cannot end."""
    begun = starts(run, state)
    state, mark = begun[0] if len(begun) == 1 else rng.choice(begun)
    written: list[Written] = [(("", False), mark)] if mark.links is not None else []
    while True:
        step = None if not state.mps_left and rng.random() < 0.5 else _step(rng, run, state, liking)
        if step is None:
            break
        kind, taken = step
        state, mark = taken.state, taken.mark
        written.append((kind, mark))
    if not may_stop(run, state, goes_on=False):
        return None
    ended = endings(run, state)
    return _Walked(ended[0] if len(ended) == 1 else rng.choice(ended), tuple(written))


def _step(rng: Random, run: Run, state: State, liking: Liking) -> tuple[Kind, Taken] | None:
    """A random step of one of these kinds, chosen by weight; None if none can be taken."""
    able = kinds(run, state)
    weights = [liking.of(kind) for kind in able]
    while (place := _drawn(rng, weights)) >= 0:
        kind = able[place]
        found = take(run, state, kind)
        if found:
            return kind, found[0] if len(found) == 1 else rng.choice(found)
        weights[place] = 0.0
    return None


def _drawn(rng: Random, weights: list[float]) -> int:
    """A random index chosen by weight, as `Random.choices` does but without its lists; -1 if all weights are zero."""
    total = 0.0
    for weight in weights:
        total += weight
    if not total:
        return -1
    mark, passed = rng.random() * total, 0.0
    for place, weight in enumerate(weights):
        passed += weight
        if mark < passed:
            return place
    return len(weights) - 1


def _end(
    rng: Random,
    setup: Setup,
    position: Position,
    run: Run,
    car: Car,
    card: str,
    walked: _Walked,
    liking: Liking,
) -> Played | None:
    """The activation once the first car's path is known: adds the second car of Teamwork and the position."""
    path = _path(run, walked)
    able = second_cars(run, walked.ending.state)
    if not able:
        after = moved(run, key_of(walked.ending.state))
        return Played(
            Activation(car.number, card, path), close(setup, position, after, car.number, wear_gained(run))
        )
    number = rng.choice(able)
    run2, state2 = second_run(setup, position, run, walked.ending, number)
    second = _walk(rng, run2, state2, liking)
    if second is None:
        return None
    after = moved(run2, key_of(second.ending.state))
    move = Activation(car.number, card, path, second=(number, _path(run2, second)))
    return Played(move, close(setup, position, after, car.number, wear_gained(run)))


def _path(run: Run, walked: _Walked) -> Path:
    path = resolve(run, walked.written)
    placed = walked.ending.placed
    return path if placed is None else replace(path, placed=run.track.spaces[placed])
