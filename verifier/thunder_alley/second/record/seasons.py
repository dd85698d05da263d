"""The record of a season by the spec: each race that it names, the teams that were away, and what is said of sums and winners."""

from dataclasses import dataclass, field, replace

from grammar.syntax import Leaf, Node, Record, Statement
from model.ruleset import Ruleset, default_ruleset, with_changes
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import Setup
from verifier.game import Where
from verifier.record_files import NotNamed, named_record
from verifier.second import NotJudgedError
from verifier.thunder_alley.lines.names import unquoted
from verifier.thunder_alley.second.record.said import standing_claim
from verifier.thunder_alley.second.record.start import Fault, rules_of
from verifier.thunder_alley.second.record.telling import follow
from verifier.thunder_alley.spec.season import Race, season


def is_season(record: Record) -> bool:
    """Whether a record names races."""
    return any(statement.kind == "season_race" for statement in record.statements)


def season_fault(record: Record, rules: Ruleset, where: Where) -> tuple[Fault | None, bool]:
    """The rules that are broken first in the record of a season or in one of its races, and the line; and whether the record
    leaves something open, as the places of a race."""
    races = _Races(Setup(None, rules), where)
    for statement in record.statements:
        broken = races.take(statement)
        if broken:
            return (broken, statement.line), races.is_open
    return None, races.is_open


@dataclass(slots=True)
class _Races:
    """The races of a season as far as they are named."""

    setup: Setup
    where: Where
    races: list[Race] = field(default_factory=list)
    is_open: bool = False

    def take(self, statement: Statement) -> tuple[str, ...]:
        """The rules that a line breaks."""
        node = statement.node
        if self.is_open and statement.kind in ("season_race", "absent", "result", "check"):
            raise NotJudgedError("the places of a race are not known")
        if statement.kind == "season_race":
            return self._race(node.leaves()[0])
        if statement.kind == "absent":
            return self._absent(node)
        if statement.kind == "result":
            return self._points([part.leaves() for part in node.parts if isinstance(part, Node)])
        fact = node.parts[0] if statement.kind == "check" else None
        if isinstance(fact, Node) and fact.kind == "team_score":
            return self._points([fact.leaves()])
        if isinstance(fact, Node) and fact.kind == "winner":
            winners = standing_claim(fact, self.setup).winners or ()
            return season(self.setup, self.races, winners=tuple(map(str.capitalize, winners))).rules
        return ()

    def _race(self, leaf: Leaf) -> tuple[str, ...]:
        named = named_record(unquoted(leaf.text), self.where)
        if isinstance(named, NotNamed):
            raise NotJudgedError(named.fact)
        last = self.races[-1].cars if self.races else ()
        winner = next((car.team for car in last if car.place == 1), None)
        telling = follow(named.record.statements, self._rules(named.record), (winner,))
        fault = telling.fault
        if fault is not None:
            return fault[0]
        cars = telling.states[0].position.cars
        if any(car.place is None for car in cars):
            self.is_open = True
        else:
            self.races.append(Race(cars))
        return ()

    def _rules(self, race: Record) -> Ruleset:
        """The rules of a race: what the season reads otherwise than the default ruleset holds for it as well."""
        usual = default_ruleset(DATA)
        chosen = self.setup.ruleset.readings
        own = {id: chosen[id] for id in chosen if chosen[id] != usual.readings[id]}
        return with_changes(DATA, rules_of(race.statements, usual), own)

    def _absent(self, node: Node) -> tuple[str, ...]:
        team, *substitute = (leaf.text for leaf in node.leaves())
        race = self.races[-1]
        team = next(
            (car.team for car in race.cars if car.team.casefold() == team.casefold()), team.capitalize()
        )
        key = "substituted" if substitute else "stayed_away"
        self.races[-1] = replace(race, **{key: (*getattr(race, key), team)})
        return season(self.setup, self.races).rules

    def _points(self, told: list[list[Leaf]]) -> tuple[str, ...]:
        points = [(team.text.capitalize(), int(n.text)) for team, n in told if n.kind == "INT"]
        return season(self.setup, self.races, points).rules
