"""Checks the end of a movement: all MPs must be spent, and more (TA-6.1-spend-all)."""

from collections.abc import Iterator

from verifier.solving.circuit import FALSE, TRUE, Bit
from verifier.solving.numbers import at_least
from verifier.thunder_alley.spec.bump import ahead, beside, may_bump
from verifier.thunder_alley.spec.costs import push_price, sideways_price
from verifier.thunder_alley.spec.decisions import INWARD, OUTWARD, FixedLanes
from verifier.thunder_alley.spec.displacement import allowed
from verifier.thunder_alley.spec.linking import goes_forward
from verifier.thunder_alley.spec.play import DRAFT, Play, Rule, State
from verifier.thunder_alley.spec.steps import open_kinds, possible


def ending(play: Play, state: State) -> list[Rule]:
    """The rules about a whole movement that ends in this state."""
    circuit = play.circuit
    stuck = _stuck(play, state)
    excused = [state.mps[0], state.bumped, _finished(play, state), stuck]
    gone = play.ruleset.left_out
    if "TA-6.1-spend-all" in gone:
        excused.append(TRUE)
    if play.reads("bump-needs-neighbour", "mp-may-lapse") and may_bump(play):
        near = circuit.any(
            (
                ahead(play, state),
                beside(play, state, play.track.inside),
                beside(play, state, play.track.outside),
            )
        )
        alone = circuit.all((-near, state.exited, -state.gone))  # a finished car is not on the track
        excused.append(circuit.both(-at_least(circuit, state.mps, push_price(play)), alone))
    return [
        Rule("TA-6.1-spend-all", circuit.any(excused), "{left} at {start}"),
        *goes_forward(play, state, stuck),
    ]


def _finished(play: Play, state: State) -> Bit:
    """The car has finished and its other MPs lapse (`finish-excess-mp`), unless the cars behind it go on (`finish-mid-draft`)."""
    if play.movement == DRAFT and play.finish and play.reads("finish-mid-draft", "line-goes-on"):
        return play.circuit.both(state.gone, -play.circuit.any(state.followers.values()))
    return state.gone


def _stuck(play: Play, state: State) -> Bit:
    """No step is possible (`must-spend-impossible`), because a card forbids going forward or the cars that must move would close
    around the whole track. If no car bumps, also because no step can be paid for. The end of a drawn stretch does not count,
    because the track itself goes on."""
    circuit = play.circuit
    if play.text == "outside-line" and play.reads("outside-line-forward", "outward-only"):
        return _hemmed_in(play, state)
    if not play.surrounds and may_bump(play):
        return FALSE
    return -circuit.any(bit for kind in open_kinds(play) for bit in _every_way(play, state, kind))


def _every_way(play: Play, state: State, kind: str) -> Iterator[Bit]:
    """Whether a step of this kind is possible, for every combination of the lanes it needs."""
    waiting: list[dict[tuple[int, tuple[int, ...]], int]] = [{}]
    while waiting:
        known = waiting.pop()
        choices = FixedLanes(dict(known))
        yield possible(play, state, choices, kind)
        asked = list(choices.lanes.items())
        for place in range(len(known), len(asked)):
            (space, options), first = asked[place]
            before = dict(asked[:place])
            waiting += [{**before, (space, options): other} for other in options if other != first]


def _hemmed_in(play: Play, state: State) -> Bit:
    """No step or bump to the side is possible."""
    circuit, track = play.circuit, play.track
    found = []
    for space, bit in state.at.items():
        ways = []
        for kind, side in ((INWARD, track.inside), (OUTWARD, track.outside)):
            target = side[space]
            if target < 0:
                continue
            occupied = state.others.get(target, FALSE)
            pays = circuit.ite(occupied, at_least(circuit, state.mps, sideways_price(play)), TRUE)
            enters = circuit.both(pays, -state.entered.get(target, FALSE))
            bumps = circuit.both(occupied, -at_least(circuit, state.mps, sideways_price(play)))
            if play.reads("bump-forbidden-direction", "not-allowed"):
                bumps = circuit.both(bumps, allowed(play, state, kind))
            ways += [circuit.both(enters, allowed(play, state, kind)), bumps]
        found.append(circuit.all((bit, state.exited, -circuit.any(ways))))
    return circuit.any(found)
