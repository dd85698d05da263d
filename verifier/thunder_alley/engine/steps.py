"""Chapter 6: the steps of the moving car.

Each function yields every way to carry out one step from a state. With `wish`, only the ways that agree with the record;
with `log`, every rule that the step breaks is reported and the examination goes on, so that all of them are named. Listing
moves calls them with neither.
"""

from model.thunder_alley.moves import FORWARD, INWARD, OUTWARD
from model.values import value
from verifier.findings import Breach
from verifier.thunder_alley.engine.card_rules import CARD_RULES
from verifier.thunder_alley.engine.choices import NO_MARK, Log, Mark, Pick, Picks, Wish, mark_of, wrong_lane
from verifier.thunder_alley.engine.displacement import (
    Ahead,
    Moved,
    carry,
    cross,
    pushed_aside,
    step_ahead,
)
from verifier.thunder_alley.engine.line_finishes import after_finish, put_back, trail_crosses
from verifier.thunder_alley.engine.linking import (
    follow,
    lines_behind,
    linked_breach,
    links_agree,
    may_leave_line,
    own_follower,
    touching,
)
from verifier.thunder_alley.engine.refusals import (
    entered_before,
    must_exit,
    too_dear,
)
from verifier.thunder_alley.engine.run import (
    BEGUN,
    GHOST,
    LINKED,
    MERGED,
    Run,
    State,
)


@value
class Taken:
    """A way to take a step: the state after it, the choices to write, the cars moved (the mover and its trail last)."""

    state: State
    mark: Mark
    moved: tuple[Moved, ...]


def forward(run: Run, state: State, wish: Wish | None = None, log: Log | None = None) -> list[Taken]:
    """One sector ahead: 1 MP; into a car 3 MPs, or 1 MP with Draft and Pursuit, which push it along."""
    at, board, mode = state.at, state.board, state.mode
    if at < 0:
        if log is not None:
            log(must_exit(run, FORWARD))
        return []
    if run.no_forward:
        if log is None:
            return []
        log(outward_only(run, at))
    # With each line that can follow: one linked already, or in Draft those that link with this step.
    lines: list[tuple[State, tuple[int, ...] | None]] = []
    if (
        run.pulls
        and not state.trail
        and not mode & MERGED
        and (wish is not None or any([board[space] for space in run.behind[at]]))
    ):
        lines = lines_behind(run, state, wish, log)
    elif wish is None or wish.links is None or links_agree(run, state, wish.links, log):
        lines.append((state, None))
    found: list[Taken] = []
    for line, links in lines:
        for way in step_ahead(run, line.board, line.trail, at, line.crew[0], line.lanes, wish, log):
            if _may_enter(run, line, way, wish, log) and not run.no_forward:
                found.append(_gone_ahead(run, line, links, way))
    return found


def _may_enter(run: Run, state: State, way: Ahead, wish: Wish | None, log: Log | None) -> bool:
    """Whether the lane agrees with the record, the MPs suffice and the space is new."""
    target = way.target
    left, seen = state.mps_left, state.seen
    if way.picks and wish is not None and wish.lane is not None:
        leading = _leading(run, state.crew[0], way.picks)
        if run.in_line if leading is None else leading.lane != wish.lane:
            if log is not None and (refused := _lane_refused(run, wish.lane, leading, way.picks)):
                log(refused)
            return False
    cost = run.push_cost if way.pushed else 1
    entered = bool(seen & run.bits[target])
    if left >= cost and not entered:
        return True
    if log is not None:
        if left < cost:
            log(too_dear(run, left, cost, FORWARD, target, state.board[target]))
        if entered:
            log(entered_before(run, target))
    return False


def _gone_ahead(run: Run, state: State, links: tuple[int, ...] | None, way: Ahead) -> Taken:
    """The state after the step: the cars ahead pushed, the line behind in tow."""
    mode, crossed, finished = state.mode, state.crossed, state.finished
    target, pushed, lanes, picks = way.target, way.pushed, way.lanes, way.picks
    board, crew = state.board, state.crew
    if pushed:
        board, crossed, finished = carry(run, board, crossed, finished, pushed)
    if run.in_line:
        mode = mode & ~MERGED | BEGUN
        # A car behind the new space stands in the other of two lanes that run together.
        if run.pulls and any([board[s] for s in run.behind[target]]) and not run.readings.side_car_links:
            mode |= MERGED
        if lanes:
            lanes = tuple([(fork, chosen) for fork, chosen in lanes if fork != state.at])
    mark = mark_of(picks, _leading(run, crew[0], picks), links) if picks or links is not None else NO_MARK
    left = state.mps_left - (run.push_cost if pushed else 1)
    after = State(left, target, state.trail, board, state.seen, mode, lanes, crossed, finished, crew)
    return enter(run, after, state.at, mark, pushed, forward=True)


