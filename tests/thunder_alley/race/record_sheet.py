"""A record for mutation: lines of each kind, and ways to change one token in one of them."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

NUMBER = re.compile(r"(?<![\w@/>])\d+(?![\w>/])")

Change = tuple[int, str] | None
"""A line (from 0) and its replacement; None if a record has no such token."""


@dataclass(frozen=True)
class Sheet:
    """The lines of a record, and the random generator that picks among them."""

    rng: Random
    lines: tuple[str, ...]

    def those(self, test: Callable[[str], object]) -> list[int]:
        return [index for index, line in enumerate(self.lines) if test(line)]

    def starting(self, *words: str) -> list[int]:
        return self.those(lambda line: line.split(" ")[0] in words)

    @property
    def segments(self) -> list[int]:
        return self.those(lambda line: line[:1].isdigit())

    @property
    def moves(self) -> list[int]:
        return [index for index in self.segments if ":" in self.lines[index]]

    @property
    def cars(self) -> list[int]:
        return [int(word) for index in self.starting("team") for word in self.lines[index].split()[2:]]

    @property
    def teams(self) -> list[str]:
        return [self.lines[index].split()[1] for index in self.starting("team")]

    def other_car(self, car: int) -> int:
        return self.rng.choice([other for other in self.cars if other != car])

    def pick(self, indexes: Sequence[int], change: Callable[[str], str | None]) -> tuple[int, str] | None:
        """A line among these that can be changed in this way, and its replacement."""
        shuffled = self.rng.sample(list(indexes), len(indexes))
        for index in shuffled:
            new = change(self.lines[index])
            if new is not None and new != self.lines[index]:
                return index, new
        return None

    def replace_one(
        self, pattern: re.Pattern[str], line: str, new: Callable[[re.Match[str]], str]
    ) -> str | None:
        """The line with one of its matches replaced."""
        found = list(pattern.finditer(line))
        if not found:
            return None
        match = self.rng.choice(found)
        return line[: match.start()] + new(match) + line[match.end() :]

    def swap_words(self, line: str, first: int) -> str | None:
        """Two neighbouring words from the `first` one on change places."""
        words = line.split(" ")
        if len(words) < first + 2:
            return None
        at = self.rng.randrange(first, len(words) - 1)
        words[at : at + 2] = words[at + 1], words[at]
        return " ".join(words)
