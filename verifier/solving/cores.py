"""Why something cannot be: the rules that forbid it each by itself, and the smallest sets that forbid it only jointly."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from verifier.solving.trial import Checks


@dataclass(frozen=True, slots=True)
class Cores:
    """Labels that forbid it `alone`, in the order in which they were given, and sets of others that do so `together`.

    No set of `together` can spare one of its labels, and no two of them share one: each tells of another fault.
    """

    alone: tuple[str, ...]
    together: tuple[tuple[str, ...], ...]


def cores(session: Checks, labels: Sequence[str], generic: Iterable[str] = ()) -> Cores:
    """What forbids the facts of a session. `generic` labels are the first to be dropped from a joint set, so that the rules a
    player would name remain. Nothing is found where all the labels fit. Raises `GaveUpError` at a limit."""
    alone = [label for label in labels if not session.fits([label])]
    rest = [label for label in labels if label not in alone]
    together = []
    while rest and not session.fits(rest):
        core = minimal(session, rest, generic)
        together.append(core)
        rest = [label for label in rest if label not in core]
    return Cores(tuple(alone), tuple(together))


def minimal(session: Checks, labels: Sequence[str], generic: Iterable[str] = ()) -> tuple[str, ...]:
    """Labels that do not fit, less all that can be spared: generic ones as far as possible, then the others from the last on."""
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
    """The labels less one of them, if they still do not fit."""
    fewer = [one for one in labels if one != label]
    return labels if session.fits(fewer) else fewer
