"""Asks the solver why a claim is false, after the comparison with the position has shown that it is."""

from collections.abc import Callable
from typing import Any, final

from grammar.syntax import Statement
from model.values import replace
from verifier.game import Answer, Game, Where
from verifier.records.speaking import ASSERTIONS

MOST_REFUTED = 10
"""The most false claims of a record that the solver refutes; further ones cite general rules."""

Ask = Callable[[Any, Statement, Where], Answer]


@final
class Refuting:
    """Refutes the first false claims of a record. `count` is their number so far."""

    def __init__(self, game: Game[Any], where: Where) -> None:
        self._game, self._where = game, where
        self.count = 0

    def __call__(self, answer: Answer, table: Any, statement: Statement, ask: Ask) -> Answer:
        """The answer to a line about a position, with the rules by which the solver refutes its false claims."""
        claims = statement.kind in (*ASSERTIONS, "position") and any(
            one.kind == "claim" for one in answer.findings
        )
        self.count += claims
        if self._game.refuting is None or not claims or self.count > MOST_REFUTED:
            return answer
        return replace(answer, findings=ask(self._game.refuting(table), statement, self._where).findings)
