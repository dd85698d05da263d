"""RM-11: bumps."""

from model.rallyman.facts import FINISH
from model.rallyman.position import Setup
from model.values import value
from verifier.findings import Breach
from verifier.rallyman.engine.road import is_bump, neighbour
from verifier.rallyman.engine.terms import Breaches


@value
class Way:
    """The way of a step: the spaces passed, its end last. `bumps` are the bumps entered and jumped; `over` is the
    number of gears above the note for each of them. Both are empty without a jump."""

    path: tuple[str, ...]
    over: tuple[int, ...] = ()
    bumps: tuple[str, ...] = ()

    @property
    def end(self) -> str:
        """Where the step ends."""
        return self.path[-1]

    @property
    def jumped(self) -> bool:
        """Whether the car flew."""
        return bool(self.over)


def way(setup: Setup, space: str, gear: int, line: str | None, inside_open: bool) -> Way | Breaches:
    """Where a die leads from a space, including a jump; the breach if its line does not lead on from here."""
    stage = setup.stage
    first = neighbour(stage, space, line, inside_open=inside_open)
    if first is None and line is not None:
        plain = neighbour(stage, space, None, inside_open=inside_open)
        if plain is not None and is_bump(stage, plain):
            first = plain
    if first is None:
        return _no_line(setup, space, line)
    if not is_bump(stage, first):
        return Way((first,))
    return _jump(setup, (), first, gear, line)


def _no_line(setup: Setup, space: str, line: str | None) -> Breaches:
    known = setup.stage.index.get(space)
    if known is not None and known.role == "drift" and line in (None, "inside"):
        fact = f"the inside cannot be reached from {space}"
        return (Breach("RM-9.5", fact, "only from the first and the second drift space"),)
    words = {"inside": "inside line", "drift": "drift line", "shortcut": "shortcut"}.get(line or "", "way")
    fact = f"no {words} leads on from {space}"
    return (
        Breach("RM-4.1", fact, "each die moves the car one space forward"),
        Breach("RM-9.1", fact, "a corner has only the printed lines"),
    )


def _jump(setup: Setup, before: tuple[str, ...], bump: str, gear: int, line: str | None) -> Way | Breaches:
    """Onto a bump and over it: one more space for each gear from the note up (RM-11.1 to RM-11.4)."""
    stage = setup.stage
    over = gears_over(setup, gear, bump)
    path = (*before, bump)
    if over < 0:
        return Way(path) if line is None else _misplaced(bump, line)
    count = flight(setup, over)
    at = bump
    for number in range(1, count + 1):
        landing = _landing(setup, at, line if number == count else None)
        if landing is None:
            return _misplaced(at, line or "")
        path, at = (*path, landing), landing
        if at == FINISH:
            break
    if at == FINISH and line is not None:
        return _misplaced(bump, line)
    if is_bump(stage, at) and setup.reading("landing-on-a-bump") == "B":
        return _again(setup, Way(path, (over,), (bump,)), gear, line)
    return Way(path, (over,), (bump,))


def gears_over(setup: Setup, gear: int, bump: str) -> int:
    """The number of gears above the note of a bump, as the rules in force count it: without RM-11.4, RM-11.3 or RM-11.2 a car
    that is two over, one over or at the note counts as one that is a gear slower."""
    over, left_out = gear - setup.stage.index[bump].note, setup.ruleset.left_out
    if over >= 2 and "RM-11.4" in left_out:
        over = 1
    if over == 1 and "RM-11.3" in left_out:
        over = 0
    return -1 if over == 0 and "RM-11.2" in left_out else over


def _landing(setup: Setup, space: str, line: str | None) -> str | None:
    """The space ahead of a flying car, on the line in the record if it names one. A bump triggered there may lead on to that
    line."""
    landing = neighbour(setup.stage, space, line)
    if landing is None:
        plain = neighbour(setup.stage, space, None)
        if plain is not None and is_bump(setup.stage, plain) and setup.reading("landing-on-a-bump") == "B":
            return plain
    return landing


def _again(setup: Setup, first: Way, gear: int, line: str | None) -> Way | Breaches:
    """A second bump, triggered by the landing (ruling landing-on-a-bump)."""
    further = _jump(setup, first.path[:-1], first.end, gear, line)
    if not isinstance(further, Way):
        return further
    return Way(further.path, (*first.over, *further.over), (*first.bumps, *further.bumps))


def _misplaced(space: str, line: str) -> Breaches:
    fact = (
        f"the jump from {space} does not land on a {line} line" if line else f"no way leads on from {space}"
    )
    reason = "a jump lands on the inside, the first drift space or the shortcut of a corner that it ends in"
    return (
        Breach("RM-11.5", fact, reason),
        Breach("RM-4.1", fact, "each die moves the car one space forward"),
    )


def flight(setup: Setup, over: int) -> int:
    """How many spaces after a bump a car lands when it is `over` gears above its note."""
    if over >= 3 and setup.reading("bump-beyond-two") == "C":
        return 4
    return min(over, 2) + 1


def bump_rule(over: int) -> str:
    """The rule of a bump jumped `over` gears above its note."""
    return {0: "RM-11.2", 1: "RM-11.3"}.get(over, "RM-11.4")
