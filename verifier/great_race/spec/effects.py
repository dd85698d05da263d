"""What a legal decision changed, and the rules by which it did. A false claim about such a fact breaks its rule."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from model.great_race.cards import cards
from model.great_race.moves import (
    UNKNOWN,
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
from model.great_race.position import ZONES, Position, Setup
from model.great_race.standing import Standing
from verifier.great_race.spec.convoy import acts
from verifier.great_race.spec.table import Scene
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
"""The rules of facts for which the kind of a decision does not matter."""

OF_PLAYER = tuple(USUAL)[:-3]

NOTHING = "none"

WORDS = {"left": "assistants", "cards": "cards in hand", "used": "power used", "finished": "place of arrival"}
"""Facts of a player as they are called in sentences."""

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
        player = scene.player(decision.player)
        arrived = player.finished and not now.player(player.name).finished
        home = dict.fromkeys(("cards", "left"), "GR-18.2") if arrived else {}
        yield from _changes(now, scene.position, {**_rules(act), **home})
        now = scene.position


def _rules(act: Act | None) -> Rules:
    """The rules of an act: those of its kind, and for a card and a power those of what it is used for."""
    use = act.use if isinstance(act, Play | Power) else act
    used = dict(BY_ACT.get(type(use), {}))
    if isinstance(use, Drive) and use.steps and use.steps[-1].sent_back:
        used[f"tiles {use.steps[-1].to}"] = "GR-12.12"
    if not isinstance(act, Play):
        return used
    rule = cards()[act.card].rule
    own = dict.fromkeys(("fuel", "money", "tiles", "engine", "chassis"), rule)
    return {**own, "cards": "GR-20.1", "left": "GR-9.2", **used}


def _changes(before: Position, after: Position, rules: Rules) -> Iterator[Effect]:
    known = {player.name: player for player in before.players}
    for player in after.players:
        for fact in OF_PLAYER:
            was, now = getattr(known.get(player.name), fact, None), getattr(player, fact)
            if was != now:
                yield _effect(rules, player.name, fact, was, now)
    if before.order != after.order:
        yield _effect(rules, "", "order", " ".join(before.order), " ".join(after.order))
    levels, tiles = (dict(before.track), dict(after.track)), (dict(before.tiles), dict(after.tiles))
    for level in sorted({*levels[0], *levels[1]}):
        was, now = (" ".join(stacks.get(level, ())) or NOTHING for stacks in levels)
        if was != now:
            yield _effect(rules, "", f"level {level}", was, now)
    for space in sorted({*tiles[0], *tiles[1]}):
        was, now = (lying.get(space, NOTHING) for lying in tiles)
        if was != now:
            yield _effect(rules, "", f"tiles {space}", was, now)


def _effect(rules: Rules, who: str, about: str, was: object, now: object) -> Effect:
    what, _, place = about.partition(" ")
    subject = f"tile on {place}" if what == "tiles" else f"turn {what}" if what == "order" else about
    words = f"{who}'s {WORDS.get(about, about)}" if who else subject
    before = "" if was is None or about == "finished" else f"{_shown(was)}, now "
    now_there = now if isinstance(now, int | str) else _shown(now)
    rule = rules.get(about) or rules.get(what, USUAL[what])
    return Effect((rule,), f"{words}: {before}{_shown(now)}", who, about, now_there)


def _shown(value: object) -> str:
    """A fact in a sentence."""
    match value:
        case None:
            return UNKNOWN
        case bool():
            return "yes" if value else "no"
        case tuple():
            zones = (f"{zone}{count}" for zone, count in zip(ZONES, value, strict=True) if count)
            return " ".join(zones) or NOTHING
    return str(value)
