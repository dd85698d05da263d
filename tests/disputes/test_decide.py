"""`steward decide`: a page in the form of a stewards' decision, in every form, for every game."""

import json
import re
from base64 import b64decode
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from grammar.parser import parse
from tests.record_goldens import DECIDED, page, pages
from verifier.cli import main
from verifier.render.decision import sheet_of
from verifier.render.sheet import as_text
from verifier.verdicts.stewards import decide

ROOT = Path(__file__).parents[2]
LONG = ["thunder_alley/illegal/a-point-for-each-marker", *DECIDED]
EVIL = "<script>alert(1)</script>"
HOSTILE = f"""game thunder-alley
title "{EVIL}</style><img src=x onerror=alert(2)> [x](javascript:alert(3)) \u202e"
track short-oval
team Red "{EVIL}" 29 25
car 29 "{EVIL}" "</pre>```&lt;"
position
  29 12b
  25 8a
end
"{EVIL}" Charge: f8
"""


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = main(["decide", *words])
    out, err = capsys.readouterr()
    assert err == ""
    return code, out


class Loads(HTMLParser):
    """Collects the elements and everything that they load or run."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.loaded: list[str] = []
        self.handlers: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name in ("src", "href", "srcset", "data", "action"):
                self.loaded.append(value or "")
            if name.startswith("on"):
                self.handlers.append(name)


def loads_of(text: str) -> Loads:
    loads = Loads()
    loads.feed(text)
    return loads


@pytest.mark.parametrize(("record", "golden"), list(pages()), ids=DECIDED)
def test_the_page_as_text(record: Path, golden: Path) -> None:
    assert page(record) == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("case", DECIDED)
def test_the_html_loads_nothing_and_has_the_drawing(case: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = answer(capsys, str(ROOT / f"replays/{case}.race"), "--format", "html")
    loads = loads_of(out)
    assert code == 1 and "default-src 'none'" in out
    assert loads.tags.count("img") == 1 and not {"script", "link", "iframe", "object"} & set(loads.tags)
    [drawn] = loads.loaded
    kind, data = drawn.split(",", 1)
    assert kind == "data:image/svg+xml;base64"
    svg = b64decode(data).decode()
    ElementTree.fromstring(svg)
    assert '<g class="marks"><' in svg and 'class="stop"' in svg
    assert "url(" not in out and "@import" not in out and "url(" not in svg


@pytest.mark.parametrize("form", ["text", "markdown", "html", "json"])
def test_hostile_names(form: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "evil.race"
    path.write_text(HOSTILE, encoding="utf-8")
    note = tmp_path / "note.txt"
    note.write_text(f"{EVIL}\n\n# not a title\n", encoding="utf-8")
    words = "--number", EVIL, "--stewards", f"{EVIL}, B", "--note", str(note)
    code, out = answer(capsys, str(path), "--format", form, *words)
    assert code == 1 and "\u202e" not in out
    if form == "json":
        assert json.loads(out)["decision"]["stewards"] == [EVIL, "B"]
    elif form == "markdown":
        prose = re.sub(r"(?s)```+text\n.*?\n```+\n|`[^`\n]*`", "", out)
        assert not re.search(r"(?<!\\)[<>\[\]]", prose)
        assert "\n# not" not in out
    elif form == "html":
        loads = loads_of(out)
        assert not {"script", "iframe"} & set(loads.tags) and not loads.handlers
        assert [one[:10] for one in loads.loaded] == ["data:image"]
        svg = loads_of(b64decode(loads.loaded[0].split(",")[1]).decode())
        assert "script" not in svg.tags and not svg.handlers and not svg.loaded


@pytest.mark.parametrize("case", LONG)
def test_the_page_has_room_on_one_sheet(
    case: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Printed at 8 points a sheet of A4 within its margins has 79 lines of 110 characters. The drawing may take
    18 of them, and a title half a line more than its text."""
    note = tmp_path / "note.txt"
    note.write_text("word " * 200, encoding="utf-8")
    path = str(ROOT / f"replays/{case}.race")
    _, out = answer(capsys, path, "--format", "html", "--note", str(note), "--stewards", "A, B")
    body = re.sub(r"<img[^>]*>", "", out.split("<body>")[1])
    blocks = re.findall(r"(?s)<(h1|h2|p|li|dd|pre)>(.*?)</\1>", body)
    lines = sum(
        -(-len(line) // 110) for _, text in blocks for line in re.sub("<[^>]*>", "", text).split("\n")
    )
    assert lines + len(re.findall("<h2>", body)) // 2 <= 79 - 18


def test_what_a_league_adds(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    note = tmp_path / "note.txt"
    note.write_text("Red is warned.\n\nThe result\nstands.", encoding="utf-8")
    path = str(ROOT / f"replays/{DECIDED[0]}.race")
    words = "--number", "7/2026", "--date", "2 May 2026", "--stewards", "Ana, Ben", "--note", str(note)
    _, out = answer(capsys, path, *words)
    assert out.startswith("Stewards' decision 7/2026\n") and "2 May 2026\n" in out
    assert "THE LEAGUE\n   Red is warned.\n   The result stands.\n" in out
    assert out.endswith("STEWARDS\n   Ana, Ben\n")


def test_a_note_that_is_too_long(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    note = tmp_path / "note.txt"
    note.write_text("x" * 2000, encoding="utf-8")
    assert main(["decide", str(ROOT / f"replays/{DECIDED[0]}.race"), "--note", str(note)]) == 2
    assert "has room for 1,000" in capsys.readouterr().err


HEAD = """game thunder-alley
track short-oval
team Red 29 25
position
  29 12b
  25 8a
end
"""


@pytest.mark.parametrize(
    ("line", "code"), [("29 Charge: f7", 0), ("29 Charge: f8", 1), ("29 Charge: ...", 3), ("29 Chrge: f", 2)]
)
def test_exit_codes(line: str, code: int, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "a.race"
    path.write_text(f"{HEAD}{line}\n", encoding="utf-8")
    assert answer(capsys, f"{path}@8")[0] == code


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("a.race", "no line of a.race is illegal"),
        ("a.race@1", "line 1 of a.race has nothing to decide"),
        ("a.race@40", "there is no line 40"),
        ("b.race@9", "the position in line 9 of b.race is not known"),
        ("c.race@8", "line 8 of c.race cannot be read"),
    ],
)
def test_what_cannot_be_decided(
    place: str, said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.race").write_text(f"{HEAD}29 Charge: f7\n", encoding="utf-8")
    Path("b.race").write_text(f"{HEAD}29 Charge: f8\n25 Charge: f\n", encoding="utf-8")
    Path("c.race").write_text(f"{HEAD}29 Charge f8((\n", encoding="utf-8")
    assert main(["decide", place]) in (2, 3)
    assert said in capsys.readouterr().err


def test_a_wrong_claim_before_the_line_does_not_matter() -> None:
    """The rulings are those that this line rests on, though an earlier line decides the verdict on the record."""
    lines = "result Red 49\n"
    head = (
        "game thunder-alley\ntrack short-oval\nlaps 2\nteam Red 1 2\nteam Blue 3 4\nposition\n  lap 2\n  step over\n"
        "  1 place 1 crossed 3 led 3\n  3 place 2 crossed 3 led 1\nend\n"
    )
    text = f"{head}result Red 99\n{lines}"
    decision = decide(parse(text, "a.race"), 13)
    assert "turn-led-bonus" in [one.id for one in decision.rulings if one.rests or one.here]
    assert all(not other.outcome.endswith("line 12") for one in decision.rulings for other in one.others)


@pytest.mark.parametrize(
    ("case", "first"),
    [
        ("great_race/illegal/past-the-stop", "Orange: drive c2 c3/e1"),
        ("rallyman/illegal/die-kept-back", "R3 A: [3 2] =2"),
        ("thunder_alley/illegal/fourth-clean-air", "3 Rubbin' is Racin': f"),
    ],
)
def test_legal_moves_like_the_line(case: str, first: str) -> None:
    """A move that a list of moves has, but not the deck, is not among them: the fourth Clean Air."""
    path = ROOT / f"replays/{case}.race"
    decision = decide(parse(path.read_bytes(), str(path)))
    assert decision.finding is not None and not decision.finding.legal_instead
    assert decision.legal_instead[0] == first
    assert decision.source[0] not in decision.legal_instead


def test_alternatives_are_decided_together(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "a.race"
    path.write_text(f"{HEAD}either\n  29 Charge: f7\nor\n  29 Charge: f8\nend\n", encoding="utf-8")
    code, out = answer(capsys, f"{path}@11")
    assert code == 3 and "Line 8: of 2 alternatives 1 legal and 1 illegal" in " ".join(out.split())


def test_only_earlier_lines_leave_the_position_open() -> None:
    record = parse(f"{HEAD}29 Charge: ?\n25 Charge: f7\n", "a.race")
    assert decide(record, 8).note == ""
    assert "because something in line 8 was not written down" in decide(record, 9).note


def test_the_ruling_that_another_reading_decides_otherwise() -> None:
    path = ROOT / "replays/thunder_alley/illegal/a-point-for-each-marker.race"
    decision = decide(parse(path.read_bytes(), str(path)))
    first = decision.rulings[0]
    assert first.id == "turn-led-bonus" and first.reading.id == "once-per-car" and first.reading.support
    assert [(one.id, one.outcome) for one in first.others] == [("per-marker", "legal")]
    assert dict(decision.digests).keys() == {"record", "ruleset", "track", "tool"}


@pytest.mark.parametrize(
    ("lines", "code", "said"),
    [
        ("...\n29 Charge: f7\n", 3, "the position in line 9 of a file.race is not known"),
        (
            "29 Charge: f8\nposition\n  29 12b\n  25 8a\nend\n29 Charge: f9\n",
            1,
            "The line is illegal by TA-6.1-mp-total",
        ),
        ("29 Charge: ?\ncheck 29 at 12b\n", 1, "Position before the line"),
        ("under clean-air-text = card-text\n  check 29 at 13b\nend\n", 1, "13b"),
        ("season x\n", 2, ""),
        ("either\n  29 Charge: f7\nor\n  29 Charge ((\nend\n", 2, "line 11 of a file.race cannot be read"),
    ],
)
def test_odd_places(
    lines: str,
    code: int,
    said: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    name = "a file.race"
    Path(name).write_text(f"{HEAD}{lines}", encoding="utf-8")
    last = len(f"{HEAD}{lines}".splitlines()) - (lines.endswith("end\n"))
    assert (
        main(["decide", f"{name}@{last}", "--format", "markdown", "--ruling", "clean-air-text=card-text"])
        == code
    )
    out, err = capsys.readouterr()
    assert said in f"{out}{err}".replace("\\", "")
    if out:
        again = f"steward decide 'a file.race@{8 if 'under' in lines else last}' --ruling clean-air-text=card-text"
        assert again in out


def test_an_assumed_number_of_an_earlier_line_is_told_apart() -> None:
    text = (
        (Path(__file__).parents[2] / "replays/rallyman/wheel-first.race")
        .read_text(encoding="utf-8")
        .rpartition("shows")[0]
    )
    lines = text.splitlines()
    own = decide(parse(text), len(lines))
    assert [one.parameter for one in own.assumed] == ["spare_wheel_seconds"] and not own.assumed_before
    later = decide(parse(f"{text}R7 A: 1\n"), len(lines) + 1)
    assert [one.parameter for one in later.assumed_before] == ["spare_wheel_seconds"]
    assert "spare_wheel_seconds" not in [one.parameter for one in later.assumed]
    assert "Another value would decide an earlier line otherwise: spare_wheel_seconds." in as_text(
        sheet_of(later)
    )
