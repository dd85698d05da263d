"""Scenes on the board: moves, cities, tiles (`scenes.py` has their notation)."""

NEARLY_FULL = (
    "a2 a3 a4 a5 a6 a7 a8 a9 b2 b3 b4 b5 b6 b7 b8 b9 c2 c3 c4 c5 c6 c7 c8 c9 d2 d8"  # all spaces but d9
)
EVERYWHERE = " ".join(f"track@{space}" for space in NEARLY_FULL.split()[:14]) + "".join(
    f" {kind}@{space}"
    for kind, space in zip(["scrub"] * 10 + ["dunes"] * 2, NEARLY_FULL.split()[14:], strict=True)
)

MOVES = """
board great-basin
route Anvil Sorrel
Blue c14 engine 3 chassis 3 left M1
Orange Anvil left T1
tiles track@c14 scree@c15
> Blue: drive c15/e1
> Blue: drive c15/c1

board great-basin
route Anvil Sorrel
Blue d13 chassis 1|2 hand Escort left M1
Orange Anvil left T1
tiles track@d13 rapids@d14
> Blue: drive d14~card/c1
> Blue: drive d14~card/e1

Blue b4 fuel 2|1|0 engine 2|1 chassis 1|0 left M1+S1|M1
Orange Almar left T1
tiles track@b4 track|ford|ambush|jungle|rocks@c4 track@c5
> Blue: drive c4
> Blue: drive c4/e1
> Blue: drive c4/c1
> Blue: drive c4/e2
> Blue: drive c4/e1c1
> Blue: drive c4~S
> Blue: drive c4 c5
> Blue: drive c4/e1 c5
> Blue: drive c4/e2 c5

Blue b4 fuel 3|2|1 engine 3|2|1|0 left M1|T1
Orange Almar left T1
tiles track@b4 track|scrub@b5 track@c5 track@c4
> Blue: drive b5
> Blue: drive b5 c5
> Blue: drive b5/e1 c5
> Blue: drive b5/e1 c5 c4
> Blue: drive a9
> Blue: drive c4!
> Blue: drive stay

Blue c4 hand Guide|none left M1
Orange c2 left T1
tiles track@c4 ford|track@c5 marsh|track@c6 track@c7 track@c2
> Blue: drive c5 c6
> Blue: drive c5/e1 c6
> Blue: drive c5~guide/e1 c6
> Blue: drive c5~guide c6
> Blue: drive c5~guide/e1 c6 c7
> Blue: drive c5/e1

Blue c4 fuel 1|0|9|10 hand Jerrycan|none chassis 5|1 left M1
Orange c2 left T1
tiles track@c4 dunes|track@c5 track@c2
> Blue: drive c5
> Blue: drive +Jerrycan c5
> Blue: drive c5 +Jerrycan

Blue c4 left M1 hand Escort|none|Escort+Pilot chassis 5|1
Orange c5|c2 left T1
tiles track@c4 ambush|track@c5 track@c2
> Blue: drive c5
> Blue: drive c5~card
> Blue: drive c5~card -Pilot
> Blue: drive c5/e1c1
> Blue: drive c5/c2 -Pilot
> Blue: drive c5/e2
"""

BLIND = """
Blue c4 fuel 3|2|1|0 engine 2|1 chassis 1|0 hand none|Jerrycan left M1
Orange Almar left T1
tiles track@c4
> Blue: drive c5=track
> Blue: drive c5=dunes!
> Blue: drive c5=dunes
> Blue: drive c5=dunes +Jerrycan
> Blue: drive c5=jungle/e1
> Blue: drive c5=track c6=track

Blue c4 fuel 3 engine 2|1 chassis 1|0 hand none|Escort left M1+S1|M1
Orange Almar left T1
tiles track@c4
> Blue: drive c5=ambush!
> Blue: drive c5=ambush~S
> Blue: drive c5=ambush~card
> Blue: drive c5=ambush/e1c1
> Blue: drive c5=ambush/e1

Blue c4 fuel 3|2|5 engine 3|1 chassis 0 left M2
Orange Almar left M1
tiles track@c4
bag track 3 gorge 1
> Blue: drive c5=track c6=gorge!
> Blue: drive c5=gorge! // Orange: drive c2=gorge/e1c1
> Blue: drive c5=gorge! // Orange: pass // Blue: drive c5=gorge!

Blue c4 left M1
Orange Almar left T1
tiles track@c4 track|dunes@c5
bag track 0|1
removed gorge
> Blue: drive c3=gorge/e2
> Blue: drive c3=track
> Blue: drive c5=track
"""

