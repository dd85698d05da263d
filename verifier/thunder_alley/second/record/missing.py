"""Lines that are missing (`...`): what is said after them, in the words of the spec. It translates and knows no rule."""

from collections.abc import Iterator, Sequence

from grammar.syntax import Node, Statement
from model.thunder_alley.position import Position, Setup
from verifier.speaking import NotationError
from verifier.thunder_alley.notation.names import Names, names_of
from verifier.thunder_alley.second.explain_claims import written_car
from verifier.thunder_alley.spec.missing import Drives, Led, OnLap, Placed, Scored, Told, can_become


class Missing:
    """The tables that can have lain there when lines went missing, and what has been said since."""

    def __init__(self, setup: Setup, tables: Sequence[Position]) -> None:
        self.setup, self.tables = setup, tables
        self.told: list[Told] = []

    def broken(self, statement: Statement) -> tuple[str, ...]:
        """The rules that a `check` or `result` breaks, whatever happened; none where it can be so, and then it is remembered."""
        try:
            said = tuple(self._said(statement, names_of(self.setup, self.tables[0])))
        except NotationError:
            return ()
        kept = [one for one in self.told if not isinstance(one, Scored)]
        found = [can_become(self.setup, table, [*kept, *said]) for table in self.tables]
        if not any(one.legal for one in found):
            return found[0].rules
        self.told += said
        return ()

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
            car = written_car(fact, names)
            place, led = car.fields.get("place"), car.fields.get("led")
            if self.tables[0].car(car.number) is None:
                return
            if car.fields.get("space") is not None:
                yield Drives(car.number)
            if isinstance(place, int):
                yield Placed(car.number, place)
            if isinstance(led, int):
                yield Led(car.number, led)
