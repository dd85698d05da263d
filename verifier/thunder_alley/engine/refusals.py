"""The sentences for refused steps: the rule, the fact, what the rule demands."""

from model.thunder_alley.position import Position
from model.values import replace
from verifier.findings import Breach
from verifier.thunder_alley.engine.choices import Log
from verifier.thunder_alley.engine.linking import ONE_LANE, case_of
from verifier.thunder_alley.engine.run import BEGUN, DRAFT, LEAD, PURSUIT, SOLO, Run, State


def links_agree(run: Run, state: State, links: tuple[int, ...], log: Log | None) -> bool:
    """Whether the cars written as linked behind are those that follow (TA-6.2); logs a breach if not."""
    following = state.crew[1:]
    if links == following:
        return True
    if log is not None:
        claimed = " ".join(str(run.numbers[code]) for code in links)
        real = " ".join(str(run.numbers[code]) for code in following)
        fact = f"the cars linked behind are [{real}], not [{claimed}]"
        if not real:
            fact = f"no car is linked behind {mover(run)}, but [{claimed}] is written"
        rule, reason = _rule_of_links(run, state, links)
        log(Breach(rule, fact, reason, token="links"))
    return False


def _rule_of_links(run: Run, state: State, links: tuple[int, ...]) -> tuple[str, str]:
    """Which rule the written line breaks: it leaves out a car that is linked, or adds one that is not."""
    if run.pit_exit and run.card.movement in (DRAFT, LEAD):
        return "TA-9.4", "a car that leaves the pits moves as with Solo, with any card"
    if run.movement == SOLO:
        return "TA-6.3", "with Solo movement no car behind is linked"
    if run.movement == PURSUIT:
        return "TA-6.5-push-only", "with Pursuit movement no car behind is linked"
    left_out = set(state.crew[1:]) - set(links)
    if run.movement == LEAD:
        if left_out:
            return "TA-6.6-must-follow", "a follower cannot refuse, and sideways steps do not unlink it"
        return "TA-6.6-link-at-start", "only the cars in line behind at the start of the activation follow"
    if left_out:
        return "TA-6.4.1-line-moves", "all cars of the line move along until the MPs are used up"
    behind = [
        space
        for place in (state.at, *state.trail)
        for space in run.behind[place]
        if state.board[space] in links
    ]
    if behind and not state.mode & BEGUN:
        reason = "no car is linked while a Draft car goes sideways before its first step ahead"
        return "TA-6.4.2-lateral-before-forward", reason
    if behind:
        return case_of(state.mode), ONE_LANE
    return "TA-6.2", "cars in line stand nose to tail, each behind the one before"


def mover(run: Run) -> int:
    """The number of the moving car."""
    return run.numbers[run.mover]


def linked_breach(run: Run, state: State, kind: str) -> Breach:
    """A sideways step of a linked car (TA-6.4.2, TA-6.5), and the cars it is linked with."""
    at, board, mode = state.at, state.board, state.mode
    ahead = next((space for space in run.ahead[at] if board[space]), None)
    linked = [] if ahead is None else [f"{run.numbers[board[ahead]]} ahead at `{run.track.spaces[ahead]}`"]
    behind = next((run.numbers[code] for code in state.crew[1:] if code), None)
    if behind is None and run.pulls:
        behind = next((run.numbers[board[space]] for space in run.behind[at] if board[space]), None)
    linked += [f"{behind} behind"] if behind is not None else []
    fact = f"`{kind}` leaves the lane at `{run.track.spaces[at]}`, but {mover(run)} is linked"
    fact += f" with {' and '.join(linked)}" if linked else ""
    if run.movement == PURSUIT:
        rulings = () if mode & BEGUN else ("pursuit-initial-lateral",)
        return Breach(
            "TA-6.5-no-lane-change",
            fact,
            "a Pursuit car that is linked ahead keeps its lane until its MPs are used up",
            rulings=rulings,
        )
    if not mode & BEGUN:
        return Breach(
            "TA-6.4.1-no-lane-change",
            fact,
            "under this reading a Draft car that starts in line may not change lanes",
            rulings=("draft-start-linked-lateral",),
        )
    return Breach(
        "TA-6.4.2-no-lateral-once-linked",
        fact,
        "once it has gone forward and is linked, a Draft car keeps its lane until its MPs are used up",
        rulings=("draft-link-after-lateral",),
    )


def must_exit(run: Run, kind: str) -> Breach:
    """A first step from the apron that does not lead onto the track (TA-9.4)."""
    car = run.position.car(mover(run))
    place = f" at `{car.space}`" if car is not None and car.space else ""
    return Breach(
        "TA-9.4",
        f"{mover(run)} is on the apron{place}, but its first step is `{kind}`, not `o`",
        "a car leaves the pits sideways onto the track in its own sector",
    )


