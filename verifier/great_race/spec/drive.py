"""GR-8.4, GR-12 to GR-15: a move as it was written. Each step is one of the circuit (`drive_steps`); cards are counted apart."""

import dataclasses
from functools import partial

from model.great_race.moves import ASSISTANT, CARD, UNKNOWN, Drive, Step
from model.values import replace
from verifier.findings import Breach
from verifier.great_race.spec.cards import fits, may_lack
from verifier.great_race.spec.drive_state import Choice, Move, State, named
from verifier.great_race.spec.drive_steps import ENDS, begun, step
from verifier.great_race.spec.drive_terrain import cost_of, payable, poured
from verifier.great_race.spec.finish import finish
from verifier.great_race.spec.leaders import city_cards
from verifier.great_race.spec.progress import arrive
from verifier.great_race.spec.resources_hand import (
    ESCORT_CARD,
    JERRYCAN,
    beyond_limit,
    discard,
    draw,
    may_play_any_time,
    must_hold,
    within_limit,
)
from verifier.great_race.spec.table import LostError, OpenError, RefusedError, Scene, demand
from verifier.great_race.spec.tiles import draw_tile, remove_tile, return_tile, revealed
from verifier.solving.amounts import fixed, holds
from verifier.solving.circuit import TRUE, Circuit, constant

TRANSPORT, GUIDE = "Transport", "Guide"

NO_STEP = "GR-8.4", "GR-11.5"
"""The rules by which there is no step at all, with or without cards; the faults of `ENDS` are like them."""


PAYING = "GR-12.2", "GR-12.3", "GR-12.4", "GR-12.11", "GR-12.13", "GR-21.12"
"""The rules of what comes after an escort has avoided a DANGER."""


def drive(scene: Scene, who: str, way: Drive, *, mechanic: bool) -> Scene:
    """A move as it was written. `mechanic`: an assistant drives."""
    if mechanic and not way.steps and not way.open:
        demand(scene.reads("null-action") == "a", "GR-6.9", "the vehicle stays where it is")
    places = [scene.player(who).place]
    if way.steps:
        move = Move(Circuit(), scene, who)
        state = begun(move)
        for number, one in enumerate(way.steps, 1):
            before, word = scene.cards, f"step {number}"
            scene, state = follow(move, scene, state, one, word)
            if scene.cards != before:
                demand(fits(scene.setup, scene.cards), "GR-25.2", "no cards fit what the record shows", word)
            places += [] if one.sent_back else [one.to]
    if way.open:
        raise OpenError("the rest of the move is not known")
    if scene.player(who).place == scene.setup.finish != places[0]:
        scene = finish(scene, who)
    return arrive(scene, who, places)


def claimed(step: Step) -> Choice:
    """The choices of a written step."""
    engine, chassis = (0, 0) if step.split is None or isinstance(step.split, str) else step.split
    tile = {step.tile: TRUE} if step.tile is not None and step.tile != UNKNOWN else {}
    return Choice(
        {step.to: TRUE},
        {step.line: TRUE} if step.line is not None else {},
        tile,
        constant(step.sent_back),
        fixed(engine),
        fixed(chassis),
        constant(ASSISTANT in step.avoided),
        constant(CARD in step.avoided),
        constant(step.guide),
        (TRUE,) * step.jerrycans,
        (TRUE,) * step.late,
        (TRUE,) * len(step.transports),
    )


def follow(move: Move, scene: Scene, state: State, one: Step, word: str) -> tuple[Scene, State]:
    """The scene and the state after a written step."""
    who = move.who
    if one.to == UNKNOWN:
        raise OpenError("a step of the move is not known")
    if one.line is not None:
        scene.known(who, "money")
    if ASSISTANT in one.avoided:
        scene.plan(who)
    demand(len(one.avoided) < 2, "GR-9.2", "one escort avoids a danger", word)
    choice = claimed(one)
    after, rules = step(move, state, choice)
    broken = [rule for rule in rules if rule.bit != TRUE]
    fault = broken[0] if broken else None
    if fault is None or (fault.fact not in ENDS.values() and fault.id not in NO_STEP):
        demand(not one.bought, "GR-6.3", "fuel is not bought on the way", word)
        _may_play(scene, who, one, word)
        blind = one.tile is not None and one.to in scene.spaces and not state.tiles.get(one.to)
        if blind and (fault is None or fault.id != "GR-12.1"):
            draw_tile(scene, one.tile or UNKNOWN, "GR-12.10", word)
        if CARD in one.avoided and one.to in scene.spaces and (fault is None or fault.id in PAYING):
            must_hold(scene, who, (ESCORT_CARD,), word)
    if broken and not broken[0].id:
        raise LostError(broken[0].fact, partial(revealed, one.to))
    if broken:
        each = {rule.id: rule.fact for rule in reversed(broken) if rule.id}
        first = dict.fromkeys(rule.id for rule in broken if rule.id)
        raise RefusedError(*(Breach(id, each[id], token=word) for id in first))
    if one.sent_back and scene.reads("forced-help") == "b":
        _no_help(move, scene, state, one, word)
    scene = _cards(_seen(move, _bag(scene, one, word), after), who, one, word)
    if one.guide and state.free != TRUE:
        scene = discard(scene, who, (GUIDE,), word)  # GR-21.12
    player = scene.player(who)
    if player.fuel is not None and player.money is not None:  # cards of the hand limit may bring more
        after = dataclasses.replace(after, fuel=fixed(player.fuel), money=fixed(player.money))
    return scene, after


