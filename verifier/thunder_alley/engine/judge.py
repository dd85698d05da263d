"""Replays a claimed activation step by step, keeping every way that agrees with the record."""

from model.thunder_alley.cards import Card, cards_of
from model.thunder_alley.moves import UNKNOWN, Activation, Move, Path, Step
from model.thunder_alley.position import Car, Position, Setup
from model.values import replace
from verifier.findings import Breach
from verifier.thunder_alley.engine.asserted import (
    disagrees,
    finished_over,
    lanes_met,
    left_after,
    wrong_end,
    wrong_placement,
)
from verifier.thunder_alley.engine.car_lanes import lanes_of_cars_met, lanes_used, places_followed
from verifier.thunder_alley.engine.choices import Wish
from verifier.thunder_alley.engine.endings import Ending, endings, may_stop, second_cars
from verifier.thunder_alley.engine.linking import lines_behind, starts
from verifier.thunder_alley.engine.outcome import key_of, moved
from verifier.thunder_alley.engine.refusals import no_way, second_missing, second_refused
from verifier.thunder_alley.engine.run import GHOST, GONE, Run, State
from verifier.thunder_alley.engine.segment import (
    Speed,
    judge_without_card,
    left_at_start,
    may_play,
)
from verifier.thunder_alley.engine.story import Part, Way, gather
from verifier.thunder_alley.engine.taking import beyond_drawing, take, unpaid_ahead, ways
from verifier.thunder_alley.engine.terms import MOVES, Judgement, Outcome
from verifier.words import counted

MOST_WAYS = 2000
"""Ways that are followed at once when a record leaves choices open."""

SECOND_SPEED = 3
"""MPs of the second car of Teamwork (TA-RC-teamwork)."""


SUMMED = ("TA-6.1-mp-total", "TA-6.1-spend-all")
"""Rules about the MPs of a whole move: more were spent than there are, or fewer."""


def judge(setup: Setup, position: Position, move: Move) -> Judgement:
    """Whether a move is legal in this position, what it leads to, or every rule broken at its first bad step.

    The car must be in the position, and the card of an activation must exist in the game. Steps of unknown kind cannot be
    judged here.
    """
    if not isinstance(move, Activation):
        return judge_without_card(setup, position, move)
    car = position.known_car(move.car)
    refused = may_play(setup, position, car)
    if refused:
        return Judgement(tuple(refused))
    assert move.card is not None
    card = cards_of(setup.ruleset)[move.card]
    speed, left, wrong = left_at_start(setup, car, card, move)
    if wrong:
        return Judgement(tuple(wrong))
    path = move.path or Path()
    if car.space is None or setup.track is None:
        if path.open_end and not path.steps:
            if miscounted := left_after(path, [left], 0, pit=car.on_apron):
                return Judgement(miscounted)
            return Judgement(outcomes=(_untouched(position, move, car, card, speed, left),))
        fact = f"where {car.number} stands is not written" + (
            ", nor on which track" if setup.track is None else ""
        )
        return Judgement((Breach("", fact, token="car"),))
    run = Run(setup, position, car, card, left)
    first = follow(run, run.start(path.steps), path, speed)
    if first.breaches:
        return Judgement(first.breaches)
    if not path.open_end and (run.text == "teamwork" or move.second is not None):
        return _with_second(setup, position, move, speed, first)
    return gather(setup, position, move, speed, [(first, way, ending, None) for way, ending in first.ways])


def _untouched(
    position: Position, move: Activation, car: Car, card: Card, speed: Speed, left: int
) -> Outcome:
    return Outcome(
        position,
        MOVES,
        move,
        complete=False,
        movement="solo" if car.on_apron else card.movement,
        pit_exit=car.on_apron,
        speed=speed.printed,
        penalty=speed.penalty,
        total=speed.total,
        left=left,
        wear=None if car.on_apron else card.wear,
    )


def follow(run: Run, state: State, path: Path, speed: Speed | None = None) -> Part:
    """The ways to drive this path from this state, with their endings, or the breaches."""
    walked, wrong = walk(run, state, path.steps, speed)
    part = Part(run, [], wrong) if wrong else _finish_path(run, path, walked, speed)
    if run.second and part.breaches:
        return Part(run, [], tuple([replace(one, car=run.numbers[run.mover]) for one in part.breaches]))
    return part


