"""Why a car's markers, crossings or place differ from a claim (TA-3.4-6, TA-4.2, TA-4.6, TA-10.1)."""

from collections import Counter
from collections.abc import Iterator, Mapping

from model.thunder_alley.position import FINISHED, OUT, RACING, UNNOTED, Car, Position, may_have_place
from verifier.findings import Breach
from verifier.thunder_alley.spec.outcome import SIX


def marks_denied(
    before: Position, after: Position, active: int, number: int, claimed: Mapping[str, object]
) -> tuple[Breach, ...]:
    """The rule against each false claim about a car after a legal move of the car `active`.

    `claimed` holds fields of `Car`, but not where the car stands (see `contradictions`).
    """
    old, car = before.car(number), after.car(number)
    if old is None or car is None:
        return ()
    found = []
    if claimed.get("crossed", car.crossed) != car.crossed:
        rule = "TA-1.3-first-crossing" if 0 in (car.crossed, claimed["crossed"]) else "TA-4.6"
        rule = "TA-6.7" if car.crossed < old.crossed else rule
        fact = f"{number} has crossed the line {_times(car.crossed)}, not {claimed['crossed']}"
        found.append(Breach(rule, fact, car=number, token="crossed"))
    if not _same_wear(car, claimed):
        told = claimed["wear"]
        assert isinstance(told, tuple)
        fact = f"{number} carries {' '.join(car.wear) or 'no markers'}, not {' '.join(told) or 'none'}"
        found.append(Breach(_of_wear(old, car, told, active), fact, car=number, token="wear"))
    if claimed.get("led", car.led) != car.led:
        finished_now = car.status == FINISHED and old.status == RACING
        rule = "TA-10.1" if finished_now else "TA-3.5.1"
        fact = f"{number} has {car.led} Turn Leader markers, not {claimed['led']}"
        found.append(Breach(rule, fact, car=number, token="led"))
    place = claimed.get("place")
    unlike = place not in (None, car.place) and not may_have_place(after, car, place)
    if unlike and claimed.get("status", car.status) == car.status:
        rule = "TA-4.3" if OUT in (car.status, claimed.get("status")) else "TA-10.1"
        rule = (
            "TA-1.3-first-crossing"
            if rule == "TA-10.1" and car.status == RACING and car.crossed <= 1
            else rule
        )
        has = f"is in place {car.place}" if car.place else "has no place yet"
        found.append(
            Breach(rule, f"{number} {has}, not in place {claimed['place']}", car=number, token="place")
        )
    if claimed.get("lap_down", car.lap_down) != car.lap_down:
        carries = "carries a" if car.lap_down else "carries no"
        found.append(Breach("TA-4.2", f"{number} {carries} Lap-down marker", car=number, token="lap_down"))
    if claimed.get("flipped", car.flipped) != car.flipped:
        fact = f"{number} is {'flipped' if car.flipped else 'not flipped'}"
        found.append(Breach("TA-3.4-7", fact, car=number, token="flipped"))
    return tuple(found)


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _same_wear(car: Car, claimed: Mapping[str, object]) -> bool:
    wear = claimed.get("wear", car.wear)
    assert isinstance(wear, tuple)
    if UNNOTED in (*wear, *car.wear):
        return len(wear) == len(car.wear)
    return sorted(wear) == sorted(car.wear)


def _of_wear(old: Car, car: Car, told: tuple[str, ...], active: int) -> str:
    """The rule that decides which markers a car has after the move. For another car than the active one it is that no marker
    goes without a pit stop, or that none comes from anywhere else than cards and events."""
    if car.number != active:
        return "TA-7.1" if Counter(told) - Counter(car.wear) else "TA-7.3"
    return "TA-9.4" if old.on_apron else "TA-3.4-6"


def closed_rules(
    raced: Position, before: Position, after: Position, number: int, claimed: Mapping[str, object]
) -> Iterator[str]:
    """The rules against false claims about a car when a turn is closed (TA-3.5.3, TA-3.5.5, TA-9.6-3, TA-9.6-7). `claimed` holds
    fields of `Car`; its crossings and its wear are checked elsewhere.

    `raced` is the position before the event of the turn, `before` the one in which players chose who pits, and `after` the one in
    which only discards remain.
    """
    first, old, car = raced.car(number), before.car(number), after.car(number)
    if old is None or car is None:
        return
    restarted = before.flag == "yellow"
    stands = RACING if claimed.get("space") is not None else car.status
    status, place = claimed.get("status", stands), claimed.get("place")
    if status != car.status or place not in (None, car.place):
        early = status == OUT and car.status == RACING
        if early and len(car.wear) >= SIX:
            yield "TA-7.2"
        elif restarted and car.status == RACING and first is not None and first.lap_down:
            yield "TA-10.1" if status == FINISHED else "TA-9.6-3"
        elif early or (car.status == OUT and old.status != OUT):
            yield "TA-3.5.5"
        else:
            yield "TA-4.3" if OUT in (car.status, status) else "TA-10.1"
    if claimed.get("lap_down", car.lap_down) != car.lap_down:
        yield "TA-9.6-3" if restarted else "TA-4.2"
    led = claimed.get("led", car.led)
    if led != car.led:
        given = [one for one in after.cars if (was := before.car(one.number)) and one.led > was.led]
        new = car in given and led == old.led
        turn_leader = given or number in after.turn_leaders or not after.turn_leaders
        closing = "TA-9.6-7" if restarted else "TA-3.5.3"
        yield closing if new or (led == car.led + 1 and turn_leader) else "TA-3.5.1"
