"""Decisions with lost parts, completed in every legal way."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from model.great_race.moves import Act, Decision, Drive, Play, Power, Repair, Step, Take
from model.great_race.moves import Sequence as Acts
from model.great_race.position import Setup
from model.great_race.standing import Standing
from model.values import replace, value
from verifier.findings import Breach
from verifier.great_race.engine.door import carry_out
from verifier.great_race.engine.lost import every_way
from verifier.great_race.engine.table import Filled, Table

MOST_TRIED = 50_000
"""The most attempts before there are too many ways."""


@value
class Completed:
    """A completed decision, where it leads, and what was lost, but not with the whole rest of a move."""

    decision: Decision
    standing: Standing
    lost: tuple[Filled, ...]


def completed(
    setup: Setup, standing: Standing, decision: Decision, tick: Callable[[], None]
) -> Iterator[Completed]:
    """Every legal way to complete a decision, distinct by where it leads and by what was `lost`; nothing stays lost that
    everybody saw. Raises `NotKnownError` if something cannot be filled in, or in too many ways. `tick` is called at
    each attempt, and may end the search."""
    table, refused = partial(Table, setup, standing, whole=True), list[Breach]()
    seen = set[tuple[object, ...]]()

    def attempt(trial: Table) -> None:
        tick()
        carry_out(decision, trial)

    for trial in every_way(table, attempt, refused, MOST_TRIED):
        lost = tuple(one for one in trial.filled if one.alone)
        key = trial.standing, lost
        if key not in seen:
            seen.add(key)
            yield Completed(_filled_in(decision, trial.filled), trial.standing, lost)


def _filled_in(decision: Decision, filled: Sequence[Filled]) -> Decision:
    for one in filled:
        if isinstance(decision, Acts) and one.act:
            acts = list(decision.acts)
            acts[one.act - 1] = _in_act(acts[one.act - 1], one)
            decision = replace(decision, acts=tuple(acts))
        elif isinstance(decision, Take):
            decision = replace(decision, **{one.field: one.now})
    return decision


def _in_act(act: Act, one: Filled) -> Act:
    if isinstance(act, Play | Power) and act.use is not None:
        return replace(act, use=_in_part(act.use, one))
    part: Act = _in_part(act, one)
    return part


def _in_part(part: Any, one: Filled) -> Any:
    number = one.word.rpartition(" ")[2]
    if isinstance(part, Drive) and number.isdigit():
        steps = part.steps + (Step(""),) * (int(number) - len(part.steps))
        return replace(part, steps=_at(steps, int(number), one), open=False)
    if isinstance(part, Repair) and number.isdigit():
        return replace(part, fixes=_at(part.fixes, int(number), one))
    return replace(part, **{one.field: one.now})


def _at(parts: Sequence[Any], number: int, one: Filled) -> tuple[Any, ...]:
    return (*parts[: number - 1], replace(parts[number - 1], **{one.field: one.now}), *parts[number:])