def _seen(move: Move, scene: Scene, state: State) -> Scene:
    """The scene with the facts of a state in which nothing is open."""
    who = move.who
    left = scene.player(who).left
    for name in ("fuel", "engine", "chassis", "money"):
        for number in getattr(state, name):
            scene = scene.with_player(who, **{name: number})
    if left is not None:
        [escorts] = state.escorts
        left = (left[0], left[1], escorts, left[3])
    tiles = sorted((space, kind) for space, kinds in state.tiles.items() for kind in kinds)
    owners, before = dict(scene.position.owners), dict(scene.position.tiles)
    owners |= {space: who for space, _ in tiles if space not in before}
    laid = tuple(sorted(owners.items()))
    scene = scene.at(replace(scene.position, tiles=tuple(tiles), owners=laid))
    return scene.with_player(who, place=named(state.at), left=left)


# What is counted separately from the step


def _bag(scene: Scene, one: Step, word: str) -> Scene:
    """The bag after a step: a tile was drawn for a space without one (ruling blind-tile-stays)."""
    if one.tile is None:
        return scene
    scene = draw_tile(scene, one.tile, "GR-12.10", word)
    reading = scene.reads("blind-tile-stays") if one.sent_back else "a"
    if reading == "a":
        return scene
    return return_tile(scene, one.tile) if reading == "b" else remove_tile(scene, one.tile)


def _may_play(scene: Scene, who: str, one: Step, word: str) -> None:
    """The cards played with a step are in hand, and of the right class (GR-20.3, GR-20.4)."""
    cans, escort = one.jerrycans + one.late, CARD in one.avoided
    for card, played in ((JERRYCAN, cans), (ESCORT_CARD, escort)):
        if played:
            may_play_any_time(scene, who, card, word)
    for card in one.transports:
        demand(card == TRANSPORT, "GR-20.3", f"a {card} makes no line cheaper", word)  # GR-15.3, GR-21.9
    must_hold(scene, who, (JERRYCAN,) * cans + one.transports, word)


def _cards(scene: Scene, who: str, one: Step, word: str) -> Scene:
    """The cards that a step takes and gives."""
    scene = discard(scene, who, (JERRYCAN,) * (one.jerrycans + one.late), word)
    scene = discard(scene, who, one.transports, word)
    if one.to not in scene.spaces:
        return _city_cards(scene, who, one, word)
    escort = (ESCORT_CARD,) if CARD in one.avoided else ()
    if escort and not one.sent_back and scene.reads("danger-one-payment") == "b":
        some = beyond_limit(scene, who) < scene.known(who, "cards")
        demand(some, "GR-11.6", f"{who} may hold no card: the Escort is discarded before the DANGER", word)
        return discard(within_limit(scene, who, one.forced, word), who, escort, word)
    return within_limit(discard(scene, who, escort, word), who, one.forced, word)


def _city_cards(scene: Scene, who: str, one: Step, word: str) -> Scene:
    """GR-13.3, GR-22.5: a city gives cards; then the hand limit holds."""
    home, before = one.to == scene.setup.finish, scene.player(who).entered
    if one.to not in before:
        scene = scene.with_player(who, entered=tuple(sorted({*before, one.to})))
    if home and scene.reads("finish-draw") == "a":  # a record may name cards all the same
        return scene
    number = city_cards(scene, who, one.to) if scene.keeps("GR-13.3") else 0
    if number and one.to in before and scene.reads("city-redraw") == "b":
        number = 0
    by_leader = number > scene.setup.board.index[one.to].draw
    scene = draw(scene, who, number, one.drawn, "GR-22.5" if by_leader else "GR-13.3", word)
    return scene if home else within_limit(scene, who, one.forced, word)


# Ruling forced-help


def _no_help(move: Move, scene: Scene, state: State, one: Step, word: str) -> None:
    """A player goes back only without Jerrycans or an escort that would make the tile payable."""
    who, kinds = move.who, {one.tile or UNKNOWN: TRUE}
    tile = scene.setup.board.terrain[one.tile or UNKNOWN]
    danger = tile.danger and scene.keeps("GR-12.8") and not one.avoided
    guarded = holds(move.circuit, state.escorts, fixed(0), int.__gt__) == TRUE
    helpful: list[tuple[str, ...]] = []
    for escort in range(1 + danger):
        for cans in range(scene.known(who, "cards") + 1):
            filled, _ = poured(move, state, (TRUE,) * (one.jerrycans + one.late + cans))
            cost = cost_of(move, filled, kinds, {one.to: TRUE}, constant(danger and not escort))
            if payable(move, filled, cost) == TRUE:
                helpful.append((JERRYCAN,) * cans + (ESCORT_CARD,) * (escort and not guarded))
                break
    if helpful:
        can_lack = may_lack(scene.setup, scene.cards, who, helpful)
        demand(can_lack, "GR-12.11", f"{who} can pay with help", word)