def outward_only(run: Run, at: int) -> Breach:
    return Breach(
        "TA-RC-outside-line",
        f"`f` goes ahead from `{run.track.spaces[at]}`",
        "under this reading the card allows outward steps only",
        rulings=("outside-line-forward",),
    )


def _leading(run: Run, mover: int, picks: Picks) -> Pick | None:
    """The choice that `>` stands for: in Draft and Pursuit that of the line, if it meets one fork only; else the mover's."""
    if run.in_line:
        return picks[0] if len(picks) == 1 else None
    return picks[0] if picks and picks[0].car == mover else None


def _lane_refused(run: Run, lane: str, leading: Pick | None, picks: Picks) -> Breach | None:
    """Why `>lane` does not agree with the choices of a step; None if another choice at the same fork does."""
    if leading is None:
        cars = " and ".join(str(run.numbers[pick.car]) for pick in picks)
        return Breach(
            "TA-6.9",
            f"the line meets {len(picks)} forks at once",
            f"write the lane of each car at a fork: {cars}",
        )
    ahead = run.ahead[leading.fork]
    if any(run.track.lane[target] == lane for target in ahead):
        return None
    return wrong_lane(run, leading.fork, leading.car, lane, ahead, None)


def sideways(
    run: Run, state: State, kind: str, wish: Wish | None = None, log: Log | None = None
) -> list[Taken]:
    """One lane in or out: 1 MP; into a car 2 MPs, and that car is displaced."""
    at, inward = state.at, kind == INWARD
    if at < 0:
        if inward or run.exit_space < 0:
            if log is not None:
                log(must_exit(run, kind))
            return []
        target = run.exit_space
    else:
        target = (run.inside if inward else run.outside)[at]
        if not may_go_sideways(run, state, inward, log):
            return []
    if state.trail and run.unlinks_sideways:
        board = put_back(state.board, state.trail, state.crew)
        state = state._replace(board=board, trail=(), crew=state.crew[:1])
    entered = bool(state.seen & run.bits[target])
    if entered or (state.trail and target in state.trail):
        if log is not None:
            log(entered_before(run, target) if entered else own_follower(run, state, kind, target))
        return []
    if state.mode & LINKED:
        # A free sideways step out of a line (rubbin-when-linked: allowed) leaves the line where it stands. The next line
        # chooses its lanes again, and a gap that a finished car has left ends it.
        board = put_back(state.board, state.trail, state.crew).replace(bytes((GHOST,)), b"\0")
        state = state._replace(board=board, trail=(), crew=state.crew[:1], lanes=())
    if wish is not None and wish.links is not None and not links_agree(run, state, wish.links, log):
        return []
    occupied = state.board[target]
    cost = run.side_push_cost if occupied else run.side_cost
    if state.mps_left < cost:
        if log is not None:
            log(too_dear(run, state.mps_left, cost, kind, target, occupied))
        return []
    mode = state.mode & ~MERGED & ~LINKED if run.in_line else state.mode
    after = state._replace(mps_left=state.mps_left - cost, at=target, mode=mode)
    if not occupied:
        return [enter(run, after, at, NO_MARK, ())]
    found = []
    side = run.inside if inward else run.outside
    board, trail = state.board, state.trail
    for moves, lanes, picks in pushed_aside(
        run, board, trail, state.crew, target, side, state.lanes, wish, log
    ):
        led = {move.start: move.end for move in moves if move.start in trail}
        others = tuple(move for move in moves if move.start not in led) if led else moves
        cells, crossed, finished = carry(run, board, state.crossed, state.finished, others)
        pushed = after._replace(
            trail=tuple(led.get(space, space) for space in trail),
            board=cells,
            lanes=lanes,
            crossed=crossed,
            finished=finished,
        )
        found.append(enter(run, pushed, at, mark_of(picks), moves, stood=trail if led else None))
    return found


