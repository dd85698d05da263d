"""Header lines of a stage record: stage, weather, timing points, drivers, starting order."""

from dataclasses import replace
from types import MappingProxyType

from grammar.lines import split_comment
from grammar.syntax import Leaf, Node, Span, Statement
from model.asked import as_written, leave_out
from model.rallyman.claims import Claim
from model.rallyman.facts import MOST_DRIVERS, SURFACES
from model.rallyman.moves import Enter, Start
from model.rallyman.position import Car, Driver, Setup
from model.rallyman.stage import Stage
from model.rallyman.standing import EMPTY, Rally, RallySetup
from verifier.answer import Answer, Where
from verifier.findings import Breach
from verifier.judging import effect
from verifier.naming import one_of, unquoted
from verifier.rallyman.lines.claims import Denied, cannot_be
from verifier.rallyman.lines.fields import FIELDS, Said, applied, read_fields
from verifier.rallyman.lines.inherited import carried_denied, carried_findings
from verifier.rallyman.lines.names import driver
from verifier.rallyman.lines.stages import stage_of
from verifier.rallyman.lines.terms import Speaker, Table
from verifier.records.heading import too_late
from verifier.records.speaking import first_time, impossible, unreadable

KINDS = frozenset({"stage", "weather", "timing", "driver", "starting_order", "rally"})


def header_line(table: Table, speaker: Speaker, place: Where) -> Answer:
    """The answer to a header line."""
    statement = speaker.statement
    if table.setup is not None or (table.rally is not None and table.rally.begun):
        return Answer(table, (too_late(place.file, statement),))
    match statement.kind:
        case "stage":
            return Answer(_stage(table, statement, place))
        case "weather":
            return _weather(table, statement, speaker)
        case "timing":
            return Answer(_timing(table, statement), effects=effect("RM-16.1"))
        case "driver":
            return _driver(table, statement, speaker)
        case "starting_order":
            return _start(table, statement, speaker)
    return Answer(replace(table, rally=Rally(unquoted(statement.node.leaves()[0].text))))


def _said(table: Table, key: str, span: Span) -> Table:
    """Remembers the line of a header key. Raises `NotationError` if the key came before."""
    return replace(table, lines=first_time(table.lines, key, span))


BOARD_RULING, BOARD_READING = "order-inside-a-corner", "C"
"""The reading that needs the board positions of the spaces in a corner."""


def _stage(table: Table, statement: Statement, place: Where) -> Table:
    span = next((leaf.span for leaf in statement.node.leaves()), statement.node.span)
    table = _said(table, "stage", span)
    stage = stage_of(statement, place.folder, place.tracks)
    if silent := stage.without_order:
        unsaid = f"{stage.id} does not give the order of the spaces of {', '.join(silent)} on the board"
        leave_out(table.ruleset, BOARD_RULING, BOARD_READING, unsaid)
        if as_written(table.ruleset).readings[BOARD_RULING] == BOARD_READING:
            fact = f"{unsaid}, and reading {BOARD_READING} of `{BOARD_RULING}` needs it"
            help = "add `ahead` to these corners in the stage file, or choose another reading"
            raise impossible(span, fact, help)
    lines = ["  " + " ".join(split_comment(one.source)[0].split()) for one in statement.body]
    return replace(table, stage=stage, stage_lines=("stage", *lines, "end") if lines else ())


def _need_stage(table: Table, span: Span) -> Stage:
    if table.stage is None:
        help = "add one above, as in `stage hollow-pine`"
        raise unreadable(span, "no `stage` line comes before this one", help)
    return table.stage


def _weather(table: Table, statement: Statement, speaker: Speaker) -> Answer:
    """RM-15.1: a surface for every zone; with `?` both are followed."""
    span = statement.node.span
    stage = _need_stage(table, span)
    table = _said(table, "weather", span)
    names = [zone.name for zone in stage.zones]
    said: list[tuple[str, str | None]] = []
    for part in statement.node.parts:
        assert isinstance(part, Node)
        zone, surface = part.leaves()
        known = None if surface.kind == "UNKNOWN" else one_of(surface, "surface", SURFACES)
        said.append((one_of(zone, "zone", names), known))
    if [name for name, _ in said] != names:
        fact = f"the zones of {stage.id} are {', '.join(names)}, in this order"
        raise impossible(span, fact, "a weather line names every zone once")
    ways: list[dict[str, str]] = [{}]
    for name, choice in said:
        ways = [{**way, name: one} for way in ways for one in ((choice,) if choice else SURFACES)]
    tables = [replace(table, surfaces=MappingProxyType(way)) for way in ways]
    if len(tables) == 1:
        return Answer(tables[0], effects=effect("RM-15.1", "RM-15.2"))
    lost = next(leaf for leaf in statement.node.leaves() if leaf.kind == "UNKNOWN")
    fact = f"the weather was not written down; {len(tables)} possibilities are followed"
    finding = speaker.finding("undetermined", lost.span, fact)
    return Answer(tables[0], (finding,), judged=False, follow=True, others=tuple(tables[1:]))


def _timing(table: Table, statement: Statement) -> Table:
    span = statement.node.span
    stage = _need_stage(table, span)
    table = _said(table, "timing", span)
    found: dict[str, str] = {}
    for part in statement.node.parts:
        assert isinstance(part, Node)
        point, space = part.leaves()
        id = one_of(space, "space", stage.index)
        if id in found or point.text in found.values():
            said = id if id in found else point.text
            fact = f"`{said}` is in this line twice"
            raise impossible(part.span, fact, "a timing point is one space")
        found[id] = point.text
    return replace(table, timing=MappingProxyType(found))


