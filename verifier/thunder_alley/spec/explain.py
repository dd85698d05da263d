"""Why the steps of a record do not fit: the first stage that breaks a rule, and its rules, each alone first, then jointly."""

from collections.abc import Sequence
from dataclasses import dataclass

from verifier.solving.circuit import FALSE, TRUE, Bit, Circuit
from verifier.solving.cores import cores
from verifier.solving.session import LIMITS, Limits
from verifier.solving.trial import checks
from verifier.thunder_alley.spec.scene import Scene


@dataclass(frozen=True, slots=True)
class Demand:
    """A rule, or with `claim` an assertion of the record, in one stage of a move. `bit` does not hold where it is broken;
    `undrawn` as in `Rule`."""

    rule: str
    bit: Bit
    fact: str
    claim: bool = False
    token: str | None = None
    step: int = 0
    undrawn: bool = False


@dataclass(frozen=True, slots=True)
class Stage:
    """What is demanded at once: by one step (its number from 1), or with 0 by the move as a whole. `car` where it is not the
    active one."""

    step: int
    demands: tuple[Demand, ...]
    car: int | None = None
    scene: Scene | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """The first stage that cannot be, its demands that are broken alone, and those broken only jointly; `asserted` are the
    latter with the assertions of the record that they clash with; `true` are the variables of a way in which all before it
    fits."""

    stage: Stage
    alone: tuple[Demand, ...]
    together: tuple[tuple[Demand, ...], ...]
    asserted: tuple[tuple[Demand, ...], ...] = ()
    true: tuple[Bit, ...] = ()


def find_fault(
    circuit: Circuit, facts: Sequence[Bit], stages: Sequence[Stage], limits: Limits = LIMITS
) -> Fault | None:
    """The first stage that does not fit together with `facts` and all stages before it; None where all fit.

    Raises `GaveUpError` at a limit.
    """
    known = [bit for bit in facts if bit != TRUE]
    whole = _first_constant(stages)
    open_bits = [demand.bit for stage in stages[:whole] for demand in stage.demands if demand.bit != TRUE]
    if FALSE not in known and _fit(circuit, [*known, *open_bits], limits):
        return _fault(circuit, [*known, *open_bits], stages[whole], limits) if whole < len(stages) else None
    for stage in stages[:whole]:
        bits = [demand.bit for demand in stage.demands if demand.bit != TRUE]
        if bits and not _fit(circuit, [*known, *bits], limits):
            return _fault(circuit, known, stage, limits)
        known += bits
    return _fault(circuit, known, stages[whole], limits) if whole < len(stages) else None


def _first_constant(stages: Sequence[Stage]) -> int:
    """The place of the first stage that is broken whatever is left open."""
    for place, stage in enumerate(stages):
        if any(demand.bit == FALSE for demand in stage.demands):
            return place
    return len(stages)


def _fit(circuit: Circuit, bits: Sequence[Bit], limits: Limits) -> bool:
    return not bits or (FALSE not in bits and checks(circuit, bits, limits=limits).fits())


def _fault(circuit: Circuit, known: Sequence[Bit], stage: Stage, limits: Limits) -> Fault:
    demands = [demand for demand in stage.demands if demand.bit != TRUE]
    certain = [demand for demand in demands if demand.bit == FALSE]
    doubtful = {f"{number}": demand for number, demand in enumerate(demands) if demand.bit != FALSE}
    if not doubtful:
        return Fault(stage, tuple(certain), (), true=_some_way(circuit, known, limits))
    session = checks(circuit, known, {label: demand.bit for label, demand in doubtful.items()}, limits=limits)
    true = tuple(session.true_variables()) if session.fits() else ()
    found = cores(session, list(doubtful))
    alone = {id(doubtful[label]) for label in found.alone} | {id(demand) for demand in certain}
    together = [tuple(doubtful[label] for label in core) for core in found.together]
    ordered = tuple(demand for demand in demands if id(demand) in alone)
    return Fault(stage, ordered, tuple(_without_claims(core) for core in together), tuple(together), true)


def _some_way(circuit: Circuit, known: Sequence[Bit], limits: Limits) -> tuple[Bit, ...]:
    if not known:
        return ()
    session = checks(circuit, known, limits=limits)
    return tuple(session.true_variables()) if session.fits() else ()


def _without_claims(core: tuple[Demand, ...]) -> tuple[Demand, ...]:
    """The rules of a joint core; its claims only where nothing else is in it."""
    return tuple(demand for demand in core if not demand.claim) or core
