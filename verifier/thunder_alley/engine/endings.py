"""The end of a car's movement: when it may stop, and what card texts do afterwards (TA-6.1-spend-all, TA-RC)."""

from collections.abc import Sequence

from model.thunder_alley.moves import FORWARD, INWARD, OUTWARD
from model.values import value
from verifier.findings import Breach
from verifier.thunder_alley.engine.bump import may_lapse
from verifier.thunder_alley.engine.card_rules import CARD_RULES
from verifier.thunder_alley.engine.choices import Log
from verifier.thunder_alley.engine.displacement import Moved, cross
from verifier.thunder_alley.engine.linking import no_step_ahead, owes_step_ahead
from verifier.thunder_alley.engine.order import leader, running_order, sector_of
from verifier.thunder_alley.engine.outcome import key_of, moved
from verifier.thunder_alley.engine.run import BUMPED, ENDED, GONE, LINKED, Run, State, sector_spaces
from verifier.thunder_alley.engine.segment import speed_of
from verifier.thunder_alley.engine.taking import beyond_drawing
from verifier.words import counted


@value
class Ending:
    """A final state, the Clean Air space that was chosen, and the last shift of the mover."""

    state: State
    placed: int | None = None
    shifts: tuple[Moved, ...] = ()


def may_stop(run: Run, state: State, goes_on: bool, log: Log | None = None) -> bool:
    """Whether the movement may end: all MPs are spent, or none of them can be (must-spend-impossible). `goes_on` is whether a
    further step is possible."""
    left, at, mode = state.mps_left, state.at, state.mode
    allowed = True
    stuck = bool(left) and _stuck(run, state, goes_on)
    lapses = stuck or (bool(left) and (stops_freely(run) or may_lapse(run, state)))
    if left and not mode & ENDED and not lapses:
        if log is None:
            return False
        allowed = False
        log(
            Breach(
                "TA-6.1-spend-all",
                f"{_stops(run, at)} with {left} of {counted(run.total, 'MP')} left",
                "all MPs must be spent",
                token="stop",
                numbers={"mp_left": left, "mp_total": run.total},
                rulings=("bump-needs-neighbour",),
            )
        )
    # A car that cannot go on need not (must-spend-impossible). MPs that lapse without a neighbour could have gone
    # forward.
    if owes_step_ahead(run, mode) and not stuck:
        if log is None:
            return False
        allowed = False
        log(no_step_ahead(_stops(run, at)))
    return allowed


def stops_freely(run: Run) -> bool:
    """Whether no car has to spend all MPs, because the rule is left out."""
    return "TA-6.1-spend-all" in run.left_out


def _stops(run: Run, at: int) -> str:
    number = run.numbers[run.mover]
    return f"{number} stops at `{run.track.spaces[at]}`" if at >= 0 else f"{number} stays on the apron"


def _stuck(run: Run, state: State, goes_on: bool) -> bool:
    """Whether MPs are left that no step and no bump can spend (must-spend-impossible)."""
    if goes_on or state.mode & BUMPED:
        return False  # after a bump a second one is owed
    # If only the drawing ends, the track goes on.
    return not any(beyond_drawing(run, state, kind) for kind in (FORWARD, INWARD, OUTWARD))


def endings(run: Run, state: State) -> list[Ending]:
    """The final states that the card's text makes of the end of a movement."""
    at = state.at
    if at < 0 or run.second:
        return [Ending(state)]
    if run.slides is not None:
        return [_slide(run, state, run.slides)]
    if run.text == "clean-air":
        return _clean_air(run, state)
    return [Ending(state)]


def _slide(run: Run, state: State, side: Sequence[int]) -> Ending:
    """Oversteer and Understeer: one lane in or out after the movement, free; skipped if that space is occupied or off the
    track (TA-RC-oversteer, TA-RC-understeer)."""
    if slide_obstacle(run, state) is not None:
        return Ending(state)
    target = side[state.at]
    shift = Moved(state.crew[0], state.at, target, CARD_RULES[run.card.id])
    return Ending(state._replace(at=target, mode=state.mode | ENDED), None, (shift,))


