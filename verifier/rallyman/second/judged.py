"""A whole record by the spec: the same walk through its lines, with the spec as judge."""

from dataclasses import replace

from grammar.syntax import Record
from model.ruleset import Ruleset
from verifier.findings import ILLEGAL, LEGAL, deciding, verdict_of
from verifier.game import Where
from verifier.games import find_game
from verifier.heading import Heading
from verifier.rallyman.spec.door import judge
from verifier.rallyman.table.terms import Table
from verifier.second import SolverVerdict
from verifier.stepping import Stepper


def judge_record(record: Record, heading: Heading, where: Where) -> SolverVerdict:
    """The verdict on a record under the ruleset of its heading, with the rules that its first wrong line breaks. There is none
    where something of the record is not known, or cannot be read."""
    game = find_game("rallyman")

    def begin(record: Record, ruleset: Ruleset, place: Where) -> Table:
        begun: Table = game.begin(record, ruleset, place)
        return begun.asking(judge)

    steps = Stepper(record, replace(game, begin=begin), heading, where, ()).steps()
    findings = tuple(finding for step in steps for finding in step.findings)
    first = deciding(findings)
    if first is None:
        return SolverVerdict(LEGAL)
    if verdict_of(findings) != ILLEGAL:
        return SolverVerdict("", reason=first.fact)
    return SolverVerdict(ILLEGAL, first.rules, first.line, first.numbers.get("step", 0))
