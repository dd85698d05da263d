"""Explains why the recorded steps do not fit: the first stage that breaks a rule, and its rules, first alone, then jointly.
The facts of a step are put into words: where cars stand, what the step costs, how many MPs are left."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from model.thunder_alley.moves import Step as Written
from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit
from verifier.solving.cores import cores
from verifier.solving.session import line_label, rule_label
from verifier.solving.trial import checks
from verifier.thunder_alley.spec.decisions import OUTWARD
from verifier.thunder_alley.spec.decode import Reading
from verifier.thunder_alley.spec.play import APRON, PURSUIT, Rule
from verifier.thunder_alley.spec.segment import Movement
from verifier.thunder_alley.spec.tracking import Taken
from verifier.words import counted


@dataclass(frozen=True, slots=True)
class Scene:
    """What fills the braces in a fact: a step that a movement took, and the same step as written. `taken` is None at the end of
    the movement."""

    movement: Movement
    taken: Taken | None = None
    written: Written | None = None

    def told(self, true: Iterable[Bit]) -> Mapping[str, str]:
        """Words for the braces in a fact when these variables are true."""
        return _Telling(self, true).words()


@dataclass(frozen=True, slots=True)
class Stage:
    """The demands of one step (its number from 1), or with 0 of the move as a whole. `car` is set if it is not the active car."""

    step: int
    demands: tuple[Rule, ...]
    car: int | None = None
    scene: Scene | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """The first impossible stage, the demands broken alone, and those broken only jointly. `asserted` adds to the latter the
    assertions of the record they clash with. `true` holds the variables of one way in which everything before the stage fits.
    `tracked` holds the labels of all these sets, of rules and assertions."""

    stage: Stage
    alone: tuple[Rule, ...]
    together: tuple[tuple[Rule, ...], ...]
    asserted: tuple[tuple[Rule, ...], ...] = ()
    true: tuple[Bit, ...] = ()
    tracked: tuple[tuple[str, ...], ...] = ()


def find_fault(circuit: Circuit, facts: Sequence[Bit], stages: Sequence[Stage], line: int) -> Fault | None:
    """Find the first stage that does not fit `facts` and all earlier stages; None if all fit. `line` is the line of the record,
    used to label its assertions.

    Raises `GaveUpError` at a limit.
    """
    known = [bit for bit in facts if bit != TRUE]
    whole = _first_constant(stages)
    open_bits = [demand.bit for stage in stages[:whole] for demand in stage.demands if demand.bit != TRUE]
    if FALSE not in known and _fit(circuit, [*known, *open_bits]):
        return _fault(circuit, [*known, *open_bits], stages[whole], line) if whole < len(stages) else None
    for stage in stages[:whole]:
        bits = [demand.bit for demand in stage.demands if demand.bit != TRUE]
        if bits and not _fit(circuit, [*known, *bits]):
            return _fault(circuit, known, stage, line)
        known += bits
    return _fault(circuit, known, stages[whole], line) if whole < len(stages) else None


def _first_constant(stages: Sequence[Stage]) -> int:
    """The index of the first stage broken no matter how the open choices are made."""
    for place, stage in enumerate(stages):
        if any(demand.bit == FALSE for demand in stage.demands):
            return place
    return len(stages)


def _fit(circuit: Circuit, bits: Sequence[Bit]) -> bool:
    return not bits or (FALSE not in bits and checks(circuit, bits).fits())


def _fault(circuit: Circuit, known: Sequence[Bit], stage: Stage, line: int) -> Fault:
    demands = _labelled(stage, line)
    certain = [label for label, demand in demands.items() if demand.bit == FALSE]
    doubtful = {label: demand.bit for label, demand in demands.items() if demand.bit != FALSE}
    if not doubtful:
        alone = tuple(demands.values())
        return Fault(stage, alone, (), true=_some_way(circuit, known), tracked=_each(certain))
    session = checks(circuit, known, doubtful)
    true = tuple(session.true_variables()) if session.fits() else ()
    found = cores(session, list(doubtful))
    broken = [label for label in demands if label in certain or label in found.alone]
    together = [tuple(demands[label] for label in core) for core in found.together]
    return Fault(
        stage,
        tuple(demands[label] for label in broken),
        tuple(_without_claims(core) for core in together),
        tuple(together),
        true,
        (*_each(broken), *found.together),
    )


def _labelled(stage: Stage, line: int) -> dict[str, Rule]:
    """The demands of a stage that can be broken, by label. Labels distinguish rules from the record's assertions:
    `rule:ID[step 2]`, `line:14[ID, step 2]`. Repeated labels are numbered."""
    found: dict[str, Rule] = {}
    alike: Counter[str] = Counter()
    for demand in stage.demands:
        if demand.bit == TRUE:
            continue
        number = demand.step or stage.step
        place = f"step {number}" if number else "move"
        name = f"{demand.id}, {place}" if demand.claim else place
        label = line_label(line, name) if demand.claim else rule_label(demand.id, name)
        alike[label] += 1
        if alike[label] > 1:
            label = f"{label.removesuffix(']')}, {alike[label]}]"
        found[label] = demand
    return found


def _each(labels: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    return tuple((label,) for label in labels)


def _some_way(circuit: Circuit, known: Sequence[Bit]) -> tuple[Bit, ...]:
    if not known:
        return ()
    session = checks(circuit, known)
    return tuple(session.true_variables()) if session.fits() else ()


def _without_claims(core: tuple[Rule, ...]) -> tuple[Rule, ...]:
    """The rules of a joint core, without claims unless it has nothing else."""
    return tuple(demand for demand in core if not demand.claim) or core


class _Words(dict[str, str]):
    """Words for a sentence; an unknown word stays as it is."""

    def __missing__(self, key: str) -> str:
        return f"{{{key}}}"


def filled(fact: str, words: Mapping[str, str]) -> str:
    """A fact with its braces filled."""
    return fact.format_map(_Words(words)) if "{" in fact else fact


class _Telling:
    """A scene under one answer."""

    def __init__(self, scene: Scene, true: Iterable[Bit]) -> None:
        self.scene, self.movement = scene, scene.movement
        self.play = self.movement.play
        self.circuit, self.track = self.play.circuit, self.play.track
        taken = scene.taken
        self.state = self.movement.state if taken is None else taken.before
        self.cars = self.movement.tracking if taken is None else taken.cars
        self.made = None if taken is None else taken.made
        self.values = Reading(self.circuit, self._bits()).values(true)

    def _bits(self) -> list[Bit]:
        bits = [*self.state.at.values(), *self.state.mps, self.state.exited]
        bits += [bit for spots in self.cars.cars.values() for bit in spots.values()]
        if self.made is not None:
            bits += [shift.bit for shift in self.made.shifts] + [bit for _, bit in self.made.costs]
            bits.append(self.made.displaced)
        return bits

    def words(self) -> Mapping[str, str]:
        start = self._first(self.state.at)
        left = next((amount for amount, bit in enumerate(self.state.mps) if self._holds(bit)), 0)
        target = self._target(start)
        met = self._car_at(target)
        total = self.play.total
        cost = (
            None if self.made is None else next((n for n, bit in self.made.costs if self._holds(bit)), None)
        )
        written = self.scene.written
        word = "" if written is None else written.kind + ("!" if written.bump else "")
        leads = f" to `{self._name(target)}`" if target is not None and target != start else ""
        pushes = (
            f" displaces {met} and"
            if self.made is not None and self._holds(self.made.displaced) and met
            else ""
        )
        return {
            "car": str(self.movement.car),
            "word": f"`{word}`",
            "start": f"`{self._start(start)}`",
            "target": f"`{self._name(target)}`",
            "to": f"`{written.to}`" if written is not None and written.to else "",
            "left": f"{left} of {total} MPs {'is' if left == 1 else 'are'} left",
            "act": f"`{word}`{leads}{pushes} costs {counted(cost or 0, 'MP')}",
            "booked": counted(written.booked or 0, "MP") if written is not None else "",
            "met": str(met) if met is not None else "no car",
            "mate": self._mate(start),
            "ahead": self._ahead(start),
            "short": counted(self.movement.short, "MP"),
        }

    def _holds(self, bit: Bit) -> bool:
        return self.values.holds(bit)

    def _first(self, spaces: Mapping[int, Bit]) -> int | None:
        return next((space for space, bit in spaces.items() if self._holds(bit)), None)

    def _start(self, start: int | None) -> str:
        if start is not None and self.play.pit and not self._holds(self.state.exited):
            return f"{self.track.sector[start]}p"
        return self._name(start)

    def _name(self, space: int | None) -> str:
        return "?" if space is None else self.track.spaces[space]

    def _target(self, start: int | None) -> int | None:
        """Where the step leads. A bump, or a step that leads nowhere, aims at the space in its direction."""
        if self.made is not None:
            for shift in self.made.shifts:
                if shift.active and self._holds(shift.bit):
                    return shift.end
        written = self.scene.written
        if start is None or written is None:
            return start
        if written.kind in ("i", "o"):
            side = self.track.outside if written.kind == OUTWARD else self.track.inside
            return side[start] if side[start] >= 0 else start
        return self.track.ahead[start][0] if written.kind == "f" and self.track.ahead[start] else start

    def _car_at(self, space: int | None) -> int | None:
        for car, spots in self.cars.cars.items():
            for (place, _), bit in spots.items():
                if place == space and place != APRON and car != self.movement.car and self._holds(bit):
                    return car
        return None

    def _ahead(self, start: int | None) -> str:
        for space in self.track.ahead[start] if start is not None else ():
            car = self._car_at(space)
            if car is not None:
                return f"{car} at `{self._name(space)}`"
        return "no car"

    def _mate(self, start: int | None) -> str:
        """A car that the active car is linked with."""
        if start is None:
            return "its line"
        behind = () if self.play.movement == PURSUIT else self.track.behind[start]
        for where, spaces in (("ahead", self.track.ahead[start]), ("behind", behind)):
            for space in spaces:
                car = self._car_at(space)
                if car is not None:
                    return f"{car} {where} at `{self._name(space)}`"
        return "its line"
