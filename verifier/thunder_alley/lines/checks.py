"""What a record claims about the position: `check` lines."""

from collections.abc import Iterable, Iterator, Sequence

from grammar.syntax import Leaf, Node, Span
from model.datafiles import did_you_mean
from model.thunder_alley.claims import Claim
from model.thunder_alley.facts import TEAMS
from model.thunder_alley.position import RACING, Car, Position, may_have_place, unsaid_places
from model.thunder_alley.terms import flag_named
from verifier.records.speaking import UNDETERMINED, UNKNOWN_NAME, NotationError, Trouble
from verifier.thunder_alley.lines.claims import Denied, refuted
from verifier.thunder_alley.lines.facts import car_denied
from verifier.thunder_alley.lines.gap import of_check, reported
from verifier.thunder_alley.lines.grid import each_car
from verifier.thunder_alley.lines.names import Names, flag, listed, names_of, unquoted
from verifier.thunder_alley.lines.position import WrittenCar, written_car
from verifier.thunder_alley.lines.season import check_points
from verifier.thunder_alley.lines.standing import STANDING, check_standing
from verifier.thunder_alley.lines.terms import Answer, Speaker, Table

FACTS = ("leader", "first", "order", "places", "flag", "lap", *STANDING.values())
"""Words that can begin a `check` line, apart from cars and teams."""


def check_line(table: Table, speaker: Speaker) -> Answer:
    """A `check` line: compares each fact with the position."""
    fact = speaker.statement.node.parts[0]
    assert isinstance(fact, Node)
    names = names_of(table.setup, table.latest.position)
    trouble = wrong_word(fact, names)
    if trouble is not None:
        return Answer(table, (speaker.trouble(trouble),), judged=False, follow=True)
    if fact.kind == "team_score":
        return check_points(table, speaker)
    if fact.kind in STANDING:
        return check_standing(table, fact, speaker)
    report: list[Trouble] = []
    claim: Claim | None = None
    leaves, position = each_car(fact), table.position
    try:
        claim = _claim(fact, leaves, names, report)
    except NotationError as error:
        report += error.troubles
    wrong = any(trouble.kind != UNDETERMINED for trouble in report)
    if position is None and table.gap is not None and claim is not None and not wrong:
        return reported(table, tuple(of_check(table.gap.position, claim, leaves)), speaker)
    if report or claim is None:
        findings = speaker.troubles(NotationError(*report)) if wrong else ()
        return Answer(table, findings, wrong, follow=None if wrong else True)
    if position is None:
        what = "the position of the cars is not known here, so nothing can be checked"
        return Answer(table, (speaker.finding(UNDETERMINED, speaker.statement.node.span, what),))
    ways: list[tuple[bool, list[Denied], list[Trouble]]] = []
    for stage in _stages(table, position):
        unknown: list[Trouble] = []
        found = list(_denied(table, stage, claim, leaves, unknown))
        if not (found or unknown):
            return Answer(table)
        ways.append((_claimed_off(stage, claim), found, unknown))
    _, denied, open_ = min(ways, key=lambda way: (len(way[1]) + len(way[2]), not way[0]))
    findings = tuple(speaker.trouble(trouble) for trouble in open_)
    return Answer(table, (*findings, *refuted(table, claim, denied, speaker)))


def _claim(fact: Node, leaves: Sequence[Leaf], names: Names, report: list[Trouble]) -> Claim:
    """The claim of a `check` line. Raises `NotationError` for a wrong car."""
    match fact.kind:
        case "leader":
            return Claim("leader", names.car(leaves[0], report))
        case "order" | "places":
            return Claim(fact.kind, [names.car(leaf, report) for leaf in leaves])
        case "first_player":
            return Claim("first", names.team(leaves[0], report))
        case "flag":
            return Claim("flag", flag_named(unquoted(leaves[0].text)))
        case "lap_marker":
            return Claim("lap", int(leaves[0].text))
    return Claim("car", written_car(fact, names))


def _stages(table: Table, position: Position) -> Iterator[Position]:
    """The positions that a `check` may mean: the current one, those that follow from it automatically, and, for a position
    written without Lap-down markers, the one with the markers it should have (TA-4.2)."""
    yield from table.door.onward(table.setup, position)
    yield table.door.marked(table.setup, position)


def _claimed_off(position: Position, claim: Claim) -> bool:
    """Whether the claim gives a car a place, and the car is off the track in this position."""
    if claim.about != "car" or "place" not in claim.value.fields:
        return False
    car = position.car(claim.value.number)
    return car is not None and car.status != RACING


def wrong_word(fact: Node, names: Names) -> Trouble | None:
    """Why the first word is wrong: `check leeder 29` reads as the points of a team, and `check flag yelow` as a flag, but
    neither exists. None for other facts."""
    if fact.kind not in ("flag", "team_score"):
        return None
    leaf = fact.leaves()[0]
    report: list[Trouble] = []
    if fact.kind == "flag":
        flag(leaf, report)
        return report[0] if report else None
    names.team(leaf, report)
    if not report:
        return None
    teams = names.teams or tuple(team.capitalize() for team in TEAMS)
    what = f"`{leaf.text}` is neither a fact that can be checked nor a team of this race"
    help = did_you_mean(leaf.text, (*FACTS, *teams)) or f"facts are {listed(list(FACTS))}; {report[0].help}"
    return Trouble(UNKNOWN_NAME, leaf.span, what, help)


