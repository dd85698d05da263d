"""Rally records: three stages and what lies between them."""

from collections.abc import Mapping
from dataclasses import field, replace
from pathlib import Path

from grammar.syntax import Statement
from model.rallyman.position import Car
from model.values import value
from verifier.rallyman.engine.finish import totals
from verifier.rallyman.table.terms import Reply, Table

STAGES = 3
"""Stages of a rally (RM-1.1)."""


@value
class Rally:
    """What is known of a rally: the times of the stages so far, None for one that is not known; the cars as they stand between two
    stages; the starting order of the coming stage."""

    name: str
    times: tuple[Mapping[str, int | None] | None, ...] = field(default=())
    cars: tuple[Car, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether all stages were driven."""
        return len(self.times) == STAGES

    @property
    def totals(self) -> Mapping[str, int | None]:
        """The sums so far."""
        return totals([times for times in self.times if times is not None])


def begin_rally(table: Table, statement: Statement) -> Table:
    return replace(table, rally=Rally(statement.node.leaves()[0].text))


def rally_line(
    table: Table, statement: Statement, file: str, folder: Path | None, own: tuple[Path, ...]
) -> Reply:
    return Reply(table, judged=False, follow=True)