def _driver(table: Table, statement: Statement, speaker: Speaker) -> Answer:
    leaves = [part for part in statement.node.parts if isinstance(part, Leaf)]
    nodes = [part for part in statement.node.parts if isinstance(part, Node)]
    name = unquoted(leaves[0].text)
    span = leaves[0].span
    if not name.strip():
        raise unreadable(span, "a driver has a name")
    table = _said(table, f"driver {name}", span)
    if len(table.drivers) == MOST_DRIVERS:
        fact = f"there are more than {MOST_DRIVERS} drivers"
        raise impossible(span, fact, "a rally has one to four drivers (RM-1.1)")
    said = read_fields(nodes, None)
    for one in said:
        if one.name not in ("tyres", "dmg", "flats", "sisu", "spare"):
            fact = f"`{one.name}` has no meaning for a driver before the stage"
            raise impossible(one.span, fact, "only `tyres=`, `dmg=`, `flats=`, `sisu=`, `spare=`")
    player = unquoted(leaves[1].text) if len(leaves) > 1 else ""
    tyres_told = any(one.name == "tyres" and one.value is not None for one in said)
    entry = Driver(name, player, applied(Car(name), said), tyres_told)
    if table.inherited is not None:
        return _of_rally(table, table.inherited, entry, said, speaker)
    judgement = table.door.judge_rally(RallySetup(table.ruleset, table.names), Rally(""), Enter(entry.car))
    if not judgement.legal:
        fields = {FIELDS[one.name]: one for one in said}
        error = cannot_be((fields[one.token or ""], one) for one in judgement.breaches)
        return Answer(table, speaker.troubles(error), judgement=judgement)
    after = replace(table, drivers=(*table.drivers, entry))
    return Answer(after, effects=effect("RM-2.1", "RM-2.2"), judgement=judgement)


def _of_rally(table: Table, rally: Rally, entry: Driver, said: list[Said], speaker: Speaker) -> Answer:
    """A driver in a stage of a rally: the car is the one that the rally brings to it."""
    name = entry.name
    car = next((car for car in rally.cars if car.driver == name), None)
    if car is not None and name not in rally.retired:
        table = replace(table, drivers=(*table.drivers, replace(entry, car=car, tyres_told=True)))
        return Answer(table, carried_findings(rally, carried_denied(car, said), speaker))
    fact = f"{name} is not in the rally or is out of it"
    if car is not None:
        fact = f"{name} brings too much damage from the stage before, and there was no assistance"
    span = speaker.statement.node.leaves()[0].span
    return Answer(table, carried_findings(rally, [Denied(span, Claim("driver", None, name), fact)], speaker))


def _start(table: Table, statement: Statement, speaker: Speaker) -> Answer:
    leaves = statement.node.leaves()
    table = _said(table, "start", leaves[0].span)
    names = tuple(driver(leaf, table.names) for leaf in leaves)
    if sorted(names) != sorted(table.names):
        missing = [name for name in table.names if name not in names]
        what = f"{missing[0]} is missing" if missing else "a driver starts twice"
        raise impossible(statement.node.span, what, "a `start` line names every driver once")
    given = table.inherited.starters if table.inherited is not None else None
    if given is not None and table.inherited is not None and names != given:
        from verifier.rallyman.spec.finish import start_rule

        fact, reason = (
            f"the starting order is {' '.join(given)}",
            "a stage starts in the order of the times so far",
        )
        breach = Breach(start_rule(len(table.inherited.times)), fact, reason)
        return Answer(table, (speaker.breaches("claim", statement.node.span, (breach,)),))
    return Answer(replace(table, start=names))


def check_header(table: Table, span: Span) -> None:
    """The header must be complete before a line of play. Raises `NotationError` at that line, which is in `span`."""
    for there, line in ((table.stage is not None, "stage"), (bool(table.drivers), "driver")):
        if not there:
            help = 'as in `stage hollow-pine`, `driver A "Ana" tyres=snow`'
            raise unreadable(span, f"the header has no `{line}` line", help)
    if table.setup is None:
        fact = f"{_missing(table)} is in the rally but not in this stage"
        raise impossible(span, fact)


def _missing(table: Table) -> str | None:
    """A driver of the rally who is missing from this stage."""
    given = table.inherited
    known = (*table.names, *given.retired) if given is not None else ()
    return next((car.driver for car in given.cars if car.driver not in known), None) if given else None


def set_up(table: Table) -> Table:
    """The table before the start if the header is complete, else the table unchanged."""
    if table.setup is not None or table.stage is None or not table.drivers or _missing(table) is not None:
        return table
    given = table.inherited
    by_name = {one.name: one for one in table.drivers}
    order = table.start or (given.starters if given is not None else None) or table.names
    drivers = tuple(by_name[name] for name in order)
    timing = table.timing
    if timing is None:
        timing = {space: point for point, space in table.stage.points.items()}
    setup = Setup(table.stage, table.ruleset, drivers, table.surfaces, timing)
    left = dict(given.dirt).get(table.stage.id, ()) if given is not None else ()
    (begun,) = table.door.judge(setup, EMPTY, Start(left)).outcomes
    return replace(table, setup=setup, standing=begun.position)
