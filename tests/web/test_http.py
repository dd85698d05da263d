"""The page by its addresses: records are made, written choice by choice, followed, asked about."""

import threading
from pathlib import Path

import pytest

from tests.pages.records import RACE
from tests.web.driving import header_of, simulated, write_race
from tests.web.page import AtTable, opened, served
from verifier.game import SimulateRequest
from verifier.games import GAMES
from verifier.records.replay import verify


@pytest.mark.parametrize(
    ("game", "number"),
    [("thunder-alley", 1), ("thunder-alley", 2), ("rallyman", 1), ("rallyman", 2), ("great-race", 1)],
)
def test_a_simulated_race_is_recorded_click_by_click(
    game: str, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    policy = "plausible" if number == 1 else "wild"
    text, decided = simulated(SimulateRequest(11, number, 2, policy), game, monkeypatch)
    with served(tmp_path) as page:
        visitor = page.owner()
        name = visitor.post("/api/new", text=header_of(text, decided), name="race").json["open"]
        table = AtTable(visitor, name)
        clicked, _ = write_race(table, decided)
        if rest := text[len(table.text) :].rstrip("\n"):
            table.write(rest.split("\n"))
        saved = (tmp_path / name).read_text(encoding="utf-8")
        assert saved == table.text == text
        assert table.view["verdict"] == "legal" and clicked > 0.8 * len(decided)
        while table.view["undo"]:
            table.undo()
        assert (tmp_path / name).read_text(encoding="utf-8") == header_of(text, decided)
    assert [one.verdict for one in verify(saved)] == ["legal"]


@pytest.mark.parametrize("game", GAMES)
def test_a_new_record_begins_with_a_choice(game: str, tmp_path: Path) -> None:
    with served(tmp_path) as page:
        visitor = page.owner()
        made = visitor.post("/api/new", game=game, players=2, title="Club evening").json["open"]
        table = AtTable(visitor, made)
        assert made == "race.race" and 'title "Club evening"' in table.text
        assert table.view["offer"]["choices"] and table.view["verdict"] == "legal"
        assert visitor.post("/api/new", game=game, players=2).json["open"] == "race-2.race"
        [one, other] = visitor.get("/api/start").json["records"]
        assert {one["name"], other["name"]} == {"race.race", "race-2.race"}


def test_a_new_record_goes_by_the_rules_that_were_chosen(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        visitor = page.owner()
        games = {one["name"]: one for one in visitor.get("/api/start").json["games"]}
        assert games["great-race"]["rules"] == ["base", "leader"]
        made = visitor.post("/api/new", game="great-race", players=2, rules="leader").json["open"]
        table = AtTable(visitor, made)
        assert "ruleset leader" in table.text and 'seat Blue "Ana" leader' in table.text
        assert table.view["offer"]["choices"]
        for rules in ("es", "../club.toml"):
            refused = visitor.post("/api/new", game="great-race", rules=rules)
            assert refused.status == 422 and "which ruleset?" in refused.text


def test_whole_moves_are_offered_by_where_they_end(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        table = opened(page)
        path = '[["car","29"],["card","charge"]]'
        assert table.visitor.get("/api/offer/a.race", path=path).json["whole"]
        places = table.visitor.get("/api/ways/a.race", path=path).json["places"]
        assert set(places) >= {"4a", "4b"}
        ways = [
            one
            for place in places
            for one in table.visitor.get("/api/ways/a.race", path=path, place=place).json["ways"]
        ]
        assert len(ways) >= len(places)
        words = {one["line"]: one["words"] for one in ways}
        assert words["29 Charge: f3"] == "forward 3 times" and len({*words.values()}) == len(words)
        for one in ways:
            table.write([one["line"]])
            assert table.view["verdict"] == "legal"
            table.undo()


def test_an_illegal_line_is_written_and_explained(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        table = opened(page)
        table.write(["29 Charge: f9"])
        assert table.view["verdict"] == "illegal"
        [line] = [one for one in table.view["lines"] if one.get("findings")]
        finding = line["findings"][0]
        assert finding["rules"][0]["title"] and finding["instead"]
        scene = table.visitor.get("/api/at/a.race", line=line["line"]).json
        assert scene["mover"] == "29" and "stop" in scene["marks"]


def test_two_writers_do_not_overwrite_each_other(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        one, other = opened(page), AtTable(page.owner(), "a.race")
        one.write(["29 Charge: f3"])
        late = other.visitor.post("/api/do/a.race", op="undo", version=other.view["version"])
        assert late.status == 409 and "somebody else" in late.text


def test_a_file_that_changes_outside_is_read_again(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        table = opened(page)
        (tmp_path / "a.race").write_text(f"{RACE}29 Charge: f3\n", encoding="utf-8")
        assert table.visitor.get("/api/desk/a.race").json["text"].endswith("f3\n")


def test_questions_are_answered_with_a_drawing(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        table = opened(page, f"{RACE}29 Charge: f3\n")

        def ask(kind: str, line: int, words: str = "") -> dict[str, object]:
            found: dict[str, object] = table.visitor.post(
                "/api/ask/a.race", kind=kind, line=line, words=words
            ).json
            return found

        assert "ghost" in str(ask("legal", 8)["scene"])
        why = ask("why-not", 8, "29 Charge: f9")
        assert "TA-" in str(why["findings"]) and "stop" in str(why["scene"])
        assert str(ask("why-not", 8, "29 Charge: f3")["said"]).startswith("legal")
        empty = table.visitor.post("/api/ask/a.race", kind="why-not", line=8, words=" ")
        assert empty.status == 422 and "write the line first" in empty.text
        assert "TA-6" in str(ask("rule", 9)["rules"])
        assert "legal" in str(ask("readings", 9)["choices"])
        page_of = table.visitor.get("/decide/a.race", line=9)
        assert page_of.headers["content-security-policy"].endswith("sandbox") and "legal" in page_of.text


@pytest.mark.parametrize("game", GAMES)
def test_before_the_first_move_it_is_said_what_is_due(game: str, tmp_path: Path) -> None:
    with served(tmp_path) as page:
        visitor = page.owner()
        table = AtTable(visitor, visitor.post("/api/new", game=game, players=2).json["open"])
        told = visitor.post(f"/api/ask/{table.name}", kind="legal", line=99).json
        assert told["ways"] or told["choices"]
        assert "undetermined" not in str(told) and told["said"]


def test_a_record_with_a_late_title_has_not_begun(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        header = 'game rallyman\nstage hollow-pine\ndriver A\nstart A\ntitle "Late"\n'
        assert not opened(page, header).view["begun"]
        assert opened(page).view["begun"]


def test_a_position_is_set_up_and_becomes_a_record(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        table = opened(page)
        told = table.visitor.post("/api/setup/a.race").json
        assert told["lines"][-1] == "15 3a" or "29 1a" in told["lines"]
        moved = [one.replace("3a", "7b") for one in told["lines"]]
        told = table.visitor.post("/api/setup/a.race", lines=moved).json
        assert told["scene"]["at"]["15"] == "7b" and not told["findings"]
        told = table.visitor.post("/api/setup/a.race", lines=["15 99z"]).json
        assert told["findings"][0]["verdict"] == "unreadable"
        made = table.visitor.post("/api/do/a.race", op="position", lines=moved, fresh=True).json["open"]
        assert made == "a-position.race" and "15 7b" in AtTable(table.visitor, made).text


def test_followers_hear_of_changes(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        table = opened(page)
        heard: list[bytes] = []
        begun = threading.Event()

        def follow() -> None:
            visitor = page.owner()
            visitor.line.request("GET", "/api/events/a.race", headers=visitor.headers)
            answer = visitor.line.getresponse()
            while len(heard) < 2:
                line = answer.readline()
                if line.startswith(b"data: "):
                    heard.append(line)
                    begun.set()

        thread = threading.Thread(target=follow, daemon=True)
        thread.start()
        assert begun.wait(10)
        table.write(["29 Charge: f3"])
        thread.join(10)
        assert [one.decode().strip() for one in heard][-1] == f"data: {table.view['version']}"
