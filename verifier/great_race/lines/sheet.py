"""The notation of The Great Race on one page."""

CHEAT_SHEET = """\
The Great Race: a record in one page

  game great-race                     begins every record; a file may hold many
  title "Club evening"                also date, place, source, note
  ruleset base                        or leader (with the Leader module), or the path of your own
  ruling lateral-restack = b          any number; also set fuel_max = 12
  board kestrel                       or a path
  route Almar Dunmore                 start and finish, two purple cities
  seat Blue "Ana"                     in the first turn order; with the module: seat Blue "Ana" leader french

A turn

  turn 1                              may be left out
  display Pilot Financier Jerrycan    the cards on show in camp: players + 1
  camp Orange Pilot                   each take, in order; camp Orange Escort -Financier: one card too many
  plan Blue X2 M2 T1                  explorer X, mechanic M, escort S, treasury T; plan Blue ?
  Blue: buy 3; play Financier; cash   a sequence: fuel, cards, then one assistant or pass
  Blue! Jerrycan                      an any-time card out of one's own sequence
  order Blue Orange                   maintenance: the new order, bonuses; may be left out
  bonus Blue 20
  result Orange 13 Blue 8             prestige of those who finished

Assistants, the last act of a sequence

  scout track@b2 scrub@b3             explorer: tiles placed, in order; scout track@b2 drop gorge: no space for the other
  draw Guide -Pilot                   explorer: a card; draw: not seen; draw Jerrycan +Jerrycan: played at once
  drive b2 b3/c1                      mechanic: a move; drive stay: no step
  repair e1 with SparePart, c2 pay    mechanic: engine by a card, chassis bought; repair none
  clear c4                            escort: a tile out of the game
  cash                                treasury, all assistants there at once
  pass

Steps of a drive

  b3 b3/e1c1                          a known tile; its points: one off the engine, one off the chassis
  c7=dunes c7=dunes!                  blind, with the tile drawn; sent back
  c9~S c9~card d8~guide               DANGER avoided by an escort or an Escort card; STOP ignored
  Corso Corso(Pilot ?)                a city; the cards drawn there, one of them not seen
  Corso(Jerrycan ? +Jerrycan -Guide)  with what did not fit in the hand: played, discarded
  sea PortVell[Transport](?)          a boat; air Larch: an airship; Transport cards in [ ]
  +Jerrycan -Pilot                    played, or discarded, there

Cards, before the assistant

  play Financier                      also Refuel, Jerrycan
  play Pilot drive b2 b3              play Technician repair e2 pay
  play Cartographer track@b2 scrub@b3 dunes@c3
  play Surveyor track@b2 scrub@b3 drop dunes gorge
  play Saboteur Orange/e1c1 -Pilot    who loses what, and what that player then discards
  play Saboteur Orange/e2 {Blue S}    cancelled by Blue's escort; {Blue card}: by an Escort card
  play Tracker b2 c3                  tiles that leave the game; play Cheat b2 c3: tiles that are swapped
  play Searcher Pilot Guide drop Refuel
  power track@b2 scrub@b3 dunes@c3    a leader's power; power repair e2 pay

Checks, anywhere

  check Blue at b5 fuel 4 engine 4 chassis 3 money 140 hand 1 left X1 M2
  check Blue passed                   also broken, used (the leader's power), finished 1, hand Pilot ?, hand none
  check track 7 Blue Orange           a stack of progress markers, bottom to top
  check order Blue Orange             also tile c7 dunes, tile c8 none, winner Orange

Position: the start of a problem, a check, or a new start after an illegal line or ...

  position
    turn 4                            also phase camp (planning, convoy, convoy-over), next Orange
    Blue b5 fuel 4 engine 4 chassis 3 money 140 hand ?2 left M1 S1
    tiles track@b2 ?@b3               in turn order the players; left out: full gauges, 80 F, no cards
    removed gorge rocks               also bag 47, bag track 9 scrub 8, display Pilot Guide, discards Financier ?2, deck 31
    track 7 Blue Orange
  end

Not known

  ? ?3 ...                            a card, a tile, a split; three of them; the rest of a line, or whole lines
  Blue: ?                             the whole sequence; Blue: buy 2; ...: its rest
"""
