"""Bumping: wasting MPs against a car when too few are left to displace it (TA-BUMP)."""

from model.thunder_alley.moves import Step as Written
from verifier.solving.circuit import FALSE, Bit, put
from verifier.solving.numbers import at_least
from verifier.thunder_alley.spec.costs import push_price, sideways_price
from verifier.thunder_alley.spec.decisions import (
    BUMP_FORWARD,
    BUMP_INWARD,
    BUMPS,
    INWARD,
    OUTWARD,
    Choices,
)
from verifier.thunder_alley.spec.displacement import allowed, card_forbids
from verifier.thunder_alley.spec.linking import stays_in_line
from verifier.thunder_alley.spec.play import PURSUIT, Act, Play, Rule, State


def bump(play: Play, state: State, choices: Choices, kind: str, when: Bit) -> Act:
    """Attempt a bump in one direction where `when` holds. It spends all MPs left, or one MP if the choices split it."""
    circuit, track = play.circuit, play.track
    act = Act()
    if kind not in BUMPS:
        fact = "{word} is not a bump: a bump is an attempt forward or to the side"
        return Act(rules=[Rule("TA-BUMP", -when, fact)])
    if not may_bump(play):
        return Act(rules=[Rule("TA-BUMP", -when, "{word} is a bump, and no car bumps")])
    left = state.mps
    act.rules.append(
        Rule("TA-9.4", circuit.implies(when, state.exited), "{car} at {start} has to leave the pits first")
    )
    if kind not in (BUMP_FORWARD, BUMP_INWARD):
        payable = at_least(circuit, left, sideways_price(play))
        met = circuit.any(circuit.both(bit, _stranger(play, state, space)) for space, bit in state.at.items())
        wasted = circuit.all((when, -state.exited, met, payable))
        act.rules.append(Rule("TA-BUMP", -wasted, "{left}, enough to displace the car next to the pits"))
    when = circuit.both(when, state.exited)
    if kind == BUMP_FORWARD:
        against = ahead(play, state)
        act.rules.append(Rule("TA-BUMP", circuit.implies(when, against), "no car stands ahead of {start}"))
        if play.line and play.reads("bump-draft-pursuit", "never"):
            # A linked car moves its line for 1 MP; an unlinked car still has enough MPs to push.
            rule = "TA-6.5" if play.movement == PURSUIT else "TA-6.4.1-line-moves"
            pushes = circuit.all((when, against, at_least(circuit, left, 1)))
            fact = "{car} pushes {ahead} for 1 MP and so cannot fail"
            act.rules.append(Rule(rule, -circuit.both(pushes, state.linked), fact))
            act.rules.append(Rule("TA-BUMP", -circuit.both(pushes, -state.linked), fact))
        else:
            short = -at_least(circuit, left, push_price(play))
            act.rules.append(Rule("TA-BUMP", circuit.implies(when, short), "{left}, enough to push {ahead}"))
        if _never_forward(play) and play.reads("bump-forbidden-direction", "not-allowed"):
            fact = "the card forbids steps ahead of {start}, so no car is bumped there"
            act.rules.append(Rule("TA-BUMP", -when, fact))
            act.rules.append(Rule("TA-RC-outside-line", -when, "the card allows outward steps only"))
        if play.reads("bump-two-left-sideways", "no"):
            payable = circuit.both(_exactly(play, state, 2), _beside_payable(play, state))
            act.rules.append(
                Rule(
                    "TA-BUMP",
                    -circuit.both(when, payable),
                    "{left}, and a car next to {start} can be displaced for them",
                )
            )
    else:
        way = INWARD if kind == BUMP_INWARD else OUTWARD
        side = track.inside if way == INWARD else track.outside
        against = beside(play, state, side)
        edge = circuit.any(bit for space, bit in state.at.items() if side[space] < 0)
        if way == INWARD:
            act.rules.append(Rule("TA-1.3-apron", -circuit.both(when, edge), "the apron is inside {start}"))
        else:
            act.rules.append(Rule("TA-BUMP", -circuit.both(when, edge), "the wall is outside {start}"))
        inside = circuit.both(when, -edge)
        act.rules.append(Rule("TA-BUMP", circuit.implies(inside, against), "no car stands at {target}"))
        short = -at_least(circuit, left, sideways_price(play))
        act.rules.append(
            Rule("TA-BUMP", circuit.implies(inside, short), "{left}, enough to displace {met} at {target}")
        )
        if play.reads("bump-forbidden-direction", "not-allowed"):
            act.rules.append(
                Rule(
                    "TA-BUMP",
                    circuit.implies(inside, allowed(play, state, way)),
                    "a step from {start} to {target} is forbidden, so no car is bumped there",
                )
            )
            # Report the rule that forbids the step as well.
            act.rules += [*card_forbids(play, way, inside), *stays_in_line(play, state, inside)]
    if play.reads("bump-with-one-mp", "only-if-no-empty-space"):
        wasted = circuit.all((when, _exactly(play, state, 1), has_empty_space(play, state, choices)))
        act.rules.append(
            Rule("TA-BUMP", -wasted, "{left}, and an empty space is next to or ahead of {start}")
        )
    some = circuit.both(when, at_least(circuit, left, 1))
    act.rules.append(Rule("TA-BUMP", circuit.implies(when, some), "{left}: there is nothing to waste"))
    split = choices.split if play.reads("bump-split", "may-split") else FALSE
    act.costs = [(1, circuit.both(when, split))]
    act.drained = circuit.both(when, -split)
    return act


