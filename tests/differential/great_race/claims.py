"""Decisions for both judges, legal and nearly legal, as a record can write them.

A third are drawn from what the engine offers, half of these with a part changed or lost. The others are made up act by act:
mostly what the board, the hand and the dashboard allow, now and then anything.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from random import Random
from typing import Any

from model.great_race.board import CITY, LINES, Tile
from model.great_race.cards import cards
from model.great_race.moves import (
    ASSISTANT,
    CARD,
    NOT_FORCED,
    UNKNOWN,
    Act,
    Bonus,
    Buy,
    Cash,
    Clear,
    Decision,
    Display,
    Draw,
    Drive,
    Fix,
    Forced,
    Hit,
    Interrupt,
    Lost,
    Order,
    Pass,
    Plan,
    Play,
    Power,
    Put,
    Reaction,
    Repair,
    Scout,
    Search,
    Sequence,
    Spaces,
    Split,
    Step,
    Take,
    Turn,
)
from model.great_race.position import CAMP, CONVOY, ESCORT, MAINTENANCE, PLANNING, ZONES, Player, Setup
from model.great_race.seen import Joined
from model.great_race.standing import Standing
from model.values import replace
from tests.differential.great_race.situations import read
from verifier.great_race.engine.offers import offers
from verifier.offers import Choice, Offer, decide

ANY_CARD = tuple(cards())
MORE = ("drive", "play", "step", "blind", "line", "city", "Pilot")
"""Choices that are mostly preferred."""

TRIES = 30
"""Attempts at a decision that a record can write."""


def claim(setup: Setup, standing: Standing, rng: Random) -> Decision:
    """A decision in a situation."""
    for _ in range(TRIES):
        made = _offered(rng, setup, standing) if rng.random() < 0.3 else None
        if made is None:
            made = Maker(rng, setup, standing).decision()
        elif rng.random() < 0.5:
            made = changed(rng, made)
        if rng.random() < 0.1:
            made = lost(rng, made)
        found = read(setup, made)
        if found is not None:
            return found
    return Sequence(setup.seats[0].name, (Pass(),))


def _offered(rng: Random, setup: Setup, standing: Standing) -> Decision | None:
    """A decision that the engine offers, without regard to what hidden cards are."""

    def order(offer: Offer[Decision]) -> Iterator[Choice[Decision]]:
        some = rng.sample(offer.choices, min(len(offer.choices), 3))
        return iter(sorted(some, key=lambda choice: choice.kind not in MORE or rng.random() < 0.3))

    offer = offers(setup, standing)
    return decide(offer, order) if offer is not None else None


def _parts(part: Any) -> Iterator[tuple[Any, str, Any]]:
    """The fields of a decision and of its parts, with their owners."""
    if isinstance(part, tuple):
        for one in part:
            yield from _parts(one)
    elif is_dataclass(part):
        for one in fields(part):
            yield part, one.name, getattr(part, one.name)
            yield from _parts(getattr(part, one.name))


def _with(part: Any, owner: Any, name: str, value: Any) -> Any:
    """The decision with another value of one field."""
    if part is owner:
        return replace(part, **{name: value})
    if isinstance(part, tuple):
        return tuple(_with(one, owner, name, value) for one in part)
    if is_dataclass(part) and not isinstance(part, type):
        made = {one.name: _with(getattr(part, one.name), owner, name, value) for one in fields(part)}
        return replace(part, **made)
    return part


def changed(rng: Random, decision: Decision) -> Decision:
    """The decision with one number, mark or list changed."""
    owner, name, now = rng.choice([*_parts(decision)])
    match now:
        case _ if name == "zones":
            now = (*now[1:], now[0] + rng.choice((0, 0, 1)))
        case bool():
            now = not now
        case int():
            now = max(0, now + rng.choice((-1, 1)))
        case (int(), int()):
            now = now[::-1] if rng.random() < 0.5 else (now[0], now[1] + 1)
        case tuple() if len(now) > 1 or (now and rng.random() < 0.5):
            now = now[:-1] if rng.random() < 0.5 else now[::-1]
    return _with(decision, owner, name, now)  # type: ignore[no-any-return]


def lost(rng: Random, decision: Decision) -> Decision:
    """The decision with a part lost."""
    names = {"split": UNKNOWN, "to": UNKNOWN, "tile": UNKNOWN, "open": True, "levels": None, "space": UNKNOWN}
    names |= {
        "spaces": (UNKNOWN,) * 2,
        "card": UNKNOWN,
        "zones": None,
        "puts": None,
        "acts": (Lost(), Pass()),
    }
    names |= {"transports": (UNKNOWN,), "discarded": (UNKNOWN,)}
    known = [one for one in _parts(decision) if one[1] in names and (one[2] or one[1] == "open")]
    if not known:
        return decision
    owner, name, _ = rng.choice(known)
    return _with(decision, owner, name, names[name])  # type: ignore[no-any-return]


class Maker:
    """Makes decisions up."""

    def __init__(self, rng: Random, setup: Setup, standing: Standing) -> None:
        self.rng, self.setup, self.board, self.position = rng, setup, setup.board, standing.position
        self.tiles = dict(self.position.tiles)
        joined = standing.cards[0] if standing.cards else None
        self.hands = dict(joined.hands) if isinstance(joined, Joined) else {}

    def chance(self, odds: float) -> bool:
        return self.rng.random() < odds

    def name(self) -> str:
        return self.rng.choice(self.position.order)

    def decision(self) -> Decision:
        """A decision that mostly suits the phase."""
        rng, phase = self.rng, self.position.phase
        kind = {CAMP: "take", PLANNING: "plan", MAINTENANCE: "turn"}.get(phase, "acts")
        kind = kind if self.chance(0.85) else rng.choice(("take", "plan", "turn", "acts", "interrupt"))
        if phase == CONVOY and self.chance(0.08):
            kind = "interrupt"
        match kind:
            case "take":
                shown = self.position.display or ANY_CARD
                if self.chance(0.2):
                    return Display(tuple(rng.choice(ANY_CARD) for _ in range(rng.randint(2, 5))))
                who = self.position.next if self.position.next and self.chance(0.8) else self.name()
                return Take(who, rng.choice(shown), self.forced(who, 1))
            case "plan":
                zones = [0] * len(ZONES)
                for _ in range(rng.choice((5, 5, 5, 5, 4, 6, 0))):
                    zones[rng.randrange(len(ZONES))] += 1
                return Plan(self.name(), (zones[0], zones[1], zones[2], zones[3]))
            case "turn":
                number = self.position.turn + rng.choice((1, 1, 1, 0, 2))
                order = Order(tuple(rng.sample(self.position.order, len(self.position.order))))
                return rng.choice((Turn(number), order, Bonus(self.name(), rng.choice((10, 20)))))
            case "interrupt":
                return Interrupt(self.name(), self.interrupt())
        who = self.position.next if self.position.next and self.chance(0.93) else self.name()
        return Sequence(who, self.acts(self.position.player(who)))

    def acts(self, player: Player) -> tuple[Act, ...]:
        rng = self.rng
        acts: list[Act] = [Buy(rng.choice((1, 1, 2, 3)))] if self.chance(0.15) else []
        if self.setup.leader(player.name) in ("french", "italian") and self.chance(0.3):
            acts.append(self.power(player))
        held = [card for card in self.hands.get(player.name, ()) if card != UNKNOWN]
        for card in rng.sample(held, rng.choice((0, 0, 1, 1, 2)) if len(held) > 1 else len(held)):
            acts.append(self.play(player, card))
        if self.chance(0.15):
            acts.append(self.play(player, rng.choice(ANY_CARD)))
        if self.chance(0.9):
            acts.append(self.last(player))
        if self.chance(0.05):
            rng.shuffle(acts)
        return tuple(acts) or (Pass(),)

    def interrupt(self) -> str | Act:
        player = self.position.player(self.name())
        if self.chance(0.5):
            return self.rng.choice(("Jerrycan", "Jerrycan", "Escort", "Refuel", "Financier", "Guide"))
        return self.rng.choice((self.last(player), Clear(self.space()), self.power(player), Buy(1)))

    def power(self, player: Player) -> Power:
        if (self.setup.leader(player.name) == "italian") == self.chance(0.95):
            return Power(self.repair())
        return Power(self.scout(player, 3))

    def last(self, player: Player) -> Act:
        """An assistant of a zone that has one, or a pass."""
        zones = [zone for zone, count in zip(ZONES, player.left or (1,) * 4, strict=True) if count]
        zone = self.rng.choice(zones) if zones and self.chance(0.9) else self.rng.choice(("P", *ZONES))
        zone = "M" if "M" in zones and self.chance(0.6) else zone
        match zone:
            case "X":
                if self.chance(0.7):
                    return self.scout(player, 2)
                return Draw(self.drawn(1)[0], self.forced(player.name, 1))
            case "M":
                return self.drive(player) if self.chance(0.8) else self.repair()
            case "S":
                return Clear(self.space())
            case "T":
                there = (player.left or (1,) * 4)[-1]
                return Cash(None if self.chance(0.7) else max(1, there - self.rng.randint(0, 1)))
        return Pass()

    def space(self) -> str:
        return self.rng.choice([*self.tiles] * 5 + [self.rng.choice(self.board.places).id])

    def tile(self) -> str:
        return self.rng.choice([tile for tile, count in self.position.bag for _ in range(count)] or ["track"])

    def drawn(self, count: int) -> tuple[str, ...]:
        return tuple(self.rng.choice(ANY_CARD) if self.chance(0.15) else UNKNOWN for _ in range(count))

    def forced(self, who: str, more: int, chassis: int = 0) -> Forced:
        """The cards beyond the limit of a hand that gets some more and a chassis that loses some levels."""
        player = self.position.player(who)
        beyond = (player.cards or 0) + more - ((player.chassis or 0) - chassis)
        beyond += self.rng.choice((0,) * 12 + (-1, 1))
        if beyond <= 0 or beyond > 8:
            return NOT_FORCED
        held = [*self.hands.get(who, ())]
        self.rng.shuffle(held)
        gone = [card if self.chance(0.8) else UNKNOWN for card in (*held, *(UNKNOWN,) * beyond)][:beyond]
        if "Jerrycan" in gone and self.chance(0.5):
            gone.remove("Jerrycan")
            return Forced(tuple(gone), ("Jerrycan",))
        return Forced(tuple(gone), ("Jerrycan",) if self.chance(0.03) else ())

    def play(self, player: Player, card: str) -> Play:
        rng, use, reaction = self.rng, None, None
        match card if self.chance(0.97) else rng.choice(ANY_CARD):
            case "Pilot":
                use = self.drive(player)
            case "Technician":
                use = self.repair()
            case "Cartographer":
                use = self.scout(player, 3)
            case "Surveyor":
                use = replace(
                    self.scout(player, 2), dropped=tuple(self.tile() for _ in range(rng.choice((2, 2, 2, 1))))
                )
            case "Searcher":
                use = (
                    Search(self.drawn(2), self.drawn(1), self.forced(player.name, 1))
                    if self.chance(0.8)
                    else None
                )
            case "Tracker" | "Cheat":
                use = Spaces(tuple(self.space() for _ in range(rng.choice((2, 2, 2, 2, 1, 3)))))
            case "Saboteur":
                victim = rng.choice(
                    [one for one in self.position.order if one != player.name or self.chance(0.1)]
                )
                split = self.split(2 if self.chance(0.9) else rng.randint(0, 3))
                use = Hit(victim, split, self.forced(victim, 0, split[1]))
        if card in ("Tracker", "Cheat", "Saboteur") and self.chance(0.3):
            reaction = Reaction(self.name(), rng.choice((ASSISTANT, CARD)), late=self.chance(0.1))
        return Play(card, use if self.chance(0.97) else None, reaction)

    def split(self, points: int) -> Split:
        engine = self.rng.randint(0, points)
        return engine, points - engine

    def repair(self) -> Repair:
        made = []
        for _ in range(self.rng.choice((0, 1, 1, 1, 2, 3))):
            card = self.rng.choice(("", "", "", "SparePart", "SparePart", "Toolbox", "Toolbox", "Guide"))
            levels = {"SparePart": 1, "Toolbox": 3}.get(card, self.rng.randint(1, 3))
            split = (levels, 0) if self.chance(0.5) else (0, levels)
            made.append(Fix(split if self.chance(0.8) else self.split(self.rng.randint(1, 3)), card))
        return Repair(tuple(made))

    def scout(self, player: Player, count: int) -> Scout:
        """Tiles on spaces that mostly continue the path."""
        puts, lying = [], set(self.tiles)
        bag = Counter(dict(self.position.bag))
        for _ in range(count if self.chance(0.95) else self.rng.randint(0, 3)):
            free = self.free(player.place, lying)
            space = (
                self.rng.choice(free) if free and self.chance(0.9) else self.rng.choice(self.board.places).id
            )
            tile = self.rng.choice([*(+bag).elements()] or ["track"])
            bag[tile] -= 1
            puts.append(Put(tile, space))
            lying.add(space)
        cut = self.rng.randint(0, len(puts)) if self.chance(0.1) else len(puts)
        return Scout(tuple(puts[:cut]), tuple(put.tile for put in puts[cut:]))

    def free(self, start: str, lying: set[str]) -> list[str]:
        """The free spaces next to a chain of tiles and cities."""
        found, waiting = {start}, [start]
        for here in waiting:
            ends = (self.board.other_end(line, here) for line in self.board.lines_from(here))
            for place in (*self.board.index[here].near, *ends):
                if place not in found and (place in lying or self.board.index[place].kind == CITY):
                    found.add(place)
                    waiting.append(place)
        near = {place for here in found for place in self.board.index[here].near}
        return sorted(place for place in near - lying if self.board.index[place].kind != CITY)

    def drive(self, player: Player) -> Drive:
        """Steps that are mostly written as their tiles ask for."""
        rng, here, lying = self.rng, player.place, dict(self.tiles)
        steps: list[Step] = []
        engine, chassis = player.engine or 0, player.chassis or 0
        for _ in range(rng.choice((0, 1, 1, 2, 3, max(1, engine), engine + 1))):
            lines = self.board.lines_from(here)
            if lines and self.chance(0.5):
                line = rng.choice(lines)
                kind = line.kind if self.chance(0.97) else rng.choice(LINES)
                transports = ("Transport",) * rng.choice((0, 0, 1, 1, 2))
                step = Step(self.board.other_end(line, here), line=kind, transports=transports)
            else:
                step = Step(
                    rng.choice(self.board.index[here].near if self.chance(0.97) else [*self.board.index])
                )
            place = self.board.index[step.to]
            if place.kind == CITY:
                more = max(place.draw, 2 if self.setup.leader(player.name) == "belgian" else 0)
                number = more + rng.choice((0,) * 12 + (-1, 1))
                step = replace(step, drawn=None if self.chance(0.3) else self.drawn(max(0, number)))
                step = replace(step, forced=self.forced(player.name, more))
            else:
                blind = step.to not in lying
                tile = self.tile() if blind else lying[step.to]
                lying[step.to] = tile
                if tile != UNKNOWN:
                    step = self.onto(
                        player, replace(step, tile=tile if blind else None), self.board.terrain[tile], chassis
                    )
            if self.chance(0.06):
                step = replace(step, **{rng.choice(("jerrycans", "late", "bought")): 1})
            steps.append(step)
            paid = step.split if isinstance(step.split, tuple) else (0, 0)
            engine, chassis = engine - paid[0], chassis - paid[1]
            if (
                step.sent_back
                or (place.kind == CITY and self.chance(0.8))
                or (engine <= 0 and self.chance(0.9))
            ):
                break
            here = step.to
        return Drive(tuple(steps))

    def onto(self, player: Player, step: Step, tile: Tile, chassis: int) -> Step:
        """A step onto a tile, with its marks."""
        points = tile.mech + tile.engine + tile.chassis
        if tile.danger and self.chance(0.5):
            able = player.left is None or player.left[ZONES.index(ESCORT)]
            step = replace(step, avoided=(ASSISTANT if able or self.chance(0.2) else CARD,))
        elif tile.danger:
            points += 2
        if self.chance(0.06):
            points = max(0, points + self.rng.choice((-1, 1, -2)))
        if step.tile is not None and self.chance(0.35):
            return replace(step, sent_back=True, avoided=step.avoided if self.chance(0.2) else ())
        split = self.split(points) if points or self.chance(0.02) else None
        gone = split[1] if split is not None else 0
        guide = self.chance(0.3 if tile.stop else 0.02)
        return replace(
            step, split=split, guide=guide, forced=self.forced(player.name, 0, gone) if gone else NOT_FORCED
        )