def _denied(
    table: Table, position: Position, claim: Claim, leaves: Sequence[Leaf], unknown: list[Trouble]
) -> Iterable[Denied]:
    """What is false in a position. What the record does not determine goes to `unknown`."""
    value, span = claim.value, leaves[0].span
    match claim.about:
        case "leader":
            real = table.door.leader(table.setup, position)
            if _unnoted(position, value):
                unknown.append(_not_noted(value, span))
            elif real != value:
                fact = f"no car leads, so {value} does not"
                if real is not None:
                    fact = f"{real} leads{_at(position, real)}, not {value}{_at(position, value)}"
                yield Denied("order", span, fact)
        case "order":
            cars = list(zip(value, leaves, strict=True))
            noted = [(number, leaf) for number, leaf in cars if not _unnoted(position, number)]
            yield from _order(table.door.running_order(table.setup, position), noted)
            unknown += [_not_noted(number, leaf.span) for number, leaf in cars if _unnoted(position, number)]
        case "places":
            yield from _places(position, value, leaves, unknown)
        case "first":
            if position.first is None:
                what = "it is not noted who has the First Player marker"
                unknown.append(Trouble(UNDETERMINED, span, what))
            elif value != position.first:
                yield Denied("first", span, f"{position.first} has the First Player marker, not {value}")
        case "flag":
            flag = table.standing.position.flag or position.flag or "green"
            if value != flag:
                yield Denied("flag", span, f"the flag is {flag}, not {value}")
        case "lap":
            if value != position.lap:
                yield Denied("lap", span, f"the lap marker is on {position.lap}, not {value}")
        case _:
            yield from _car(position, value, span, unknown)


def _at(position: Position, number: int | None) -> str:
    car = position.car(number) if number is not None else None
    return f" at `{car.space}`" if car is not None and car.space else ""


def _unnoted(position: Position, number: int) -> bool:
    """Whether a car races on a space that is not noted."""
    car = position.car(number)
    return car is not None and car.status == RACING and car.space is None


def _not_noted(number: int, span: Span) -> Trouble:
    return Trouble(UNDETERMINED, span, f"the space of car {number} is not noted")


def _order(real: Sequence[int], written: Sequence[tuple[int, Leaf]]) -> Iterable[Denied]:
    """`check order 29 15`: the cars from the front, as far as written."""
    for place, (number, leaf) in enumerate(written):
        if place >= len(real) or real[place] != number:
            order = f"the order is {' '.join(map(str, real))}"
            fact = f"no other car is driving, so {number} cannot come next; {order}"
            if not real:
                fact = f"no car is driving, so {number} cannot come first"
            elif place < len(real):
                fact = f"{real[place]} comes {'next' if place else 'first'}, not {number}; {order}"
            yield Denied("order", leaf.span, fact)
            return


def _places(
    position: Position, written: Sequence[int], leaves: Sequence[Leaf], unknown: list[Trouble]
) -> Iterable[Denied]:
    """`check places 29 15`: the cars in first place, second place, and so on."""
    taken = {car.place: car.number for car in position.cars if car.place is not None}
    for place, (number, leaf) in enumerate(zip(written, leaves, strict=True), 1):
        car = position.car(number)
        if car is not None and may_have_place(position, car, place):
            if _is_open(position, car, place):
                what = f"the place of lost car {number} is not noted"
                unknown.append(Trouble(UNDETERMINED, leaf.span, what))
        elif taken.get(place) != number:
            has = f"{taken[place]} has" if place in taken else "no car has"
            yield Denied("place", leaf.span, f"{has} place {place}, not {number}", number)
            return


def _is_open(position: Position, car: Car, place: object) -> bool:
    """Whether a lost car may have this place, and the record leaves its place open."""
    return may_have_place(position, car, place) and len(unsaid_places(position)) > 1


def _car(position: Position, written: WrittenCar, span: Span, unknown: list[Trouble]) -> Iterable[Denied]:
    real, space = position.car(written.number), written.fields.get("space")
    if real is None:
        what = f"car {written.number} is in no position of this record"
        unknown.append(Trouble(UNKNOWN_NAME, span, what))
        return
    if space is not None and _unnoted(position, real.number):
        unknown.append(_not_noted(real.number, written.spans["space"]))
    if "place" in written.fields and _is_open(position, real, written.fields["place"]):
        what = f"the place of lost car {real.number} is not noted"
        unknown.append(Trouble(UNDETERMINED, written.spans["place"], what))
    for one in car_denied(position, written):
        if one.key in ("status", "place") and real.status == RACING and real.space is None:
            what = f"the fate of car {real.number} is not noted"
            unknown.append(Trouble(UNDETERMINED, one.span, what))
        else:
            yield one
