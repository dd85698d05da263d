"""GR-12, GR-14: a step onto a space."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from model.great_race.board import Tile
from model.great_race.facts import GAUGES
from model.great_race.moves import UNKNOWN
from verifier.great_race.spec.drive_state import (
    Bits,
    Choice,
    Move,
    Rule,
    Rules,
    State,
    guarded,
    mix,
    named,
    tile_at,
)
from verifier.great_race.spec.tiles import may_use
from verifier.solving.amounts import Amount, changed, fixed, holds, joined, less, shown
from verifier.solving.circuit import FALSE, TRUE, Bit, constant, mixed, put

Terrain = Mapping[str, Tile]


@dataclass(frozen=True, slots=True)
class Cost:
    """What a space costs. `tile` are the points of the tile without its DANGER, `need` those that must be payable, `due` those
    that are paid, `engine` and `chassis` those that come off one gauge."""

    fuel: Amount
    tile: Amount
    need: Amount
    due: Amount
    engine: Amount
    chassis: Amount


def onto(move: Move, state: State, choice: Choice, here: Bit) -> tuple[State, Rules]:
    """A step onto a space, if `here` holds: its tile is known or drawn (GR-12.10), and its cost paid (GR-12.2)."""
    circuit = move.circuit
    there = tile_at(move, state, choice.to)
    blind = circuit.both(here, -circuit.any(there.values()))
    rules = [*_sharing(move, choice), *_blind_rules(move, state, choice, there, blind)]
    state, kinds = _revealed(move, state, choice, there, blind)
    state, more = poured(move, state, choice.late, seen=blind)
    rules += more
    danger = circuit.both(_symbol(move, kinds, "danger"), constant(move.scene.keeps("GR-12.8")))
    state, more = _avoided(move, state, choice, danger)
    cost = cost_of(move, state, kinds, choice.to, circuit.all((danger, -choice.escort, -choice.card)))
    enough = payable(move, state, cost)
    rules += more + _staying(move, choice, blind, enough, cost)
    rules += guarded(circuit, circuit.both(enough, -choice.back), _paying(move, state, choice, cost))
    paid, stays = _paid(move, state, choice, cost), circuit.both(here, -choice.back)
    paid, more = _stopped(move, paid, choice, kinds, blind)
    back = _sent_back(move, state, choice, kinds)
    return mix(circuit, stays, paid, back), guarded(circuit, here, rules + more)


def poured(move: Move, state: State, cans: tuple[Bit, ...], *, seen: Bit = FALSE) -> tuple[State, Rules]:
    """GR-12.7: Jerrycans played between steps, or while a step is being paid. `seen`: after a tile was drawn for the step."""
    circuit, scene, rules = move.circuit, move.scene, Rules()
    more, most = scene.number("jerrycan_fuel"), scene.number("fuel_max")
    for can in cans:
        if seen != FALSE and scene.reads("jerrycan-after-reveal") == "b":
            fact = "nothing comes between the tile and the payment"
            rules.append(Rule("GR-12.7", -circuit.both(can, seen), fact))
        room = holds(circuit, state.fuel, fixed(most - more), int.__le__)
        if room != TRUE and scene.reads("gauge-overflow") == "b":
            fact = f"{move.who} has fuel {shown(state.fuel)} of {most}: there is no room for {more} more"
            rules.append(Rule("GR-11.1", circuit.implies(can, room), fact))
        filled = changed(circuit, state.fuel, lambda fuel: max(fuel, min(most, fuel + more)), can)
        state = replace(state, fuel=filled)
    return state, rules


# The tile


def _sharing(move: Move, choice: Choice) -> Rules:
    """Ruling space-sharing."""
    others = (player.place for player in move.scene.position.players if player.name != move.who)
    taken = move.entered(choice.to, frozenset(others))
    if taken == FALSE or move.scene.reads("space-sharing") == "a":
        return []
    return [Rule("GR-12.1", -taken, f"a vehicle stands on {named(choice.to)}")]


def _blind_rules(move: Move, state: State, choice: Choice, there: Bits, blind: Bit) -> Rules:
    """GR-12.10: a tile is drawn for a space without one, and for no other."""
    circuit, scene, space = move.circuit, move.scene, named(choice.to)
    drawn = circuit.any(choice.tile.values())
    rules = [Rule("GR-12.10", circuit.implies(drawn, blind), f"{space} has a tile: none is drawn")]
    rules += _owned(move, choice)
    rules.append(Rule("", -there.get(UNKNOWN, FALSE), f"the tile on {space} is not known"))
    if not scene.keeps("GR-12.10"):
        return [Rule("GR-12.1", -blind, f"{space} has no tile"), *rules]
    return [*rules, Rule("", circuit.implies(blind, drawn), f"the tile drawn for {space} is not known")]


def _owned(move: Move, choice: Choice) -> Rules:
    """GR-12.1: whose tile is driven on (ruling shared-paths); tiles that were laid in this move are the mover's."""
    scene, laid = move.scene, [space for space, _ in move.scene.position.tiles if space in choice.to]
    others = frozenset(space for space in laid if not may_use(scene, move.who, space))
    if not others:
        return []
    space = named(choice.to)
    return [Rule("GR-12.1", -move.entered(choice.to, others), f"another player placed the tile on {space}")]


