"""Simulated races, each with the choices that its players made: what a person at the page would click."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

import pytest

from model.values import value
from verifier import driving
from verifier.game import SimulateRequest
from verifier.games import find_game
from verifier.offers import Choice, Offer
from verifier.plays import Chosen
from verifier.web.desk import Desk


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


class AtDesk(Desk):
    """A desk as a place to write a race."""

    def offered(self, chosen: Sequence[Chosen]) -> list[Chosen]:
        offer = self.offer(chosen)
        return [(one.kind, one.name) for one in offer.choices] if offer is not None else []


class Writer(Protocol):
    """Where a race is written: a desk, or the page of one."""

    @property
    def text(self) -> str: ...
    def offered(self, chosen: Sequence[Chosen]) -> list[Chosen]: ...
    def choose(self, chosen: Sequence[Chosen]) -> object: ...
    def write(self, lines: list[str]) -> object: ...
    def undo(self) -> object: ...


def write_race(writer: Writer, decided: Sequence[Decided]) -> tuple[int, int]:
    """Makes every choice, and names the hidden cards that the players name; what else they write (`check`, `discard`) is
    typed. Returns how many decisions were written by their choices, and how many lines were typed."""
    clicked = typed = 0
    for one in decided:
        wanted, chosen = [*one.lines], one.chosen
        made = _made(writer, chosen)
        first = _place(made, wanted)
        if first is None:
            writer.undo()
            if NAME in writer.offered(chosen[:-1]):
                chosen = _with_names(writer, chosen, made, wanted)
                made = _made(writer, chosen)
                first = _place(made, wanted)
                if first is None:
                    writer.undo()
        if first is None:
            if wanted:
                writer.write(wanted)
            typed += len(wanted)
            continue
        if first:
            writer.undo()
            writer.write(wanted[:first])
            writer.choose(chosen)
        if wanted[first + len(made) :]:
            writer.write(wanted[first + len(made) :])
        clicked += 1
        typed += len(wanted) - len(made)
    return clicked, typed


NAME, END = ("name", ""), ("end", "")


def _made(writer: Writer, chosen: Sequence[Chosen]) -> list[str]:
    """The lines that some choices write."""
    before = writer.text
    writer.choose(chosen)
    return writer.text[len(before) :].split("\n")[:-1]


def _place(made: list[str], wanted: list[str]) -> int | None:
    """Where these lines begin among those that are wanted."""
    return next((at for at in range(len(wanted)) if wanted[at : at + len(made)] == made), None)


def _with_names(
    writer: Writer, chosen: Sequence[Chosen], made: list[str], wanted: list[str]
) -> tuple[Chosen, ...]:
    """The same choices, with those that name the cards which only the wanted line has."""
    said = re.findall(r"\w+", " ".join(wanted))
    missing = Counter(said) - Counter(re.findall(r"\w+", " ".join(made)))
    path = [*chosen[:-1], NAME]
    for word in said:
        card = next((one for one in writer.offered(path) if one[1].split(" ")[0] == word), None)
        if card is not None and missing[word]:
            missing[word] -= 1
            path.append(card)
    return (*path, END)
