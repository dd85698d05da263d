"""A line of a record, as a case file: the position before it, the move, and what came out."""

from itertools import groupby
from typing import Any

from model.thunder_alley.moves import Activation, Chosen, Move, Pass, Path, Retire, Step
from model.thunder_alley.position import FINISHED, OUT, UNNOTED, Car, Position, Setup
from model.thunder_alley.track import Track
from verifier.errors import StewardError
from verifier.thunder_alley.engine import judge
from verifier.thunder_alley.engine.terms import MOVES, Outcome
from verifier.thunder_alley.table.terms import Refused, Table

DO = {
    "f": "forward", "i": "inward", "o": "outward", "di": "diagonal-in", "do": "diagonal-out", "s": "swap",
    "b": "backward",
}  # fmt: skip


def case_text(table: Table, id: str = "from-a-record") -> str:
    """The last move at a table as a case file. Raises `StewardError` where there is none, or a case cannot say it."""
    import tomli_w

    return tomli_w.dumps(case_of(table, id), multiline_strings=False)


def case_of(table: Table, id: str) -> dict[str, Any]:
    """The case of the last move, legal or not."""
    if table.refused is not None and table.position is not None:
        return _refused_case(table, table.position, table.refused, id)
    if not table.past:
        raise StewardError(
            "this line is not a move, so no case can be made of it",
            "name the line of an activation, a pass or a retirement: `race.race@31`",
        )
    past = table.past[-1]
    outcome, before = past.outcome, past.before
    case = _frame(table.setup, before, outcome.move, id)
    if outcome.effect != MOVES or not isinstance(outcome.move, Activation):
        expect: dict[str, Any] = {"verdict": "legal", "effect": outcome.effect}
        number = getattr(outcome.move, "car", None)
        car = outcome.position.car(number) if isinstance(number, int) else None
        if car is not None and car.place is not None:
            expect["position"] = car.place
        return case | {"expect": expect}
    steps = _steps(table.setup, before, outcome)
    return case | {
        "play": _play(before, outcome.move, outcome.total - _spent_before(outcome), outcome.complete),
        "moves": {"steps": steps},
        "expect": _expect(outcome),
    }


def _spent_before(outcome: Outcome) -> int:
    """MPs that were spent before the record begins in mid-move."""
    move = outcome.move
    return outcome.total - move.left if isinstance(move, Activation) and move.left is not None else 0


def _frame(setup: Setup, before: Position, move: Move, id: str) -> dict[str, Any]:
    start: dict[str, Any] = {}
    kind = "move" if isinstance(move, Activation) else "activation"
    if kind == "activation":
        start["team"] = _team(before, move)
    elif setup.laps is not None:
        start["laps"] = setup.laps
    start["position_markers_left"] = list(before.places_left)
    start["cars"] = [_car(car) for car in before.cars]
    case: dict[str, Any] = {
        "id": id,
        "game": "thunder-alley",
        "kind": kind,
        "origin": "record",
        "summary": "taken from a record",
    }
    if setup.ruleset.changed:
        case["rulings"] = dict(setup.ruleset.changed)
    if setup.track is not None:
        case["track"] = track_table(setup.track)
    case["start"] = start
    if kind == "activation":
        case["claim"] = _claim(move)
    return case


def _team(position: Position, move: Move) -> str:
    number = getattr(move, "car", None)
    car = position.car(number) if isinstance(number, int) else None
    return car.team.lower() if car is not None else str(getattr(move, "team", "")).lower()


def _claim(move: Move) -> dict[str, Any]:
    match move:
        case Retire(car=number):
            return {"retire": number}
        case Pass(car=None):
            return {"pass": True}
        case Pass(car=number) | Chosen(car=number):
            return {"activate": number}
    raise TypeError(f"not a move without a card: {move!r}")


