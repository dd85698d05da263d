"""Chapters 4.5 and 6.9: who may take which lane at a fork, and what the record claims about it.

The active player makes every choice, for any car (TA-6.1-active-chooses). Listing moves follows every choice; judging a
record keeps those that agree with its wishes.
"""

from collections.abc import Callable
from typing import NamedTuple, final

from model.values import value
from verifier.findings import Breach
from verifier.thunder_alley.engine.card_rules import CARD_RULES
from verifier.thunder_alley.engine.run import Run

Log = Callable[[Breach], None]

Lanes = tuple[tuple[int, int], ...]


@final
class Wish:
    """What a record writes about the choices of one step.

    `lane`: of the mover or the front of its line. `cars`: car code -> lane. `places` and `places_back`: space -> lane, for
    any car that goes ahead or falls back from there. `earlier`: lanes of cars written in earlier steps; they hold wherever
    possible unless the step writes another. `links`: codes of the cars linked behind.
    """

    __slots__ = ("cars", "earlier", "lane", "links", "places", "places_back")

    def __init__(
        self,
        lane: str | None = None,
        cars: dict[int, str] | None = None,
        places: dict[int, str] | None = None,
        places_back: dict[int, str] | None = None,
        earlier: dict[int, str] | None = None,
        links: tuple[int, ...] | None = None,
    ) -> None:
        self.lane = lane
        self.cars: dict[int, str] = {} if cars is None else cars
        self.places: dict[int, str] = {} if places is None else places
        self.places_back: dict[int, str] = {} if places_back is None else places_back
        self.earlier: dict[int, str] = {} if earlier is None else earlier
        self.links = links


class Pick(NamedTuple):
    """A choice: the code of a car, the space it left, the lane it took."""

    car: int
    fork: int
    lane: str


Picks = tuple[Pick, ...]


@value
class Mark:
    """The choices of one step that have to be written: lane of the mover or the front of its line, lanes of other cars, cars
    linked behind."""

    lane: str | None = None
    cars: tuple[tuple[int, str], ...] = ()
    links: tuple[int, ...] | None = None


NO_MARK = Mark()


def mark_of(picks: Picks, leading: Pick | None = None, links: tuple[int, ...] | None = None) -> Mark:
    """What has to be written for these choices; `leading` is that of the mover or the front of its line."""
    if not picks and links is None:
        return NO_MARK
    lane = leading.lane if leading is not None else None
    return Mark(lane, tuple((pick.car, pick.lane) for pick in picks if pick != leading), links)


def lanes_ahead(
    run: Run,
    fork: int,
    car: int,
    lanes: Lanes,
    wish: Wish | None,
    log: Log | None,
    *,
    leads: bool,
    line: bool,
) -> list[tuple[int, Lanes, Picks]]:
    """The spaces a car may take ahead of `fork`, each with the line's memory and the choice that was made.

    `leads`: the car is the mover or the front of its line. `line`: the car goes with a Draft or Pursuit line, which is not
    split at a fork (TA-6.9.1, TA-6.9.2).
    """
    targets = run.ahead[fork]
    open_targets: tuple[int, ...] = targets
    bound = bool(lanes) and (line or not leads)
    remembered = next((chosen for place, chosen in lanes if place == fork), None) if bound else None
    free = True
    if remembered is not None:
        open_targets, free = (remembered,), False
    elif run.fork_side is not None and (line or leads):
        open_targets, free = (targets[run.fork_side],), False
    elif not leads and not line and run.diverge[fork] and not run.readings.push_choice_at_exit:
        own = tuple(t for t in targets if run.track.lane[t] == run.track.lane[fork])
        if own:
            open_targets, free = own, False
    if wish is not None:
        wanted = wish.places.get(fork) or wish.cars.get(car)
        if wanted is not None:
            kept = tuple(t for t in open_targets if run.track.lane[t] == wanted)
            if not kept:
                if log is not None and remembered is not None and run.fork_side is not None:
                    log(
                        wrong_lane(run, fork, car, wanted, open_targets, None)
                    )  # the card bound the line as well
                if log is not None:
                    log(wrong_lane(run, fork, car, wanted, open_targets, remembered))
                return []
            open_targets = kept
        elif wish.lane is None or not (leads or line):
            hoped = wish.earlier.get(car)
            open_targets = tuple(t for t in open_targets if run.track.lane[t] == hoped) or open_targets
    keep = line or (not leads and not run.readings.push_free_per_car)
    found: list[tuple[int, Lanes, Picks]] = []
    for target in open_targets:
        memory = lanes
        if keep and remembered is None:
            memory = (*lanes, (fork, target))
        found.append((target, memory, (Pick(car, fork, run.track.lane[target]),) if free else ()))
    return found


def wrong_lane(
    run: Run, fork: int, car: int, wanted: str, open_targets: tuple[int, ...], remembered: int | None
) -> Breach:
    """Why a car cannot or may not take this lane at a fork (TA-4.5, TA-6.8, TA-6.9, card texts)."""
    track = run.track
    place = track.spaces[fork]
    reachable = [track.lane[t] for t in run.ahead[fork]]
    leads_to = " or ".join(f"`{track.spaces[t]}`" for t in run.ahead[fork])
    number = run.numbers[car]
    if wanted not in reachable:
        return Breach(
            "TA-4.5",
            f"from `{place}` a step ahead leads to {leads_to}, not to lane {wanted}",
            "a step ahead needs a border that both spaces share",
        )
    open_lane = track.lane[open_targets[0]]
    if remembered is not None:
        if not run.in_line:
            return Breach(
                "TA-6.8",
                f"the car pushed before went from `{place}` to lane {open_lane}; {number} is sent to lane {wanted}",
                "under this reading all pushed cars take the same lane at a fork",
                rulings=("forward-push-fork-each",),
            )
        rule = "TA-6.9.2" if run.diverge[fork] else "TA-6.9.1"
        return Breach(
            rule,
            f"the line went from `{place}` to lane {open_lane}; {number} is sent to lane {wanted}",
            "the whole line takes the same lane at a fork",
        )
    if run.fork_side is not None:
        side = "inner" if run.fork_side == 0 else "outer"
        return Breach(
            CARD_RULES[run.card.id],
            f"at `{place}` {number} is sent to lane {wanted}; the {side} lane is {open_lane}",
            f"this card demands the {side} lane at a fork",
        )
    return Breach(
        "TA-6.8",
        f"a pushed car that leaves a corner at `{place}` keeps lane {open_lane}; {number} is sent to lane {wanted}",
        "under this reading the player only chooses a lane where the pushed car enters a corner",
        rulings=("forward-displacement-fork",),
    )
