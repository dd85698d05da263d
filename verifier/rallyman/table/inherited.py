"""What a stage record takes from the rally that names it, and what it may not contradict (RM-2.3, RM-3.3, RM-14)."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from model.rallyman.position import Car, Driver
from model.rallyman.standing import Dirt, Rally
from model.values import value
from verifier.findings import Breach
from verifier.rallyman.table.fields import Said, field_phrase, shown


@value
class Inherited:
    """What a rally gives to its next stage: the cars of those still in it, the starting order (None: the drivers agree), the
    number of stages before it, whether there was assistance before it, dirt markers that stay where they lie, and who retires
    because of damage that was not repaired."""

    cars: tuple[Car, ...]
    start: tuple[str, ...] | None = None
    stages: int = 0
    assistance: bool = False
    dirt: Dirt = ()
    retired: tuple[str, ...] = ()

    def car(self, driver: str) -> Car | None:
        """The car of a driver who is still in the rally."""
        return next((car for car in self.cars if car.driver == driver), None)


def inherited(rally: Rally, agreed: tuple[str, ...]) -> Inherited:
    """What a rally gives to its next stage; `agreed` is the starting order on which the drivers have agreed, if they have."""
    return Inherited(
        tuple(car for car in rally.cars if car.driver not in rally.retired),
        rally.starters if rally.times else agreed or None,
        len(rally.times),
        rally.assistance,
        rally.dirt,
        rally.retired,
    )


ATTRIBUTES: Mapping[str, str] = MappingProxyType(
    {
        "dmg": "damage",
        "flats": "flats",
        "sisu": "sisu",
        "spare": "spare",
        "tyres": "tyres",
        "space": "space",
        "gear": "gear",
        "status": "status",
        "t": "chrono",
        "m": "markers",
    }
)
"""Fields that have a value between two stages: those that carry over, and those with which every stage begins (RM-2.3)."""


def carry_rule(name: str, assistance: bool) -> str:
    """The rule by which a field has its value at the start of a stage."""
    return {
        "dmg": "RM-14.1" if assistance else "RM-8.4",
        "flats": "RM-14.1" if assistance else "RM-9.14",
        "spare": "RM-14.2" if assistance else "RM-10.5",
        "sisu": "RM-7.13",
        "tyres": "RM-14.3" if assistance else "RM-15.4",
    }.get(name, "RM-2.3")


def start_rule(stages: int) -> str:
    """The rule of the starting order of a stage after so many others."""
    return {0: "RM-3.2", 1: "RM-3.3"}.get(stages, "RM-3.4")


def carried_breaches(car: Car, said: Sequence[Said], assistance: bool) -> list[tuple[Said, Breach]]:
    """What is said of a car between or before stages and is not so."""
    found = []
    for one in said:
        if one.name not in ATTRIBUTES:
            fact = f"`{one.name}` says nothing of a car between two stages"
            found.append((one, Breach("RM-2.3", fact, "every car begins its stage anew")))
            continue
        actual = getattr(car, ATTRIBUTES[one.name])
        if one.value is not None and actual != one.value:
            fact = f"{car.driver} {field_phrase(one.name, actual)}, not {shown(one.name, one.value)}"
            found.append((one, Breach(carry_rule(one.name, assistance), fact)))
    return found


def kept_breaches(driver: Driver, said: Sequence[Said]) -> list[tuple[Said, Breach]]:
    """What is said of a car during a stage and cannot have become so of the car that began it: nothing is repaired before
    assistance, one wheel can be changed, a card that was used is gone, and tyres that are told stay (RM-8.4, RM-9.14, RM-7.13,
    RM-10.5, RM-15.4)."""
    began = driver.car
    held = {one.name: one.value for one in said}
    wheel = began.spare and held.get("spare", True) is not True
    least = {"dmg": began.damage, "flats": began.flats - wheel}
    gone = {"sisu": not began.sisu, "spare": not began.spare}
    found = []
    for one in said:
        low = isinstance(one.value, int) and one.value < least.get(one.name, 0)
        other = one.name == "tyres" and driver.tyres_told and one.value not in (None, began.tyres)
        if low or other or (one.value is True and gone.get(one.name, False)):
            fact = f"{began.driver} {field_phrase(one.name, getattr(began, ATTRIBUTES[one.name]))} when the stage begins"
            found.append((one, Breach(carry_rule(one.name, False), fact)))
    return found
