"""Cases as model values: the setup, the table and what is said about it. It translates and knows no rule."""

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from model.rules import load_house_rules
from model.ruleset import Ruleset, default_ruleset, with_changes
from model.rulings import load_rulings
from model.thunder_alley import tracks
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import FINISHED, OUT, RACING, UNNOTED, Car, Position, Setup, Team
from model.thunder_alley.track import Track
from verifier.thunder_alley.spec.said import Said

FOLDER = Path(__file__).parents[2] / "cases" / "thunder_alley"

Case = Mapping[str, Any]


def load_cases(*kinds: str) -> dict[str, Case]:
    """The cases of these kinds by their id."""
    found = {
        path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.toml"))
    }
    return {id: case for id, case in found.items() if case["kind"] in kinds}


def variants(case: Case) -> list[tuple[dict[str, str], dict[str, Any]]]:
    """The readings under which a case is judged, each with what is expected then."""
    rulings = dict(case.get("rulings") or {})
    expect = dict(case["expect"])
    by_reading = expect.pop("by_reading", None)
    if by_reading is None:
        return [(rulings, expect)]
    ruling = next(iter(rulings))
    found = []
    for reading, part in by_reading.items():
        if part and all(str(key).isdigit() for key in part):
            part = {"markers": part}
        found.append(({**rulings, ruling: reading}, {**expect, **part}))
    return found


def ruleset(case: Case, readings: Mapping[str, str]) -> Ruleset:
    """The ruleset of a case under these readings, with its options and parameters; notes cannot be chosen and are left out."""
    book, house = load_rulings(DATA), load_house_rules(DATA)
    start = case.get("start", {})
    chosen = {id: reading for id, reading in readings.items() if book[id].selectable}
    options: dict[str, str | bool | int | None] = {}
    for rule in start.get("options", []):
        names = [name for name, option in house.options.items() if rule in (name, option.rule)]
        if rule == "TA-12.2":
            several = len(start["team_bar"]) == start["cars_per_team"]
            names = ["grid-per-round" if several else "grid-per-card"]
        options[names[0]] = start.get("cars_per_team", True) if names[0] == "cars-per-team" else True
    return with_changes(
        DATA, default_ruleset(DATA), chosen, parameters=start.get("parameters"), options=options
    )


def teams(case: Case, cars: Iterable[Car]) -> tuple[Team, ...]:
    """The teams in seat order: as the case seats them, else in the order in which its cars are listed."""
    listed = list(cars)
    seats = case.get("start", {}).get("seats") or list(dict.fromkeys(car.team for car in listed))
    return tuple(
        Team(colour, None, tuple(car.number for car in listed if car.team == colour)) for colour in seats
    )


def space(car: Mapping[str, Any]) -> str | None:
    """The name of the space a case puts a car in."""
    if "sector" not in car:
        return None
    return f"{car['sector']}{'p' if car['lane'] == 'apron' else car['lane']}"


def car(entry: Mapping[str, Any]) -> Car:
    """A car of `[start].cars`."""
    wear = tuple(entry.get("wear", ())) or (UNNOTED,) * entry.get("wear_count", 0)
    status = OUT if entry.get("retired") else FINISHED if entry.get("finished") else RACING
    return Car(
        entry["car"],
        entry.get("team", ""),
        space(entry) if status == RACING else None,
        entry.get("crossings", 1),
        wear,
        entry.get("turn_leader", 0),
        entry.get("activated", True),
        entry.get("lap_down", False),
        status,
        None,
        entry.get("stack", 0),
    )


def said(entry: Mapping[str, Any]) -> Said:
    """What a case says about one car after a step."""
    wear = tuple(entry["wear"]) if "wear" in entry else None
    return Said(
        entry["car"], space(entry), entry.get("stack"), entry.get("crossings"), wear, entry.get("lap_down")
    )


def track(case: Case) -> Track | None:
    """The track of a case, None where it has none."""
    return tracks.from_table(case["track"], case["id"]) if "track" in case else None


def table(case: Case, readings: Mapping[str, str], **rest: Any) -> tuple[Setup, Position]:
    """Setup and table of a case with `[start].cars`."""
    start = case["start"]
    cars = [car(entry) for entry in start.get("cars", ())]
    finished = start.get("finished", ())
    cars += [Car(number, "?", None, status=FINISHED, place=place) for place, number in enumerate(finished, 1)]
    rules = ruleset(case, readings)
    setup = Setup(track(case), rules, teams(case, cars), start.get("laps"))
    left = tuple(start.get("position_markers_left", range(len(finished) + 1, len(cars) + 1)))
    position = Position(
        tuple(sorted(cars, key=lambda one: one.number)),
        first=start.get("first_player_team"),
        places_left=left,
        **rest,
    )
    return setup, position


def differs(entries: Iterable[Mapping[str, Any]], position: Position) -> list[str]:
    """What a case says about cars and is not so on this table."""
    wrong = []
    for entry in entries:
        here, there = position.car(entry["car"]), said(entry)
        if here is None:
            wrong.append(f"no car {entry['car']}")
            continue
        for name, expected, found in (
            ("space", there.space, here.space),
            ("stack", there.stack, here.stack),
            ("crossed", there.crossed, here.crossed),
            ("lap_down", there.lap_down, here.lap_down),
            (
                "wear",
                None if there.wear is None else tuple(sorted(there.wear)),
                tuple(sorted(here.wear)),
            ),
        ):
            if expected is not None and expected != found:
                wrong.append(f"{entry['car']} {name}: {found}, not {expected}")
    return wrong


def event_table(case: Case, readings: Mapping[str, str]) -> tuple[Setup, Position]:
    """Setup and table of an event case. Cars given by their order only stand in a row on a stretch of track."""
    start = dict(case["start"])
    if "order" not in start:
        return table(case, readings, rain=start.get("rain_already_drawn", False))
    order, lost, owners = start["order"], start.get("retired", ()), start.get("teams", {})
    laps = start.get("leader_laps_completed", 0)
    known = {entry["car"]: entry for entry in start.get("cars", ())}
    cars = [
        {
            "team": owners.get(str(number), f"team of {number}"),
            **known.get(number, {}),
            "car": number,
            "sector": len(order) - place,
            "lane": "a",
            "crossings": laps + 1,
        }
        for place, number in enumerate(order)
    ]
    cars += [{"car": number, "team": owners[str(number)], "retired": True} for number in lost]
    track = {"section": [{"sectors": [1, len(order)], "lanes": ["a"]}]}
    row = {**case, "track": track, "start": {**start, "cars": cars}}
    return table(row, readings, rain=start.get("rain_already_drawn", False))
