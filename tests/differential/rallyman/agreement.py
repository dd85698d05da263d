"""Puts one question to both judges and compares their answers. An empty string means they agree; any other describes the
difference."""

from collections.abc import Hashable, Sequence
from functools import partial

from model.rallyman.moves import Turn
from model.rallyman.position import Position
from model.rallyman.standing import Standing
from tests.differential.rallyman.situations import Situation
from tests.differential.runner import GAVE_UP
from verifier.findings import Breach, same_rule
from verifier.rallyman.answers import essence
from verifier.rallyman.engine import Outcome, play
from verifier.rallyman.engine.door import judge as engine_judge
from verifier.rallyman.engine.offers import legal_turns
from verifier.rallyman.lines.write import turn_text
from verifier.rallyman.spec.attack import may_stay_unused
from verifier.rallyman.spec.cards import card_of
from verifier.rallyman.spec.judging import judge as spec_judge
from verifier.rallyman.spec.listing import certify


def turns(asked: Situation) -> str:
    """Proves that the engine's set of next positions is complete."""
    setup, position = asked.setup, asked.position
    engine: dict[Position, Turn] = {}
    for outcome in legal_turns(setup, position):
        engine.setdefault(outcome.position, outcome.turn)
    found = certify(setup, position, asked.driver, engine, key=partial(essence, setup))
    if found.gave_up is not None:
        return f"{GAVE_UP}: {found.gave_up}"
    said = [
        f"only the spec has {turn_text(plan.turn)}: {changes(position, after)}"
        for after, plan in found.missing
    ]
    said += [
        f"only the engine has {turn_text(engine[after])}: {changes(position, after)}" for after in found.extra
    ]
    return "; ".join([f"{len(said)} differ", *said[:3]]) if said else ""


def claim(asked: Situation, turn: Turn) -> str:
    """Both judges agree on the claim: legal with the same card, loss, symbols and position, or illegal at the same step by the
    same rule, the first one in the order of RM-M.7."""
    setup, position = asked.setup, asked.position
    engine = play(setup, position, turn)
    spec = spec_judge(setup, position, turn, turn.ends)
    text = f"{turn.driver}: {turn_text(turn)}"
    if spec.limit:
        return f"{GAVE_UP}: {spec.limit}"
    if isinstance(engine, Outcome):
        if not spec.legal:
            return f"{text}: engine legal, spec {_broken(spec.breaches)}"
        played = spec.outcomes[0].position
        after, driven = played.after, played.driven
        ours = engine.card, engine.loss, engine.symbols
        theirs = (
            card_of(setup, position, turn, driven),
            *((driven.cause, driven.symbols) if driven is not None else ("", 0)),
        )
        if (essence(setup, engine.position), ours) != (essence(setup, after), theirs):
            there = f"{ours} {changes(position, engine.position)}"
            return f"{text}: the engine leads to {there}; the spec to {theirs} {changes(position, after)}"
        return ""
    if spec.legal:
        return f"{text}: engine {_broken(engine)}, spec legal"
    return _differ(text, engine, spec.breaches)


def lost_claim(asked: Situation, turn: Turn) -> str:
    """Both judges agree on a turn with lost parts: it leads to the same positions, or is illegal at the same step by the same
    rule."""
    setup, position = asked.setup, asked.position
    text = f"{turn.driver}: {turn_text(turn)}"
    spec = spec_judge(setup, position, turn, turn.ends)
    engine = engine_judge(setup, Standing(position), turn)
    if limit := spec.limit or engine.limit:
        return f"{GAVE_UP}: {limit}"
    if engine.legal and spec.legal:
        ours = {essence(setup, one.position.position) for one in engine.outcomes}
        theirs = {essence(setup, one.position.after) for one in spec.outcomes}
        return (
            ""
            if ours == theirs
            else f"{text}: {len(ours)} positions by the engine, {len(theirs)} by the spec"
        )
    if engine.legal or spec.legal:
        return (
            f"{text}: engine {_broken(engine.breaches) or 'legal'}, spec {_broken(spec.breaches) or 'legal'}"
        )
    if turn.unused and may_stay_unused(setup):
        return ""  # the solver tries the fillings one by one and gives the fault of the first
    return _differ(text, engine.breaches, spec.breaches)


def _differ(text: str, engine: Sequence[Breach], spec: Sequence[Breach]) -> str:
    """How the reasons against a turn differ: in the step, or in the first rule."""
    if engine[0].step == spec[0].step and same_rule(engine[0].rule, spec[0].rule):
        return ""
    return f"{text}: engine {_broken(engine)}, spec {_broken(spec)}"


def answer(asked: Situation, turn: Turn) -> Hashable:
    """The engine's answer to a claim: the resulting card and position, or the step at which the engine refuses it."""
    found = play(asked.setup, asked.position, turn)
    if isinstance(found, Outcome):
        return found.card, essence(asked.setup, found.position)
    return found[0].step


def leads_to(asked: Situation, turn: Turn, after: Position) -> str:
    """Whether the spec lets the turn lead to this position."""
    judged = spec_judge(asked.setup, asked.position, turn)
    if judged.limit:
        return f"{GAVE_UP}: {judged.limit}"
    if not judged.legal:
        return f"{turn_text(turn)}: by the spec {_broken(judged.breaches)}"
    found = judged.outcomes[0].position.after
    if essence(asked.setup, found) != essence(asked.setup, after):
        ours, theirs = changes(asked.position, after), changes(asked.position, found)
        return f"{turn_text(turn)}: the engine leads to {ours}; the spec to {theirs}"
    return ""


def _broken(breaches: Sequence[Breach]) -> str:
    return " ".join(dict.fromkeys(f"{one.rule} at {one.step}" for one in breaches))


CAR = (
    "space",
    "gear",
    "status",
    "damage",
    "flats",
    "markers",
    "sisu",
    "spare",
    "chrono",
    "arrival",
    "dirt_seen",
)


def changes(before: Position, after: Position) -> str:
    """Summarizes what a turn changes."""
    said = [
        f"{old.driver} {key} {getattr(old, key)} -> {getattr(new, key)}"
        for old, new in zip(before.cars, after.cars, strict=True)
        for key in CAR
        if getattr(old, key) != getattr(new, key)
    ]
    said += [f"dirt {dict(after.dirt)}"] * (before.dirt != after.dirt)
    said += [f"splits {after.splits[len(before.splits) :]}"] * (before.splits != after.splits)
    said.append(f"round {after.turn}, {' '.join(after.order)}, next {after.next}")
    return ", ".join(said)
