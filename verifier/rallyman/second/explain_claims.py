"""`explain` of what lines say and play nothing: of a table, of times, of places, held against those by the spec."""

from collections.abc import Iterator, Mapping, Sequence

from grammar.syntax import Leaf, Node, Span, Statement
from model.rallyman import stages
from model.rallyman.position import NOT_STARTED, Position, Setup
from verifier.findings import Breach
from verifier.rallyman.notation.names import driver, one_of
from verifier.rallyman.second.explain_between import wrong_car_between
from verifier.rallyman.second.record.said import (
    Played,
    denied,
    denied_outcome,
    driver_and_fields,
    read_said,
)
from verifier.rallyman.second.record.scores import OUT, Scores, rally_winner_differs, scores, winner_differs
from verifier.rallyman.second.wrong import Wrong, unless
from verifier.rallyman.spec import judge
from verifier.rallyman.spec.cards import card_of
from verifier.rallyman.spec.damage import retires
from verifier.rallyman.spec.effects import AT_START, STANDING
from verifier.rallyman.spec.finish import (
    STAGES,
    Times,
    classification,
    clock,
    rally_winners,
    stage_times,
    start_order,
    totals,
    winners,
)
from verifier.rallyman.spec.start import against_order, places_on_the_road
from verifier.rallyman.table.checks import rules_before
from verifier.rallyman.table.fields import differing, read_fields
from verifier.rallyman.table.rally_terms import Rally
from verifier.rallyman.table.terms import Table
from verifier.second import NotJudgedError

CHECK, RESULT = "check", "result"


def claimed_of(table: Table, statement: Statement) -> list[Wrong] | None:
    """What such a line says and is not so; None for a line of which the spec says nothing. Raises `NotJudgedError` where nobody
    can say yet, and `NotationError`.

    Satisfiable, for the claim and all rules: it is so. Unsatisfiable: the rules named leave no room for it.
    """
    first = statement.node.parts[0]
    assert isinstance(first, Node)
    fact = first if statement.kind == CHECK else statement.node
    if table.rally is not None:
        return _of_rally(table, table.rally, fact)
    if table.position is not None and table.setup is not None:
        return _of_stage(table, table.setup, table.position, fact)
    return None


def _of_stage(table: Table, setup: Setup, position: Position, fact: Node) -> list[Wrong] | None:
    match fact.kind:
        case "result":
            return list(_stage_result(position, scores(fact, table.names), fact))
        case "car_state":
            who, nodes = driver_and_fields(fact)
            return list(wrong_car(table, setup, position, driver(who, table.names), nodes, fact.span))
        case "dirt_markers":
            return list(wrong_dirt(setup, position, fact))
    if fact.kind not in ("order", "next_driver", "winner", "places"):
        return None
    said = _names(fact, table.names)
    if fact.kind == "next_driver":
        told = f"{position.next or 'nobody'} plays next"
        return unless(said == (position.next,), fact.span, ("RM-3.7",), told)
    if fact.kind == "order":
        return wrong_order(setup, position, fact.span, said)
    if waited := [car.driver for car in position.cars if car.driving]:
        raise NotJudgedError(f"the stage is not over: {', '.join(waited)} still on the way")
    times = [stage_times(position)]
    if fact.kind == "winner":
        return _winner(table, times, fact, said)
    return _places(table, times, setup.starting_order, fact, said)


def _stage_result(position: Position, said: Scores, node: Node) -> Iterator[Wrong]:
    """Stage times (RM-13.1, RM-13.2, RM-13.6)."""
    times = stage_times(position)
    for (name, time), part in zip(said, node.parts, strict=True):
        car = position.car(name)
        if car.driving and time is not None:
            yield part.span, (Breach("RM-13.1", f"{name} is still on the way, at {car.space}"),)
            continue
        pile = f"a pile of {clock(car.chrono)} less {car.markers} markers"
        yield from _time(("RM-13.2",), name, times, time, part, pile)


def _time(
    rules: Sequence[str],
    name: str,
    times: Mapping[str, int | None],
    said: int | str | None,
    part: Node | Leaf,
    why: str,
) -> Iterator[Wrong]:
    real = times.get(name)
    if said is None or said == (OUT if real is None else real):
        return
    if real is None:
        yield part.span, (Breach("RM-13.6", f"{name} has no time: the driver is out"),)
    else:
        told = said if isinstance(said, str) else clock(said)
        fact = f"{name} has {clock(real)}, not {told}"
        yield part.span, tuple(Breach(rule, fact, why) for rule in rules)


def wrong_car(
    table: Table, setup: Setup, position: Position, name: str, nodes: Sequence[Node], span: Span
) -> Iterator[Wrong]:
    """One car: the spec says whether it is so, the rules of its last turn say why not."""
    yield from _wrong_turn(table, setup, name, nodes)
    nodes = [node for node in nodes if node.kind != "outcome"]
    car = position.car(name)
    known = AT_START if car.status == NOT_STARTED else STANDING
    rules = denied(setup, position, car, read_said(nodes, setup.stage.index), known)
    if not rules:
        return
    said = read_fields(nodes, setup.stage.index)
    told = differing(setup, position, car, said, *rules_before(table, name))
    yield from ((one.span, breaches) for one, breaches in told)
    if not told:
        yield span, (Breach(rules[0], f"{name} does not stand so"),)


