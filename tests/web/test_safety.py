"""Who may ask what: hosts, origins, tokens, sizes, names, and files outside the folder."""

import json
import os
from pathlib import Path

import pytest

from tests.pages.records import RACE
from tests.web.page import AtTable, Served, served
from verifier.errors import StewardError
from verifier.web.folder import Folder
from verifier.web.worker import in_process


def opened(page: Served, text: str = RACE) -> AtTable:
    (page.folder / "a.race").write_text(text, encoding="utf-8")
    return AtTable(page.owner(), "a.race")


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", ""])
def test_another_host_is_refused(host: str, tmp_path: Path) -> None:
    """A name of the web that leads to this machine gets nothing."""
    with served(tmp_path) as page:
        assert page.owner().ask("GET", "/api/start", headers={"Host": host}).status in (400, 421)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", None, "https://127.0.0.1:80"])
def test_a_change_from_another_page_is_refused(origin: str | None, tmp_path: Path) -> None:
    with served(tmp_path) as page:
        body = json.dumps({"game": "rallyman"}).encode()
        assert page.owner().ask("POST", "/api/new", body, {"Origin": origin}).status == 403
        assert page.owner().ask("POST", "/api/new", body, {"Content-Type": "text/plain"}).status == 415
        assert not list(tmp_path.iterdir())


