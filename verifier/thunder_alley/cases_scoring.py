"""Cases of kind `scoring`: the points of a race that is over. Written as a record with the places and a `result` line; no rule
stands here."""

from collections.abc import Mapping
from typing import Any

from verifier.findings import ILLEGAL, LEGAL, Finding, same_rule
from verifier.thunder_alley.cases_compare import Came, Mismatch, compare_finding
from verifier.thunder_alley.cases_judge import judge_text
from verifier.thunder_alley.cases_record import Case, CaseError, header_lines
from verifier.thunder_alley.engine.scoring import NOBODY, Score, entries, judge_standing, score

Judged = tuple[str, list[Mismatch], tuple[Finding, ...]]

ENTRY = frozenset({"car", "team", "turn_leader", "position", "retired"})
"""What a case says of a car in `finish_order`."""


def run_scoring(
    case: Case, readings: Mapping[str, str], expect: Mapping[str, Any], ruleset: str | None
) -> Judged:
    """The points that are claimed, else those that are expected, are judged as the `result` line of a record."""
    order, claim = case["start"]["finish_order"], case.get("claim", {})
    lines = header_lines(case, readings, ruleset)
    teams: dict[str, list[int]] = {}
    for entry in order:
        unknown = sorted(set(entry) - ENTRY)
        if unknown:
            raise CaseError(f"key `{unknown[0]}` of a car in `finish_order` means nothing here")
        teams.setdefault(str(entry["team"]).capitalize(), []).append(entry["car"])
    lines += [f"team {team} {' '.join(map(str, cars))}" for team, cars in teams.items()]
    lines.append("position")
    for place, entry in enumerate(order, 1):
        out = "out " if entry.get("retired") else ""
        led = f" led {entry['turn_leader']}" if entry.get("turn_leader") else ""
        lines.append(f"  {entry['car']} {out}place {entry.get('position', place)}{led}")
    lines.append("end")
    points = claim.get("team_points", None if claim else expect.get("team_points"))
    if points:
        lines.append(f"result {' '.join(f'{str(team).capitalize()} {sum}' for team, sum in points.items())}")
    text = "\n".join([*lines, ""])
    came = judge_text(text, len(lines), str(case.get("id", "case")))
    return text, _compare(claim, expect, came), came.findings


def _compare(claim: Mapping[str, Any], expect: Mapping[str, Any], came: Came) -> list[Mismatch]:
    position = came.table.position if came.table is not None else None
    if came.table is None or position is None:
        return [f"expected {expect.get('verdict', LEGAL)}, came out {came.verdict}"]
    real = score(came.table.setup, entries(came.table.setup, position))
    if real is None:
        return ["the places of the case leave the points open"]
    breaches = list(judge_standing(real, **_said(claim)))
    wanted = expect.get("verdict", LEGAL)
    verdict = ILLEGAL if breaches else came.verdict
    if verdict != wanted:
        return [f"expected {wanted}, came out {verdict}", *(breach.fact for breach in breaches)]
    if wanted == ILLEGAL and came.verdict == ILLEGAL:
        return compare_finding(expect, None, came)
    if wanted == ILLEGAL:
        return _wrong_rule(expect, breaches[0].rule)
    wrong = [breach.fact for breach in judge_standing(real, **_said(expect))]
    return [*wrong, *_compare_sums(expect, real)]


def _wrong_rule(expect: Mapping[str, Any], rule: str) -> list[Mismatch]:
    accepted = (expect.get("rule", rule), *expect.get("also_accept", ()))
    return (
        []
        if any(same_rule(str(one), rule) for one in accepted)
        else [f"expected the rule {accepted[0]}, came out {rule}"]
    )


def _compare_sums(expect: Mapping[str, Any], real: Score) -> list[Mismatch]:
    wanted = {str(team).capitalize(): points for team, points in expect.get("team_points", {}).items()}
    wrong = {team: points for team, points in wanted.items() if real.team_points.get(team) != points}
    return [
        f"expected {points} points for {team}, came out {real.team_points.get(team)}"
        for team, points in wrong.items()
    ]


def _said(facts: Mapping[str, Any]) -> dict[str, Any]:
    """What a case says beside the sums, in the words of the engine."""
    said: dict[str, Any] = {"points": facts.get("position_points"), "bonus": facts.get("bonus_point")}
    most = facts.get("most_led")
    if isinstance(most, str):
        most = NOBODY if most in ("", "none", NOBODY) else most.capitalize()
    said["most_led"] = most
    winner = facts.get("winner")
    if winner is not None:
        several = winner if isinstance(winner, list) else [winner]
        said["winners"] = [str(team).capitalize() for team in several]
    return said
