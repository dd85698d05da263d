"""The sentences for refused steps: which rule, what is so, what the rule demands."""

from verifier.findings import Breach
from verifier.thunder_alley.engine.choices import Log
from verifier.thunder_alley.engine.run import BEGUN, PURSUIT, SOLO, Run


def links_agree(run: Run, crew: tuple[int, ...], links: tuple[int, ...], log: Log | None) -> bool:
    if links == crew[1:]:
        return True
    if log is not None:
        claimed = " ".join(str(run.numbers[code]) for code in links)
        real = " ".join(str(run.numbers[code]) for code in crew[1:])
        rule = {SOLO: "TA-6.3", PURSUIT: "TA-6.5-push-only"}.get(run.movement, "TA-6.2")
        log(
            Breach(
                rule,
                f"the cars linked behind are [{real}], not [{claimed}]",
                "with this movement no car behind is linked"
                if run.movement in (SOLO, PURSUIT)
                else "cars in line stand nose to tail, each behind the one before",
                token="links",
            )
        )
    return False


def linked_breach(run: Run, mode: int) -> Breach:
    if run.movement == PURSUIT:
        rulings = () if mode & BEGUN else ("pursuit-initial-lateral",)
        return Breach(
            "TA-6.5-no-lane-change",
            "a sideways step although a car ahead is linked",
            "a Pursuit car that is linked ahead keeps its lane until its MPs are used up",
            rulings=rulings,
        )
    if not mode & BEGUN:
        return Breach(
            "TA-6.4.1-no-lane-change",
            "a sideways step although the car starts in a line",
            "under this reading a Draft car that starts in line may not change lanes",
            rulings=("draft-start-linked-lateral",),
        )
    return Breach(
        "TA-6.4.2-no-lateral-once-linked",
        "a sideways step although the car is linked in a Draft line",
        "once it has gone forward and is linked, a Draft car keeps its lane until its MPs are used up",
        rulings=("draft-link-after-lateral",),
    )


def must_exit(run: Run) -> Breach:
    return Breach(
        "TA-9.4",
        "the car stands on the apron and its first step is not outward",
        "a car leaves the pits sideways onto the track in its own sector",
    )


def too_dear(run: Run, left: int, cost: int, into: int | None) -> Breach:
    what = (
        f"into the car at `{run.track.spaces[into]}` it costs {cost} {mps(cost)}"
        if into is not None
        else f"it costs {cost} {mps(cost)}"
    )
    return Breach(
        "TA-6.1-mp-total",
        f"{what}, and {left} {mps(left)} {'is' if left == 1 else 'are'} left",
        "a step must be paid from the MPs that are left",
        numbers={"mp_left": left, "cost": cost},
    )


def mps(count: int) -> str:
    return "MP" if count == 1 else "MPs"


def entered_before(run: Run, target: int) -> Breach:
    return Breach(
        "TA-6.1-once-per-space",
        f"`{run.track.spaces[target]}` was entered before in this segment",
        "the car that moves enters a space only once in a segment, its start space included",
        rulings=("reenter-start-space",),
    )


def own_follower(run: Run, target: int) -> Breach:
    return Breach(
        "TA-6.6",
        f"`{run.track.spaces[target]}` is taken by a car of its own line",
        "a car does not displace a car that follows it",
        rulings=("lead-own-follower",),
    )
