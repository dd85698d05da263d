"""Rally records: three stages and the choices between them."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from grammar.syntax import Leaf, Node, Statement
from model.rallyman.claims import Claim
from model.rallyman.facts import SURFACES
from model.rallyman.moves import Assistance, SpareWheel, Tyres
from model.rallyman.standing import STAGES, Rally
from model.values import replace
from verifier.answer import Answer, Where
from verifier.findings import Finding
from verifier.judging import effect
from verifier.naming import one_of
from verifier.rallyman.lines.checks import read_scores
from verifier.rallyman.lines.claims import Denied, finding_of, names_denied, time_denied
from verifier.rallyman.lines.fields import read_fields
from verifier.rallyman.lines.inherited import carried_denied, carried_findings
from verifier.rallyman.lines.names import driver
from verifier.rallyman.lines.terms import Speaker, Table, decided
from verifier.records.speaking import impossible, unreadable

APPLIED: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "time": ("RM-13.2",),
        "total": ("RM-13.4",),
        "result": ("RM-13.6", "RM-1.4"),
        "start": ("RM-3.2", "RM-3.3", "RM-3.4"),
        "places": ("RM-13.4",),
        "winner": ("RM-1.4",),
    }
)
"""The rules behind each claim about a rally."""


def rally_line(table: Table, speaker: Speaker, place: Where) -> Answer:
    """The answer to one line of a rally record."""
    statement, rally = speaker.statement, table.rally
    assert rally is not None
    if not rally.begun:
        if not table.drivers:
            raise unreadable(statement.node.span, "the header has no `driver` line")
        rally = replace(
            rally, cars=tuple(one.car for one in table.drivers), starting=table.start or table.names
        )
        table = replace(table, rally=rally)
    match statement.kind:
        case "rally_race":
            from verifier.rallyman.lines.rally_stages import stage_of_rally

            return stage_of_rally(table, rally, speaker, place)
        case "assistance":
            return _assistance(table, rally, speaker)
        case "change_tyres" | "spare_between":
            return decided(table, rally, _choice(table, statement), speaker)
        case "check":
            return _check(table, rally, statement, speaker)
        case "result":
            return _result(table, rally, statement, speaker)
    fact, help = "such a line belongs in the record of a stage", "a rally record names its stages: `race`"
    raise unreadable(statement.node.span, fact, help)


def _assistance(table: Table, rally: Rally, speaker: Speaker) -> Answer:
    span = speaker.statement.node.span
    if not rally.times or rally.complete or rally.assistance:
        fact, help = (
            "there is one assistance, between two stages",
            "after the first or the second `race` line",
        )
        raise impossible(span, fact, help)
    if rally.wheels:
        fact = f"{rally.wheels[0]} changed a wheel with the spare-wheel card here, so there is no assistance"
        help = "`assistance` comes first, and repairs all flats"
        raise impossible(span, fact, help)
    return decided(table, rally, Assistance(), speaker)


def _choice(table: Table, statement: Statement) -> Tyres | SpareWheel:
    """A driver's choice between two stages. Raises `NotationError`."""
    who, *more = statement.node.leaves()
    name = driver(who, table.names)
    return Tyres(name, one_of(more[0], "tyre", SURFACES)) if more else SpareWheel(name)


def _check(table: Table, rally: Rally, statement: Statement, speaker: Speaker) -> Answer:
    fact = statement.node.parts[0]
    assert isinstance(fact, Node)
    match fact.kind:
        case "stage_times":
            last = rally.times[-1] if rally.times else None
            return _sums(table, rally, dict(last or ()), fact, speaker, "time", last is not None)
        case "total_times":
            known = bool(rally.times) and rally.known is not None
            return _sums(table, rally, rally.totals, fact, speaker, "total", known)
        case "starting_order":
            order = rally.starters if rally.times else rally.starting
            return _order(table, rally, fact, speaker, order, "start", "the starting order")
        case "places":
            return _order(table, rally, fact, speaker, rally.places, "places", "the classification")
        case "winner":
            best = rally.leaders
            said = tuple(driver(leaf, table.names) for leaf in fact.leaves())
            if best is not None and said and set(said) <= set(best):
                return Answer(table, effects=effect("RM-1.4"))
            return _order(table, rally, fact, speaker, best, "winner", "the winner")
        case "car_state":
            return _car_check(table, rally, fact, speaker)
    raise unreadable(fact.span, "such a check belongs in the record of a stage")


def _car_check(table: Table, rally: Rally, fact: Node, speaker: Speaker) -> Answer:
    first = fact.parts[0]
    assert isinstance(first, Leaf)
    name = driver(first, table.names)
    car = next((car for car in rally.cars if car.driver == name), None)
    said = read_fields((part for part in fact.parts if isinstance(part, Node)), ())
    wrong = [Denied(first.span, Claim("driver", None, name), f"{name} is out of the rally")]
    if car is not None:
        wrong = list(carried_denied(car, said))
    return Answer(table, carried_findings(rally, wrong, speaker), effects=effect("RM-2.3"))


def _result(table: Table, rally: Rally, statement: Statement, speaker: Speaker) -> Answer:
    """Checks the totals after the last stage. While stages are missing no driver has a total, unless no driver is left to drive
    them."""
    node = statement.node
    timed = any(isinstance(said, int) for _, said, _ in read_scores(table.names, node))
    if rally.complete or not rally.cars or not timed:
        return _sums(table, rally, rally.totals, node, speaker, "result", rally.known is not None)
    driven = len(rally.times)
    fact = f"the rally is not over: {driven} of {STAGES} stages {'is' if driven == 1 else 'are'} driven"
    help = "add a `race` line for each stage that is missing, or write `check total` for the sums so far"
    (finding,) = _refuted(table, rally, [Denied(node.span, Claim("over", driven), fact)], speaker)
    return Answer(table, (replace(finding, help=help),))


def _order(
    table: Table,
    rally: Rally,
    fact: Node,
    speaker: Speaker,
    actual: tuple[str, ...] | None,
    about: str,
    what: str,
) -> Answer:
    said = tuple(driver(leaf, table.names) for leaf in fact.leaves())
    if actual is None:
        return Answer(table, (speaker.finding("undetermined", fact.span, f"{what} is not known here"),))
    wrong = names_denied(fact, about, said, actual, what)
    rules = () if wrong else APPLIED[about]
    return Answer(table, _refuted(table, rally, wrong, speaker), effects=effect(*rules))


def _sums(
    table: Table,
    rally: Rally,
    times: Mapping[str, int | None],
    node: Node,
    speaker: Speaker,
    about: str,
    known: bool,
) -> Answer:
    if not known:
        return Answer(table, (speaker.finding("undetermined", node.span, "not all times are known here"),))
    what = "the stage time" if about == "time" else "the total"
    wrong: list[Denied] = []
    for name, said, part in read_scores(table.names, node):
        wrong += time_denied(name, said, times.get(name), what, part.span, about)
    return Answer(table, _refuted(table, rally, wrong, speaker), effects=effect(*APPLIED[about]))


def _refuted(table: Table, rally: Rally, denied: Sequence[Denied], speaker: Speaker) -> tuple[Finding, ...]:
    """The findings about false claims of times and orders, with the rules from the spec."""
    if not denied:
        return ()
    from verifier.rallyman.spec.refute import refute_of_rally

    rules, times = table.unasked().ruleset, rally.known or []
    if denied[0].claim.about == "start":
        times = [{name: one.get(name) for name in rally.starters or ()} for one in times]
    return tuple(
        finding_of(one, refute_of_rally(rules, times, rally.starting, one.claim), speaker) for one in denied
    )
