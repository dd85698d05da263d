"""GR-6: the convoy: sequences, and what happens out of them."""

from collections.abc import Iterator

from model.great_race.facts import ANY_TIME
from model.great_race.moves import (
    UNKNOWN,
    Act,
    Buy,
    Cash,
    Clear,
    Draw,
    Drive,
    Interrupt,
    Lost,
    Pass,
    Play,
    Power,
    Repair,
    Scout,
    Sequence,
)
from model.great_race.position import (
    CAMP,
    CONVOY,
    EXPLORER,
    MAINTENANCE,
    MECHANIC,
    NONE,
    OVER,
    PLANNING,
    TREASURY,
)
from model.values import replace
from verifier.great_race.spec.cards import fits
from verifier.great_race.spec.drive import drive
from verifier.great_race.spec.escort import clear, take_assistants
from verifier.great_race.spec.leaders import power
from verifier.great_race.spec.repair import repair
from verifier.great_race.spec.resources import play
from verifier.great_race.spec.resources_hand import draw, play_any_time, timing, within_limit
from verifier.great_race.spec.table import OpenError, RefusedError, Scene, demand, refuse
from verifier.great_race.spec.tiles import place_tiles

BUYING, PLAYING, DONE = 1, 2, 3
"""GR-6.2: the steps of a sequence."""


def sequence(scene: Scene, decision: Sequence) -> Scene:
    """A sequence: its acts in order."""
    *_, (_, last) = acts(scene, decision)
    return last


def acts(scene: Scene, decision: Sequence) -> Iterator[tuple[Act | None, Scene]]:
    """The acts of a sequence, each with the scene after it, and its end. After each act some hidden cards must fit (GR-25.2)."""
    who, step = decision.player, BUYING
    scene = _may_act(scene, who, decision.acts[0])
    for number, act in enumerate(decision.acts, 1):
        try:
            scene, step = _act(scene, who, act, step)
            known_cards(scene)
        except RefusedError as error:
            raise RefusedError(*(replace(one, step=number) for one in error.breaches)) from None
        yield act, scene
    player = scene.player(who)
    if step != DONE and not player.finished:
        demand(player.left == NONE, "GR-6.2", f"{who} plays no assistant and does not pass")
        scene = scene.with_player(who, passed=True)  # GR-6.7
    yield None, hand_over(scene, who)


def known_cards(scene: Scene) -> None:
    """GR-25.2: some kinds of the hidden cards fit all that was seen."""
    demand(fits(scene.setup, scene.cards), "GR-25.2", "no cards fit what the record shows")


def _may_act(scene: Scene, who: str, first: Act) -> Scene:
    """GR-6.1: whose sequence it is. A player whose plan is lost may have been skipped without an assistant."""
    position, player = scene.position, scene.player(who)
    if position.phase in (CAMP, PLANNING):
        refuse("GR-6.3" if isinstance(first, Buy) else "GR-3.1", "the convoy has not begun")
    demand(not player.finished, "GR-18.2", f"{who} has finished")
    demand(not player.passed, "GR-6.6", f"{who} has passed")
    if player.left == NONE:
        rule = {Buy: "GR-6.3", Play: "GR-6.4"}.get(type(first), "GR-6.1")
        if _at_any_time(scene, first) and scene.reads("anytime-without-assistant") == "a":
            rule = "GR-6.1"
        refuse(rule, f"{who} has no assistant left")
    demand(position.phase == CONVOY, "GR-3.1", "the convoy is over")
    if position.next is None:
        return scene
    order = position.order
    place = order.index(position.next)
    for name in (*order[place:], *order[:place]):
        if name == who:
            return scene
        if not scene.player(name).idle:
            demand(scene.player(name).left is None, "GR-6.1", f"it is {position.next}'s sequence")
            scene = scene.with_player(name, left=NONE)
    return scene


def _act(scene: Scene, who: str, act: Act, step: int) -> tuple[Scene, int]:
    """An act, and the step of the sequence after it."""
    player = scene.player(who)
    demand(not player.finished, "GR-18.2", f"{who} has finished")
    later = _at_any_time(scene, act) or (isinstance(act, Power) and scene.reads("leader-timing") == "c")
    demand(not player.passed or later, "GR-6.6", f"{who} has passed")
    match act:
        case Lost():
            raise OpenError("a part of the sequence is not known")
        case Buy(levels):
            demand(step == BUYING, "GR-6.3", "fuel is bought first in a sequence")
            assert levels is not None
            return _buy(scene, who, levels), PLAYING
        case Play() if _at_any_time(scene, act):
            return play(scene, who, act), max(step, PLAYING)
        case Play():
            demand(step != DONE, "GR-6.2", "cards come before the assistant")
            demand(player.left != NONE, "GR-6.4", f"{who} has no assistant left")
            return play(scene, who, act), PLAYING
        case Power():
            if scene.reads("leader-timing") != "a":
                return power(scene, who, act), step
            demand(step != DONE, "GR-22.3", "a power is used before the assistant")
            demand(player.left != NONE, "GR-22.3", f"{who} has no assistant left")
            return power(scene, who, act), PLAYING
    demand(step != DONE, "GR-6.2", "a sequence has one assistant")
    return _third(scene, who, act), DONE


