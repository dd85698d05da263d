"""What a stage record takes from its rally, and what it may not contradict (RM-2.3, RM-3.3, RM-14)."""

from collections.abc import Iterable, Iterator, Sequence

from model.rallyman.claims import Claim
from model.rallyman.position import Car, Driver
from model.rallyman.standing import Rally
from verifier.findings import Breach, Finding
from verifier.rallyman.lines.claims import Denied, car_denied
from verifier.rallyman.lines.fields import FIELDS, Said, field_phrase
from verifier.rallyman.lines.terms import Inherited, Speaker


def inherited(rally: Rally, agreed: tuple[str, ...]) -> Inherited:
    """What a rally passes to its next stage. `agreed` is the starting order that the drivers agreed on, if they did."""
    return Inherited(
        tuple(car for car in rally.cars if car.driver not in rally.retired),
        rally.starters if rally.times else agreed or None,
        len(rally.times),
        rally.assistance,
        rally.dirt,
        rally.retired,
    )


CARRIED = (*("space", "gear", "status", "t", "m"), *("dmg", "flats", "sisu", "spare", "tyres"))
"""The fields with a value between two stages: those that every stage resets, and those that carry over (RM-2.3)."""


def carried_denied(car: Car, said: Iterable[Said]) -> Iterator[Denied]:
    """The false claims about a car between stages or before them."""
    for one in said:
        if one.name in CARRIED:
            yield from car_denied(None, car, (one,))
        else:
            fact = f"`{one.name}` has no meaning for a car between two stages"
            yield Denied(one.span, Claim(one.name, one.value, car.driver), fact)


def kept_denied(driver: Driver, said: Sequence[Said]) -> Iterator[Denied]:
    """The claims about a car during a stage that contradict its state at the start of it: nothing is repaired before assistance,
    only one wheel can be changed, a used card is gone, and declared tyres stay (RM-8.4, RM-9.14, RM-7.13, RM-10.5, RM-15.4)."""
    began = driver.car
    held = {one.name: one.value for one in said}
    wheel = began.spare and held.get("spare", True) is not True
    least = {"dmg": began.damage, "flats": began.flats - wheel}
    gone = {"sisu": not began.sisu, "spare": not began.spare}
    for one in said:
        low = isinstance(one.value, int) and one.value < least.get(one.name, 0)
        other = one.name == "tyres" and driver.tyres_told and one.value not in (None, began.tyres)
        if low or other or (one.value is True and gone.get(one.name, False)):
            field = FIELDS[one.name]
            fact = f"{began.driver} {field_phrase(one.name, getattr(began, field))} when the stage begins"
            yield Denied(one.span, Claim(field, one.value, began.driver), fact)


def carried_finding(denied: Denied, assistance: bool, speaker: Speaker) -> Finding:
    """The finding about a false claim about a car that comes from the stage before. `assistance`: there was assistance in
    between."""
    from verifier.rallyman.spec.assistance import carrying_rules

    rules = carrying_rules(denied.claim.about, assistance)
    return speaker.breaches("claim", denied.span, tuple(Breach(rule, denied.fact) for rule in rules))
