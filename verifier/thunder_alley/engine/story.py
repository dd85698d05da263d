"""From the compiled ways of an activation back to names: outcomes, the cars moved, the steps as they are written."""

from functools import cached_property, lru_cache
from typing import final

from model.thunder_alley.moves import Activation, Path, Step
from model.thunder_alley.position import FINISHED, Car, Position, Setup
from model.values import value
from verifier.findings import Breach
from verifier.thunder_alley.engine.choices import NO_MARK, Mark
from verifier.thunder_alley.engine.displacement import Moved
from verifier.thunder_alley.engine.effects import with_joins
from verifier.thunder_alley.engine.endings import Ending
from verifier.thunder_alley.engine.order import leader, progress, sector_of
from verifier.thunder_alley.engine.outcome import close, key_of, moved, watch
from verifier.thunder_alley.engine.readings import compile_readings
from verifier.thunder_alley.engine.run import GHOST, Run, State, in_race
from verifier.thunder_alley.engine.search import ROOT, Written
from verifier.thunder_alley.engine.segment import Speed
from verifier.thunder_alley.engine.taking import Kind
from verifier.thunder_alley.engine.terms import MOVES, After, Judgement, Outcome, Shift


@value
class Way:
    """One way to carry out the steps so far: the state reached, the way before its last step, that step as it has to be
    written, the cars moved by it. The beginning of a movement has no step."""

    state: State
    before: "Way | None" = None
    kind: Kind = ROOT
    mark: Mark = NO_MARK
    moved: tuple[Moved, ...] = ()

    def _whole(self) -> "list[Way]":
        """This way after each of its steps, from the beginning."""
        found: list[Way] = []
        way: Way | None = self
        while way is not None:
            found.append(way)
            way = way.before
        found.reverse()
        return found

    def last(self, count: int) -> "list[Way]":
        """This way after each of its last `count` steps."""
        found: list[Way] = []
        way: Way | None = self
        while way is not None and len(found) < count:
            found.append(way)
            way = way.before
        found.reverse()
        return found

    @property
    def states(self) -> tuple[State, ...]:
        """The state at the beginning and after each step."""
        return tuple([way.state for way in self._whole()])

    @property
    def written(self) -> tuple[Written, ...]:
        """The beginning and each step as they have to be written."""
        return tuple([(way.kind, way.mark) for way in self._whole()])

    @property
    def shifts(self) -> tuple[tuple[Moved, ...], ...]:
        """The cars moved by each step."""
        return tuple([way.moved for way in self._whole()[1:]])


@value
class Part:
    """The movement of one car: its run, the ways that are left with their endings, or the breaches."""

    run: Run
    ways: list[tuple[Way, Ending]]
    breaches: tuple[Breach, ...] = ()


def gather(
    setup: Setup,
    position: Position,
    move: Activation,
    speed: Speed,
    found: list[tuple[Part, Way, Ending, tuple[Part, Way, Ending] | None]],
) -> Judgement:
    """One outcome for each distinct position."""
    if len(found) == 1:
        part, way, ending, second = found[0]
        return Judgement(outcomes=(_outcome(setup, position, move, speed, part, way, ending, second),))
    outcomes: dict[Position, Outcome] = {}
    for part, way, ending, second in found:
        outcome = _outcome(setup, position, move, speed, part, way, ending, second)
        outcomes.setdefault(outcome.position, outcome)
    return Judgement(outcomes=tuple(outcomes.values()), open_at=_parting([way for _, way, _, _ in found]))


def _parting(ways: list[Way]) -> int:
    """The first step at which the ways lead to different states, 0 if it is not in the first car's path."""
    for number, states in enumerate(zip(*[way.states[1:] for way in ways], strict=True), 1):
        if len(set(states)) > 1:
            return number
    return 0


def _outcome(
    setup: Setup,
    position: Position,
    move: Activation,
    speed: Speed,
    part: Part,
    way: Way,
    ending: Ending,
    second: tuple[Part, Way, Ending] | None,
) -> Outcome:
    run = part.run
    last_run, last = (second[0].run, second[2].state) if second is not None else (run, ending.state)
    after = moved(last_run, key_of(last))
    path = move.path or Path()
    told = Told((run, way, ending), None if second is None else (second[0].run, second[1], second[2]))
    after = (
        watch(setup, position, after, told)
        if path.open_end
        else close(setup, position, after, move.car, run.wear, told)
    )
    return Outcome(
        position=after,
        effect=MOVES,
        move=move,
        complete=not path.open_end,
        movement=run.movement,
        pit_exit=run.pit_exit,
        speed=speed.printed,
        penalty=speed.penalty,
        total=speed.total,
        spent=run.total - way.state.mps_left,
        left=way.state.mps_left,
        wear=run.wear,
        story=told,
        finished=_finished(position, after) if last.finished else (),
        turn_leaders=_led_more(position, after) if last.finished else (),
    )


Driven = tuple[Run, Way, Ending]
"""The movement of one car: how it was carried out, and how it ended."""


