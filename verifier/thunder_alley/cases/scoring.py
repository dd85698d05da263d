"""Cases of kind `scoring`, the points of a race that is over, and `season`, the sums over races. Written as records with the
places and a `result` line; no rule stands here."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from model.values import replace
from verifier.case_runs import CaseError
from verifier.findings import ILLEGAL, LEGAL, Breach, Finding, same_rule
from verifier.thunder_alley.cases.compare import Came, Mismatch, compare_finding
from verifier.thunder_alley.cases.judge import judge_text
from verifier.thunder_alley.cases.record import Case, header_lines
from verifier.thunder_alley.engine.scoring import NOBODY, entries, score
from verifier.thunder_alley.engine.season import judge_winners, sums
from verifier.thunder_alley.engine.standing import judge_standing

Judged = tuple[str, list[Mismatch], tuple[Finding, ...]]

ENTRY = frozenset({"car", "team", "turn_leader", "position", "retired"})
"""What a case says of a car in `finish_order`."""


def run_scoring(
    case: Case, readings: Mapping[str, str], expect: Mapping[str, Any], ruleset: str | None
) -> Judged:
    """The points that are claimed, else those that are expected, are judged as the `result` line of a record."""
    order, claim = case["start"]["finish_order"], case.get("claim", {})
    lines = [*header_lines(case, readings, ruleset), *_race_lines(order)]
    points = claim.get("team_points", None if claim else expect.get("team_points"))
    lines += _result(points)
    text = "\n".join([*lines, ""])
    came = judge_text(text, len(lines), str(case.get("id", "case")))
    wrong, findings = _compare(claim, expect, came, f"{case.get('id', 'case')}.race")
    return text, wrong, findings


def run_season(
    case: Case, readings: Mapping[str, str], expect: Mapping[str, Any], ruleset: str | None
) -> Judged:
    """A record of the season with the file of each race beside it, and `absent` and `result` lines."""
    races, claim = case["start"]["races"], case.get("claim", {})
    lines = [*header_lines(case, readings, ruleset), 'season "the season of the case"']
    with TemporaryDirectory() as folder:
        for number, race in enumerate(races, 1):
            unknown = sorted(set(race) - {"finish_order", "absent"})
            if unknown:
                raise CaseError(f"key `{unknown[0]}` of a race means nothing here")
            written = [*header_lines(case, readings, ruleset), *_race_lines(race["finish_order"]), ""]
            Path(folder, f"race-{number}.race").write_text("\n".join(written), encoding="utf-8")
            lines.append(f'race "race-{number}.race"')
            for away in race.get("absent", ()):
                how = " substitute" if away.get("substitute") else ""
                lines.append(f"absent {str(away['team']).capitalize()}{how}")
        lines += _result(claim.get("team_points", None if claim else expect.get("team_points")))
        text = "\n".join([*lines, ""])
        came = judge_text(text, len(lines), str(Path(folder, "season")))
    file = f"{case.get('id', 'case')}.race"
    came = replace(came, findings=tuple(replace(finding, file=file) for finding in came.findings))
    wrong, findings = _compare_season(claim, expect, came, file)
    return text, wrong, findings


def _race_lines(order: Sequence[Mapping[str, Any]]) -> list[str]:
    """Teams and places of a race that is over."""
    teams: dict[str, list[int]] = {}
    for entry in order:
        unknown = sorted(set(entry) - ENTRY)
        if unknown:
            raise CaseError(f"key `{unknown[0]}` of a car in `finish_order` means nothing here")
        teams.setdefault(str(entry["team"]).capitalize(), []).append(entry["car"])
    lines = [f"team {team} {' '.join(map(str, cars))}" for team, cars in teams.items()]
    lines.append("position")
    for place, entry in enumerate(order, 1):
        out = "out " if entry.get("retired") else ""
        led = f" led {entry['turn_leader']}" if entry.get("turn_leader") else ""
        lines.append(f"  {entry['car']} {out}place {entry.get('position', place)}{led}")
    return [*lines, "end"]


def _result(points: Mapping[str, int] | None) -> list[str]:
    if not points:
        return []
    return [f"result {' '.join(f'{str(team).capitalize()} {sum}' for team, sum in points.items())}"]


def _compare_season(
    claim: Mapping[str, Any], expect: Mapping[str, Any], came: Came, file: str
) -> tuple[list[Mismatch], tuple[Finding, ...]]:
    """What is wrong, and what was found; the record of a season cannot claim a winner, so that is judged beside it."""
    table, wanted = came.table, expect.get("verdict", LEGAL)
    if table is None or table.season is None:
        return [f"expected {wanted}, came out {came.verdict}"], came.findings
    ruleset, season = table.setup.ruleset, table.season
    breach = judge_winners(ruleset, season, _teams(claim["winner"])) if "winner" in claim else None
    if breach is not None:
        came = replace(came, verdict=ILLEGAL, findings=(_claim_finding(breach, file), *came.findings))
    if came.verdict != wanted:
        return [f"expected {wanted}, came out {came.verdict}"], came.findings
    if wanted == ILLEGAL:
        wrong = compare_finding(expect, None, came) if breach is None else _wrong_rule(expect, breach.rule)
        return wrong, came.findings
    expected = judge_winners(ruleset, season, _teams(expect["winner"])) if "winner" in expect else None
    wrong = [*([expected.fact] if expected else []), *_compare_sums(expect, sums(ruleset, season) or {})]
    return wrong, came.findings


def _claim_finding(breach: Breach, file: str) -> Finding:
    """A claim of a case that no line of a record can make."""
    return Finding("claim", file, 0, 0, 0, breach.fact, (breach.rule,), breach.reason)


def _teams(winner: str | Sequence[str]) -> list[str]:
    several = [winner] if isinstance(winner, str) else winner
    return [str(team).capitalize() for team in several]


def _compare(
    claim: Mapping[str, Any], expect: Mapping[str, Any], came: Came, file: str
) -> tuple[list[Mismatch], tuple[Finding, ...]]:
    """What is wrong, and what was found; claims beside the sums are judged beside the record."""
    position = came.table.position if came.table is not None else None
    wanted = expect.get("verdict", LEGAL)
    if came.table is None or position is None:
        return [f"expected {wanted}, came out {came.verdict}"], came.findings
    real = score(came.table.setup, entries(came.table.setup, position))
    if real is None:
        return ["the places of the case leave the points open"], came.findings
    breaches = list(judge_standing(real, **_said(claim)))
    found = (*came.findings, *(_claim_finding(breach, file) for breach in breaches))
    verdict = ILLEGAL if breaches else came.verdict
    if verdict != wanted:
        return [f"expected {wanted}, came out {verdict}", *(breach.fact for breach in breaches)], found
    if wanted == ILLEGAL and came.verdict == ILLEGAL:
        return compare_finding(expect, None, came), found
    if wanted == ILLEGAL:
        return _wrong_rule(expect, breaches[0].rule), found
    wrong = [breach.fact for breach in judge_standing(real, **_said(expect))]
    return [*wrong, *_compare_sums(expect, real.team_points)], found


def _wrong_rule(expect: Mapping[str, Any], rule: str) -> list[Mismatch]:
    accepted = (expect.get("rule", rule), *expect.get("also_accept", ()))
    return (
        []
        if any(same_rule(str(one), rule) for one in accepted)
        else [f"expected the rule {accepted[0]}, came out {rule}"]
    )


def _compare_sums(expect: Mapping[str, Any], real: Mapping[str, int]) -> list[Mismatch]:
    wanted = {str(team).capitalize(): points for team, points in expect.get("team_points", {}).items()}
    wrong = {team: points for team, points in wanted.items() if real.get(team) != points}
    return [
        f"expected {points} points for {team}, came out {real.get(team)}" for team, points in wrong.items()
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
        said["winners"] = _teams(winner)
    return said
