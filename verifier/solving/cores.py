"""Why something is impossible: the rules that each forbid it alone, and the smallest sets that forbid it only jointly."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from model.values import value
from verifier.solving.circuit import Bit, Circuit
from verifier.solving.session import Session
from verifier.solving.trial import Checks


@value
class Cores:
    """Labels that each forbid it `alone`, in the given order, and sets of other labels that forbid it `together`.

    Each set of `together` is minimal, and no two sets share a label: each shows a different fault.
    """

    alone: tuple[str, ...]
    together: tuple[tuple[str, ...], ...]


def cores(session: Checks, labels: Sequence[str], generic: Iterable[str] = ()) -> Cores:
    """The labels that forbid the facts of a session; empty if all labels fit. `generic` labels are dropped from a joint set
    first, so that the rules a player would name remain. Raises `GaveUpError` at a limit."""
    alone = [label for label in labels if not session.fits([label])]
    rest = [label for label in labels if label not in alone]
    together = []
    while rest and not session.fits(rest):
        core = minimal(session, rest, generic)
        together.append(core)
        rest = [label for label in rest if label not in core]
    return Cores(tuple(alone), tuple(together))


def minimal(session: Checks, labels: Sequence[str], generic: Iterable[str] = ()) -> tuple[str, ...]:
    """A minimal subset of labels that do not fit: generic ones are dropped if possible, then the others from the last on."""
    vague = set(generic)
    kept = list(labels)
    for label in [label for label in labels if label in vague]:
        kept = _without(session, kept, label)
    session.fits(kept)
    kept = list(session.clash())
    for label in kept[::-1]:
        kept = _without(session, kept, label)
    return tuple(kept)


def _without(session: Checks, labels: list[str], label: str) -> list[str]:
    """The labels less one, if they still do not fit; else all of them."""
    fewer = [one for one in labels if one != label]
    return labels if session.fits(fewer) else fewer


class Stated(Protocol):
    """A rule as a bit."""

    @property
    def id(self) -> str: ...
    @property
    def bit(self) -> Bit: ...


def by_id(circuit: Circuit, rules: Iterable[Stated]) -> dict[str, Bit]:
    """All demands of each rule in one bit."""
    found: dict[str, list[Bit]] = {}
    for rule in rules:
        found.setdefault(rule.id, []).append(rule.bit)
    return {id: circuit.all(bits) for id, bits in found.items()}


def leaving_none(
    circuit: Circuit, facts: Iterable[Bit], options: Sequence[Sequence[Stated]]
) -> tuple[str, ...]:
    """A smallest set of rules that leaves no option in some position with these facts; empty if there is always an option. Raises
    `GaveUpError` at a limit.

    Satisfiable: there is a position without an option. Unsatisfiable: every position has one.
    """
    nothing = circuit.all(-circuit.all(rule.bit for rule in rules) for rules in options)
    session = Session(circuit, [*facts, nothing], more=circuit.variables.values())
    if not session.fits():
        return ()
    true = set(session.true_variables())
    known = [bit if bit in true else -bit for bit in circuit.variables.values()]
    ids = tuple(dict.fromkeys(rule.id for rules in options for rule in rules))
    in_force = {id: circuit.variable(f"in force: {id}") for id in ids}
    allowed = (
        circuit.all(circuit.implies(in_force[rule.id], rule.bit) for rule in rules) for rules in options
    )
    return minimal(Session(circuit, [*known, circuit.any(allowed)], in_force), ids)
