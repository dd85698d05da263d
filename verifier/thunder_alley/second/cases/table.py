"""Cases as model values: the setup, the table and what is said about it. It translates and knows no rule."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from model.ruleset import Ruleset, default_ruleset, load_ruleset, with_changes
from model.thunder_alley import tracks
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import FINISHED, OUT, RACING, UNNOTED, Car, Position, Setup, Team
from model.thunder_alley.track import Track
from verifier.thunder_alley.cases.record import option_name
from verifier.thunder_alley.spec.said import Said

Case = Mapping[str, Any]


def rules_of(case: Case, readings: Mapping[str, str], name: str | None = None) -> Ruleset:
    """The ruleset of a case: the named one (None: the default) with these readings and the options and parameters of the case.

    Raises `ModelError` for what there cannot be, `CaseError` for an option that there is not.
    """
    base = default_ruleset(DATA) if name is None else load_ruleset(DATA, name, Path())
    start = case.get("start", {})
    options: dict[str, str | bool | int | None] = {}
    for rule in start.get("options", ()):
        if rule == "TA-12.2":
            several = len(start["team_bar"]) == start["cars_per_team"]
            options["grid-per-round" if several else "grid-per-card"] = True
        elif (option := option_name(str(rule))) == "cars-per-team":
            options[option] = start.get("cars_per_team", True)
        else:
            options[option] = True
    return with_changes(DATA, base, readings, parameters=start.get("parameters"), options=options)


def teams_of(case: Case, cars: Iterable[Car]) -> tuple[Team, ...]:
    """The teams in seat order: as the case seats them, else in the order in which its cars are listed."""
    listed = list(cars)
    seats = case.get("start", {}).get("seats") or list(dict.fromkeys(car.team for car in listed))
    return tuple(
        Team(colour, None, tuple(car.number for car in listed if car.team == colour)) for colour in seats
    )


def space_of(car: Mapping[str, Any]) -> str | None:
    """The name of the space a case puts a car in."""
    if "sector" not in car:
        return None
    return f"{car['sector']}{'p' if car['lane'] == 'apron' else car['lane']}"


def car_of(entry: Mapping[str, Any]) -> Car:
    """A car of `[start].cars`."""
    wear = tuple(entry.get("wear", ())) or (UNNOTED,) * entry.get("wear_count", 0)
    status = OUT if entry.get("retired") else FINISHED if entry.get("finished") else RACING
    return Car(
        entry["car"],
        entry.get("team", ""),
        space_of(entry) if status == RACING else None,
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
        entry["car"], space_of(entry), entry.get("stack"), entry.get("crossings"), wear, entry.get("lap_down")
    )


def track_of(case: Case) -> Track | None:
    """The track of a case, None where it has none."""
    return tracks.from_table(case["track"], case["id"]) if "track" in case else None


def table(case: Case, rules: Ruleset, **rest: Any) -> tuple[Setup, Position]:
    """Setup and table of a case with `[start].cars`; `rest` are further facts of the position."""
    start = case["start"]
    cars = [car_of(entry) for entry in start.get("cars", ())]
    finished = start.get("finished", ())
    cars += [Car(number, "?", None, status=FINISHED, place=place) for place, number in enumerate(finished, 1)]
    setup = Setup(track_of(case), rules, teams_of(case, cars), start.get("laps"))
    left = tuple(start.get("position_markers_left", range(len(finished) + 1, len(cars) + 1)))
    position = Position(
        tuple(sorted(cars, key=lambda one: one.number)),
        first=start.get("first_player_team"),
        places_left=left,
        won_before=bool(finished),
        **rest,
    )
    return setup, position


def seated(setup: Setup, position: Position, start: Mapping[str, Any]) -> Setup:
    """The setup of a case with pit stops: where nobody tells the seats, players sit as they speak."""
    if "seats" in start:
        return setup
    owner = {car.number: car.team for car in position.cars}
    speaking = [owner[number] for number in start.get("pits", ()) if number in owner]
    seats = dict.fromkeys([*speaking, *owner.values()])
    return replace(setup, teams=tuple(Team(colour, None, ()) for colour in seats))


def cars_differ(entries: Iterable[Mapping[str, Any]], position: Position) -> list[str]:
    """What a case says about cars and is not so on this table."""
    wrong = []
    for entry in entries:
        number, told = entry["car"], said(entry)
        here = position.car(number)
        if here is None:
            wrong.append(f"expected car {number}, which is not on the table")
            continue
        if told.space is not None and told.space != here.space:
            wrong.append(f"expected {number} at {told.space}, came out at {here.space or 'no space'}")
        wear = None if told.wear is None else sorted(told.wear)
        for name, expected, came in (
            ("stack", told.stack, here.stack),
            ("crossings", told.crossed, here.crossed),
            ("lap_down", told.lap_down, here.lap_down),
            ("wear", wear, sorted(here.wear)),
            ("retired", entry.get("retired"), here.status == OUT),
            ("turn_leader", entry.get("turn_leader"), here.led),
        ):
            if expected is not None and expected != came:
                wrong.append(f"expected {name} {expected} for {number}, came out {came}")
    return wrong


def row_of(told: Mapping[str, Any], key: str) -> tuple[Any, ...] | None:
    """A list that a case claims, None where it does not."""
    return tuple(told[key]) if key in told else None
