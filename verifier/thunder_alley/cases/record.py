"""A Thunder Alley case, written as a record. It translates and knows no rule.

Everything that the case says about the situation becomes header lines and a `position` block, everything that is played
one line of the record with every assertion the case makes: the space after each step, the MPs booked, the lanes chosen.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from model.rules import load_house_rules
from model.thunder_alley.facts import DATA
from verifier.case_runs import CaseError
from verifier.findings import Finding

Case = Mapping[str, Any]
Place = tuple[int, int, int]
"""Line, column, first column after."""

STEPS = {
    "forward": "f", "inward": "i", "outward": "o", "diagonal-in": "di", "diagonal-out": "do", "backward": "b",
    "swap": "s", "bump-forward": "f!", "bump-inward": "i!", "bump-outward": "o!", "free-inward": "", "free-outward": "",
}  # fmt: skip
"""What a case calls a step -> what a record writes."""

CAR_KEYS = frozenset(
    {
        *("car", "team", "sector", "lane", "stack", "crossings", "lap_down", "wear", "wear_count"),
        *("activated", "retired", "finished", "turn_leader"),
    }
)


@dataclass(frozen=True, slots=True)
class CaseText:
    """A case as a record. `line` is the line that is judged; `steps` says where the word of each step stands, `ends` where
    the last space is asserted; `claim` is the line of the position block that the case claims as outcome."""

    text: str
    line: int
    steps: tuple[Place, ...] = ()
    ends: Place | None = None
    claim: int | None = None

    def step_at(self, finding: Finding) -> int:
        """The number of the step a finding points to; 0 for the move as a whole."""
        if self.claim is not None and finding.line >= self.claim:
            return len(self.steps)
        if finding.kind == "illegal" and "step" not in finding.numbers:
            return 0  # the end of the path is at fault, not its last step
        place = (finding.line, finding.column, finding.end_column)
        for number, known in enumerate(self.steps, 1):
            if known == place:
                return number
        if place != self.ends and finding.source[finding.column - 1 : finding.column] == "=":
            # The space after a step is at fault: the step is the last one written before it.
            return sum(known[:2] < place[:2] for known in self.steps)
        # Where the last space is asserted, a forced lane change may be meant that the case does not have.
        step = finding.numbers.get("step", 0) if place == self.ends else 0
        return step if step <= len(self.steps) else 0


def write_case(
    case: Case, readings: Mapping[str, str], ruleset: str | None = None, line: str | None = None
) -> CaseText:
    """The record of a case under these readings; `line` replaces the line that the case plays."""
    lines = header_lines(case, readings, ruleset)
    start = _table(case, "start")
    team = start.get("team") if case.get("kind") == "activation" else None
    lines += position_lines(start_cars(case), start.get("position_markers_left"), team)
    judged = len(lines) + 1
    if line is not None:
        return CaseText("\n".join([*lines, line, ""]), judged)
    steps: tuple[Place, ...] = ()
    ends: Place | None = None
    kind = case.get("kind")
    if kind == "move":
        played, steps, ends = move_line(case, judged)
    elif kind == "speed":
        played = speed_line(case)
    elif kind == "activation":
        played = activation_line(case)
    elif kind == "running-order" and "claim" in case:
        played = f"check order {' '.join(str(_whole({'car': car}, 'car')) for car in _list(case['claim'], 'order'))}"
    else:
        played = ""
    lines.append(played)
    claim = None
    if kind == "move" and "claim" in case:
        claim = len(lines) + 1
        lines += position_lines(_list(_table(case, "claim"), "cars"), None)
    return CaseText("\n".join([*lines, ""]), judged, steps, ends, claim)


def header_lines(case: Case, readings: Mapping[str, str], ruleset: str | None = None) -> list[str]:
    """The lines of a record before its position: rules, track, distance."""
    lines = ["game thunder-alley", "format 1"]
    if ruleset is not None:
        lines.append(f"ruleset {ruleset if _bare(ruleset) else _quoted(ruleset)}")
    lines += [f"ruling {id} = {reading}" for id, reading in readings.items()]
    if "track" in case:
        lines += track_lines(case["track"])
    start = _table(case, "start")
    if "laps" in start:
        lines.append(f"laps {start['laps']}")
    return lines


def option_name(rule: str) -> str:
    """The optional rule with this id, or of this name."""
    for name, option in load_house_rules(DATA).options.items():
        if rule in (name, option.rule):
            return name
    raise CaseError(f"there is no optional rule `{rule}`")


def start_cars(case: Case) -> Sequence[Mapping[str, Any]]:
    """The cars of the start, with what other keys of the case say about them."""
    start = _table(case, "start")
    if case.get("kind") == "speed":
        return [{"car": 15, "team": "blue", "wear_count": _whole(start, "wear_markers")}]
    cars: list[dict[str, Any]] = [dict(car) for car in _list(start, "cars")]
    if case.get("kind") == "move":
        play = _table(case, "play")
        before, active = _whole(play, "wear_markers_before"), _whole(play, "car")
        for car in cars:
            if car.get("car") == active:
                noted = car.get("wear_count", len(car.get("wear", ())))
                if noted and noted != before:
                    raise CaseError(
                        f"car {active} starts with {noted} markers, but wear_markers_before is {before}"
                    )
                if before and "wear" not in car:
                    car["wear_count"] = before
    return cars


def track_lines(track: Mapping[str, Any]) -> list[str]:
    """The track of a case as a `track` block."""
    lines = ["track"]
    for section in _list(track, "section"):
        first, last = _list(section, "sectors")
        lines.append(f"  sectors {first}-{last} {' '.join(_list(section, 'lanes'))}")
    for edge in _list(track, "edge"):
        lines.append(f"  ahead {space(edge['from'])} {' '.join(space(to) for to in edge['to'])}")
    if "ring" in track:
        lines.append("  ring")
    if "start_finish_after_sector" in track:
        lines.append(f"  line {track['start_finish_after_sector']}")
    if "green_line_after_sector" in track:
        lines.append(f"  green {track['green_line_after_sector']}")
    if "restart_lanes" in track:
        lines.append(f"  restart {' '.join(track['restart_lanes'])}")
    return [*lines, "end"]


def position_lines(
    cars: Sequence[Mapping[str, Any]], places_left: Sequence[int] | None, team: str | None = None
) -> list[str]:
    """Cars of a case as a `position` block, cars of one apron space bottom first; `team` is the one whose segment it is."""
    lines = ["position"]
    if team is not None:
        lines.append(f"  next {team.capitalize()}")
    for car in sorted(cars, key=lambda car: car.get("stack", 0)):
        lines.append(f"  {car_line(car)}")
    if places_left:
        lines.append(f"  places {' '.join(str(place) for place in places_left)}")
    return [*lines, "end"]


def car_line(car: Mapping[str, Any]) -> str:
    """One car of a case as a line of a `position` block."""
    unknown = sorted(set(car) - CAR_KEYS)
    if unknown:
        raise CaseError(f"key `{unknown[0]}` of a car means nothing here")
    words = [str(car["car"])]
    if "team" in car:
        words.append(str(car["team"]).capitalize())
    if car.get("finished"):
        words.append("place 1")
    elif car.get("retired"):
        words.append("out")
    elif "sector" in car:
        words.append(space(f"{car['sector']}{car.get('lane', '')}"))
    else:
        words.append("?")
    if "wear" in car:
        words += ["wear", *(car["wear"] or ["none"])]
    elif car.get("wear_count"):
        words.append(f"wear {car['wear_count']}")
    if "crossings" in car:
        words.append(f"crossed {car['crossings']}")
    if car.get("turn_leader"):
        words.append(f"led {car['turn_leader']}")
    words += [word for key, word in (("lap_down", "down"), ("activated", "flipped")) if car.get(key)]
    return " ".join(words)


def space(text: object) -> str:
    """`2apron` -> `2p`."""
    return str(text).replace("apron", "p")


class _Line:
    """A line being written, with the places of its words."""

    def __init__(self, number: int, text: str) -> None:
        self.number = number
        self.text = text

    def add(self, word: str, blank: bool = True) -> Place:
        if blank:
            self.text += " "
        column = len(self.text) + 1
        self.text += word
        return self.number, column, column + len(word)


def move_line(case: Case, number: int) -> tuple[str, tuple[Place, ...], Place | None]:
    """The activation of a case of kind `move`: the line, the place of each step's word, and of the last asserted space."""
    play, moves = _table(case, "play"), _table(case, "moves")
    active = _whole(play, "car")
    line = _Line(number, f"{active} {play['card']} left {_whole(play, 'mp_available')}:")
    at = {
        car["car"]: space(f"{car['sector']}{car.get('lane', '')}")
        for car in start_cars(case)
        if "sector" in car
    }
    places: list[Place] = []
    ends: Place | None = None
    steps = _list(moves, "steps")
    mover = active
    if "link_choice" in play:
        line.add(f"[{' '.join(str(car) for car in play['link_choice'])}]")
    own = [step for step in steps if step.get("car", active) == active]
    if not any(STEPS.get(step.get("do")) for step in own) and play["complete"]:
        line.add("-")
    for count, step in enumerate(steps):
        unknown = sorted(set(step) - {"do", "to", "mp", "car", "choice", "choice_back"})
        if unknown:
            raise CaseError(f"key `{unknown[0]}` of a step means nothing here")
        word = STEPS.get(step["do"])
        if word is None:
            raise CaseError(f"there is no step `{step['do']}`; steps are {', '.join(STEPS)}")
        if step.get("car", active) != mover:
            mover = step["car"]
            if mover != _table(play, "second").get("car"):
                raise CaseError(
                    f"step {count + 1} is of car {mover}, which is neither the active nor the second car"
                )
            line.add(f"+ {mover}")
        to = space(step["to"])
        if not word:
            # The slide has no word of its own: it shows in the space where the car ends.
            ends = line.add(f"= {to}")
            places.append(ends)
            continue
        places.append(line.add(word + (f"/{step['mp']}" if "mp" in step else "")))
        choices = _choices(step, word, at.get(mover, ""), to)
        if choices:
            line.add(f"({' '.join(choices)})", blank=False)
        if word.endswith("!"):
            continue
        start, at[mover] = at.get(mover, ""), to
        if _beyond_the_wall(case, word, start, to):
            continue
        following = steps[count + 1 : count + 2]
        if not following or STEPS.get(following[0]["do"]) != "":
            ends = line.add(f"= {to}")
    if not play["complete"]:
        left = case.get("expect", {}).get("mp_left")
        line.add("left" if left is None else f"left {left}")
    return line.text, tuple(places), ends


