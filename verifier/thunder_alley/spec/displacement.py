"""Displacement: pushing cars forward (TA-6.8), aside (TA-6.7), back at the edge (TA-6.7-wall), or forward instead (TA-UNIQUE)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from verifier.solving.circuit import FALSE, Bit
from verifier.thunder_alley.spec.bits import put
from verifier.thunder_alley.spec.decisions import BACK, PUSHED, Choices
from verifier.thunder_alley.spec.linking import led_line
from verifier.thunder_alley.spec.play import LEAD, Bits, Lane, Play, Rule, Shift, State


@dataclass(slots=True)
class Row:
    """Cars that move on together in a row, with their moves and the lanes taken where there is a choice. `closed`: the row meets
    its own start. `off`: a car has no space to go to."""

    moves: dict[tuple[int, int], Bit] = field(default_factory=dict)
    lanes: list[Lane] = field(default_factory=list)
    closed: Bit = FALSE
    off: Bit = FALSE


def row_of(
    play: Play, state: State, choices: Choices, seeds: Bits, role: str, led: Bits | None = None
) -> Row:
    """Move the cars in `seeds` one sector, together with all cars nose to tail with them (TA-6.8-cascade, TA-6.4.1-line-moves,
    TA-6.7-wall): back if the role is `BACK`, otherwise forward. `led` are the cars linked behind, by default those of the state.
    A forward row that reaches them, or the active car, has gone all the way around (`train-around-the-track`). A row going back
    may end in the active car's old space, which is now free."""
    circuit, track = play.circuit, play.track
    row = Row()
    if not seeds:
        return row
    if led is None:
        led = state.followers
    targets = track.behind if role == BACK else track.ahead
    way = -1 if role == BACK else 1
    order = {sector: number for number, sector in enumerate(track.sectors)}
    size = len(order)
    first = _first_sector([order[track.sector[space]] for space in seeds], size, way, ring=track.ring)
    waiting: dict[int, dict[int, Bit]] = {}
    for space, bit in seeds.items():
        put(circuit, waiting.setdefault((order[track.sector[space]] - first) * way % size, {}), space, bit)
    last = max(waiting) + play.longest
    offset = 0
    while waiting:
        for space, bit in waiting.pop(offset, {}).items():
            options = targets[space]
            if not options:
                row.off = circuit.either(row.off, bit)
            for target, chosen in choices.ways(role, space, options):
                going = circuit.both(bit, chosen)
                if going == FALSE:
                    continue
                put(circuit, row.moves, (space, target), going)
                if len(options) > 1:
                    row.lanes.append((role, space, target, going))
                further = circuit.both(going, state.others.get(target, FALSE))
                if play.may_close and role != BACK:
                    blocked = circuit.either(state.at.get(target, FALSE), led.get(target, FALSE))
                    row.closed = circuit.either(row.closed, circuit.both(going, blocked))
                    further = circuit.both(further, -blocked)
                if further == FALSE:
                    continue
                if offset < last:
                    put(circuit, waiting.setdefault(offset + 1, {}), target, further)
                else:
                    row.closed = circuit.either(row.closed, further)
        offset += 1
    return row


def _first_sector(places: list[int], size: int, way: int, *, ring: bool) -> int:
    """The index of the sector where a row starts: the rearmost one along its way that holds a seed, measured around the ring if
    there is one."""
    if not ring:
        return min(places) if way == 1 else max(places)
    return min(sorted(set(places)), key=lambda place: max((other - place) * way % size for other in places))


@dataclass(slots=True)
class Aside:
    """What a sideways step does to other cars: `cars` move one lane over, those in `back` fall back, and those in `ahead` go
    forward instead. `own`: it would displace a follower. `line_first`: a car was sent onto the led line although a way back was
    free."""

    cars: dict[tuple[int, int], Bit] = field(default_factory=dict)
    back: Row = field(default_factory=Row)
    ahead: Row = field(default_factory=Row)
    own: Bit = FALSE
    line_first: Bit = FALSE


def push_aside(
    play: Play, state: State, choices: Choices, seeds: Mapping[int, Bit], side: tuple[int, ...]
) -> Aside:
    """Move the cars in `seeds` one lane over in a direction (`side` is that column of the track), and the cars they meet, up to
    the edge.

    At the edge a car falls back (TA-6.7-wall), or goes forward if it would fall onto the led line (TA-UNIQUE).
    """
    circuit = play.circuit
    found = Aside()
    falling: dict[int, Bit] = {}
    wave = dict(seeds)
    while wave:
        following: dict[int, Bit] = {}
        for space, bit in wave.items():
            found.own = circuit.either(found.own, circuit.both(bit, state.followers.get(space, FALSE)))
            target = side[space]
            if target < 0:
                put(circuit, falling, space, bit)
                continue
            put(circuit, found.cars, (space, target), bit)
            put(circuit, following, target, circuit.both(bit, state.others.get(target, FALSE)))
        wave = following
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
    if play.movement != LEAD or not line:
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


def kept_lane(lanes: tuple[str, ...], space: int, options: tuple[int, ...]) -> tuple[int, ...]:
    """The options in the space's own lane, or all of them if the lane ends."""
    return tuple(option for option in options if lanes[option] == lanes[space]) or options


def shifts_of(moves: Mapping[tuple[int, int], Bit], why: str) -> list[Shift]:
    """The shifts of displaced cars, with the rule that moves them."""
    return [Shift(start, end, bit, why) for (start, end), bit in moves.items()]


def lane_rules(play: Play, state: State, lanes: list[Lane]) -> list[Rule]:
    """The readings that limit the active player's choice of lanes for displaced cars."""
    circuit, track = play.circuit, play.track
    rules = []
    for role, space, target, going in lanes:
        kept = target in kept_lane(
            track.lane, space, track.behind[space] if role == BACK else track.ahead[space]
        )
        if role == BACK and not kept and play.reads("push-back-into-two-lanes", "same-lane-first"):
            rules.append(Rule("TA-6.7-wall", -going, "a car pushed back keeps its lane"))
        if (
            role == PUSHED
            and not kept
            and play.reads("forward-displacement-fork", "enters")
            and _widens(play, space)
        ):
            rules.append(Rule("TA-6.8", -going, "a car pushed out of a corner keeps its lane"))
        if role == PUSHED and play.reads("forward-push-fork-each", "one-lane"):
            other = circuit.any(
                bit for (start, end), bit in state.taken.items() if start == space and end != target
            )
            rules.append(
                Rule("TA-6.8", -circuit.both(going, other), "all pushed cars take the lane of the first")
            )
    return rules


def _widens(play: Play, space: int) -> bool:
    """Whether the next sector has more lanes, as at the exit of a corner (TA-4.5.3)."""
    track = play.track
    after = track.sector[track.ahead[space][0]]
    return track.sector.count(after) > track.sector.count(track.sector[space])
