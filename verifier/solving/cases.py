"""Open values, for the chapters of a spec that are plain functions: the same text then answers about all positions.

An open value is one of several, and which one depends on the case. A set of cases is an integer with one bit for each case. To
compare, add or index open values gives open values. Where Python needs one answer (`if`, a key of a dict, an index), the run is
split: it goes on for the cases with one answer, and the function runs again for the others. Together the runs cover every case
exactly once. A fact that no run asks for splits none.
"""

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from functools import wraps
from typing import Any, TypeVar

from model.values import replace

R = TypeVar("R")
T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])

Set = int
"""A set of cases: bit k is case k."""


class Cases:
    """All combinations of some choices. Choices come first; `begin` numbers the cases, and `runs` uses them.

    The values of the first choice vary slowest. So the case with the lowest number of a set has the first possible values, and a
    choice should begin with the plainest one. `now` has the cases of the current run.
    """

    def __init__(self) -> None:
        self._choices: list[tuple[Open, tuple[Any, ...]]] = []
        self._strides: list[int] = []
        self.every: Set = 1
        self._allowed: Set = 1
        self.now: Set = 1
        self._answers: list[bool] = []
        self._asked = 0

    def choice(self, values: Iterable[Any]) -> Any:
        """A value that is one of these, independent of the other choices; the value itself if there is only one."""
        known = tuple(dict.fromkeys(values))
        if len(known) == 1:
            return known[0]
        made = Open(self, {})
        self._choices.append((made, known))
        return made

    def begin(self) -> None:
        """Numbers the cases. No further choice may follow."""
        width = 1
        for _, values in self._choices:
            width *= len(values)
        self.every = self._allowed = self.now = (1 << width) - 1
        stride = 1
        for made, values in reversed(self._choices):
            block, period = (1 << stride) - 1, stride * len(values)
            repeated = self.every // ((1 << period) - 1)
            made.sets = {value: (block << stride * place) * repeated for place, value in enumerate(values)}
            self._strides.insert(0, stride)
            stride = period

    def allow(self, wanted: Any) -> None:
        """Leaves only the cases in which this is true."""
        self._allowed &= self.where(wanted)

    @property
    def allowed(self) -> Set:
        """The cases that are left."""
        return self._allowed

    @property
    def sizes(self) -> list[int]:
        """The number of values of each choice."""
        return [len(values) for _, values in self._choices]

    def apart(self, choice: int, further: int, one: Set, other: Set) -> Set:
        """The cases of one set from which a choice (by its place) that takes a value so much further leads into the other."""
        made, values = self._choices[choice]
        shift = further * self._strides[choice]
        kept = values[: len(values) - further] if further > 0 else values[-further:]
        moved = other >> shift if shift > 0 else other << -shift
        return one & moved & sum(made.sets[value] for value in kept)

    def neighbour(self, choice: int, further: int, case: int) -> int:
        """The case in which a choice takes a value so much further."""
        return case + further * self._strides[choice]

    def where(self, wanted: Any) -> Set:
        """The cases in which a value counts as true."""
        if not isinstance(wanted, Open):
            return self.every if wanted else 0
        return sum(cases for value, cases in wanted.sets.items() if value)

    def runs(self, function: Callable[[], R], within: Set | None = None) -> Iterator[tuple[R, Set]]:
        """Runs a function until every allowed case, or each of those within a set, has had its run: its result, and the cases of
        that run. The function must do the same whenever it gets the same answers."""
        self._answers = []
        cases = self._allowed if within is None else self._allowed & within
        while cases:
            self._asked, self.now = 0, cases
            result = function()
            yield result, self.now
            del self._answers[self._asked :]
            while self._answers and not self._answers[-1]:
                self._answers.pop()
            if not self._answers:
                break
            self._answers[-1] = False
        self.now = self.every

    def holds(self, cases: Set) -> bool:
        """Whether the current run is about these cases. If it is about some of them only, it is split."""
        within = self.now & cases
        if not within or within == self.now:
            return bool(within)
        if self._asked == len(self._answers):
            self._answers.append(True)
        answer = self._answers[self._asked]
        self._asked += 1
        self.now = within if answer else self.now & ~cases
        return answer


