"""Real answers of every verb fit `docs/schema.json`, which documents every key."""

import io
import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from tests.cli import records
from verifier.cli import VERBS, main

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "docs/schema.json").read_text(encoding="utf-8"))

TYPES: Mapping[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "boolean": (bool,),
    "null": (type(None),),
}
KEYWORDS = {"type", "properties", "required", "additionalProperties", "items", "minItems", "maxItems"}
KEYWORDS |= {"enum", "const", "minimum", "anyOf", "$ref"}
NOTES = frozenset(["$schema", "$id", "$defs", "title", "description"])


def mismatches(value: Any, schema: Mapping[str, Any], place: str = "$") -> Iterator[str]:
    """Where a value does not fit the schema. Supports only the keywords of JSON Schema that our schema uses."""
    unknown = schema.keys() - KEYWORDS - NOTES
    assert not unknown, f"this test does not know {unknown}"
    if "$ref" in schema:
        yield from mismatches(value, SCHEMA["$defs"][schema["$ref"].removeprefix("#/$defs/")], place)
    if "anyOf" in schema:
        tries = [list(mismatches(value, one, place)) for one in schema["anyOf"]]
        if all(tries):
            yield from min(tries, key=len)
    if "type" in schema:
        names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        kinds = tuple(kind for name in names for kind in TYPES[name])
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            yield f"{place} is no {' or '.join(names)}: {value!r}"
            return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{place} is {value!r}"
    if "const" in schema and value != schema["const"]:
        yield f"{place} is {value!r}"
    if "minimum" in schema and value is not None and value < schema["minimum"]:
        yield f"{place} is {value}"
    if isinstance(value, dict):
        yield from _object(value, schema, place)
    if isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            yield f"{place} has {len(value)} entries"
        for number, entry in enumerate(value):
            yield from mismatches(entry, schema.get("items", {}), f"{place}[{number}]")


def _object(value: dict[str, Any], schema: Mapping[str, Any], place: str) -> Iterator[str]:
    known = schema.get("properties", {})
    others = schema.get("additionalProperties", True)
    for name in schema.get("required", ()):
        if name not in value:
            yield f"{place} has no {name}"
    for name, entry in value.items():
        if name in known:
            yield from mismatches(entry, known[name], f"{place}.{name}")
        elif others is False:
            yield f"{place}.{name} is not documented"
        elif isinstance(others, dict):
            yield from mismatches(entry, others, f"{place}.{name}")


def described(schema: Any, place: str = "$") -> Iterator[str]:
    """Places in the schema without a description."""
    if isinstance(schema, dict):
        for name, part in schema.get("properties", {}).items():
            if "description" not in part and "$ref" not in part:
                yield f"{place}.{name}"
            yield from described(part, f"{place}.{name}")
        for key in ("items", "additionalProperties"):
            yield from described(schema.get(key), f"{place}.{key}")
        for number, part in enumerate(schema.get("anyOf", ())):
            yield from described(part, f"{place}.anyOf[{number}]")


HEAD = records.HEAD.replace("track ", "ruleset en-2014\ntrack ")

FILES = {
    "good.race": HEAD + "check leader 29\nexpect legal\n",
    "bad.race": HEAD
    + "ruling clean-air-text = rulebook-text\nexpect illegal TA-6.8\n29 Riding the Draft: o f3\n25 Charge: f\n",
    "lost.race": "game rallyman\nstage mill-lane\ndriver A dmg=3\nR1 A: 1 ?1\nR2 A: 2\n",
    "either.race": HEAD + "either\n29 Charge: f7\nor\n29 Charge: f8\nend\n",
    "open.race": HEAD + "29 Charge: ...\n",
    "mess.race": "(\n" + HEAD + "29 Chrge: f3\nset x = 3\n(\ngame thunder-alley\n(\n",
    "empty.race": "",
    "house.toml": '[rulings]\nvoluntary-retirement-timing = "any-time"\n',
}
CASE = ROOT / "tests/cases/thunder_alley"


