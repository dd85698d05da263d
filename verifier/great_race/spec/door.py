"""The spec's entry point for the lines of a record: takes a decision and returns a judgement."""

from collections.abc import Mapping
from functools import partial
from itertools import combinations
from typing import Any

from model.great_race.moves import (
    Begin,
    Bonus,
    Decision,
    Display,
    Interrupt,
    Order,
    Plan,
    Sequence,
    Take,
    Turn,
)
from model.great_race.position import OVER, Setup
from model.great_race.seen import Seen
from model.great_race.standing import Standing
from model.values import replace
from verifier.findings import Breach
from verifier.great_race.spec.camp import display, take
from verifier.great_race.spec.cards import fits
from verifier.great_race.spec.convoy import interrupt, known_cards, sequence
from verifier.great_race.spec.effects import effects
from verifier.great_race.spec.finish import ended
from verifier.great_race.spec.lost import MOST, completions
from verifier.great_race.spec.maintenance import between_turns
from verifier.great_race.spec.planning import plan
from verifier.great_race.spec.start import begin
from verifier.great_race.spec.table import LostError, OpenError, RefusedError, Scene
from verifier.judging import Judgement, Outcome
from verifier.solving.session import GaveUpError


def judge(setup: Setup, standing: Standing, decision: Decision) -> Judgement[Standing]:
    """The result of a decision; several outcomes if a lost part leaves it open."""
    found: dict[Standing, tuple[Standing, Decision]] = {}
    refused: list[tuple[Breach, ...]] = []
    try:
        ways = [(standing, one) for one in completions(setup, standing.position, decision)]
        for before, one in ways:
            try:
                found.setdefault(_follow(setup, before, one), (before, one))
            except RefusedError as error:
                refused.append(error.breaches)
            except LostError as error:
                more = [replace(before, position=filled) for filled in error.ways(before.position)]
                if not more or len(ways) + len(more) > MOST:
                    raise
                ways += [(filled, one) for filled in more]
    except (OpenError, GaveUpError) as error:
        return Judgement(limit=str(error))
    if found:
        made = (Outcome(after, partial(effects, setup, *way, after)) for after, way in found.items())
        return Judgement(tuple(made))
    first = max(refused, key=lambda breaches: _how_far(breaches[0]))
    if len(refused) == 1:
        return Judgement(breaches=first)
    return Judgement(breaches=first[:1], together=_together(refused))


def can_be(setup: Setup, standing: Standing, seen: Seen) -> bool:
    """GR-25.2: whether something about hidden cards fits what was seen. Without an answer of the solver, perhaps."""
    try:
        return fits(setup, (*standing.cards, seen))
    except GaveUpError:
        return True


def _together(refused: list[tuple[Breach, ...]]) -> tuple[tuple[tuple[str, str], ...], ...]:
    """A smallest set of rules such that each way to complete a decision breaks one, with the facts of the first way that does."""
    facts = {one.rule: one.fact for way in reversed(refused) for one in way}
    ways = [{one.rule for one in way} for way in refused]
    every = (rules for size in range(1, len(facts) + 1) for rules in combinations(facts, size))
    smallest = next(rules for rules in every if all(way.intersection(rules) for way in ways))
    return (tuple((rule, facts[rule]) for rule in smallest),)


def _how_far(breach: Breach) -> tuple[int, int]:
    """How far a way gets until it breaks a rule: the act, and the step of a move."""
    number = (breach.token or "").rpartition(" ")[2]
    return breach.step, int(number) if number.isdigit() else 0


_CHAPTERS: Mapping[type, Any] = {
    Display: display,
    Take: take,
    Plan: plan,
    Sequence: sequence,
    Interrupt: interrupt,
}


def _follow(setup: Setup, standing: Standing, decision: Decision) -> Standing:
    """The standing after a decision with nothing left open. Raises `RefusedError` and `OpenError`."""
    if isinstance(decision, Begin):
        return begin(setup)
    scene, bonuses = Scene(setup, standing.position, standing.cards), standing.bonuses
    if isinstance(decision, Turn | Order | Bonus):
        scene, bonuses = between_turns(scene, bonuses, decision)
    else:
        scene = _CHAPTERS[type(decision)](scene, decision)
        known_cards(scene)
        bonuses = () if isinstance(decision, Display) else bonuses
    over = ended(scene) if scene.position.phase == OVER else standing.ended
    return replace(standing, position=scene.position, cards=scene.cards, bonuses=bonuses, ended=over)
