"""Cases about one action segment as moves, and what came out compared with what they expect. It translates and knows no rule."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from model.thunder_alley.cards import CARDS, card_by_name
from model.thunder_alley.moves import Activation, Chosen, Move, Pass, Path, Retire, Step
from model.thunder_alley.position import FINISHED, RACING, UNNOTED, Car, Position, Setup, make_position
from tests.thunder_alley.spec import translate
from verifier.findings import same_rule
from verifier.thunder_alley.spec import Judgement, contradictions, judge

DO = {
    "forward": "f", "inward": "i", "outward": "o", "diagonal-in": "di", "diagonal-out": "do", "backward": "b", "swap": "s",
}  # fmt: skip

Case = Mapping[str, Any]


def segment(case: Case, readings: Mapping[str, str]) -> tuple[Setup, Position]:
    """Setup and table of a case of kind move, activation, speed or placement."""
    start = case["start"]
    play = case.get("play", {})
    cars = []
    entries = start.get("cars", ())
    if case["kind"] == "speed":
        entries = [{"car": 15, "team": "blue", "wear_count": start["wear_markers"]}]
    for entry in entries:
        car = translate.car({"activated": False, **entry})
        if car.number == play.get("car") and not car.wear and play.get("wear_markers_before"):
            car = replace(car, wear=(UNNOTED,) * play["wear_markers_before"])
        if car.status == FINISHED:
            car = replace(car, place=1)
        cars.append(car)
    setup = Setup(
        translate.track(case),
        translate.ruleset(case, readings),
        translate.teams(case, cars),
        start.get("laps"),
    )
    left = tuple(start.get("position_markers_left", ()))
    return setup, make_position(cars, places_left=left, next=start.get("team"))


def move_of(case: Case) -> Move:
    """What a case plays."""
    kind = case["kind"]
    if kind == "move":
        return activation(case)
    if kind == "speed":
        card = next(card for card in CARDS.values() if card.speed == case["start"]["on_track_speed"])
        return Activation(15, card.id, Path(open_end=True, left_after=case.get("claim", {}).get("mp")))
    claim = case["claim"]
    if claim.get("pass"):
        return Pass(team=case["start"]["team"])
    if "retire" in claim:
        return Retire(claim["retire"])
    if "card" in claim:
        return Activation(claim["activate"], card_by_name(claim["card"]), Path(open_end=True))
    return Chosen(claim["activate"])


def space(text: str) -> str:
    """The name of a space in a case, as the model names it."""
    return text.replace("apron", "p")


def activation(case: Case) -> Activation:
    """The activation of a case of kind move, with all its assertions."""
    play = case["play"]
    active = play["car"]
    at = {
        entry["car"]: space(f"{entry['sector']}{entry.get('lane', '')}")
        for entry in case["start"]["cars"]
        if "sector" in entry
    }
    paths: dict[int, list[Step]] = {active: []}
    ends: dict[int, str] = {}
    for token, entry in enumerate(case["moves"]["steps"]):
        mover = entry.get("car", active)
        steps = paths.setdefault(mover, [])
        to = space(entry["to"])
        if entry["do"].startswith("free-"):
            ends[mover] = to
            continue
        bump = entry["do"].startswith("bump-")
        kind = DO[entry["do"].removeprefix("bump-")]
        forks = [(space(place), ">", space(lane)[-1]) for place, lane in entry.get("choice", {}).items()]
        start = at.get(mover, "")
        if (
            kind == "f"
            and not bump
            and start
            and start not in {f[0]: f[2] for f in forks}
            and "p" not in start + to
        ):
            forks.append((start, ">", to[-1]))
        forks += [
            (space(place), "<", space(lane)[-1]) for place, lane in entry.get("choice_back", {}).items()
        ]
        links = (
            tuple(play["link_choice"]) if "link_choice" in play and not steps and mover == active else None
        )
        steps.append(
            Step(
                kind,
                bump,
                forks=tuple(forks),
                links=links,
                booked=entry.get("mp"),
                to=None if bump else to,
                token=token,
            )
        )
        if not bump:
            at[mover] = to
    open_end = not play["complete"]
    left = case["expect"].get("mp_left") if open_end else None
    done = {}
    for car, steps in paths.items():
        end = ends.get(car)
        if end is None and steps and not steps[-1].bump and not open_end and car not in ends:
            end = steps[-1].to
            steps[-1] = replace(steps[-1], to=None)
        stops = open_end and car == list(paths)[-1]
        done[car] = Path(tuple(steps), open_end=stops, left_after=left if stops else None, ends=end)
    second = [(car, path) for car, path in done.items() if car != active]
    card = card_by_name(play["card"])
    return Activation(
        active, card, done[active], left=play["mp_available"], second=second[0] if second else None
    )


def differences(case: Case, readings: Mapping[str, str], expect: Mapping[str, Any]) -> list[str]:
    """What came out otherwise than a case expects under some readings."""
    setup, position = segment(case, readings)
    judgement = judge(setup, position, move_of({**case, "expect": expect}))
    if judgement.gave_up is not None:
        return [f"gave up: {judgement.gave_up}"]
    if expect.get("verdict", "legal") == "illegal":
        if judgement.legal and "claim" in case and "cars" in case["claim"]:
            return claim_differences(case, setup, position, judgement, expect)
        return illegal_differences(case, judgement, expect)
    if not judgement.legal:
        return [f"legal expected, but {judgement.broken}"]
    return legal_differences(position, judgement, expect)


def illegal_differences(case: Case, judgement: Judgement, expect: Mapping[str, Any]) -> list[str]:
    """As `differences`, for a move that is illegal."""
    if judgement.legal:
        return [f"illegal expected by {expect['rule']}, but legal"]
    wrong = []
    rules = judgement.rules
    if not same_rule(rules[0], expect["rule"]):
        wrong.append(f"first rule {rules[0]}, not {expect['rule']}; all: {rules}")
    known = (expect["rule"], *expect.get("also_accept", ()))
    wrong += [f"further rule {rule}" for rule in rules[1:] if not any(same_rule(rule, one) for one in known)]
    if "at_step" in expect and case["kind"] == "move":
        first = judgement.broken[0]
        step = first.step
        if first.car is not None and step > 0:
            step += sum(
                entry.get("car", case["play"]["car"]) == case["play"]["car"]
                for entry in case["moves"]["steps"]
            )
        if first.token == "ends" and step > len(case["moves"]["steps"]):
            step = 0
        if step != expect["at_step"]:
            wrong.append(f"step {step}, not {expect['at_step']}")
    return wrong


def claim_differences(
    case: Case, setup: Setup, position: Position, judgement: Judgement, expect: Mapping[str, Any]
) -> list[str]:
    """A claimed table must not be among those that come out."""
    for table in judgement.positions:
        if not car_differences(table, case["claim"]["cars"]):
            return ["the claimed table came out"]
    claimed = {entry["car"]: translate.car(entry).space for entry in case["claim"]["cars"]}
    move = activation({**case, "expect": expect})
    broken = contradictions(setup, position, move, judgement.positions[0], claimed)
    if not broken:
        return []  # it is not about spaces
    return illegal_differences(
        case, Judgement(broken=broken), {**expect, "at_step": len(case["moves"]["steps"])}
    )


def legal_differences(position: Position, judgement: Judgement, expect: Mapping[str, Any]) -> list[str]:
    """As `differences`, for a move that is legal."""
    wrong = []
    if len(judgement.positions) != 1:
        wrong.append(f"{len(judgement.positions)} tables")
    table = judgement.positions[0]
    wrong += car_differences(table, expect.get("cars", ()))
    if "mp_left" in expect and judgement.left is not None and judgement.left != expect["mp_left"]:
        wrong.append(f"{judgement.left} MPs left, not {expect['mp_left']}")
    if "mp" in expect and judgement.left != expect["mp"]:
        wrong.append(f"{judgement.left} MPs, not {expect['mp']}")
    if "effect" in expect and judgement.effect != expect["effect"]:
        wrong.append(f"effect {judgement.effect}, not {expect['effect']}")
    for entry in expect.get("finished", ()):
        car = table.car(entry["car"])
        assert car is not None
        if (car.status, car.place) != (FINISHED, entry["position"]):
            wrong.append(f"{car.number} {car.status} {car.place}, not finished {entry['position']}")
    if "turn_leader_markers_added" in expect:
        more = [
            car.number
            for car in table.cars
            if car.led > next(one.led for one in position.cars if one.number == car.number)
        ]
        if sorted(more) != sorted(expect["turn_leader_markers_added"]):
            wrong.append(f"Turn Leader markers for {more}")
    if "position" in expect:
        gone = [
            car.place
            for car in table.cars
            if car.status != RACING and position.car(car.number).status == RACING
        ]  # type: ignore[union-attr]
        if gone != [expect["position"]]:
            wrong.append(f"places {gone}, not {expect['position']}")
    return wrong


def car_differences(table: Position, expected: Any) -> list[str]:
    """Cars that do not stand as a case says."""
    wrong = []
    for entry in expected:
        car = table.car(entry["car"])
        assert car is not None
        wanted = translate.car(entry)
        facts: dict[str, tuple[object, object]] = {
            "space": (car.space, wanted.space),
            "status": (car.status, wanted.status),
        }
        for key, field in (("crossings", "crossed"), ("lap_down", "lap_down"), ("activated", "flipped")):
            if key in entry:
                facts[key] = (getattr(car, field), getattr(wanted, field))
        if "wear" in entry:
            facts["wear"] = (sorted(car.wear), sorted(wanted.wear))
        elif "wear_count" in entry:
            facts["wear"] = (len(car.wear), entry["wear_count"])
        wrong += [
            f"{car.number}: {key} {came}, not {said}" for key, (came, said) in facts.items() if came != said
        ]
    return wrong


def placed_car(car: Car) -> str:
    """Where a car stands."""
    return car.space or ""


def placements(case: Case, readings: Mapping[str, str]) -> tuple[set[str], bool]:
    """The spaces where a case of kind placement lets the car end, and whether it must be put somewhere."""
    setup, position = segment(case, readings)
    start = case["start"]
    active = start["active"]
    at = position.car(active).space  # type: ignore[union-attr]
    steps = []
    for to in start["path"]:
        assert at is not None
        kind = ("i" if to[-1] < at[-1] else "o") if to[:-1] == at[:-1] else "f"
        steps.append(Step(kind, to=to))
        at = to
    card = card_by_name(start["card"])
    assert setup.track is not None and at is not None
    stays = judge(setup, position, Activation(active, card, Path(tuple(steps))))
    spaces = {at} if stays.legal else set()
    for space in setup.track.spaces:
        judgement = judge(setup, position, Activation(active, card, Path(tuple(steps), placed=space)))
        if judgement.legal:
            assert [table.car(active).space for table in judgement.positions] == [space]  # type: ignore[union-attr]
            spaces.add(space)
    return spaces, not stays.legal


def after_differences(case: Case, readings: Mapping[str, str]) -> list[str]:
    """What came out otherwise than a case says about the tables in the middle of a move."""
    wrong = []
    for state in case.get("after", ()):
        steps = case["moves"]["steps"][: state["step"]]
        if any("car" in step for step in case["moves"]["steps"]) or steps[-1]["do"].startswith("free-"):
            continue
        cut = {**case, "moves": {"steps": steps}, "play": {**case["play"], "complete": False}}
        cut["expect"] = (
            {"mp_left": case["play"]["mp_available"] - state["mp_spent"]} if "mp_spent" in state else {}
        )
        setup, position = segment(case, readings)
        judgement = judge(setup, position, activation(cut))
        if len(judgement.positions) != 1:
            wrong.append(f"after step {state['step']}: {judgement}")
            continue
        wrong += [
            f"after step {state['step']}: {one}"
            for one in car_differences(judgement.positions[0], state["cars"])
        ]
    return wrong
