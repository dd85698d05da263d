"""Records whose pages are tested, and their frames."""

from pathlib import Path

from grammar.parser import parse
from verifier.records.replay import Options, judge_records
from verifier.render.replay_frames import Frame, frames_of

ROOT = Path(__file__).parents[2]
LONG = [
    "thunder_alley/three-laps-of-the-tri-oval",
    "thunder_alley/seven-at-the-table",
    "rallyman/pine-1",
    "great_race/four-leaders",
]
ILLEGAL = [
    "thunder_alley/illegal/draft-line-leaves-its-lane",
    "rallyman/illegal/car-in-the-way",
    "great_race/illegal/past-the-stop",
]
RACE = """game thunder-alley
track short-oval
team Red 29
team Blue 15
position
  29 1a
  15 3a
end
"""
"""A race of Thunder Alley with only its position written."""

EVIL = "</script><script>alert(1)</script>"
RIGHT_TO_LEFT = "\u202e"
HOSTILE = {
    "thunder-alley": f"""game thunder-alley
title "{EVIL}<!-- & {RIGHT_TO_LEFT} {"long " * 60}"
track short-oval
team Red "{EVIL}'&amp;" 29 25
car 29 "</style><img src=x onerror=alert(2)>"
position
  29 12b
  25 8a
end
29 Charge: f8 # {EVIL}
""",
    "rallyman": f"""game rallyman
title "{EVIL}"
stage hollow-pine
weather P=asphalt Q=snow
driver A "{EVIL}" tyres=snow
driver B "javascript:alert(1){RIGHT_TO_LEFT}" tyres=snow
R1 A: 1 2! 3 4 5 g =5
""",
    "great-race": f"""game great-race
title "{EVIL}"
board kestrel
route Almar Dunmore
seat Blue "{EVIL}"
seat Orange "' onload='alert(1){RIGHT_TO_LEFT}"
note "<img src=x onerror=alert(2)>"
turn 1
display Pilot Financier Jerrycan # {EVIL}
camp Orange Pilot
camp Blue Financier
camp Orange Jerrycan
camp Blue "{EVIL}" # <img src=x onerror=alert(3)>
""",
}


def frames(text: str, name: str = "a.race", folder: Path | None = None) -> tuple[Frame, ...]:
    return frames_of(judge_records(parse(text, name), Options(folder=folder, steps=True)))


def replayed(case: str) -> tuple[Frame, ...]:
    path = ROOT / "replays" / f"{case}.race"
    return frames(path.read_text(encoding="utf-8"), path.name, path.parent)
