"""The spec's entry point for the lines of a record: takes a decision and returns a judgement."""

from collections.abc import Mapping
from functools import partial
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
from model.great_race.standing import Standing
from model.values import replace
from verifier.findings import Breach
from verifier.great_race.spec.camp import display, plan, take
from verifier.great_race.spec.convoy import interrupt, known_cards, sequence
from verifier.great_race.spec.effects import effects
from verifier.great_race.spec.ending import ended
from verifier.great_race.spec.lost import completions
from verifier.great_race.spec.maintenance import between_turns
from verifier.great_race.spec.scene import OpenError, RefusedError, Scene
from verifier.great_race.spec.start import begin
from verifier.judging import Judgement, Outcome
from verifier.solving.session import GaveUpError


def judge(setup: Setup, standing: Standing, decision: Decision) -> Judgement[Standing]:
    """The result of a decision; several outcomes if a lost part leaves it open."""
    found: dict[Standing, Decision] = {}
    refused: list[Breach] = []
    try:
        for one in completions(setup, standing.position, decision):
            try:
                found.setdefault(_follow(setup, standing, one), one)
            except RefusedError as error:
                refused.append(error.breach)
    except (OpenError, GaveUpError) as error:
        return Judgement(limit=str(error))
    if found:
        made = (Outcome(after, partial(effects, setup, standing, one, after)) for after, one in found.items())
        return Judgement(tuple(made))
    return Judgement(breaches=(max(refused, key=_how_far),))


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
