"""Which two rules forbid the same step of a move: from any moment, by the solver. A case of a scene shows a step that only these
two forbid; both judges have refused it."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from model.great_race.facts import DATA
from model.ruleset import Ruleset, default_ruleset
from verifier.checking import Checked, Pairs, Witness
from verifier.great_race.check.anywhere import BOUND, anywhere
from verifier.great_race.check.chapters import CHAPTERS
from verifier.great_race.check.played import Played, judged
from verifier.great_race.check.scenes import Scene, Way, under, ways
from verifier.great_race.spec import door as spec
from verifier.rule_pairs import Rules, Step, rule_controls, rule_part
from verifier.solving.cases import first_of
from verifier.solving.cores import by_id
from verifier.solving.session import Limits

LIMITS = Limits(steps=8_000_000)


def _step(ruleset: Ruleset) -> Step:
    """Any step of a move."""
    moment = anywhere(ruleset)
    return Step(moment.circuit, moment.facts, by_id(moment.circuit, moment.rules))


def _witnesses(ruleset: Ruleset, needed: Sequence[Rules]) -> Mapping[Rules, Witness]:
    """A case of a scene for each pair of rules, where one is found."""
    found: dict[Rules, Witness] = {}
    for chapter in CHAPTERS:
        for scene, way in ways(chapter.scenes(ruleset)):
            for broken, where in scene.cases.runs(partial(_broken, scene, way, ruleset)):
                for pair in needed:
                    if broken == set(pair) and pair not in found:
                        played = Played(scene, first_of(where), way, ruleset)
                        result = played.by_engine(ruleset)
                        if result is not None and result.rule in pair:
                            found[pair] = played.witness([ruleset], [result])
    return found


def _broken(scene: Scene, way: Way, ruleset: Ruleset) -> frozenset[str]:
    """The rules that the spec finds broken."""
    judgement = judged(spec, under(scene.setup, ruleset), scene.standing, way.decisions)
    return frozenset(one.rule for one in judgement.breaches)


def _controls() -> Iterator[Checked]:
    return rule_controls(_step(default_ruleset(DATA)), BOUND, LIMITS)


RULE_PAIRS = Pairs({"moves": rule_part("moves", _step, BOUND, LIMITS, _witnesses)}, _controls)
"""The questions about two rules."""