def may_bump(play: Play) -> bool:
    """Whether cars bump at all: the rule is not left out."""
    return "TA-BUMP" not in play.ruleset.left_out


def after_bump(play: Play, state: State, kind: str, chosen: Bit) -> Rule:
    """A bump is the last act (TA-BUMP). Under `bump-split: may-split` another bump may follow."""
    late = play.circuit.both(chosen, state.bumped)
    if kind in BUMPS and play.reads("bump-split", "may-split"):
        late = FALSE
    return Rule("TA-BUMP", -late, "{word} comes after a bump, which ends the movement")


def bumped_claims(play: Play, state: State, written: Written) -> list[Rule]:
    """The bumped car stands ahead, in the space (TA-BUMP) or lane (TA-4.5) that the record gives. The space may also be the
    active car's own, since a bump moves no car."""
    circuit, track = play.circuit, play.track
    if written.kind != "f" or (written.to is None and written.lane is None):
        return []
    bumped: dict[int, Bit] = {}
    for space, bit in state.at.items():
        for option in track.ahead[space]:
            put(circuit, bumped, option, circuit.both(bit, state.others.get(option, FALSE)))
    some = circuit.any(bumped.values())
    rules = []
    if written.lane is not None:
        right = circuit.any(bit for space, bit in bumped.items() if track.lane[space] == written.lane)
        fact = f"no car ahead of {{start}} stands in lane {written.lane}"
        rules.append(Rule("TA-4.5", circuit.implies(some, right), fact, True))
    if written.to is not None:
        there = track.index.get(written.to, -1)
        right = circuit.either(bumped.get(there, FALSE), state.at.get(there, FALSE))
        rules.append(Rule("TA-BUMP", circuit.implies(some, right), "no car stands at {to}", True))
    return rules


def ahead(play: Play, state: State) -> Bit:
    """A car other than the active car's own follower stands directly ahead."""
    circuit = play.circuit
    return circuit.any(
        circuit.both(bit, _stranger(play, state, option))
        for space, bit in state.at.items()
        for option in play.track.ahead[space]
    )


def beside(play: Play, state: State, side: tuple[int, ...]) -> Bit:
    """A car other than the active car's own follower stands in the next lane (`own-follower-is-no-neighbour`)."""
    circuit = play.circuit
    return circuit.any(
        circuit.both(bit, _stranger(play, state, side[space]))
        for space, bit in state.at.items()
        if side[space] >= 0
    )


def _stranger(play: Play, state: State, space: int) -> Bit:
    return play.circuit.both(state.others.get(space, FALSE), -state.followers.get(space, FALSE))


def _never_forward(play: Play) -> bool:
    """The card allows no step ahead (`outside-line-forward`)."""
    return play.text == "outside-line" and play.reads("outside-line-forward", "outward-only")


def _exactly(play: Play, state: State, amount: int) -> Bit:
    return state.mps[amount] if amount < len(state.mps) else FALSE


def _beside_payable(play: Play, state: State) -> Bit:
    """An adjacent car can be displaced sideways for 2 MPs."""
    circuit, track = play.circuit, play.track
    if sideways_price(play) > 2:
        return FALSE
    return circuit.any(
        circuit.both(_open_beside(play, state, side), allowed(play, state, kind))
        for kind, side in ((INWARD, track.inside), (OUTWARD, track.outside))
    )


def _open_beside(play: Play, state: State, side: tuple[int, ...]) -> Bit:
    """A car stands in the adjacent space on this side, and that space may still be entered."""
    circuit = play.circuit
    return circuit.any(
        circuit.all((bit, _stranger(play, state, side[space]), -state.entered.get(side[space], FALSE)))
        for space, bit in state.at.items()
        if side[space] >= 0
    )


def has_empty_space(play: Play, state: State, choices: Choices) -> Bit:
    """An empty space ahead or to the side may be entered."""
    circuit, track = play.circuit, play.track
    found = []
    for space, bit in state.at.items():
        for option in () if _never_forward(play) else track.ahead[space]:
            found.append(
                circuit.all((bit, -state.others.get(option, FALSE), -state.entered.get(option, FALSE)))
            )
        for kind, side in ((INWARD, track.inside), (OUTWARD, track.outside)):
            target = side[space]
            if target >= 0:
                empty = circuit.both(-state.others.get(target, FALSE), -state.entered.get(target, FALSE))
                found.append(circuit.all((bit, empty, allowed(play, state, kind))))
    return circuit.any(found)
