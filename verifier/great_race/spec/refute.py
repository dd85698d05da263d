"""Why a claim in a record is false: the rules that exclude it."""

from collections.abc import Iterator

from model.great_race.cards import leaders
from model.great_race.claims import RULES, Claim, Decided, fact, kept_by, seen_by
from model.great_race.facts import DATA, GAUGES
from model.great_race.moves import Decision
from model.great_race.position import CAMP, OVER, Setup
from model.great_race.seen import Joined
from model.great_race.standing import Standing
from model.rules import load_rules
from model.ruleset import without_rule
from model.values import replace
from verifier.findings import Breach
from verifier.great_race.spec.door import can_be, judge
from verifier.great_race.spec.effects import AT_START, effects
from verifier.great_race.spec.finish import points
from verifier.great_race.spec.table import Scene, hidden
from verifier.judging import Judgement, Outcome


def refute(setup: Setup, before: Standing, decision: Decision | None, claim: Claim) -> Judgement[Standing]:
    """Judges a claim by the last decision that set its fact and the standing before it. Without a decision, the standing comes
    from the record itself, or is that of the start.

    Legal: the claim is possible. Breaches: the rules that exclude it, with their reasons.
    """
    seen = seen_by(claim)
    if seen is not None:
        possible = can_be(setup, before, seen)
        return Judgement((Outcome(before),)) if possible else Judgement(breaches=(Breach("GR-25.2", ""),))
    after = before = _with_hidden_hands(before)
    if decision is not None:
        outcomes = judge(setup, before, decision).outcomes
        if len(outcomes) != 1:
            return Judgement(limit="the solver does not follow the line that decides this claim")
        after = outcomes[0].position
    if fact(after, claim) == claim.value:
        return Judgement((Outcome(after),))
    if claim.what in ("points", "winner"):
        return Judgement(breaches=tuple(_of_the_end(Scene(setup, after.position), after, claim)))
    if (
        claim.what in GAUGES
        and isinstance(claim.value, int)
        and claim.value > setup.parameter(f"{claim.what}_max")
    ):
        return Judgement(breaches=(Breach("GR-11.1", ""),))
    if decision is None:
        return Judgement(breaches=(_usual(after, claim),))
    found: dict[str, Breach] = {}
    for one in (*_left_out(setup, before, decision, claim), *_set_by(setup, before, decision, after, claim)):
        found.setdefault(one.rule, one)
    kept = kept_by(Decided(before, decision), claim)
    other = Breach(kept, "") if kept else _usual(after, claim)
    return Judgement(breaches=tuple(found.values()) or (other,))


def _with_hidden_hands(standing: Standing) -> Standing:
    """The standing with nothing known about cards but their numbers, on which claims depend: then the solver has little to do."""
    players, display = standing.position.players, standing.position.display
    hands = tuple((player.name, hidden(player.cards)) for player in players)
    if len(hands) < len(players) or not standing.cards:
        return standing
    return replace(standing, cards=(Joined(hands, display, None, None),))


def _left_out(setup: Setup, before: Standing, decision: Decision, claim: Claim) -> Iterator[Breach]:
    """The rules without which the claim would hold, among them those of the leaders' powers."""
    for rule, less in _without_each(setup):
        outcomes = judge(less, before, decision).outcomes
        if outcomes and all(fact(one.position, claim) == claim.value for one in outcomes):
            yield Breach(rule, "", "without this rule the claim would hold")


def _without_each(setup: Setup) -> Iterator[tuple[str, Setup]]:
    """Each rule that can be left out, and the setup without it."""
    for rule in load_rules(DATA):
        if rule.without and rule.id not in setup.ruleset.left_out:
            yield rule.id, replace(setup, ruleset=without_rule(DATA, setup.ruleset, rule.id))
    for led in setup.seats:
        if led.leader:
            seats = tuple(replace(seat, leader="") if seat == led else seat for seat in setup.seats)
            yield leaders()[led.leader].rule, replace(setup, seats=seats)


def _set_by(
    setup: Setup, before: Standing, decision: Decision, after: Standing, claim: Claim
) -> Iterator[Breach]:
    """The rules of the effects that set the fact, the last one first; only those since it was last as claimed."""
    now = fact(before, claim)
    found: list[Breach] = []
    for effect in effects(setup, before, decision, after):
        if (effect.who, effect.what) == (claim.player, claim.about):
            found = [] if now == claim.value else found
            found.append(Breach(effect.rules[0], "", effect.words))
            now = effect.now
    yield from reversed(found)


def _usual(standing: Standing, claim: Claim) -> Breach:
    """The rule of a fact that no decision has set since the start, or since the last position of the record, or that has no
    separate effect."""
    position = standing.position
    if claim.what == "next":
        return Breach("GR-4.2" if position.phase == CAMP else "GR-6.1", "")
    if claim.what == "phase" and position.phase == OVER:
        return Breach("GR-18.4", "")
    at_start = position.turn == 1 and position.phase == CAMP
    rules = {**RULES, **AT_START} if at_start else RULES
    return Breach(rules[claim.what], "")


def _of_the_end(scene: Scene, standing: Standing, claim: Claim) -> Iterator[Breach]:
    """GR-18.6, GR-19: who has won, and the points. A rule whose points the claim leaves out decides alone."""
    if claim.what == "winner":
        assert isinstance(claim.value, tuple)
        home = {player.name for player in scene.position.players if player.finished}
        late = [str(name) for name in claim.value if name not in home]
        best = standing.ended.points if standing.ended is not None else ()
        shown = ", ".join(f"{name} {number}" for name, number in best)
        yield Breach("GR-18.6", "", f"{late[0]} has not finished") if late else Breach("GR-19.5", "", shown)
        return
    player = scene.player(claim.player)
    parts = points(scene, player) or {}
    words = {
        "GR-19.2": f"number {player.finished} to arrive",
        "GR-19.3": f"engine {player.engine} and chassis {player.chassis}",
        "GR-19.4": f"{player.money} F",
    }
    total = sum(parts.values())
    alone = [rule for rule, number in parts.items() if number and total - number == claim.value]
    for rule in alone[:1] or parts:
        yield Breach(rule, "", f"{parts[rule]} for {words[rule]}")
