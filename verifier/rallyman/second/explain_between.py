"""`explain` of a car between the stages of a rally."""

from collections.abc import Iterator

from grammar.syntax import Leaf, Node
from model.rallyman.position import Car
from model.rallyman.standing import Rally
from verifier.findings import Breach
from verifier.rallyman.notation.names import driver
from verifier.rallyman.second.cases.said import OUTCOMES, SPLIT, driver_and_fields, read_said
from verifier.rallyman.second.wrong import Wrong
from verifier.rallyman.spec.assistance import carrying_rules
from verifier.rallyman.table.fields import field_phrase, read_fields
from verifier.rallyman.table.terms import Table


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
