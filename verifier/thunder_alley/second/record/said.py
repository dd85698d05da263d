"""What a `check`, `position` or `result` line of a record says, handed to those who hold it against the tables."""

from grammar.syntax import Leaf, Node, Statement
from model.thunder_alley.position import Position, Setup
from verifier.second import NotJudgedError, UnreadableError
from verifier.speaking import NotationError
from verifier.thunder_alley.lines.names import names_of
from verifier.thunder_alley.lines.position import read_block
from verifier.thunder_alley.second.explain_claims import written_car
from verifier.thunder_alley.spec.refute import (
    Denied,
    block_denied,
    car_denied,
    fact_denied,
    first_player_denied,
    leader_denied,
    order_denied,
    places_denied,
)
from verifier.thunder_alley.spec.refute_points import points_denied, score_denied
from verifier.thunder_alley.spec.refute_steps import Moment
from verifier.thunder_alley.spec.scoring import NOBODY, ScoreClaim


def said_denied(moment: Moment, statement: Statement, position: Position) -> Denied:
    """What speaks against a line. Raises `UnreadableError` for an unreadable line, `NotJudgedError` for what is not judged."""
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
        raise UnreadableError(str(error)) from error
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
        case "place_points" | "bonus" | "most_led" | "winner":
            return _standing(moment, fact)
    raise NotJudgedError(f"the solver does not judge checks of kind {fact.kind}")


def standing_claim(fact: Node, setup: Setup) -> ScoreClaim:
    """What a line says of a race that is over beside the sums."""
    words = [leaf.text for leaf in fact.leaves()]
    teams = {team.colour.casefold(): team.colour for team in setup.teams}
    if fact.kind == "place_points":
        return ScoreClaim(places=tuple(map(int, words)))
    if fact.kind == "bonus":
        return ScoreClaim(led=() if words == ["none"] else tuple(map(int, words)))
    if fact.kind == "winner":
        return ScoreClaim(winners=tuple(teams.get(word.casefold(), word) for word in words))
    word = NOBODY if words == ["none"] else words[0]
    return ScoreClaim(most_led=int(word) if word.isdigit() else teams.get(word.casefold(), word))


def _standing(moment: Moment, fact: Node) -> Denied:
    denied = score_denied(moment, standing_claim(fact, moment.setup))
    if denied is None:
        raise NotJudgedError("the solver counts points when every car has its place")
    return denied


def _points(moment: Moment, told: list[tuple[str, Leaf]]) -> Denied:
    points = {team: int(leaf.text) for team, leaf in told if leaf.kind == "INT"}
    denied = points_denied(moment, points)
    if denied is None:
        raise NotJudgedError("the solver counts points when the race is over")
    return denied
