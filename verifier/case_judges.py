"""A case judged by both judges of its game: whether they agree, and which of them objects."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from verifier.findings import ILLEGAL, LEGAL, UNREADABLE, same_rule
from verifier.game import FAILED, NOT_YET, CaseResult, CaseVerdict, Game

ENGINE, SOLVER = "engine", "solver"


@dataclass(frozen=True, slots=True)
class CaseByBoth:
    """The results of a case by the engine, and by the solver if it was asked."""

    engine: CaseResult
    solver: CaseResult | None = None

    @property
    def status(self) -> str:
        """Failed if either judge fails the case. If the solver does not judge it, the engine decides alone."""
        if self.solver is not None and self.solver.status == FAILED and self.engine.status != NOT_YET:
            return FAILED
        return self.engine.status

    @property
    def by_engine_alone(self) -> bool:
        """Whether the solver was asked and does not judge this case."""
        return self.solver is not None and self.solver.status == NOT_YET

    @property
    def messages(self) -> tuple[str, ...]:
        """Expected and actual results; if both were asked, each begins with the judge's name."""
        if self.solver is None or self.solver.messages == self.engine.messages:
            return self.engine.messages
        told = [f"{ENGINE}: {one}" for one in self.engine.messages]
        if self.solver.status == FAILED:
            told += [f"{SOLVER}: {one}" for one in self.solver.messages]
        return (*told, *self.disagreements)

    @property
    def disagreements(self) -> tuple[str, ...]:
        """A sentence for each reading under which both give different verdicts, or the same legal play leads the solver
        elsewhere. A value such as a running order may have no verdict; what cannot be read is a fault of the case."""
        return tuple(
            _disagreement(one, other)
            for one, other in self._pairs()
            if UNREADABLE not in (one.verdict, other.verdict)
            if (one.verdict and other.verdict and one.verdict != other.verdict) or _elsewhere(one, other)
        )

    @property
    def cited(self) -> tuple[str, ...]:
        """A sentence for each reading under which both refuse by different rules."""
        return tuple(
            f"judges cite different rules{_under(one)}: {ENGINE} {one.rule}, {SOLVER} {other.rule}"
            for one, other in self._pairs()
            if one.verdict == other.verdict == ILLEGAL
            if one.rule and other.rule and not same_rule(one.rule, other.rule)
        )

    def _pairs(self) -> Iterator[tuple[CaseVerdict, CaseVerdict]]:
        """The verdicts of both judges under the same readings."""
        said = {one.readings: one for one in self.solver.verdicts} if self.solver is not None else {}
        yield from ((one, said[one.readings]) for one in self.engine.verdicts if one.readings in said)


def run_by_both(
    game: Game[Any], case: Mapping[str, Any], ruleset: str | None, *, engine_only: bool
) -> CaseByBoth:
    """Runs a case through the engine, and through the solver if the game has one that judges cases. The game must judge
    cases."""
    assert game.run_case is not None
    engine = game.run_case(case, ruleset)
    if engine_only or game.second is None or (second := game.second().run_case) is None:
        return CaseByBoth(engine)
    return CaseByBoth(engine, second(case, ruleset))


def _elsewhere(one: CaseVerdict, other: CaseVerdict) -> bool:
    """Whether the solver has another result. The engine compares everything that a case expects, the solver only a part."""
    return one.verdict in (LEGAL, "") and one.as_expected and not other.as_expected


def _under(one: CaseVerdict) -> str:
    return f" under {one.readings}" if one.readings else ""


def _disagreement(one: CaseVerdict, other: CaseVerdict) -> str:
    if one.verdict == other.verdict:
        return f"judges disagree{_under(one)} about what comes out: the {SOLVER} has something else than the {ENGINE}"
    return f"judges disagree{_under(one)}: {ENGINE} {_verdict(one)}, {SOLVER} {_verdict(other)}"


def _verdict(one: CaseVerdict) -> str:
    return f"{one.verdict} by {one.rule}" if one.rule else one.verdict
