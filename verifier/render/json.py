"""Answers as JSON: the same envelope for every verb, described by `docs/schema.json`. No times, no machine paths, and a
fixed order."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from verifier.findings import VERDICTS, Assumption, Dependence, Finding
from verifier.records.replay import RecordReport
from verifier.records.stepping import SKIPPED, Step
from verifier.version import SCHEMA, TOOL

BEYOND = re.compile(r"[^\n -~]")
"""Characters outside printable ASCII and line ends."""


def envelope(verb: str, code: int, **parts: Any) -> dict[str, Any]:
    """The outer object of an answer; `parts` are the keys of the verb, in the given order."""
    return {"schema": SCHEMA, "verb": verb, "tool": TOOL, "exit": code, **parts}


def dump(answer: dict[str, Any]) -> str:
    """The text of an answer, which may hold findings and other values. Unprintable characters are escaped, as it may be shown in
    a terminal."""
    text = json.dumps(answer, indent=2, ensure_ascii=False, default=_object)
    return BEYOND.sub(lambda one: one[0] if one[0].isprintable() else json.dumps(one[0])[1:-1], text)


def fields_of(value: Any) -> dict[str, Any]:
    """The fields of a value, in their order; `dump` writes a value as such an object."""
    return {one.name: getattr(value, one.name) for one in fields(value)}


def said(pairs: Iterable[tuple[str, str]]) -> list[dict[str, str]]:
    """Rules, each with a sentence."""
    return [{"rule": rule, "text": text} for rule, text in pairs]


def _object(value: Any) -> dict[str, Any]:
    if isinstance(value, Mapping):
        return dict(value)
    found = fields_of(value)
    return found | {"because": said(value.because)} if isinstance(value, Finding) else found


def record_json(report: RecordReport, trace: bool = False) -> dict[str, Any]:
    """The report of a record."""
    ruleset = report.ruleset
    answer: dict[str, Any] = {
        "file": report.file,
        "record": report.number,
        "line": report.line,
        "title": report.title,
        "game": report.game or None,
        "ruleset": None,
        "verdict": report.verdict,
        "complete": report.complete,
        "expected": None,
        "rests_on": None if report.rests_on is None else [_dependence(one) for one in report.rests_on],
        "assumed": None if report.assumed is None else [_assumption(one) for one in report.assumed],
        "consulted": report.consulted,
        "not_judged_from": report.not_judged_from,
        "not_judged": report.not_judged,
        "sha256": dict(sorted(report.digests.items())),
        "result": report.result,
        "findings": report.findings,
    }
    if ruleset is not None:
        answer["ruleset"] = {
            "id": ruleset.id,
            "version": ruleset.version,
            "changed": dict(sorted(ruleset.changed.items())),
            "parameters": dict(sorted(ruleset.parameters.items())),
            "options": dict(sorted(ruleset.options.items())),
            "cards": dict(sorted(ruleset.cards.items())),
            "without": sorted(ruleset.left_out),
        }
    if report.expects:
        first = report.expected[0] if report.expected else None
        answer["expected"] = {
            "verdict": first.verdict if first is not None else None,
            "rules": first.rules if first is not None else (),
            "came_out": bool(report.came_out),
            "unmet": report.unmet,
        }
    if report.alternatives:
        from verifier.render.alternatives import alternatives_json

        answer["alternatives"] = [alternatives_json(one) for one in report.alternatives]
    if report.asked_every:
        from verifier.render.every_reading import every_json

        answer["all_rulings"] = every_json(report.every)
    if trace:
        answer["trace"] = [_step(step) for step in report.steps if step.state != SKIPPED]
    return answer


def _dependence(one: Dependence) -> dict[str, Any]:
    return {"ruling": one.ruling, "reading": one.reading, "otherwise": dict(one.otherwise)}


def _assumption(one: Assumption) -> dict[str, Any]:
    otherwise = {str(value): outcome for value, outcome in one.otherwise}
    return {"parameter": one.parameter, "value": one.value, "otherwise": otherwise}


def summary_json(reports: Sequence[RecordReport]) -> dict[str, int]:
    """How many records have each verdict, and how many are as expected."""
    counts = {verdict: sum(report.verdict == verdict for report in reports) for verdict in VERDICTS}
    return {
        "records": len(reports),
        **counts,
        "as_expected": sum(report.came_out is True for report in reports),
        "not_as_expected": sum(report.came_out is False for report in reports),
    }


def _step(step: Step) -> dict[str, Any]:
    return {
        "line": step.statement.line,
        "source": step.statement.source,
        "state": step.state,
        "sentence": step.sentence,
        "rules": step.applied(),
        "consulted": step.consulted,
    }
