"""Lines that are missing (`...`): what is said after them, in the words of the spec. It translates and knows no rule."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from grammar.syntax import Node, Statement
from model.thunder_alley.position import RACING, UNNOTED, Position, Setup
from verifier.speaking import NotationError
from verifier.thunder_alley.notation.names import Names, names_of
from verifier.thunder_alley.second.explain_claims import written_car
from verifier.thunder_alley.second.record.start import Fault
from verifier.thunder_alley.spec.missing import (
    Drives,
    InTurn,
    Led,
    OnLap,
    Placed,
    Scored,
    Takes,
    Told,
    Worn,
    can_become,
)
from verifier.thunder_alley.table.position import WrittenCar, read_block

FACTS: Mapping[str, Callable[[Any], Told]] = {"turn": InTurn, "lap": OnLap}
"""Facts of a block that never go back."""


class Missing:
    """The tables that can have lain there when lines went missing, and what has been said since."""

    def __init__(self, setup: Setup, tables: Sequence[Position]) -> None:
        self.setup, self.tables = setup, tables
        self.told: list[Told] = []
        self.begun_anew = False

    def fault(self, statement: Statement) -> Fault | None:
        """The rules that a `check`, a `result` or a block breaks, whatever happened, and the line that does; None where it can be
        so, and then it is remembered."""
        try:
            said = self._by_line(statement, names_of(self.setup, self.tables[0]))
        except NotationError:
            return None
        kept = [one for one in self.told if not isinstance(one, Scored)]
        before: list[Told] = []
        for line, told in said:
            before += told
            found = [can_become(self.setup, table, [*kept, *before]) for table in self.tables]
            if not any(one.legal for one in found):
                return found[0].rules, line
        self.told += before
        return None

    def _by_line(self, statement: Statement, names: Names) -> list[tuple[int, list[Told]]]:
        """Lines with what they say: of a block each of its own."""
        if statement.kind != "position":
            return [(statement.line, list(self._said(statement, names)))]
        self.begun_anew = True
        block = read_block(statement, self.setup, names)
        table = [
            (block.spans[key].line, [told(block.table[key])])
            for key, told in FACTS.items()
            if key in block.table
        ]
        return [*table, *((car.span.line, list(self._stands(car))) for car in block.cars)]

    def _said(self, statement: Statement, names: Names) -> Iterator[Told]:
        if statement.kind == "result":
            rows = [part.leaves() for part in statement.node.parts if isinstance(part, Node)]
            yield Scored(tuple((team.text.capitalize(), int(n.text)) for team, n in rows if n.kind == "INT"))
            return
        fact = statement.node.parts[0]
        assert isinstance(fact, Node)
        leaves = fact.leaves()
        if fact.kind == "team_score" and leaves[1].kind == "INT":
            yield Scored(((leaves[0].text.capitalize(), int(leaves[1].text)),))
        elif fact.kind == "lap_marker":
            yield OnLap(int(leaves[0].text))
        elif fact.kind in ("places", "leader", "order"):
            for row, leaf in enumerate(leaves, 1):
                number = names.car(leaf, [])
                if number is not None and self.tables[0].car(number) is not None:
                    yield Placed(number, row) if fact.kind == "places" else Drives(number)
        elif fact.kind == "car_state":
            yield from self._car(written_car(fact, names))

    def _stands(self, car: WrittenCar) -> Iterator[Told]:
        """A car of a block."""
        yield Takes(car.number)
        yield from self._car(car)
        wear = car.fields.get("wear")
        if car.fields.get("status", RACING) == RACING and isinstance(wear, tuple) and UNNOTED not in wear:
            yield Worn(car.number, wear)

    def _car(self, car: WrittenCar) -> Iterator[Told]:
        place, led = car.fields.get("place"), car.fields.get("led")
        if self.tables[0].car(car.number) is None:
            return
        if car.fields.get("space") is not None:
            yield Drives(car.number)
        if isinstance(place, int):
            yield Placed(car.number, place)
        if isinstance(led, int):
            yield Led(car.number, led)