@final
class Told:
    """The story of a move, put into names on demand: few of the moves of a race ever need it."""

    def __init__(self, first: Driven, second: Driven | None) -> None:
        self._parts = (first,) if second is None else (first, second)

    @cached_property
    def _told(self) -> tuple[tuple[Shift, ...], tuple[After, ...]]:
        shifts: tuple[Shift, ...] = ()
        steps: tuple[After, ...] = ()
        for part in self._parts:
            more, later = _story(*part, len(steps))
            shifts, steps = shifts + more, steps + later
        return shifts, steps

    def marked(self) -> frozenset[int]:
        """The cars that were given a Lap-down marker on the way and have it still (lapped-trigger: on-entry)."""
        return _marked(self._parts[0][0], self)

    @property
    def shifts(self) -> tuple[Shift, ...]:
        """The cars carried from one space to another, in order."""
        return self._told[0]

    @property
    def steps(self) -> tuple[After, ...]:
        """The positions after each step."""
        return self._told[1]


def _finished(before: Position, after: Position) -> tuple[tuple[int, int], ...]:
    """Cars that finished in this move with their places, first place first."""
    new = [
        (new.place, new.number)
        for old, new in zip(before.cars, after.cars, strict=True)
        if new.status == FINISHED and old.status != FINISHED and new.place is not None
    ]
    return tuple((number, place) for place, number in sorted(new))


def _led_more(before: Position, after: Position) -> tuple[int, ...]:
    return tuple(
        new.number for old, new in zip(before.cars, after.cars, strict=True) for _ in range(new.led - old.led)
    )


def _story(run: Run, way: Way, ending: Ending, offset: int) -> tuple[tuple[Shift, ...], tuple[After, ...]]:
    """The cars moved and the position after each step, in names."""
    names = run.track.spaces
    told: list[Shift] = []

    def name(space: int) -> str:
        return names[space] if space >= 0 else f"{names[run.exit_space][:-1]}p"

    groups = [*way.shifts, ending.shifts] if ending.shifts else list(way.shifts)
    for number, shifts in enumerate(groups, offset + 1):
        told += [
            Shift(run.numbers[code], name(start), name(end), rule, number)
            for code, start, end, rule in shifts
            if code != GHOST
        ]
    states = [*way.states[1:], ending.state] if ending.shifts else way.states[1:]
    tables = tuple([After(run.total - state.mps_left, run, state) for state in states])
    return tuple(with_joins(run, told)), tables


def _marked(run: Run, told: Told) -> frozenset[int]:
    """Cars with a Lap-down marker after the last step: marked where the leader itself drove into their sector, unmarked where
    they or the leader moved and it is no longer a lap ahead (lapped-trigger: on-entry), or the lead has passed to a car that
    has not lapped them (lapped-new-leader)."""
    setup, before = run.setup, run.position
    assert setup.track is not None
    a_lap = len(setup.track.sectors)
    readings = compile_readings(setup.ruleset)
    on_same_lap = not readings.lapped_by_crossings
    # If markers are kept, earlier ones are checked at the end.
    marked = {car.number for car in before.cars if car.lap_down and readings.lapped_reevaluated}
    then = before
    for step in told.steps:
        now = step.position
        first = now.car(leader(setup, now) or 0)
        if first is None:
            then = now
            continue
        moved_on = first.space != _space(then, first)
        drove = moved_on and first.number == step.mover
        new_leader = leader(setup, then) != first.number
        for car in filter(in_race, now.cars):
            same_lap = on_same_lap and car.crossed == first.crossed
            if car.number == first.number:
                marked.discard(car.number)
            elif car.number in marked:
                down = progress(setup.track, first) - progress(setup.track, car) >= a_lap
                level = same_lap and sector_of(car) == sector_of(first)
                stirred = moved_on or car.space != _space(then, car)
                if not (down or level) if new_leader else stirred and not (down or same_lap):
                    marked.discard(car.number)
            elif drove and sector_of(car) == sector_of(first) and (same_lap or car.crossed < first.crossed):
                marked.add(car.number)
        then = now
    return frozenset(marked)


def _space(position: Position, car: Car) -> str | None:
    found = position.car(car.number)
    return None if found is None else found.space


def resolve(run: Run, written: tuple[Written, ...]) -> Path:
    """The path of steps that `written` stands for, with only the marks that are needed."""
    steps: list[Step] = []
    links: tuple[int, ...] | None = None
    for (kind, bumps), mark in written:
        if not kind:
            links = None if mark.links is None else tuple(run.numbers[code] for code in mark.links)
            continue
        steps.append(write_step(run, kind, bumps, mark, links, len(steps)))
        links = None
    return Path(tuple(steps))


def write_step(
    run: Run, kind: str, bumps: bool, mark: Mark, links: tuple[int, ...] | None, token: int
) -> Step:
    """One step with the marks that its choices need."""
    if mark is NO_MARK and links is None:
        return _plain(kind, bumps, token)
    if mark.links is not None:
        links = tuple(run.numbers[code] for code in mark.links)
    return Step(
        kind,
        bump=bumps,
        lane=mark.lane,
        lanes=tuple((run.numbers[code], lane) for code, lane in mark.cars),
        links=links,
        token=token,
    )


@lru_cache(maxsize=1024)
def _plain(kind: str, bumps: bool, token: int) -> Step:
    """A step without marks: most are, in each of the hundreds of paths that are compared with a claim."""
    return Step(kind, bump=bumps, token=token)
