"""What a `check`, `position` or `result` line of a record says, handed to those who hold it against the tables."""

from grammar.syntax import Leaf, Node, Statement
from model.thunder_alley.position import Position
from verifier.case_runs import CaseError, NotJudgedError
from verifier.speaking import NotationError
from verifier.thunder_alley.notation.names import names_of
from verifier.thunder_alley.second.asserted import (
    Denied,
    Moment,
    block_denied,
    car_denied,
    fact_denied,
    first_player_denied,
    leader_denied,
    order_denied,
    places_denied,
    points_denied,
)
from verifier.thunder_alley.second.explain_claims import written_car
from verifier.thunder_alley.table.position import read_block


def said_denied(moment: Moment, statement: Statement, position: Position) -> Denied:
    """What speaks against a line. Raises `CaseError` for one that cannot be read, `NotJudgedError` for what is not judged."""
    names = names_of(moment.setup, position)
    try:
        if statement.kind == "position":
            return block_denied(moment, read_block(statement, moment.setup, names))
        if statement.kind == "result":
            scores = [part.leaves() for part in statement.node.parts if isinstance(part, Node)]
            return _points(moment, [(team.text, count) for team, count in scores])
        fact = statement.node.parts[0]
        assert isinstance(fact, Node)
        if fact.kind == "car_state":
            return car_denied(moment, written_car(fact, names))
    except NotationError as error:
        raise CaseError(str(error)) from error
    return _check(moment, fact)


def _check(moment: Moment, fact: Node) -> Denied:
    leaves = fact.leaves()
    words = [leaf.text for leaf in leaves]
    match fact.kind:
        case "order":
            return order_denied(moment, [int(word) for word in words])
        case "places":
            return places_denied(moment, [int(word) for word in words])
        case "leader":
            return leader_denied(moment, int(words[0]))
        case "first_player":
            return first_player_denied(moment, words[0])
        case "lap_marker":
            return fact_denied(moment, "lap", int(words[0]))
        case "flag":
            return fact_denied(moment, "flag", words[0])
        case "team_score":
            return _points(moment, [(words[0], leaves[1])])
    raise NotJudgedError(f"the solver does not judge checks of kind {fact.kind}")


def _points(moment: Moment, told: list[tuple[str, Leaf]]) -> Denied:
    points = {team: int(leaf.text) for team, leaf in told if leaf.kind == "INT"}
    denied = points_denied(moment, points)
    if denied is None:
        raise NotJudgedError("the solver counts points when the race is over")
    return denied
