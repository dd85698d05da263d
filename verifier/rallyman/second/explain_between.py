"""`explain` of what lies between the stages of a rally: a car there, assistance, other tyres, a wheel changed."""

from collections.abc import Iterator

from grammar.syntax import Leaf, Node, Statement
from model.rallyman.facts import SURFACES
from model.rallyman.position import Car
from verifier.findings import Breach
from verifier.rallyman.notation.names import driver, one_of
from verifier.rallyman.second.record.said import OUTCOMES, SPLIT, driver_and_fields, read_said
from verifier.rallyman.second.wrong import Wrong, unless
from verifier.rallyman.spec.assistance import carrying_rules, on_tyres
from verifier.rallyman.spec.finish import STAGES
from verifier.rallyman.spec.wheel import changed_between_stages
from verifier.rallyman.table.fields import field_phrase, read_fields
from verifier.rallyman.table.rally_terms import Rally
from verifier.rallyman.table.terms import Table

TYRES, WHEEL, ASSISTANCE = "change_tyres", "spare_between", "assistance"


def wrong_between(table: Table, rally: Rally, statement: Statement) -> list[Wrong] | None:
    """Why a driver cannot take other tyres (RM-14.3, RM-15.3, RM-15.4) or change a wheel (RM-10.4) here; None for other lines,
    and where there cannot be assistance."""
    between = 0 < len(rally.times) < STAGES
    if statement.kind == ASSISTANCE and between and not rally.assistance and not rally.wheels:
        return []
    if statement.kind not in (TYRES, WHEEL):
        return None
    who, *more = statement.node.leaves()
    car = _car(table, rally, who)
    if car is None:
        return [_out(who)]
    span = statement.node.span
    if statement.kind == TYRES:
        tyres = one_of(more[0], "tyre", SURFACES)
        rules = on_tyres(car, tyres, rally.assistance or not rally.times).rules
        told = f"{car.driver} keeps {car.tyres} tyres"
    elif not between:
        rules, told = ("RM-10.4",), "no stage lies before this line and behind it"
    else:
        rules = changed_between_stages(car, rally.assistance).rules
        held = f"{car.driver} has {car.flats} flats, {'a' if car.spare else 'no'} spare-wheel card"
        told = "there is assistance here" if rally.assistance else held
    return unless(not rules, span, rules, told)


def wrong_car_between(table: Table, rally: Rally, fact: Node) -> Iterator[Wrong]:
    """What is said of a car between two stages and is not so (RM-2.3)."""
    who, nodes = driver_and_fields(fact)
    car = _car(table, rally, who)
    if car is None:
        yield _out(who)
        return
    for one, field in zip(read_said(nodes, ()), read_fields(nodes, ()), strict=True):
        if one.name in ("arrival", *OUTCOMES) or one.name.startswith(SPLIT):
            told = f"`{field.name}` says nothing of a car between two stages"
        elif one.value is not None and (actual := getattr(car, one.name)) != one.value:
            told = f"{car.driver} {field_phrase(field.name, actual)}"
        else:
            continue
        yield field.span, tuple(Breach(rule, told) for rule in carrying_rules(one.name, rally.assistance))


def _car(table: Table, rally: Rally, who: Leaf) -> Car | None:
    """The car of a driver; None for one who is out of the rally."""
    name = driver(who, table.names)
    cars = rally.cars if rally.begun else tuple(one.car for one in table.drivers)
    return next((car for car in cars if car.driver == name), None)


def _out(who: Leaf) -> Wrong:
    return who.span, (Breach("RM-13.6", f"{who.text} is out of the rally"),)
