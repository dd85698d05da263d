"""The part of `check` about rulings: the smallest position in which two readings differ, for each two readings of a ruling."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from model.ruleset import Ruleset
from model.rulings import load_rulings
from verifier.games import find_game
from verifier.rulesets.changes import Change, other_readings
from verifier.rulesets.checking import CONTROLS, GAVE_UP, Checked, Checks, Looked, Question, Witness, failing

READINGS = "rulings"


@dataclass(slots=True)
class Readings:
    """The rulings of a ruleset. What several searches need is computed once."""

    game: str
    ruleset: Ruleset
    _controls: list[Checked] = field(default_factory=list)
    _find: Callable[[Change], Looked] | None = None

    def tasks(self) -> list[str]:
        """The controls, then each ruling that can be read otherwise."""
        return [CONTROLS, *(id for id in load_rulings(find_game(self.game).data).rulings if self._others(id))]

    def answers(self, task: str) -> Iterator[Checked]:
        """SAT: a position with a decision that is legal under one of two readings only, or leads elsewhere; UNSAT: none exists
        within the bound.

        The controls, or the answers about a ruling: each reading with the one in force, then each two others. If a control
        fails, each ruling is given up.
        """
        if not self._controls:
            self._controls[:] = self._checks.controls(self.ruleset)
        if task == CONTROLS:
            yield from self._controls
        elif failing(self._controls):
            yield Question(READINGS, task, "").answer(GAVE_UP, "a control fails")
        else:
            yield from self._compared(self._others(task))

    def _compared(self, others: Sequence[Change]) -> Iterator[Checked]:
        if self._find is None:
            self._find = self._checks.reader(self.ruleset)
        for change in others:
            yield self._answer(self.ruleset, change, self._find(change), str(change))
        for place, change in enumerate(others[:-1], 1):
            base = change.applied(self.ruleset)
            find = self._checks.reader(base)
            for other in others[place:]:
                yield self._answer(base, other, find(other), f"{other} against {change.value}")

    def _answer(self, base: Ruleset, change: Change, looked: Looked, name: str) -> Checked:
        def fact(found: Witness) -> str:
            first, second = found.results
            size = f"{found.size}: " if found.size else ""
            smallest = "; a smaller position is not ruled out" if looked.limit else ""
            return f"{size}{change.before(base)}: {first}; {change.value}: {second}{smallest}"

        case = load_rulings(change.data).rulings[change.name].separates
        return looked.answer(
            READINGS, name, fact, f"nothing depends on it here; what separates the readings: {case}"
        )

    def _others(self, ruling: str) -> list[Change]:
        return other_readings(find_game(self.game).data, self.ruleset, ruling)

    @property
    def _checks(self) -> Checks:
        checks = find_game(self.game).checks
        assert checks is not None
        return checks()
