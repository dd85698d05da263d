"""What events may do, by the bookkeeper's own list (chapter 8), and the formation of a yellow restart (TA-9.6-1, TA-9.6-2)."""

import re
from collections import Counter
from dataclasses import dataclass

from model.thunder_alley.position import UNNOTED, Position
from tests.thunder_alley.race.standing_book import PLAIN_LAPPING, Sheet, Standing

YELLOW = ("Blown Engine", "Blown Transmission", "Collision", "Debris Caution", "Front-End Damage", "Pileup")

MOST = {
    "Blown Engine": ("orange",),
    "Blown Transmission": ("lavender",),
    "Blown Tire": ("black",),
    "Spinout": ("black",),
    "Engine Damage": ("orange",),
    "Gear Box Damage": ("lavender",),
    "Fuel Miscalculation": ("green",),
    "It's Getting Worse": ("blue", "yellow"),
    "Loose": ("blue",),
    "Tight": ("blue", "yellow"),
}
"""Events that hit the car with most markers of these colours."""

Marks = tuple[str, ...]


@dataclass(frozen=True)
class Effect:
    """The effect of an event: its flag, the cars that restart at the rear, whether the race is over."""

    flag: str
    rear: tuple[int, ...] = ()
    over: bool = False


def effect_of(book: Standing, source: str, after: Position) -> Effect:
    """Takes the new markers over from the position, after checking that this event gives and removes such markers; cars that it
    takes out of the race lose their places here."""
    match = re.match(r"event (\"[^\"]*\"|[^:\"]*?)(?: bar [^:]*)?(?:: ([\d ]+))?$", source.strip())
    assert match, source
    name = match[1].strip('"')
    cars = tuple(int(word) for word in (match[2] or "").split())
    changes: dict[int, tuple[Marks, Marks]] = {}
    for car in after.cars:
        sheet = book.cars[car.number]
        more, less = Counter(car.wear) - Counter(sheet.wear), Counter(sheet.wear) - Counter(car.wear)
        if more or less:
            changes[car.number] = tuple(sorted(more.elements())), tuple(sorted(less.elements()))
            if sheet.status != "racing":
                book.wrong(f"{name} changes the markers of {car.number}, which is {sheet.status}")
    gone = [
        car.number
        for car in after.cars
        if car.status == "out" and book.cars[car.number].status == "racing" and name.startswith("Blown ")
    ]
    hit = [*changes, *gone]
    if name in MOST:
        _most(book, name, hit or ([cars[0]] if cars else []), after)
    else:
        _others(book, name, hit, cars)
    _markers(book, name, changes, gone)
    for number in changes:
        car_after = after.car(number)
        assert car_after is not None
        book.cars[number].wear = car_after.wear
    for number in gone:
        book.out(book.cars[number])
    if name == "Rain":
        over = book.rain and max(car.crossed for car in book.racing()) >= 2
        book.rain = True
        return Effect("red" if over else "green", over=over)
    anybody = (
        bool(hit) or name == "Debris Caution" or book.reading("event-without-target-flag", "yellow-anyway")
    )
    rear = tuple(hit) if name == "Collision" else ()
    return Effect("yellow" if name in YELLOW and anybody else "green", rear)


def _most(book: Standing, name: str, hit: list[int], after: Position) -> None:
    """The event hits one car that has as many markers as any, if any car has one."""
    colours = ("blue",) if name == "Tight" and book.reading("loose-vs-tight", "blue-only") else MOST[name]
    counts = {car.number: sum(car.wear.count(colour) for colour in colours) for car in book.racing()}
    if UNNOTED in (marker for car in book.racing() for marker in car.wear):
        return
    most = max(counts.values())
    best = [number for number, count in counts.items() if count == most]
    if name == "Tight" and not all("blue" in book.cars[number].wear for number in best):
        return
    moved = [car.number for car in after.cars if car.space != _space(book, car.number)]
    if name == "Blown Tire":
        hit = list(dict.fromkeys((*hit, *(number for number in moved if number in best))))
    if (most and (len(hit) != 1 or hit[0] not in best)) or (not most and hit):
        book.wrong(f"{name} hits {hit}, and {best} have {most}")


def _space(book: Standing, number: int) -> str | None:
    sheet = book.cars[number]
    return sheet.space if sheet.status == "racing" else None