def slide_obstacle(run: Run, state: State) -> str | None:
    """Why Oversteer or Understeer does not shift the car: `edge`, `occupied`, `linked`, `entered`; None if it does."""
    assert run.slides is not None
    target = run.slides[state.at]
    if target < 0:
        return "edge"
    if state.board[target]:
        return "occupied"
    if state.mode & LINKED and not run.readings.shift_when_linked:
        return "linked"
    if state.seen >> target & 1 and not run.readings.shift_reenters:
        return "entered"
    return None


def _clean_air(run: Run, state: State) -> list[Ending]:
    """Clean Air: where the car may or must be put after its MPs (TA-RC-clean-air)."""
    spots = clean_air_spaces(run, state)
    put = [_place(run, state, spot, crossings) for spot, crossings in spots]
    return [Ending(state), *put] if not put or run.readings.clean_air_card else put


def clean_air_spaces(run: Run, state: State) -> list[tuple[int, int]]:
    """The spaces that Clean Air offers from here, each with the crossings of Start/Finish on the way; empty if the car is not
    alone in its sector, or leads."""
    at, board, track = state.at, state.board, run.track
    own = sector_spaces(track)[track.sector[at]]
    if any(board[space] for space in own):
        return []
    if (
        speed_of(run.position.cars[run.mover - 1], run.card, run.left_out).penalty
        and not run.readings.clean_air_reduced
    ):
        return []
    now = moved(run, key_of(state))
    number = run.numbers[run.mover]
    first = leader(run.setup, now)
    leading = now.car(first) if first is not None else None
    if leading is not None and leading.on_apron and run.readings.clean_air_off_apron:
        on_track = {car.number for car in now.cars if car.on_track}
        first = next((car for car in running_order(run.setup, now) if car in on_track), None)
    if first == number:
        return []
    if run.readings.clean_air_card:
        return _open_road(run, state)
    order = [n for n in running_order(run.setup, now) if (car := now.car(n)) is not None and car.on_track]
    place = order.index(number)
    if not place:
        return []
    following = now.known_car(order[place - 1])
    cars_ahead = [space for space in sector_spaces(track)[sector_of(following)] if board[space]]
    spots = {space for target in cars_ahead for space in run.behind[target] if not board[space]}
    # The car goes to the lap of the one it is put behind, regardless of the distance.
    gained = (
        following.crossed - run.after[cars_ahead[0]] - state.crossed[state.crew[0]] if run.watch_line else 0
    )
    return [(spot, gained) for spot in sorted(spots)]


def _open_road(run: Run, state: State) -> list[tuple[int, int]]:
    """Every space ahead up to the sector of the next car of any team on the track."""
    at, board, track = state.at, state.board, run.track
    by_sector = sector_spaces(track)
    place = track.place[track.sector[at]]
    crossings = 0
    found = (
        [(space, 0) for space in by_sector[track.sector[at]] if space != at]
        if run.readings.clean_air_zero
        else []
    )
    for distance in range(1, len(track.sectors)):
        if not track.ring and place + distance >= len(track.sectors):
            break
        spaces = by_sector[track.sectors[(place + distance) % len(track.sectors)]]
        if any(board[space] for space in spaces):
            break
        crossings += run.after[spaces[0]]
        found += [(space, crossings) for space in spaces]
    return found


def _place(run: Run, state: State, spot: int, crossings: int) -> Ending:
    mover, crossed, finished, gone = state.crew[0], state.crossed, state.finished, False
    shift = Moved(mover, state.at, spot, "TA-RC-clean-air")
    if crossings > 0:
        last, first = run.before.index(True), run.after.index(True)
        for _ in range(crossings):
            crossed, finished, gone = cross(run, crossed, finished, mover, last, first)
            if gone:
                break
    at = GONE if gone else spot
    ended = state._replace(at=at, mode=state.mode | ENDED, crossed=crossed, finished=finished)
    return Ending(ended, spot, (shift,))


def second_cars(run: Run, state: State) -> list[int]:
    """Numbers of the player's cars that may make the second movement of Teamwork (TA-RC-teamwork): on the track, not the one
    that has just moved."""
    if run.text != "teamwork" or run.second:
        return []
    standing = set(key_of(state).cells)
    own = next((car.team for car in run.position.cars if run.codes[car.number] == run.mover), None)
    return [
        car.number
        for car in run.position.cars
        if car.team == own
        and run.codes[car.number] != run.mover
        and run.codes[car.number] in standing
        and (not car.flipped or run.readings.teamwork_any_car)
    ]
