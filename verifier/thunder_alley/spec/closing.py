"""Explains why a car differs from what is claimed for it when a turn is closed (TA-3.5.3, TA-3.5.5, TA-9.6-3, TA-9.6-7). Its
space, crossings and wear are checked elsewhere."""

from collections.abc import Iterator, Mapping

from model.thunder_alley.position import FINISHED, OUT, RACING, Position
from verifier.thunder_alley.spec.judgement import Broken
from verifier.thunder_alley.spec.outcome import SIX

YELLOW = "yellow"


def closed_denied(
    raced: Position, before: Position, after: Position, number: int, claimed: Mapping[str, object]
) -> Iterator[Broken]:
    """Yield the rule against each false claim about a car. `claimed` holds fields of `Car`.

    `raced` is the position before the event of the turn, `before` the one in which players chose who pits, and `after` the one in
    which only discards remain.
    """
    first, old, car = raced.car(number), before.car(number), after.car(number)
    if old is None or car is None:
        return
    restarted = before.flag == YELLOW
    removed = car.status == OUT and old.status != OUT
    saved = restarted and car.status == RACING and first is not None and first.lap_down
    stands = RACING if claimed.get("space") is not None else car.status
    status, place = claimed.get("status", stands), claimed.get("place")
    if status != car.status or place not in (None, car.place):
        rule = "TA-4.3" if OUT in (car.status, status) else "TA-10.1"
        early = status == OUT and car.status == RACING
        rule = "TA-3.5.5" if removed or early else rule
        rule = "TA-9.6-3" if saved and status != FINISHED else rule
        rule = "TA-7.2" if early and len(car.wear) >= SIX else rule
        has = {RACING: "is racing", FINISHED: "has finished", OUT: "is out of the race"}[car.status]
        has += f" in place {car.place}" if car.place else ""
        yield Broken(rule, f"{number} {has}", car=number, token="place" if place else "status")
    if claimed.get("lap_down", car.lap_down) != car.lap_down:
        rule = "TA-9.6-3" if restarted else "TA-4.2"
        carries = "carries a" if car.lap_down else "carries no"
        yield Broken(rule, f"{number} {carries} Lap-down marker", car=number, token="lap_down")
    led = claimed.get("led", car.led)
    if led != car.led:
        given = [one for one in after.cars if (was := before.car(one.number)) and one.led > was.led]
        new = car in given and led == old.led
        once_more = led == car.led + 1 and bool(
            given or number in after.turn_leaders or not after.turn_leaders
        )
        closing = "TA-9.6-7" if restarted else "TA-3.5.3"
        fact = f"{number} has {car.led} Turn Leader markers, not {led}"
        yield Broken(closing if new or once_more else "TA-3.5.1", fact, car=number, token="led")