def _others(book: Standing, name: str, hit: list[int], cars: tuple[int, ...]) -> None:
    """The cars hit by an event that counts no markers."""
    teams = Counter(book.cars[number].team for number in hit)
    if any(count > 1 for count in teams.values()):
        book.wrong(f"{name} hits {hit}, of {teams}")
    foremost: dict[str, int] = {}
    for car in book.order():
        foremost.setdefault(car.team, car.number)
    if name == "Marbles" and set(hit) != set(foremost.values()):
        book.wrong(f"Marbles hit {hit}, foremost are {foremost}")
    if name == "Sun on the Track" and set(teams) != set(foremost):
        book.wrong(f"Sun on the Track hits {hit}, in the race are {list(foremost)}")
    if name == "Overcast" and set(hit) != set(cars):
        book.wrong(f"Overcast touches {hit}, chosen were {cars}")
    if name in ("Brush the Wall", "Front-End Damage") and len(hit) > 1:
        book.wrong(f"{name} hits {hit}")
    if name == "Pileup" and hit and _pileup_first(book, hit):
        book.wrong(f"a Pileup hits {hit}, foremost are {foremost}")
    if name == "Collision" and cars and not set(cars) <= set(hit):
        book.wrong(f"Collision hits {hit}, chosen were {cars}")


def _pileup_first(book: Standing, hit: list[int]) -> bool:
    """Whether the foremost car that was hit is not the foremost one of its team."""
    order = [car.number for car in book.order()]
    first = min(hit, key=order.index)
    team = book.cars[first].team
    return any(book.cars[number].team == team for number in order[: order.index(first)])


def _markers(book: Standing, name: str, changes: dict[int, tuple[Marks, Marks]], gone: list[int]) -> None:
    """Which markers come and go."""
    found = sorted(changes.values())
    front = ("red", "gray") if book.readings["front-end-colour"] == "unspecified" else ("red",)
    worse = ("blue",) if book.reading("its-getting-worse-marker", "blue") else ("blue", "yellow")
    free = {"Front-End Damage": front, "It's Getting Worse": worse}.get(name, ())
    one: dict[str, tuple[Marks, Marks]] = {
        "Brush the Wall": (("red",), ()),
        "Collision": (("red", "red"), ()),
        "Engine Damage": (("orange",), ()),
        "Gear Box Damage": (("lavender",), ()),
        "Fuel Miscalculation": (("green",), ()),
        "Marbles": (("black",), ()),
        "Sun on the Track": (("black",), ()),
        "Spinout": (("black",), ()),
        "Overcast": ((), ("black",)),
    }
    if free:
        right = all(len(gained) == 1 and gained[0] in free and not lost for gained, lost in found)
    elif name in one:
        right = all(change == one[name] for change in found)
    elif name in ("Loose", "Tight"):
        right = all(gained == ("yellow",) and lost in (("blue",), (UNNOTED,)) for gained, lost in found)
    elif name == "Blown Tire":
        right = all(not gained and not set(lost) & {"red", "yellow", "orange"} for gained, lost in found)
    elif name == "Pileup":
        gains = [gained for gained, lost in found if not lost]
        right = len(gains) == len(found) and gains.count(("red", "red")) <= 1 and gains.count(("red",)) <= 1
        right = right and set(gains) <= {("red", "red"), ("red",), ("gray",)}
    else:
        right = not found
    if not right or (gone and name not in ("Blown Engine", "Blown Transmission")):
        book.wrong(f"{name}: {changes}, out {gone}")


def formation(book: Standing, effect: Effect) -> list[Sheet]:
    """The cars in the order of a restart: running order, then lapped ones, then those of a Collision (TA-9.6-2)."""
    behind_all = book.reading("collision-rear", "behind-all")

    def key(car: Sheet) -> tuple[bool, bool]:
        down, hit = car.lap_down, car.number in effect.rear
        return (hit, down) if behind_all else (down, hit)

    return sorted(book.order(), key=key)


def compare_formation(book: Standing, expected: list[Sheet]) -> None:
    """Rows of two from the first car's sector back, in the restart lanes, crossings according to the place."""
    if not expected:
        return
    first, lanes = expected[0], book.track.restart
    assert lanes is not None
    for slot, car in enumerate(expected):
        sector = (first.sector - slot // 2 - 1) % book.length + 1
        if car.space != f"{sector}{lanes[slot % 2]}":
            book.wrong(f"car {car.number} restarts at {car.space}, place {slot + 1} behind {first.space}")
        if not book.reading("saved-car-lap-count", "rejoins-lead-lap") or not book.plain(PLAIN_LAPPING):
            continue
        if book.progress(car) != book.progress(first) - slot // 2:
            book.wrong(
                f"car {car.number} at {car.space} has crossed {car.crossed} times, {first.number} {first.crossed}"
            )