def _at_any_time(scene: Scene, act: Act) -> bool:
    return isinstance(act, Play) and timing(scene, act.card) == ANY_TIME


def _buy(scene: Scene, who: str, levels: int) -> Scene:
    """GR-6.3: fuel costs less in a city; there must be money and room."""
    price = levels * scene.number("fuel_in_city" if scene.in_city(who) else "fuel_outside")
    money, fuel, most = scene.known(who, "money"), scene.known(who, "fuel"), scene.number("fuel_max")
    fact = f"{who} has fuel {fuel} of {most}: there is no room for {levels} more"
    room = fuel + levels <= most or not levels or scene.reads("gauge-overflow") == "c"
    demand(room, "GR-11.1", fact)
    demand(price <= money, "GR-6.3", f"{levels} fuel costs {price} F, and {who} has {money} F")
    return scene.changed(who, "money", -price).with_player(who, fuel=max(fuel, min(fuel + levels, most)))


def _third(scene: Scene, who: str, act: Act) -> Scene:
    """GR-6.5: one assistant carries out an option of its zone, or the player passes (GR-6.6)."""
    match act:
        case Pass():
            return scene.with_player(who, passed=True)
        case Scout() as scout:
            scene = take_assistants(scene, who, EXPLORER, 1, "GR-6.5")
            return place_tiles(scene, who, scout, "GR-7.2", scene.number("explorer_tiles"))
        case Draw(card, forced):
            scene = take_assistants(scene, who, EXPLORER, 1, "GR-6.5")
            wanted = scene.number("explorer_cards")
            written = None if card == UNKNOWN else (card, *(UNKNOWN,) * (wanted - 1))
            return within_limit(draw(scene, who, wanted, written, "GR-7.6"), who, forced)
        case Drive() as way:
            scene = take_assistants(scene, who, MECHANIC, 1, "GR-8.6")
            return drive(scene, who, way, mechanic=True)
        case Repair() as work:
            scene = take_assistants(scene, who, MECHANIC, 1, "GR-6.5")
            return repair(scene, who, work, mechanic=True)
        case Clear():
            return clear(scene, who, act)
    assert isinstance(act, Cash)
    return _cash(scene, who, act)


def _cash(scene: Scene, who: str, act: Cash) -> Scene:
    """GR-10.1: the treasury is paid; GR-10.2: the whole group leaves together. GR-10.3: fuel and cards came before."""
    group = scene.plan(who)[-1]
    number = group if act.count is None else act.count
    if scene.keeps("GR-10.2"):
        demand(number == group, "GR-10.2", f"{who} has {group} assistants in the treasury, not {number}")
    demand(number > 0, "GR-6.5", f"{who} has no assistant in the treasury")
    scene = take_assistants(scene, who, TREASURY, number, "GR-6.5")
    return scene.changed(who, "money", scene.number(f"income_{min(number, 5)}"))


def interrupt(scene: Scene, decision: Interrupt) -> Scene:
    """GR-20.4: an any-time card at any moment; GR-6.1: nothing else is done out of one's own sequence."""
    who, act = decision.player, decision.act
    demand(scene.position.phase != OVER, "GR-18.4", "the game is over")
    match act:
        case str() as card:
            return play_any_time(scene, who, card)
        case Play(card) if _at_any_time(scene, act):
            scene = play(scene, who, act)
        case Play(card):
            return play_any_time(scene, who, card)  # refuses, with the reason
        case Clear() if scene.position.phase == CONVOY and scene.reads("escort-clear-anytime") == "b":
            demand(not scene.player(who).finished, "GR-18.2", f"{who} has finished")
            if scene.player(who).passed:
                demand(scene.reads("escort-after-pass") == "a", "GR-6.6", f"{who} has passed")
            scene = clear(scene, who, act)
        case Clear():
            refuse("GR-9.4", "an escort clears a tile in the own sequence only")
        case Power() if scene.reads("leader-timing") == "c":
            demand(not scene.player(who).finished, "GR-18.2", f"{who} has finished")
            scene = power(scene, who, act)
        case Power():
            refuse("GR-22.3", "a power is used in the own sequence only")
        case Buy():
            refuse("GR-6.3", "fuel is bought in the own sequence only")
        case Lost():
            raise OpenError("what was done is not known")
        case _:
            refuse("GR-6.6" if scene.player(who).passed else "GR-6.1", f"this is not {who}'s sequence")
    following = scene.position.next
    if scene.position.phase == CONVOY and following is not None and scene.player(following).idle:
        return hand_over(scene, following)
    return scene


def hand_over(scene: Scene, who: str) -> Scene:
    """GR-6.1: who acts after a player, also when one has finished (GR-18.3). If no player is left, the convoy is over, and with
    a finisher the game (GR-18.4)."""
    order = scene.position.order
    place = order.index(who) + 1
    for name in (*order[place:], *order[:place]):
        if not scene.player(name).idle:
            return scene.at(replace(scene.position, next=name))
    finished = any(player.finished for player in scene.position.players)
    return scene.at(replace(scene.position, next=None, phase=OVER if finished else MAINTENANCE))
