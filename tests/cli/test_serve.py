"""`steward serve`: where the page is, how it ends, what it says without its packages. The page itself is tested in `web/`."""

import json
import os
import signal
import subprocess
import sys
from itertools import takewhile
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from verifier.cli import main, serve

ROOT = Path(__file__).parents[2]


def test_it_prints_a_link_and_ends_at_ctrl_c(tmp_path: Path) -> None:
    (tmp_path / "a.race").write_text("game rallyman\nstage hollow-pine\ndriver A\n", encoding="utf-8")
    code = "from verifier.cli import run\nif __name__ == '__main__': run()"
    (tmp_path / "steward.py").write_text(code, encoding="utf-8")
    command = [sys.executable, "steward.py", "serve", "a.race", "--port", "0", "--format", "json"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, cwd=tmp_path, env=env, stdout=subprocess.PIPE, text=True) as running:
        try:
            assert running.stdout is not None
            answer = json.loads("".join([*takewhile(lambda line: line != "}\n", running.stdout), "}"]))[
                "serve"
            ]
            [link] = answer["links"]
            assert "/table/a.race?token=" in link and answer["code"] is None and answer["join"] == []
            with pytest.raises(HTTPError) as refused:  # without cookies the way leads in, and stops there
                urlopen(link, timeout=20)
            assert refused.value.code == 403
            running.send_signal(signal.SIGINT)
            assert running.wait(20) == 0
        finally:
            running.kill()


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
