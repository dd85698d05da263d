"""One step of an activation: from a state and decisions to the next state, the rules, and the moves of cars (TA-6).

Only decisions are free variables; everything else is a function of them. Legality is kept separate, rule by rule. Nothing here
depends on where cars stand, so a state may be one position or all possible positions at once.
"""

from collections.abc import Mapping
from dataclasses import replace

from verifier.solving.circuit import FALSE, TRUE, Bit, constant, mixed, put
from verifier.solving.numbers import shifted
from verifier.thunder_alley.spec.bump import after_bump, bump, may_bump
from verifier.thunder_alley.spec.costs import payable
from verifier.thunder_alley.spec.decisions import (
    BACKWARD,
    BUMP_FORWARD,
    BUMP_INWARD,
    BUMP_OUTWARD,
    BUMPS,
    DIAGONAL_IN,
    DIAGONAL_OUT,
    FORWARD,
    INWARD,
    OUTWARD,
    SWAP,
    Choices,
)
from verifier.thunder_alley.spec.displacement import room, sideways
from verifier.thunder_alley.spec.finish import Finish, cross
from verifier.thunder_alley.spec.forward import forward, go_on
from verifier.thunder_alley.spec.linking import gaps_after, now_linked, path_of_fallen, unlinked, weaves
from verifier.thunder_alley.spec.play import DRAFT, LEAD, PURSUIT, Act, Bits, Play, Rule, Shift, State, Step
from verifier.thunder_alley.spec.special_steps import diagonal, swap


def step(play: Play, state: State, choices: Choices) -> Step:
    """Make one step. If no kind of step is chosen, nothing changes and no rule is broken."""
    circuit = play.circuit
    acts: dict[str, Act] = {}
    rules: list[Rule] = []
    drives = circuit.both(-state.gone, -state.bumped)
    state = unlinked(play, state, circuit.any(choices.kinds.get(kind, FALSE) for kind in (INWARD, OUTWARD)))
    goes_on = play.movement == DRAFT and play.finish and play.reads("finish-mid-draft", "line-goes-on")
    for kind, chosen in choices.kinds.items():
        if chosen == FALSE:
            continue
        rules.append(after_bump(play, state, kind, chosen))
        late = circuit.both(chosen, state.gone)
        if goes_on and kind == FORWARD and late != FALSE:
            acts["gone"] = go_on(play, state, choices, late)
        else:
            rules.append(Rule("TA-10.1", -late, "{car} has finished and drives no further"))
        acting = drives
        if kind in BUMPS and play.reads("bump-split", "may-split"):
            acting = -state.gone
        when = circuit.both(chosen, acting)
        if when != FALSE:
            acts[kind] = _act(play, state, choices, kind, when)
    return _joined(play, state, acts, rules, choices)


def _act(play: Play, state: State, choices: Choices, kind: str, when: Bit) -> Act:
    circuit = play.circuit
    if kind == BACKWARD:
        return Act(rules=[Rule("TA-6.1-no-backward", -when, "{word} leads back from {start}")])
    if kind in (INWARD, OUTWARD):
        return sideways(play, state, choices, kind, when)
    if kind.endswith("!"):
        return bump(play, state, choices, kind, when)
    leaving = circuit.both(when, -state.exited)
    when = circuit.both(when, state.exited)
    if kind == FORWARD:
        act = forward(play, state, choices, when)
    elif play.pit:
        fact = "{word} is a text of the card, which a car leaving the pits ignores"
        act = Act(rules=[Rule("TA-9.4", -when, fact)])
        if kind != SWAP:
            diagonally = "{word} goes forward and sideways at once"
            act.rules.append(Rule("TA-6.1-no-diagonal", -circuit.either(when, leaving), diagonally))
    elif kind == SWAP:
        act = swap(play, state, choices, when)
    else:
        act = diagonal(play, state, choices, kind, when)
    act.rules.insert(
        0, Rule("TA-9.4", -leaving, "{word} does not lead {car} from {start} sideways onto the track")
    )
    return act


