"""Explains why the recorded steps do not fit: the first stage that breaks a rule, and its rules, first alone, then jointly."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit
from verifier.solving.cores import cores
from verifier.solving.session import LIMITS, Limits, line_label, rule_label
from verifier.solving.trial import checks
from verifier.thunder_alley.spec.scene import Scene


@dataclass(frozen=True, slots=True)
class Demand:
    """A rule, or with `claim` an assertion of the record, in one stage of a move. `bit` is false where it is broken. `undrawn` is
    as in `Rule`."""

    rule: str
    bit: Bit
    fact: str
    claim: bool = False
    token: str | None = None
    step: int = 0
    undrawn: bool = False


@dataclass(frozen=True, slots=True)
class Stage:
    """The demands of one step (its number from 1), or with 0 of the move as a whole. `car` is set if it is not the active car."""

    step: int
    demands: tuple[Demand, ...]
    car: int | None = None
    scene: Scene | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """The first impossible stage, the demands broken alone, and those broken only jointly. `asserted` adds to the latter the
    assertions of the record they clash with. `true` holds the variables of one way in which everything before the stage fits.
    `tracked` holds the labels of all these sets, of rules and assertions."""

    stage: Stage
    alone: tuple[Demand, ...]
    together: tuple[tuple[Demand, ...], ...]
    asserted: tuple[tuple[Demand, ...], ...] = ()
    true: tuple[Bit, ...] = ()
    tracked: tuple[tuple[str, ...], ...] = ()


def find_fault(
    circuit: Circuit, facts: Sequence[Bit], stages: Sequence[Stage], limits: Limits = LIMITS, line: int = 0
) -> Fault | None:
    """Find the first stage that does not fit `facts` and all earlier stages; None if all fit. `line` is the line of the record,
    used to label its assertions.

    Raises `GaveUpError` at a limit.
    """
    known = [bit for bit in facts if bit != TRUE]
    whole = _first_constant(stages)
    open_bits = [demand.bit for stage in stages[:whole] for demand in stage.demands if demand.bit != TRUE]
    if FALSE not in known and _fit(circuit, [*known, *open_bits], limits):
        return (
            _fault(circuit, [*known, *open_bits], stages[whole], limits, line)
            if whole < len(stages)
            else None
        )
    for stage in stages[:whole]:
        bits = [demand.bit for demand in stage.demands if demand.bit != TRUE]
        if bits and not _fit(circuit, [*known, *bits], limits):
            return _fault(circuit, known, stage, limits, line)
        known += bits
    return _fault(circuit, known, stages[whole], limits, line) if whole < len(stages) else None


def _first_constant(stages: Sequence[Stage]) -> int:
    """The index of the first stage broken no matter how the open choices are made."""
    for place, stage in enumerate(stages):
        if any(demand.bit == FALSE for demand in stage.demands):
            return place
    return len(stages)


def _fit(circuit: Circuit, bits: Sequence[Bit], limits: Limits) -> bool:
    return not bits or (FALSE not in bits and checks(circuit, bits, limits=limits).fits())


def _fault(circuit: Circuit, known: Sequence[Bit], stage: Stage, limits: Limits, line: int) -> Fault:
    demands = _labelled(stage, line)
    certain = [label for label, demand in demands.items() if demand.bit == FALSE]
    doubtful = {label: demand.bit for label, demand in demands.items() if demand.bit != FALSE}
    if not doubtful:
        alone = tuple(demands.values())
        return Fault(stage, alone, (), true=_some_way(circuit, known, limits), tracked=_each(certain))
    session = checks(circuit, known, doubtful, limits=limits)
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


def _labelled(stage: Stage, line: int) -> dict[str, Demand]:
    """The demands of a stage that can be broken, by label. Labels distinguish rules from the record's assertions:
    `rule:TA-6.7[step 2]`, `line:14[TA-6.1-cost, step 2]`. Repeated labels are numbered."""
    found: dict[str, Demand] = {}
    alike: Counter[str] = Counter()
    for demand in stage.demands:
        if demand.bit == TRUE:
            continue
        number = demand.step or stage.step
        place = f"step {number}" if number else "move"
        name = f"{demand.rule}, {place}" if demand.claim else place
        label = line_label(line, name) if demand.claim else rule_label(demand.rule, name)
        alike[label] += 1
        if alike[label] > 1:
            label = f"{label.removesuffix(']')}, {alike[label]}]"
        found[label] = demand
    return found


def _each(labels: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    return tuple((label,) for label in labels)


def _some_way(circuit: Circuit, known: Sequence[Bit], limits: Limits) -> tuple[Bit, ...]:
    if not known:
        return ()
    session = checks(circuit, known, limits=limits)
    return tuple(session.true_variables()) if session.fits() else ()


def _without_claims(core: tuple[Demand, ...]) -> tuple[Demand, ...]:
    """The rules of a joint core, without claims unless it has nothing else."""
    return tuple(demand for demand in core if not demand.claim) or core
