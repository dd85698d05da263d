"""Cases of kind `placement`, judged by the spec: where a card lets its car be put."""

from collections.abc import Mapping
from typing import Any

from model.ruleset import Ruleset
from model.thunder_alley.cards import card_by_name
from model.thunder_alley.moves import Activation, Path, Step
from verifier.case_runs import CaseError, CaseOutcome, NotJudgedError
from verifier.thunder_alley.cases.record import space
from verifier.thunder_alley.second.cases.table import Case
from verifier.thunder_alley.second.cases.written import segment
from verifier.thunder_alley.spec import judge


def run_placement(case: Case, rules: Ruleset, expect: Mapping[str, Any]) -> CaseOutcome:
    """Every space of the track is asked about, and no placement at all."""
    setup, position = segment(case, rules)
    start = case["start"]
    active, card = start["active"], card_by_name(start["card"])
    car = position.car(active)
    if car is None or car.space is None or setup.track is None or card is None:
        raise CaseError("the active car needs a space on a track, and a card")
    at, steps = car.space, []
    for to in map(space, start["path"]):
        steps.append(Step(("i" if to[-1] < at[-1] else "o") if to[:-1] == at[:-1] else "f", to=to))
        at = to
    found, mandatory = set(), False
    for placed in (None, *setup.track.spaces):
        judgement = judge(setup, position, Activation(active, card, Path(tuple(steps), placed=placed)))
        if judgement.gave_up is not None:
            raise NotJudgedError(f"the solver hit its limit of {judgement.gave_up}")
        if not judgement.legal:
            mandatory = mandatory or placed is None
            continue
        ends = {one.space for table in judgement.positions if (one := table.car(active)) is not None}
        if ends != {placed or at}:
            return CaseOutcome(
                "", (), [f"put at {placed or at}, the car stands at {', '.join(map(str, ends))}"]
            )
        found.add(placed or at)
    wrong = []
    if found != set(expect["spaces"]):
        wrong.append(f"expected the spaces {_listed(expect['spaces'])}, came out {_listed(found)}")
    if "mandatory" in expect and mandatory != expect["mandatory"]:
        wrong.append(f"expected mandatory {expect['mandatory']}, came out {mandatory}")
    return CaseOutcome("", (), wrong)


def _listed(spaces: Any) -> str:
    return ", ".join(sorted(spaces, key=lambda text: (int(text[:-1]), text))) or "none"
