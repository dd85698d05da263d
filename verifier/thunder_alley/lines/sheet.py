"""The notation of Thunder Alley on one page."""

CHEAT_SHEET = """\
Thunder Alley: a record in one page

  game thunder-alley                  begins every record; a file may hold many
  title "Club evening"                also date, place, source, note
  ruleset en-2014                     or es, el, or the path of your own
  ruling clean-air-text = card-text   any number; also option cars-per-team = 3
  track short-oval                    or a path, or a block: track ... end
  laps 3
  team Red "Ana" 29 25 41             in seat order, clockwise
  car 29 "Dave"                       a name, to be used in quotes
  bar Red Blue                        Team Bar turned up for the grid
  grid 29 15 25 4 41 9                from the first grid space on

Lines of a turn, in this order; forced passes, markers, restart, First Player follow from the rules

  turn 1                              may be left out
  29 Charge: f3 o f3 = 14b            car, card, path; the space at the end is optional
  29 65: f7                           the card's number is enough
  29 Charge -> 14b                    only where it went, if that leaves no doubt
  15 pass                             a lost or finished car is flipped; Blue pass: any of them
  15 retire                           by choice, or with six markers
  event Collision bar Green: 3 25     Team Bar if one was turned up, cars that a player chose
  pit 25 4 3                          in the order of decision; pit none, or no line: no car
  discard Red Charge, ?2              if known: it and two others; ?0 none, ? perhaps more
  hand Red Charge, ?4                 anywhere: five cards, one a Charge; without ?4: at least it
  reshuffle race                      or events
  result Red 112 Blue 108             at the end; not all have to be known: Green ?

Paths

  f i o                               forward, one lane in, one lane out; f3 three forward
  fx ix ox                            the same, and a car is displaced (checked when written)
  f>b f4>b                            at the fork in these steps, lane b
  f(29>b)                             lane that a displaced car takes at a fork
  f(4a>b 3a<b)                        leaving 4a: lane b; falling back from 3a: lane b
  [43 23] f                           the cars linked behind from here, nearest first; [] none
  f!                                  bump, also i! o!: spends what is left, last step
  s2                                  Working the Pack: swaps with the car ahead
  di do                               Slingshot: diagonal in, out
  f3 @14b                             Clean Air: put there after the move
  f4 + 41 f3                          Teamwork: second car and its path
  f/1 o/2 = 4b                        what a step cost and where it led (checked)
  -                                   no step: the card gave nothing
  f2 left 4                           the move stops here; 29 Charge left 4: f goes on from there

Checks, anywhere

  check leader 29                     check first Red, check flag yellow, check lap 2
  check order 29 15 22                running order; check places 29 15: at the finish
  check 15 at 8c wear black led 1     also crossed 2, place 1, down, out, flipped, wear none
  check Red 112                       points; points 46 42, bonus 15, most led 15, winner Red

Position: the start of a problem, a check, or a new start after an illegal line or ...

  position
    turn 5                            turn, first, next, lap: may be left out
    first Red
    next Blue                         whose segment it is
    step event                        action, event, pits, discard, over
    flag yellow
    leaders 29 15                     got a Turn Leader marker in this turn
    29 12b led 2                      car, space (sector and lane, a is innermost, p the apron)
    4 10b wear black black            markers by colour, or how many: wear 2
    9 8p                              several on one apron space: bottom first
    15 out
    22 place 1                        finished
    places 2 3 4                      place markers left
    hand Red Charge, ?4
  end

Not known

  29 ?: f3                            the card; ? Charge: f3 the car; 29 Charge: ? the path
  29 Charge: f ?3 ...                 three steps, and the rest
  event ?                             also event Collision: 3 ?, pit ?, pit 25 ?
  ...                                 lines are missing; a position follows
  either                              one of these happened
    pit 25
  or
    pit none
  end

Season: a separate record

  season "Winter cup"
  race "club-01.race"
  absent Blue substitute              with a substitute or without
"""
