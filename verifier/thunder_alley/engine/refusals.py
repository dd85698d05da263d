"""The sentences for refused steps: the rule, the fact, what the rule demands."""

from model.thunder_alley.position import Position
from model.values import replace
from verifier.findings import Breach
from verifier.thunder_alley.engine.run import Run
from verifier.words import counted


def mover(run: Run) -> int:
    """The number of the moving car."""
    return run.numbers[run.mover]


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
        whose = f"{left} of {counted(run.total, 'MP')} {'is' if left == 1 else 'are'} left"
    elif run.total:
        whose = f"all {counted(run.total, 'MP')} are spent" if run.total > 1 else "the only MP is spent"
    else:
        whose = f"{mover(run)} has no MPs"
    if kind == "s":
        what = f"`s` with {run.numbers[occupant]} at `{space}` costs {counted(cost, 'MP')}"
    elif occupant:
        verb = "pushes" if kind == "f" else "displaces"
        what = f"`{kind}` {verb} {run.numbers[occupant]} at `{space}` and costs {counted(cost, 'MP')}"
    else:
        what = f"`{kind}`{f' to `{space}`' if space else ''} costs {counted(cost, 'MP')}"
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
