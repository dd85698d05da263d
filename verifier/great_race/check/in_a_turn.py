"""Scenes of a turn apart from the board: money, cards, phases, the end (`scenes.py` has their notation)."""

WORK = """
Blue Almar|c2 fuel 9|8|7|10 money 40|20|10|0 left T1|none
Orange c2 left T1
tiles track@c2
> Blue: buy 1; cash
> Blue: buy 2; cash
> Blue: cash; buy 1
> Blue! buy 1

Blue Almar left T3|T1|T2|T4|T5|M1
Orange c2 left T1
tiles track@c2
> Blue: cash
> Blue: cash 1

Blue Almar|c2 engine 4|5|3|0 chassis 4|5 money 80|40|20|0 hand none|SparePart|Toolbox left M1
Orange c2 left T1
tiles track@c2
> Blue: repair none
> Blue: repair e1 pay
> Blue: repair e1c1 pay
> Blue: repair e1 with SparePart
> Blue: repair c1 with SparePart, e1 pay
> Blue: repair e3 with Toolbox
> Blue: repair e2c1 with Toolbox
> Blue: repair e1 with Guide
> Blue: repair e2 with SparePart

Blue c2 engine 2|0 chassis 2 hand Technician+Toolbox|Technician+SparePart|Technician left M1
Orange c2 left T1
tiles track@c2 track@c3
> Blue: play Technician repair e3 with Toolbox; drive c3
> Blue: play Technician repair e1 with SparePart; drive c3
> Blue: play Technician; drive c3
"""

SEQUENCES = """
next Blue|Orange
Blue c2 hand Financier|none|Pilot left M1+T1|T1|none passed|_
Orange c3 left T1|none
tiles track@c2 track@c3
> Blue: pass
> Blue: cash
> Blue: cash; drive stay
> Blue: play Financier; cash
> Blue: play Financier
> Blue: cash; play Financier
> Blue: buy 1; pass
> Blue: play Financier; buy 1; pass
> Blue! pass
> Blue! cash

phase convoy|camp|planning|convoy-over
Blue c2 left T1
Orange c3 left T1
tiles track@c2 track@c3
> Blue: cash
> Blue: buy 1; cash
> plan Blue M5
> turn 3

Blue Almar hand Pilot left S1|M1 engine 3
Orange c3 left T1|none
tiles ambush@c2
> Blue: play Pilot drive c2~S
> Blue: play Pilot drive c2~S // Orange: pass // Blue: pass
"""

CARDS = """
Blue c2 chassis 1|2 hand Guide left X1
Orange c3 hand Guide|none left X1
tiles track@c2 track@c3
discards ?43
> Blue: draw -Guide // Orange: draw Guide

Blue c2 fuel 9|10|5|4 hand Jerrycan|Refuel|Financier left T1|none _|passed
Orange c3 left T1
next Orange
tiles track@c2 track@c3
> Blue! Jerrycan
> Blue! Refuel
> Blue! Financier
> Blue! Escort

Blue c2 fuel 9|10|5|4 hand Jerrycan|Refuel|Financier|SparePart|Searcher left T1
Orange c3 left T1
tiles track@c2 track@c3
> Blue: play Jerrycan; pass
> Blue: play Refuel; pass
> Blue: play Financier; pass
> Blue: play SparePart; pass
> Blue: play Surveyor track@b3 track@b2; pass
> Blue: play Searcher ?2 drop ?; pass
> Blue: play Searcher ? drop ?2; pass

Blue c2 hand Saboteur left T1
Orange c3 engine 2|1|0 chassis 2|3|0 hand none|Pilot+Guide+Refuel left T1
White Almar left T1
tiles track@c2 track@c3
> Blue: play Saboteur Orange/e1c1; pass
> Blue: play Saboteur Orange/e2; pass
> Blue: play Saboteur Orange/c2; pass
> Blue: play Saboteur Orange/c2 -Guide -Pilot; pass
> Blue: play Saboteur Orange/e1; pass
> Blue: play Saboteur Blue/e2; pass

Blue c2 hand Saboteur|Financier left T1
Orange c3 hand Escort|none left S1|T1 _|passed
White c2 hand Escort|none left S1|none
Green Dunmore finished 1
tiles track@c2 track@c3
> Blue: play Saboteur Orange/e2 {Orange S}; pass
> Blue: play Saboteur Orange/e2 {Orange card}; pass
> Blue: play Saboteur Orange/e2 {White S}; pass
> Blue: play Saboteur Orange/e2 {White card}; pass
> Blue: play Saboteur Orange/e2 {Orange S late}; pass
> Blue: play Saboteur Green/e2; pass
> Blue: play Saboteur Orange/e2 {Green card}; pass

Blue c2 hand Tracker|Cheat left T1
Orange c3|Almar left T1
tiles track@c2 rocks@c3 gorge@c4
> Blue: play Tracker c3 c4; pass
> Blue: play Tracker c4; pass
> Blue: play Tracker c4 c4; pass
> Blue: play Tracker c4 c5; pass
> Blue: play Cheat c3 c4; pass
> Blue: play Cheat c3; pass

Blue c2 hand Tracker left T1
Orange Almar left T1
tiles track@c2 gorge@c4
> Blue: play Tracker c4; pass
> Blue: play Tracker c2 c4; pass

Blue c2 hand Pilot|Guide|none left X1|M1 engine 2
Orange c3 left T1
tiles track@c2 track@c3
> Blue: draw Refuel
> Blue: play Pilot drive c3; pass
> Blue: draw Guide // Orange: pass

Blue c2 hand Pilot+Pilot+Pilot|Pilot left X1
Orange c3 left T1
tiles track@c2 track@c3
> Blue: draw Pilot

Blue c2 hand Refuel left X3
Orange c3 hand ?43 left T1
discards Financier
tiles track@c2 track@c3
> Blue: draw Jerrycan // Orange: pass // Blue: play Refuel; draw Refuel

Blue c2 chassis 1|2|0 hand Pilot left X1
Orange c3 left T1
tiles track@c2 track@c3
> Blue: draw Jerrycan
> Blue: draw Jerrycan +Jerrycan
> Blue: draw Guide -Pilot
> Blue: draw Guide -Pilot -Guide
"""

