"""What a car can do with a card: every distinct outcome with a shortest notation, all paths, and the moves nearest to an
illegal claim."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, takewhile

from model.thunder_alley.cards import cards_of
from model.thunder_alley.moves import INWARD, OUTWARD, UNKNOWN, Activation, Path, Step
from model.thunder_alley.position import Position, Setup
from model.values import replace, value
from verifier.findings import Breach
from verifier.thunder_alley.engine.choices import NO_MARK
from verifier.thunder_alley.engine.endings import Ending, second_cars
from verifier.thunder_alley.engine.judge import judge, second_run, walk
from verifier.thunder_alley.engine.linking import starts
from verifier.thunder_alley.engine.outcome import Key, close, key_of, moved, worn_out
from verifier.thunder_alley.engine.run import Run, State
from verifier.thunder_alley.engine.search import Trail, Tree, explore, spelled
from verifier.thunder_alley.engine.segment import left_at_start, may_play
from verifier.thunder_alley.engine.story import resolve
from verifier.thunder_alley.engine.taking import beyond_drawing
from verifier.thunder_alley.engine.terms import LegalMove

MOST_COMPARED = 4000
"""How many complete paths are examined for the legal moves nearest to a claim."""


@value
class Found:
    """A shortest way to a position: the path of the first car, and the second car of Teamwork with its path. `paths` is how
    many ways lead to this position, `left` the MPs that the first car has left."""

    run: Run
    last_run: Run
    ending: Ending
    path: Path
    second: tuple[int, Path] | None
    paths: int
    left: int

    @property
    def key(self) -> Key:
        return key_of(self.ending.state)


def _open(setup: Setup, position: Position, move: Activation) -> tuple[Run, State] | None:
    """The run and first state for this car and card; None if the car cannot be activated or its place is unknown."""
    car = position.car(move.car)
    if (
        car is None
        or move.card is None
        or car.space is None
        or setup.track is None
        or may_play(setup, position, car)
    ):
        return None
    card = cards_of(setup.ruleset)[move.card]
    _, left, wrong = left_at_start(setup, car, card, move)
    if wrong:
        return None
    run = Run(setup, position, car, card, left)
    return run, run.start()


def _trees(
    run: Run, state: State, steps: tuple[Step, ...], *, offered: bool = False
) -> Iterator[tuple[Tree, Path]]:
    """For each way to take these steps, everything that can follow it, and the steps as they then have to be written; nothing
    if they are illegal."""
    if not steps:
        yield explore(run, starts(run, state), offered=offered), Path()
        return
    for way in walk(run, state, steps)[0]:
        yield explore(run, [(way.state, NO_MARK)], offered=offered), resolve(run, way.written)


def _shortest_of(tree: Tree, found: list[tuple[State, Ending]]) -> tuple[Trail, Ending]:
    """The shortest way to a position that several states lead to."""
    ranked = [(*tree.shortest(state), ending) for state, ending in found]
    _, _, trail, ending = min(
        ranked,
        key=lambda way: (
            *way[:2],
            way[3].placed is not None,
            [(spelled(kind), bump) for (kind, bump), _ in way[2]],
        ),
    )
    return trail, ending


def _path(run: Run, prefix: Path, trail: Trail, ending: Ending) -> Path:
    steps = resolve(run, trail).steps
    if prefix.steps:
        steps = tuple(replace(step, token=number) for number, step in enumerate((*prefix.steps, *steps)))
    placed = None if ending.placed is None else run.track.spaces[ending.placed]
    return Path(steps, placed=placed)


def _found(
    setup: Setup, position: Position, run: Run, state: State, steps: tuple[Step, ...]
) -> Iterator[Found]:
    """One shortest way to each position that a first car, followed by the second car of Teamwork, can reach."""
    for tree, prefix in _trees(run, state, steps):
        for endings in tree.finals.values():
            trail, ending = _shortest_of(tree, endings)
            path = _path(run, prefix, trail, ending)
            paths = sum(tree.count(final) for final, _ in endings)
            able = second_cars(run, ending.state)
            if not able:
                yield Found(run, run, ending, path, None, paths, ending.state.mps_left)
            for number in able:
                yield from _with_second(setup, position, run, ending, path, number, paths)


def _with_second(
    setup: Setup, position: Position, run: Run, ending: Ending, path: Path, number: int, paths: int
) -> Iterator[Found]:
    """One shortest way to each position that the second car of Teamwork can reach."""
    run2, state2 = second_run(setup, position, run, ending, number)
    tree = explore(run2, starts(run2, state2))
    for endings in tree.finals.values():
        trail, ending2 = _shortest_of(tree, endings)
        count = sum(tree.count(final) for final, _ in endings)
        second = (number, _path(run2, Path(), trail, ending2))
        yield Found(run, run2, ending2, path, second, paths * count, ending.state.mps_left)


def legal_moves(
    setup: Setup, position: Position, car: int, card: str, path: Path | None = None, left: int | None = None
) -> list[LegalMove]:
    """Every legal outcome for this car and card, distinct by the position it leads to, each with one shortest notation.

    With `path`, only the moves that begin with its steps; with `left`, from the middle of a move with that many MPs. Empty
    if the car cannot be activated with a card. Sorted by length of the move, then by its steps.
    """
    move = Activation(car, card, path, left=left)
    opened = _open(setup, position, move)
    if opened is None:
        return []
    run, state = opened
    best: dict[Position, LegalMove] = {}
    if not run.readings.lapped_by_position:
        return _one_by_one(setup, position, move, run, state)
    for found in _found(setup, position, run, state, path.steps if path else ()):
        after = close(setup, position, moved(found.last_run, found.key), car, run.wear)
        written = Activation(car, card, found.path, left=left, second=found.second)
        spent = run.total - found.left
        _keep(best, LegalMove(written, after, spent, found.paths))
    return sorted(best.values(), key=lambda legal: _length(legal.move))


def ending_spaces(setup: Setup, position: Position, car: int, card: str) -> tuple[str, ...]:
    """The spaces where a car can end with a card, in track order; none if its marker puts the car out. Mostly much faster than
    the list of its moves."""
    opened = _open(setup, position, Activation(car, card))
    if opened is None:
        return ()
    run, state = opened
    mover = position.known_car(car)
    worn = replace(mover, wear=(*mover.wear, run.wear)) if run.wear else mover
    if run.readings.out_at_once and worn_out(setup, worn):
        return ()
    code = run.codes[car]
    found = {key.cells.find(code) for key in _positions(setup, position, run, state)}
    return tuple(name for space, name in enumerate(run.track.spaces) if space in found)


def _positions(setup: Setup, position: Position, run: Run, state: State) -> Iterator[Key]:
    """The positions that a car can reach. The second car of Teamwork may push the first one on."""
    for tree, _ in _trees(run, state, ()):
        for key, [(_, ending), *_] in tree.finals.items():
            able = second_cars(run, ending.state)
            if not able:
                yield key
            for number in able:
                run2, state2 = second_run(setup, position, run, ending, number)
                yield from explore(run2, starts(run2, state2)).finals


def to_destination(setup: Setup, position: Position, move: Activation) -> list[LegalMove]:
    """The legal moves of a car with a card that end in the space of this move."""
    legal = legal_moves(setup, position, move.car, move.card or "", left=move.left)
    return [other for other in legal if other.position.space_of(move.car) == move.destination]


def _keep(best: dict[Position, LegalMove], move: LegalMove) -> None:
    """Adds a move to those found, keeping the shorter one of two that lead to the same position."""
    known = best.get(move.position)
    if known is not None:
        shorter = min(known, move, key=lambda legal: _length(legal.move))
        move = replace(shorter, paths=known.paths + move.paths)
    best[move.position] = move


def _one_by_one(
    setup: Setup, position: Position, move: Activation, run: Run, state: State
) -> list[LegalMove]:
    """The legal moves if the path matters to the position: which cars are lapped depends on the sectors that the leader itself
    has entered (lapped-trigger: on-entry)."""
    prefix = (move.path or Path()).steps
    best: dict[Position, LegalMove] = {}
    for path, second in _every(setup, position, run, state, prefix):
        written = replace(move, path=path, second=second)
        for outcome in judge(setup, position, written).outcomes:
            _keep(best, LegalMove(written, outcome.position, outcome.spent, 1))
    return sorted(best.values(), key=lambda legal: _length(legal.move))


def _length(move: Activation) -> tuple[int, str, str]:
    path = move.path or Path()
    second = "" if move.second is None else f"{move.second[0]:03d}{_spell(move.second[1])}"
    steps = len(path.steps) + (len(move.second[1].steps) if move.second else 0)
    return steps + bool(path.placed), _spell(path), second


def _spell(path: Path) -> str:
    return " ".join(
        f"{spelled(s.kind)}{s.lane or ''}{s.lanes or ''}{s.links or ''}{s.bump or ''}" for s in path.steps
    ) + (path.placed or "")


def leaves_drawing(setup: Setup, position: Position, move: Activation) -> Breach | None:
    """Reports that a way to go on from the known beginning of a move leads off the drawn stretch of track, so that legal moves
    may be missing from a list; None if no way does."""
    opened = _open(setup, position, move)
    if opened is None:
        return None
    run, state = opened
    # A ring has no open end.
    trees = () if run.track.ring else _ways_on(setup, position, run, state, move)
    found = (beyond_drawing(tree.run, reached, UNKNOWN) for tree in trees for reached in tree.edges)
    return next((breach for breach in found if breach is not None), None)


def _ways_on(setup: Setup, position: Position, run: Run, state: State, move: Activation) -> Iterator[Tree]:
    """Everything that can follow the known beginning of a move, and after each end the known beginning of the second car of
    Teamwork."""
    wanted, path = move.second or (None, Path())
    for tree, _ in _trees(run, state, _known(move.path or Path())):
        yield tree
        for (_, ending), *_ in tree.finals.values():
            for number in second_cars(run, ending.state):
                if wanted in (None, number):
                    second = second_run(setup, position, run, ending, number)
                    yield from (tree for tree, _ in _trees(*second, _known(path)))


def _known(path: Path) -> tuple[Step, ...]:
    """The steps of a path before the first unknown one."""
    return tuple(takewhile(lambda step: step.kind != UNKNOWN, path.steps))


def all_paths(
    setup: Setup, position: Position, car: int, card: str, limit: int, begun: tuple[Step, ...] = ()
) -> list[Activation]:
    """The first `limit` legal paths for this car and card that begin with these steps, in a fixed order. Fork choices and
    endings count one by one."""
    opened = _open(setup, position, Activation(car, card, Path(begun) if begun else None))
    if opened is None:
        return []
    every = _every(setup, position, *opened, begun)
    found = (Activation(car, card, path, second=second) for path, second in every)
    return list(islice(found, limit))


def _every(
    setup: Setup, position: Position, run: Run, state: State, steps: tuple[Step, ...] = ()
) -> Iterator[tuple[Path, tuple[int, Path] | None]]:
    """Every complete path that begins with these steps, not only one for each position, and the second car with its path."""
    for tree, prefix in _trees(run, state, steps):
        for path, ending in _complete(run, tree, prefix):
            able = second_cars(run, ending.state)
            if not able:
                yield path, None
            for number in able:
                run2, state2 = second_run(setup, position, run, ending, number)
                for path2, _ in _complete(run2, explore(run2, starts(run2, state2)), Path()):
                    yield path, (number, path2)


def _complete(run: Run, tree: Tree, prefix: Path) -> Iterator[tuple[Path, Ending]]:
    for endings in tree.finals.values():
        for state, ending in endings:
            for trail in tree.trails(state):
                yield _path(run, prefix, trail, ending), ending


def nearest(setup: Setup, position: Position, move: Activation, limit: int = 3) -> list[LegalMove]:
    """The legal moves closest to an illegal claim, with the same car and card: those that keep most of its steps first,
    distinct by the position they lead to. Empty if no card can be played for the car."""
    opened = _open(setup, position, move) or _open(setup, position, replace(move, left=None))
    if opened is None:
        return []
    run, state = opened
    claimed = (move.path or Path()).steps
    for kept in range(len(claimed), -1, -1):
        found = list(_limited(run, state, claimed[:kept]))
        if found:
            break
    if move.path is not None and move.path.open_end:
        return _closest_parts(setup, position, move, [path for path, _ in found], limit)
    found.sort(key=lambda way: (_distance(claimed, way[0].steps), len(way[0].steps), _spell(way[0])))
    return _closest(setup, position, move, run, found, limit)


def _closest_parts(
    setup: Setup, position: Position, move: Activation, paths: list[Path], limit: int
) -> list[LegalMove]:
    """The same for a path that stops in the middle: beginnings of complete paths, with the MPs left there if the claim has
    them."""
    claim = move.path or Path()
    parts = {path.steps[:count] for path in paths for count in range(1, len(path.steps) + 1)}
    nearest_first = sorted(
        parts, key=lambda steps: (_distance(claim.steps, steps), len(steps), _spell(Path(steps)))
    )
    chosen: dict[Position, LegalMove] = {}
    for steps in nearest_first:
        written = replace(move, path=Path(steps, open_end=True))
        outcomes = judge(setup, position, written).outcomes
        if len(outcomes) != 1:
            continue
        outcome = outcomes[0]
        if claim.left_after is not None:
            written = replace(written, path=Path(steps, open_end=True, left_after=outcome.left))
        chosen.setdefault(outcome.position, LegalMove(written, outcome.position, outcome.spent, 1))
        if len(chosen) == limit:
            break
    return list(chosen.values())


def _closest(
    setup: Setup, position: Position, move: Activation, run: Run, found: list[tuple[Path, Ending]], limit: int
) -> list[LegalMove]:
    chosen: dict[Position, LegalMove] = {}
    for path, ending in found:
        if len(chosen) == limit:
            break
        second: tuple[int, Path] | None = None
        last_run, last = run, ending
        able = second_cars(run, ending.state)
        if able:
            number = move.second[0] if move.second and move.second[0] in able else able[0]
            run2, state2 = second_run(setup, position, run, ending, number)
            wanted = move.second[1].steps if move.second else ()
            options = list(_limited(run2, state2, ()))
            if not options:
                continue
            path2, last = min(options, key=lambda way: (_distance(wanted, way[0].steps), _spell(way[0])))
            second, last_run = (number, path2), run2
        left = move.left if move.left == run.total else None
        written = Activation(move.car, move.card, path, left=left, second=second)
        after = close(setup, position, moved(last_run, key_of(last.state)), move.car, run.wear)
        if not run.readings.lapped_by_position:
            after = judge(setup, position, written).outcomes[0].position
        chosen.setdefault(after, LegalMove(written, after, run.total - ending.state.mps_left, 1))
    return list(chosen.values())


def _limited(run: Run, state: State, steps: tuple[Step, ...]) -> Iterable[tuple[Path, Ending]]:
    trees = _trees(run, state, steps, offered=True)
    complete = (found for tree, prefix in trees for found in _complete(run, tree, prefix))
    yield from islice(complete, MOST_COMPARED)


def _change(written: Step, other: Step) -> int:
    """How much it changes a step to write another one in its place: little if only the lane, the bump or the side differs."""
    if written.kind != other.kind:
        return 1 if {written.kind, other.kind} == {INWARD, OUTWARD} else 2
    return int((written.lane, written.bump) != (other.lane, other.bump))


def _distance(written: Sequence[Step], other: Sequence[Step]) -> int:
    """How much it takes to turn one row of steps into the other: 2 for each step to add or drop, up to 2 to change one."""
    row = [2 * count for count in range(len(other) + 1)]
    for i, a in enumerate(written, 1):
        previous, row[0] = row[0], 2 * i
        for j, b in enumerate(other, 1):
            previous, row[j] = row[j], min(row[j] + 2, row[j - 1] + 2, previous + _change(a, b))
    return row[-1]
