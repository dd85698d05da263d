"""`explain`: why a turn is illegal by the spec: each rule that it breaks, and rules that leave no room for it only together."""

from dataclasses import replace
from typing import Any

from grammar.syntax import Statement
from model.rallyman.facts import DATA
from model.rules import load_rules
from verifier.case_runs import CaseError, NotJudgedError
from verifier.findings import Finding
from verifier.game import Where
from verifier.judging import Judgement
from verifier.rallyman.second.explain_blocks import wrong_block, wrong_round
from verifier.rallyman.second.explain_claims import CHECK, RESULT, claimed_of
from verifier.rallyman.second.wrong import Wrong
from verifier.rallyman.spec.door import judge
from verifier.rallyman.table import table_line
from verifier.rallyman.table.header import set_up
from verifier.rallyman.table.terms import Speaker, Table
from verifier.second import Explained
from verifier.speaking import NotationError

BLOCK, ROUND = "position", "turn"
DECISIONS = ("drives", "rally_race", "assistance", "change_tyres", "spare_between")


def explain(table: Table, statement: Statement, place: Where) -> Explained | None:
    """SAT, for the dice and all rules: the turn is legal; UNSAT: the rules named leave no room for it.

    What the spec says of a turn and of what its line says of the outcome, of what other lines say of the table, and of what
    lies between the stages of a rally, and of each whole stage. None for lines of the header, for unknown names, and where nobody
    knows the position.
    """
    if statement.kind in DECISIONS:
        return _decided(table, statement, place)
    return _claim(set_up(table).unasked(), statement, Speaker(place.file, statement))


def _decided(table: Table, statement: Statement, place: Where) -> Explained | None:
    reply = table_line(table.asking(judge), statement, place.file, place.folder, place.tracks)
    judgement: Judgement[Any] | None = reply.judgement
    if judgement is None:
        return None
    if judgement.limit:
        return Explained(False, gave_up=judgement.limit)
    if not judgement.legal:
        return _refused(judgement, reply.findings[0])
    if len(judgement.outcomes) != 1:
        return Explained(
            False, gave_up=f"{len(judgement.outcomes)} positions can come of this: write what was lost"
        )
    wrong = [finding for finding in reply.findings if finding.kind == "claim"]
    if wrong:
        return _denied(wrong)
    return Explained(True, steps=tuple(judgement.outcomes[0].told.sentence().splitlines()))


def _claim(table: Table, statement: Statement, speaker: Speaker) -> Explained | None:
    try:
        found = _wrong(table, statement)
    except (NotationError, CaseError):
        return None
    except NotJudgedError as error:
        return Explained(False, gave_up=str(error))
    if found is None:
        return None
    found.sort(key=lambda one: (one[0].line, one[0].column))
    wrong = [speaker.breaches("claim", span, breaches) for span, breaches in found]
    return _denied(wrong) if wrong else Explained(True)


def _wrong(table: Table, statement: Statement) -> list[Wrong] | None:
    """What a line says and is not so, in its order; None for a line of which the spec says nothing."""
    if statement.kind in (CHECK, RESULT):
        return claimed_of(table, statement)
    if table.setup is None:
        return None
    if statement.kind == BLOCK:
        return list(wrong_block(table, table.setup, statement))
    if statement.kind == ROUND and table.position is not None:
        return wrong_round(table.position, statement)
    return None


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


def _denied(wrong: list[Finding]) -> Explained:
    """Everything that a line says and is not so; the first of it is the finding, the others are among its reasons."""
    alone = tuple(dict.fromkeys((rule, finding.fact) for finding in wrong for rule in finding.rules[:1]))
    others = [(rule, finding.fact) for finding in wrong[1:] for rule in finding.rules[:1]]
    rules = dict.fromkeys((*wrong[0].rules, *(rule for rule, _ in others)))
    because = dict.fromkeys((*wrong[0].because, *others))
    return Explained(False, replace(wrong[0], rules=tuple(rules), because=tuple(because)), alone)
