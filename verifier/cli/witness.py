"""The witnesses of a ruling: for each other reading the smallest record found that it decides differently."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from model.datafiles import GameData
from model.errors import ModelError
from model.ruleset import default_ruleset
from model.rulings import Ruling
from verifier.cli.answers import answer_lines
from verifier.cli.questions import Asking
from verifier.games import find_game
from verifier.rulesets.changes import RULING, Change
from verifier.rulesets.checking import FOUND, NOT_ASKED
from verifier.rulesets.diffing import Comparison, Difference

SECONDS = 20.0
"""How long the witnesses of a ruling are looked for."""


def witnesses(data: GameData, ruling: Ruling, seconds: float) -> list[Difference]:
    """For each reading that can be chosen instead of the one in the default ruleset: a witness, or why it has none. Empty if
    the game has no search for them."""
    base = default_ruleset(data)
    own = base.readings.get(ruling.id)
    changes = [Change(data, RULING, ruling.id, other) for other in ruling.choices() if other != own]
    if own is None or find_game(data.game).checks is None:
        return []
    work = partial(_answers, data.game)
    asking = Asking(jobs=1, timeout=seconds)
    return list(
        asking.answers(work, changes, str, lambda change, why: Difference(change, NOT_ASKED, fact=why))
    )


def _answers(game: str, change: Change) -> Iterator[Difference]:
    base = default_ruleset(change.data)
    try:
        changed = change.applied(base)
    except ModelError as error:
        yield Difference(change, NOT_ASKED, fact=error.problems[0].what)
        return
    yield Comparison(game, base, changed).answer(change)


def witness_lines(found: list[Difference]) -> Iterator[str]:
    """The witnesses as text: where the readings part, a record, a picture."""
    for one in found:
        if one.outcome == FOUND:
            said = f"witness for `{one.change.value}` (first: the default ruleset; second: with this reading): {one.fact}"
        else:
            why = one.fact or f"no difference ({one.bound})"
            said = f"no witness for `{one.change.value}`: {why}"
        yield ""
        yield from answer_lines(said, "", one.record, one.picture)


def witness_json(found: list[Difference]) -> list[dict[str, Any]]:
    """The witnesses as objects."""
    return [
        {
            "reading": one.change.value,
            "outcome": one.outcome,
            "bound": one.bound,
            "fact": one.fact,
            "record": list(one.record),
            "picture": one.picture,
        }
        for one in found
    ]