def _joined(play: Play, state: State, acts: Mapping[str, Act], rules: list[Rule], choices: Choices) -> Step:
    """The state after the chosen kind of step."""
    circuit = play.circuit
    target: dict[int, Bit] = {}
    costs: dict[int, Bit] = {}
    fallen: dict[tuple[int, int], Bit] = {}
    shifts: list[Shift] = []
    for act in acts.values():
        rules += act.rules
        shifts += act.shifts
        for space, bit in act.target.items():
            put(circuit, target, space, bit)
        for amount, bit in act.costs:
            put(circuit, costs, amount, bit)
        for way, bit in act.fallen.items():
            put(circuit, fallen, way, bit)
    causes, shifts = shifts, _merged(play, shifts)
    moved = circuit.any(target.values())
    barred = [rule for act in acts.values() for rule in act.barred]
    rules = [*barred, _not_again(play, state, target), *rules]
    rules.append(payable(play, state, costs))
    rules += room(play, state, shifts)
    mps = state.mps
    for amount, bit in costs.items():
        if amount:
            mps = tuple(shifted(circuit, mps, amount, bit))
    drained = circuit.any(act.drained for act in acts.values())
    for amount, bit in enumerate(state.mps) if drained != FALSE else ():
        if amount:
            put(circuit, costs, amount, circuit.both(drained, bit))
    mps = tuple(circuit.ite(drained, constant(amount == 0), bit) for amount, bit in enumerate(mps))
    led, path = dict(state.followers), dict(state.path)
    for act in acts.values():
        for space, bit in act.joined.items():
            put(circuit, led, space, bit)
        for edge, bit in act.ways.items():
            put(circuit, path, edge, bit)
    ended = cross(play, state, shifts, mixed(circuit, moved, target, state.at), led, path)
    entered = dict(state.entered)
    for space, bit in () if play.enters_anew else target.items():
        put(circuit, entered, space, bit)
    after = replace(
        state,
        at=ended.at,
        others=ended.others,
        mps=mps,
        entered=entered,
        gone=circuit.either(state.gone, ended.gone),
        bumped=circuit.either(state.bumped, _chosen(play, acts, BUMPS)),
        diagonal=circuit.either(state.diagonal, _moved_by(play, acts, (DIAGONAL_IN, DIAGONAL_OUT))),
        exited=circuit.either(state.exited, moved) if play.pit else TRUE,
        due=ended.due,
        own_due=ended.own_due,
        won=ended.won,
    )
    after, linked_now = _linked(play, state, after, acts, shifts, ended)
    lanes = tuple(lane for act in acts.values() for lane in act.lanes)
    displaced = circuit.any(act.displaced for act in acts.values())
    kept = tuple(rule for rule in rules if rule.bit != TRUE)
    return Step(
        after,
        kept,
        tuple(shifts),
        lanes,
        tuple(costs.items()),
        ended.finished,
        ended.earlier,
        displaced,
        linked_now,
        tuple(causes),
        fallen,
    )


def _merged(play: Play, shifts: list[Shift]) -> list[Shift]:
    """One shift for each way that a car can go, regardless of the reason."""
    found: dict[tuple[int, int, bool], Shift] = {}
    for shift in shifts:
        key = (shift.start, shift.end, shift.active)
        before = found.get(key)
        bit = shift.bit if before is None else play.circuit.either(before.bit, shift.bit)
        found[key] = Shift(shift.start, shift.end, bit, shift.why, shift.active)
    return [shift for shift in found.values() if shift.bit != FALSE]


