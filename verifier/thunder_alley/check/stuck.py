"""Positions in which nothing can be done: no step is legal, and the activation may not end either.

One step is enough to check. If at every moment of every activation a step or stopping is legal, every activation can be
completed, since the number of steps is bounded. Rules contradict each other only where together they leave no option.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from model.ruleset import Ruleset
from verifier.rulesets.checking import FOUND, PROVED, Checked, Found, Question, control, guarded
from verifier.solving.circuit import FALSE, TRUE, Bit
from verifier.solving.cores import leaving_none
from verifier.thunder_alley.check.anywhere import Anywhere, Kind, anywhere, movements
from verifier.thunder_alley.check.board import SECTORS, ring
from verifier.thunder_alley.spec.decisions import FORWARD, Ways
from verifier.thunder_alley.spec.endings import ending
from verifier.thunder_alley.spec.play import SOLO, Rule
from verifier.thunder_alley.spec.steps import open_kinds, step

ABOUT, CLASH = "completing an activation", "rules that clash"
BOUND = f"{SECTORS} sectors, any number of cars, full MPs, any moment of an activation"


@dataclass(slots=True)
class _OneWay:
    """A kind of step that always chooses the same lane: the first or the last."""

    kinds: Mapping[str, Bit]
    last: bool
    split: Bit = FALSE

    def ways(self, role: str, space: int, options: tuple[int, ...]) -> Ways:
        if not options:
            return ()
        chosen = options[-1 if self.last else 0]
        return tuple((option, TRUE if option == chosen else FALSE) for option in options)


def check_stuck(ruleset: Ruleset) -> Iterator[Checked]:
    """SAT: at some moment no step is legal and the car may not stop; UNSAT: from every moment of every activation something
    is legal, so each can be completed.

    The question for each movement, with controls.
    """
    yield from guarded(_questions(ruleset), _controls(ruleset))


def _questions(ruleset: Ruleset) -> Iterator[Checked]:
    clashes: list[str] = []
    for kind in movements():
        name = f"{kind.movement}, {kind.name}" if kind.text or kind.pit else kind.name
        moment = anywhere(ruleset, ring(), kind)
        options = _options(moment, open_kinds(moment.play))
        answer = Question(ABOUT, name, BOUND, PROVED).ask(partial(_clash, moment, options))
        yield answer
        if answer.rules:
            clashes.append(", ".join(answer.rules))
    fact = "; ".join(dict.fromkeys(clashes)) or "no rules clash: every activation can be completed"
    yield Question(CLASH, "all movements", BOUND, PROVED).answer(FOUND if clashes else PROVED, fact)


def _clash(moment: Anywhere, options: Sequence[Sequence[Rule]]) -> Found | None:
    """Rules that together leave no option at some moment."""
    core = leaving_none(moment.circuit, moment.facts, options)
    return Found(f"{', '.join(core)} leave no step", core) if core else None


def _controls(ruleset: Ruleset) -> Iterator[Checked]:
    """A car that cannot step forward gets stuck; a car that may stop at any time never does."""
    moment = anywhere(ruleset, ring(), Kind(SOLO))
    kinds = tuple(kind for kind in open_kinds(moment.play) if not kind.startswith(FORWARD))

    options = _options(moment, kinds)
    yield control("where no step leads forward", BOUND, partial(_clash, moment, options))
    free = partial(_clash, moment, [*options, ()])
    yield control("where a car may stop at any time", BOUND, free, PROVED)


def _options(moment: Anywhere, kinds: Sequence[str]) -> list[Sequence[Rule]]:
    """The rules of every step that is tried, and of stopping. Two ways through the forks are enough: more options can only
    help."""
    found: list[Sequence[Rule]] = [ending(moment.play, moment.state)]
    for kind in kinds:
        for last in (False, True):
            found.append(step(moment.play, moment.state, _OneWay({kind: TRUE}, last)).rules)
    return found