def walk(
    run: Run, state: State, steps: tuple[Step, ...], speed: Speed | None = None
) -> tuple[list[Way], tuple[Breach, ...]]:
    """The ways to take these steps; else every rule broken at the first bad one."""
    wish = _lead_wish(run, steps) if steps and run.leads else None
    begun = [Way(begin, mark=mark) for begin, mark in starts(run, state, wish, steps)]
    if not begun:
        return [], _no_line_led(run, state, wish)
    places: dict[int, str] = {}
    places_back: dict[int, str] = {}
    earlier: dict[int, str] = {}
    for number, step in enumerate(steps, 1):
        wish = _wish(run, step, places, places_back, earlier, first=number == 1)
        asserts = step.to is not None or step.booked is not None or step.displaces
        onward: list[Way] = []
        for way in begun:
            if step.kind == UNKNOWN:
                found = _in_any_way(run, way)
            else:
                kind = step.kind, step.bump
                found = [
                    Way(taken.state, way, kind, taken.mark, taken.moved)
                    for taken in take(run, way.state, kind, wish)
                ]
            if asserts:
                found = [one for one in found if _as_asserted(run, step, one)]
            onward = [*onward, *found] if onward else found
        if not onward:
            return [], _explain(run, begun, step, wish or Wish(), number, speed)
        begun = onward if len(onward) == 1 else _apart(onward)
        if len(begun) > MOST_WAYS:
            return [], (_too_open(number),)
        unmet: Breach | None = None
        if step.lane is not None:
            begun, unmet = lanes_met(run, steps, number, begun)
        if step.lanes and unmet is None:
            begun, unmet = lanes_of_cars_met(run, steps, number, begun)
        if places and unmet is None:
            begun, unmet = places_followed(run, places, number, begun)
        if unmet is not None:
            return [], (unmet,)
    return begun, ()


def _apart(found: list[Way]) -> list[Way]:
    """The first of the ways to each state."""
    unique: dict[State, Way] = {}
    for way in found:
        unique.setdefault(way.state, way)
    return list(unique.values())


def _in_any_way(run: Run, way: Way) -> list[Way]:
    """The ways on by one more step, if it was not noted which step it was."""
    return [Way(taken.state, way, kind, taken.mark, taken.moved) for kind, taken in ways(run, way.state)]


def _as_asserted(run: Run, step: Step, way: Way) -> bool:
    """Whether the record's assertions about its last step are true."""
    assert way.before is not None
    return disagrees(run, step, way.before.state, way.state, way.moved) is None


def _no_line_led(run: Run, state: State, wish: Wish | None) -> tuple[Breach, ...]:
    """With Lead, the cars written in `[...]` are no line behind."""
    log: list[Breach] = []
    lines_behind(run, state, wish, log.append)
    return tuple(replace(breach, step=1) for breach in log)


def _lead_wish(run: Run, steps: tuple[Step, ...]) -> Wish:
    """The record's words about the line that a car leads from the start."""
    wish = Wish()
    if steps[0].links is not None:
        wish.links = tuple(run.codes.get(number, GHOST) for number in steps[0].links)
    for place, arrow, lane in steps[0].forks:
        if arrow == "<" and place in run.track.index:
            wish.places_back[run.track.index[place]] = lane
    return wish


def _wish(
    run: Run,
    step: Step,
    places: dict[int, str],
    places_back: dict[int, str],
    earlier: dict[int, str],
    *,
    first: bool,
) -> Wish | None:
    """What this step writes, with the choices that hold from earlier steps; None if nothing is written."""
    for place, arrow, lane in step.forks:
        if place in run.track.index:
            (places if arrow == ">" else places_back)[run.track.index[place]] = lane
    links = None
    if step.links is not None and not (first and run.leads):
        links = tuple(run.codes.get(number, GHOST) for number in step.links)
    if links is None and step.lane is None and not (step.lanes or places or places_back or earlier):
        return None
    cars = {run.codes[number]: lane for number, lane in step.lanes if number in run.codes}
    wish = Wish(step.lane, cars, places, places_back, dict(earlier), links)
    earlier |= cars
    return wish


def _explain(
    run: Run, begun: list[Way], step: Step, wish: Wish, number: int, speed: Speed | None
) -> tuple[Breach, ...]:
    """Every rule that this step breaks, the deciding one first; or that nothing is known about it because the drawing ends."""
    for one in begun:
        unknown = None if step.bump else beyond_drawing(run, one.state, step.kind, wish)
        if unknown is not None:
            return (replace(unknown, step=number),)
    if step.kind == UNKNOWN:
        fact = f"{run.numbers[run.mover]} cannot take another step"
        reason = "every MP is spent once, and the move is over then"
        return (Breach("TA-6.1-mp-total", fact, reason, step=number),)
    way, log, seen = begun[0], list[Breach](), 0
    for earlier in way.states:
        seen |= earlier.seen
    # Ahead it does not matter what was entered in earlier sectors, but a step back leads there.
    state = way.state._replace(seen=seen)
    for taken in take(run, state, (step.kind, step.bump), wish, log.append):
        wrong = disagrees(run, step, state, taken.state, taken.moved)
        if wrong is not None:
            log.append(wrong)
    unique: dict[str, Breach] = {}
    broken = [breach for breach in log if breach.rule]
    if log and not broken:
        broken = [unpaid_ahead(run, state)]
    for breach in broken or [no_way(number)]:
        unique.setdefault(breach.rule, _with_sum(breach, run, speed))
    return tuple(replace(breach, step=number) for breach in unique.values())


