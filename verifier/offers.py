"""The choices in a race: what is due, who decides, and how it can go on, choice by choice, down to a decision (`D`)."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Generic, TypeVar

from model.values import value

D = TypeVar("D")

Places = Callable[[], Mapping[str, str]]
"""Pieces, each with its place."""


@value
class Choice(Generic[D]):
    """One way to go on. `kind` is what is chosen (`car`, `card`, `step`), `word` which one; `note` sets it apart from others with
    that word. It completes a `decision`, or `then` gives the choices that follow; there may be none."""

    kind: str
    word: str = ""
    decision: D | None = None
    then: "Callable[[], Offer[D]] | None" = None
    note: str = ""

    @property
    def name(self) -> str:
        """The word with the note."""
        return f"{self.word} {self.note}" if self.note else self.word


@value
class Offer(Generic[D]):
    """What is due, and the choices. `who` is the team or driver who decides, empty if chance does. Two offers with the same `key`
    within one decision have the same continuations; None if that is not known. `places` gives where pieces stand by then, if
    the choices so far may have moved some."""

    due: str
    who: str
    choices: tuple[Choice[D], ...]
    key: Hashable = None
    places: Places | None = None


def every(offer: Offer[D], left_out: Callable[[Choice[D]], bool]) -> Iterator[D]:
    """Every decision, those with few choices first. Among offers with the same key, only the first is followed."""
    seen, waiting = set[Hashable](), [offer]
    for one in waiting:
        for choice in one.choices:
            if choice.decision is not None:
                yield choice.decision
            elif choice.then is not None and not left_out(choice):
                further = choice.then()
                if further.key is None or further.key not in seen:
                    seen.add(further.key)
                    waiting.append(further)


def decide(offer: Offer[D], order: Callable[[Offer[D]], Iterator[Choice[D]]]) -> D | None:
    """The first decision in this order, or None."""
    dead = set[Hashable]()

    def found(offer: Offer[D]) -> D | None:
        for choice in order(offer) if offer.key not in dead else ():
            decision = choice.decision
            if decision is None and choice.then is not None:
                decision = found(choice.then())
            if decision is not None:
                return decision
        if offer.key is not None:
            dead.add(offer.key)
        return None

    return found(offer)
