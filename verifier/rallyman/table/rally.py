"""Rally records: three stages and what lies between them."""

from collections.abc import Mapping
from pathlib import Path

from grammar.syntax import Leaf, Node, Statement
from model.rallyman.facts import SURFACES
from model.rallyman.position import Car
from model.values import replace
from verifier.findings import Breach, Finding
from verifier.rallyman.engine.assistance import assisted, on_new_tyres
from verifier.rallyman.engine.wheel import changed_between_stages
from verifier.rallyman.notation.names import driver, one_of, unquoted
from verifier.rallyman.table.checks import read_scores, wrong_sum
from verifier.rallyman.table.fields import read_fields
from verifier.rallyman.table.inherited import carried_breaches, start_rule
from verifier.rallyman.table.rally_terms import STAGES, Rally, leaders, order_of, starters
from verifier.rallyman.table.terms import Reply, Speaker, Table
from verifier.speaking import NotationError


def begin_rally(table: Table, statement: Statement) -> Table:
    """The table of a rally record."""
    return replace(table, rally=Rally(unquoted(statement.node.leaves()[0].text)))


def rally_line(
    table: Table, statement: Statement, file: str, folder: Path | None, own: tuple[Path, ...]
) -> Reply:
    """What one line of a rally record comes to."""
    speaker = Speaker(file, statement)
    rally = table.rally
    assert rally is not None
    if not rally.begun:
        if not table.drivers:
            fact = "the header has no `driver` line"
            return Reply(table, (speaker.finding("unreadable", statement.node.span, fact),))
        rally = replace(
            rally, cars=tuple(one.car for one in table.drivers), starting=table.start or table.names
        )
        table = replace(table, rally=rally)
    try:
        return _line(table, rally, statement, speaker, folder, own)
    except NotationError as error:
        return Reply(table, speaker.troubles(error))


def _line(
    table: Table,
    rally: Rally,
    statement: Statement,
    speaker: Speaker,
    folder: Path | None,
    own: tuple[Path, ...],
) -> Reply:
    match statement.kind:
        case "rally_race":
            from verifier.rallyman.table.rally_stages import stage_of_rally

            return stage_of_rally(table, rally, statement, speaker, folder or Path(), own)
        case "assistance":
            return _assistance(table, rally, speaker)
        case "change_tyres":
            return _tyres(table, rally, statement, speaker)
        case "spare_between":
            return _spare(table, rally, statement, speaker)
        case "check":
            return _check(table, rally, statement, speaker)
        case "result":
            return _result(table, rally, statement, speaker)
    fact = "such a line belongs in the record of a stage"
    return Reply(
        table,
        (
            speaker.finding(
                "unreadable", statement.node.span, fact, help="a rally record names its stages: `race`"
            ),
        ),
    )


def _assistance(table: Table, rally: Rally, speaker: Speaker) -> Reply:
    span = speaker.statement.node.span
    if not rally.times or rally.complete or rally.assistance:
        fact = "there is assistance between two stages, and once"
        return Reply(
            table,
            (speaker.finding("impossible", span, fact, help="after the first or the second `race` line"),),
        )
    if rally.wheels:
        fact = f"{rally.wheels[0]} changed a wheel with the spare-wheel card here, so there is no assistance"
        return Reply(
            table,
            (
                speaker.finding(
                    "impossible", span, fact, help="`assistance` comes first, and repairs all flats"
                ),
            ),
        )
    cars = tuple(assisted(car) for car in rally.cars)
    after = replace(rally, cars=cars, assistance=True)
    return Reply(
        replace(table, rally=after),
        applied=("RM-14.1", "RM-14.2"),
        sentence="all damage and flats are repaired",
    )


def _with_car(table: Table, rally: Rally, car: Car) -> Table:
    cars = tuple(car if one.driver == car.driver else one for one in rally.cars)
    return replace(table, rally=replace(rally, cars=cars))


def _car(rally: Rally, table: Table, leaf: Leaf, speaker: Speaker) -> Car | Finding:
    name = driver(leaf, table.names)
    for car in rally.cars:
        if car.driver == name:
            return car
    breach = Breach("RM-13.6", f"{name} is out of the rally", "an eliminated driver is not classified")
    return speaker.breaches("illegal", leaf.span, (breach,))


def _tyres(table: Table, rally: Rally, statement: Statement, speaker: Speaker) -> Reply:
    who, tyres = statement.node.leaves()
    car = _car(rally, table, who, speaker)
    if isinstance(car, Finding):
        return Reply(table, (car,))
    surface = one_of(tyres, "tyre", SURFACES)
    changed = on_new_tyres(car, surface, rally.assistance or not rally.times)
    if isinstance(changed, Breach):
        both = changed, replace(changed, rule="RM-15.3")
        return Reply(table, (speaker.breaches("illegal", statement.node.span, both),))
    rule = "RM-14.3" if rally.times else "RM-15.3"
    return Reply(
        _with_car(table, rally, changed), applied=(rule,), sentence=f"{car.driver} on {surface} tyres"
    )


