"""Short records with room for lost parts, and how to ask about them."""

from verifier import api
from verifier.api import Inference

HEAD = """game thunder-alley
track short-oval
laps 1
option cars-per-team = 3
team Red 29 25 41
team Blue 15 4 9
grid 29 15 4 25 41 9
"""
BLOCK = """game thunder-alley
track short-oval
team Red 29
team Blue 15
position
  29 3a
  15 ?
end
"""
GRID = """game thunder-alley
option cars-per-team = 6
track short-oval
team Red 29 25 41 7 8 14
team Blue 15 4 9 2 3 6
team Green 43 23 22 46 1 33
grid 29 15 43 23 4 25 41 9 22 46 2 7 8 3 1 33 6 14
"""
PLACES = f"""{GRID.rpartition("grid")[0]}position
  29 8a
  14 place 15
end
"""
STAGE = """game rallyman
stage mill-lane
driver A tyres=asphalt
"""
PUSHED = """game rallyman
stage hollow-pine
driver A
position
  turn 4
  A s1 g2 t=30
end
"""
TABLE = """game great-race
ruleset base
board kestrel
route Almar Dunmore
seat Blue
seat Orange

turn 1
display Pilot Financier Jerrycan
camp Orange Pilot
camp Blue Financier
camp Orange Jerrycan
plan Blue X2 M2 T1
plan Orange X1 M2 S1 T1
Blue: scout track@b2 scrub@b3
Orange: scout dunes@c2 ford@c3
"""
EVENT = f"""{HEAD.rpartition("grid")[0]}position
  turn 2
  step event
  29 3a wear red black
  25 4a
  41 5b
  15 6a wear black
  4 6b
end
"""
WORN = f"""{HEAD.rpartition("grid")[0]}position
  29 3a wear red black
  15 6a wear blue blue red
end
"""
ENDED = f"""{HEAD.rpartition("grid")[0]}position
  turn 5
  15 place 1 crossed 2
  4 place 2 crossed 2
  9 place 3 crossed 2
  29 26b
  25 out place 6
  41 out place 5
end
"""
ARRIVED = f"""{TABLE.partition("turn 1")[0]}position
  turn 9
  Blue Dunmore finished 1 engine 2 chassis 1 money 90
  Orange c9 left M1
end
...
"""
CONVOY = f"""{TABLE.partition("turn 1")[0]}position
  turn 4
  Blue c5 fuel 2 engine 1 chassis 1 money 10 left M2 T1
  Orange d8 left M1
end
"""
LATE = f"""{TABLE.partition("turn 1")[0]}position
  turn 40
  phase convoy-over
  Blue c5
  Orange d8
end
"""


def infer(text: str, seconds: float = 60) -> Inference:
    """The answer, with time enough for a slow machine."""
    return api.infer(text, seconds=seconds)


def values(found: Inference) -> dict[str, tuple[str, ...]]:
    return {one.what: one.values for one in found.facts}
