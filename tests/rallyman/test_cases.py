"""Every case runs, and a case that is altered in one point fails."""

import copy
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from verifier.case_judges import run_by_both
from verifier.game import FAILED, PASSED
from verifier.rallyman.cases import RUN, run_case
from verifier.rallyman.game import GAME
from verifier.replay import Options, verify
from verifier.stepping import JUDGED

FOLDER = Path(__file__).parents[1] / "cases" / "rallyman"
CASES = {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.toml"))}
NOBODYS = "RM-1.1"
"""A rule that no case breaks."""


@pytest.mark.parametrize("id", CASES)
def test_case(id: str) -> None:
    result = run_case(CASES[id])
    assert result.status == PASSED, (result.messages, result.record)
    under = CASES[id]["expect"].get("by_reading", {"": CASES[id]["expect"]})
    assert len(result.verdicts) == len(under)
    for verdict, expect in zip(result.verdicts, under.values(), strict=True):
        assert verdict.as_expected
        wanted = expect.get("verdict", CASES[id]["expect"].get("verdict"))
        assert verdict.verdict in ("", wanted) or wanted is None


def test_every_kind_is_there() -> None:
    assert {case["kind"] for case in CASES.values()} | {"split"} == set(RUN)


def _altered(key: str, value: Any) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case list():
            return [*value, "nobody"]
        case dict():
            return {**value, "nobody": 1}
    if key == "verdict":
        return "legal" if value == "illegal" else "illegal"
    return NOBODYS if key in ("rule", "loss") else f"{value}x"


def _parts(case: dict[str, Any]) -> list[dict[str, Any]]:
    expect = case["expect"]
    return [expect, *expect.get("by_reading", {}).values()]


def alterations(case: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The case with one expected value changed, and what was changed."""
    for number, part in enumerate(_parts(case)):
        for key, value in part.items():
            if key in ("by_reading", "also", "space", "loss") and not (key == "space" and "verdict" in part):
                continue  # `space` and `loss` shared by readings also say how the record is written
            other = copy.deepcopy(case)
            changed = _parts(other)[number]
            changed[key] = _altered(key, value)
            if key == "rule":
                changed["also"] = []
                if case["kind"] != "lines" and "also" in part and case["kind"] != "rally":
                    changed["also"] = [NOBODYS]
            yield f"{key} {number}", other


@pytest.mark.parametrize("id", CASES)
def test_an_altered_case_fails(id: str) -> None:
    found = list(alterations(CASES[id]))
    assert found
    for what, other in found:
        assert run_case(other).status == FAILED, what


def test_a_wrong_case_says_what_is_wrong() -> None:
    case = {
        "game": "rallyman",
        "id": "x",
        "kind": "turn",
        "stage": "hollow-pine",
        "car": [],
        "turn": {},
        "expect": {},
    }
    assert run_case(case).messages == ("key `driver` is missing",)
    assert run_case({**case, "kind": "tun"}).status == FAILED
    assert run_case({**case, "stagee": 1}).messages == (
        "key `stagee` means nothing here: did you mean `stage`?",
    )
    assert run_case({**case, "stage": "nowhere"}).messages[0].startswith("there is no stage `nowhere`")


@pytest.mark.parametrize(
    ("step", "car", "message"),
    [
        ({"die": "6"}, {}, "there is no die `6`"),
        ({"result": "hasard"}, {}, "there is no result of a die `hasard`: did you mean `hazard`?"),
        ({"to": "s99"}, {}, "there is no space `s99`: did you mean `s9`?"),
        ({"to": "k1k", "cut": "dirt"}, {}, "there is no cut card `dirt`: did you mean `dirty`?"),
        ({}, {"gear": 6}, "there is no gear `6`"),
        ({}, {"status": "flying"}, "there is no status `flying`"),
        ({}, {"space": "S1"}, "there is no space `S1`: did you mean `s1`?"),
        ({}, {"status": "finished"}, "a car that is finished does not stand on `s1`"),
    ],
)
def test_words_that_mean_nothing(step: dict[str, Any], car: dict[str, Any], message: str) -> None:
    case = copy.deepcopy(CASES["c004-same-gear-die-opens-turn"])
    case["turn"]["steps"][0].update(step)
    case["car"][0].update(car)
    both = run_by_both(GAME, case, None, engine_only=False)
    assert (both.messages, both.disagreements) == ((message,), ())


def test_a_die_is_handed_in_by_itself_or_as_a_list_of_one() -> None:
    case = copy.deepcopy(CASES["gas-die-with-a-symbol-handed-in"])
    die = case["turn"]["given_up"]
    for dice, status in (([die], PASSED), ([], FAILED), ([die, die], FAILED)):
        case["turn"]["given_up"] = dice
        assert run_case(case).status == status


@pytest.mark.parametrize("id", ["c072-start-order-second-stage", "c073-rally-winner"])
@pytest.mark.parametrize(
    ("times", "message"),
    [
        ({}, "`times` names no stage"),
        (5, "`times` names no stage"),
        ({"SS1": {}}, "`times.SS1` names no driver"),
        ({"SS1": [1, 2]}, "`times.SS1` names no driver"),
        ({"SS1": {"A": 140, "B": "2:30"}}, "`times.SS1.B` is no number of seconds"),
    ],
)
def test_times_that_are_none(id: str, times: Any, message: str) -> None:
    case = copy.deepcopy(CASES[id])
    case["input"]["times"] = times
    both = run_by_both(GAME, case, None, engine_only=False)
    assert (len(both.messages), both.disagreements) == (1, ())
    assert both.messages[0].startswith(f"{message}: `times = {{ SS1 ="), both.messages


def test_turns_of_records_written_as_cases_pass() -> None:
    count = 0
    for path in sorted((FOLDER.parents[2] / "replays" / "rallyman").rglob("*.race")):
        for step in verify(path.read_text(encoding="utf-8"), str(path), Options(steps=True))[0].steps:
            if step.statement.kind != "drives" or step.state != JUDGED:
                continue
            assert GAME.as_case is not None
            text = GAME.as_case(step.after)
            if text:
                result = run_case(tomllib.loads(text))
                assert result.status == PASSED, (step.statement.source, result.messages)
                count += 1
    assert count > 80
