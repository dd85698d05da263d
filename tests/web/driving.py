"""Simulated races, each with the choices that its players made: what a person at the page would click."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

import pytest

from model.values import value
from verifier import driving
from verifier.game import SimulateRequest
from verifier.games import find_game
from verifier.offers import Choice, Offer
from verifier.plays import Chosen


@value
class Decided:
    """The choices that led to a decision, and the lines that its players wrote."""

    chosen: tuple[Chosen, ...]
    lines: tuple[str, ...]


def decide(
    offer: Offer[Any], order: Callable[[Offer[Any]], Iterator[Choice[Any]]]
) -> tuple[Any, list[Chosen]]:
    """As `verifier.offers.decide`, with the choices that led there."""
    dead: set[Any] = set()

    def found(offer: Offer[Any]) -> tuple[Any, list[Chosen]]:
        for choice in order(offer) if offer.key not in dead else ():
            decision, rest = choice.decision, list[Chosen]()
            if decision is None and choice.then is not None:
                decision, rest = found(choice.then())
            if decision is not None:
                return decision, [(choice.kind, choice.name), *rest]
        if offer.key is not None:
            dead.add(offer.key)
        return None, []

    return found(offer)


def simulated(
    request: SimulateRequest, game: str, monkeypatch: pytest.MonkeyPatch
) -> tuple[str, list[Decided]]:
    """A simulated race, and how it was decided. The same request gives the same race as `steward simulate`."""
    decided: list[Decided] = []
    paths: list[tuple[Chosen, ...]] = []

    def noted(offer: Offer[Any], order: Callable[[Offer[Any]], Iterator[Choice[Any]]]) -> Any:
        decision, chosen = decide(offer, order)
        paths.append(tuple(chosen))
        return decision

    plain = driving.Race.lines

    def lines(race: Any) -> Iterator[str]:
        written = race.player.lines

        def told(before: Any, decision: Any, outcomes: Sequence[Any]) -> Any:
            made, after = written(before, decision, outcomes)
            made = list(made)
            decided.append(Decided(paths[-1], tuple(made)))
            return made, after

        race.player.lines = told
        yield from plain(race)

    with monkeypatch.context() as patch:
        patch.setattr(driving, "decide", noted)
        patch.setattr(driving.Race, "lines", lines)
        simulate = find_game(game).simulate
        assert simulate is not None
        text = simulate(request)
    return text, decided


def header_of(text: str, decided: Sequence[Decided]) -> str:
    """The record before its first decision."""
    return text[: text.index("\n".join(line for one in decided for line in one.lines))]


class Writer(Protocol):
    """Where a race is written: a desk, or the page of one."""

    @property
    def text(self) -> str: ...
    def choose(self, chosen: Sequence[Chosen]) -> object: ...
    def write(self, lines: list[str]) -> object: ...
    def undo(self) -> object: ...


def write_race(writer: Writer, decided: Sequence[Decided]) -> tuple[int, int]:
    """Makes every choice; what players write beside it (`check`, `discard`, names of hidden cards) is typed. Returns how many
    decisions were written by their choices, and how many lines were typed."""
    clicked = typed = 0
    for one in decided:
        wanted, before = [*one.lines], writer.text
        writer.choose(one.chosen)
        made = writer.text[len(before) :].split("\n")[:-1]
        first = next((at for at in range(len(wanted)) if wanted[at : at + len(made)] == made), None)
        if first is None or first:
            writer.undo()
            if wanted[:first]:
                writer.write(wanted[:first])
        if first is not None:
            if first:
                writer.choose(one.chosen)
            if wanted[first + len(made) :]:
                writer.write(wanted[first + len(made) :])
            clicked += 1
        typed += len(wanted) - (len(made) if first is not None else 0)
    return clicked, typed