def test_nothing_is_told_without_the_token(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        opened(page)
        for path in (
            "/",
            "/table/a.race",
            "/raw/a.race",
            "/api/start",
            "/api/desk/a.race",
            "/api/events/a.race",
        ):
            assert page.stranger().get(path).status == 403, path
        assert page.stranger().post("/api/do/a.race", op="undo", version="").status == 403
        assert page.stranger().get("/", token="wrong").status == 403
        first = page.stranger().get("/table/a.race", token=page.doors.token)
        assert first.status == 303 and first.headers["location"] == "/table/a.race"
        cookie = first.headers["set-cookie"].lower()
        assert "httponly" in cookie and "samesite=strict" in cookie


def test_the_link_leads_to_no_other_site(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        moved = page.stranger().get("//evil.example/", token=page.doors.token)
        assert not moved.headers.get("location", "").startswith("//")


def test_every_answer_has_the_policy(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        opened(page)
        for path in (
            "/",
            "/table/a.race",
            "/static/table.js",
            "/api/start",
            "/nowhere",
            "/static/../server.py",
        ):
            answer = page.owner().get(path)
            assert "default-src 'none'" in answer.headers["content-security-policy"], path
            assert answer.headers["x-content-type-options"] == "nosniff"


def test_long_requests_are_refused(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        table = opened(page)
        assert table.visitor.ask("POST", "/api/new", b"x" * (2**21 + 1)).status == 413
        assert page.owner().post("/api/new", text="game rallyman\n" + "# x\n" * 300_000).status == 422
        assert (
            page.owner()
            .post("/api/do/a.race", op="choose", version=table.view["version"], path=[["car", "1"]] * 5000)
            .status
            == 422
        )
        assert page.owner().ask("POST", "/api/new", b"[" * 100_000).status == 422
        assert [one.name for one in tmp_path.iterdir()] == ["a.race"]


def test_a_request_without_a_length_is_cut_off(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        visitor = page.owner()
        parts = (b"x" * 2**16 for _ in range(40))
        visitor.line.request("POST", "/api/new", parts, visitor.headers, encode_chunked=True)
        assert visitor.line.getresponse().status == 413


BODIES = [
    b"",
    b"[]",
    b"null",
    b"\xff",
    b'{"op": 1, "version": []}',
    b'{"op": "type", "version": "{version}", "text": "\\ud800"}',
    b'{"op": "choose", "version": "{version}", "path": [["\\ud800", "\\u0000"]]}',
    b'{"op": "choose", "version": "{version}", "path": {"a": 1}}',
    b'{"op": "choose", "version": "{version}", "path": []}',
    b'{"op": "comment", "version": "{version}", "line": 999999999999}',
    b'{"op": "replace", "version": "{version}", "text": "game chess"}',
    b'{"op": "position", "version": "{version}", "lines": "15 3a"}',
    b'{"kind": "why-not", "line": -5, "words": "\\u0000\\u202e"}',
    b'{"kind": "rule", "line": 1e400}',
    b'{"kind": "decide", "line": "x"}',
    b'{"code": "\\ud800"}',
]


@pytest.mark.parametrize("body", BODIES)
def test_odd_requests_are_refused_in_words(body: bytes, tmp_path: Path) -> None:
    with served(tmp_path, lan=True) as page:
        table = opened(page)
        body = body.replace(b"{version}", table.view["version"].encode())
        for path in (
            "/api/do/a.race",
            "/api/ask/a.race",
            "/api/setup/a.race",
            "/api/new",
            "/api/lan",
            "/join",
        ):
            answer = page.owner().ask("POST", path, body)
            assert answer.status < 500, (path, answer.text)
        for query in ("%5B%5B", "%22%5Cud800%22", "%5B%5B%22%5Cud800%22%2C%22%22%5D%5D", "1"):
            for kind in ("offer", "ways"):
                assert page.owner().get(f"/api/{kind}/a.race?path={query}&place=%ff").status < 500


NAMES = [
    "../secret.race",
    "..%2fsecret.race",
    "%2e%2e/secret.race",
    "/etc/passwd",
    "//etc/passwd.race",
    "sub/../../secret.race",
    ".hidden.race",
    "a.race/../../secret.race",
    "link.race",
    "folder/secret.race",
    "a.txt",
    "a\\..\\secret.race",
    "a%00.race",
    "C:secret.race",
]


@pytest.mark.parametrize("name", NAMES)
def test_no_file_outside_the_folder_is_read_or_written(name: str, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (tmp_path / "secret.race").write_text(RACE, encoding="utf-8")
    (home / ".hidden.race").write_text(RACE, encoding="utf-8")
    (home / "link.race").symlink_to(tmp_path / "secret.race")
    (home / "folder").symlink_to(tmp_path)
    before = sorted(tmp_path.iterdir())
    with served(home) as page:
        for kind in ("api/desk", "raw", "api/at", "api/events"):
            answer = page.owner().get(f"/{kind}/{name}")
            assert answer.status in (403, 404, 421, 422) or "Red" not in answer.text, (kind, answer.text)
        page.owner().post("/api/new", text=RACE, name=name)
        page.owner().post(f"/api/do/{name}", op="type", text="29 Charge: f3", version="")
        assert not [one for one in page.owner().get("/api/start").json["records"] if "secret" in one["name"]]
    assert sorted(tmp_path.iterdir()) == before
    assert (tmp_path / "secret.race").read_text(encoding="utf-8") == RACE


@pytest.mark.parametrize(
    "line", ["track ../hidden.toml", "ruleset ../hidden.toml", "track {}", "ruleset {}", "season ../a"]
)
def test_a_record_reads_no_file_outside_the_folder(line: str, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (tmp_path / "hidden.toml").write_text('secret = "the word is marmalade"\n', encoding="utf-8")
    (home / "link.toml").symlink_to(tmp_path / "hidden.toml")
    with served(home) as page:
        for path in (str(tmp_path / "hidden.toml"), "link.toml", "/etc/passwd"):
            text = f"game thunder-alley\n{line.format(path)}\nteam Red 29\n"
            made = page.owner().post("/api/new", text=text).json["open"]
            view = page.owner().get(f"/api/desk/{made}")
            assert view.status == 200 and "secret" not in view.text and "marmalade" not in view.text
            asked = page.owner().post(f"/api/ask/{made}", kind="readings", line=2)
            assert "marmalade" not in asked.text and "secret" not in asked.text


def test_a_record_may_use_files_of_its_folder(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(
        'game = "thunder-alley"\nid = "mine"\nextends = "en-2014"\n', encoding="utf-8"
    )
    with served(tmp_path) as page:
        table = opened(page, RACE.replace("track", "ruleset mine.toml\ntrack"))
        assert "outside" not in str(table.view["lines"])


def test_hostile_texts_stay_texts(tmp_path: Path) -> None:
    bad = '<img src=x onerror=alert(1)>"><script>alert(1)</script>'
    text = f'game rallyman\nstage hollow-pine\ndriver "<script>alert(1)</script>"\ndriver B\nstart B\n{bad}\n'
    with served(tmp_path) as page:
        table = opened(page, text)
        scene = page.owner().get("/api/at/a.race").json
        drawn = [
            page.owner().get("/api/board/a.race").json["drawn"],
            *scene["layers"].values(),
            scene["marks"],
        ]
        drawn += [look for _, _, look, _ in scene["pieces"].values()]
        assert len(scene["pieces"]) == 2 and not [
            one for one in drawn if "<script" in one or "onerror" in one
        ]
        raw = page.owner().get("/raw/a.race")
        assert raw.headers["content-type"].startswith("text/plain") and raw.text == table.text


def test_another_device_follows_with_the_code_and_writes_only_if_allowed(tmp_path: Path) -> None:
    with served(tmp_path, lan=True) as page:
        opened(page)
        device, code = page.stranger(), page.doors.code
        assert device.get("/").headers["location"] == "/join"
        assert device.post("/join", code="00000001" if code != "00000001" else "2").status == 422
        joined = device.post("/join", code=f" {code[:4]} {code[4:]}")
        assert joined.status == 200
        assert device.post("/join", code=code).status == 422, "the code works once"
        device.headers["Cookie"] = joined.headers["set-cookie"].split(";")[0]
        view = device.get("/api/desk/a.race").json
        assert not view["write"]
        change = {"op": "type", "text": "29 Charge: f3", "version": view["version"]}
        assert device.post("/api/do/a.race", **change).status == 403
        assert device.post("/api/lan", write=True).status == 403
        assert page.owner().post("/api/lan", write=True).json["devices"] == 1
        assert device.post("/api/do/a.race", **change).status == 200
        page.owner().post("/api/lan", dismiss=True)
        assert device.get("/api/desk/a.race").status == 403


def test_codes_cannot_be_tried_out(tmp_path: Path) -> None:
    with served(tmp_path, lan=True) as page:
        code = page.doors.code
        for _ in range(5):
            assert page.doors.join("x") is None
        assert page.doors.code != code and page.doors.join(code) is None


def test_without_lan_there_is_no_way_to_join(tmp_path: Path) -> None:
    with served(tmp_path) as page:
        assert page.stranger().post("/join", code=page.doors.code).status == 422


def _forever() -> None:
    while True:
        pass


def _dies() -> None:
    os._exit(3)


def test_work_that_takes_too_long_is_ended() -> None:
    with pytest.raises(StewardError, match="no answer within"):
        in_process(_forever, seconds=1.5)
    with pytest.raises(StewardError, match="ended early"):
        in_process(_dies, seconds=20)


def test_a_change_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Folder(tmp_path)
    folder.write("a.race", RACE)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StewardError, match="No space left"):
        folder.write("a.race", "shorter\n")
    assert folder.read("a.race") == RACE and [one.name for one in tmp_path.iterdir()] == ["a.race"]
