"""Explanations by the solver: why a line is illegal, or the steps of a legal line."""

from collections.abc import Sequence
from typing import Any

from grammar.syntax import Statement
from model.values import replace, value
from verifier.answer import Answer
from verifier.findings import KINDS, UNDETERMINED, UNREADABLE, Finding, deciding, same_rule, verdict_of
from verifier.game import Game, Where
from verifier.judging import Judgement


@value
class Explained:
    """Why a claim is illegal, by the solver, or that it is legal.

    `alone` are the rules that the claim breaks each on its own, with a sentence that has the facts of the position.
    `together` are minimal sets of rules that only jointly rule it out. `finding` gives the same as a finding. `tracked` are
    the minimal cores by the labels of their facts: `rule:TA-6.7[step 2]` is a rule, `line:14[...]` a fact of the line. For a
    legal claim `steps` are its steps with their costs. `gave_up` names the limit that ended the search.
    """

    legal: bool
    finding: Finding | None = None
    alone: tuple[tuple[str, str], ...] = ()
    together: tuple[tuple[tuple[str, str], ...], ...] = ()
    steps: tuple[str, ...] = ()
    gave_up: str = ""
    tracked: tuple[tuple[str, ...], ...] = ()


def explain(game: Game[Any], table: Any, statement: Statement, where: Where) -> Explained | None:
    """SAT, for the facts of the line and all rules: the line is legal; UNSAT: the rules named exclude it.

    The line is judged as by `verify`, with the solver as judge. None for lines that it does not judge: those of the header, those
    with unknown names, and those after which the position is unknown.
    """
    if game.by_solver is None or statement.kind in game.header:
        return None
    answer = game.line(game.by_solver(table), statement, where)
    explained = _of_answer(answer, statement.line)
    if explained is None or not explained.legal or game.booked is None or _several(answer.judgement):
        return explained
    return replace(explained, steps=game.booked(table, statement, where, answer))


def in_words_of(engine: Sequence[Finding], explained: Explained) -> Explained:
    """The explanation in the words of `verify`: the engine's finding about the line, with those rules that only the solver names.
    It stays as it is if another rule decides by the engine."""
    told, found = deciding(engine), explained.finding
    if told is None or found is None or not (told.rules and found.rules):
        return explained
    rule = found.rules[0]
    if not same_rule(told.rules[0], rule):
        return explained
    rules = [one for one in found.rules if not _named(one, told)]
    because = [(one, said) for one, said in found.because if not _named(one, told)]
    finding = replace(told, rules=(*told.rules, *rules), because=(*told.because, *because))
    alone = ((one, told.fact if one == rule else said) for one, said in explained.alone)
    return replace(explained, finding=finding, alone=tuple(alone))


def _named(rule: str, finding: Finding) -> bool:
    return any(same_rule(rule, one) for one in finding.rules)


def _of_answer(answer: Answer, line: int) -> Explained | None:
    """What the solver's answer to a line explains."""
    findings, judgement = answer.findings, answer.judgement
    if verdict_of(findings) == UNREADABLE or (judgement is None and not answer.judged):
        return None
    if judgement is not None:
        if judgement.limit:
            return Explained(False, gave_up=judgement.limit)
        if not judgement.legal:
            return _refused(judgement, findings[0], line)
    if unknown := [one for one in findings if KINDS[one.kind] == UNDETERMINED]:
        return Explained(False, gave_up=_several(judgement) or unknown[0].fact)
    if findings:
        return _denied(findings)
    effects = judgement.outcomes[0].effects() if judgement is not None and not _several(judgement) else ()
    return Explained(True, steps=tuple(one.words for one in effects if one.words))


def _several(judgement: Judgement[Any] | None) -> str:
    """A sentence if the line leads to several positions; otherwise empty."""
    if judgement is None or len(judgement.outcomes) < 2:
        return ""
    return f"{len(judgement.outcomes)} positions are possible after this line: write what was left out"


def _refused(judgement: Judgement[Any], finding: Finding, line: int) -> Explained:
    """Why a decision is illegal. `finding` reports it, `line` is its line."""
    joint = {rule for core in judgement.together for rule, _ in core}
    alone = {one.rule: one.fact or one.reason for one in judgement.breaches[::-1] if one.rule not in joint}
    order = dict.fromkeys(one.rule for one in judgement.breaches if one.rule in alone)
    tracked = (
        tuple(label.replace("line:0[", f"line:{line}[") for label in core) for core in judgement.tracked
    )
    return Explained(
        False,
        finding,
        (
            *((rule, alone[rule]) for rule in order),
            *(core[0] for core in judgement.together if len(core) == 1),
        ),
        tuple(core for core in judgement.together if len(core) > 1),
        tracked=tuple(tracked),
    )


def _denied(findings: Sequence[Finding]) -> Explained:
    """All false claims in a line: the first is the finding, the others are among its reasons."""
    first = findings[0]
    why = [
        ((one.rules[0], one.fact), *(pair for pair in one.because if pair[0] != one.rules[0]))
        for one in findings
    ]
    alone = tuple(dict.fromkeys(pair for pairs in why for pair in pairs))
    others = [(rule, one.fact) for one in findings[1:] for rule in one.rules[:1]]
    rules = dict.fromkeys((*first.rules, *(rule for rule, _ in others)))
    because = dict.fromkeys((*first.because, *others))
    return Explained(False, replace(first, rules=tuple(rules), because=tuple(because)), alone)