def _car(car: Car) -> dict[str, Any]:
    entry: dict[str, Any] = {"car": car.number, "team": car.team.lower()}
    if car.space is not None:
        entry["sector"] = int(car.space[:-1])
        entry["lane"] = "apron" if car.on_apron else car.space[-1]
        if car.on_apron:
            entry["stack"] = car.stack
    entry["crossings"] = car.crossed
    if car.wear and UNNOTED in car.wear:
        entry["wear_count"] = len(car.wear)
    elif car.wear:
        entry["wear"] = list(car.wear)
    if car.led:
        entry["turn_leader"] = car.led
    flags = {
        "lap_down": car.lap_down,
        "activated": car.flipped,
        "retired": car.status == OUT,
        "finished": car.status == FINISHED,
    }
    return entry | {key: True for key, value in flags.items() if value}


def track_table(track: Track) -> dict[str, Any]:
    """A track as the `[track]` table of a case."""
    lanes = {
        number: [lane for lane, sector in zip(track.lane, track.sector, strict=True) if sector == number]
        for number in track.sectors
    }
    sections = []
    for same, numbers in groupby(track.sectors, key=lambda number: lanes[number]):
        run = list(numbers)
        sections.append({"sectors": [run[0], run[-1]], "lanes": same})
    edges = [
        {"from": track.spaces[space], "to": [track.spaces[target] for target in ahead]}
        for space, ahead in enumerate(track.ahead)
        if ahead and [track.lane[target] for target in ahead] != [track.lane[space]]
    ]
    table: dict[str, Any] = {"ring": len(track.sectors)} if track.ring else {}
    if track.line is not None:
        table["start_finish_after_sector"] = track.line
    if track.green is not None:
        table["green_line_after_sector"] = track.green
    if track.restart is not None:
        table["restart_lanes"] = list(track.restart)
    table["section"] = sections
    return table | ({"edge": edges} if edges else {})


def _play(before: Position, move: Activation, available: int, complete: bool) -> dict[str, Any]:
    from model.thunder_alley.cards import CARDS

    car = before.car(move.car)
    assert car is not None and move.card is not None
    card = CARDS[move.card]
    play: dict[str, Any] = {
        "car": move.car,
        "card": card.name,
        "movement": "solo" if car.on_apron else card.movement,
        "speed_used": "pit-exit" if car.on_apron else "on-track",
        "wear_markers_before": len(car.wear),
        "mp_available": available,
        "complete": complete,
    }
    steps = move.path.steps if move.path is not None else ()
    if any(step.links is not None for step in steps[1:]):
        raise StewardError("a case cannot say which cars are linked in the middle of a move")
    if steps and steps[0].links is not None:
        play["link_choice"] = list(steps[0].links)
    return play


def _steps(setup: Setup, before: Position, outcome: Outcome) -> list[dict[str, Any]]:
    """The steps with the space each leads to, its MPs, and the lanes taken where two ways part."""
    move, track = outcome.move, setup.track
    assert isinstance(move, Activation)
    if track is None:
        raise StewardError("a case of a move needs a track, and this record has none")
    written = [(move.car, step) for step in (move.path or Path()).steps]
    if move.second is not None or (move.path is not None and move.path.placed is not None):
        raise StewardError("a case cannot be made of a move with a second car or a placement yet")
    if len(outcome.steps) < len(written):
        raise StewardError("a case cannot be made of a move in which the car finishes early")
    made = []
    spent = 0
    for number, (mover, step) in enumerate(written, 1):
        after = outcome.steps[number - 1]
        entry = _step(step, after.spaces.get(mover), after.spent - spent)
        spent = after.spent
        shifts = [shift for shift in outcome.shifts if shift.step == number and shift.end is not None]
        ahead = {s.start: s.end for s in shifts if _parts(track, s.start, s.end, back=False)}
        back = {s.start: s.end for s in shifts if _parts(track, s.start, s.end, back=True)}
        made.append(entry | ({"choice": ahead} if ahead else {}) | ({"choice_back": back} if back else {}))
    car = outcome.position.car(move.car)
    if (
        outcome.complete
        and move.card in ("oversteer", "understeer")
        and car is not None
        and not outcome.pit_exit
    ):
        way = "free-inward" if move.card == "oversteer" else "free-outward"
        made.append({"do": way, "to": case_space(car.space), "mp": 0})
    return made


