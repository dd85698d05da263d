"""Findings as SARIF 2.1.0, the format in which code checkers report to other tools. No times, no machine paths."""

import os
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from grammar.errors import visible
from model.rules import load_rules
from verifier.findings import DIFFER, Finding
from verifier.games import GAMES, find_game
from verifier.records.replay import RecordReport
from verifier.render.reported import EVERY_READING, UNEXPECTED, Reported, file_name, reported, sentence
from verifier.version import TOOL

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"

ABOUT_KINDS = {
    "unreadable": "something that cannot be read",
    "unknown-name": "a name that does not exist",
    "impossible": "something impossible, such as two cars in one space",
    "illegal": "a rule is broken",
    "claim": "an assertion is wrong",
    "ambiguous": "a line that can mean several things",
    "undetermined": "the record leaves it open, or it is not judged yet",
    DIFFER: "the two judges of this tool disagree",
    EVERY_READING: "the verdicts under every reading of the rulings",
    UNEXPECTED: "the verdict is not the one that the `expect` line names",
}
"""Findings that cite no rule are listed under their kind."""


def sarif_log(code: int, reports: Sequence[RecordReport]) -> dict[str, Any]:
    """The log of a completed run with this exit code."""
    found = list(reported(reports))
    games = {rule: one.report.game for one in found for rule in one.finding.rules}
    games |= {one.id: "" for one in found if not one.finding.rules}
    ids = sorted(games)
    rules = [_descriptor(id, games[id]) for id in ids]
    return _log(rules, [_result(one, ids) for one in found], {"executionSuccessful": True, "exitCode": code})


def refusal_log(code: int, what: str, help: str) -> dict[str, Any]:
    """The log of a refused command."""
    said = f"{what} ({help})" if help else what
    notes = [{"level": "error", "message": _message(visible(said))}]
    return _log([], [], {"executionSuccessful": False, "exitCode": code, "toolExecutionNotifications": notes})


def _log(rules: list[Any], results: list[Any], invocation: dict[str, Any]) -> dict[str, Any]:
    run = {
        "tool": {"driver": {"name": "Race Steward", "version": TOOL, "rules": rules}},
        "invocations": [invocation],
        "columnKind": "unicodeCodePoints",
        "results": results,
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _descriptor(id: str, game: str) -> dict[str, Any]:
    """A rule from the rule book, or a kind of finding."""
    book = load_rules(find_game(game).data) if game in GAMES else None
    if book is None or id not in book:
        return {"id": id, "shortDescription": _message(ABOUT_KINDS.get(id, id))}
    rule = book[id]
    return {
        "id": id,
        "shortDescription": _message(rule.title),
        "fullDescription": _message(rule.digest),
        "help": _message(f"steward rules {id}"),
        "properties": {"kind": rule.kind, "sources": list(rule.sources)},
    }


def _result(one: Reported, ids: list[str]) -> dict[str, Any]:
    finding = one.finding
    result: dict[str, Any] = {
        "ruleId": one.id,
        "ruleIndex": ids.index(one.id),
        "level": one.level,
        "message": _message(sentence(one)),
        "locations": [{"physicalLocation": _place(finding.file, _region(finding), finding.source)}],
    }
    if finding.related:
        result["relatedLocations"] = [
            {
                "id": number,
                "physicalLocation": _place(finding.file, {"startLine": other.line}),
                "message": _message(visible(other.what)),
            }
            for number, other in enumerate(finding.related, 1)
        ]
    result["properties"] = {
        "kind": finding.kind,
        "rules": list(finding.rules),
        "numbers": dict(finding.numbers),
        "legalInstead": list(finding.legal_instead),
        "rulings": list(finding.rulings),
        "record": one.report.number,
    }
    return result


def _place(file: str, region: dict[str, Any], source: str = "") -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": {"uri": _uri(file)}}
    if region:
        place["region"] = region
    if region and source:
        place["contextRegion"] = {"startLine": region["startLine"], "snippet": {"text": source}}
    return place


def _region(finding: Finding) -> dict[str, Any]:
    """The marked characters; empty for a finding about a whole file."""
    if finding.line < 1:
        return {}
    region: dict[str, Any] = {"startLine": finding.line}
    if finding.column > 0:
        region |= {
            "startColumn": finding.column,
            "endColumn": max(finding.column, finding.end_column),
        }
    return region


def _uri(file: str) -> str:
    """A file as a reference relative to the current folder; elsewhere as it was named."""
    name = file_name(file)
    return f"{'file://' if name.startswith('/') else ''}{quote(os.fsencode(name), safe='/')}"


def _message(text: str) -> dict[str, str]:
    """A message in which braces are not placeholders."""
    return {"text": text.replace("{", "{{").replace("}", "}}")}
