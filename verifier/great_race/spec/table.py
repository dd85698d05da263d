"""The table while a decision is judged: the state that the chapters hand on, and how they refuse a decision."""

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import NoReturn

from model.great_race.facts import GAUGES
from model.great_race.moves import UNKNOWN
from model.great_race.position import Assistants, Player, Position, Setup
from model.great_race.seen import Log, Seen
from model.values import replace, value
from verifier.findings import Breach


class RefusedError(Exception):
    """Rules are broken, each on its own, the deciding one first. The message is its fact."""

    def __init__(self, *breaches: Breach) -> None:
        super().__init__(breaches[0].fact)
        self.breaches = breaches


class OpenError(Exception):
    """Something lost decides, and has too many possibilities to follow. The message names it."""


class LostError(OpenError):
    """Something lost in the position decides. `ways` are the positions with it filled in, from that before the decision; none if
    it was not lost there."""

    def __init__(self, fact: str, ways: Callable[[Position], Sequence[Position]]) -> None:
        super().__init__(fact)
        self.ways = ways


def refuse(rule: str, fact: str, word: str = "") -> NoReturn:
    """Refuses the decision by a rule. `word` is the part of the act that breaks it."""
    raise RefusedError(Breach(rule, fact, token=word or None))


def demand(holds: bool, rule: str, fact: str, word: str = "") -> None:
    """Refuses the decision by a rule unless its demand holds."""
    if not holds:
        refuse(rule, fact, word)


@value
class Scene:
    """The position and the cards seen so far in the middle of a decision. `aside` is the number of cards that are being
    resolved: they are neither in a hand nor among the discards (GR-20.1)."""

    setup: Setup
    position: Position
    cards: Log = ()
    aside: int = 0

    def reads(self, ruling: str) -> str:
        """The reading in force of a ruling."""
        return self.setup.reading(ruling)

    def number(self, parameter: str) -> int:
        """The value in force of a parameter."""
        return self.setup.parameter(parameter)

    def keeps(self, rule: str) -> bool:
        """Whether a rule applies: a ruleset may leave it out."""
        return rule not in self.setup.ruleset.left_out

    def player(self, name: str) -> Player:
        return self.position.player(name)

    def owner(self, space: str) -> str | None:
        """The player who laid the tile on a space, None if that is not known."""
        return dict(self.position.owners).get(space)

    def known(self, name: str, fact: str) -> int:
        """A gauge, the money or the number of cards of a player. Raises `OpenError` if it is not known."""
        found: int | None = getattr(self.player(name), fact)
        if found is None and fact in GAUGES:
            most, limited = self.number(f"{fact}_max"), fact == "chassis" and self.keeps("GR-11.6")
            self.lost(name, fact, lambda now: range(min(now.cards, most) if limited else 0, most + 1), fact)
        if found is None:
            raise OpenError(f"the {'number of cards' if fact == 'cards' else fact} of {name} is not known")
        return found

    def plan(self, name: str) -> Assistants:
        """The assistants left to a player. Raises `LostError` if they are not known."""
        left = self.player(name).left
        if left is None:
            numbers = range(self.number("assistants") + 1)
            plans = [one for one in product(numbers, repeat=4) if sum(one) in numbers]
            self.lost(name, "left", lambda _: plans, "plan")
        return left

    def lost(self, name: str, fact: str, values: Callable[[Player], Iterable[object]], word: str) -> NoReturn:
        """Raises the error of a fact of a player that is lost, with the values that it may have."""

        def ways(position: Position) -> list[Position]:
            now = position.player(name)
            return [position.with_player(replace(now, **{fact: value})) for value in values(now)]  # type: ignore[arg-type]

        raise LostError(f"the {word} of {name} is not known", ways)

    def with_player(self, name: str, **facts: object) -> "Scene":
        """The scene with other facts of a player."""
        player = replace(self.player(name), **facts)  # type: ignore[arg-type]
        return self.at(self.position.with_player(player))

    def at(self, position: Position) -> "Scene":
        return replace(self, position=position)

    def saw(self, seen: Seen) -> "Scene":
        """The scene with one more entry in the log of cards."""
        return replace(self, cards=(*self.cards, seen))

    def changed(self, name: str, fact: str, by: int) -> "Scene":
        """The scene with a number of a player changed; one that is not known stays so."""
        now: int | None = getattr(self.player(name), fact)
        return self if now is None else self.with_player(name, **{fact: now + by})

    def gained(self, name: str, gauge: str, levels: int, word: str = "") -> "Scene":
        """A card raises a gauge; GR-11.1 sets the maximum (ruling gauge-overflow)."""
        assert gauge in GAUGES
        now, most = self.known(name, gauge), self.number(f"{gauge}_max")
        if now + levels <= most:
            return self.changed(name, gauge, levels)
        fact = f"{name} has {gauge} {now} of {most}: there is no room for {levels} more"
        demand(self.reads("gauge-overflow") != "b", "GR-11.1", fact, word)
        return self.with_player(name, **{gauge: max(now, most)})

    def in_city(self, name: str) -> bool:
        """Whether the vehicle stands in a city at this moment (GR-13.5)."""
        return self.player(name).place not in self.spaces

    @property
    def spaces(self) -> tuple[str, ...]:
        """The places that are not cities."""
        return tuple(place.id for place in self.setup.board.places if place.kind == "space")


def hidden(number: int) -> tuple[str, ...]:
    """So many cards that are not known."""
    return (UNKNOWN,) * number
