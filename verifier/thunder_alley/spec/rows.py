"""Rows: cars nose to tail that move on together, forward (TA-6.8) or back (TA-6.7-wall), and the lanes that they may take."""

from dataclasses import dataclass, field

from verifier.solving.circuit import FALSE, Bit, put
from verifier.thunder_alley.spec.decisions import BACK, PUSHED, Choices
from verifier.thunder_alley.spec.play import Bits, Lane, Play, Rule, State

FEW = 3
"""So few cars are counted along a row: then no row is followed further than there are cars, and the circuits stay shallow."""


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
    """Move the cars in `seeds` one sector, together with all cars nose to tail with them: back if the role is
    `BACK`, otherwise forward. `led` are the cars linked behind, by default those of the state. A forward row that reaches them,
    or the active car, has gone all the way around (`train-around-the-track`). A row going back may end in the active car's old
    space, which is now free."""
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
    each = 1 if play.cars is not None and play.cars <= FEW else 0
    waiting: dict[int, dict[tuple[int, int], Bit]] = {}
    for space, bit in seeds.items():
        offset = (order[track.sector[space]] - first) * way % size
        put(circuit, waiting.setdefault(offset, {}), (space, play.longest), bit)
    last = max(waiting) + play.longest
    offset = 0
    while waiting:
        for (space, left), bit in waiting.pop(offset, {}).items():
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
                if further == FALSE or left == 1:
                    continue
                if offset < last:
                    after = target, left - each
                    put(circuit, waiting.setdefault(offset + 1, {}), after, further)
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


def kept_lane(lanes: tuple[str, ...], space: int, options: tuple[int, ...]) -> tuple[int, ...]:
    """The options in the space's own lane, or all of them if the lane ends."""
    return tuple(option for option in options if lanes[option] == lanes[space]) or options


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
