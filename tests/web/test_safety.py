"""Who may ask what: hosts, origins, tokens, codes, sizes, hostile texts."""

import json
import os
import threading
import time
from pathlib import Path

import pytest

from tests.web.page import opened, served
from verifier.errors import StewardError
from verifier.web.folder import Folder
from verifier.web.worker import in_process


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", ""])
def test_another_host_is_refused(host: str, tmp_path: Path) -> None:
    """A name of the web that leads to this machine gets nothing."""
    with served(tmp_path) as page:
        assert page.owner().ask("GET", "/api/start", headers={"Host": host}).status in (400, 421)


def test_a_fault_is_said_and_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Folder, "listed", lambda _: 1 / 0)
    with served(tmp_path) as page:
        answer = page.owner().get("/api/start")
        assert answer.status == 500 and "fault of the tool" in answer.text
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert "ZeroDivision" not in answer.text
    assert "ZeroDivision" in capfd.readouterr().err


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


def test_the_token_is_found_beside_odd_cookies(tmp_path: Path) -> None:
    """Other servers on this machine may have set some."""
    with served(tmp_path) as page:
        own = page.owner().headers["Cookie"]
        for cookies in (f'x={{"a": 1}}; {own}', f"a b=[]; {own}; c"):
            assert page.stranger().ask("GET", "/api/start", headers={"Cookie": cookies}).status == 200


def test_behind_a_proxy_the_token_is_only_sent_by_tls(tmp_path: Path) -> None:
    with served(tmp_path, origin="https://races.example") as page:
        link = f"/?token={page.doors.token}"
        moved = page.stranger().ask("GET", link, headers={"Host": "Races.example"})
        assert "secure" in moved.headers["set-cookie"].lower()
        assert "secure" not in page.stranger().ask("GET", link).headers["set-cookie"].lower()


@pytest.mark.parametrize("name", ["a%23b.race", "a%2541.race", "a%C3%A4%20b.race"])
def test_the_link_leads_to_the_record_that_it_names(name: str, tmp_path: Path) -> None:
    with served(tmp_path) as page:
        moved = page.stranger().ask("GET", f"/table/{name}?token={page.doors.token}&x=1")
        assert moved.headers["location"] == f"/table/{name}?x=1"


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
        deep = page.owner().get("/api/offer/a.race", path=json.dumps([["car", "29"]] * 400))
        assert deep.status == 422 and "not offered" in deep.text
        assert page.owner().ask("POST", "/api/new", b"[" * 100_000).status == 422
        assert [one.name for one in tmp_path.iterdir()] == ["a.race"]


@pytest.mark.parametrize("chunked", [False, True])
def test_who_has_no_token_cannot_send_much(chunked: bool, tmp_path: Path) -> None:
    with served(tmp_path, lan=True) as page:
        visitor = page.stranger()
        body = json.dumps({"code": page.doors.code, "more": "x" * 2000}).encode()
        visitor.line.request(
            "POST", "/join", iter([body]) if chunked else body, visitor.headers, encode_chunked=chunked
        )
        assert visitor.line.getresponse().status == 413


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


def test_a_device_that_watches_asks_nothing_and_hears_nothing_once_sent_away(tmp_path: Path) -> None:
    with served(tmp_path, lan=True) as page:
        table, device = opened(page), page.stranger()
        joined = device.post("/join", code=page.doors.code)
        device.headers["Cookie"] = joined.headers["set-cookie"].split(";")[0]
        assert device.post("/api/ask/a.race", kind="legal", line=8).status == 403
        assert "not ask" in device.get("/decide/a.race", line=8).text
        device.line.request("GET", "/api/events/a.race", headers=device.headers)
        heard = device.line.getresponse()
        assert heard.readline().startswith(b"data: ") and heard.readline() == b"\n"
        page.owner().post("/api/lan", dismiss=True)
        table.write(["29 Charge: f3"])
        assert heard.read() == b""


def test_codes_cannot_be_tried_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither quickly nor all at once, and not for long."""
    monkeypatch.setattr("verifier.web.server.WRONG_CODE", 0.2)
    with served(tmp_path, lan=True) as page:
        begun = time.monotonic()
        threads = [threading.Thread(target=lambda: page.stranger().post("/join", code="x")) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert time.monotonic() - begun > 4 * 0.2
        code = page.doors.code
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
        in_process(Path(), (), _forever, seconds=1.5)
    with pytest.raises(StewardError, match="ended early"):
        in_process(Path(), (), _dies, seconds=20)
