"""Race card texts with special steps: swaps, the diagonal step, the forced change of lane (TA-RC)."""

from verifier.solving.circuit import FALSE, Bit, put
from verifier.thunder_alley.spec.decisions import ASLANT, DIAGONAL_IN, OWN, Choices
from verifier.thunder_alley.spec.linking import follow, stays_in_line
from verifier.thunder_alley.spec.play import Act, Bits, Play, Rule, Shift, State
from verifier.thunder_alley.spec.rows import kept_lane


def swap(play: Play, state: State, choices: Choices, when: Bit) -> Act:
    """Working the Pack: the car swaps places with the one directly ahead for 1 MP (TA-RC-working-the-pack)."""
    circuit, track = play.circuit, play.track
    act = Act(costs=[(1, when)])
    if play.text != "working-the-pack":
        act.costs = []
        act.rules = [
            Rule("TA-6.1-directions", -when, "{word} changes places, which only Working the Pack does")
        ]
        return act
    met = []
    for space, bit in state.at.items():
        options = track.ahead[space]
        for option, chosen in choices.ways(OWN, space, options):
            going = circuit.all((when, bit, chosen))
            if going == FALSE:
                continue
            met.append(circuit.both(going, state.others.get(option, FALSE)))
            put(circuit, act.target, option, going)
            act.shifts.append(Shift(space, option, going, "TA-RC-working-the-pack", active=True))
            back = circuit.both(going, state.others.get(option, FALSE))
            act.shifts.append(Shift(option, space, back, "TA-RC-working-the-pack"))
            if len(options) > 1:
                act.lanes.append((OWN, space, option, going))
    act.displaced = circuit.any(met)
    act.rules = [
        Rule(
            "TA-RC-working-the-pack",
            circuit.implies(when, act.displaced),
            "no car stands directly ahead of {start}",
        )
    ]
    return act


def diagonal(play: Play, state: State, choices: Choices, kind: str, when: Bit) -> Act:
    """Slingshot: once per move, a step forward and sideways at the same time, into an empty space, for 1 MP (TA-RC-slingshot)."""
    circuit, track = play.circuit, play.track
    act = Act(costs=[(1, when)])
    if play.text != "slingshot":
        act.costs = []
        act.rules = [
            Rule(
                "TA-6.1-no-diagonal",
                -when,
                "{word} goes forward and sideways at once, but the card does not allow it",
            ),
            *stays_in_line(play, state, when),
        ]
        return act
    side = track.inside if kind == DIAGONAL_IN else track.outside
    nowhere, edge, taken = FALSE, FALSE, []
    for space, bit in state.at.items():
        options = aslant(play, space, side)
        here = circuit.both(bit, when)
        if track.ahead[space] and not beside(track.ahead[space], side):
            edge = circuit.either(edge, here)
        elif not options:
            nowhere = circuit.either(nowhere, here)
        for option, chosen in choices.ways(ASLANT, space, options):
            going = circuit.both(here, chosen)
            if going == FALSE:
                continue
            taken.append(circuit.both(going, state.others.get(option, FALSE)))
            put(circuit, act.target, option, going)
            act.shifts.append(Shift(space, option, going, "TA-RC-slingshot", active=True))
            if len(options) > 1:
                act.lanes.append((ASLANT, space, option, going))
    act.rules = [
        Rule("TA-1.3-apron", -edge, "the apron is diagonally ahead of {start}")
        if kind == DIAGONAL_IN
        else Rule("TA-6.1-directions", -edge, "the wall is diagonally ahead of {start}"),
        Rule("TA-RC-slingshot", -nowhere, "no space is diagonally ahead of {start}"),
        Rule("TA-RC-slingshot", -circuit.any(taken), "{met} stands at {target}"),
        Rule(
            "TA-RC-slingshot",
            -circuit.both(when, state.diagonal),
            "{car} has already made its one diagonal step",
        ),
    ]
    if play.reads("slingshot-followers", "parallel-diagonal"):
        _parallel(play, state, choices, side, when, act)
    else:
        act.shifts += follow(play, when, state.followers, state.path)
    return act


