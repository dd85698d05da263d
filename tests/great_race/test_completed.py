"""`steward infer` names what was lost, and nothing that was written."""

from pathlib import Path

import pytest

from verifier.cli import main

HEAD = """\
game great-race
board kestrel
route Almar Dunmore
seat Blue
seat Orange
"""

ALL_BUT_D9 = (
    "track@a2 track@a3 track@a4 track@a5 track@a6 track@a7 track@a8 track@a9 track@b2 track@b3 track@b4 track@b5 "
    "track@b6 track@b7 scrub@b8 scrub@b9 scrub@c2 scrub@c3 scrub@c4 scrub@c5 scrub@c6 scrub@c7 scrub@c8 scrub@c9 "
    "dunes@d2 dunes@d8"
)

LOST_SPLIT = """\
position
  Blue b2 chassis 2 hand Pilot Guide left M1
  Orange Almar left T1
  tiles track@b2 scrub@b3
end
Blue: drive b3/? -Pilot
"""

LOST_TILE = f"""\
position
  Blue Almar left X1
  Orange Almar left T1
  tiles {ALL_BUT_D9}
  bag gorge 1 storm 1
end
Blue: scout storm@d9 drop ?
"""


@pytest.mark.parametrize(
    ("lines", "named", "line"),
    [
        (LOST_SPLIT, "the payment is `c1`", "Blue: drive b3/c1 -Pilot"),
        (LOST_TILE, "the dropped is `gorge`", "Blue: scout storm@d9 drop gorge"),
    ],
    ids=["a written discard is no lost part", "a dropped tile is one"],
)
def test_lost_parts(
    lines: str, named: str, line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "lost.race"
    path.write_text(HEAD + lines, encoding="utf-8")
    main(["infer", str(path)])
    told = capsys.readouterr().out
    assert named in told and line in told
    assert told.count(" in every completion") == 1
