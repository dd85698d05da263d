"""What a game provides to record a race by choices: what is due, and the lines of a decision. The recorder knows no rules."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Generic, TypeVar

from model.values import value
from verifier.answer import MoveOffer
from verifier.offers import Choice, Offer

T = TypeVar("T", contravariant=True)
D = TypeVar("D")

Chosen = tuple[str, str]
"""The kind and the name of a choice that was made."""


Ends = Callable[[], Sequence[str]]


def no_ends(_table: object, _chosen: Sequence[Chosen]) -> Ends | None:
    """The answer of a game whose moves are only offered choice by choice."""
    return None


def no_moves(_table: object, _chosen: Sequence[Chosen], _place: str) -> Sequence[MoveOffer]:
    """The whole moves of such a game."""
    return ()


def no_facts(_table: object) -> Iterable[str]:
    """The facts of a table in a game that states none."""
    return ()


@value
class Plays(Generic[T, D]):
    """`offers` gives what is due at a table (None: nothing, or the position is not known), `written` the lines that record a
    decision, in canonical form. `words` describes a choice, `asks` has the questions by what is due. `placed` are the kinds of
    choice whose words name pieces or places of the scene, in the order of their words. `ends` gives the places where whole moves
    that begin with these choices can end, if whole moves are listed there, and `moves` those that end in one of them. `facts` are
    what a table shows, as a `check` states it."""

    offers: Callable[[T], Offer[D] | None]
    written: Callable[[T, D], tuple[str, ...]]
    words: Callable[[Offer[D], Choice[D]], str]
    asks: Mapping[str, str]
    placed: frozenset[str]
    ends: Callable[[T, Sequence[Chosen]], Ends | None] = no_ends
    moves: Callable[[T, Sequence[Chosen], str], Sequence[MoveOffer]] = no_moves
    facts: Callable[[T], Iterable[str]] = no_facts
