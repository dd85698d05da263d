"""The page to step through: it loads nothing, takes a record only as text, and its steps add up to every position."""

import json
import re
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.pages.records import EVIL, HOSTILE, ILLEGAL, LONG, RIGHT_TO_LEFT, ROOT, frames, replayed
from verifier.api import simulate
from verifier.cli import main
from verifier.errors import printable
from verifier.games import GAMES
from verifier.render.page import HEAD, as_json, digest, scoped
from verifier.render.replay_page import replay_page


def data_of(page: str) -> Any:
    [data] = re.findall(r'<script type="application/json" id="race">([^<]*)</script>', page)
    return json.loads(data)


class Parsed(HTMLParser):
    """Collects elements, what they load or run, and the text outside scripts and styles."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]


def states(data: Any) -> Iterator[tuple[int, dict[str, Any], dict[str, Any], list[int], list[int]]]:
    """What each step shows: board, layers, pieces, rows, facts. The script of the page adds the differences up in this way."""
    board: int = -1
    layers: dict[str, Any] = {}
    pieces: dict[str, Any] = {}
    rows: list[int] = []
    facts: list[int] = []
    for step in data["steps"]:
        if step["b"] != board:
            board, layers, pieces, rows, facts = step["b"], {}, {}, [], []
        layers, pieces = ({**old, **step.get(key, {})} for old, key in ((layers, "l"), (pieces, "p")))
        pieces = {key: piece for key, piece in pieces.items() if piece is not None}
        rows, facts = step.get("r", rows), step.get("f", facts)
        yield board, layers, pieces, rows, facts


@pytest.mark.parametrize("case", [*LONG, *ILLEGAL])
def test_the_steps_add_up_to_every_position(case: str) -> None:
    every = replayed(case)
    data = data_of(replay_page(every))
    texts, rows = data["texts"], data["rows"]
    for frame, (board, layers, pieces, standings, facts) in zip(every, states(data), strict=True):
        scene = frame.scene()
        if scene is None:
            assert board == -1
            continue
        assert {key: texts[number] for key, number in layers.items()} == dict(scene.layers)
        assert set(pieces) == {piece.id for piece in scene.pieces}
        for piece in scene.pieces:
            x, y, look, words = pieces[piece.id]
            assert (x, y) == (round(piece.at[0], 1), round(piece.at[1], 1))
            assert (texts[look], texts[words]) == (piece.look, piece.words)
        assert [rows[number] for number in standings] == [[row.id, *row.cells] for row in scene.rows]
        assert [texts[number] for number in facts] == list(scene.facts)
        assert data["boards"][board]["head"] == list(scene.head) or not scene.head


@pytest.mark.parametrize("case", LONG)
def test_a_full_race_is_small_and_has_its_board_once(case: str) -> None:
    page = replay_page(replayed(case))
    assert len(page.encode()) < 500_000
    assert page.count("<figure") == 1
    assert page == replay_page(replayed(case)), "the same record gives the same bytes"


@pytest.mark.parametrize("game", GAMES)
def test_a_simulated_race_is_small(game: str) -> None:
    assert len(replay_page(frames(simulate(game, seed=3))).encode()) < 500_000


@pytest.mark.parametrize("case", [*LONG, *ILLEGAL])
def test_nothing_is_loaded_and_the_policy_proves_it(case: str) -> None:
    page = replay_page(replayed(case))
    found = Parsed(page)
    assert not {"link", "img", "iframe", "object", "embed", "base", "form"} & set(found.tags)
    assert not [one for one in found.attributes if one[1] in ("src", "style") or one[1].startswith("on")]
    assert {value[0] for tag, name, value in found.attributes if name == "href"} == {"#"}
    assert "url(" not in page and "@import" not in page
    [policy] = re.findall(r'Content-Security-Policy" content="([^"]*)"', page)
    allowed = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    [style], scripts = (
        re.findall("<style>(.*?)</style>", page, re.DOTALL),
        re.findall("<script>(.*?)</script>", page, re.DOTALL),
    )
    assert allowed == {
        "default-src": "'none'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "style-src": digest(style),
        "script-src": digest(scripts[0]),
    }
    assert len(scripts) == 1 and page.index("Content-Security-Policy") < page.index("<style>")


@pytest.mark.parametrize("case", ILLEGAL)
def test_a_finding_stands_in_its_line_with_its_rule_unfolded(case: str) -> None:
    every = replayed(case)
    page = replay_page(every)
    place, frame = next((place, frame) for place, frame in enumerate(every) if frame.findings)
    [line] = re.findall(rf'<li data-step="{place}".*?</details></?[a-z]', page, re.DOTALL)
    [finding] = frame.findings
    assert 'class="illegal"' in line and f'href="#s={place + 1}"' in line
    assert (
        re.sub("`([^`]+)`", r"<code>\1</code>", finding.fact) in unescape(line)
        and "<details open>" in line
        and finding.rules[0] in line
    )
    step = data_of(page)["steps"][place]
    assert 'class="stop"' in step["m"] and "before" in step["n"]


def test_cars_go_from_effect_to_effect() -> None:
    every = replayed("thunder_alley/three-laps-of-the-tri-oval")
    data = data_of(replay_page(every))
    place = next(place for place, frame in enumerate(every) if frame.lines[0][1].startswith("45 Staying"))
    places = list(every[place].scene().places)  # type: ignore[union-attr]
    way = [places[number] for number in data["steps"][place]["v"]["45"]]
    assert way == list(every[place].marks().path[1:-1]) and len(way) == 5


@pytest.mark.parametrize("game", GAMES)
def test_nothing_in_a_record_gets_into_the_markup(game: str) -> None:
    every = frames(HOSTILE[game], f"{EVIL}.race")
    page = replay_page(every)
    found = Parsed(page)
    assert found.tags.count("script") == 2 and found.tags.count("style") == 1 and "img" not in found.tags
    assert not [one for one in found.attributes if one[1].startswith("on") or one[2].startswith("javascript")]
    assert RIGHT_TO_LEFT not in page and "\\u202e" not in page
    data = data_of(page)
    for text in [*data["texts"], *(step.get("m", "") for step in data["steps"])]:
        if text.startswith("<"):
            drawn = Parsed(text)
            assert not {"script", "img", "style"} & set(drawn.tags)
            assert not [one for one in drawn.attributes if one[1].startswith("on")]


def test_a_drawing_in_a_page_is_well_formed() -> None:
    for case in LONG:
        page = replay_page(replayed(case))
        [figure] = re.findall(r"<figure[^>]*>(<svg.*?</svg>)</figure>", page, re.DOTALL)
        ElementTree.fromstring(figure)
        for text in data_of(page)["texts"]:
            if text.startswith("<"):
                ElementTree.fromstring(f"<g>{text}</g>")


def test_a_keyboard_and_a_screen_reader_find_everything() -> None:
    page = replay_page(replayed(LONG[0]))
    found = Parsed(page)
    labelled = {value for tag, name, value in found.attributes if name == "aria-label"}
    assert {"first step", "step back", "next step", "last step", "step", "steps"} <= labelled
    assert ("p", "aria-live", "polite") in found.attributes and ("html", "lang", "en") in found.attributes
    steps = len(data_of(page)["steps"])
    assert re.findall(r'<a class="line" href="#s=(\d+)">', page) == [str(n + 1) for n in range(steps)]


def test_several_records_of_a_file_have_a_board_each() -> None:
    texts = [(ROOT / "replays" / f"{case}.race").read_text(encoding="utf-8") for case in ILLEGAL[:2]]
    page = replay_page(frames("\n".join(texts)))
    data = data_of(page)
    assert page.count("<figure") == 2 and {step["b"] for step in data["steps"]} >= {0, 1}
    assert ".board-rallyman .car{" in page and ".board-thunder-alley .car{" in page


def test_a_record_that_cannot_be_read_has_a_page() -> None:
    page = replay_page(frames('game chess\ntitle "x"\ne4 e5\n'))
    assert "unreadable" in page and data_of(page)["steps"][0]["b"] == -1


def test_data_and_styles_stay_in_their_element() -> None:
    assert as_json({"a": "</script>&\u2028"}) == '{"a":"\\u003c/script\\u003e\\u0026\\u2028"}'
    assert scoped(".a,.b{x:y}text{z:0}", ".c") == ".c .a,.c .b{x:y}.c text{z:0}"
    assert digest("") == "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"


def test_the_command_writes_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, out = str(ROOT / "replays" / f"{ILLEGAL[0]}.race"), tmp_path / "race.html"
    assert main(["replay", record, "--html", str(out)]) == 0
    assert capsys.readouterr().out == f"page written to {printable(str(out))}\n"
    assert out.read_text(encoding="utf-8").startswith(HEAD)
    assert main(["replay", f"{record}@24", "--html", str(out), "--quiet"]) == 0
    assert data_of(out.read_text(encoding="utf-8"))["start"] == 3
    assert main(["replay", record, "--html", "-"]) == 0
    assert "page written" not in capsys.readouterr().out


def test_a_file_that_is_no_page_is_not_overwritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "mine.html"
    kept.write_text("<p>mine</p>", encoding="utf-8")
    record = str(ROOT / "replays" / f"{ILLEGAL[0]}.race")
    assert main(["replay", record, "--html", str(kept)]) == 2
    assert "is not a page of this tool" in capsys.readouterr().err
    assert kept.read_text(encoding="utf-8") == "<p>mine</p>"