def _wrong_turn(table: Table, setup: Setup, name: str, nodes: Sequence[Node]) -> Iterator[Wrong]:
    """What is said of the turn just played, judged again by the spec. Raises `NotJudgedError` for one of another driver."""
    said = [(node, one) for node in nodes if node.kind == "outcome" for one in read_said([node], ())]
    if not said:
        return
    if table.last is None or table.before is None or table.last.turn.driver != name:
        raise NotJudgedError("the last turn was that of another driver")
    turn = table.last.turn
    judgement = judge(setup, table.before, turn)
    driven = judgement.driven[0] if judgement.driven else None
    played = Played(turn, driven, card_of(setup, table.before, turn, driven))
    for node, one in said:
        if rules := denied_outcome(played, one.name, one.value):
            yield node.span, (Breach(rules[0], f"`{one.name}` is not {one.value}"),)


def wrong_dirt(setup: Setup, position: Position, fact: Node) -> Iterator[Wrong]:
    """Dirt markers (RM-9.8)."""
    corners = [corner.name for corner in setup.stage.corners]
    for part in fact.parts:
        assert isinstance(part, Node)
        leaf, count = part.leaves()
        corner = one_of(leaf, "corner", corners)
        there = position.markers_on(corner)
        if there != int(count.text):
            yield part.span, (Breach("RM-9.8", f"the dirt markers on {corner} are {there}"),)


def wrong_order(setup: Setup, position: Position, span: Span, said: tuple[str, ...]) -> list[Wrong]:
    """The order of play: before the round by the places on the road (RM-3.5, RM-3.7, RM-3.8), in it as it was when it began."""
    rules: tuple[str, ...] = (against_order(setup, position, said),)
    if said != position.order and position.next is not None and position.next == position.order[0]:
        rules = places_on_the_road(setup, position, said).rules or rules
    told = f"they play in the order {' '.join(position.order)}" if position.order else "nobody plays any more"
    return unless(said == position.order, span, rules, told)


def _of_rally(table: Table, rally: Rally, fact: Node) -> list[Wrong] | None:
    times = rally.known
    if fact.kind == "car_state":
        return list(wrong_car_between(table, rally, fact))
    if times is None:
        raise NotJudgedError("not all times are known here")
    if not times and fact.kind in ("stage_times", "total_times", "places", "winner"):
        raise NotJudgedError("no stage is driven yet")
    match fact.kind:
        case "result":
            return list(_rally_result(rally, times, scores(fact, table.names), fact))
        case "stage_times" | "total_times":
            last = fact.kind == "stage_times"
            rules = ("RM-13.2",) if last else ("RM-13.4",)
            sums = times[-1] if last else totals(times)
            said = zip(scores(fact, table.names), fact.parts, strict=True)
            why = "that is the time of the stage" if last else _sum_of(times)
            return [one for (name, time), part in said for one in _time(rules, name, sums, time, part, why)]
    names = _names(fact, table.names)
    match fact.kind:
        case "winner":
            return _winner(table, times, fact, names)
        case "places":
            return _places(table, times, rally.starting, fact, names)
        case "starting_order":
            return _start(table, rally, times, fact, names)
    return None


def _sum_of(times: Sequence[Times]) -> str:
    return f"the sum of {len(times)} {'stage' if len(times) == 1 else 'stages'}"


def _rally_result(rally: Rally, times: Sequence[Times], said: Scores, node: Node) -> Iterator[Wrong]:
    """The sums of three stages (RM-13.6, RM-1.4)."""
    rules = ("RM-13.6", "RM-1.4")
    if len(times) < STAGES and rally.cars and any(isinstance(time, int) for _, time in said):
        fact = f"{len(times)} of {STAGES} stages were driven"
        yield node.span, tuple(Breach(rule, fact) for rule in rules)
        return
    sums = totals(times)
    for (name, time), part in zip(said, node.parts, strict=True):
        yield from _time(rules, name, sums, time, part, _sum_of(times))


def _start(
    table: Table, rally: Rally, times: Sequence[Times], fact: Node, said: tuple[str, ...]
) -> list[Wrong]:
    """The starting order of the coming stage (RM-3.2 to RM-3.4); who cannot start any more is not in it (RM-8.5)."""
    rule = ("RM-3.2", "RM-3.3")[len(times)] if len(times) < 2 else "RM-3.4"
    setup = Setup(stages.load("hollow-pine"), table.ruleset)  # of a setup only the rules are asked here
    (ranked,) = start_order(table.ruleset, times, rally.starting).outcomes if times else (rally.starting,)
    gone = {car.driver for car in rally.cars if times and retires(setup, car)}
    real = tuple(name for name in ranked if name not in gone)
    return unless(said == real, fact.span, (rule,), f"they start in the order {' '.join(real)}")


def _winner(table: Table, times: Sequence[Times], fact: Node, said: tuple[str, ...]) -> list[Wrong]:
    """The best time of a stage (RM-13.3) or of the rally (RM-13.6)."""
    if table.rally is None:
        best, wrong = winners(times[-1]).outcome, winner_differs(times[-1], said)
    else:
        best = rally_winners(table.ruleset, times).outcome
        wrong = rally_winner_differs(table.ruleset, times, said)
    told = "nobody has a time"
    if best:
        told = f"the best time is {clock(totals(times)[best[0]])}, by {' and '.join(best)}"
    return unless(not wrong, fact.span, wrong, told)


def _places(
    table: Table, times: Sequence[Times], starting: Sequence[str], fact: Node, said: tuple[str, ...]
) -> list[Wrong]:
    """The classification (RM-13.4, RM-13.6)."""
    (real,) = classification(table.ruleset, times, starting).outcomes
    wrong = classification(table.ruleset, times, starting, said).rules
    sums = totals(times)
    told = ", ".join(f"{name} {clock(sums[name])}" for name in real) or "nobody has a time"
    return unless(not wrong, fact.span, wrong, f"by their times: {told}")


def _names(fact: Node, known: Sequence[str]) -> tuple[str, ...]:
    return tuple(driver(leaf, known) for leaf in fact.leaves())
