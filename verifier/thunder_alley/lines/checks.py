"""What a record asserts about the position: `check` lines and `position` blocks in mid-record."""

from collections.abc import Iterable, Mapping, Sequence

from grammar.syntax import Leaf, Node, Statement
from model.thunder_alley.facts import FLAGS, TEAMS
from model.thunder_alley.position import (
    OUT,
    OVER,
    RACING,
    Car,
    Position,
    Setup,
    may_have_place,
    unsaid_places,
)
from model.thunder_alley.terms import flag_named
from model.values import replace
from verifier.findings import Breach, Finding, Related
from verifier.names import did_you_mean
from verifier.speaking import NotationError, Trouble
from verifier.thunder_alley.engine import disputed, leader, running_order
from verifier.thunder_alley.engine.finish import all_drive_on, won
from verifier.thunder_alley.engine.order import NobodyMarked, mark_lapped
from verifier.thunder_alley.engine.turn import onward
from verifier.thunder_alley.lines.closing import dispute, dispute_fact
from verifier.thunder_alley.lines.facts import RULES, differences
from verifier.thunder_alley.lines.gap import check_after
from verifier.thunder_alley.lines.names import Names, listed, names_of, unquoted
from verifier.thunder_alley.lines.position import WrittenCar, read_states
from verifier.thunder_alley.lines.season import check_points
from verifier.thunder_alley.lines.settled import by_event, changed_by_event, moved_by_event, rule_of_places
from verifier.thunder_alley.lines.standing import STANDING, check_standing
from verifier.thunder_alley.lines.terms import Reply, Speaker, Table

FACTS = ("leader", "first", "order", "places", "flag", "lap", *STANDING.values())
"""Words that can begin a `check` line, besides cars and teams."""


def wrong_places(
    table: Table, real: Position, cars: Sequence[WrittenCar], speaker: Speaker
) -> Iterable[Finding]:
    """One finding for all cars that stand elsewhere than written. The last move that carried one of them decides it."""
    claimed: dict[int, str] = {}
    for car in cars:
        known = real.car(car.number)
        on_track = car.fields.get("status", RACING) == RACING and "space" in car.fields
        racing = known is not None and known.status == RACING
        if racing and on_track and car.fields["space"] is not None:
            claimed[car.number] = str(car.fields["space"])
    spaces = {car.number: car.space for car in real.cars}
    wrong = {number: space for number, space in claimed.items() if spaces[number] not in (None, space)}
    if not wrong:
        return
    breach, line = _dispute(table, real, wrong)
    decided = next((number for number in wrong if breach.fact.startswith(f"{number} ")), next(iter(wrong)))
    others = [
        f"{number} at `{spaces[number]}`, not at `{space}`"
        for number, space in wrong.items()
        if number != decided and spaces[number]
    ]
    fact = "; ".join((breach.fact, *others))
    written = next(car for car in cars if car.number == decided)
    related = (Related(line, "the move that decides"),) if line is not None else ()
    yield speaker.claim(written.spans.get("space", written.span), replace(breach, fact=fact), related)


def _dispute(table: Table, real: Position, wrong: Mapping[int, str]) -> tuple[Breach, int | None]:
    """The breach that contradicts the written places, and the line of the move: the last one that carried one of the cars."""
    settled = dispute(table, real, wrong) or moved_by_event(table, wrong)
    if settled is not None:
        return settled
    for past in reversed(table.past):
        if any(shift.car in wrong for shift in past.outcome.shifts):
            breach = disputed(table.setup, past.before, past.outcome, wrong)
            if breach is not None:
                return breach, past.line
    if table.past:
        last = table.past[-1]
        breach = disputed(table.setup, last.before, last.outcome, wrong)
        if breach is not None:
            return breach, last.line
    assert table.position is not None
    number, space = min(wrong.items())
    car = table.position.car(number)
    stands = f"at `{car.space}`" if car is not None and car.space is not None else "off the track"
    return Breach(
        "TA-3.1",
        f"{number} stands {stands}, not at `{space}`",
        "the position puts it there, and no move lies between",
    ), None


def gained(table: Table, car: Car, written: WrittenCar, key: str, breach: Breach) -> Breach:
    """The breach for wrong markers. A missing wear marker is the one from the last card (TA-3.4-6), if the others match; an
    extra one may be the card's of a car that leaves the pits (TA-9.4). A Turn Leader marker may be that of the finish
    (TA-10.1)."""
    closed = dispute_fact(table, car, key, written.fields[key], breach.fact)
    if closed is not None:
        return closed
    if changed_by_event(table, car, key):
        return by_event(table, car, key, breach)
    if key == "led" and _marker_of_finish(table, car, written.fields[key]):
        reason = "the first car across the line after the last lap gets a marker, and those after it get none"
        return replace(breach, rule="TA-10.1", reason=reason, rulings=("winner-turn-leader",))
    for past in table.past if key == "wear" else ():
        before = past.before.car(car.number)
        if past.outcome.pit_exit and getattr(past.outcome.move, "car", None) == car.number:
            return replace(breach, rule="TA-9.4", reason="a car that leaves the pits gains no marker")
        own = getattr(past.outcome.move, "car", None) == car.number
        if own and past.outcome.wear and before is not None and written.fields["wear"] == before.wear:
            return replace(breach, rule="TA-3.4-6", reason=f"the card of line {past.line} gives a marker")
    return by_event(table, car, key, breach)


