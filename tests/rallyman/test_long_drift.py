"""A corner with five drift spaces, which no shipped stage has: a restart from the third goes on in first gear."""

from pathlib import Path

import pytest

from verifier.records.replay import verify

HEAD = """schema = "rallyman-stage/1"
id = "five"
name = "Five"
start = ["s1"]
zone_order = ["P"]
zones = { P = { surface = "asphalt" } }
terrain = { meadow = 0 }
corners = { K1 = { hand = "left" } }
"""
SPACES = (
    'id = "s1", kind = "straight", width = "narrow", next = ["k1i", "k1d1"]',
    'id = "k1i", role = "inside", note = 2, next = ["s2"]',
    'id = "k1d1", role = "drift", index = 1, note = 3, next = ["k1d2", "k1i"]',
    'id = "k1d2", role = "drift", index = 2, note = 3, next = ["k1d3", "k1i"]',
    'id = "k1d3", role = "drift", index = 3, note = 3, next = ["k1d4"]',
    'id = "k1d4", role = "drift", index = 4, note = 3, next = ["k1d5"]',
    'id = "k1d5", role = "drift", index = 5, note = 3, next = ["s2"]',
    'id = "s2", kind = "straight", width = "narrow", next = ["FINISH"]',
)


def stage() -> str:
    corner = 'kind = "corner", corner = "K1", '
    spaces = ", ".join(
        f'{{ {space}, {"" if "kind" in space else corner}zone = "P", left = "meadow", right = "meadow" }}'
        for space in SPACES
    )
    return f"{HEAD}space = [{spaces}]\n"


@pytest.mark.parametrize(("reading", "verdict"), [("A", "illegal"), ("B", "legal"), ("C", "illegal")])
def test_a_restart_deep_in_a_drift(tmp_path: Path, reading: str, verdict: str) -> None:
    (tmp_path / "five.toml").write_text(stage(), encoding="utf-8")
    text = f"""game rallyman
ruling restart-deep-in-drift = {reading}
stage "five.toml"
driver A
position
  turn 2
  A k1d3 right
end
A: 1/d g/d =1 > k1d5
"""
    [report] = verify(text, str(tmp_path / "record.race"))
    assert report.verdict == verdict, report.findings
