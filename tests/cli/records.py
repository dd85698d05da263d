"""A legal record from which the command-line tests make theirs."""

HEAD = """game thunder-alley
title "Club evening"
track short-oval
team Red 29 25
team Blue 15 4
position
  29 12b
  25 8a
  15 9a
  4 10b
end
"""

GOOD = f"{HEAD}check leader 29\n"
