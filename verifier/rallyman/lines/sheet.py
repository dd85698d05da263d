"""The notation of Rallyman on one page."""

CHEAT_SHEET = """\
Rallyman: a record in one page

  game rallyman                       begins every record; a file may hold many
  title "Evening run"                 also date, place, source, note
  ruleset 2009                        or the path of your own
  ruling gas-then-same-gear = B       any number; also set spare_wheel_seconds = 40
  option attack                       all optional rules in force, one a line (attack, seconds, weather, splits, shakedown);
                                      none of these lines: attack, seconds, weather; option none: none of them
  stage hollow-pine                   or a path; or a block: stage / from hollow-pine / s7 bump note=3 narrow room=1 / end
  weather P=asphalt Q=snow            every zone, from start to finish
  timing T1=s11                       timing points; without the line those of the stage
  driver A "Ana" tyres=snow           also dmg=1 flats=1 sisu=used spare=used
  start A B                           starting order

A turn: round (may be left out), driver, dice in the order used, gear card, checks

  R1 A: 1 2! 3 g =3                   gear dice 1 to 5, gas g; ! a symbol, $ bought with markers
  R2 A: 3/i  4/d  g/k+ =4             where a step ends in a corner: inside, drift, shortcut with a good cut card
                                      /k~ dirty, /kx flat; no mark: the inside
  R2 A: 4! 3! 2! S =2                 Sisu, after the die that it answers
  R2 A: [4 g! 5] =5                   time attack; [4! 3! | g] dice not used; [3 g/kx]-g die handed in; [..] S
  R2 A: 2 3! *spin =3b                control lost: *spin *left *right; *left/k~ pushed into a shortcut; *line on the finish
  R2 A: 5 *out =-                     eliminated
  R3 A: W 1 2 =2                      spare wheel first; W alone: nothing else
  R3 A: blocked =2                    the car cannot advance
  R3 A: 2=s4 3 =3 > s9 g3 t=1:30      checks: where a step ends; space, gear, and the fields of a position
  R3 A: 2! 3! *spin > loss=RM-7.1 symbols=2    the cause of the loss, and the number of symbols that count

What is not known: 4? a die whose face is lost, ?2 two lost dice, /? /k? *? =?, ? the whole turn, ... the rest, or whole lines

Position, checks, result

  position                            all cars; compared, or a new start
    turn 4                            also order A B, next A, dirt K1=1
    A s10 g2 t=1:10 m=3 dmg=1 flats=1 sisu=used spare=used tyres=snow
    B s9 right t=2:00                 spun, left, right, stopped; START, FINISH; out
  end
  check A s10 g2 split T1=1:10        also order A B, next B, dirt K1=1, winner A, places A B
  result A 1:40 B out

A rally

  rally "Pine weekend"                after the header; driver lines as above
  race "pine-1.race"                  three stages; between them: assistance, tyres B snow, spare A
  check stage A 1:40                  also total A 3:45, start A B, places A B
  result A 5:40 B 6:20
"""