def possible(play: Play, state: State, choices: Choices, kind: str) -> Bit:
    """Whether a step of this kind breaks no rule, with these lanes, on the track as it goes on beyond what is drawn."""
    state = unlinked(play, state, constant(kind in (INWARD, OUTWARD)))
    act = _act(play, state, choices, kind, TRUE)
    rules = (
        *act.barred,
        *act.rules,
        _not_again(play, state, act.target),
        payable(play, state, dict(act.costs)),
        *room(play, state, _merged(play, act.shifts)),
    )
    return play.circuit.all(rule.bit for rule in rules if not rule.undrawn)


def _not_again(play: Play, state: State, target: Bits) -> Rule:
    circuit = play.circuit
    again = circuit.any(circuit.both(bit, state.entered.get(space, FALSE)) for space, bit in target.items())
    return Rule("TA-6.1-once-per-space", -again, "{car} has been at {target} in this move")


def _moved_by(play: Play, acts: Mapping[str, Act], kinds: tuple[str, ...]) -> Bit:
    return play.circuit.any(bit for kind in kinds if kind in acts for bit in acts[kind].target.values())


def _chosen(play: Play, acts: Mapping[str, Act], kinds: tuple[str, ...]) -> Bit:
    bumps = [acts[kind] for kind in kinds if kind in acts]
    return play.circuit.any(bit for act in bumps for bit in (act.drained, *(due for _, due in act.costs)))


def _linked(
    play: Play, state: State, after: State, acts: Mapping[str, Act], shifts: list[Shift], ended: Finish
) -> tuple[State, Bits]:
    """Followers, the line ahead, the lanes it took, and whether the car is now linked."""
    circuit = play.circuit
    went = _moved_by(play, acts, (FORWARD,))
    swapped = _moved_by(play, acts, (SWAP, DIAGONAL_IN, DIAGONAL_OUT))
    beside = _moved_by(play, acts, (INWARD, OUTWARD))
    aside = circuit.ite(circuit.either(went, swapped), FALSE, circuit.either(state.aside, beside))
    after = replace(after, forward=circuit.any((state.forward, went, swapped)), aside=aside)
    if weaves(play):
        # A sideways step leaves the line, so the line no longer affects the next step.
        state = replace(
            state,
            members={space: circuit.both(bit, -beside) for space, bit in state.members.items()},
            path={edge: circuit.both(bit, -beside) for edge, bit in state.path.items()},
            taken={edge: circuit.both(bit, -beside) for edge, bit in state.taken.items()},
            linked=circuit.both(state.linked, -beside),
        )
    after = replace(after, taken=_taken(play, state, acts))
    if not play.line and play.movement != LEAD:
        return after, {}
    now: dict[int, Bit] = dict(state.followers)
    path = dict(state.path)
    for act in acts.values():
        for space, bit in act.joined.items():
            put(circuit, now, space, bit)
        for edge, bit in act.ways.items():
            put(circuit, path, edge, bit)
        if act.fallen:
            path = dict(path_of_fallen(play, state.followers, path, act.fallen))
    if play.movement == DRAFT:
        now = {space: circuit.both(bit, -beside) for space, bit in now.items()}
    path = _path(play, state, acts, shifts, now, path)
    followers: dict[int, Bit] = {}
    members: dict[int, Bit] = {}
    keeps_members = play.line and play.finish
    pushed: dict[int, Bit] = dict(state.members)
    for act in acts.values():
        for (start, _), bit in act.pushed.items() if keeps_members else ():
            put(circuit, pushed, start, circuit.both(bit, -now.get(start, FALSE)))
    left: dict[int, list[Bit]] = {}
    for number, shift in enumerate(shifts):
        if shift.active:
            continue
        left.setdefault(shift.start, []).append(shift.bit)
        going = circuit.both(shift.bit, -ended.finished.get(number, FALSE))
        put(circuit, followers, shift.end, circuit.both(going, now.get(shift.start, FALSE)))
        put(circuit, members, shift.end, circuit.both(going, pushed.get(shift.start, FALSE)))
    for space, bit in now.items():
        put(circuit, followers, space, circuit.both(bit, -circuit.any(left.get(space, ()))))
    for space, bit in pushed.items():
        put(circuit, members, space, circuit.both(bit, -circuit.any(left.get(space, ()))))
    after = replace(after, followers=followers, path=path, members=members)
    if play.movement == LEAD and play.finish:
        moved = circuit.any((went, swapped, beside))
        after = replace(after, gaps=gaps_after(play, state, moved, shifts, ended.finished))
    if play.line:
        ahead = acts[FORWARD].shifts if FORWARD in acts else ()
        along = circuit.any(shift.bit for shift in ahead if not shift.active)
        after = replace(after, linked=now_linked(play, state, after, along, went))
    return after, now