def _step(step: Step, to: str | None, booked: int) -> dict[str, Any]:
    if to is None:
        raise StewardError("a case cannot be made of a move in which the car finishes")
    word = DO[step.kind]
    return {"do": f"bump-{word}" if step.bump else word, "to": case_space(to), "mp": booked}


def _parts(track: Track, start: str, end: str | None, *, back: bool) -> bool:
    """Whether a car left a space at which ways part, ahead or back."""
    if end is None or start not in track.index or end not in track.index:
        return False
    ways = (track.behind if back else track.ahead)[track.index[start]]
    return len(ways) > 1 and track.index[end] in ways


def case_space(space: str | None) -> str:
    """`2p` -> `2apron`."""
    return (space or "").replace("p", "apron")


def _expect(outcome: Outcome) -> dict[str, Any]:
    later = outcome.wear is not None and not outcome.complete
    wear = f"{outcome.wear or 'none'}{' (when the activation ends)' if later else ''}"
    expect: dict[str, Any] = {"verdict": "legal", "mp_spent": outcome.spent, "wear_gained": wear}
    if not outcome.complete:
        expect["mp_left"] = outcome.left
    if outcome.finished:
        expect["finished"] = [{"car": car, "position": place} for car, place in outcome.finished]
        expect["turn_leader_markers_added"] = list(outcome.turn_leaders)
    expect["cars"] = [_car(car) for car in outcome.position.cars if car.status != FINISHED]
    return expect


def _refused_case(table: Table, before: Position, refused: Refused, id: str) -> dict[str, Any]:
    """An illegal move: the steps up to the first bad one, and the rule it breaks."""
    move, first = refused.move, refused.breaches[0]
    expect: dict[str, Any] = {"verdict": "illegal", "rule": first.rule}
    others = list(dict.fromkeys(breach.rule for breach in refused.breaches[1:]))
    if others:
        expect["also_accept"] = others
    case = _frame(table.setup, before, move, id)
    if not isinstance(move, Activation):
        return case | {"expect": expect}
    path = move.path
    if move.second is not None or path is None or path.placed is not None or first.step < 1:
        raise StewardError("a case cannot be made of this illegal move yet")
    good = replace_path(move, Path(path.steps[: first.step - 1], open_end=True))
    outcome = judge(table.setup, before, good).outcomes[0]
    steps = _steps(table.setup, before, outcome)
    bad = path.steps[first.step - 1]
    car = outcome.position.car(move.car)
    to = bad.to or (car.space if car is not None else None)
    steps.append(_step(bad, to, 0) | {"to": case_space(_target(table.setup, car, bad))})
    del steps[-1]["mp"]
    if bad.booked is not None:
        steps[-1]["mp"] = bad.booked
    available = move.left if move.left is not None else outcome.total
    return case | {
        "play": _play(before, move, available, complete=False),
        "moves": {"steps": steps},
        "expect": expect | {"at_step": first.step},
    }


def replace_path(move: Activation, path: Path) -> Activation:
    """The same move with another path."""
    from dataclasses import replace

    return replace(move, path=path, second=None)


def _target(setup: Setup, car: Car | None, step: Step) -> str:
    """Where a step that is not legal was meant to lead: the space written, else the next one in its direction."""
    track = setup.track
    if (
        step.to is not None
        or car is None
        or car.space is None
        or track is None
        or car.space not in track.index
    ):
        return step.to or (car.space or "" if car is not None else "")
    at = track.index[car.space]
    ahead, behind = track.ahead[at], track.behind[at]
    if step.kind in ("f", "s"):
        wanted = [space for space in ahead if step.lane in (None, track.lane[space])]
        return track.spaces[(wanted or list(ahead) or [at])[0]]
    if step.kind == "b":
        return track.spaces[(behind or (at,))[0]]
    side = track.inside if step.kind in ("i", "di") else track.outside
    start = at if step.kind in ("i", "o") else (ahead or (at,))[0]
    return track.spaces[side[start]] if side[start] >= 0 else car.space