def _with_sum(breach: Breach, run: Run, speed: Speed | None) -> Breach:
    """Adds the origin of the MPs to a breach about MPs: `3 wear markers: 8 - 3 = 5 MPs`."""
    if breach.rule not in SUMMED or speed is None or not speed.penalty or speed.total != run.total:
        return breach
    total = f"{speed.printed} - {speed.penalty} = {counted(speed.total, 'MP')}"
    return replace(
        breach,
        fact=f"{breach.fact}; {speed.penalty} wear markers: {total}",
        numbers={**breach.numbers, "speed": speed.printed, "penalty": speed.penalty, "mp_total": speed.total},
    )


def _too_open(number: int) -> Breach:
    return Breach(
        "",
        f"the record leaves more than {MOST_WAYS} ways open here",
        "write the lanes taken at forks",
        step=number,
    )


def _finish_path(run: Run, path: Path, driven: list[Way], speed: Speed | None) -> Part:
    """Judges the end of a path: MPs spent, card texts, the space asserted."""
    if path.open_end:
        short = run.card.speed - run.total if speed is not None and run.total == speed.total else 0
        wrong = left_after(path, [way.state.mps_left for way in driven], short, pit=run.pit_exit)
        return Part(run, [] if wrong else [(way, Ending(way.state)) for way in driven], wrong)
    stopped = []
    for way in driven:
        goes_on = bool(way.state.mps_left and ways(run, way.state))
        if may_stop(run, way.state, goes_on):
            stopped.append(way)
    if not stopped:
        log: list[Breach] = []
        may_stop(run, driven[0].state, True, log.append)
        return Part(run, [], tuple(_with_sum(breach, run, speed) for breach in log))
    stopped, idle = lanes_used(run, path.steps, stopped)
    if idle is not None:
        return Part(run, [], (idle,))
    ended = [(way, ending) for way in stopped for ending in endings(run, way.state)]
    placed = None if path.placed is None else run.track.index.get(path.placed)
    chosen = [
        (way, ending)
        for way, ending in ended
        if ending.placed == placed and (path.placed is None or placed is not None)
    ]
    if not chosen:
        return Part(run, [], (wrong_placement(run, path, stopped[0], [ending for _, ending in ended]),))
    if path.ends is not None:
        ended_at = [_ends_at(run, way, ending) for way, ending in chosen]
        agreeing = [one for one, space in zip(chosen, ended_at, strict=True) if space in (path.ends, None)]
        if not agreeing:
            return Part(run, [], (wrong_end(run, path, chosen[0][0], ended_at[0] or ""),))
        chosen = agreeing
    return Part(run, chosen)


def _ends_at(run: Run, way: Way, ending: Ending) -> str | None:
    """Where the car stands in the end, or the space by which it finished."""
    at = ending.state.at
    if at == GONE and ending.placed is None:
        return finished_over(run, way.moved) if way.before is not None else None
    return run.track.spaces[at if ending.placed is None else ending.placed]


def _with_second(setup: Setup, position: Position, move: Activation, speed: Speed, first: Part) -> Judgement:
    """Teamwork: the second movement, if the card demands one."""
    gathered: list[tuple[Part, Way, Ending, tuple[Part, Way, Ending] | None]] = []
    wrong: tuple[Breach, ...] = ()
    for way, ending in first.ways:
        able = second_cars(first.run, ending.state)
        if move.second is None:
            if able:
                wrong = wrong or (second_missing(able),)
            else:
                gathered.append((first, way, ending, None))
            continue
        number, path = move.second
        if number not in able:
            wrong = wrong or (second_refused(position, first.run, number, able),)
            continue
        run, state = second_run(setup, position, first.run, ending, number, path.steps)
        part = follow(run, state, path)
        if part.breaches:
            wrong = wrong or part.breaches
        gathered += [(first, way, ending, (part, way2, ending2)) for way2, ending2 in part.ways]
    if not gathered:
        return Judgement(wrong)
    return gather(setup, position, move, speed, gathered)


def second_run(
    setup: Setup,
    position: Position,
    first: Run,
    ending: Ending,
    number: int,
    steps: tuple[Step, ...] = (),
) -> tuple[Run, State]:
    """The run and first state of Teamwork's second car, on the board that the first one left: 3 MPs with Draft, no penalty
    (TA-RC-teamwork, teamwork-second-wear)."""
    left = key_of(ending.state)
    car = moved(first, left).known_car(number)
    run = Run(setup, position, car, first.card, SECOND_SPEED, second=True)
    return run, run.start(steps, left)
