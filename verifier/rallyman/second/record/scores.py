"""What records say of times and places, held against those by the spec."""

from collections.abc import Sequence

from grammar.syntax import Node
from model.ruleset import Ruleset
from verifier.rallyman.notation.names import driver, seconds
from verifier.rallyman.spec.finish import Times, classification, rally_winners, winners

OUT = "out"


Scores = Sequence[tuple[str, int | str | None]]
"""Drivers with their seconds; `out`, or None for a time that is not known."""


def scores(node: Node, names: Sequence[str]) -> Scores:
    """What a line says of times, in its order. Raises `NotationError`."""
    found: list[tuple[str, int | str | None]] = []
    for part in node.parts:
        if isinstance(part, Node):
            who, time = part.leaves()
            found.append((driver(who, names), OUT if time.kind == "OUT" else seconds(time)))
    return found


def result_differs(times: Times, said: Scores, rules: tuple[str, ...]) -> tuple[str, ...]:
    """The rules broken by the first time that is not so: `rules`, or RM-13.6 for a driver who has none."""
    for name, time in said:
        real = times.get(name)
        if time is not None and time != (OUT if real is None else real):
            return ("RM-13.6",) if real is None else rules
    return ()


def winner_differs(times: Times, said: Sequence[str]) -> tuple[str, ...]:
    """Why drivers have not the shortest time of a stage (RM-13.3)."""
    return () if set(said) <= set(winners(times).outcome) else winners(times, said).rules


def rally_winner_differs(rules: Ruleset, times: Sequence[Times], said: Sequence[str]) -> tuple[str, ...]:
    """Why drivers have not the shortest sum of a rally (RM-13.6)."""
    return () if set(said) <= set(rally_winners(rules, times).outcome) else ("RM-13.6",)


def places_differ(
    rules: Ruleset, times: Sequence[Times], starting: Sequence[str], said: Sequence[str]
) -> tuple[str, ...]:
    """Why drivers are not classified so (RM-13.4, RM-13.6)."""
    return classification(rules, times, starting, said).rules
