"""Displacing cars sideways: aside (TA-6.7), back at the edge (TA-6.7-wall), or forward instead (TA-UNIQUE)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from model.thunder_alley.moves import Step as Written
from verifier.solving.circuit import FALSE, TRUE, Bit, put
from verifier.thunder_alley.spec.costs import sideways_costs, sideways_price
from verifier.thunder_alley.spec.decisions import BACK, INWARD, OUTWARD, PUSHED, Choices
from verifier.thunder_alley.spec.linking import follow, follow_fallen, led_line, stays_in_line
from verifier.thunder_alley.spec.play import (
    APRON,
    LEAD,
    Act,
    Bits,
    Play,
    Rule,
    Shift,
    State,
    Step,
    shifts_of,
)
from verifier.thunder_alley.spec.rows import Row, kept_lane, lane_rules, row_of

UNIQUE = "TA-UNIQUE"
"""The rule by which a car that would fall back onto the led line goes forward instead."""


@dataclass(slots=True)
class Aside:
    """What a sideways step does to other cars: `cars` move one lane over, those in `back` fall back, and those in `ahead` go
    forward instead. `edge` are cars that go forward because TA-6.7-wall is left out. `own`: it would displace a follower.
    `line_first`: a car was sent onto the led line although a way back was free."""

    cars: dict[tuple[int, int], Bit] = field(default_factory=dict)
    back: Row = field(default_factory=Row)
    ahead: Row = field(default_factory=Row)
    edge: Bits = field(default_factory=dict)
    own: Bit = FALSE
    line_first: Bit = FALSE


def push_aside(
    play: Play, state: State, choices: Choices, seeds: Mapping[int, Bit], side: tuple[int, ...]
) -> Aside:
    """Move the cars in `seeds` one lane over in a direction (`side` is that column of the track), and the cars they meet, up to
    the edge. Without TA-6.7-cascade a car with another one next to it is at the edge.

    At the edge a car falls back (TA-6.7-wall), or goes forward if it would fall onto the led line (TA-UNIQUE). Without
    TA-6.7-wall it goes forward.
    """
    circuit, gone = play.circuit, play.ruleset.left_out
    found = Aside()
    falling: dict[int, Bit] = {}
    wave = dict(seeds)
    others = len(side) if play.cars is None else play.cars
    while wave:
        others -= 1
        following: dict[int, Bit] = {}
        for space, bit in wave.items():
            found.own = circuit.either(found.own, circuit.both(bit, state.followers.get(space, FALSE)))
            target = side[space]
            if target < 0:
                put(circuit, falling, space, bit)
                continue
            taken = circuit.both(bit, state.others.get(target, FALSE)) if others else FALSE
            if "TA-6.7-cascade" in gone:
                put(circuit, falling, space, taken)
                put(circuit, found.cars, (space, target), circuit.both(bit, -taken))
                continue
            put(circuit, found.cars, (space, target), bit)
            put(circuit, following, target, taken)
        wave = following
    if "TA-6.7-wall" in gone:
        found.edge = falling
        found.ahead = row_of(play, state, choices, _possible(falling), PUSHED)
        return found
    line = led_line(play, state)
    onto_line = {
        space: _falls_onto_line(play, state, choices, line, space, bit, found)
        for space, bit in falling.items()
    }
    back = {space: circuit.both(bit, -onto_line[space]) for space, bit in falling.items()}
    found.back = row_of(play, state, choices, _possible(back), BACK)
    found.ahead = row_of(play, state, choices, _possible(onto_line), PUSHED)
    return found


def _possible(bits: Mapping[int, Bit]) -> dict[int, Bit]:
    return {space: bit for space, bit in bits.items() if bit != FALSE}


def _falls_onto_line(
    play: Play, state: State, choices: Choices, line: Bits, space: int, bit: Bit, found: Aside
) -> Bit:
    """Where this car goes forward instead of back. Also records when that was chosen although a way back was free."""
    if play.searching and play.cars == 1:  # then no other car is led
        return FALSE
    if play.movement != LEAD or not line or UNIQUE in play.ruleset.left_out:
        return FALSE
    circuit = play.circuit
    onto = circuit.both(bit, _comes_upon_line(play, state, choices, line, space, {}, play.longest))
    if onto != FALSE and play.reads("lead-special-fork", "back-way-first"):
        free = _has_free_way(play, state, line, space, {}, play.longest)
        found.line_first = circuit.either(found.line_first, circuit.both(onto, free))
    return onto


def _comes_upon_line(
    play: Play, state: State, choices: Choices, line: Bits, space: int, known: dict[int, Bit], length: int
) -> Bit:
    """The row that falls back from a space by the chosen ways reaches the led line (`lead-line-special-scope`: at once, or with
    any of its cars)."""
    circuit = play.circuit
    if space in known:
        return known[space]
    known[space] = FALSE
    parts = []
    for target, chosen in choices.ways(BACK, space, _ways_back(play, space)):
        meets = line.get(target, FALSE)
        others = state.others.get(target, FALSE)
        if meets != others and length > 1 and play.reads("lead-line-special-scope", "chain-hits-line"):
            further = _comes_upon_line(play, state, choices, line, target, known, length - 1)
            meets = circuit.either(meets, circuit.both(others, further))
        parts.append(circuit.both(chosen, meets))
    known[space] = circuit.any(parts)
    return known[space]


def _has_free_way(
    play: Play, state: State, line: Bits, space: int, known: dict[int, Bit], length: int
) -> Bit:
    """The row can fall back by some way without meeting a follower."""
    circuit = play.circuit
    if space in known:
        return known[space]
    known[space] = FALSE
    parts = []
    for target in _ways_back(play, space):
        free = -line.get(target, FALSE)
        others = state.others.get(target, FALSE)
        if free != -others and length > 1 and play.reads("lead-line-special-scope", "chain-hits-line"):
            further = _has_free_way(play, state, line, target, known, length - 1)
            free = circuit.both(free, circuit.either(-others, further))
        parts.append(free)
    known[space] = circuit.any(parts)
    return known[space]


def _ways_back(play: Play, space: int) -> tuple[int, ...]:
    """The spaces to which a car may fall back; only one if it must keep its lane (`push-back-into-two-lanes`)."""
    options = play.track.behind[space]
    if play.reads("push-back-into-two-lanes", "same-lane-first"):
        return kept_lane(play.track.lane, space, options)
    return options


def room(play: Play, state: State, shifts: list[Shift]) -> list[Rule]:
    """No two cars enter the same space, and no car enters a space where another stays. This matters in a gap that a finished
    follower left in the line (`finish-removed-space`), and where cars move all around the track (`no-space-behind`,
    `train-around-the-track`)."""
    if not play.surrounds and not (play.follows and play.finish):
        return []
    circuit = play.circuit
    arriving: dict[int, list[Shift]] = {}
    leaving: dict[int, list[Bit]] = {}
    for shift in shifts:
        arriving.setdefault(shift.end, []).append(shift)
        if not shift.active:
            leaving.setdefault(shift.start, []).append(shift.bit)
    crowded: dict[str, list[Bit]] = {"wall": [], "row": [], "followers": []}
    for end, coming in arriving.items():
        stays = circuit.both(state.others.get(end, FALSE), -circuit.any(leaving.get(end, ())))
        for number, shift in enumerate(coming):
            follower = FALSE if shift.active else state.followers.get(shift.start, FALSE)
            crowded["followers"].append(circuit.all((shift.bit, follower, stays)))
            for other in coming[:number]:
                led = FALSE if other.active else state.followers.get(other.start, FALSE)
                both = circuit.both(shift.bit, other.bit)
                follows = circuit.either(follower, led)
                crowded["followers"].append(circuit.both(both, follows))
                if play.surrounds:
                    kind = "wall" if "TA-6.7-wall" in (shift.why, other.why) else "row"
                    crowded[kind].append(circuit.both(both, -follows))
    wall, row, followers = (-circuit.any(bits) for bits in crowded.values())
    return [
        Rule("TA-6.7-wall", wall, "the cars pushed back close around the track"),
        Rule("TA-6.8-cascade", row, "the cars pushed on close around the track"),
        Rule("TA-1.3-one-car", followers, "another car stands where a car that follows {car} would come"),
    ]


def sideways(play: Play, state: State, choices: Choices, kind: str, when: Bit) -> Act:
    """The active car goes one lane in or out where `when` holds. A car in the pits goes out onto the track."""
    circuit, track = play.circuit, play.track
    side = track.inside if kind == INWARD else track.outside
    act = Act()
    nowhere = FALSE
    leaving = circuit.both(when, -state.exited)
    when = circuit.both(when, state.exited)
    seeds: dict[int, Bit] = {}
    for space, bit in state.at.items():
        if play.pit and kind != INWARD:
            going = circuit.both(bit, leaving)
            put(circuit, act.target, space, going)
            put(circuit, seeds, space, circuit.both(going, state.others.get(space, FALSE)))
            if going != FALSE:
                act.shifts.append(Shift(APRON, space, going, "TA-9.4", active=True))
        target = side[space]
        going = circuit.both(bit, when)
        if target < 0:
            nowhere = circuit.either(nowhere, going)
        elif going != FALSE:
            put(circuit, act.target, target, going)
            put(circuit, seeds, target, circuit.both(going, state.others.get(target, FALSE)))
            act.shifts.append(Shift(space, target, going, "TA-6.1-directions", active=True))
    act.displaced = circuit.any(seeds.values())
    if play.cannot_pay(sideways_price(play)):
        seeds = {}
    pushed = push_aside(play, state, choices, seeds, side)
    first = {way: bit for way, bit in pushed.cars.items() if way[0] in seeds}
    act.shifts += shifts_of(first, "TA-6.7")
    act.shifts += shifts_of(
        {way: bit for way, bit in pushed.cars.items() if way not in first}, "TA-6.7-cascade"
    )
    act.fallen = _led_cars_that_fall(play, state, pushed.back.moves)
    back = pushed.back.moves
    if act.fallen:
        back = {way: circuit.both(bit, -state.followers.get(way[0], FALSE)) for way, bit in back.items()}
    act.shifts += shifts_of(back, "TA-6.7-wall")
    act.shifts += _pushed_ahead(play, pushed)
    act.lanes = [*pushed.back.lanes, *pushed.ahead.lanes]
    act.costs = sideways_costs(play, circuit.either(when, leaving), act.displaced)
    forward = "TA-6.8-cascade" if "TA-6.7-wall" in play.ruleset.left_out else UNIQUE
    act.barred += card_forbids(play, kind, when)
    if kind == INWARD:
        act.barred.append(Rule("TA-1.3-apron", -nowhere, "the apron is inside {start}"))
        act.barred.append(Rule("TA-9.4", -leaving, "{car} at {start} leaves the pits outward"))
    else:
        act.barred.append(Rule("TA-6.1-directions", -nowhere, "the wall is outside {start}"))
    act.barred += stays_in_line(play, state, when)
    act.rules += [
        Rule("TA-6.6-must-follow", -pushed.own, "{met} at {target} follows {car} and is not displaced by it"),
        Rule("TA-6.7-wall", -pushed.back.off, "a displaced car has no space behind", undrawn=True),
        Rule("TA-6.7-wall", -pushed.back.closed, "the cars pushed back close around the track"),
        Rule(forward, -pushed.ahead.off, "a displaced car has no space ahead", undrawn=True),
        Rule(forward, -pushed.ahead.closed, "the cars pushed on close around the track"),
        Rule(UNIQUE, -pushed.line_first, "a car falls onto the led line though a way back is free"),
        *lane_rules(play, state, act.lanes),
    ]
    if play.movement == LEAD:
        follows = (
            follow_fallen(play, state, when, act.fallen)
            if act.fallen
            else follow(play, when, state.followers, state.path)
        )
        act.shifts += follows
    return act


def _pushed_ahead(play: Play, pushed: Aside) -> list[Shift]:
    """The shifts of cars that go forward at the edge: by TA-UNIQUE, or without TA-6.7-wall as in a forward displacement."""
    moves = pushed.ahead.moves
    if not pushed.edge:
        return shifts_of(moves, UNIQUE)
    circuit = play.circuit
    first = {way: circuit.both(bit, pushed.edge.get(way[0], FALSE)) for way, bit in moves.items()}
    rest = {way: circuit.both(bit, -first[way]) for way, bit in moves.items()}
    return [*shifts_of(first, "TA-6.7"), *shifts_of(rest, "TA-6.8-cascade")]


def displaced_claims(play: Play, written: Written, made: Step) -> list[Rule]:
    """The step displaces a car, as the record claims."""
    if not written.displaces or not any(shift.active for shift in made.shifts):
        return []
    moved = play.circuit.any(shift.bit for shift in made.shifts if shift.active)
    right = play.circuit.implies(moved, made.displaced)
    rule = "TA-6.7" if written.kind in ("i", "o") else "TA-6.8"
    return [Rule(rule, right, "{word} to {target} displaces no car", True)]


def _led_cars_that_fall(
    play: Play, state: State, moves: Mapping[tuple[int, int], Bit]
) -> dict[tuple[int, int], Bit]:
    """The moves of led cars that a row pushes back: under `lead-line-special-scope: first-car-only`, or without TA-UNIQUE.

    Otherwise, and with a single other car, only one protected by TA-6.6-must-follow can fall, so a search can skip it.
    """
    if play.movement != LEAD:
        return {}
    kept = play.reads("lead-line-special-scope", "chain-hits-line") and UNIQUE not in play.ruleset.left_out
    if play.searching and (kept or play.cars == 1):
        return {}
    circuit = play.circuit
    led = {way: circuit.both(bit, state.followers.get(way[0], FALSE)) for way, bit in moves.items()}
    return {way: bit for way, bit in led.items() if bit != FALSE}


EVERY = "is a sideways step, and the card forbids them all"

FORBIDDEN: Mapping[str, tuple[str, tuple[str, ...], str]] = {
    "riding-the-draft": ("TA-RC-riding-the-draft", (INWARD, OUTWARD), EVERY),
    "chasing-the-race": ("TA-RC-chasing-the-race", (INWARD, OUTWARD), EVERY),
    "outside-line": ("TA-RC-outside-line", (INWARD,), "leads inward, and the card forbids that"),
    "inside-line": ("TA-RC-inside-line", (OUTWARD,), "leads outward, and the card forbids that"),
}
"""The texts of cards that forbid sideways steps: the rule, the steps, and the fault of such a step."""


def card_forbids(play: Play, kind: str, when: Bit) -> list[Rule]:
    """The card forbids this sideways step."""
    rule, kinds, fault = FORBIDDEN.get(play.text or "", ("", (), ""))
    return [Rule(rule, -when, f"{{word}} from {{start}} {fault}")] if kind in kinds else []


def allowed(play: Play, state: State, kind: str) -> Bit:
    """Whether neither the card nor a link forbids a sideways step."""
    circuit = play.circuit
    rules = [*stays_in_line(play, state, TRUE), *card_forbids(play, kind, TRUE)]
    return circuit.all(rule.bit for rule in rules)
