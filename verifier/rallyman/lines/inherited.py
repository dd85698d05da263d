"""What a rally knows about its cars between two stages, compared with the claims of a record (RM-2.3)."""

from collections.abc import Iterable, Iterator

from model.rallyman.claims import Claim
from model.rallyman.position import Car
from model.rallyman.standing import Rally
from verifier.findings import Breach, Finding
from verifier.rallyman.lines.claims import Denied, car_denied
from verifier.rallyman.lines.fields import Said
from verifier.rallyman.lines.terms import Speaker

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


def carried_findings(rally: Rally, denied: Iterable[Denied], speaker: Speaker) -> tuple[Finding, ...]:
    """The findings about false claims about cars between two stages."""
    from verifier.rallyman.spec.assistance import carrying_rules

    return tuple(
        speaker.breaches(
            "claim", one.span, tuple(Breach(rule, one.fact) for rule in carrying_rules(rally, one.claim))
        )
        for one in denied
    )
