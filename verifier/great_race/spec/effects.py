"""What a legal decision changed, and the rules by which it did. A false claim about such a fact breaks its rule."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from model.great_race.cards import cards
from model.great_race.moves import (
    Act,
    Begin,
    Buy,
    Cash,
    Clear,
    Decision,
    Draw,
    Drive,
    Pass,
    Play,
    Power,
    Repair,
    Sequence,
)
from model.great_race.position import Position, Setup
from model.great_race.standing import Standing
from verifier.great_race.spec.convoy import acts
from verifier.great_race.spec.scene import Scene
from verifier.judging import Effect

Rules = Mapping[str, str]
"""A fact -> the rule that decides it."""

USUAL: Rules = MappingProxyType(
    {
        "place": "GR-12.1",
        "fuel": "GR-20.4",
        "engine": "GR-21.2",
        "chassis": "GR-21.2",
        "money": "GR-17.3",
        "cards": "GR-11.6",
        "left": "GR-6.5",
        "passed": "GR-6.6",
        "finished": "GR-18.1",
        "broken": "GR-11.4",
        "used": "GR-22.2",
        "order": "GR-17.1",
        "level": "GR-16.2",
        "tiles": "GR-7.2",
    }
)
"""The rules of facts that the kind of a decision says nothing about."""

OF_PLAYER = tuple(USUAL)[:-3]

AT_START: Rules = MappingProxyType(
    {
        "place": "GR-2.5",
        "fuel": "GR-2.4",
        "engine": "GR-2.4",
        "chassis": "GR-2.4",
        "money": "GR-2.7",
        "level": "GR-2.6",
    }
)

BY_ACT: Mapping[type, Rules] = MappingProxyType(
    {
        Begin: AT_START,
        Buy: {"fuel": "GR-6.3", "money": "GR-6.3"},
        Drive: {
            "fuel": "GR-12.2",
            "engine": "GR-12.3",
            "chassis": "GR-12.3",
            "money": "GR-15.2",
            "cards": "GR-13.3",
            "passed": "GR-18.2",
            "tiles": "GR-12.10",
        },
        Repair: {
            "engine": "GR-8.2",
            "chassis": "GR-8.2",
            "money": "GR-8.3",
            "cards": "GR-8.2",
            "broken": "GR-11.5",
        },
        Draw: {"cards": "GR-7.6"},
        Cash: {"money": "GR-10.1", "left": "GR-10.2"},
        Clear: {"tiles": "GR-9.4"},
        Pass: {"passed": "GR-6.6"},
    }
)
"""The rules of the facts that an act decides."""


def effects(setup: Setup, before: Standing, decision: Decision, after: Standing) -> Iterator[Effect]:
    """The facts that a decision changed, act by act."""
    if not isinstance(decision, Sequence):
        yield from _changes(before.position, after.position, BY_ACT.get(type(decision), {}))
        return
    now = before.position
    for act, scene in acts(Scene(setup, now, before.cards), decision):
        yield from _changes(now, scene.position, _rules(act))
        now = scene.position


def _rules(act: Act | None) -> Rules:
    """The rules of an act: those of its kind, and for a card and a power those of what it is used for."""
    if not isinstance(act, Play | Power):
        return BY_ACT.get(type(act), {})
    used = dict(BY_ACT.get(type(act.use), {}))
    if isinstance(act, Power):
        return used
    rule = cards()[act.card].rule
    own = dict.fromkeys(("fuel", "money", "tiles", "engine", "chassis"), rule)
    return {**own, "cards": "GR-20.1", "left": "GR-9.2", **used}


def _changes(before: Position, after: Position, rules: Rules) -> Iterator[Effect]:
    known = {player.name: player for player in before.players}
    for player in after.players:
        for fact in OF_PLAYER:
            now = getattr(player, fact)
            if now != getattr(known.get(player.name), fact, None):
                yield _effect(rules, player.name, fact, now)
    for fact, old, new in (
        ("order", before.order, after.order),
        ("level", before.track, after.track),
        ("tiles", before.tiles, after.tiles),
    ):
        if old != new:
            yield _effect(rules, "", fact, None)


def _effect(rules: Rules, who: str, fact: str, now: object) -> Effect:
    return Effect((rules.get(fact, USUAL[fact]),), "", who, fact, now if isinstance(now, int | str) else "")
