"""Claims after missing lines (`...`). What happened in between is unknown, but some facts of a race never go back.

A `check` and a `position` block are compared with the same facts here. `gap` is the last position before the missing lines,
`since` the same position with the facts recorded after them.
"""

from collections.abc import Iterator, Sequence

from model.thunder_alley.facts import PERMANENT_WEAR
from model.thunder_alley.position import FINISHED, OUT, RACING, UNNOTED, Car, Position, unsaid_places
from model.values import replace
from verifier.findings import Breach
from verifier.thunder_alley.lines.position import Value, WrittenCar

Refusal = tuple[str, Breach]
"""A fact by its name (`led`, `wear`, `lap`), and the breach that contradicts it."""


def car_refused(gap: Position, since: Position, written: WrittenCar) -> Iterator[Refusal]:
    """Claims about a car that no missing lines can explain (TA-3.5.1, TA-4.3, TA-7.3, TA-10.1)."""
    before, known = gap.car(written.number), since.car(written.number)
    if before is None or known is None:
        return
    if _drives(written):
        yield from _returns(before, known)
    yield from _ends(gap, since, before, known, written)
    led = written.fields.get("led")
    if isinstance(led, int) and (led < known.led or (led > before.led and before.status != RACING)):
        fact = f"car {known.number} had {_markers(known.led)} {_when(before.led == known.led)}, not {led}"
        reason = "no marker of this kind is taken away, and a car that has left the race gets none"
        yield "led", Breach("TA-3.5.1", fact, reason)
    wear = written.fields.get("wear")
    if isinstance(wear, tuple):
        yield from _wear(before, known, wear)


def not_driving(gap: Position, since: Position, number: int) -> Iterator[Refusal]:
    """Why a car cannot be in the running order (TA-4.3, TA-10.1)."""
    before, known = gap.car(number), since.car(number)
    if before is not None and known is not None:
        yield from _returns(before, known)


def place_refused(gap: Position, since: Position, number: int, place: int) -> Iterator[Refusal]:
    """Why a car cannot have this place (TA-4.3, TA-10.1): it has another one, another car has it, or no car can have it."""
    before, known = gap.car(number), since.car(number)
    if before is None or known is None:
        return
    holder = next((car for car in since.cars if car.place == place and car.number != number), None)
    if known.place is not None and known.place != place:
        how, rule = _left(known)
        yield "place", Breach(rule, f"{how} in place {known.place}, not in place {place}", "a place is kept")
    elif not 0 < place <= len(gap.cars):
        fact = f"there is no place {place} for {len(gap.cars)} cars"
        yield "place", Breach("TA-10.1", fact, "there are as many places as cars")
    elif holder is not None:
        fact = f"car {holder.number} has place {place}, not {number}"
        yield "place", Breach("TA-10.1", fact, "each place is taken once")
    elif before.status != RACING and before.place is None and place in gap.places_left:
        fact = f"{_left(before)[0]} before the missing lines, with place {place} still to be had"
        yield "place", Breach(_left(before)[1], fact, "a car takes its place when it leaves the race")
    elif before.status == RACING and place in _taken_unsaid(gap):
        fact = f"a lost car took place {place} before the missing lines"
        yield "place", Breach("TA-10.1", fact, "each place is taken once")


def table_refused(
    gap: Position, since: Position, key: str, value: Value, laps: int | None
) -> Iterator[Refusal]:
    """Claims about the whole position that no race can lead to: an earlier turn or lap, a lap after the last, places already
    taken (TA-3.1, TA-4.6, TA-4.3, TA-10.1)."""
    if key == "lap" and isinstance(value, int) and laps is not None and value > laps:
        fact = f"the lap marker cannot be on {value}: the race has {laps}"
        yield key, Breach("TA-4.6", fact, "when it cannot move up any more the race is over")
    if key in ("turn", "lap") and isinstance(value, int) and value < getattr(since, key):
        marker = "the lap marker was on" if key == "lap" else "it was turn"
        fact = (
            f"{_when(getattr(gap, key) == getattr(since, key))} {marker} {getattr(since, key)}, not {value}"
        )
        rule, reason = (
            ("TA-4.6", "it is never moved back") if key == "lap" else ("TA-3.1", "a race does not go back")
        )
        yield key, Breach(rule, fact, reason)
    if key == "places_left" and isinstance(value, tuple):
        yield from _places_left(gap, since, sorted(map(int, value)))


