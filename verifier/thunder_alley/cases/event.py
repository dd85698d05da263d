"""Cases of kind `event`: written as a position with all cars flipped and an `event` line, with a `check` line for each thing
claimed of what came out. No rule stands here."""

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from model.ruleset import default_ruleset, load_ruleset
from model.thunder_alley.cards import EVENTS, event_by_name
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import FINISHED, OUT, OVER, UNNOTED, Car, Position
from model.thunder_alley.teams import teams_in_box
from model.values import replace
from verifier.case_runs import CaseError
from verifier.findings import ILLEGAL, LEGAL, Finding
from verifier.thunder_alley.cases.compare import Came, Mismatch, compare_cars, compare_finding
from verifier.thunder_alley.cases.judge import judge_text
from verifier.thunder_alley.cases.record import Case, car_line, header_lines
from verifier.thunder_alley.engine import leader, running_order
from verifier.thunder_alley.engine.events_contact import PICKED_BY
from verifier.thunder_alley.notation.names import quoted_if_needed
from verifier.thunder_alley.table.facts import wear_agrees
from verifier.thunder_alley.table.terms import Settled, Table

MARGIN = 12
"""Empty sectors of the ring on which a running order is lined up."""

TAKE_OFF = ("blown-tire", "overcast")
"""Events in which a car that gains no marker may lose some."""

Judged = tuple[str, list[Mismatch], tuple[Finding, ...]]


def run_event(
    case: Case, readings: Mapping[str, str], expect: Mapping[str, Any], ruleset: str | None
) -> Judged:
    """What an event does to the cars, which flag it brings out, and whether it ends the race."""
    # The short form of a reading names cars alone: their markers.
    markers = {key: value for key, value in expect.items() if str(key).isdigit()}
    wanted = {key: value for key, value in expect.items() if key not in markers}
    wanted |= {"markers": markers} if markers else {}
    start, claim = case.get("start", {}), case.get("claim", {})
    id = event_by_name(str(start["event"]))
    cars = _cars(start)
    if "order" in start and "track" not in case:
        case = {**case, "track": _ring(len(start["order"]))}
    lines = [*header_lines(case, readings, ruleset), "position", "  step event"]
    lines += ["  rain"] if start.get("rain_already_drawn") else []
    for car in sorted(_placed(case, cars), key=lambda car: car.get("stack", 0)):
        place = f" place {car.pop('place')}" if "place" in car else ""
        lines.append(f"  {car_line(car)}{place}")
    left = start.get("position_markers_left")
    lines += [f"  places {' '.join(map(str, left))}"] if left else []
    lines += ["end", _event_line(start, claim, _reading(readings, ruleset))]
    lines += _claims(claim, cars, id)
    text = "\n".join([*lines, ""])
    came = judge_text(text, len(lines), str(case.get("id", "case")))
    return text, _compare(wanted, came), came.findings


def _cars(start: Mapping[str, Any]) -> list[dict[str, Any]]:
    """All cars of the case, flipped: those with a place, those of the running order, those out of the race."""
    teams = _teams(start.get("teams", {}))
    cars: list[dict[str, Any]] = [dict(car) for car in start.get("cars", ())]
    listed = {car["car"] for car in cars}
    cars += [{"car": number} for number in start.get("order", ()) if number not in listed]
    for entry in start.get("retired", ()):
        gone = dict(entry) if isinstance(entry, Mapping) else {"car": entry}
        place = gone.pop("position", None)
        cars.append({**gone, "retired": True, **({"place": place} if place else {})})
    for car in cars:
        car.setdefault("activated", True)
        car.setdefault("team", teams.get(car["car"], "purple"))
        if "leader_laps_completed" in start and not car.get("retired"):
            car.setdefault("crossings", start["leader_laps_completed"] + 1)
    return cars


def _teams(given: Mapping[str, Any]) -> dict[int, str]:
    """Car -> team, as given (car -> team, or team -> cars), else as in the box."""
    teams = {number: team.colour for team in teams_in_box().values() for number in team.cars}
    for key, value in given.items():
        if isinstance(value, list):
            teams |= dict.fromkeys(value, str(key))
        else:
            teams[int(key)] = str(value)
    return teams


def _ring(count: int) -> dict[str, Any]:
    last = count + MARGIN
    return {
        "ring": last,
        "start_finish_after_sector": last,
        "restart_lanes": ["a", "b"],
        "section": [{"sectors": [1, last], "lanes": ["a", "b", "c"]}],
    }


