"""`explain`: why a line is illegal according to the spec: each rule that it breaks, and rules that exclude it only together."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from grammar.syntax import Statement
from model.rallyman.facts import DATA
from model.rules import load_rules
from verifier.findings import KINDS, UNDETERMINED, UNREADABLE, Finding, verdict_of
from verifier.game import Where
from verifier.judging import Judgement
from verifier.rallyman.lines.header import set_up
from verifier.rallyman.lines.line import table_line
from verifier.rallyman.lines.terms import Table
from verifier.rallyman.spec.door import judge
from verifier.second import Explained

DECISIONS = ("drives", "rally_race", "assistance", "change_tyres", "spare_between")
CLAIMS = ("check", "result", "position", "turn")


def explain(table: Table, statement: Statement, place: Where) -> Explained | None:
    """SAT, for the dice and all rules: the turn is legal; UNSAT: the rules named exclude it.

    The line is judged as by `verify`, with the spec as judge. None for lines of the header, for unknown names, and where the
    position is unknown.
    """
    if statement.kind not in (*DECISIONS, *CLAIMS):
        return None
    reply = table_line(set_up(table).asking(judge), statement, place.file, place.folder, place.tracks)
    judgement: Judgement[Any] | None = reply.judgement
    findings = reply.findings
    if statement.kind in CLAIMS:
        if not reply.judged or verdict_of(findings) == UNREADABLE:
            return None
    elif judgement is None:
        return None
    elif judgement.limit:
        return Explained(False, gave_up=judgement.limit)
    elif not judgement.legal:
        return _refused(judgement, findings[0])
    elif len(judgement.outcomes) != 1:
        return Explained(
            False, gave_up=f"{len(judgement.outcomes)} positions can come of this: write what was lost"
        )
    if unsaid := [one for one in findings if KINDS[one.kind] == UNDETERMINED]:
        return Explained(False, gave_up=unsaid[0].fact)
    if findings:
        return _denied(findings)
    told = judgement.outcomes[0].told.sentence() if judgement is not None else ""
    return Explained(True, steps=tuple(told.splitlines()))


def _refused(judgement: Judgement[Any], finding: Finding) -> Explained:
    rules, said = load_rules(DATA), dict(judgement.said)
    facts = {one.rule: one.fact for one in judgement.breaches[::-1]}
    together = tuple(
        tuple((rule, said[rule]) for rule in core) for core in judgement.together if len(core) > 1
    )
    broken = [one.rule for one in judgement.breaches if one.rule not in said]
    broken += [core[0] for core in judgement.together if len(core) == 1]
    alone = tuple(
        (rule, said.get(rule) or facts[rule] or rules.short(rule)) for rule in dict.fromkeys(broken)
    )
    return Explained(False, finding, alone, together)


def _denied(wrong: Sequence[Finding]) -> Explained:
    """All false claims in a line: the first is the finding, the others are among its reasons."""
    alone = tuple(dict.fromkeys((rule, finding.fact) for finding in wrong for rule in finding.rules[:1]))
    others = [(rule, finding.fact) for finding in wrong[1:] for rule in finding.rules[:1]]
    rules = dict.fromkeys((*wrong[0].rules, *(rule for rule, _ in others)))
    because = dict.fromkeys((*wrong[0].because, *others))
    return Explained(False, replace(wrong[0], rules=tuple(rules), because=tuple(because)), alone)
