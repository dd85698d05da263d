"""Why something is impossible: the rules that each forbid it alone, and the smallest sets that forbid it only jointly."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from verifier.solving.trial import Checks


@dataclass(frozen=True, slots=True)
class Cores:
    """Labels that each forbid it `alone`, in the given order, and sets of other labels that forbid it `together`.

    Each set of `together` is minimal, and no two sets share a label: each shows a different fault.
    """

    alone: tuple[str, ...]
    together: tuple[tuple[str, ...], ...]


def cores(session: Checks, labels: Sequence[str], generic: Iterable[str] = ()) -> Cores:
    """What forbids the facts of a session; empty if all labels fit. `generic` labels are dropped from a joint set first, so
    that the rules a player would name remain. Raises `GaveUpError` at a limit."""
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