def _placed(case: Case, cars: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The cars, with those of a mere running order one behind the other in the inner lane."""
    start = case["start"]
    order = start.get("order", [])
    sectors = [
        sector
        for section in case.get("track", {}).get("section", ())
        for sector in range(section["sectors"][0], section["sectors"][1] + 1)
    ]
    if len(order) > len(sectors):
        raise CaseError("the running order is longer than the track")
    front = {number: sectors[len(order) - 1 - place] for place, number in enumerate(order)}
    return [
        {"sector": front[car["car"]], "lane": "a", **car}
        if car["car"] in front and "sector" not in car and not car.get("retired")
        else car
        for car in cars
    ]


def _reading(readings: Mapping[str, str], ruleset: str | None) -> str:
    """Who picks the cars hit in a Collision, by the readings of the case."""
    used = default_ruleset(DATA) if ruleset is None else load_ruleset(DATA, ruleset, Path())
    return PICKED_BY[readings.get("collision-who", used.readings["collision-who"])]


def _event_line(start: Mapping[str, Any], claim: Mapping[str, Any], picker: str) -> str:
    """The event with its bar and the cars that were chosen: those claimed, or those that whoever picks has named."""
    words = [f"event {quoted_if_needed(str(start['event']))}"]
    bar = [str(colour).capitalize() for colour in start.get("team_bar", ())]
    card = start.get("next_card")
    if bar or card is not None:
        known = [str(card)] if isinstance(card, int) else [f'"{card}"'] if card else []
        words.append(f"bar {' '.join([*known, *bar])}")
    cars = [start["originator"]] if "originator" in start else []
    chosen = [value for key, value in start.items() if picker and key.startswith(f"{picker}_choice")]
    named = [car for value in chosen for car in _picked(value)]
    claimed = [int(car) for car in claim.get("markers", {})] + [*claim.get("affected", ())]
    claimed += [entry["car"] for entry in claim.get("retired", ())]
    if event_by_name(str(start["event"])) == "pileup" and bar:
        claimed = []  # nothing is chosen then, and the markers are checked
    cars += [car for car in named or claimed if car not in cars]
    return f"{' '.join(words)}{': ' if cars else ''}{' '.join(map(str, cars))}"


def _picked(value: Any) -> list[int]:
    """The cars of a choice: team -> car, several cars, or one."""
    if isinstance(value, Mapping):
        return list(value.values())
    return list(value) if isinstance(value, list) else [value]


def _claims(claim: Mapping[str, Any], cars: list[dict[str, Any]], event: str | None) -> Iterable[str]:
    """A `check` line for each thing claimed."""
    if "markers" in claim:
        gained = {int(car): markers for car, markers in claim["markers"].items()}
        yield from _marker_checks(gained, cars, event)
    for car in claim.get("cars", ()):
        words = [word for key, word in (("retired", "out"), ("lap_down", "down")) if car.get(key)]
        if "sector" in car:
            words.append(f"at {car['sector']}{str(car['lane']).replace('apron', 'p')}")
        if "wear" in car:
            words.append(f"wear {' '.join(car['wear']) or 'none'}")
        if "crossings" in car:
            words.append(f"crossed {car['crossings']}")
        yield f"check {car['car']} {' '.join(words)}"
    for entry in claim.get("retired", ()):
        place = f" place {entry['position']}" if "position" in entry else ""
        yield f"check {entry['car']} out{place}"
    if "restart_order" in claim:
        yield f"check order {' '.join(map(str, claim['restart_order']))}"
    if "positions" in claim:
        places = sorted(claim["positions"], key=lambda car: claim["positions"][car])
        yield f"check places {' '.join(places)}"
    if "race_over" in claim:
        yield f"check flag {'red' if claim['race_over'] else 'green'}"
    if "flag" in claim:
        yield f"check flag {claim['flag']}"


def _marker_checks(
    gained: Mapping[int, list[str]], cars: list[dict[str, Any]], event: str | None
) -> Iterable[str]:
    """What every car carries if it has gained these markers and no others: the claimed ones first."""
    card = EVENTS[event] if event is not None else None
    for car in sorted(cars, key=lambda car: car["car"] not in gained):
        if car.get("retired"):
            continue
        new = gained.get(car["car"], [])
        if not new and event in TAKE_OFF:
            continue
        if "wear_count" in car:
            yield f"check {car['car']} wear {car['wear_count'] + len(new)}"
            continue
        wear = list(car.get("wear", ()))
        if new and card is not None and card.exchange and card.icons[0] in wear:
            wear.remove(card.icons[0])
        yield f"check {car['car']} wear {' '.join([*wear, *new]) or 'none'}"


def _compare(expect: Mapping[str, Any], came: Came) -> list[Mismatch]:
    wanted = expect.get("verdict", LEGAL)
    if came.verdict != wanted:
        return [f"expected {wanted}, came out {came.verdict}"]
    if wanted == ILLEGAL:
        return compare_finding(expect, None, came)
    if wanted != LEGAL:
        return []
    table = came.table
    event = table.settled[-1] if table is not None and table.settled else None
    if table is None or event is None:
        return ["the record leads to no position"]
    wrong = []
    for key, real in _facts(table, event).items():
        expected = expect.get(key)
        if key == "markers" and expected is not None:
            expected = {int(car): sorted(markers) for car, markers in expected.items() if markers}
        elif key == "retired" and expected is not None:
            expected, real = _out(expected, real)
        elif key == "affected" and expected is not None:
            expected = sorted(expected, key=str)
        elif key == "positions" and expected is not None:
            expected = {int(car): place for car, place in expected.items()}
        if expected is not None and expected != real:
            wrong.append(f"expected {key} {expected}, came out {real}")
    if "cars" in expect:
        ways = [
            compare_cars(_whole(expect["cars"], position), _agreeing(position, expect), (FINISHED, OUT))
            for position in _stands(event)
        ]
        nearest: list[Mismatch] = min(ways, key=len)
        wrong += nearest
    return wrong


def _out(expected: list[Any], real: Any) -> tuple[object, object]:
    """Cars out of the race, with their places if the case says them."""
    given = [entry if isinstance(entry, Mapping) else {"car": entry} for entry in expected]
    if not all("position" in entry for entry in given):
        return sorted(entry["car"] for entry in given), sorted(entry["car"] for entry in real)
    return sorted(given, key=str), real


def _whole(entries: list[Mapping[str, Any]], position: Position) -> list[Mapping[str, Any]]:
    """What a case expects of cars; one that has no place in it may be anywhere."""
    spaces = {car.number: car.space for car in position.cars if car.space is not None}
    return [
        {"sector": spaces[entry["car"]][:-1], "lane": spaces[entry["car"]][-1], **entry}
        if entry["car"] in spaces and "sector" not in entry and not entry.get("retired")
        else entry
        for entry in entries
    ]


def _facts(table: Table, event: Settled) -> dict[str, object]:
    """What came out, by the keys of a case."""
    before, after = event.before, event.after
    gained = {
        car.number: sorted((Counter(car.wear) - Counter(_car(before, car.number).wear)).elements())
        for car in after.cars
    }
    moved = after.flag != "yellow"
    touched = [
        car.number
        for car in after.cars
        for was in [_car(before, car.number)]
        if car.wear != was.wear or (car.status == OUT != was.status) or (moved and car.space != was.space)
    ]
    return {
        "markers": {number: markers for number, markers in gained.items() if markers},
        "affected": sorted(touched, key=str),
        "retired": sorted(
            (
                {"car": car.number, "position": car.place}
                for car in after.cars
                if car.status == OUT and _car(before, car.number).status != OUT
            ),
            key=str,
        ),
        "flag": after.flag,
        "race_over": after.step == OVER,
        "positions": {car.number: car.place for car in after.cars if car.place is not None},
        "restart_order": list(running_order(table.setup, after)) if after.flag == "yellow" else None,
        "leader": leader(table.setup, after),
    }


def _stands(event: Settled) -> Iterable[Position]:
    """The table after the event; under yellow also as it was before the line-up, which a case may mean."""
    yield event.after
    if event.after.flag == "yellow":
        old = {car.number: car for car in event.before.cars}
        yield event.after.with_cars(
            *(
                replace(car, space=was.space, stack=was.stack, crossed=was.crossed, lap_down=was.lap_down)
                for car in event.after.cars
                for was in [old[car.number]]
                if car.status != OUT
            )
        )


def _agreeing(position: Position, expect: Mapping[str, Any]) -> Position:
    """The table with markers that a reading leaves open as the case expects them."""
    wanted = {entry["car"]: tuple(sorted(entry["wear"])) for entry in expect["cars"] if "wear" in entry}
    return position.with_cars(
        *(
            replace(car, wear=wanted[car.number])
            for car in position.cars
            if UNNOTED in car.wear and car.number in wanted and wear_agrees(car.wear, wanted[car.number])
        )
    )


def _car(position: Position, number: int) -> Car:
    car = position.car(number)
    assert car is not None
    return car
