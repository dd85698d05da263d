"""`docs/disputes.md` shows what the commands print."""

import re
from pathlib import Path

import pytest

from verifier.cli import main

PAGE = Path(__file__).parents[2] / "docs/disputes.md"
HEAD = """game thunder-alley
track short-oval
team Red 29 25
position
  29 12b
  25 8a
end
# two stories

"""


def test_the_comparison_is_what_verify_prints(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = PAGE.read_text(encoding="utf-8")
    [block] = re.findall(r"```lines\n(.*?)```", text, re.DOTALL)
    [shown] = re.findall(r"```\n(line .*?)```", text, re.DOTALL)
    path = tmp_path / "a.race"
    path.write_text(HEAD.removesuffix("\n") + block, encoding="utf-8")
    main(["verify", str(path)])
    assert " ".join(shown.split()) in " ".join(capsys.readouterr().out.split())


def test_the_inference_is_what_infer_prints(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = PAGE.read_text(encoding="utf-8")
    [record] = re.findall(r"```race\n(.*?)```", text, re.DOTALL)
    [shown] = re.findall(r"```\nlost.race: (.*?)```", text, re.DOTALL)
    path = tmp_path / "lost.race"
    path.write_text(record, encoding="utf-8")
    assert main(["infer", str(path)]) == 3
    assert " ".join(shown.split()) in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("verb", ["decide", "infer"])
def test_every_option_is_named(capsys: pytest.CaptureFixture[str], verb: str) -> None:
    text = PAGE.read_text(encoding="utf-8")
    main([verb, "--help"])
    options = set(re.findall(r"--[a-z-]+", capsys.readouterr().out)) - {"--help", "--quiet"}
    assert options <= set(re.findall(r"--[a-z-]+", text))
