"""Why a claim in a record is false: the rules that exclude it."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from model.rallyman.claims import Claim
from model.rallyman.moves import UNKNOWN, Turn
from model.rallyman.position import NOT_STARTED, Position, Setup
from model.rallyman.standing import STAGES
from model.ruleset import Ruleset
from model.values import replace
from verifier.findings import Breach
from verifier.judging import Judgement, Outcome
from verifier.rallyman.spec.cards import card_of, rule_of_card
from verifier.rallyman.spec.effects import AT_START, BY_STATUS, FEWER_MARKERS, STANDING, effects
from verifier.rallyman.spec.finish import (
    Times,
    by_times,
    classification,
    next_starters,
    rally_winners,
    stage_times,
    start_rule,
    totals,
    winners,
)
from verifier.rallyman.spec.judgement import Played
from verifier.rallyman.spec.judging import judge
from verifier.rallyman.spec.reasons import reason
from verifier.rallyman.spec.start import opening, order_rules

Rules = tuple[str, ...]
"""The rules that exclude a claim, the deciding one first; empty if the claim is possible."""


def refute(setup: Setup, position: Position, turn: Turn | None, claim: Claim) -> Judgement[Position]:
    """Judges a claim by the last turn that can have set its fact and the position before it. Without a turn, the position comes
    from the record itself.

    Legal: the claim is possible. Breaches: the rules that exclude it, with their reasons.
    """
    played = Played(position, position) if turn is None else _played(setup, position, turn)
    if played is None:
        return Judgement(limit="the solver does not follow the turn before this claim")
    rules = CHAPTERS.get(claim.about.split()[0], _value)(setup, played, claim)
    if not rules:
        return Judgement((Outcome(played.after),))
    breaches = [Breach(rule, "", reason(setup, played, rule, claim.driver)) for rule in dict.fromkeys(rules)]
    return Judgement(breaches=tuple(breaches))


@lru_cache(maxsize=1)
def _played(setup: Setup, position: Position, turn: Turn) -> Played | None:
    """The result of a turn, cached for further claims about it; None if it has no outcome, or several."""
    outcomes = judge(setup, position, turn).outcomes
    return outcomes[0].position if len(outcomes) == 1 else None


# The car and its turn: RM-4 to RM-12, RM-16


def _value(setup: Setup, played: Played, claim: Claim) -> Rules:
    car = played.after.car(claim.driver)
    actual = getattr(car, claim.about)
    if actual == claim.value and claim.about != "arrival":  # of these only the order counts (RM-M.6)
        return ()
    if played.turn is not None:
        rules = effects(setup, played.before, played.after, played.turn, played.driven)
    else:
        rules = AT_START if car.status == NOT_STARTED else STANDING
        if claim.about == "status" and car.driving and rules is STANDING:
            return (BY_STATUS.get(str(claim.value), "RM-7.7"),)
    fewer = claim.about == "markers" and int(str(claim.value)) < actual
    return rules[FEWER_MARKERS if fewer else claim.about]


def _split(setup: Setup, played: Played, claim: Claim) -> Rules:
    point = claim.about.partition(" ")[2]
    if played.after.split(claim.driver, point) == claim.value:
        return ()
    return ("RM-16.2",) if point in setup.timing.values() or not setup.option("splits") else ("RM-16.1",)


def _card(setup: Setup, played: Played, claim: Claim) -> Rules:
    if played.turn is None:
        return ("RM-4.11",)
    card = card_of(setup, played.before, played.turn, played.driven)
    said = replace(played.turn, card=str(claim.value))
    return () if claim.value in (card, UNKNOWN) else (rule_of_card(said, played.driven, card),)


def _symbols(setup: Setup, played: Played, claim: Claim) -> Rules:
    return () if claim.value == (played.driven.symbols if played.driven else 0) else ("RM-4.9",)


def _loss(setup: Setup, played: Played, claim: Claim) -> Rules:
    cause = played.driven.cause if played.driven else ""
    return () if claim.value == cause else (cause or "RM-7.1",)


# The order of play, and the dirt: RM-3, RM-9.8


def _ahead(setup: Setup, played: Played, claim: Claim) -> Rules:
    ahead = played.after.car(claim.driver).arrival < played.after.car(str(claim.value)).arrival
    return () if ahead else ("RM-3.8",)


def _order(setup: Setup, played: Played, claim: Claim) -> Rules:
    return () if claim.names == played.after.order else order_rules(setup, played.after, claim.names)


def _next(setup: Setup, played: Played, claim: Claim) -> Rules:
    return () if claim.value == played.after.next else ("RM-3.7",)


def _round(setup: Setup, played: Played, claim: Claim) -> Rules:
    after = played.after
    begins = claim.about != "begins" or after.next == next(iter(after.order), None)
    if begins and claim.value == after.turn:
        return ()
    return ("RM-3.5",) if opening(setup, after) else ("RM-3.6",)


def _dirt(setup: Setup, played: Played, claim: Claim) -> Rules:
    there = played.after.markers_on(claim.about.partition(" ")[2])
    return () if claim.value == there else ("RM-9.8",)


# The end of a stage: RM-13


def _time(setup: Setup, played: Played, claim: Claim) -> Rules:
    if played.after.car(claim.driver).driving:
        return ("RM-13.1",)
    real = stage_times(setup.ruleset, played.after)[claim.driver]
    return () if claim.value == real else ("RM-13.6",) if real is None else ("RM-13.2",)


def _winner(setup: Setup, played: Played, claim: Claim) -> Rules:
    return _not_among(claim, winners(stage_times(setup.ruleset, played.after)), "RM-13.3")


def _places(setup: Setup, played: Played, claim: Claim) -> Rules:
    times = stage_times(setup.ruleset, played.after)
    places = classification(setup.ruleset, [times], setup.starting_order)
    return () if claim.names == places else ("RM-13.4",)


def _not_among(claim: Claim, best: Sequence[str], rule: str) -> Rules:
    return () if claim.names and set(claim.names) <= set(best) else (rule,)


Chapter = Callable[[Setup, Played, Claim], Rules]

CHAPTERS: Mapping[str, Chapter] = MappingProxyType(
    {
        "split": _split,
        "card": _card,
        "symbols": _symbols,
        "loss": _loss,
        "ahead": _ahead,
        "order": _order,
        "next": _next,
        "turn": _round,
        "begins": _round,
        "dirt": _dirt,
        "time": _time,
        "winner": _winner,
        "places": _places,
    }
)
"""The refutation for each kind of claim, by its first word; all other claims are about the car itself."""


SUMS: Mapping[str, Rules] = MappingProxyType(
    {"time": ("RM-13.2",), "total": ("RM-13.4",), "result": ("RM-13.6", "RM-1.4")}
)
"""The rules of a time in a rally: for the last stage, for all stages so far, and at the end."""


def refute_of_rally(
    ruleset: Ruleset, times: Sequence[Times], starting: Sequence[str], claim: Claim
) -> Judgement[None]:
    """Judges a claim about times and orders between the stages of a rally, using the times of the stages so far and the starting
    order of the last one."""
    rules: Rules
    match claim.about:
        case "time" | "total" | "result":
            real = (times[-1] if claim.about == "time" else totals(times)).get(claim.driver)
            rules = ("RM-13.6",) if real is None else SUMS[claim.about]
            rules = () if claim.value == real else rules
        case "over":
            rules = SUMS["result"] if claim.value != STAGES else ()
        case "winner":
            rules = _not_among(claim, rally_winners(ruleset, times), "RM-13.6")
        case "places":
            rule = "RM-13.6" if len(times) >= STAGES else "RM-13.4"
            rules = () if claim.names == classification(ruleset, times, starting) else (rule,)
        case _:
            right = times and claim.names == next_starters(ruleset, times, starting)
            rules = () if right else (start_rule(len(times)),)
    if not rules:
        return Judgement((Outcome(None),))
    why = "" if claim.about in ("time", "start") else by_times(totals(times))
    if claim.about == "over":
        why = f"a rally has its result after {STAGES} stages"
    return Judgement(breaches=tuple(Breach(rule, "", why) for rule in rules))