def gone(table: Table, car: Car) -> Breach:
    """The breach for a space given to a car that is off the track: it has finished, or has left the race under the rule in
    the breach."""
    if car.status != OUT:
        return Breach("TA-10.1", f"car {car.number} has place {car.place} and is off the track")
    breach = Breach("TA-4.3", f"car {car.number} is out of the race")
    if changed_by_event(table, car, "status"):
        return by_event(table, car, "status", breach)
    return dispute_fact(table, car, "status", OUT, breach.fact) or breach


def _marker_of_finish(table: Table, car: Car, claimed: object) -> bool:
    """Whether a claimed marker count is wrong by the finish: a car that finished in this turn is given a marker that it did
    not get or denied one that it got, or any car is given a marker of the turn that ends the race."""
    position = table.position
    over = position is not None and position.step == OVER and not table.settled
    if over and claimed == car.led + 1 and not all_drive_on(table.setup):
        return True
    for past in table.past:
        if any(number == car.number for number, _ in past.outcome.finished):
            return claimed == car.led + (-1 if car.number in past.outcome.turn_leaders else 1)
    return False


def check_line(table: Table, statement: Statement, file: str) -> Reply:
    """A `check` line: compares each fact with the position."""
    speaker = Speaker(file, statement)
    fact = statement.node.parts[0]
    assert isinstance(fact, Node)
    names = names_of(table.setup, table.position)
    trouble = _wrong_word(fact, names) if fact.kind in ("flag", "team_score") else None
    if trouble is not None:
        return Reply(table, (speaker.trouble(trouble),), judged=False, follow=True)
    if fact.kind == "team_score":
        return check_points(table, statement, file)
    if fact.kind in STANDING:
        return check_standing(table, fact, speaker)
    position = table.position
    if position is None and table.gap is not None:
        return check_after(table, table.gap, fact, names_of(table.setup, table.gap), speaker)
    if position is None:
        what = "where the cars stand is not known here, so nothing can be checked"
        return Reply(table, (speaker.finding("undetermined", statement.node.span, what),))
    first: tuple[Finding, ...] | None = None
    for stage in _stages(table, position):
        report: list[Trouble] = []
        findings = tuple(_check(table, stage, fact, names, report, speaker))
        if report:
            error = NotationError(*report)
            judged = any(trouble.kind != "undetermined" for trouble in report)
            return Reply(
                table, speaker.troubles(error) if judged else (), judged, follow=None if judged else True
            )
        if not findings:
            return Reply(table)
        first = first or findings
    return Reply(table, first or ())


def _stages(table: Table, position: Position) -> list[Position]:
    """The positions that a `check` may mean: the current one, those that follow from it automatically, and, for a position
    written without Lap-down markers, the one with the markers it should have (TA-4.2)."""
    setup = table.setup
    marked, _ = mark_lapped(setup, position, position, NobodyMarked())
    stages = onward(setup, position)
    return stages if marked == position else [*stages, marked]


def _wrong_word(fact: Node, names: Names) -> Trouble | None:
    """Why the first word is wrong: `check leeder 29` reads as the points of a team, and `check flag yelow` as a flag, but
    neither exists."""
    leaf = fact.leaves()[0]
    if fact.kind == "flag":
        if flag_named(unquoted(leaf.text)) is not None:
            return None
        help = did_you_mean(leaf.text, FLAGS) or f"flags are {listed(list(FLAGS))}"
        return Trouble("unknown-name", leaf.span, f"there is no flag `{leaf.text}`", help)
    report: list[Trouble] = []
    names.team(leaf, report)
    if not report:
        return None
    teams = names.teams or tuple(team.capitalize() for team in TEAMS)
    what = f"`{leaf.text}` is neither a fact that can be checked nor a team of this race"
    help = did_you_mean(leaf.text, (*FACTS, *teams)) or f"facts are {listed(list(FACTS))}; {report[0].help}"
    return Trouble("unknown-name", leaf.span, what, help)


