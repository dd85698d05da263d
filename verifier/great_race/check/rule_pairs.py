"""Which two rules forbid the same step of a move: from any moment, by the solver. A case of a scene shows a step that only these
two forbid; both judges have refused it."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from model.great_race.facts import DATA
from model.ruleset import Ruleset, default_ruleset
from verifier.great_race.check.anywhere import BOUND, anywhere
from verifier.great_race.check.chapters import CHAPTERS
from verifier.great_race.check.played import Played, judged
from verifier.great_race.check.scenes import Scene, Way, scenes_of, under, ways
from verifier.great_race.spec import door as spec
from verifier.rulesets.checking import Checked, Pairs, Witness
from verifier.rulesets.rule_pairs import Rules, Step, rule_controls, rule_part
from verifier.solving.cases import first_of
from verifier.solving.circuit import Bit
from verifier.solving.cores import by_id
from verifier.solving.session import GaveUpError, Limits, Session
from verifier.solving.witness import find_witness

LIMITS, TRIES = Limits(steps=8_000_000), 8
"""The limit of the solver, and the most steps that the judges may refuse for other rules."""


def _step(ruleset: Ruleset) -> Step:
    """Any step of a move that a record can write."""
    moment = anywhere(ruleset)
    return Step(moment.circuit, [*moment.facts, moment.writable()], by_id(moment.circuit, moment.rules))


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
    for pair in needed:
        if pair not in found and (witness := _first_step(ruleset, pair)) is not None:
            found[pair] = witness
    return found


def _first_step(ruleset: Ruleset, pair: Rules) -> Witness | None:
    """The first step of a move that breaks these two rules and no other, with few tiles on the board, by both judges."""
    moment, witnesses = anywhere(ruleset), list[Witness]()
    circuit, state = moment.circuit, moment.state
    rules = by_id(circuit, moment.rules)
    begins = state.steps[0], -circuit.any(state.over.values()), -state.engine[0], moment.writable()
    broken = (-bit if id in pair else bit for id, bit in rules.items())
    shown, plain = (
        list(circuit.variables.values()),
        [-circuit.any(one.values()) for one in state.tiles.values()],
    )
    session = Session(circuit, [*moment.facts, *begins, *broken], more=[*shown, *plain], limits=LIMITS)

    def refused(text: str) -> bool:
        [scene] = scenes_of(text)
        played = Played(scene, 0, scene.ways[0], ruleset)
        result = played.by_engine(ruleset)
        if result is None or result.rule not in pair or _broken(scene, scene.ways[0], ruleset) != set(pair):
            return False
        witnesses.append(played.witness([ruleset], [result]))
        return True

    try:
        bare: list[Bit] = []
        for bit in plain:
            if session.fits(assuming=[*bare, bit]):
                bare.append(bit)
        find_witness(session, shown, moment.text, refused, TRIES, bare)
    except GaveUpError:
        return None
    return witnesses[0] if witnesses else None


def _broken(scene: Scene, way: Way, ruleset: Ruleset) -> frozenset[str]:
    """The rules that the spec finds broken."""
    judgement = judged(spec, under(scene.setup, ruleset), scene.standing, way.decisions)
    return frozenset(one.rule for one in judgement.breaches)


def _controls() -> Iterator[Checked]:
    return rule_controls(_step(default_ruleset(DATA)), BOUND, LIMITS)


RULE_PAIRS = Pairs({"moves": rule_part("moves", _step, BOUND, LIMITS, _witnesses)}, _controls)
"""The questions about two rules."""
