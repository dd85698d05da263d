"""`steward serve`: where the page is, how it ends, the error without its packages. The page itself is tested in `web/`."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from tests.web.page import AtTable, Visitor, served
from verifier.cli import main, serve

ROOT = Path(__file__).parents[2]


HEADER = "game rallyman\nstage hollow-pine\ndriver A\nstart A\n"


@contextmanager
def running(folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], Any]]:
    """The command as a process, and the addresses that it prints."""
    (folder / "a.race").write_text(HEADER, encoding="utf-8")
    code = "from verifier.cli import run\nif __name__ == '__main__': run()"
    (folder / "steward.py").write_text(code, encoding="utf-8")
    command = [sys.executable, "steward.py", "serve", "a.race", "--port", "0", "--format", "json", *options]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(
        command, cwd=folder, env=env, text=True, start_new_session=True, **pipes
    ) as process:
        try:
            assert process.stdout is not None
            told = takewhile(lambda line: line != "}\n", process.stdout)
            yield process, json.loads("".join([*told, "}"]))["serve"]
        finally:
            process.kill()


def visitor_of(link: str) -> Visitor:
    """Somebody who has opened the link."""
    parts = urlsplit(link)
    assert parts.port is not None
    visitor = Visitor(parts.port)
    moved = visitor.get(parts.path, token=parts.query.removeprefix("token="))
    visitor.headers["Cookie"] = moved.headers["set-cookie"].split(";")[0]
    return visitor


def test_it_prints_a_link_and_ends_at_ctrl_c(tmp_path: Path) -> None:
    with running(tmp_path) as (process, answer):
        [link] = answer["links"]
        AtTable(visitor_of(link), "a.race")  # whose process must end, too, and without a word
        assert "/table/a.race?token=" in link and answer["code"] is None and answer["join"] == []
        with pytest.raises(HTTPError) as refused:  # without cookies the way leads in, and stops there
            urlopen(link, timeout=20)
        assert refused.value.code == 403
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(20) == 0
        assert process.stderr is not None and process.stderr.read() == ""


def test_a_crash_loses_nothing(tmp_path: Path) -> None:
    with running(tmp_path) as (process, answer):
        table = AtTable(visitor_of(answer["links"][0]), "a.race")
        table.choose([("die", "1"), ("face", "clear"), ("end", "")])
        process.kill()
        process.wait(20)
    text = (tmp_path / "a.race").read_text(encoding="utf-8")
    assert text.startswith(HEADER) and text.count("\n") == HEADER.count("\n") + 1
    with served(tmp_path) as page:
        again = AtTable(page.owner(), "a.race")
        assert again.text == text == table.text
        again.undo()
        assert again.text == HEADER and not again.view["undo"]


def test_other_devices_get_an_address_and_a_code(tmp_path: Path) -> None:
    with running(tmp_path, "--lan", "--origin", "https://races.example") as (_, answer):
        port = urlsplit(answer["links"][0]).port
        assert port is not None and answer["links"][1].startswith("https://races.example/table/a.race?token=")
        assert len(answer["code"]) == 8 and all(one.endswith(f":{port}/join") for one in answer["join"])
        at_proxy = {"Host": "races.example", "Origin": "https://races.example"}
        joined = Visitor(port).ask("POST", "/join", json.dumps({"code": answer["code"]}).encode(), at_proxy)
        assert joined.status == 200


def test_without_its_packages_it_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> object:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    monkeypatch.setattr(serve, "import_module", missing)
    assert main(["serve"]) == 2
    assert "pip install race-steward[web]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["gone"], "no folder"),
        ([".", "--origin", "races.example"], "is no address"),
        ([".", "--port", "99999999"], "cannot be used"),
    ],
)
def test_bad_usage_is_explained(argv: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", *argv]) == 2
    assert said in capsys.readouterr().err
