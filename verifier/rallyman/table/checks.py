"""`check` and `result` lines of a stage record."""

from collections.abc import Iterator, Sequence

from grammar.syntax import Leaf, Node, Statement
from model.rallyman.position import NOT_STARTED, Position, Setup
from model.rallyman.standing import Standing
from model.values import replace
from verifier.findings import Breach, Finding
from verifier.rallyman.engine.finish import clock
from verifier.rallyman.engine.start import opening
from verifier.rallyman.notation.names import driver, one_of, seconds
from verifier.rallyman.table.fields import AT_START, PLACED_AT_START, Said, differing, read_fields
from verifier.rallyman.table.outcomes import OUTCOMES, outcome_breach
from verifier.rallyman.table.terms import Reply, Speaker, Table
from verifier.speaking import NotationError


def check_line(table: Table, statement: Statement, file: str) -> Reply:
    """What a `check` comes to: it moves nothing."""
    speaker = Speaker(file, statement)
    fact = statement.node.parts[0]
    assert isinstance(fact, Node)
    if table.position is None or table.setup is None:
        finding = speaker.finding("undetermined", fact.span, "how the cars stand is not known here")
        return Reply(table, (finding,), judged=False)
    try:
        findings = _checked(table, table.setup, table.position, fact, speaker)
    except NotationError as error:
        return Reply(table, speaker.troubles(error))
    return Reply(table, tuple(findings))


def _checked(table: Table, setup: Setup, position: Position, fact: Node, speaker: Speaker) -> list[Finding]:
    leaves = fact.leaves()
    match fact.kind:
        case "order":
            said = tuple(driver(leaf, table.names) for leaf in leaves)
            rules = order_rules(table, setup, position, said)
            return _same(speaker, fact, said, position.order, rules, "the order of play")
        case "next_driver":
            name = driver(leaves[0], table.names)
            actual = (position.next,) if position.next else ()
            return _same(speaker, fact, (name,), actual, ("RM-3.7",), "the next driver")
        case "dirt_markers":
            return _dirt(setup, position, fact, speaker)
        case "car_state":
            first = fact.parts[0]
            assert isinstance(first, Leaf)
            name = driver(first, table.names)
            nodes = [part for part in fact.parts if isinstance(part, Node)]
            values = read_fields(nodes, setup.stage.index)
            fields = [one for one in values if one.name not in OUTCOMES]
            found = differing(setup, position, position.car(name), fields, *rules_before(table, name))
            wrong = [speaker.breaches("claim", one.span, breaches) for one, breaches in found]
            return [*wrong, *_of_the_turn(table, name, values, speaker)]
        case "winner" | "places":
            return _ranked(table, position, fact, speaker)
    help = "such a check belongs in a rally record"
    return [speaker.finding("unreadable", fact.span, "this record is one stage, not a rally", help=help)]


def _of_the_turn(table: Table, name: str, said: Sequence[Said], speaker: Speaker) -> Iterator[Finding]:
    """What is said of the last turn of a driver and is not so."""
    for one in said:
        if one.name not in OUTCOMES:
            continue
        if table.last is None or table.last.driver != name:
            fact = f"`{one.name}=` is about the turn just played, and that was not one of {name}"
            yield speaker.finding("undetermined", one.span, fact, help="write this line right after the turn")
        elif (breach := outcome_breach(table.last, table.told[name], one)) is not None:
            yield speaker.breaches("claim", one.span, (breach,))