def _revealed(move: Move, state: State, choice: Choice, there: Bits, blind: Bit) -> tuple[State, Bits]:
    """The tile that is now on the space, and its kind."""
    circuit, kinds = move.circuit, dict(there)
    tiles = dict(state.tiles)
    for kind, bit in choice.tile.items():
        new = circuit.both(blind, bit)
        put(circuit, kinds, kind, new)
        for space, to in choice.to.items():
            lying = dict(tiles.get(space, {}))
            put(circuit, lying, kind, circuit.both(new, to))
            tiles[space] = lying
    return replace(state, tiles=tiles), kinds


def _symbol(move: Move, kinds: Bits, symbol: str) -> Bit:
    terrain = move.scene.setup.board.terrain
    return move.circuit.any(
        bit for kind, bit in kinds.items() if kind in terrain and getattr(terrain[kind], symbol)
    )


# The cost


def _avoided(move: Move, state: State, choice: Choice, danger: Bit) -> tuple[State, Rules]:
    """GR-9.2: an escort assistant or an Escort card avoids the DANGER of the tile being entered."""
    circuit = move.circuit
    some = holds(circuit, state.escorts, fixed(0), int.__gt__)
    avoids = circuit.either(choice.escort, choice.card)
    rules = [
        Rule("GR-9.2", circuit.implies(avoids, danger), f"there is no danger on {named(choice.to)} to avoid"),
        Rule("GR-9.2", -circuit.both(choice.escort, choice.card), "one escort avoids a danger"),
        Rule("GR-9.2", circuit.implies(choice.escort, some), f"{move.who} has no escort left"),
    ]
    return replace(
        state, escorts=changed(circuit, state.escorts, lambda left: less(left, 1), choice.escort)
    ), rules


def cost_of(move: Move, state: State, kinds: Bits, to: Bits, danger: Bit) -> Cost:
    """GR-12.2, GR-12.8, GR-14.1: the cost of entering a tile on a space; nothing else costs (GR-12.6). `danger`: its DANGER is
    not avoided."""
    circuit, scene = move.circuit, move.scene
    board = scene.setup.board
    risky = move.entered(to, frozenset(place.id for place in board.places if place.risk))
    fuel, need, engine, chassis = (dict[int, Bit]() for _ in range(4))
    by_gauge = scene.reads("gauge-named-by-tile") == "b" if _any_gauge(board.terrain, kinds) else False
    for kind, bit in kinds.items():
        if tile := board.terrain.get(kind):
            put(circuit, fuel, tile.fuel, bit)
            put(circuit, need, tile.mech + tile.engine + tile.chassis, bit)
            put(circuit, engine, tile.engine * by_gauge, bit)
            put(circuit, chassis, tile.chassis * by_gauge, bit)
    more = changed(
        circuit,
        fuel,
        lambda cost: cost + scene.number("risk_fuel"),
        risky if scene.keeps("GR-14.1") else FALSE,
    )
    loss = scene.number("danger_loss")
    both = changed(circuit, need, lambda points: points + loss, danger)
    if danger == FALSE or scene.reads("danger-affordability") == "a":
        return Cost(more, need, both, both, engine, chassis)
    all_points = joined(circuit, state.engine, state.chassis, int.__add__)
    lost = joined(circuit, need, all_points, lambda points, has: min(points + loss, max(points, has)))
    return Cost(more, need, need, mixed(circuit, danger, lost, need), engine, chassis)


def _any_gauge(terrain: Terrain, kinds: Bits) -> bool:
    return any(terrain[kind].engine or terrain[kind].chassis for kind in kinds if kind in terrain)


def payable(move: Move, state: State, cost: Cost) -> Bit:
    """GR-12.4: the gauges can pay in full."""
    circuit = move.circuit
    points = joined(circuit, state.engine, state.chassis, int.__add__)
    pairs = (
        (state.fuel, cost.fuel),
        (points, cost.need),
        (state.engine, cost.engine),
        (state.chassis, cost.chassis),
    )
    return circuit.all(holds(circuit, has, asked, int.__ge__) for has, asked in pairs)


