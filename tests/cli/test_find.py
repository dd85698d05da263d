"""`steward find`: the records of `tests/find` have holes, and their first line is the expected answer."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from verifier.cli import main
from verifier.gaps import seeking

FOLDER = Path(__file__).parents[1] / "find"
RECORDS = sorted(FOLDER.glob("*.race"))


def asked(capsys: pytest.CaptureFixture[str], *argv: str) -> dict[str, Any]:
    code = main(["find", *argv, "--format", "json"])
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert answer["exit"] == code
    return answer


def said(answer: dict[str, Any]) -> str:
    """An answer as the first line of a record has it."""
    if answer["outcome"] != "found":
        lines: dict[int, list[str]] = {}
        for one in answer["refused"]:
            lines.setdefault(one["line"], []).append(f"{one['rule'] or one['verdict']} {one['positions']}")
        needed = ", ".join(one["rule"] for one in answer["forbidding"])
        by = f" by {needed}" if needed else ""
        return f"# {answer['outcome']}{by}: " + "; ".join(
            f"{line}: {', '.join(why)}" for line, why in lines.items()
        )
    [instance] = answer["instances"]
    return "# found: " + "; ".join(f"{one['line']}: {one['word']}" for one in instance["holes"])


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_first_line_of_a_record_says_what_is_found(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = asked(capsys, str(path), "--jobs", "1")
    assert said(answer) == path.read_text(encoding="utf-8").splitlines()[0]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_an_instance_is_a_record_that_is_judged_as_expected(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = asked(capsys, str(path), "--count", "3", "--jobs", "1")
    for number, one in enumerate(answer["instances"]):
        record = tmp_path / f"{number}.race"
        record.write_text("\n".join((*one["record"], "")), encoding="utf-8")
        assert main(["test", str(record)]) == 0
        assert main(["verify", str(record), "--both"]) == 0


HEAD = "game thunder-alley\ntrack short-oval\nlaps 2\nteam Red 29\nteam Blue 15 4 9\nposition\n  29 14b\n"

BAD = {
    "no holes": (HEAD + "end\n29 Charge: f7\n", "no hole in the first `position` block"),
    "a hole in a move": (
        HEAD + "  15 ?\nend\n29 Charge: f ?\n",
        ":10:14: `?` is not in the first `position` block",
    ),
    "lost lines": (
        HEAD + "  15 ?\nend\n...\n29 Charge: f7\n",
        ":10:1: `...` is not in the first `position` block",
    ),
    "a hole where none can be": (
        HEAD + "  15 5b lead ?\nend\n",
        ":8:14: nothing can be filled in for `?` here",
    ),
    "too many ways for a line": (
        HEAD + "  15 ? wear ? ? led ? crossed ?\nend\n",
        "can be filled in more than 50,000 ways",
    ),
    "no car that may be absent": (
        HEAD + "  15 5b\n  first? Blue\nend\n",
        ":9:3: `first?` is no car with a space",
    ),
    "an unreadable line": (HEAD + "  15 ?\nend\n29 Charge f7\n", ":10:11: "),
    "an unknown card": (
        HEAD + "  15 ?\nend\n29 Charges: f7\n",
        ":10:4: there is no race card `Charges` (did you mean `Charge`?)",
    ),
    "a wrong header": (
        HEAD.replace("short", "shrt") + "  15 ?\nend\n",
        ":2:7: there is no track `shrt-oval`",
    ),
    "two records": (HEAD + "  15 ?\nend\ngame rallyman\n", "holds 2 records"),
    "no game": ("position\n  15 ?\nend\n", ":1:1: a record begins with a `game` line"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_asked_is_refused_with_its_place(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, fact = BAD[name]
    record = tmp_path / "record.race"
    record.write_text(text, encoding="utf-8")
    assert main(["find", str(record)]) == 2
    assert fact in capsys.readouterr().err


def test_the_bound_is_an_option_and_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    path = str(FOLDER / "legal-and-false.race")
    assert asked(capsys, path, "--jobs", "1")["bound"] == "up to 3 cars in 8 sectors, 1 decision"
    alone = asked(capsys, path, "--cars", "1")
    assert (alone["outcome"], alone["bound"], alone["judged"]) == (
        "none",
        "up to 1 car in 8 sectors, 1 decision",
        1,
    )
    larger = asked(capsys, path, "--sectors", "12", "--jobs", "1")
    assert larger["bound"] == "up to 3 cars in 12 sectors, 1 decision"
    assert "  line 12" in larger["instances"][0]["record"]
    more = asked(capsys, path, "--cars", "4", "--count", "90", "--jobs", "1")
    assert more["bound"] == "up to 4 cars in 8 sectors, 1 decision"
    assert {one["cars"] for one in more["instances"]} == {2, 3, 4}
    near = asked(capsys, str(FOLDER / "two-cars.race"), "--sectors", "2")
    assert (near["outcome"], near["bound"]) == ("none", "up to 3 cars in 2 sectors, 1 decision")
    two = str(FOLDER / "two-decisions.race")
    [first] = asked(capsys, two, "--decisions", "1")["instances"]
    assert first["record"][-1].startswith("29 Dirty Air: ")
    assert main(["find", str(FOLDER / "two-cars.race"), "--cars", "2"]) == 2
    assert "the record has 3 cars at least" in capsys.readouterr().err


def test_the_page_shows_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    page = (FOLDER.parents[1] / "docs/solver.md").read_text(encoding="utf-8")
    examples = re.findall(r"^```\n\$ steward (find .*)\n((?:.*\n)*?)^```$", page, re.MULTILINE)
    assert len(examples) == 4
    for command, printed in examples:
        main(shlex.split(command))
        assert capsys.readouterr().out == printed


def test_the_smallest_instances_come_first(capsys: pytest.CaptureFixture[str]) -> None:
    several = asked(capsys, str(FOLDER / "legal-and-false.race"), "--count", "12", "--jobs", "1")["instances"]
    sizes = [(one["cars"], one["sectors"]) for one in several]
    assert len(sizes) == 12 and sizes == sorted(sizes)


def test_a_search_ends_when_there_are_too_many_ways(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seeking, "MOST", 200)
    monkeypatch.setattr(seeking, "CHUNK", 100)
    answer = asked(capsys, str(FOLDER / "none.race"), "--jobs", "1")
    assert (answer["exit"], answer["judged"]) == (3, 200)
    assert answer["limit"].startswith("200 ways to fill the holes")


def test_each_rule_that_is_needed_is_told_with_what_comes_without_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = asked(capsys, str(FOLDER / "weather.race"), "--jobs", "1")
    stays, fits = answer["forbidding"]
    assert (stays["rule"], stays["why"]) == ("RM-7.8", "it cannot be left out")
    assert (fits["rule"], [one["word"] for one in fits["fits"]["holes"]]) == (
        "RM-7.1",
        ["tyres=asphalt", "dmg=0"],
    )
    assert answer["spared"] == ["RM-8.2"]
    record = tmp_path / "fits.race"
    record.write_text("\n".join(("game rallyman", "without RM-7.1 RM-8.2", *fits["fits"]["record"][1:], "")))
    assert main(["verify", str(record)]) == 0
    capsys.readouterr()
    [one] = asked(capsys, str(FOLDER / "instead.race"), "--jobs", "1")["forbidding"]
    assert (one["rule"], one["instead"]) == ("TA-6.1-once-per-space", ["TA-6.1-spend-all"])


def test_ctrl_c_tells_what_was_refused_so_far(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def tried(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(seeking, "OFTEN", 0.0)
    monkeypatch.setattr(seeking, "run_record", tried)
    answer = asked(capsys, str(FOLDER / "rival.race"), "--jobs", "1")
    assert (answer["exit"], answer["outcome"], answer["limit"]) == (130, "gave up", "stopped")
    assert answer["judged"] == 15


def test_a_search_that_is_not_finished_proves_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, str(FOLDER / "none.race"), "--timeout", "0.001")
    assert (answer["exit"], answer["outcome"], answer["limit"]) == (3, "gave up", "limit: 0.001 seconds")
