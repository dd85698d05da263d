"""Linking: which cars follow, and when a car is linked (TA-6.2, TA-6.4.2, TA-6.5, TA-6.6, TA-6.9.3)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from model.ruleset import Ruleset
from model.thunder_alley.moves import Step as Written
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit, constant, mixed, put
from verifier.thunder_alley.spec.decisions import LINK, Choices
from verifier.thunder_alley.spec.play import (
    DRAFT,
    LEAD,
    PURSUIT,
    SOLO,
    Bits,
    Edges,
    Lane,
    Play,
    Rule,
    Shift,
    State,
    shifts_of,
)
from verifier.thunder_alley.spec.tracking import Taken, Tracking, standing

FOLLOWS = "TA-6.6-follow"
"""The rule that a car follows the car before it, in any lane."""


MUST_FOLLOW = "TA-6.6-must-follow"
"""The rule that followers follow sideways steps too."""


def driven(ruleset: Ruleset, movement: str, text: str | None) -> tuple[str, str | None]:
    """The movement and text with which such a card is played.

    Pursuit without TA-6.5-push-only is Draft. An unlinked Draft, Pursuit or Lead car drives as with Solo, and so do these types
    without TA-6.4, TA-6.5 and TA-6.6.
    """
    gone = ruleset.left_out
    if f"TA-RC-{text}" in gone:
        text = None
    if movement == PURSUIT and "TA-6.5-push-only" in gone:
        movement = DRAFT
    types = (("TA-6.4", DRAFT), ("TA-6.5", PURSUIT), ("TA-6.6", LEAD))
    return (SOLO if any(rule in gone and movement == kind for rule, kind in types) else movement), text


def lane_free(play: Play) -> bool:
    """Whether the rule that keeps a linked car in its lane is left out."""
    kept = {DRAFT: "TA-6.4.2-no-lateral-once-linked", PURSUIT: "TA-6.5-no-lane-change"}.get(play.movement)
    return kept in play.ruleset.left_out


def weaves(play: Play) -> bool:
    """Whether a linked car may step sideways out of its line. Its next step forward then forms another line
    (`rubbin-when-linked`)."""
    if lane_free(play):
        return True
    return play.text == "rubbin-is-racin" and play.reads("rubbin-when-linked", "allowed")


def several_lines(play: Play) -> bool:
    """Whether the car can meet a fork again, with another line or with one that reaches all around the track."""
    round_again = play.track.ring and play.longest + play.total >= len(play.track.sectors)
    return weaves(play) or (play.line and round_again)


def goes_forward(play: Play, state: State, stuck: Bit) -> list[Rule]:
    """Under `draft-all-lateral: must-go-forward` the movement has a step forward, unless no step is possible (`stuck`)."""
    circuit = play.circuit
    if not (play.line and play.total and play.reads("draft-all-lateral", "must-go-forward")):
        return []
    sideways_only = circuit.both(-state.forward, -circuit.both(stuck, -state.mps[0]))
    fact = "{car} has gone no step forward, and under this reading it must"
    return [Rule("TA-6.4.2-lateral-before-forward", -sideways_only, fact)]


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


def now_linked(play: Play, state: State, after: State, along: Bit, went: Bit) -> Bit:
    """Whether the car is linked from now on: others moved `along` with it, or it has gone forward (now: `went`) and stands in
    line with a car (TA-6.4.2-moves-like-solo, `draft-link-after-lateral`)."""
    circuit = play.circuit
    near = touches(play, after.at, after.others)
    if play.reads("draft-link-after-lateral", "at-next-forward"):
        near = circuit.both(near, went)
    return circuit.any((state.linked, along, circuit.both(after.forward, near)))


def begin(play: Play, state: State, choices: Choices) -> tuple[State, list[Lane]]:
    """The state in which the first step is made. A Lead car takes its followers (TA-6.6-link-at-start)."""
    if play.movement == LEAD:
        followers, path, lanes = line_behind(play, state, choices, state.exited)
        return replace(state, followers=followers, path=path), lanes
    return in_line(play, state), []


def in_line(play: Play, state: State) -> State:
    """The state at the start of a movement. A Draft or Pursuit car is already part of a line under some readings
    (`draft-start-linked-lateral`, `pursuit-initial-lateral`)."""
    linked = (play.movement == DRAFT and play.reads("draft-start-linked-lateral", "lateral-forbidden")) or (
        play.movement == PURSUIT and play.reads("pursuit-initial-lateral", "linked-from-start")
    )
    return replace(state, linked=touches(play, state.at, state.others)) if linked else state


def follow(play: Play, moving: Bit, followers: Bits, path: Edges) -> list[Shift]:
    """Each car linked behind enters the space the car before it has left."""
    why = FOLLOWS if play.movement == LEAD else "TA-6.4.1-line-moves"
    return shifts_of(_onward(play, moving, followers, path), why)


def _onward(play: Play, moving: Bit, followers: Bits, path: Edges) -> dict[tuple[int, int], Bit]:
    circuit = play.circuit
    moves: dict[tuple[int, int], Bit] = {}
    for (start, end), edge in path.items():
        put(circuit, moves, (start, end), circuit.all((moving, followers.get(start, FALSE), edge)))
    return moves


def unlinked(play: Play, state: State, aside: Bit) -> State:
    """The state before a step: without TA-6.6-must-follow, a sideways one (where `aside` holds) first unlinks all followers."""
    if play.movement != LEAD or MUST_FOLLOW not in play.ruleset.left_out:
        return state
    circuit = play.circuit
    return replace(
        state,
        followers={space: circuit.both(bit, -aside) for space, bit in state.followers.items()},
        path={edge: circuit.both(bit, -aside) for edge, bit in state.path.items()},
        gaps={space: circuit.both(bit, -aside) for space, bit in state.gaps.items()},
    )


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
    for way, bit in _onward(play, moved, state.gaps, state.path).items():
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


def follow_fallen(play: Play, state: State, moving: Bit, fallen: Edges) -> list[Shift]:
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
    return shifts_of(moves, FOLLOWS)


def stays_in_line(play: Play, state: State, when: Bit) -> list[Rule]:
    """A linked Draft or Pursuit car does not change lanes (TA-6.4.2-no-lateral-once-linked, TA-6.5-no-lane-change,
    TA-GL-linking)."""
    circuit = play.circuit
    if not play.line or (weaves(play) and not lane_free(play)):
        return []
    leaves = circuit.both(when, state.linked)
    if play.movement == PURSUIT and lane_free(play):
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
        *(() if lane_free(play) else (Rule("TA-6.4.2-no-lateral-once-linked", -late, fact),)),
    ]


def link_claims(play: Play, mover: int, written: Written, taken: Taken, start: Taken) -> list[Rule]:
    """The cars linked behind in a step are those written, nearest first. `start` is the first step of the movement, on which a
    Lead car names the line it leads even if that step unlinks it."""
    first = taken is start
    circuit, claimed = play.circuit, written.links
    state, cars = taken.before, taken.cars
    if claimed is None:
        return []
    if not play.follows:
        rule = "TA-6.5-push-only" if play.movement == PURSUIT else "TA-6.3"
        return (
            [Rule(rule, FALSE, "with this movement no car is linked behind", True, "links")]
            if claimed
            else []
        )
    names_line = first and play.movement == LEAD
    followers = state.followers if names_line else taken.made.linked_now
    linked = {car: _is_among(circuit, cars, car, followers) for car in cars.cars if car != mover}
    both = _both_lanes(play, cars, mover, claimed)
    case = "TA-6.9.3-case-1" if first else "TA-6.9.3-case-2"
    rules = [Rule(case, -both, "only one lane behind a car counts as the line", True, "links")]
    stranger = "TA-6.2"
    if play.movement == LEAD and not first:
        stranger = "TA-6.6-link-at-start"
    elif (
        play.movement == DRAFT
        and written.kind in ("i", "o")
        and state.forward == FALSE
        and _nose_to_tail(play, state, cars, claimed[:1]) == TRUE
    ):
        stranger = "TA-6.4.2-lateral-before-forward"
    strangers = [
        Rule(
            stranger,
            circuit.either(both, linked.get(car, FALSE)),
            f"{car} is not in line behind {mover}",
            True,
            "links",
        )
        for car in claimed
    ]
    if play.movement == LEAD and not first and MUST_FOLLOW in play.ruleset.left_out:
        strangers = [
            one
            for car, rule in zip(claimed, strangers, strict=True)
            for one in _unlinked_claim(
                rule, circuit, _is_among(circuit, start.cars, car, start.before.followers)
            )
        ]
    rolls = play.movement == DRAFT and circuit.any(state.followers.values()) != FALSE
    if play.movement == LEAD:
        moved = MUST_FOLLOW
    elif rolls or first:
        moved = "TA-6.4.1-line-moves"
    else:  # after sideways steps, the step forward links
        moved = "TA-6.4.2-link-on-forward"
    left_out = [
        Rule(moved, -bit, f"{car} is in line behind {mover} as well", True, "links")
        for car, bit in linked.items()
        if car not in claimed and bit != FALSE
    ]
    if play.movement == DRAFT or first:
        # Cars that are linked by some lane at a fork still have to be written in the order of the line.
        named = constant(all(linked.get(car, FALSE) != FALSE for car in claimed))
        in_order = circuit.any((both, -named, _nose_to_tail(play, state, cars, claimed)))
        rules.append(Rule("TA-6.2", in_order, "the nearest car is written first", True, "links"))
    # Once the line moves, its members are fixed, so the rule that they all move decides.
    return rules + (left_out + strangers if rolls else strangers + left_out)


def _is_among(circuit: Circuit, cars: Tracking, car: int, spaces: Bits) -> Bit:
    """Whether a car stands in one of these spaces."""
    places = standing(circuit, cars, car)
    return circuit.any(circuit.both(bit, spaces.get(space, FALSE)) for space, bit in places.items())


def _unlinked_claim(rule: Rule, circuit: Circuit, led: Bit) -> list[Rule]:
    """The rule against a link that a sideways step has undone (`led`: the car was linked at the start), or else as before."""
    undone = replace(rule, id=MUST_FOLLOW, bit=circuit.either(rule.bit, -led))
    return [undone, replace(rule, bit=circuit.either(rule.bit, led))]


def _nose_to_tail(play: Play, state: State, cars: Tracking, claimed: Sequence[int]) -> Bit:
    """Each car stands directly behind the one before it, and the first directly behind the active car; gaps left by finished cars
    do not count (`finish-removed-space`)."""
    circuit = play.circuit
    before = dict(state.at)
    found = []
    for car in claimed:
        places = standing(circuit, cars, car)
        for _ in state.path:
            for (start, end), edge in state.path.items():
                gap = -circuit.any(standing(circuit, cars, other).get(start, FALSE) for other in cars.cars)
                put(circuit, before, start, circuit.all((before.get(end, FALSE), edge, gap)))
        found.append(
            circuit.any(
                circuit.both(bit, places.get(option, FALSE))
                for space, bit in before.items()
                if space >= 0
                for option in play.track.behind[space]
            )
        )
        before = dict(places)
    return circuit.all(found)


def _both_lanes(play: Play, cars: Tracking, mover: int, claimed: Sequence[int]) -> Bit:
    """The claimed links include cars in two lanes that meet behind one car."""
    circuit = play.circuit
    places = {car: standing(circuit, cars, car) for car in (mover, *claimed)}
    found = []
    for spaces in places.values():
        for space, bit in spaces.items():
            behind = play.track.behind[space] if space >= 0 else ()
            taken = [circuit.any(places[car].get(option, FALSE) for car in claimed) for option in behind]
            found.append(circuit.both(bit, -circuit.at_most_one(taken)))
    return circuit.any(found)