def _beyond_the_wall(case: Case, word: str, start: str, to: str) -> bool:
    """Whether a step is said to lead forward to a lane that is not there, or outward from the last one. No record can say that a
    car stands there; the step itself is judged."""
    sections = _list(_table(case, "track"), "section") if "track" in case else ()
    for section in sections:
        (first, last), lanes = section["sectors"], section["lanes"]
        if to[:-1].isdigit() and first <= int(to[:-1]) <= last:
            return to[-1] not in (*lanes, "p") and (word[:1] == "f" or start[-1:] == lanes[-1])
    return False


def _choices(step: Mapping[str, Any], word: str, start: str, to: str) -> list[str]:
    choices = [f"{space(fork)}>{space(ahead)[-1]}" for fork, ahead in step.get("choice", {}).items()]
    chosen = {choice.partition(">")[0] for choice in choices}
    if word.startswith("f") and start and start not in chosen and "p" not in start + to:
        choices.append(f"{start}>{to[-1]}")
    return choices + [
        f"{space(fork)}<{space(back)[-1]}" for fork, back in step.get("choice_back", {}).items()
    ]


def speed_line(case: Case) -> str:
    """Kind `speed`: a card with that speed is played and the move stops before its first step."""
    from model.thunder_alley.cards import CARDS

    speed = _whole(_table(case, "start"), "on_track_speed")
    card = next((card for card in CARDS.values() if card.speed == speed), None)
    if card is None:
        raise CaseError(f"no race card has the on-track speed {speed}")
    claimed = case.get("claim", {}).get("mp")
    return f"15 {card.name}: left{'' if claimed is None else f' {claimed}'}"


