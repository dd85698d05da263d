"""`steward serve`: a race recorded by clicks, judged while it is written. It knows no rules and no game."""
