"""Keeps the books of a game of The Great Race from the text of its record alone. It imports no module of a judge: boards are read
from their files, and the numbers are those of the rules (GR-2 to GR-22, every ruling at its default)."""

import re
import tomllib
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.great_race.games.hands import Hand, cards, need

BOARDS = Path(__file__).parents[3] / "model" / "great_race" / "data" / "boards"
FUEL, LEVELS = 10, 5
INCOME = (0, 10, 20, 40, 70, 110)
ARRIVAL = (5, 3, 1, 0)
TOKEN = re.compile(r"(?:[^\s(\[]|\([^)]*\)|\[[^\]]*\])+")
STEP = re.compile(
    r"(?P<to>[\w-]+)(?:=(?P<tile>\w+))?(?P<sent>!)?(?P<avoid>(?:~\w+)*)(?:/(?P<split>\w+))?"
    r"(?:\[(?P<off>[^\]]*)\])?(?:\((?P<cards>[^)]*)\))?"
)


@dataclass
class Player:
    name: str
    place: str
    money: int
    leader: str = ""
    fuel: int = FUEL
    engine: int = LEVELS
    chassis: int = LEVELS
    hand: Hand = field(default_factory=Hand)
    left: dict[str, int] = field(default_factory=dict)
    passed: bool = False
    finished: int = 0

    def pay(self, francs: int) -> None:
        self.money -= francs
        need(self.money >= 0, f"{self.name} has too little money")

    def refuel(self, levels: int) -> None:
        self.fuel = min(FUEL, self.fuel + levels)

    def wear(self, split: str | None) -> int:
        """Points come off both gauges. Returns how many."""
        engine, chassis = points(split or "")
        self.engine, self.chassis = self.engine - engine, self.chassis - chassis
        need(self.engine >= 0 and self.chassis >= 0, f"{self.name} pays more than there is")
        return engine + chassis

    def after(self, words: list[str]) -> None:
        """What the hand limit forces: `-Pilot`, `+Jerrycan`."""
        for word in words:
            need(word[0] in "+-", word)
            for card in cards(word[1:]):
                self.hand.lose(card)
            if word[0] == "+":
                self.refuel(1)
        need(self.hand.size <= self.chassis, f"{self.name} keeps {self.hand.size} cards")

    def play(self, zone: str) -> None:
        need(self.left.get(zone), f"{self.name} has no assistant in {zone}")
        self.left[zone] -= 1

    @property
    def idle(self) -> bool:
        return self.passed or not any(self.left.values())


def points(split: str) -> tuple[int, int]:
    found = dict(re.findall(r"([ec])(\d)", split))
    return int(found.get("e", 0)), int(found.get("c", 0))


