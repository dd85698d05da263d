"""Checks what a record asserts about a step: lanes, spaces, prices, displacements and links."""

from dataclasses import replace

from model.thunder_alley.moves import Step as Written
from model.thunder_alley.track import APRON, Track
from verifier.solving.circuit import FALSE, TRUE
from verifier.thunder_alley.spec.bump import bumped_claims
from verifier.thunder_alley.spec.choices import Followed, lane_claims, other_lanes
from verifier.thunder_alley.spec.costs import booked, price_claims, speed_claims
from verifier.thunder_alley.spec.displacement import displaced_claims
from verifier.thunder_alley.spec.linking import link_claims
from verifier.thunder_alley.spec.play import Play, Rule, State
from verifier.thunder_alley.spec.segment import Movement
from verifier.thunder_alley.spec.tracking import Taken


def step_claims(followed: Followed) -> tuple[list[Rule], list[Rule]]:
    """Return the assertions of a step and its rules, adjusted for those assertions."""
    movement, step, taken = followed.movement, followed.meant, followed.taken
    circuit, made = movement.play.circuit, taken.made
    claims: list[Rule] = []
    meant = TRUE  # an assertion counts only while the earlier ones hold
    for made_claims in (
        lane_claims(followed),
        _space(followed),
        [
            *price_claims(movement.play, movement.card, step, made),
            *displaced_claims(movement.play, step, made),
        ],
    ):
        claims += [replace(claim, bit=circuit.implies(meant, claim.bit)) for claim in made_claims]
        meant = circuit.all((meant, *(claim.bit for claim in made_claims)))
    links = link_claims(movement.play, movement.car, step, taken, movement.steps[0])
    if links and movement.type_ignored:
        fact = "{car} leaves the pits with Solo movement, with any card"
        links.append(Rule("TA-9.4", FALSE, fact, True, "links"))
    claims += links
    printed = speed_claims(movement.play, taken.before, movement.short, step, made)
    # A wrong price, or the track speed used in place of the pit speed, already explains why the MPs are not enough.
    told = [demand.bit for demand in printed if movement.play.pit]
    if step.booked is not None:
        told.append(booked(movement.play, step.booked, made))
    unless = -circuit.all(told)
    rules = [
        replace(rule, bit=circuit.either(rule.bit, unless)) if rule.id == "TA-6.1-mp-total" else rule
        for rule in made.rules
    ]
    return [*claims, *printed], rules


def _space(followed: Followed) -> list[Rule]:
    """After the step the car is where the record claims."""
    movement, step, taken = followed.movement, followed.meant, followed.taken
    play, circuit, made = movement.play, movement.play.circuit, taken.made
    if step.bump:
        return bumped_claims(play, taken.before, step)
    if step.kind == "b":
        return [_been_there(play, taken.before, step)]
    if step.to is None:
        return []
    went = circuit.any(shift.bit for shift in made.shifts if shift.active)
    if went == FALSE:
        return []
    space = play.track.index.get(step.to, -1)
    right = circuit.implies(went, made.space_entered(circuit).get(space, FALSE))
    fact = "{word} from {start} leads to {target}, not to {to}"
    if step.kind == "s":
        return [Rule("TA-RC-working-the-pack", right, fact, True)]
    if step.kind in ("di", "do"):
        return [Rule("TA-RC-slingshot", right, fact, True)]
    if play.pit and followed.first:
        return [Rule("TA-9.4", right, fact, True)]
    rule = _rule_of_way(play.track, taken.before, space) or not_led_to(step.to)
    return led_elsewhere(movement, step, taken, space, Rule(rule, right, fact, True))


def _rule_of_way(track: Track, before: State, claimed: int) -> str | None:
    """The rule broken by a claimed space that would need a step backward, diagonally, or ahead across no border."""
    stands = [space for space, bit in before.at.items() if bit != FALSE]
    ahead = {option for space in stands for option in track.ahead[space]}
    behind = {option for space in stands for option in track.behind[space]}
    if claimed >= 0 and track.sector[claimed] in {track.sector[option] for option in behind}:
        return "TA-6.1-no-backward"
    if (
        claimed >= 0
        and claimed not in ahead
        and track.sector[claimed] in {track.sector[one] for one in ahead}
    ):
        straight = track.lane[claimed] in {track.lane[space] for space in stands}
        return "TA-4.5" if straight else "TA-6.1-no-diagonal"
    return None


def not_led_to(space: str) -> str:
    """The rule broken when a step does not lead to the space claimed: the apron rule or the direction rule."""
    return "TA-1.3-apron" if space.endswith(APRON) else "TA-6.1-directions"


def led_elsewhere(movement: Movement, step: Written, taken: Taken, claimed: int, plain: Rule) -> list[Rule]:
    """The step does not lead to the claimed space. The rule is that of `plain`, or at a fork the rule that settles the lane."""
    circuit = movement.play.circuit
    settled = other_lanes(movement.play, taken, claimed) if step.kind == "f" and not step.bump else []
    demands = [
        replace(plain, id=rule, bit=circuit.either(plain.bit, -bit)) for rule, bit in settled if bit != FALSE
    ]
    elsewhere = circuit.any((plain.bit, *(bit for _, bit in settled)))
    return [*demands, replace(plain, bit=elsewhere)]


def _been_there(play: Play, state: State, step: Written) -> Rule:
    """A step back leads to a space the car has already entered: the one written, or else any space behind."""
    circuit = play.circuit
    rule = "TA-6.1-once-per-space"
    if step.to is not None:
        back = state.entered.get(play.track.index.get(step.to, -1), FALSE)
        return Rule(rule, -back, "{car} has been at {to} in this move", True)
    backs = [
        circuit.all((bit, *(state.entered.get(option, FALSE) for option in play.track.behind[space])))
        for space, bit in state.at.items()
        if space >= 0 and play.track.behind[space]
    ]
    return Rule(rule, -circuit.any(backs), "{car} has been in the space behind {start} in this move", True)
