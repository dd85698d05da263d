"""Cases of one turn, judged by the spec."""

from collections.abc import Mapping
from typing import Any

from model.rallyman.moves import BASIC, BLOCKED, Turn
from model.rallyman.position import Position, Setup
from model.ruleset import Ruleset
from verifier.case_runs import Case, CaseOutcome, NotJudgedError, facts_differ
from verifier.findings import ILLEGAL, LEGAL
from verifier.rallyman.cases.read import read_turn
from verifier.rallyman.second.cases.judged import rules_differ
from verifier.rallyman.second.cases.table import ends_of, position_of, setup_of
from verifier.rallyman.spec import Judgement, judge
from verifier.rallyman.spec.cards import NO_CARD, blocked_card, card_of
from verifier.rallyman.spec.driving import card_seconds


def run_turn(case: Case, ruleset: Ruleset, expect: Mapping[str, Any]) -> CaseOutcome:
    """The verdict on a turn, the rule and the step at fault, or what came of it."""
    setup = setup_of(case, ruleset)
    turn = read_turn(case, setup.stage, expect)
    position = position_of(case, setup, turn.driver if "turn_number" not in case else None)
    judgement = judge(setup, position, turn, ends_of(case, turn, setup))
    if judgement.gave_up is not None:
        raise NotJudgedError(f"the spec gives up: {judgement.gave_up}")
    wrong = rules_differ(expect, judgement.rules)
    if not wrong and judgement.broken:
        step = judgement.broken[0].step
        if "step" in expect and step != expect["step"]:
            wrong.append(f"expected the fault at step {expect['step']}, came out at step {step}")
    elif not wrong:
        wrong += facts_differ(expect, after(setup, position, turn, judgement))
    return CaseOutcome(ILLEGAL if judgement.broken else LEGAL, judgement.rules, tuple(wrong))


def after(setup: Setup, position: Position, turn: Turn, judgement: Judgement) -> dict[str, object]:
    """The car after a legal turn, in the words of a case."""
    table = judgement.positions[0]
    came = judgement.driven[0] if judgement.driven else None
    car, before = table.car(turn.driver), position.car(turn.driver)
    spare_only = turn.wheel and not turn.steps and turn.mode == BASIC
    card = "spare" if spare_only else card_of(setup, position, turn, came)
    splits = [one.seconds for one in table.splits if one.driver == turn.driver]
    return {
        "space": car.space,
        "gear": car.gear,
        "status": car.status,
        "chrono": car.chrono,
        "card": "none" if card == NO_CARD else card.replace("b", "-back") if card != "spare" else card,
        "card_seconds": _seconds(setup, position, turn, card, car.chrono - before.chrono),
        "loss": (came.cause if came is not None else "") or "none",
        "damage": car.damage,
        "flats": car.flats,
        "seconds": car.markers,
        "sisu": car.sisu,
        "spare": car.spare,
        "symbols": came.symbols if came is not None else 0,
        "dirt": dict(table.dirt),
        "split": splits[-1] if splits else "none",
        "next": table.next,
        "order": list(table.order),
    }


def _seconds(setup: Setup, position: Position, turn: Turn, card: str, taken: int) -> int:
    """The seconds of the card of a turn; without a gear card all that the turn takes."""
    if turn.mode == BLOCKED:
        return blocked_card(setup, position, turn)[1]
    return taken if card in ("spare", NO_CARD) else card_seconds(setup, card)
