"""`explain` of a `race` line: the stage that it names, driven line by line by the spec with what the rally brings to it."""

from grammar.syntax import Leaf, Statement
from model.rallyman import stages
from model.rallyman.facts import DATA
from model.rallyman.position import Setup
from model.rules import load_rules
from verifier.expected import Expected
from verifier.findings import Breach
from verifier.game import Where
from verifier.games import find_game
from verifier.rallyman.notation.names import unquoted
from verifier.rallyman.second.record.rally_stage import Between, first_wrong
from verifier.rallyman.table.rally_terms import Rally
from verifier.rallyman.table.terms import Speaker, Table
from verifier.record_files import NotNamed, named_record
from verifier.second import Explained, NotJudgedError, UnreadableError
from verifier.speaking import NotationError

RACE = "rally_race"


def explain_stage(table: Table, rally: Rally, statement: Statement, place: Where) -> Explained | None:
    """What the spec says of a stage of a rally. None where the file cannot be read.

    Satisfiable, for each of its lines: it is legal. Unsatisfiable: the rules named leave no room for the first that is not.
    """
    leaf = statement.node.leaves()[0]
    named = named_record(unquoted(leaf.text), place)
    if isinstance(named, NotNamed) or named.errors:
        return None
    statements = Expected(find_game("rallyman"), table.ruleset).record(named.record).statements
    try:
        wrong, rules = first_wrong(statements, _between(table, rally), named.where)
    except NotationError:
        return None
    except (UnreadableError, NotJudgedError) as error:
        return Explained(False, gave_up=str(error))
    if wrong is None:
        return Explained(True)
    return _refused(leaf, wrong, rules, Speaker(place.file, statement))


def _refused(leaf: Leaf, wrong: Statement, rules: tuple[str, ...], speaker: Speaker) -> Explained:
    book = load_rules(DATA)
    fact = f"race `{unquoted(leaf.text)}` is illegal in line {wrong.line}"
    breaches = tuple(Breach(rule, fact, book.short(rule)) for rule in rules)
    finding = speaker.breaches("illegal", leaf.span, breaches)
    return Explained(False, finding, tuple((rule, fact) for rule in rules))


def _between(table: Table, rally: Rally) -> Between:
    """What the rally brings to its next stage. Raises `NotJudgedError`."""
    times = rally.known
    if times is None:
        raise NotJudgedError("not all times are known here")
    cars = rally.cars if rally.begun else tuple(one.car for one in table.drivers)
    return Between(
        Setup(stages.load(stages.shipped()[0]), table.ruleset),
        {car.driver: car for car in cars},
        list(times),
        rally.starting if rally.begun else table.start or table.names,
        dict(rally.dirt),
        bool(table.start),
        rally.assistance,
        bool(rally.wheels),
    )