def _staying(move: Move, choice: Choice, blind: Bit, enough: Bit, cost: Cost) -> Rules:
    """GR-12.11: a vehicle that can pay stays, and one that cannot goes back. GR-12.4, GR-12.13: not from a known tile."""
    circuit, space = move.circuit, named(choice.to)
    fact = f"{move.who} cannot pay fuel {shown(cost.fuel)} and {shown(cost.need)} mechanical points"
    back_pays = circuit.both(choice.back, -_nothing(move, choice))
    return [
        Rule(
            "GR-12.13",
            circuit.implies(choice.back, blind),
            f"the tile on {space} is known: no vehicle goes back",
        ),
        Rule("GR-12.11", -circuit.both(choice.back, enough), f"the tile on {space} can be paid"),
        Rule("GR-12.11", -circuit.all((blind, -choice.back, -enough)), fact),
        Rule("GR-12.4", circuit.any((blind, choice.back, enough)), fact),
        Rule("GR-12.11", -back_pays, "a vehicle that goes back pays nothing"),
        Rule("GR-21.12", -circuit.both(choice.back, choice.guide), "a vehicle that goes back meets no STOP"),
    ]


def _nothing(move: Move, choice: Choice) -> Bit:
    """No points are paid."""
    return move.circuit.both(choice.engine.get(0, FALSE), choice.chassis.get(0, FALSE))


def _paying(move: Move, state: State, choice: Choice, cost: Cost) -> Rules:
    """GR-12.3: the mover splits the points, down to 0 if they like (GR-12.5); no gauge falls below 0 (GR-11.1), so GR-12.4."""
    circuit = move.circuit
    split = joined(circuit, choice.engine, choice.chassis, int.__add__)
    right, tile = (holds(circuit, split, points, int.__eq__) for points in (cost.due, cost.tile))
    fact = f"{named(choice.to)} costs {shown(cost.due)} points, not {shown(split)}"
    rules = [
        Rule("GR-12.2", circuit.either(right, tile), fact),
        Rule("GR-12.8", circuit.implies(tile, right), fact),
    ]
    gauges = (
        ("engine", choice.engine, state.engine, cost.engine),
        ("chassis", choice.chassis, state.chassis, cost.chassis),
    )
    for gauge, paid, _, least in gauges:
        fact = f"the tile shows {shown(least)} points next to the {gauge}"
        rules.append(Rule("GR-12.3", holds(circuit, paid, least, int.__ge__), fact))
    for gauge, paid, has, _ in gauges:
        fact = f"{move.who} has {gauge} {shown(has)}, not {shown(paid)}"
        rules.append(Rule("GR-12.4", holds(circuit, has, paid, int.__ge__), fact))
    return rules


def _paid(move: Move, state: State, choice: Choice, cost: Cost) -> State:
    """The vehicle on the space, once its cost is paid."""
    circuit = move.circuit
    return replace(
        state,
        at=choice.to,
        fuel=joined(circuit, state.fuel, cost.fuel, less),
        engine=joined(circuit, state.engine, choice.engine, less),
        chassis=joined(circuit, state.chassis, choice.chassis, less),
        steps=changed(circuit, state.steps, lambda steps: steps + 1),
    )


# The end of the step


def _stopped(move: Move, state: State, choice: Choice, kinds: Bits, blind: Bit) -> tuple[State, Rules]:
    """GR-12.9: STOP, unless a Guide ignores it. GR-11.4: engine 0. Rulings guide-scope, blind-continue."""
    circuit, scene = move.circuit, move.scene
    stop = circuit.both(_symbol(move, kinds, "stop"), constant(scene.keeps("GR-12.9")))
    fact = f"there is no STOP on {named(choice.to)} to ignore"
    rules = [Rule("GR-21.12", circuit.any((choice.back, -choice.guide, stop)), fact)]
    broken = state.engine.get(0, FALSE) if scene.keeps("GR-11.4") else FALSE
    over = {"GR-11.4": broken, "GR-12.9": circuit.all((stop, -state.free, -choice.guide))}
    if blind != FALSE and scene.reads("blind-continue") == "b":
        over["GR-12.10"] = blind
    free = state.free
    if choice.guide != FALSE and scene.reads("guide-scope") == "b":
        free = circuit.either(free, choice.guide)
    return replace(state, over=over, free=free), rules


def _sent_back(move: Move, state: State, choice: Choice, kinds: Bits) -> State:
    """GR-12.11: the vehicle goes back; GR-12.12: the tile stays. Rulings blind-tile-stays, blind-return-where."""
    scene = move.scene
    state = replace(state, over={"GR-12.11": TRUE})
    if choice.back == FALSE:
        return state
    if scene.reads("blind-tile-stays") != "a":
        tiles = {
            space: mixed(move.circuit, choice.to.get(space, FALSE), {}, lying)
            for space, lying in state.tiles.items()
        }
        state = replace(state, tiles=tiles)
    if state.steps.get(0) != TRUE and scene.reads("blind-return-where") == "b":
        fuel, engine, chassis = (fixed(scene.known(move.who, gauge)) for gauge in GAUGES)
        state = replace(state, at={move.start: TRUE}, fuel=fuel, engine=engine, chassis=chassis)
    return state
