"""Cases about one action segment as model values: the table, and the move with all that the case asserts of it."""

from dataclasses import replace

from model.ruleset import Ruleset
from model.thunder_alley.cards import CARDS, card_by_name
from model.thunder_alley.moves import Activation, Chosen, Move, Pass, Path, Retire, Step
from model.thunder_alley.position import FINISHED, UNNOTED, Position, Setup, make_position
from verifier.case_runs import CaseError
from verifier.thunder_alley.cases.record import space
from verifier.thunder_alley.second.cases.table import Case, car_of, teams_of, track_of

DO = {
    "forward": "f", "inward": "i", "outward": "o", "diagonal-in": "di", "diagonal-out": "do", "backward": "b", "swap": "s",
}  # fmt: skip


def segment(case: Case, rules: Ruleset) -> tuple[Setup, Position]:
    """Setup and table of a case of kind move, activation, speed or placement."""
    start = case["start"]
    play = case.get("play", {})
    cars = []
    entries = start.get("cars", ())
    if case["kind"] == "speed":
        entries = [{"car": 15, "team": "blue", "wear_count": start["wear_markers"]}]
    for entry in entries:
        car = car_of({"activated": False, **entry})
        if car.number == play.get("car") and not car.wear and play.get("wear_markers_before"):
            car = replace(car, wear=(UNNOTED,) * play["wear_markers_before"])
        if car.status == FINISHED:
            car = replace(car, place=1)
        cars.append(car)
    setup = Setup(
        track_of(case),
        rules,
        teams_of(case, cars),
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
        speed = case["start"]["on_track_speed"]
        by_speed = next((id for id, card in CARDS.items() if card.speed == speed), None)
        if by_speed is None:
            raise CaseError(f"no race card has the on-track speed {speed}")
        return Activation(15, by_speed, Path(open_end=True, left_after=case.get("claim", {}).get("mp")))
    claim = case["claim"]
    if claim.get("pass"):
        return Pass(claim["activate"]) if "activate" in claim else Pass(team=case["start"]["team"])
    if "retire" in claim:
        return Retire(claim["retire"])
    if "card" in claim:
        return Activation(claim["activate"], card_by_name(claim["card"]), Path(open_end=True))
    return Chosen(claim["activate"])


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
                to=to,
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
