"""The operational rules of Thunder Alley: plain, fast, deterministic.

`judge` replays a claimed move, `legal_moves` lists what a car can do with a card, `nearest` finds the legal moves closest to
a claim, `running_order` sorts the cars (TA-4.1).
"""