def _check(
    table: Table, position: Position, fact: Node, names: Names, report: list[Trouble], speaker: Speaker
) -> Iterable[Finding]:
    leaves = fact.leaves()
    match fact.kind:
        case "leader":
            written = names.car(leaves[0], report)
            real = leader(table.setup, position)
            if not report and real != written:
                said = f"{real} leads{_at(position, real)}, not {written}{_at(position, written)}"
                said = said if real is not None else f"nobody leads, not {written}"
                reason = "the first car in running order carries the Leader marker"
                yield speaker.claim(leaves[0].span, Breach("TA-4.1", said, reason))
        case "order":
            yield from _order(running_order(table.setup, position), leaves, names, report, speaker)
        case "places":
            taken = sorted((car.place, car.number) for car in position.cars if car.place is not None)
            rule = rule_of_places(table) or RULES["place"]
            yield from _places(position, dict(taken), leaves, names, report, speaker, rule)
        case "first_player":
            team = names.team(leaves[0], report)
            if not report and position.first is None:
                what = "nobody noted who has the First Player marker"
                yield speaker.finding("undetermined", fact.span, what)
            elif not report and team != position.first:
                said = f"{position.first} has the First Player marker, not {team}"
                yield speaker.claim(leaves[0].span, Breach(_first_rule(table.setup, position), said))
        case "flag":
            shown = table.position.flag if table.position is not None else None
            real_flag = shown or position.flag or "green"
            flag = flag_named(unquoted(leaves[0].text))
            if flag != real_flag:
                said = f"the flag is {real_flag}, not {flag}"
                yield speaker.claim(leaves[0].span, Breach(RULES["flag"], said))
        case "lap_marker":
            if int(leaves[0].text) != position.lap:
                said = f"the lap marker is on {position.lap}, not {int(leaves[0].text)}"
                reason = "it moves up each time the leader crosses the line, the first crossing aside"
                yield speaker.claim(leaves[0].span, Breach(RULES["lap"], said, reason))
        case _:
            yield from _car_facts(table, position, fact, names, report, speaker)


def _first_rule(setup: Setup, position: Position) -> str:
    """The rule that assigned the First Player marker: before the first segment of a race, the pole car's owner has it
    (TA-2.6); once a car has finished a race in which all drive on, the distance to the line decides (TA-12.4)."""
    begins = position.turn == 1 and not any(car.flipped or car.crossed for car in position.cars)
    if all_drive_on(setup) and won(position):
        return "TA-12.4"
    return "TA-2.6" if begins else RULES["first"]


def _at(position: Position, number: int | None) -> str:
    car = position.car(number) if number is not None else None
    return f" at `{car.space}`" if car is not None and car.space else ""


def _order(
    real: Sequence[int], leaves: list[Leaf], names: Names, report: list[Trouble], speaker: Speaker
) -> Iterable[Finding]:
    """`check order 29 15`: the cars from the front, as far as written."""
    written = [names.car(leaf, report) for leaf in leaves]
    if report:
        return
    for place, (number, leaf) in enumerate(zip(written, leaves, strict=True)):
        if place >= len(real) or real[place] != number:
            here = f"{real[place]} comes next" if place < len(real) else "no more cars are driving"
            order = " ".join(str(car) for car in real)
            reason = "crossings first, then sectors to the line, then inside before outside, the apron last"
            fact = f"{here}, not {number}; the order is {order}"
            yield speaker.claim(leaf.span, Breach("TA-4.1", fact, reason))
            return


def _places(
    position: Position,
    taken: Mapping[int, int],
    leaves: list[Leaf],
    names: Names,
    report: list[Trouble],
    speaker: Speaker,
    rule: str,
) -> Iterable[Finding]:
    """`check places 29 15`: the cars in first place, second place, and so on."""
    written = [names.car(leaf, report) for leaf in leaves]
    if report:
        return
    for place, (number, leaf) in enumerate(zip(written, leaves, strict=True), 1):
        car = position.car(number) if number is not None else None
        if car is not None and may_have_place(position, car, place):
            if _is_open(position, car, place):
                what = f"nobody noted in which place car {number} is out"
                yield speaker.finding("undetermined", leaf.span, what)
        elif taken.get(place) != number:
            has = f"{taken[place]} has" if place in taken else "nobody has"
            yield speaker.claim(leaf.span, Breach(rule, f"{has} place {place}, not {number}"))
            return


def _is_open(position: Position, car: Car, place: object) -> bool:
    """Whether a lost car may have this place, and the record leaves its place open."""
    return may_have_place(position, car, place) and len(unsaid_places(position)) > 1


def _car_facts(
    table: Table, position: Position, fact: Node, names: Names, report: list[Trouble], speaker: Speaker
) -> Iterable[Finding]:
    car = fact.parts[0]
    assert isinstance(car, Node)
    number = names.car(car.leaves()[0], report)
    if number is None:
        return
    written = read_states(fact, number, names, report)
    real = position.car(number)
    if report:
        return
    if real is None:
        what = f"car {number} is in no position of this record"
        yield speaker.finding("unknown-name", car.span, what)
        return
    space = written.fields.get("space")
    if space is not None and real.status != RACING:
        yield speaker.claim(written.spans["space"], gone(table, real))
    elif space is not None and real.space is None:
        what = f"nobody noted where car {number} stands"
        yield speaker.finding("undetermined", written.spans["space"], what)
    else:
        yield from wrong_places(table, position, (written,), speaker)
    if "place" in written.fields and _is_open(position, real, written.fields["place"]):
        what = f"nobody noted in which place car {number} is out"
        yield speaker.finding("undetermined", written.spans["place"], what)
    for key, breach in differences(position, real, written):
        if key in ("status", "place") and real.status == RACING and real.space is None:
            what = f"nobody noted what became of car {number}"
            yield speaker.finding("undetermined", written.spans[key], what)
        else:
            yield speaker.claim(written.spans[key], gained(table, real, written, key, breach))
