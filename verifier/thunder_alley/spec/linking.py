"""Linking: which cars follow, and when a car is linked (TA-6.2, TA-6.4.2, TA-6.5, TA-6.6, TA-6.9.3)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from verifier.solving.circuit import FALSE, Bit, mixed, put
from verifier.thunder_alley.spec.decisions import LINK, Choices
from verifier.thunder_alley.spec.play import DRAFT, LEAD, PURSUIT, Bits, Edges, Lane, Play, Rule, Shift, State


def line_behind(
    play: Play, state: State, choices: Choices, when: Bit
) -> tuple[dict[int, Bit], dict[tuple[int, int], Bit], list[Lane]]:
    """The cars nose to tail behind the active car where `when` holds, the ways on which they follow, and the lanes chosen
    (TA-6.2).

    Where lanes meet behind a car, the active player chooses which one counts as the line, even an empty one (TA-6.9.3-case-1,
    TA-6.9.3-case-2).
    """
    circuit, track = play.circuit, play.track
    followers: dict[int, Bit] = {}
    path: dict[tuple[int, int], Bit] = {}
    lanes: list[Lane] = []
    wave = {space: circuit.both(bit, when) for space, bit in state.at.items()}
    for _ in range(play.longest):
        following: dict[int, Bit] = {}
        for space, bit in wave.items():
            options = track.behind[space]
            if bit == FALSE or not any(option in state.others for option in options):
                continue
            somebody = circuit.any(state.others.get(option, FALSE) for option in options)
            for option, chosen in choices.ways(LINK, space, options):
                counts = circuit.both(bit, chosen)
                if len(options) > 1:
                    lanes.append((LINK, space, option, circuit.both(counts, somebody)))
                linked = circuit.both(counts, state.others.get(option, FALSE))
                put(circuit, followers, option, linked)
                put(circuit, path, (option, space), linked)
                put(circuit, following, option, linked)
        if not following:
            break
        wave = following
    return followers, path, lanes


def touches(play: Play, at: Bits, others: Bits) -> Bit:
    """The car stands directly behind a car or, with Draft, directly in front of one, with no empty lane to choose instead
    (TA-6.4.2-moves-like-solo, TA-6.5-like-solo, TA-6.9.3-case-2).

    Where ways split, one occupied lane links only under `draft-fork-keeps-free: linked`. Where they meet, one occupied lane never
    links (`draft-merge-keeps-free`).
    """
    circuit, track = play.circuit, play.track
    ahead = circuit.any if play.reads("draft-fork-keeps-free", "linked") else circuit.all
    found = []
    for space, bit in at.items():
        if track.ahead[space]:
            found.append(circuit.both(bit, ahead(others.get(other, FALSE) for other in track.ahead[space])))
        if track.behind[space] and play.movement == DRAFT:
            taken = circuit.all(others.get(other, FALSE) for other in track.behind[space])
            found.append(circuit.both(bit, taken))
    return circuit.any(found)


def begin(play: Play, state: State, choices: Choices) -> tuple[State, list[Lane]]:
    """The state before the first step. A Lead car takes its followers (TA-6.6-link-at-start). A Draft or Pursuit car is already
    part of a line under some readings (`draft-start-linked-lateral`, `pursuit-initial-lateral`)."""
    if play.movement == LEAD:
        followers, path, lanes = line_behind(play, state, choices, state.exited)
        return replace(state, followers=followers, path=path), lanes
    forbidden = (
        play.movement == DRAFT and play.reads("draft-start-linked-lateral", "lateral-forbidden")
    ) or (play.movement == PURSUIT and play.reads("pursuit-initial-lateral", "linked-from-start"))
    if forbidden:
        return replace(state, linked=touches(play, state.at, state.others)), []
    return state, []


def follow(play: Play, moving: Bit, followers: Bits, path: Edges) -> dict[tuple[int, int], Bit]:
    """Each follower enters the space the car before it has left (TA-6.6-follow, TA-6.4.1-line-moves)."""
    circuit = play.circuit
    moves: dict[tuple[int, int], Bit] = {}
    for (start, end), edge in path.items():
        put(circuit, moves, (start, end), circuit.all((moving, followers.get(start, FALSE), edge)))
    return moves


def led_line(play: Play, state: State) -> Bits:
    """The spaces of the led line: its cars, and the gaps left by finished cars, as long as a car of the line is behind the gap
    (`finish-removed-space`)."""
    circuit = play.circuit
    line = dict(state.followers)
    for _ in range(len(state.gaps)):
        before = dict(line)
        for (start, end), edge in state.path.items():
            behind = circuit.both(edge, before.get(start, FALSE))
            put(circuit, line, end, circuit.both(behind, state.gaps.get(end, FALSE)))
        if line == before:
            break
    return line


def gaps_after(
    play: Play, state: State, moved: Bit, shifts: Sequence[Shift], finished: Mapping[int, Bit]
) -> Bits:
    """The gaps in the led line after a step. If the active car `moved`, each old gap moves as its missing car would have. A
    follower that finishes leaves a gap where it would stand."""
    circuit = play.circuit
    gaps = {space: circuit.both(bit, -moved) for space, bit in state.gaps.items()}
    for way, bit in follow(play, moved, state.gaps, state.path).items():
        put(circuit, gaps, way[1], bit)
    for number, bit in finished.items():
        shift = shifts[number]
        if not shift.active:
            put(circuit, gaps, shift.end, circuit.both(bit, state.followers.get(shift.start, FALSE)))
    return gaps


def path_of_fallen(play: Play, followers: Bits, path: Edges, fallen: Edges) -> Edges:
    """The followers' ways when some were pushed back (`fallen`) before they follow. Each car goes from where it now stands to
    where the car before it stands (`lead-follow-through-displaced`)."""
    circuit = play.circuit
    falls: dict[int, list[tuple[int, Bit]]] = {}
    for (start, end), bit in fallen.items():
        falls.setdefault(start, []).append((end, bit))

    def stands(space: int) -> list[tuple[int, Bit]]:
        ways = falls.get(space, [])
        return [(space, -circuit.any(bit for _, bit in ways)), *ways]

    found: dict[tuple[int, int], Bit] = {}
    for (start, end), edge in path.items():
        follows = circuit.both(edge, followers.get(start, FALSE))
        for here, bit in stands(start):
            for there, other in stands(end):
                put(circuit, found, (here, there), circuit.all((follows, bit, other)))
    return mixed(circuit, circuit.any(fallen.values()), found, path)


def follow_fallen(play: Play, state: State, moving: Bit, fallen: Edges) -> dict[tuple[int, int], Bit]:
    """As `follow`, but combines the fall of some followers with the step: each moves from its space before the fall."""
    circuit = play.circuit
    path = path_of_fallen(play, state.followers, state.path, fallen)
    moves: dict[tuple[int, int], Bit] = {}
    for space, bit in state.followers.items():
        own = {end: fell for (start, end), fell in fallen.items() if start == space}
        own[space] = -circuit.any(own.values())
        for (start, end), edge in path.items():
            if start in own and end != space:
                put(circuit, moves, (space, end), circuit.all((moving, bit, own[start], edge)))
    return moves


def stays_in_line(play: Play, state: State, when: Bit) -> list[Rule]:
    """A linked Draft or Pursuit car does not change lanes (TA-6.4.2-no-lateral-once-linked, TA-6.5-no-lane-change,
    TA-GL-linking)."""
    circuit = play.circuit
    if not play.line or (play.weaves and not play.lane_free):
        return []
    leaves = circuit.both(when, state.linked)
    if play.movement == PURSUIT and play.lane_free:
        return []
    if play.movement == PURSUIT:
        return [
            Rule(
                "TA-6.5-no-lane-change",
                -leaves,
                "{car} at {start} is linked with {mate} and keeps its lane",
            )
        ]
    early, late = circuit.both(leaves, -state.forward), circuit.both(leaves, state.forward)
    fact = "{car} at {start} is linked with {mate} and keeps its lane"
    return [
        Rule("TA-6.4.1-no-lane-change", -early, fact),
        *(() if play.lane_free else (Rule("TA-6.4.2-no-lateral-once-linked", -late, fact),)),
    ]