def aslant(play: Play, space: int, side: tuple[int, ...]) -> tuple[int, ...]:
    """The spaces diagonally ahead on one side (`slingshot-at-fork`)."""
    track = play.track
    ahead = track.ahead[space]
    if play.reads("slingshot-at-fork", "geometric"):
        ahead = kept_lane(track.lane, space, ahead)
    return beside(ahead, side)


def beside(spaces: tuple[int, ...], side: tuple[int, ...]) -> tuple[int, ...]:
    """The spaces next to these on one side, each once."""
    return tuple(dict.fromkeys(side[space] for space in spaces if side[space] >= 0))


def _parallel(play: Play, state: State, choices: Choices, side: tuple[int, ...], when: Bit, act: Act) -> None:
    """Each follower makes the same diagonal step, to the side of the space straight ahead in its own lane; if that lane ends,
    to the side of the innermost space ahead. `act.aslant` are the ways on which they follow from then on."""
    circuit, track = play.circuit, play.track
    blocked = []
    there: dict[int, dict[int, Bit]] = {}
    for shift in act.shifts:
        put(circuit, there.setdefault(shift.start, {}), shift.end, shift.bit)
    for start, bit in state.followers.items():
        led = circuit.any(edge for (behind, _), edge in state.path.items() if behind == start)
        going = circuit.all((when, bit, led))
        if going == FALSE:
            continue
        options = beside(kept_lane(track.lane, start, track.ahead[start])[:1], side)
        if not options:
            blocked.append(going)
        for target, chosen in choices.ways(ASLANT, start, options):
            goes = circuit.both(going, chosen)
            act.shifts.append(Shift(start, target, goes, "TA-RC-slingshot"))
            put(circuit, there.setdefault(start, {}), target, goes)
            stranger = circuit.both(state.others.get(target, FALSE), -state.followers.get(target, FALSE))
            blocked.append(circuit.both(goes, stranger))
    coming: dict[int, Bit] = {}
    for ways in there.values():
        for target, bit in ways.items():
            blocked.append(circuit.both(bit, coming.get(target, FALSE)))
            put(circuit, coming, target, bit)
    for start, end in state.path:
        for target, bit in there.get(start, {}).items():
            for further, other in there.get(end, {}).items():
                edge = circuit.all((bit, other, state.path[start, end]))
                put(circuit, act.aslant, (target, further), edge)
    rule = Rule("TA-RC-slingshot", -circuit.any(blocked), "a follower has no empty space diagonally ahead")
    act.rules.append(rule)


def forced_change(play: Play, state: State) -> tuple[Bits, list[Shift], Bit]:
    """Oversteer and Understeer: the car's place after the change of lane, its shift, and the bit under which it changes lane
    (TA-RC-oversteer, TA-RC-understeer). The change is skipped if the space is occupied or the car is at the edge."""
    circuit, track = play.circuit, play.track
    side = track.inside if play.text == "oversteer" else track.outside
    why = "TA-RC-oversteer" if play.text == "oversteer" else "TA-RC-understeer"
    at: dict[int, Bit] = {}
    shifts = []
    free = -state.linked if play.reads("over-understeer-when-linked", "blocked-by-link") else -FALSE
    for space, bit in state.at.items():
        target = side[space]
        stays = bit
        if target >= 0:
            open_space = circuit.both(-state.others.get(target, FALSE), free)
            if play.reads("forced-shift-reenter", "skipped"):
                open_space = circuit.both(open_space, -state.entered.get(target, FALSE))
            going = circuit.both(bit, open_space)
            stays = circuit.both(bit, -open_space)
            if going != FALSE:
                shifts.append(Shift(space, target, going, why, active=True))
                put(circuit, at, target, going)
        put(circuit, at, space, stays)
    return at, shifts, circuit.any(shift.bit for shift in shifts)