def may_go_sideways(run: Run, state: State, inward: bool, log: Log | None = None) -> bool:
    """Whether card, link and track allow a sideways step at all; MPs and the car in the way are not checked. With `log`,
    reports every rule against the step and returns False only if the step leads nowhere or the active car has finished, so
    that the caller can report further breaches."""
    at, mode = state.at, state.mode
    kind = INWARD if inward else OUTWARD
    target = (run.inside if inward else run.outside)[at]
    if run.no_inward if inward else run.no_outward:
        if log is None:
            return False
        only = {"outside-line": "outward", "inside-line": "inward"}.get(run.text)
        log(
            Breach(
                CARD_RULES[run.card.id],
                f"`{kind}` goes {'inward' if inward else 'outward'} from `{run.track.spaces[at]}`",
                "this card forbids sideways steps for the whole move"
                if only is None
                else f"this card allows sideways steps {only} only",
            )
        )
    if target < 0:
        if log is None:
            return False
        space = run.track.spaces[at]
        if inward:
            log(
                Breach(
                    "TA-1.3-apron",
                    f"`i` from `{space}` leads onto the apron",
                    "no ordinary move leads onto the apron",
                )
            )
        else:
            log(
                Breach(
                    "TA-6.1-directions",
                    f"`o` from `{space}` leads into the wall",
                    "no step leads into the wall",
                )
            )
    if not still_drives(run, state):
        if log is None:
            return False
        log(only_the_line_goes_on(run, kind))
        return False
    if mode & LINKED and not may_leave_line(run, mode):
        if log is None:
            return False
        log(linked_breach(run, state, kind))
    return target >= 0


def still_drives(run: Run, state: State) -> bool:
    """Whether the activated car is on the track, and not only a line that goes on without it (finish-mid-draft)."""
    return state.crew[0] == run.mover


def only_the_line_goes_on(run: Run, kind: str) -> Breach:
    """A step other than ahead, when the active car has finished and its line goes on."""
    return Breach(
        "TA-10.1",
        f"{run.numbers[run.mover]} has finished, but `{kind}` follows",
        "the cars linked behind a car that has finished only go ahead in line",
        rulings=("finish-mid-draft",),
    )


def enter(
    run: Run,
    state: State,
    start: int,
    mark: Mark,
    moved: tuple[Moved, ...],
    *,
    forward: bool = False,
    rule: str = "",
    new_trail: tuple[int, ...] | None = None,
    stood: tuple[int, ...] | None = None,
) -> Taken:
    """The mover enters its new space and its trail follows. `stood`: where the trail was
    before this step, if some of it fell back; crossings of Start/Finish are counted from there."""
    at, trail, board, crew = state.at, state.trail, state.board, state.crew
    crossed, finished, mode = state.crossed, state.finished, state.mode
    seen = 0  # The spaces that may not be entered again (TA-6.1-once-per-space).
    if not run.enters_anew:
        seen = run.bits[at] if forward and not run.keep_seen else state.seen | run.bits[at]
    own = Moved(crew[0], start, at, rule or ("TA-9.4" if start < 0 else "TA-6.1-directions"))
    shifts: tuple[Moved, ...] = (*moved, own) if moved else (own,)
    gone, in_tow = False, bool(trail)
    if start >= 0 and run.near_line[start]:
        crossed, finished, gone = cross(run, crossed, finished, crew[0], start, at)
    if trail:
        places = new_trail if new_trail is not None else (start, *trail[:-1])
        shifts += follow(run, crew, trail, places, rule if new_trail is not None else "")
        came_from = stood or trail
        if any([run.near_line[space] for space in came_from]):
            crossed, finished, crew = trail_crosses(run, crossed, finished, crew, came_from, places)
            while not crew[-1]:  # no car follows behind a gap: the line ends before it
                crew, places = crew[:-1], places[:-1]
        trail = places
    left, lanes = state.mps_left, state.lanes
    if gone:
        after = State(left, at, trail, board, seen, mode, lanes, crossed, finished, crew)
        return Taken(after_finish(run, after, pushed=bool(moved)), mark, shifts)
    if run.in_line and mode & BEGUN and not mode & LINKED:
        pushed = forward and bool(moved)
        behind = run.pulls and not mode & MERGED
        if (
            in_tow
            or pushed
            or (touching(run, board, at, behind=behind) and (forward or run.readings.link_at_once))
        ):
            mode |= LINKED
    after = State(left, at, trail, board, seen, mode, lanes, crossed, finished, crew)
    return Taken(after, mark, shifts)