def _spare(table: Table, rally: Rally, statement: Statement, speaker: Speaker) -> Reply:
    car = _car(rally, table, statement.node.leaves()[0], speaker)
    if isinstance(car, Finding):
        return Reply(table, (car,))
    breach: Breach | None = None
    if not rally.times or rally.complete:
        breach = Breach(
            "RM-10.4",
            "this is not between two stages",
            "a wheel is changed between two stages without assistance",
        )
    elif rally.assistance:
        breach = Breach(
            "RM-10.4", "there is assistance here", "a wheel is changed between two stages without assistance"
        )
    else:
        changed = changed_between_stages(car)
        if isinstance(changed, Car):
            table = _with_car(table, replace(rally, wheels=(*rally.wheels, car.driver)), changed)
            return Reply(table, applied=("RM-10.4",), sentence=f"{car.driver} changes a wheel, no time added")
        breach = changed
    return Reply(table, (speaker.breaches("illegal", statement.node.span, (breach,)),))


def _check(table: Table, rally: Rally, statement: Statement, speaker: Speaker) -> Reply:
    fact = statement.node.parts[0]
    assert isinstance(fact, Node)
    match fact.kind:
        case "stage_times":
            last = rally.times[-1] if rally.times else None
            return _sums(
                table, dict(last or ()), fact, speaker, ("RM-13.2",), "the stage time", last is not None
            )
        case "total_times":
            known = bool(rally.times) and rally.known is not None
            return _sums(table, rally.totals, fact, speaker, ("RM-13.4",), "the total", known)
        case "starting_order":
            order = starters(table.ruleset, rally) if rally.times else rally.starting
            return _order(table, fact, speaker, order, start_rule(len(rally.times)), "the starting order")
        case "places":
            rule = "RM-13.6" if rally.complete else "RM-13.4"
            return _order(table, fact, speaker, order_of(table.ruleset, rally), rule, "the classification")
        case "winner":
            best = leaders(table.ruleset, rally)
            said = tuple(driver(leaf, table.names) for leaf in fact.leaves())
            if best is not None and said and set(said) <= set(best):
                return Reply(table, applied=("RM-1.4",))
            return _order(table, fact, speaker, best, "RM-13.6", "the winner")
        case "car_state":
            return _car_check(table, rally, fact, speaker)
    words = "such a check belongs in the record of a stage"
    return Reply(table, (speaker.finding("unreadable", fact.span, words),))


def _car_check(table: Table, rally: Rally, fact: Node, speaker: Speaker) -> Reply:
    first = fact.parts[0]
    assert isinstance(first, Leaf)
    car = _car(rally, table, first, speaker)
    if isinstance(car, Finding):
        return Reply(table, (car,))
    said = read_fields((part for part in fact.parts if isinstance(part, Node)), ())
    found = carried_breaches(car, said, rally.assistance)
    return Reply(
        table,
        tuple(speaker.breaches("claim", one.span, (breach,)) for one, breach in found),
        applied=("RM-2.3",),
    )


def _result(table: Table, rally: Rally, statement: Statement, speaker: Speaker) -> Reply:
    """The totals behind the last stage. Where stages are missing nobody has one, unless nobody is left to drive them."""
    node, rules = statement.node, ("RM-13.6", "RM-1.4")
    timed = any(isinstance(said, int) for _, said, _ in read_scores(table.names, node))
    if rally.complete or not rally.cars or not timed:
        return _sums(table, rally.totals, node, speaker, rules, "the total", rally.known is not None)
    driven = len(rally.times)
    fact = f"the rally is not over: {driven} of {STAGES} stages {'is' if driven == 1 else 'are'} driven"
    reason = f"a rally has its result after {STAGES} stages"
    breaches = tuple(Breach(rule, fact, reason) for rule in rules)
    help = "add a `race` line for each stage that is missing, or write `check total` for the sums so far"
    return Reply(table, (replace(speaker.breaches("claim", node.span, breaches), help=help),))


def _order(
    table: Table, fact: Node, speaker: Speaker, actual: tuple[str, ...] | None, rule: str, what: str
) -> Reply:
    said = tuple(driver(leaf, table.names) for leaf in fact.leaves())
    if actual is None:
        return Reply(table, (speaker.finding("undetermined", fact.span, f"{what} is not known here"),))
    if said == actual:
        return Reply(table, applied=(rule,))
    breach = Breach(rule, f"{what} is {' '.join(actual) or 'nobody'}, not {' '.join(said)}")
    return Reply(table, (speaker.breaches("claim", fact.span, (breach,)),))


def _sums(
    table: Table,
    times: Mapping[str, int | None],
    node: Node,
    speaker: Speaker,
    rules: tuple[str, ...],
    what: str,
    known: bool,
) -> Reply:
    if not known:
        return Reply(table, (speaker.finding("undetermined", node.span, "not all times are known here"),))
    found = []
    for name, said, part in read_scores(table.names, node):
        breach = wrong_sum(rules[0], what, times.get(name), name, said) if said is not None else None
        if breach is not None:
            further = tuple(replace(breach, rule=rule) for rule in rules[1:])
            found.append(speaker.breaches("claim", part.span, (breach, *further)))
    return Reply(table, tuple(found), applied=rules)
