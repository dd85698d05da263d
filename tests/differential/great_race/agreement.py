"""Puts a decision to both judges and compares their answers. An empty string means they agree; any other is the difference."""

from collections import Counter
from random import Random

from model.great_race.moves import Decision
from model.great_race.position import Setup
from model.great_race.seen import Left, Seen
from model.great_race.standing import Standing
from model.values import replace
from tests.differential.great_race.claims import claim
from tests.differential.great_race.situations import situation
from tests.differential.runner import GAVE_UP
from verifier.findings import same_rule
from verifier.great_race.engine import door as engine
from verifier.great_race.lines.lost import lost
from verifier.great_race.lines.write import line_text
from verifier.great_race.spec import door as spec
from verifier.judging import Judgement

HANDS = {"GR-6.4", "GR-25.2"}
"""The rules against cards that a player cannot play or hold; no order is set between them and what the board forbids."""

MOST = 3
"""The most decisions that follow one another in a situation."""


def ask(number: int, seed: int = 1) -> tuple[Counter[str], str]:
    """Decisions in the situation with this number, up to one that is not legal: what was asked, and the difference."""
    asked, rng = situation(number, seed), Random(f"great-race claim {seed} {number}")
    standing, lines, counted = asked.standing, list[str](), Counter({"situations": 1})
    for _ in range(MOST):
        decision = claim(asked.setup, standing, rng)
        lines.append(line_text(decision))
        found, said = differ(asked.setup, standing, decision)
        counted["decisions"] += 1
        counted["legal" if found.legal else "no answer" if found.limit else "refused"] += 1
        if said:
            return counted, "\n".join([said, asked.record(), *lines])
        if not found.legal:
            break
        standing = found.outcomes[0].position
    return counted, ""


def differ(setup: Setup, standing: Standing, decision: Decision) -> tuple[Judgement[Standing], str]:
    """The judgement of the engine, and how that of the spec differs: in the positions it leads to, or in the rule."""
    ours, theirs = (door.judge(setup, standing, decision) for door in (engine, spec))
    if ours.limit or theirs.limit:
        alike = bool(ours.limit) == bool(theirs.limit)
        said = "" if alike else f"{GAVE_UP}: engine {shown(ours)}, spec {shown(theirs)}"
    elif ours.legal and theirs.legal:
        one, other = ({_merged(one) for one in each.positions} for each in (ours, theirs))
        said = "" if one == other else f"positions: {_apart(one - other, other - one)}"
    elif ours.legal or theirs.legal:
        said = f"verdict: engine {shown(ours)}, spec {shown(theirs)}"
    else:
        rules = ours.breaches[0].rule, theirs.breaches[0].rule
        same = lost(decision) or bool(theirs.together) or same_rule(*rules) or not HANDS.isdisjoint(rules)
        said = "" if same else f"rule: engine {shown(ours)}, spec {shown(theirs)}"
    return ours, said


def _merged(standing: Standing) -> Standing:
    """The standing with cards that a player discards at once as one entry of the log, in one order."""
    log: list[Seen] = []
    for seen in standing.cards:
        last = log[-1] if log else None
        if isinstance(seen, Left):
            joins = isinstance(last, Left) and last.player == seen.player
            before = log.pop().cards if joins else ()  # type: ignore[union-attr]
            seen = Left(seen.player, tuple(sorted((*before, *seen.cards))))
        log.append(seen)
    return replace(standing, cards=tuple(log))


def shown(judgement: Judgement[Standing]) -> str:
    """A judgement in a few words."""
    if judgement.limit:
        return f"({judgement.limit})"
    if judgement.legal:
        return "legal"
    return "; ".join(f"{one.rule} {one.fact}" for one in judgement.breaches[:3])


def _apart(one: set[Standing], other: set[Standing]) -> str:
    """What differs between the first two positions that only one judge reaches."""
    if not one or not other:
        return f"{len(one)} by the engine only, {len(other)} by the spec only"
    ours, theirs = min(one, key=str), min(other, key=str)
    facts = {
        name: (getattr(ours, name), getattr(theirs, name)) for name in ours.__slots__ if name != "position"
    }
    at, there = ours.position, theirs.position
    facts |= {name: (getattr(at, name), getattr(there, name)) for name in at.__slots__}
    return "; ".join(f"{name}: {one} | {other}" for name, (one, other) in facts.items() if one != other)
