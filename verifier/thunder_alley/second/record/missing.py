"""Lines that are missing (`...`): what is said after them, in the words of the spec. It translates and knows no rule."""

from collections.abc import Iterator, Sequence

from grammar.syntax import Node, Statement
from model.thunder_alley.position import OUT, RACING, Position, Setup
from verifier.second import UnreadableError
from verifier.speaking import NotationError
from verifier.thunder_alley.lines.names import Names, names_of
from verifier.thunder_alley.lines.position import Block, WrittenCar, build, impossible, read_block
from verifier.thunder_alley.second.explain_claims import written_car
from verifier.thunder_alley.second.record.start import Fault
from verifier.thunder_alley.spec.missing import (
    Drives,
    InTurn,
    Led,
    Left,
    Lost,
    OnLap,
    Placed,
    Scored,
    Takes,
    Told,
    Worn,
    anew,
    become,
    can_become,
)


class Missing:
    """The tables that can have lain there when lines went missing, and what has been said since."""

    def __init__(self, setup: Setup, tables: Sequence[Position]) -> None:
        self.setup, self.tables = setup, tuple(tables)
        self.told: list[Told] = []

    def fault(self, statement: Statement) -> Fault | None:
        """The rules that a `check`, a `result` or a block breaks, whatever happened, and the line that does; None where it can be
        so. Then the tables that it does not fit are dropped, and what is no block is remembered."""
        try:
            said = self._by_line(statement, self._names())
        except NotationError:
            return None
        # Points are told of the end, a block of a table before it.
        known = [one for one in self.told if statement.kind != "position" or not isinstance(one, Scored)]
        before: list[Told] = []
        for line, told in said:
            before += told
            found = [can_become(self.setup, table, [*known, *before]) for table in self.tables]
            if not any(one.legal for one in found):
                return found[0].rules, line
            self.tables = tuple(table for table, one in zip(self.tables, found, strict=True) if one.legal)
        if statement.kind != "position":
            self.told += before
        return None

    def laid(self, statement: Statement) -> tuple[Position, ...]:
        """The tables on which a record goes on from a block without a fault. Raises `UnreadableError` for a block that shows no
        table."""
        names = self._names()
        try:
            block = read_block(statement, self.setup, names)
        except NotationError as error:
            raise UnreadableError(str(error)) from error
        shown = build(block, self.setup, names, None)
        tables = [anew(become(table, self.told), shown, tuple(block.table)) for table in self.tables]
        if impossible(block, self.setup, tables[0]):
            raise UnreadableError("the block shows no table that can be")
        return tuple(dict.fromkeys(tables))

    def _names(self) -> Names:
        return names_of(self.setup, self.tables[0])

    def _by_line(self, statement: Statement, names: Names) -> list[tuple[int, list[Told]]]:
        """Lines with what they say: of a block each of its own."""
        if statement.kind != "position":
            return [(statement.line, list(self._said(statement, names)))]
        block = read_block(statement, self.setup, names)
        return [*self._of_table(block), *((car.span.line, list(self._stands(car))) for car in block.cars)]

    def _of_table(self, block: Block) -> Iterator[tuple[int, list[Told]]]:
        for key, value in block.table.items():
            told: Told | None = None
            if key in ("turn", "lap") and isinstance(value, int):
                told = InTurn(value) if key == "turn" else OnLap(value)
            elif key == "places_left" and isinstance(value, tuple):
                told = Left(tuple(map(int, value)))
            if told is not None:
                yield block.spans[key].line, [told]

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

    def _car(self, car: WrittenCar) -> Iterator[Told]:
        fields = car.fields
        place, led, wear, status = (fields.get(key) for key in ("place", "led", "wear", "status"))
        if self.tables[0].car(car.number) is None:
            return
        if "space" in fields and place is None and status in (None, RACING):
            yield Drives(car.number)
        if isinstance(place, int):
            yield Placed(car.number, place)
        if status == OUT:
            yield Lost(car.number)
        if isinstance(led, int):
            yield Led(car.number, led)
        if isinstance(wear, tuple):
            yield Worn(car.number, wear)