def rules_before(table: Table, driver: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The rules that left this driver's car as it is, those of its last turn, or of the start; and those of them that decide
    where it stands."""
    assert table.position is not None
    if table.position.car(driver).status == NOT_STARTED:
        return AT_START, PLACED_AT_START
    told = table.told.get(driver)
    return (told.applied(), told.space_rules()) if told is not None else ((), ())


def order_rules(table: Table, setup: Setup, position: Position, said: Sequence[str]) -> tuple[str, ...]:
    """The rules of the order of play, against one that is said: first that each car still driving has one turn (RM-3.6), if other
    drivers are named than those who play."""
    if opening(setup, position):
        return ("RM-3.5",)
    others = ("RM-3.6",) if sorted(said) != sorted(position.order) else ()
    overtaken = table.last is not None and "RM-3.9" in table.told[table.last.driver].applied()
    return (*others, "RM-3.7", "RM-3.8", *(("RM-3.9",) if overtaken else ()))


def _same(
    speaker: Speaker,
    fact: Node,
    said: tuple[str, ...],
    actual: tuple[str, ...],
    rules: tuple[str, ...],
    what: str,
) -> list[Finding]:
    if said == actual:
        return []
    words = f"{what} is {' '.join(actual)}" if actual else f"{what} is nobody's"
    told = f"{words}, not {' '.join(said)}"
    return [speaker.breaches("claim", fact.span, tuple(Breach(rule, told) for rule in rules))]


def _dirt(setup: Setup, position: Position, fact: Node, speaker: Speaker) -> list[Finding]:
    found = []
    corners = [corner.name for corner in setup.stage.corners]
    for part in fact.parts:
        assert isinstance(part, Node)
        leaf, count = part.leaves()
        corner = one_of(leaf, "corner", corners)
        there = position.markers_on(corner)
        if there != int(count.text):
            breach = Breach("RM-9.8", f"{corner} has dirt markers: {there}, not {int(count.text)}")
            found.append(speaker.breaches("claim", part.span, (breach,)))
    return found


def _ranked(table: Table, position: Position, fact: Node, speaker: Speaker) -> list[Finding]:
    said = tuple(driver(leaf, table.names) for leaf in fact.leaves())
    driving = [car.driver for car in position.cars if car.driving]
    if driving:
        words = f"the stage is not over: {', '.join(driving)} still on the way"
        return [speaker.finding("undetermined", fact.span, words)]
    assert table.standing is not None and table.standing.ended is not None
    ended = table.standing.ended
    if fact.kind == "places":
        return _same(speaker, fact, said, ended.places, ("RM-13.4",), "the classification")
    best = ended.winners
    if set(said) <= set(best) and said:
        return []
    return _same(speaker, fact, said, best, ("RM-13.3",), "the winner")


def result_line(table: Table, statement: Statement, file: str) -> Reply:
    """What a `result` comes to: the stage times of the drivers named (RM-13.2)."""
    speaker = Speaker(file, statement)
    if table.standing is None:
        finding = speaker.finding("undetermined", statement.node.span, "how the cars stand is not known here")
        return Reply(table, (finding,), judged=False)
    try:
        findings = []
        for name, time, node in read_scores(table.names, statement.node):
            breach = _wrong_time(table.standing, name, time)
            if breach is not None:
                findings.append(speaker.breaches("claim", node.span, (breach,)))
    except NotationError as error:
        return Reply(table, speaker.troubles(error))
    return Reply(table, tuple(findings), applied=("RM-13.2", "RM-13.3", "RM-13.4"))


def read_scores(names: tuple[str, ...], node: Node) -> list[tuple[str, int | str | None, Node]]:
    """Drivers with their times; `out`, or None for `?`. Raises `NotationError`."""
    found: list[tuple[str, int | str | None, Node]] = []
    for part in node.parts:
        assert isinstance(part, Node)
        leaf, time = part.leaves()
        name = driver(leaf, names)
        found.append((name, "out" if time.kind == "OUT" else seconds(time), part))
    return found


def _wrong_time(standing: Standing, name: str, time: int | str | None) -> Breach | None:
    if time is None:
        return None
    car = standing.position.car(name)
    if car.driving:
        return Breach(
            "RM-13.1",
            f"{name} has not crossed the finish",
            f"a stage time is there behind the finish; {name} stands at {car.space}",
        )
    wrong = wrong_sum("RM-13.2", "the stage time", dict(standing.times)[name], name, time)
    if wrong is None or wrong.rule != "RM-13.2":
        return wrong
    markers = f"{car.markers} {'marker' if car.markers == 1 else 'markers'}"
    return replace(wrong, reason=f"the cards come to {clock(car.chrono)}, less {markers} of one second each")


def wrong_sum(rule: str, what: str, actual: int | None, name: str, said: int | str) -> Breach | None:
    """The breach of a time that is not what is written."""
    if said == ("out" if actual is None else actual):
        return None
    if actual is None:
        return Breach("RM-13.6", f"{name} is out, and not classified")
    shown = said if isinstance(said, str) else clock(said)
    numbers = {"is": actual, "said": said} if isinstance(said, int) else {"is": actual}
    return Breach(rule, f"{what} of {name} is {clock(actual)}, not {shown}", numbers=numbers)
