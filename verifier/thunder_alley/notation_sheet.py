"""The notation of Thunder Alley on one page."""

CHEAT_SHEET = """\
Thunder Alley: a record in one page

  game thunder-alley                  begins every record; a file may hold many
  format 1
  title "Club evening"                also date, place, source, note
  ruleset en-2014                     or es, el, or the path of your own
  ruling clean-air-text = card-text   any number
  track short-oval                    or a path, or a block: track ... end
  laps 3
  team Red "Ana" 29 25 41             in seat order, clockwise
  car 29 "Dave"                       a name, to be used in quotes

  position                            how the cars stand; again at any time as a check
    turn 5
    first Red
    29 12b led 2                      car, space (sector and lane, a is innermost)
    4 10b wear black black            markers by colour, or how many: wear 2
    9 8p                              on the apron; several in one space: bottom first
    15 out
    22 place 1                        finished
  end

  29 Charge: f3 o f3 = 14b            car, card, path; the space at the end is optional
  29 65: f7                           the card's number will do
  29 Charge -> 14b                    only where it went, if that leaves no doubt
  29 Dirty Air left 2: f!             from the middle of a move
  29 Dirty Air: f2 left 4             the move stops here; a position follows
  1 pass          Blue pass           a lost car is flipped
  15 retire

  f i o           one space forward, one lane in, one lane out; f3 three times
  fx ix ox        the same, and a car is displaced (checked when written)
  f>b f4>b        at the fork in these steps, lane b
  f(29>b)         lane that a displaced car takes at a fork
  f(4a>b 3a<b)    whoever leaves 4a takes lane b; whoever falls back from 3a takes lane b
  [43 23] []      the cars linked behind from here, nearest first; none
  f! i! o!        bump: spends what is left, last step
  s               Working the Pack: swap with the car ahead
  di do           Slingshot: diagonal in, out
  @14b            Clean Air: put there after the move
  + 41 f3         Teamwork: second car and its path
  f/1 o/2 = 4b    what a step cost and where it led (checked)
  ? ?3 ...        nobody noted it

  check leader 29          check order 29 15 22        check lap 2
  check first Red          check 15 at 8c wear black green led 1 crossed 2
"""
