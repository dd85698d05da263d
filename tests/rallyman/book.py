"""Keeps a book of a stage from its record alone, by the default readings, without importing the engine, the position or the
notation. It reads the stage file, moves the cars, counts times, markers, damage and flats, and checks whether each turn was
possible and where it led."""

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

STAGES = Path(__file__).parents[2] / "model" / "rallyman" / "data" / "stages"
SECONDS = {1: 50, 2: 40, 3: 30, 4: 20, 5: 10}


class WrongError(Exception):
    """Something in the record contradicts the book."""


def need(fits: bool, why: str) -> None:
    if not fits:
        raise WrongError(why)


@dataclass
class Car:
    """The book's entry for a car; `came` counts arrivals."""

    name: str
    space: str = "START"
    gear: int = 0
    status: str = ""
    t: int = 0
    m: int = 0
    dmg: int = 0
    flats: int = 0
    sisu: bool = True
    spare: bool = True
    tyres: str = "asphalt"
    came: int = 0

    @property
    def drives(self) -> bool:
        return self.space != "FINISH" and self.status != "out"


@dataclass
class Book:
    """The road and the cars of one stage."""

    stage: dict[str, Any] = field(default_factory=dict)
    spaces: dict[str, dict[str, Any]] = field(default_factory=dict)
    surfaces: dict[str, str] = field(default_factory=dict)
    cars: dict[str, Car] = field(default_factory=dict)
    start: list[str] = field(default_factory=list)
    dirt: dict[str, int] = field(default_factory=dict)
    options: set[str] = field(default_factory=lambda: {"attack", "seconds", "weather"})
    ranks: dict[str, int] = field(default_factory=dict)
    clock: int = 0
    played: int = 0

    # the road

    def open(self, name: str) -> None:
        self.stage = tomllib.loads((STAGES / f"{name}.toml").read_text(encoding="utf-8"))
        self.spaces = {space["id"]: space for space in self.stage["space"]}
        self.surfaces = {zone: entry["surface"] for zone, entry in self.stage["zones"].items()}

    def next(self, space: str) -> list[str]:
        return list(self.stage["start"] if space == "START" else self.spaces[space]["next"])

    def rank(self, space: str) -> int:
        if space not in self.ranks:
            self.ranks[space] = (
                0 if space == "FINISH" else 1 + max(self.rank(one) for one in self.next(space))
            )
        return self.ranks[space]

    def corner(self, space: str) -> str:
        return str(self.spaces.get(space, {}).get("corner", ""))

    def note(self, space: str) -> int:
        known = self.spaces[space]
        note = int(known["note"])
        if known.get("role") in ("inside", "drift"):
            note = (
                max(note - self.dirt.get(known["corner"], 0), 1) if self.dirt.get(known["corner"]) else note
            )
        return note

    def step(self, space: str, role: str) -> str:
        """One step; `role` is the written line, empty for none."""
        ways = self.next(space)
        mine = [one for one in ways if self.corner(one) and self.corner(one) == self.corner(space)]
        other = [one for one in ways if one not in mine]
        for group in (mine, other) if role else (other, mine):
            for one in group:
                kind = self.spaces.get(one, {}).get("role", "")
                if kind == role or (not role and kind in ("", "inside")):
                    return one
        raise WrongError(f"no {role or 'way'} leads on from {space}")

    def way(self, space: str, gear: int, role: str) -> tuple[list[str], int | None]:
        """The spaces passed, and by how many gears a bump was taken over its note."""
        try:
            first = self.step(space, role)
        except WrongError:
            first = self.step(space, "")
        if self.spaces.get(first, {}).get("kind") != "bump":
            return [first], None
        over = gear - self.note(first)
        path = [first]
        for left in range(min(over, 2) + 1, 0, -1):
            if path[-1] != "FINISH":
                path.append(self.step(path[-1], role if left == 1 else ""))
        return path, over if over >= 0 else None

    def blocked(self, car: Car, path: list[str]) -> bool:
        standing = [
            one for one in self.cars.values()
            if one is not car and one.space in self.spaces and one.status not in ("left", "right", "out")
        ]  # fmt: skip
        for one in standing:
            known = self.spaces[one.space]
            if one.space == car.space:
                if known.get("width") != "wide" and one.came < car.came:
                    return True
                continue
            if not self.rank(car.space) > self.rank(one.space) >= self.rank(path[-1]):
                continue
            count = sum(other.space == one.space for other in standing)
            if known["kind"] == "corner":
                touched = [s for s in (car.space, *path) if self.corner(s) == known["corner"]]
                by = {self.spaces[s]["role"] == "shortcut" for s in touched}
                if touched and one.space not in touched and by == {known["role"] != "shortcut"}:
                    continue
                return True
            full = count >= known.get("capacity", 1)
            if full or (one.space != path[-1] and known.get("width") != "wide"):
                return True
        return False

    # turns

    def order(self, number: int) -> list[str]:
        if number <= len(self.start):
            return [name for name in self.start[:number] if self.cars[name].drives]
        driving = [car for car in self.cars.values() if car.drives]
        driving.sort(key=lambda car: (self.rank(car.space), -car.gear, car.came))
        return [car.name for car in driving]

    def turn(self, name: str, text: str) -> tuple[str, Car]:
        """Plays a turn as written; returns the card taken and the car afterwards."""
        car = self.cars[name]
        self.clock += 1
        words = text.replace("[", " [ ").replace("]", " ] ").split()
        restart = car.status in ("spun", "left", "right", "stopped")
        if car.status in ("left", "right"):
            self._put_back(car)
        car.status = ""
        if "W" in words:
            need(car.spare and car.flats > 0 and car.gear <= 1 and car.space != "START", "no wheel to change")
            car.t, car.flats, car.spare, car.gear = car.t + 60, car.flats - 1, False, 0
            words.remove("W")
        if words == ["blocked"]:
            return self._blocked(car)
        if not words:
            return "-", car
        loss = words.pop()[1:] if words[-1].startswith("*") else ""
        attack = "[" in words
        sisu_answers = attack and "S" in words and bool(words.remove("S") is None)
        rolled = sum(bool(re.match(r"-?[1-5g]", word)) for word in words)
        need(not attack or (rolled >= 2 and "attack" in self.options), "no attack")
        unused = words[words.index("|") + 1 : words.index("]")] if "|" in words else []
        dice = [word for word in words if re.match(r"[1-5g]", word)]
        dice = dice[: len(dice) - len(unused)]
        cause = self._drive(car, dice, words, attack, sisu_answers)
        need(not restart or dice[0][0] == "1", "a restart in first gear")
        need(bool(cause) == bool(loss), f"loss written {loss or 'not'}, and the cause is {cause or 'none'}")
        need(bool(cause) or not unused, "dice left")
        car.m += rolled if attack else 0
        return self._end(car, cause, loss), car

    def _put_back(self, car: Car) -> None:
        known = self.spaces[car.space]
        deep = known.get("role") == "drift" and known["index"] >= 3
        if deep and any(self.spaces[one].get("role") == "drift" for one in known["next"]):
            car.space = next(
                s
                for s, k in self.spaces.items()
                if self.corner(s) == known["corner"] and k["role"] == "inside"
            )
        car.came = self.clock

    def _blocked(self, car: Car) -> tuple[str, Car]:
        if car.space == "START":
            return "-", car
        car.t += SECONDS[car.gear] if car.gear else 60
        return (str(car.gear) if car.gear else "1b"), car

    def _drive(self, car: Car, dice: list[str], words: list[str], attack: bool, answers: bool) -> str:
        """The dice one by one; the cause of a loss of control on the last of them."""
        used: list[int] = []
        gas = bought = symbols = 0
        most_gas, first = 2 - car.flats, True
        cancelled = False
        for number, word in enumerate(dice):
            found = re.fullmatch(r"([1-5g])([!$]?)(?:/(i|d|k[+~x]))?", word)
            assert found is not None
            die, face, mark = found.groups(default="")
            need(die == "g" or (int(die) not in used and len(used) < 5 - car.dmg), f"die {word}")
            need(die != "g" or gas < most_gas, f"gas {word}")
            if die == "g":
                need(car.gear > 0, "gas without a gear")
            elif car.gear == 0:
                need(die == "1", "first gear first")
            else:
                need(
                    abs(int(die) - car.gear) <= 1 if first else abs(int(die) - car.gear) == 1, f"chain {word}"
                )
            if face == "$":
                bought += 1
                need(not attack and car.m >= bought, "a bought die")
                car.m -= bought
            gear = car.gear if die == "g" else int(die)
            role = {"i": "inside", "d": "drift", "k": "shortcut"}.get(mark[:1], "")
            before, (path, over) = car.space, self.way(car.space, gear, role)
            end = path[-1]
            known = self.spaces.get(end, {})
            if known.get("role") == "drift":
                need(gear >= self.note(end), "too slow to drift")
            if known.get("role") == "inside" and self.corner(before) == known["corner"]:
                need(car.gear == 0 or gear < car.gear, "not lower")
            need(not self.blocked(car, path), f"blocked at {path}")
            slick = car.tyres == "snow" and known and self.surfaces[known["zone"]] == "asphalt"
            need(not (slick and die == "g" and gas >= 1 and "weather" in self.options), "gas on asphalt")
            gas, first = gas + (die == "g"), first and die == "g"
            used += [int(die)] if die != "g" else []
            car.space, car.gear, car.came = end, gear, self.clock
            symbols += face == "!" and not cancelled
            cause = self._cause(
                car,
                gear,
                mark,
                over,
                face == "!" and not cancelled,
                symbols,
                before if len(path) < 2 else path[-2],
            )
            if mark == "kx":
                lost = gas < most_gas
                most_gas -= lost
                handed = any(one.startswith("-g") for one in words)
                rest = [one for one in dice[number + 1 :] if one[0] == "g"]
                need(not attack or not rest or handed or bool(cause), "a gas die is handed in")
            here = words.index(word) + 1 if not attack else -1
            if cause in ("symbols", "bump") and (
                (answers and not cancelled) or (here >= 0 and words[here : here + 1] == ["S"])
            ):
                need(car.sisu, "no Sisu")
                car.sisu, symbols, cause = False, 0, ""
                cancelled = attack
            if cause:
                need(number == len(dice) - 1, f"a die after {cause}")
                return cause
            words[words.index(word)] = ""
        return ""

    def _cause(
        self, car: Car, gear: int, mark: str, over: int | None, shown: bool, symbols: int, before: str
    ) -> str:
        """What makes a car lose control on this space."""
        known = self.spaces.get(car.space, {})
        if mark == "k~":
            self.dirt[known["corner"]] = self.dirt.get(known["corner"], 0) + 1
        if mark == "kx":
            car.flats += 1
            if car.flats > 2:
                return "out"
        if known.get("kind") == "corner" and gear > self.note(car.space):
            highest = max(self.note(s) for s in self.spaces if self.corner(s) == known["corner"])
            return "out" if gear - highest > 2 else "speed"
        if over is not None and over >= 2:
            return "jump"
        if over == 1 and shown:
            return "bump"
        ground = known or self.spaces.get(before, {})
        snow = bool(ground) and self.surfaces[ground["zone"]] == "snow" and "weather" in self.options
        return "symbols" if symbols >= (2 if snow and car.tyres == "asphalt" else 3) else ""

    def _end(self, car: Car, cause: str, loss: str) -> str:
        """The end of a turn with dice: the card taken."""
        card = str(car.gear)
        if cause == "out":
            need(loss == "out", "eliminated")
            car.space, car.gear, car.status = "", 0, "out"
            return "-"
        if not cause or car.space == "FINISH":
            need(not cause or loss == "line", "a loss on the line")
            car.t += SECONDS[car.gear]
            car.dmg += bool(cause)
            return card
        car.t += 60
        event, _, cut = loss.partition("/")
        self._event(car, event, cut)
        return "-" if car.status == "out" and car.flats > 2 else f"{card}b"

    def _event(self, car: Car, event: str, cut: str) -> None:
        known = self.spaces[car.space]
        car.gear = 0
        lines = {
            k["role"]: s
            for s, k in self.spaces.items()
            if known.get("corner") and self.corner(s) == known["corner"]
        }
        if event == "spin":
            car.status = "spun"
            car.space = lines["inside"] if known.get("role") == "drift" else car.space
            return
        need(event in ("left", "right"), f"no event {event}")
        met = known[event]
        if met == "road":
            car.space, car.status = lines["inside"], "stopped"
        elif met == "shortcut":
            car.space, car.status = lines["shortcut"], "stopped"
            if cut == "k~":
                self.dirt[known["corner"]] = self.dirt.get(known["corner"], 0) + 1
            car.flats += cut == "kx"
            if car.flats > 2:
                car.t, car.space, car.status = car.t - 60, "", "out"
        else:
            legend = {**self.stage["terrain"], **self.stage["zones"][known["zone"]].get("terrain", {})}
            car.dmg, car.status = car.dmg + legend[met], event
            if car.dmg >= 5:
                car.space, car.status = "", "out"