class Book:
    """The books. `line` keeps one line."""

    def __init__(self) -> None:
        self.board: dict[str, Any] = {}
        self.players: dict[str, Player] = {}
        self.order: list[str] = []
        self.tiles: dict[str, str] = {}
        self.bag: Counter[str] = Counter()
        self.track: dict[int, list[str]] = {}
        self.shown: list[str] = []
        self.turn, self.kept, self.next = 0, True, ""
        self.bonuses: dict[str, int] = {}

    def line(self, text: str) -> None:
        found = re.fullmatch(r"(\w+)([:!]) (.*)", text)
        if found is None:
            word, _, rest = text.partition(" ")
            keep = getattr(self, f"_{word}", None)
            if keep is not None:
                keep(rest)
        elif found[2] == "!":
            self._card(self.players[found[1]], found[3])
        else:
            self._sequence(self.players[found[1]], found[3])

    def points(self) -> dict[str, int]:
        """The prestige of the finishers (GR-19)."""
        arrived = [one for one in self.players.values() if one.finished]
        return {
            one.name: ARRIVAL[one.finished - 1] + one.engine + one.chassis + one.money // 50
            for one in arrived
        }

    @property
    def over(self) -> bool:
        return self.turn > 0 and not self.next and any(one.finished for one in self.players.values())

    def _board(self, rest: str) -> None:
        self.board = tomllib.loads((BOARDS / f"{rest}.toml").read_text(encoding="utf-8"))
        self.cities = {city["id"]: city for city in self.board["city"]}
        self.kinds = {tile["id"]: tile for tile in self.board["tile"]}
        self.bag = Counter({tile["id"]: tile["count"] for tile in self.board["tile"]})
        edges = self.board["land"]["edges"]
        self.near = {(one, other) for edge in edges for one, other in (edge, edge[::-1])}
        self.prices: dict[tuple[str, str, str], int] = {}
        for line in self.board["line"]:
            for one, other in (line["ends"], line["ends"][::-1]):
                self.prices[line["kind"], one, other] = line["price"]

    def _route(self, rest: str) -> None:
        self.start, self.finish = rest.split()
        columns = {**self.board["terrain"], **{id: city["column"] for id, city in self.cities.items()}}
        turned = columns[self.start] > columns[self.finish]
        most = max(columns.values())
        self.level = {place: most + 1 - column if turned else column for place, column in columns.items()}

    def _seat(self, rest: str) -> None:
        words = rest.split()
        for one in self.players.values():
            one.money = 80
        self.players[words[0]] = Player(words[0], self.start, 70, words[2] if len(words) > 2 else "")
        self.order = [*self.players]
        self.track = {self.level[self.start]: [*self.order]}

    def _turn(self, rest: str) -> None:
        self._maintain()
        need(int(rest) == self.turn + 1, f"turn {rest}")
        self.turn, self.kept = int(rest), False

    def _display(self, rest: str) -> None:
        self.shown, self.taken = rest.split(), 0
        need(len(self.shown) == len(self.order) + 1, "display")

    def _camp(self, rest: str) -> None:
        name, card, *after = rest.split()
        turns = [*self.order[::-1], self.order[-1]]
        need(turns[self.taken] == name and card in self.shown, f"{name} takes {card}")
        self.taken += 1
        self.shown.remove(card)
        self.players[name].hand.gain(card)
        self.players[name].after(after)

    def _plan(self, rest: str) -> None:
        name, *zones = rest.split()
        self.players[name].left = {zone[0]: int(zone[1]) for zone in zones}
        need(sum(self.players[name].left.values()) == 5, rest)
        self.next = self.order[0]

    def _maintain(self) -> None:
        """The new order and the bonuses (GR-17)."""
        if self.turn and not self.kept:
            need(not self.next and not self.over, "the convoy is not over")
            self.order = [name for level in sorted(self.track, reverse=True) for name in self.track[level]]
            self.bonuses = dict(zip(self.order, (20, 10) if len(self.order) > 2 else (20,), strict=False))
            for name, francs in self.bonuses.items():
                self.players[name].money += francs
            for one in self.players.values():
                one.passed, one.left = False, {}
            self.kept = True

    def _order(self, rest: str) -> None:
        self._maintain()
        need(rest.split() == self.order, f"order {self.order}")

    def _bonus(self, rest: str) -> None:
        self._maintain()
        name, francs = rest.split()
        need(self.bonuses.get(name, 0) == int(francs), f"bonus {self.bonuses}")

    def _result(self, rest: str) -> None:
        words = rest.split()
        told = dict(zip(words[::2], map(int, words[1::2]), strict=True))
        need(self.over and told == self.points(), f"result {self.points()}")

    def _check(self, rest: str) -> None:
        if rest.startswith("winner"):
            best = max(self.points().values())
            need({*rest.split()[1:]} == {name for name, had in self.points().items() if had == best}, rest)
            return
        name, facts = rest.split(" ", 1)
        one = self.players[name]
        told = dict(re.findall(r"\b(at|fuel|engine|chassis|money) (\S+)", facts))
        is_so = {key: str(getattr(one, "place" if key == "at" else key)) for key in told}
        need(told == is_so, f"{name} {is_so}")
        hand = re.search(r"hand ((?:(?!left|passed|used|finished)\S+ ?)+)", facts)
        if hand is not None:
            size = 0 if hand[1].strip() == "none" else len(cards(hand[1]))
            need(one.hand.size == size, f"{name} {one.hand}")

    def _sequence(self, one: Player, acts: str) -> None:
        need(one.name == self.next and not one.idle, f"{one.name} is not due")
        for act in acts.split("; "):
            need(not one.finished, f"{one.name} has finished")
            self._act(one, act)
        place = self.order.index(one.name)
        later = [*self.order[place + 1 :], *self.order[: place + 1]]
        self.next = next((name for name in later if not self.players[name].idle), "")

    def _act(self, one: Player, act: str) -> None:
        word, _, rest = act.partition(" ")
        match word:
            case "buy":
                one.pay(int(rest) * (10 if one.place in self.cities else 20))
                one.fuel += int(rest)
                need(one.fuel <= FUEL, "the gauge is full")
            case "play":
                self._card(one, rest)
            case "power" if rest.startswith("repair"):
                self._repair(one, rest.partition(" ")[2])
            case "power":
                self._scout(rest)
            case "scout":
                one.play("X")
                self._scout(rest)
            case "draw":
                one.play("X")
                words = rest.split()
                one.hand.gain(words.pop(0) if words and words[0][0] not in "+-" else "?")
                one.after(words)
            case "drive":
                one.play("M")
                self._drive(one, rest)
            case "repair":
                one.play("M")
                self._repair(one, rest)
            case "clear":
                one.play("S")
                self.tiles.pop(rest)
            case "cash":
                one.money += INCOME[one.left.get("T", 0)]
                need(one.left.get("T"), "no treasury")
                one.left["T"] = 0
            case "pass":
                one.passed = True

    def _card(self, one: Player, text: str) -> None:
        card, _, use = text.partition(" ")
        one.hand.lose(card)
        reaction = re.search(r"\{(\w+) (\w+)\}", use)
        if reaction is not None:
            self._escort(self.players[reaction[1]], reaction[2])
            return
        words = use.split()
        match card:
            case "Financier":
                one.money += 30
            case "Jerrycan":
                one.refuel(1)
            case "Refuel":
                one.refuel(5)
            case "Pilot":
                self._drive(one, use.partition(" ")[2])
            case "Technician":
                self._repair(one, use.partition(" ")[2])
            case "Cartographer":
                self._scout(use)
            case "Surveyor":
                self._scout(use, most=2)
            case "Tracker":
                for space in words:
                    self.tiles.pop(space)
            case "Cheat":
                first, other = words
                self.tiles[first], self.tiles[other] = self.tiles[other], self.tiles[first]
            case "Saboteur":
                name, split = words[0].split("/")
                self.players[name].wear(split)
                self.players[name].after(words[1:])
            case "Searcher":
                at = words.index("drop")
                kept, dropped = cards(" ".join(words[:at])), cards(words[at + 1])
                need(len(kept) == 2 and len(dropped) == 1, text)
                for drawn in kept:
                    one.hand.gain(drawn)
                one.after(words[at + 2 :])

    def _escort(self, one: Player, means: str) -> None:
        if means == "S":
            one.play("S")
        else:
            one.hand.lose("Escort")

    def _scout(self, text: str, *, most: int = 4) -> None:
        """Tiles are placed, at most so many: what is drawn beyond goes out of the game, others go back into the bag."""
        puts, dropped = (part.split() for part in (*text.split("drop"), "")[:2])
        for put in puts:
            kind, space = put.split("@")
            need(space not in self.tiles and space in self.level, put)
            self.tiles[space] = kind
            self.bag[kind] -= 1
        for kind in dropped[: max(len(puts) + len(dropped) - most, 0)]:
            self.bag[kind] -= 1
        need(min(self.bag.values()) >= 0, "the bag has no such tile")

    def _repair(self, one: Player, text: str) -> None:
        for fix in text.split(", ") if text != "none" else ():
            split, *how = fix.split()
            engine, chassis = points(split)
            if how[0] == "with":
                one.hand.lose(how[1])
                need(engine + chassis == {"SparePart": 1, "Toolbox": 3}[how[1]], fix)
            else:
                one.pay((engine + chassis) * (20 if one.place in self.cities else 40))
            one.engine, one.chassis = min(LEVELS, one.engine + engine), min(LEVELS, one.chassis + chassis)

    def _drive(self, one: Player, text: str) -> None:
        """A move, step by step; the marker moves at its end (GR-16)."""
        words, start = TOKEN.findall(text), self.level[one.place]
        line = ""
        while words and words != ["stay"]:
            word = words.pop(0)
            if word == "+Jerrycan":
                one.hand.lose("Jerrycan")
                one.refuel(1)
            elif word in ("sea", "air"):
                line = word
            else:
                late = 0
                while words and words[0] == "+Jerrycan":
                    words.pop(0)
                    late += 1
                after = []
                while words and words[0][0] == "-":
                    after.append(words.pop(0))
                for _ in range(late):
                    one.hand.lose("Jerrycan")
                    one.refuel(1)
                self._step(one, word, line, after)
        if self.level[one.place] != start:
            self.track[start].remove(one.name)
            self.track.setdefault(self.level[one.place], []).append(one.name)

    def _step(self, one: Player, word: str, line: str, after: list[str]) -> None:
        step = STEP.fullmatch(word)
        assert step is not None, word
        to = step["to"]
        if line:
            off = cards(step["off"] or "")
            for card in off:
                one.hand.lose(card)
            english = 50 if one.leader == "english" and line == "sea" else 0
            one.pay(max(0, self.prices[line, one.place, to] - 50 * len(off) - english))
        else:
            need((one.place, to) in self.near, f"{one.place} to {to}")
        if to in self.cities:
            self._city(one, to, step["cards"])
            return
        if step["tile"]:
            need(to not in self.tiles, f"{to} is known")
            self.tiles[to] = step["tile"]
            self.bag[step["tile"]] -= 1
            need(self.bag[step["tile"]] >= 0, "the bag has no such tile")
        tile, avoided = self.kinds[self.tiles[to]], step["avoid"].split("~")[1:]
        escorts = [means for means in avoided if means != "guide"]
        if step["sent"]:
            return
        for means in escorts:
            self._escort(one, means)
        one.fuel -= tile["fuel"] + (to in self.board["risk"]["spaces"])
        need(one.fuel >= 0, f"{one.name} has no fuel")
        due = sum(tile.get(key, 0) for key in ("mech", "engine", "chassis"))
        due += 2 * (tile.get("danger", False) and not escorts)
        need(one.wear(step["split"]) == due, f"{word} costs {due}")
        one.place = to
        one.after(after)
        if "guide" in avoided:
            one.hand.lose("Guide")

    def _city(self, one: Player, city: str, drawn: str | None) -> None:
        one.fuel -= 1
        need(one.fuel >= 0, f"{one.name} has no fuel")
        one.place = city
        if city == self.finish:
            one.finished = 1 + sum(bool(other.finished) for other in self.players.values())
            one.hand, one.left, one.passed = Hand(), {}, True
            return
        count = max(self.cities[city]["draw"], 2 * (one.leader == "belgian"))
        words = (drawn or f"?{count}").split()
        got = cards(" ".join(word for word in words if word[0] not in "+-"))
        need(len(got) == count, f"{city} gives {count} cards")
        for card in got:
            one.hand.gain(card)
        one.after([word for word in words if word[0] in "+-"])