Ask = Callable[..., dict[str, Any]]


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory) -> Ask:
    """Returns the answer to a command, which runs only once."""
    folder = tmp_path_factory.mktemp("races")
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    known: dict[tuple[str, ...], str] = {}

    def run(*argv: str) -> dict[str, Any]:
        if argv not in known:
            out, err = io.StringIO(), io.StringIO()
            with chdir(folder), redirect_stdout(out), redirect_stderr(err):
                code = main([*argv, "--format", "json"])
            assert err.getvalue() == "" and json.loads(out.getvalue())["exit"] == code
            known[argv] = out.getvalue()
        answer: dict[str, Any] = json.loads(known[argv])
        return answer

    return run


COMMANDS = [
    ("verify", "."),
    ("verify", ".", "--trace"),
    ("verify", ".", "--quiet"),
    ("verify", ".", "--all-rulings"),
    ("verify", ".", "--rests-on"),
    ("verify", "good.race", "--ruleset", "es", "--ruling", "clean-air-text=rulebook-text"),
    ("verify", "gone.race"),
    ("verify",),
    ("verfy",),
    ("moves", "good.race"),
    ("moves", "good.race@13", "--car", "29", "--card", "Charge"),
    ("moves", "good.race@13", "--car", "29", "--card", "Chrge"),
    ("moves", "bad.race@14", "--why-not", "o f3"),
    ("moves", "bad.race@15"),
    ("moves", "lost.race@5"),
    ("moves", "lost.race@5", "--both", "--dice", "2"),
    ("moves", "lost.race@5", "--best"),
    ("explain", "lost.race@5"),
    ("decide", "bad.race"),
    ("decide", "either.race@14"),
    ("decide", "good.race"),
    ("show", "lost.race@5"),
    ("show", "good.race@13"),
    ("show", "bad.race@15", "--as", "record"),
    ("show", "good.race"),
    ("test", str(CASE / "07-wear.race"), "--engine-only"),
    ("test", str(CASE / "06-5-pursuit.race"), str(CASE / "06-6-lead.race")),
    ("test", str(CASE / "01-board.race"), "--ruleset", "es"),
    ("test", "gone.race"),
    ("fmt", "--check", "."),
    ("fmt", "--check", "good.race"),
    ("rules",),
    ("rules", "TA-6.1"),
    ("rules", "TA-66"),
    ("rules", "--gaps"),
    ("rules", "--ruleset", "house.toml"),
    ("rules", "rallyman", "--ruleset", "2009"),
    ("rules", "--ruleset", "gone"),
    ("rules", "thunder-alley", "--markdown"),
    ("rules", "--coverage", "."),
    ("rules", "--coverage", "gone.race"),
    ("rulings",),
    ("rulings", "clean-air-text"),
    ("rulings", "spare_wheel_seconds"),
    ("rulings", "charge.wear"),
    ("rulings", "clean-air-text", "--records", "."),
    ("rulings", "--records", "."),
    ("track",),
    ("track", "short-oval"),
    ("track", "gone"),
    ("track", "good.race"),
    ("moves", "good.race", "--both", "--card", "Charge"),
    ("explain", "good.race@15"),
    ("explain", "bad.race"),
    ("explain", "gone.race"),
    ("check", "en-2014", "--only", "completion"),
    ("check", "en-2014", "--pairs", "--only", "passes"),
    ("check", "gone"),
    ("edge-cases", "en-2014", "--rule", "TA-3.3", "--out", "edges"),
    ("diff", "en-2014", "house.toml"),
    ("diff", "en-2014", "house.toml", "--records", "."),
    ("diff", "en-2014", "gone"),
    ("diff", "2009", "--with", "set black_dice = 4"),
    ("find", str(ROOT / "tests/find/rival.race")),
    ("find", str(ROOT / "tests/find/none.race")),
    ("find", "good.race"),
    ("infer", "good.race"),
    ("infer", "bad.race"),
    ("replay", "good.race"),
    ("replay", "bad.race@15"),
    ("replay", "gone.race"),
    ("new", "thunder-alley", "--players", "3"),
    ("new", "chess"),
    ("simulate", "thunder-alley", "--players", "2", "--laps", "1"),
    ("simulate", "thunder-alley", "--count", "2", "--out", "races", "--laps", "1"),
    ("serve", "gone"),
    ("notation",),
    ("notation", "chess"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_answers_fit(command: tuple[str, ...], ask: Ask) -> None:
    answer = ask(*command)
    assert not list(mismatches(answer, SCHEMA))
    assert answer["verb"] == (command[0] if command[0] in VERBS else None)


def test_every_verb_is_tried() -> None:
    assert {command[0] for command in COMMANDS} >= set(VERBS)


def test_every_key_is_described() -> None:
    assert not list(described(SCHEMA))
    for name, part in SCHEMA["$defs"].items():
        assert part["description"] and not list(described(part, name))


def test_every_key_of_the_envelope_is_seen(ask: Ask) -> None:
    seen = {key for command in COMMANDS for key in ask(*command)}
    seen.add("serve")  # it answers and goes on; tests/cli/test_serve.py reads its answer
    assert seen == SCHEMA["properties"].keys()


def test_the_check_itself_sees_mistakes(ask: Ask) -> None:
    answer = ask("verify", "bad.race")
    record = answer["records"][0]
    for change in (
        {"verdict": "fine"},
        {"line": "1"},
        {"surprise": 1},
        {"expected": {"verdict": "legal"}},
        {"not_judged": [[1]]},
    ):
        wrong = {**answer, "records": [{**record, **change}]}
        assert len(list(mismatches(wrong, SCHEMA))) == 1
    del record["findings"]
    assert list(mismatches(answer, SCHEMA)) == ["$.records[0] has no findings"]


def test_what_a_record_says(ask: Ask) -> None:
    answer = ask("verify", "bad.race")
    [record] = answer["records"]
    [finding] = record["findings"]
    assert (record["verdict"], record["line"], record["record"]) == ("illegal", 1, 1)
    assert record["ruleset"]["changed"] == {"clean-air-text": "rulebook-text"}
    assert record["expected"] == {
        "verdict": "illegal",
        "rules": ["TA-6.8"],
        "came_out": False,
        "unmet": [{"line": 14, "fact": "expected illegal TA-6.8, found illegal TA-RC-riding-the-draft"}],
    }
    assert (record["not_judged_from"], record["not_judged"]) == (16, [[16, 16]])
    assert set(record["sha256"]) == {"record", "ruleset", "track"}
    assert all(re.fullmatch("[0-9a-f]{64}", value) for value in record["sha256"].values())
    assert (finding["line"], finding["column"], finding["end_column"]) == (15, 22, 23)
    assert finding["rules"] == ["TA-RC-riding-the-draft"]
    assert answer["summary"] == {
        "records": 1,
        "legal": 0,
        "illegal": 1,
        "undetermined": 0,
        "unreadable": 0,
        "as_expected": 0,
        "not_as_expected": 1,
    }


def test_what_a_legal_record_rests_on_is_worked_out_when_it_is_wanted(ask: Ask) -> None:
    def worked_out(*options: str) -> dict[str, object]:
        records = ask("verify", "good.race", "bad.race", "mess.race", *options)["records"]
        return {one["file"]: (one["rests_on"] is None, one["assumed"] is None) for one in records}

    no, yes = (True, True), (False, False)
    assert worked_out() == {"good.race": no, "bad.race": yes, "mess.race": no}
    assert worked_out("--rests-on") == {"good.race": yes, "bad.race": yes, "mess.race": no}


def test_files_without_a_record_have_an_entry(ask: Ask) -> None:
    entries = [
        (one["file"], one["record"], one["line"], one["verdict"])
        for one in ask("verify", ".")["records"]
        if not one["file"].startswith(("races/", "edges/"))  # another test may have written some
    ]
    assert entries == [
        ("bad.race", 1, 1, "illegal"),
        ("either.race", 1, 1, "undetermined"),
        ("empty.race", 0, 1, "unreadable"),
        ("good.race", 1, 1, "legal"),
        ("lost.race", 1, 1, "undetermined"),
        ("mess.race", 0, 1, "unreadable"),
        ("mess.race", 1, 2, "unreadable"),
        ("mess.race", 2, 17, "unreadable"),
        ("open.race", 1, 1, "undetermined"),
    ]
    [gone] = ask("verify", "gone.race")["records"]
    assert (gone["record"], gone["line"], gone["game"]) == (0, 0, None)
