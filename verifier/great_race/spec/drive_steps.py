"""GR-8.4, GR-12 to GR-15: one step of a move as a function over bits. With free bits it stands for all moves."""

from model.great_race.facts import GAUGES
from model.great_race.position import ESCORT, ZONES
from verifier.great_race.spec.drive_city import into_city, lines_to
from verifier.great_race.spec.drive_state import Choice, Move, Rule, Rules, State, mix, named
from verifier.great_race.spec.drive_terrain import onto, poured
from verifier.solving.amounts import Amount, fixed, holds, shown
from verifier.solving.circuit import FALSE, TRUE, Bit

ENDS = {
    "GR-18.2": "the player has finished",
    "GR-13.2": "the move has ended in the city",
    "GR-12.9": "the move has ended at the STOP",
    "GR-11.4": "the move has ended at engine 0",
    "GR-12.11": "the vehicle has gone back",
    "GR-12.10": "the move has ended after an unknown step",
}
"""The rules that end a move."""


def begun(move: Move) -> State:
    """The state before the first step."""
    scene, who = move.scene, move.who
    left, money = scene.player(who).left, scene.player(who).money
    fuel, engine, chassis = (fixed(scene.known(who, gauge)) for gauge in GAUGES)
    return State(
        {move.start: TRUE},
        fuel,
        engine,
        chassis,
        fixed(money) if money is not None else {},
        fixed(left[ZONES.index(ESCORT)]) if left is not None else {},
        {space: {str(tile): TRUE} for space, tile in scene.position.tiles},
    )


def step(move: Move, state: State, choice: Choice) -> tuple[State, Rules]:
    """The state after a step, and the demands on it in the order of checking."""
    rules = [Rule(id, -bit, ENDS[id]) for id, bit in state.over.items()] + _may_go(move, state, choice)
    state, more = poured(move, state, choice.before)
    rules += more + near(move, state, choice)
    space = move.entered(choice.to, frozenset(move.scene.spaces))
    if space == TRUE:
        after, more = onto(move, state, choice, TRUE)
        return after, rules + more
    in_city, on_city = into_city(move, state, choice, -space)
    if space == FALSE:
        return in_city, rules + on_city
    on_land, on_space = onto(move, state, choice, space)
    return mix(move.circuit, space, on_land, in_city), rules + on_city + on_space


def _may_go(move: Move, state: State, choice: Choice) -> Rules:
    """GR-8.4, GR-8.5: steps are left. GR-11.5: the vehicle has not broken down."""
    circuit, scene = move.circuit, move.scene
    engine = scene.known(move.who, "engine")
    if engine == 0:
        by_line = circuit.both(circuit.any(choice.line.values()), state.steps.get(0, FALSE))
        carried = by_line if by_line != FALSE and scene.reads("line-when-broken") == "b" else FALSE
        return [Rule("GR-11.5", carried, f"{move.who}'s vehicle has broken down")]
    limit: Amount = fixed(engine)
    if not scene.keeps("GR-8.5") and state.steps.get(0) != TRUE:
        limit = state.engine
    city = -move.entered(choice.to, frozenset(scene.spaces))
    uncounted = city if city != FALSE and scene.reads("city-counts-as-step") == "b" else FALSE
    left = holds(circuit, state.steps, limit, int.__lt__)
    return [Rule("GR-8.4", circuit.either(left, uncounted), f"engine {shown(limit)} gives no more steps")]


def near(move: Move, state: State, choice: Choice) -> Rules:
    """GR-12.1, GR-15.1: a step leads to a neighbour, or along a line to its other end."""
    circuit, board = move.circuit, move.scene.setup.board
    land, line, here = list[Bit](), list[Bit](), named(state.at)
    by_line = circuit.any(choice.line.values())
    for place, at in state.at.items():
        for to, entered in choice.to.items():
            both = circuit.both(at, entered)
            if to in board.index[place].near:
                land.append(both)
            line += [
                circuit.both(both, bit)
                for kind, bit in choice.line.items()
                if lines_to(move, place, to, kind)
            ]
    return [
        Rule(
            "GR-15.1",
            circuit.implies(by_line, circuit.any(line)),
            f"no such line leads from {here} to {named(choice.to)}",
        ),
        Rule(
            "GR-12.1", circuit.either(by_line, circuit.any(land)), f"{named(choice.to)} is not next to {here}"
        ),
    ]