def told(since: Position, written: WrittenCar) -> Position:
    """The position with the claims about a car that are not refused, as far as they never go back."""
    car = since.car(written.number)
    if car is None:
        return since
    fields = written.fields
    led, wear, place = fields.get("led"), fields.get("wear"), fields.get("place")
    if isinstance(led, int):
        car = replace(car, led=max(car.led, led))
    if isinstance(wear, tuple):
        car = replace(car, wear=_most(car.wear, wear))
    if fields.get("status") == OUT:
        car = replace(car, status=OUT, space=None)
    if isinstance(place, int):
        car = came_in(car, place)
    return since.with_cars(car)


def came_in(car: Car, place: int) -> Car:
    """The car with the place that the record gives it."""
    status = FINISHED if car.status == RACING else car.status
    return replace(car, status=status, space=None, place=place)


def _drives(written: WrittenCar) -> bool:
    """Whether a car is claimed to be in the race, at a space or anywhere."""
    fields = written.fields
    return "space" in fields and "place" not in fields and fields.get("status", RACING) == RACING


def _returns(before: Car, known: Car) -> Iterator[Refusal]:
    """A car that has left the race and is claimed to drive."""
    if known.status != RACING:
        how, rule = _left(known)
        fact = f"{how} {_when(before.status != RACING)}"
        yield "space", Breach(rule, fact, "such a car does not come back")


def _ends(gap: Position, since: Position, before: Car, known: Car, written: WrittenCar) -> Iterator[Refusal]:
    """A claimed place of a car, or a claim that it is lost."""
    place = written.fields.get("place")
    if isinstance(place, int):
        yield from place_refused(gap, since, known.number, place)
    if written.fields.get("status") == OUT and before.status == FINISHED:
        fact = f"{_left(before)[0]} before the missing lines"
        yield "status", Breach("TA-10.1", fact, "such a car is not lost any more")


def _wear(before: Car, known: Car, wear: Sequence[str]) -> Iterator[Refusal]:
    """More permanent markers are missing than there are markers without a noted colour."""
    gone = {
        colour: known.wear.count(colour) - wear.count(colour)
        for colour in PERMANENT_WEAR
        if wear.count(colour) < known.wear.count(colour)
    }
    if sum(gone.values()) > wear.count(UNNOTED):
        had = " ".join(colour for colour in known.wear if colour in gone)
        has = " ".join(wear) if UNNOTED not in wear else f"{len(wear)}"
        fact = f"car {known.number} had {had} {_when(before.wear == known.wear)}, and has {has or 'none'}"
        yield "wear", Breach("TA-7.3", fact, "such a marker stays for the race")


def _places_left(gap: Position, since: Position, places: Sequence[int]) -> Iterator[Refusal]:
    """A place that is claimed to be left but was taken."""
    taken = {car.place: car for car in since.cars if car.place is not None}
    for place in places:
        if place in taken:
            fact = f"car {taken[place].number} has place {place}, so it is not left"
            yield "places_left", Breach(_left(taken[place])[1], fact, "a place is taken once")
            return
        if not 0 < place <= len(gap.cars):
            fact = f"there is no place {place} for {len(gap.cars)} cars"
            yield "places_left", Breach("TA-10.1", fact, "there are as many places as cars")
            return
        if place not in gap.places_left:
            fact = f"a lost car took place {place} before the missing lines"
            yield "places_left", Breach("TA-4.3", fact, "a place is taken once")
            return


def _taken_unsaid(gap: Position) -> tuple[int, ...]:
    """The places of lost cars whose own places were not noted, provided there are no more such places than cars."""
    places = unsaid_places(gap)
    lost = sum(car.status != RACING and car.place is None for car in gap.cars)
    return places if len(places) <= lost else ()


def _most(one: Sequence[str], other: Sequence[str]) -> tuple[str, ...]:
    """Markers with as many permanent ones of each colour as in either list; others may have been removed."""
    return tuple(
        colour for colour in PERMANENT_WEAR for _ in range(max(one.count(colour), other.count(colour)))
    )


def _left(car: Car) -> tuple[str, str]:
    """How a car left the race, and the rule."""
    if car.status == FINISHED:
        return f"car {car.number} had finished", "TA-10.1"
    return f"car {car.number} was out of the race", "TA-4.3"


def _when(before: bool) -> str:
    return "before the missing lines" if before else "by what is said above"


def _markers(count: int) -> str:
    return f"{count} Turn Leader {'marker' if count == 1 else 'markers'}"