def activation_line(case: Case) -> str:
    """Kind `activation`: the choice of a car, a card played for it, a retirement, a pass."""
    claim = _table(case, "claim")
    if sum(key in claim for key in ("pass", "retire", "card")) > 1:
        raise CaseError("a segment is a card, a pass or a retirement: `claim` has several of them")
    if claim.get("pass"):
        return f"{claim.get('activate', str(_table(case, 'start')['team']).capitalize())} pass"
    if "retire" in claim:
        return f"{claim['retire']} retire"
    if "card" in claim:
        return f"{claim['activate']} {claim['card']}: left"
    return f"{claim['activate']} chosen"


def placement_lines(case: Case) -> dict[str, str]:
    """Kind `placement`: the line for each space of the track, and under `` the line without a placement."""
    start = _table(case, "start")
    active, card = _whole(start, "active"), start["card"]
    at = next(space(f"{car['sector']}{car['lane']}") for car in start_cars(case) if car["car"] == active)
    words = []
    for to in (space(step) for step in _list(start, "path")):
        if to[:-1] == at[:-1]:
            words.append(f"{'i' if to[-1] < at[-1] else 'o'} = {to}")
        else:
            words.append(f"f({at}>{to[-1]}) = {to}")
        at = to
    played = f"{active} {card}: {' '.join(words)}"
    lines = {"": played}
    for section in _list(_table(case, "track"), "section"):
        first, last = section["sectors"]
        for sector in range(first, last + 1):
            lines |= {f"{sector}{lane}": f"{played} @{sector}{lane}" for lane in section["lanes"]}
    return lines


def _table(table: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = table.get(key)
    if not isinstance(value, Mapping):
        raise CaseError(f"the table `{key}` is missing")
    return value


def _list(table: Mapping[str, Any], key: str) -> list[Any]:
    value = table.get(key, [])
    if not isinstance(value, list):
        raise CaseError(f"`{key}` should be a list")
    return value


def _whole(table: Mapping[str, Any], key: str) -> int:
    value = table.get(key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise CaseError(f"`{key}` should be a whole number")
    return value


def _bare(ref: str) -> bool:
    return all(char.isalnum() or char in "_./@-" for char in ref)


def _quoted(ref: str) -> str:
    return f'"{ref}"'