CAMP = """
phase camp
Blue c2 chassis 5|1 hand none|Pilot
Orange c3 chassis 5|0
tiles track@c2 track@c3
> display Pilot Guide Refuel
> display Pilot Guide
> display Surveyor Guide Refuel
> display Pilot Guide Refuel // camp Orange Pilot // camp Blue Guide // plan Blue M5
> display Pilot Guide Refuel // camp Orange Pilot // camp Orange Guide
> display Pilot Guide Refuel // camp Orange Pilot -Pilot // camp Blue Refuel -Refuel
> display Pilot Guide Refuel // camp Blue Pilot
> display Pilot Guide Refuel // camp Orange Escort
> display Pilot Guide Refuel // display Pilot Guide Refuel
> turn 2
> order Blue Orange

phase planning|convoy|camp
Blue c2
Orange c3
tiles track@c2 track@c3
> plan Blue M5
> plan Blue M4
> plan Blue M5 X1
> plan Blue M5 // plan Blue M5
> plan Blue M5 // plan Orange X5
> plan Blue M5 // plan Orange X5 // Blue: pass
"""

END = """
phase convoy-over
Blue c3|c2|Corso
Orange c3|c2
tiles track@c2 track@c3
track 3 Orange|Blue+Orange
> turn 3
> order Blue Orange
> order Orange Blue
> bonus Blue 20
> bonus Orange 20
> bonus Orange 10

phase convoy-over
Blue c3|c2
Orange c4
White c5
tiles track@c2 track@c3 track@c4 track@c5
> turn 3
> turn 4
> order White Orange Blue
> bonus Orange 10

Blue c9 fuel 1|0 engine 2|3|5 chassis 4|1 money 70|49|50|120 hand none|Pilot left M1
Orange Dunmore money 10 engine 5|1 chassis 5 finished 1
tiles track@c9
> Blue: drive Dunmore
> Blue: play Pilot drive Dunmore; drive stay
> Blue: drive Dunmore // turn 3
> Blue: drive Dunmore // order Blue Orange
> Orange: pass

Blue c9 money 0|60 engine 2|4 chassis 3 left M1
Orange c9 engine 5 left T1
White Dunmore engine 1 chassis 0 finished 1
Green Dunmore engine 1 chassis 0 finished 2
tiles track@c9
> Blue: drive Dunmore // Orange: pass
> Blue: drive Dunmore(Pilot) // Orange: pass
> Blue: drive Dunmore // Orange: cash // Blue: pass

Blue c9 engine 2 chassis 3 money 0 left M1
Orange c9 engine 3 chassis 4 money 0 left M1
tiles track@c9
> Blue: drive Dunmore // Orange: drive Dunmore
"""

SETUP = """
seat Blue
seat Orange
> turn 1
> turn 2
> display Pilot Guide Refuel

seat Blue
seat Orange
seat White
> turn 1
> display Pilot Guide Refuel Escort

seat Blue
seat Orange
route Almar Corso
> turn 1

seat Blue
seat Orange
route Almar Almar
> turn 1

seat Blue
seat Orange
route Dunmore Almar
> turn 1
"""

MODULE = """
seat Blue leader french
seat Orange leader italian
Blue Almar left T2
Orange b2 engine 3|5 money 80|0 left T1 _|used
next Blue|Orange
tiles track@b2
> Blue: power track@c2 track@c3 track@c4; cash
> Blue: power track@c2 track@c3; cash
> Blue: power track@a8 track@c3 track@c4; cash
> Blue: cash; power track@c2 track@c3 track@c4
> Orange: power repair e1 pay; cash
> Orange: cash; power repair e1 pay
> Orange! power repair e1 pay
> Orange: power track@c2 track@c3 track@c4; cash
> Blue: power track@c2 track@c3 track@c4; cash // Orange: pass // Blue: power track@a2 track@a3 track@b3; pass

seat Blue leader belgian
seat Orange leader english
Blue c8 left M1 hand none|Surveyor
Orange Corso fuel 1|0 engine 5|0 money 100|50|0 hand none|Transport left M1|T1
next Blue|Orange
tiles track@c8 track@c9
> Blue: drive d8=track PortVell(Pilot)
> Blue: drive d8=track PortVell(Pilot Guide)
> Blue: play Surveyor track@d8 track@c7 drop gorge gorge; pass
> Blue: play Surveyor track@d8 drop gorge gorge scrub; pass
> Blue: power track@c2; pass
> Orange: drive sea PortVell(Pilot)
> Orange: drive sea PortVell[Transport](Pilot)

seat Blue leader french
seat Orange leader english
Blue c8 left X1 hand Surveyor
Orange Almar left X1
bag track 2 gorge 2
tiles track@c8 track@c9
> Blue: play Surveyor track@d8 track@c7 drop gorge gorge; pass // Orange: scout gorge@b2 gorge@c2
"""
