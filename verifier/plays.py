"""What a game provides to record a race by choices: what is due, and the lines of a decision. The recorder knows no rules."""

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from model.values import value
from verifier.answer import MovesRequest
from verifier.offers import Choice, Offer

T = TypeVar("T", contravariant=True)
D = TypeVar("D")

Chosen = tuple[str, str]
"""The kind and the name of a choice that was made."""


def no_request(_chosen: Sequence[Chosen]) -> MovesRequest | None:
    """The answer of a game whose moves are only offered choice by choice."""
    return None


@value
class Plays(Generic[T, D]):
    """`offers` gives what is due at a table (None: nothing, or the position is not known), `written` the lines that record a
    decision, in canonical form. `request` gives the request for the list of whole moves that begin with these choices, if there
    is such a list there. `words` says a choice, `asks` what is asked when something is due. `placed` are the kinds of choice
    whose words name pieces or places of the scene, in the order of their words."""

    offers: Callable[[T], Offer[D] | None]
    written: Callable[[T, D], tuple[str, ...]]
    words: Callable[[Offer[D], Choice[D]], str]
    asks: Mapping[str, str]
    placed: frozenset[str]
    request: Callable[[Sequence[Chosen]], MovesRequest | None] = no_request