CITIES = """
Blue b9 fuel 1|0 hand none|Guide left M1
Orange Almar left T1
tiles track@b9
> Blue: drive Dunmore(?)
> Blue: drive Dunmore(?3)

Blue c3 fuel 2|1|0 chassis 5|2|1|0 hand none|Pilot left M1
Orange Almar left T1
tiles track@c3
> Blue: drive Corso(Pilot Guide)
> Blue: drive Corso(Pilot)
> Blue: drive Corso(Pilot Guide -Pilot)
> Blue: drive Corso(Jerrycan Guide +Jerrycan)
> Blue: drive Corso(Pilot Guide) d2=track
> Blue: drive Corso/e1
> Blue: drive Corso=track
> Blue: drive Corso!

Blue Corso fuel 1|0 money 100|50|0|150 engine 5|0 hand none|Transport|Transport+Transport left M1|X1
Orange Almar left T1
> Blue: drive sea PortVell(Pilot)
> Blue: drive sea PortVell[Transport](Pilot)
> Blue: drive sea PortVell[Transport Transport](Pilot)
> Blue: drive sea PortVell[Guide](Pilot)
> Blue: drive air PortVell(Pilot)
> Blue: play Transport; pass
> Blue: drive d2=track c2=track

Blue c3 left M3
Orange Almar left T1
tiles track@c3
> Blue: drive Corso(Pilot Guide) // Orange: pass // Blue: drive c3 // Blue: drive Corso(Refuel Jerrycan)

Blue c8 engine 1|2 left M1
Orange Almar left T1
tiles track@c8 track@c9
> Blue: drive c9 Dunmore
> Blue: drive c9

Blue c7|c8 fuel 5|0 left M1
Orange c7 left T1
tiles track@c7 track@c8
track 7 Orange|Blue+Orange
> Blue: drive PortVell(Pilot)
> Blue: drive c8 c7
"""

TILES = f"""
Blue Almar left X1|M1
Orange b9 left X1
tiles track|scrub@b2 track@b9 track@c9
> Blue: scout track@c2 track@b3
> Blue: scout track@b3 track@c3
> Blue: scout track@c2 track@a2
> Blue: scout track@a8 track@c2
> Blue: scout track@b8 track@c2
> Blue: scout track@b2 track@c2
> Blue: scout track@Corso track@c2
> Blue: scout track@c2
> Blue: scout track@c2 drop track
> Blue: draw

Blue Almar left X2
Orange Almar left S1
bag gorge 1 storm 1
tiles {EVERYWHERE}
> Blue: scout storm@d9 drop gorge
> Blue: scout storm@d9 drop gorge // Orange: clear b9 // Blue: scout gorge@b9

Blue Almar left X2
Orange Almar left T1
removed gorge gorge
bag track 1|0|2
> Blue: scout track@b2
> Blue: scout track@b2 gorge@c2
> Blue: scout track@b2 track@c2
> Blue: draw

Blue Almar left X1
Orange Almar left M1+X1
> Blue: scout track@b2 track@c2 // Orange: drive b2
> Blue: scout track@b2 track@c2 // Orange: scout track@a2 track@b3

Blue Almar left S1|T1
Orange b2|c9 left T1
tiles track@b2 track@b3 track@c9
> Blue: clear b2
> Blue: clear b3
> Blue: clear c9
> Blue: clear c2
> Blue! clear b3

Blue Almar hand Cartographer|none left X1
Orange c9 left T1
> Blue: play Cartographer track@b2 track@c2 scrub@b3; pass
> Blue: play Cartographer track@b2 scrub@b3 track@c3; pass
> Blue: play Cartographer track@b2 track@c2; pass
"""
