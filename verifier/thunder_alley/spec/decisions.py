"""The active player's decisions: the kind of each step, and the lane where ways split or meet.

Each decision is a bit or a list of spaces with bits. `FreeChoices` uses solver variables. Choices written in a record are
constants, so only what the record leaves open becomes a variable.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from model.thunder_alley.moves import UNKNOWN, Step
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit
from verifier.solving.numbers import choose
from verifier.thunder_alley.spec.play import Edges, Play
from verifier.thunder_alley.spec.tracking import Tracking, standing

OWN, LINE, PUSHED, BACK, LINK, ASLANT = "own", "line", "pushed", "back", "link", "aslant"
"""Who takes a lane: the active car alone, a car of its line, a car pushed forward, or a car falling back. Also the lane behind
that counts as the line, and the space of a diagonal step."""

FORWARD, INWARD, OUTWARD, BACKWARD = "f", "i", "o", "b"
DIAGONAL_IN, DIAGONAL_OUT, SWAP = "di", "do", "s"
BUMP_FORWARD, BUMP_INWARD, BUMP_OUTWARD = "f!", "i!", "o!"
BUMPS = (BUMP_FORWARD, BUMP_INWARD, BUMP_OUTWARD)
KINDS = (FORWARD, INWARD, OUTWARD, *BUMPS, SWAP, DIAGONAL_IN, DIAGONAL_OUT, BACKWARD)

Ways = tuple[tuple[int, Bit], ...]
"""Each space with the bit for choosing it. Exactly one bit holds."""


class Choices(Protocol):
    """The decisions of one step. `kinds` has a bit for each kind of step that is open. At most one holds; if none does, the car
    stops. `split`: a bump spends only one MP (`bump-split`)."""

    kinds: Mapping[str, Bit]
    split: Bit

    def ways(self, role: str, space: int, options: tuple[int, ...]) -> Ways:
        """How a car in this role goes on from a space with these options."""
        ...


def pick(circuit: Circuit, name: str, options: tuple[int, ...]) -> Ways:
    """A free choice between spaces: one variable for two options, a chain of variables for more. If no variable is set, it is the
    first option."""
    ways: list[tuple[int, Bit]] = []
    rest: Bit = TRUE
    for number, option in enumerate(options[:0:-1]):
        bit = circuit.variable(f"{name}.{number}")
        ways.append((option, circuit.both(rest, bit)))
        rest = circuit.both(rest, -bit)
    return (*ways, (options[0], rest)) if options else ()


class Lanes:
    """Free choices of lanes, each made once and kept. Displaced cars and cars moving alone choose by step and space. So does the
    lane behind that counts as the line, which is chosen again whenever a line forms. A line chooses by space
    for all its steps (TA-6.9.1, TA-6.9.2), or by step if there can be several `lines`. So does a car alone if it meets each fork
    only `once`; then its choice is that of a line, whichever it is under another ruleset."""

    def __init__(self, circuit: Circuit, name: str, *, lines: bool = False, once: bool = False) -> None:
        self._circuit, self._name, self._lines, self._once = circuit, name, lines, once
        self._made: dict[tuple[int, str, int, tuple[int, ...]], Ways] = {}

    def ways(self, step: int, role: str, space: int, options: tuple[int, ...]) -> Ways:
        """The choice this role has in a space with these options."""
        if len(options) <= 1:
            return tuple((option, TRUE) for option in options)
        if role == OWN and self._once:
            role = LINE
        lasts = role == LINE and not self._lines
        key = (0 if lasts else step, role, space, options)
        if key not in self._made:
            self._made[key] = pick(
                self._circuit, f"{self._name}.{key[0]}.{role}.{space}.{len(self._made)}", options
            )
        return self._made[key]


class FreeChoices:
    """Everything about the step is open."""

    def __init__(self, circuit: Circuit, lanes: Lanes, step: int, kinds: tuple[str, ...], name: str) -> None:
        bits, self.allowed = choose(circuit, f"{name}.{step}", len(kinds) + 1)
        self.kinds: Mapping[str, Bit] = dict(zip(kinds, bits[1:], strict=True))
        self.split: Bit = FALSE
        self._lanes, self._step = lanes, step

    def ways(self, role: str, space: int, options: tuple[int, ...]) -> Ways:
        return self._lanes.ways(self._step, role, space, options)


class FixedLanes:
    """All lanes are settled: each place uses the lane fixed in `lanes`, or else the innermost, which is then recorded there."""

    def __init__(self, lanes: dict[tuple[int, tuple[int, ...]], int]) -> None:
        self.kinds: Mapping[str, Bit] = {}
        self.split: Bit = FALSE
        self.lanes = lanes

    def ways(self, role: str, space: int, options: tuple[int, ...]) -> Ways:
        if len(options) <= 1:
            return tuple((option, TRUE) for option in options)
        chosen = self.lanes.setdefault((space, options), options[0])
        return tuple((option, TRUE if option == chosen else FALSE) for option in options)


class WrittenChoices:
    """The decisions of one written step; `own` is the step as written, without earlier choices that still hold. `split`: a
    bump that another bump follows spends a single MP. `taken`: the ways that a line took at forks before."""

    def __init__(
        self, play: Play, lanes: Lanes, number: int, step: Step, own: Step, tracking: Tracking, taken: Edges
    ) -> None:
        self._play, self._lanes, self._number, self._step, self._own = play, lanes, number, step, own
        self._tracking, self._taken = tracking, taken
        self.kinds: Mapping[str, Bit] = {step.kind + ("!" if step.bump else ""): TRUE}
        self.split: Bit = FALSE

    def ways(self, role: str, space: int, options: tuple[int, ...]) -> Ways:
        """The written lane if it is one of the options, else an open choice. A line goes where it went before (note
        `fork-choice-later-cars`), regardless of the lane written for the fork that its front meets."""
        ways = self._written(role, space, options)
        if role != LINE or len(options) < 2:
            return ways
        circuit = self._play.circuit
        before = {option: self._taken.get((space, option), FALSE) for option in options}
        passed = circuit.any(before.values())
        return tuple((option, circuit.ite(passed, before[option], bit)) for option, bit in ways)

    def _written(self, role: str, space: int, options: tuple[int, ...]) -> Ways:
        """The first written choice that applies decides."""
        said: list[tuple[str, Bit]] = []
        for lane, when in self._said(role, space) if len(options) > 1 else ():
            said += [(lane, when)] if when != FALSE else []
            if when == TRUE:
                break
        named = {self._named(role, option): option for option in reversed(options)}
        if said and said[-1][1] == TRUE and said[-1][0] in named:
            ways = _only(options, named[said.pop()[0]])
        else:
            ways = self._lanes.ways(self._number, role, space, options)
        either, left_open = self._play.circuit.ite, ways
        for lane, when in reversed(said):
            there = _only(options, named[lane]) if lane in named else left_open
            ways = tuple(
                (option, either(when, bit, other))
                for (option, bit), (_, other) in zip(there, ways, strict=True)
            )
        return ways

    def _named(self, role: str, option: int) -> str:
        return self._play.track.spaces[option] if role == ASLANT else self._play.track.lane[option]

    def _said(self, role: str, space: int) -> Iterator[tuple[str, Bit]]:
        """The lanes (for a diagonal step, the space) that the record gives for leaving a space in this role, with the bits
        under which they hold. Earlier entries take precedence."""
        step = self._step
        if role == ASLANT:
            if step.to is not None:
                yield step.to, TRUE
            return
        way = "<" if role in (BACK, LINK) else ">"
        name = self._play.track.spaces[space]
        for place, direction, lane in step.forks:
            if (place, direction) == (name, way):
                yield lane, TRUE
        if role == LINK:
            return
        # An earlier choice for a car holds unless the step itself writes another.
        yield from self._of_cars(self._own, space)
        if role in (OWN, LINE) and step.lane is not None:
            yield step.lane, TRUE
        demanded = self._play.text in ("inside-line", "outside-line") and role in (OWN, LINE)
        yield from () if demanded else self._of_cars(step, space)

    def _of_cars(self, step: Step, space: int) -> Iterator[tuple[str, Bit]]:
        """The lanes written for cars, each with the bit that its car stands in this space."""
        for car, lane in step.lanes:
            yield lane, standing(self._play.circuit, self._tracking, car).get(space, FALSE)


def _only(options: tuple[int, ...], chosen: int) -> Ways:
    """One of several ways."""
    return tuple((option, TRUE if option == chosen else FALSE) for option in options)


def with_lasting_choices(steps: Sequence[Step]) -> list[Step]:
    """The steps, each with the earlier choices by place and by car that still hold."""
    forks: dict[tuple[str, str], str] = {}
    lanes: dict[int, str] = {}
    found = []
    for step in steps:
        forks |= {(place, way): lane for place, way, lane in step.forks}
        lanes |= dict(step.lanes)
        found.append(
            replace(
                step,
                forks=tuple((place, way, lane) for (place, way), lane in forks.items()),
                lanes=tuple(lanes.items()),
            )
        )
    return found


def choices_for(
    play: Play,
    lanes: Lanes,
    number: int,
    step: Step,
    own: Step,
    tracking: Tracking,
    taken: Edges,
    kinds: tuple[str, ...],
    name: str,
) -> WrittenChoices | FreeChoices:
    """The decisions of a step, all open if the step itself is lost."""
    circuit: Circuit = play.circuit
    if step.kind == UNKNOWN:
        return FreeChoices(circuit, lanes, number, kinds, name)
    return WrittenChoices(play, lanes, number, step, own, tracking, taken)