def _taken(play: Play, state: State, acts: Mapping[str, Act]) -> dict[tuple[int, int], Bit]:
    """Ways taken at forks by the line, or under `one-lane` by pushed cars. Once the active car has passed a fork, so has the
    whole line except followers, and these take the active car's way."""
    circuit = play.circuit
    taken = dict(state.taken)
    one_lane = play.reads("forward-push-fork-each", "one-lane") and not play.line
    for act in acts.values():
        for role, space, option, bit in act.lanes:
            if role == "line" or (role == "pushed" and one_lane):
                put(circuit, taken, (space, option), bit)
    if not play.line or FORWARD not in acts:
        return taken
    passed: dict[int, Bit] = {}
    for shift in acts[FORWARD].shifts:
        if shift.active:
            put(circuit, passed, shift.start, shift.bit)
    return {way: circuit.both(bit, -passed.get(way[0], FALSE)) for way, bit in taken.items()}


def _path(
    play: Play,
    state: State,
    acts: Mapping[str, Act],
    shifts: list[Shift],
    now: Bits,
    path: dict[tuple[int, int], Bit],
) -> dict[tuple[int, int], Bit]:
    """The ways of followers: the known ones and the one that the active car went. Without followers, no way is kept."""
    circuit = play.circuit
    parallel = FALSE
    if play.reads("slingshot-followers", "parallel-diagonal"):
        parallel = _moved_by(play, acts, (DIAGONAL_IN, DIAGONAL_OUT))
        beside: dict[tuple[int, int], Bit] = {}
        for act in acts.values():
            for edge, bit in act.aslant.items():
                put(circuit, beside, edge, bit)
        path = mixed(circuit, parallel, beside, path)
    followed = circuit.any(now.values())
    if followed == FALSE:
        return {}
    leaves: dict[int, Bit] = {}
    for shift in shifts:
        if shift.active and shift.start >= 0:
            put(circuit, leaves, shift.start, circuit.both(shift.bit, -parallel))
    # On a short ring an old way may begin where the car drives now; only the new one counts.
    path = {
        (start, end): circuit.both(bit, -leaves[start]) if start in leaves else bit
        for (start, end), bit in path.items()
    }
    for shift in shifts:
        if shift.active and shift.start >= 0:
            onward = circuit.all((shift.bit, -parallel, followed))
            put(circuit, path, (shift.start, shift.end), onward)
    for (start, end), bit in acts["gone"].pushed.items() if "gone" in acts else ():
        put(circuit, path, (start, end), circuit.both(bit, now.get(start, FALSE)))
    return path


def open_kinds(play: Play) -> tuple[str, ...]:
    """The kinds of step that this movement and card can ever allow."""
    kinds = [FORWARD, INWARD, OUTWARD]
    if may_bump(play):
        if play.movement not in (DRAFT, PURSUIT) or play.reads("bump-draft-pursuit", "allowed"):
            kinds.append(BUMP_FORWARD)
        kinds += [BUMP_INWARD, BUMP_OUTWARD]
    if play.text == "working-the-pack":
        kinds.append(SWAP)
    if play.text == "slingshot":
        kinds += [DIAGONAL_IN, DIAGONAL_OUT]
    return tuple(kinds)