class Open:
    """A value that depends on the case: `sets` has the cases in which it is each of several values. What a run computes from it
    need only be right in the cases of that run."""

    __slots__ = ("_cases", "sets")

    def __init__(self, cases: Cases, sets: dict[Any, Set]) -> None:
        self._cases, self.sets = cases, sets

    def each(self, function: Callable[[Any], Any]) -> Any:
        """The function's result in each case."""
        return self._made((function(value), cases) for value, cases in self._items())

    def together(self, given: Sequence[Any], function: Callable[..., Any]) -> Any:
        """The function's result for these values, this one included, in each case."""
        known: list[tuple[tuple[Any, ...], Set]] = [((), self._cases.now)]
        for one in given:
            items = one._items() if isinstance(one, Open) else ((one, self._cases.now),)
            known = [
                ((*values, value), both)
                for values, within in known
                for value, cases in items
                if (both := within & cases)
            ]
        return self._made((function(*values), cases) for values, cases in known)

    def known(self) -> Any:
        """One value, for which the current run goes on."""
        return next(value for value, cases in self.sets.items() if self._cases.holds(cases))

    def _with(self, other: Any, function: Callable[[Any, Any], Any]) -> Any:
        if not isinstance(other, Open):
            return self.each(lambda value: function(value, other))
        others = other._items()
        pairs = [
            (function(one, two), both)
            for one, here in self._items()
            for two, there in others
            if (both := here & there)
        ]
        return self._made(pairs)

    def _items(self) -> list[tuple[Any, Set]]:
        now = self._cases.now
        return [(value, within) for value, cases in self.sets.items() if (within := cases & now)]

    def _made(self, found: Iterable[tuple[Any, Set]]) -> Any:
        sets: dict[Any, Set] = {}
        for result, cases in found:
            if not isinstance(result, Open):
                sets[result] = sets.get(result, 0) | cases
                continue
            for value, within in result.sets.items():
                if both := within & cases:
                    sets[value] = sets.get(value, 0) | both
        return Open(self._cases, sets) if len(sets) > 1 else next(iter(sets))

    def __neg__(self) -> Any:
        return self.each(operator.neg)

    def __bool__(self) -> bool:
        return self._cases.holds(self._cases.where(self))

    def __hash__(self) -> int:
        return hash(self.known())

    def __index__(self) -> int:
        return operator.index(self.known())

    def __int__(self) -> int:
        return int(self.known())

    def __len__(self) -> int:
        return len(self.known())

    def __iter__(self) -> Iterator[Any]:
        return iter(self.known())

    def __contains__(self, item: object) -> bool:
        return item in self.known()

    def __str__(self) -> str:
        return str(self.known())

    def __getitem__(self, key: Any) -> Any:
        return self.each(lambda value: value[key])

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.known(), name)


def _lift(name: str) -> None:
    """Gives open values an operation of their values, with an open or plain value on its right."""
    function = getattr(operator, name)
    setattr(Open, f"__{name}__", lambda one, two: one._with(two, function))


def _lift_reflected(name: str) -> None:
    """The same with a plain value on its left."""
    function = getattr(operator, name)
    setattr(Open, f"__r{name}__", lambda one, two: one._with(two, lambda mine, other: function(other, mine)))


ARITHMETIC = ("add", "sub", "mul", "mod", "floordiv")
for _name in (*ARITHMETIC, "eq", "ne", "lt", "le", "gt", "ge"):
    _lift(_name)
for _name in ARITHMETIC:
    _lift_reflected(_name)


def in_each_case(function: F) -> F:
    """Makes a function take open values in any place, and then give its result in each case."""

    @wraps(function)
    def applied(*given: Any) -> Any:
        some = next((one for one in given if isinstance(one, Open)), None)
        return function(*given) if some is None else some.together(given, function)

    return applied  # type: ignore[return-value]


def in_case(thing: T, case: int) -> T:
    """A value, tuple or open value as it is in the case with this number."""
    found: Any = thing
    if isinstance(thing, Open):
        found = next(value for value, cases in thing.sets.items() if cases >> case & 1)
    elif isinstance(thing, tuple):
        found = tuple(in_case(one, case) for one in thing)
    elif is_dataclass(thing) and not isinstance(thing, type):
        parts = {one.name: getattr(thing, one.name) for one in fields(thing) if one.init}
        changed = {name: in_case(part, case) for name, part in parts.items()}
        found = replace(thing, **{name: part for name, part in changed.items() if part is not parts[name]})
    return found  # type: ignore[no-any-return]


def opened(cases: Cases, values: Sequence[Any]) -> Any:
    """A value that is in each case the one with its number. Tuples and dataclasses of one form are open part by part."""
    first: Any = values[0]
    if all(one == first for one in values):
        return first
    if all(type(one) is type(first) for one in values):
        if is_dataclass(first) and not isinstance(first, type):
            names = [one.name for one in fields(first) if one.init]
            parts = {name: opened(cases, [getattr(one, name) for one in values]) for name in names}
            return replace(first, **parts)
        if isinstance(first, tuple) and all(len(one) == len(first) for one in values):
            return tuple(opened(cases, column) for column in zip(*values, strict=True))
    return by_case(cases, values)


def by_case(cases: Cases, values: Sequence[Any]) -> Any:
    """A value that is in each case the one with its number, as a whole."""
    sets: dict[Any, Set] = {}
    for number, one in enumerate(values):
        sets[one] = sets.get(one, 0) | 1 << number
    return Open(cases, sets) if len(sets) > 1 else values[0]


def first_of(cases: Set) -> int:
    """The lowest number of a case in a set that is not empty."""
    return (cases & -cases).bit_length() - 1
