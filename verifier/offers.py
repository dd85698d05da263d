"""The choices in a race: what is due, who decides, and how it can go on, choice by choice, down to a decision (`D`)."""

from collections.abc import Callable
from typing import Generic, TypeVar

from model.values import value

D = TypeVar("D")


@value
class Choice(Generic[D]):
    """One way to go on. `kind` is what is chosen (`car`, `card`, `step`), `word` which one. It completes a `decision`, or `then`
    gives the choices that follow; there may be none."""

    kind: str
    word: str = ""
    decision: D | None = None
    then: "Callable[[], Offer[D]] | None" = None


@value
class Offer(Generic[D]):
    """What is due, and the choices. `who` is the team or driver who decides, empty if chance does."""

    due: str
    who: str
    choices: tuple[Choice[D], ...]
