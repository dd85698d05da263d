"""The message of `steward track` for a broken stage file: the file, the line, what to do; never a traceback."""

import json
import re
from pathlib import Path

import pytest

from model.rallyman.facts import STAGE_FILES
from verifier.cli import main

LANE = (STAGE_FILES / "mill-lane.toml").read_text(encoding="utf-8")
PINE = (STAGE_FILES / "hollow-pine.toml").read_text(encoding="utf-8")

BROKEN = {
    "no schema": (PINE, 'schema = "rallyman-stage/1"\n', "", 1, "schema: is missing"),
    "schema of a case": (PINE, "-stage/1", "-case/1", 3, "schema: should be `rallyman-stage/1`"),
    "no value": (PINE, "capacity = 2", "capacity =", 36, "is not valid TOML: invalid value"),
    "no end": (LANE, "\n]\n\n[zones]\n", "\n\n[zones]\n", 35, "is not valid TOML: invalid value"),
    "no last bracket": (
        PINE,
        'next = ["FINISH"]',
        'next = ["FINISH"',
        336,
        "is not valid TOML: unclosed array",
    ),
    "single brackets": (PINE, "[[space]]", "[space]", 41, "is not valid TOML: cannot overwrite a value"),
    "a key twice": (
        LANE,
        "note = 2",
        "note = 2, note = 3",
        14,
        "is not valid TOML: duplicate inline table key",
    ),
    "no zones": (LANE, '[zones]\nA = { surface = "asphalt" }\n', "", 1, "zones: is missing"),
    "zones in a list": (
        LANE,
        '[zones]\nA = { surface = "asphalt" }',
        'zones = ["A"]',
        36,
        "zones: should be a table",
    ),
    "a zone as text": (
        LANE,
        'A = { surface = "asphalt" }',
        'A = "asphalt"',
        37,
        "zones.A: should be a table",
    ),
    "a corner of two words": (LANE, "K5 = {", '"K 5" = {', 51, "corners.K 5: `K 5` cannot be a name here"),
    "no order": (LANE, 'zone_order = ["A"]\n', "", 1, "zone_order: is missing"),
    "a zone twice": (
        LANE,
        'zone_order = ["A"]',
        'zone_order = ["A", "A"]',
        9,
        "zone_order: should name every zone once",
    ),
    "no corners": (LANE, "[corners]", "[korners]", 1, "corners: is missing"),
    "no terrain": (LANE, "[terrain]", "[terain]", 1, "terrain: is missing"),
    "a corner without space": (
        LANE,
        "[corners]",
        '[corners]\nK7 = { hand = "left" }',
        47,
        "corners.K7: no space belongs",
    ),
    "a wrong hand": (
        LANE,
        'K1 = { hand = "left"',
        'K1 = { hand = "right"',
        14,
        "space k1i.left: corner K1 has its",
    ),
    "the order of a corner in one text": (
        LANE,
        'ahead = [["k1i", "k1k"]]',
        'ahead = "k1i"',
        47,
        "corners.K1.ahead: should be a list of texts and of lists of texts, not `k1i`",
    ),
    "the order of a corner with a number": (
        LANE,
        'ahead = [["k1i", "k1k"]]',
        'ahead = [["k1i", 2]]',
        47,
        "corners.K1.ahead: should be a list of texts and of lists of texts, not `[['k1i', 2]]`",
    ),
    "the order of a corner without a space": (
        LANE,
        'ahead = [["k1i", "k1k"]]',
        "ahead = []",
        47,
        "corners.K1.ahead: has an empty list",
    ),
    "the order of a corner with an empty row": (
        LANE,
        'ahead = [["k1i", "k1k"]]',
        'ahead = ["k1i", [], "k1k"]',
        47,
        "corners.K1.ahead: has an empty list",
    ),
    "the order of a corner with half its spaces": (
        LANE,
        'ahead = ["k3d2", "k3i", "k3d1"]',
        'ahead = ["k3d2"]',
        49,
        "corners.K3.ahead: leaves out `k3i`, `k3d1`",
    ),
    "the order of a corner with a space twice": (
        LANE,
        'ahead = ["k3d2", "k3i", "k3d1"]',
        'ahead = ["k3d2", ["k3i", "k3d1"], "k3d2"]',
        49,
        "corners.K3.ahead: names `k3d2` twice",
    ),
    "the order of a corner with a space of another": (
        LANE,
        'ahead = ["k3d2", "k3i", "k3d1"]',
        'ahead = ["k3d2", ["k3i", "k3d1"], "k4i"]',
        49,
        "corners.K3.ahead: `k4i` is not a space of this corner",
    ),
    "no id": (LANE, '{ id = "s3", ', "{ ", 16, "space 5.id: is missing"),
    "an id behind": (
        LANE,
        '{ id = "s3", zone = "A"',
        '{ zone = "B", id = "s3"',
        16,
        "space s3.zone: `B` is not known",
    ),
    "no note": (LANE, 'kind = "bump", note = 2,', 'kind = "bump",', 28, "space s7.note: is missing"),
    "half a note": (
        LANE,
        "note = 2",
        "note = 2.5",
        14,
        "space k1i.note: should be a whole number, not `2.5`",
    ),
    "a yes for a number": (
        LANE,
        "capacity = 1",
        "capacity = true",
        13,
        "space s2.capacity: should be a whole number",
    ),
    "an inside too many": (
        LANE,
        'role = "drift", index = 1',
        'role = "inside"',
        48,
        "corners.K2: has `k2i`, `k2d1` as",
    ),
    "a circle": (
        LANE,
        'next = ["FINISH"]',
        'next = ["s1"]',
        33,
        "space s9.next: the road runs in a circle: s1 -> s2",
    ),
    "start at the finish": (
        LANE,
        'start = ["s1"]',
        'start = ["FINISH"]',
        8,
        "start: there is no space `FINISH`",
    ),
    "two ways": (
        LANE,
        'next = ["s7"]',
        'next = ["s7", "s8"]',
        27,
        "space s6.next: s7, s8: the way on should be",
    ),
    "a dead end": (LANE, 'next = ["s7"]', "next = []", 27, "space s6.next: leads nowhere"),
    "one name": (
        LANE,
        'next = ["s7"]',
        'next = "s7"',
        27,
        "space s6.next: should be a list of texts, not `s7`",
    ),
    "a terrain that costs too much": (
        LANE,
        "rocks = 2",
        "rocks = 6",
        44,
        "terrain.rocks: a terrain costs 0 to 5",
    ),
    "a comment with braces": (
        LANE,
        '  { id = "k1i"',
        '  # { id = 1 }\n  { i = 1, id = "k1i"',
        15,
        "space k1i.i: this key",
    ),
    "an id with an escape": (
        LANE,
        'id = "mill-lane"',
        'id = "\\u001b[31m"',
        4,
        "id: `\N{REPLACEMENT CHARACTER}[31m` cannot",
    ),
    "version 0": (LANE, "version = 1", "version = 0", 6, "version: versions count from 1"),
    "a point twice": (
        LANE,
        'next = ["s3"] },',
        'next = ["s3"], split = "Mill" },',
        14,
        "space k1i.split: two spaces have",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_stage(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, old, new, line, told = BROKEN[name]
    assert old in text
    path = tmp_path / "own.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert main(["track", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert re.search(rf"^{re.escape(str(path))}:{line}(:\d+)?: {re.escape(told)}", err, re.MULTILINE), err
    assert err.count("\n   help: ") or re.search(r", not `?[\[\w.-]", err), err
    assert len(err.splitlines()) <= 12, "one fault is reported as many"
    assert main(["track", str(path), "--format", "json"]) == 2
    found = json.loads(capsys.readouterr().out)["findings"]
    assert line in [one["line"] for one in found]
    assert all(one["kind"] == "unreadable" and one["file"] == str(path) for one in found)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (
            LANE.encode().replace(b"lane", b"l\xe4ne", 1),
            ":1: is not UTF-8 text\n   help: save the file as UTF-8",
        ),
        (b'schema = "other/1"\n', ": is neither a track nor a stage of any game\n   help: "),
        (b"[settings]\nx = 1\n", ": is neither a track nor a stage of any game\n   help: "),
        (b'[[space]]\nid = "s1"\n', ":1: schema: is missing\n   help: write `schema ="),
        (
            LANE.replace("note = 2", "note = 9", 1).replace("\n", "\r\n").encode(),
            ":14: space k1i.note: a note is",
        ),
    ],
)
def test_files_of_other_kinds(
    content: bytes, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "own.toml"
    path.write_bytes(content)
    assert main(["track", str(path)]) == 2
    assert f"{path}{told}" in capsys.readouterr().err