def text_not_counted(run: Run, what: str) -> Breach:
    """A step or placement of the card's text by a car that leaves the pits (TA-9.4)."""
    reason = "a car that leaves the pits moves as with Solo; the card's type and text do not count"
    return Breach("TA-9.4", f"{what}, and {mover(run)} comes from the pits", reason)


def too_dear(run: Run, left: int, cost: int, kind: str, target: int, occupant: int) -> Breach:
    """A step that the MPs left cannot pay for; `occupant` is the car in the way, 0 if the space is empty; `target` is -1 where
    nothing is drawn."""
    space = run.track.spaces[target] if target >= 0 else ""
    if left:
        whose = f"{left} of {run.total} {mps(run.total)} {'is' if left == 1 else 'are'} left"
    elif run.total:
        whose = f"all {run.total} {mps(run.total)} are spent" if run.total > 1 else "the only MP is spent"
    else:
        whose = f"{mover(run)} has no MPs"
    if kind == "s":
        what = f"`s` with {run.numbers[occupant]} at `{space}` costs {cost} {mps(cost)}"
    elif occupant:
        verb = "pushes" if kind == "f" else "displaces"
        what = f"`{kind}` {verb} {run.numbers[occupant]} at `{space}` and costs {cost} {mps(cost)}"
    else:
        what = f"`{kind}`{f' to `{space}`' if space else ''} costs {cost} {mps(cost)}"
    rule, reason = "TA-6.1-mp-total", "the MPs left must pay for a step"
    if run.pit_exit:
        whose += f"; the pit-exit speed of {run.card.name} is {run.card.pit_speed}"
        reason = (
            "a car that leaves the pits has the lower speed of its card, and every step must be paid from it"
        )
        if run.total - left + cost <= run.card.speed:
            rule = "TA-9.4"  # the speed for the track would pay for it
    return Breach(
        rule,
        f"{what}, but {whose}",
        reason,
        numbers={"mp_left": left, "cost": cost},
    )


def mps(count: int) -> str:
    """`1 MP`, `2 MPs`: a count with its unit."""
    return "MP" if count == 1 else "MPs"


def entered_before(run: Run, target: int) -> Breach:
    """A space that was entered before in this segment (TA-6.1-once-per-space)."""
    space = run.track.spaces[target]
    car = run.position.car(mover(run))
    started = car is not None and car.space == space
    return Breach(
        "TA-6.1-once-per-space",
        f"{mover(run)} {'started this move' if started else 'has been in this move'} at `{space}`",
        "the car that moves enters a space only once in a segment, its start space included",
        rulings=("reenter-start-space",),
    )


def own_follower(run: Run, state: State, kind: str, target: int) -> Breach:
    """A step into a car that follows (TA-6.6, lead-own-follower)."""
    trail, crew = state.trail, state.crew
    follower = run.numbers[crew[1 + trail.index(target)]]
    return Breach(
        "TA-6.6",
        f"`{kind}` leads to `{run.track.spaces[target]}`, and {follower} there is in the line that {mover(run)} leads",
        "a car does not displace a car that follows it",
        rulings=("lead-own-follower",),
    )


def no_way(number: int) -> Breach:
    """A step that breaks no rule but does not agree with what the record writes."""
    return Breach(
        "TA-6.1-directions",
        "no step agrees with the record here",
        "a car goes forward or sideways",
        step=number,
    )


def second_missing(able: list[int]) -> Breach:
    """Teamwork without its second movement."""
    cars = " or ".join(str(number) for number in able)
    return Breach(
        "TA-RC-teamwork",
        f"no second car is written, and {cars} can move",
        "a second own car on the track moves 3 MPs with Draft",
        token="second",
    )


def second_refused(position: Position, run: Run, number: int, able: list[int]) -> Breach:
    """Why a car makes no second movement; `able` are those that can."""
    car = position.car(number)
    own = position.cars[run.mover - 1]
    if number == own.number:
        fact = f"{number} is the car that has just moved"
    elif run.pit_exit and run.card.text == "teamwork":
        return replace(text_not_counted(run, f"{number} moves as well"), token="second")
    elif run.text != "teamwork":
        return Breach(
            "TA-6.2",
            f"{number} moves as well, but the card is {run.card.name}",
            "only Teamwork moves a second car",
            token="second",
        )
    elif car is None or car.team != own.team:
        whose = f"a car of {car.team}, " if car is not None else ""
        fact = f"{number} is {whose}not of {own.team}"
    elif not car.on_track:
        fact = f"{number} is not on the track"
    else:
        fact = f"{number} was activated earlier in this turn"
    offered = f"; {' or '.join(map(str, able))} can move" if able else ""
    return Breach(
        "TA-RC-teamwork",
        fact + offered,
        "the second car is an own car on the track",
        token="second",
        rulings=("teamwork-second-car",),
    )
