"""GR-13: cities. GR-15: lines."""

from dataclasses import replace

from model.great_race.board import SEA
from verifier.great_race.spec.drive_state import Choice, Move, Rule, Rules, State, guarded, named
from verifier.great_race.spec.drive_terrain import poured
from verifier.great_race.spec.leaders import sea_fuel, sea_price
from verifier.solving.amounts import Amount, changed, fixed, holds, joined, less, shown
from verifier.solving.circuit import FALSE, TRUE, Bit, put


def into_city(move: Move, state: State, choice: Choice, here: Bit) -> tuple[State, Rules]:
    """A step into a city, by land or along a line, if `here` holds. GR-15.4: nothing of a terrain applies to it."""
    circuit, scene, city = move.circuit, move.scene, named(choice.to)
    by_line = circuit.any(choice.line.values())
    state, rules = poured(move, state, choice.late)
    prices = _prices(move, state, choice)
    price = _reduced(move, prices, choice)
    afford = holds(circuit, state.money, price, int.__ge__)
    fact = f"the line costs {shown(price)} F, and {move.who} has {shown(state.money)} F"
    fuel = _fuel(move, choice)
    no_split = circuit.both(choice.engine.get(0, FALSE), choice.chassis.get(0, FALSE))
    rules += [
        Rule("GR-15.2", circuit.implies(circuit.both(by_line, circuit.any(price.values())), afford), fact),
        Rule("GR-13.4", -circuit.any(choice.tile.values()), "a city has no tile"),
        Rule("GR-12.11", -choice.back, "no vehicle goes back from a city"),
        Rule("GR-9.2", -circuit.either(choice.escort, choice.card), "there is no danger in a city"),
        Rule("GR-21.12", -choice.guide, "there is no STOP in a city"),
        Rule("GR-13.1", no_split, "a city costs no mechanical points"),
        Rule(
            "GR-13.1",
            holds(circuit, state.fuel, fuel, int.__ge__),
            f"{city} costs {shown(fuel)} fuel, and {move.who} has {shown(state.fuel)}",
        ),
    ]
    finished = choice.to.get(scene.setup.finish, FALSE)
    over = {"GR-18.2": finished}
    if scene.keeps("GR-13.2"):
        over["GR-13.2"] = -finished
    counts = scene.reads("city-counts-as-step") == "a"
    after = replace(
        state,
        at=choice.to,
        fuel=joined(circuit, state.fuel, fuel, less),
        money=joined(circuit, state.money, price, less),
        steps=changed(circuit, state.steps, lambda steps: steps + counts),
        over=over,
    )
    return after, guarded(circuit, here, rules)


def _fuel(move: Move, choice: Choice) -> Amount:
    """GR-13.1: what a city costs, by land, sea or air; GR-22.6 may change that."""
    usual = move.scene.number("city_fuel")
    by_sea = choice.line.get(SEA, FALSE)
    if by_sea == FALSE:
        return fixed(usual)
    return changed(move.circuit, fixed(usual), lambda fuel: sea_fuel(move.scene, move.who, fuel), by_sea)


def _prices(move: Move, state: State, choice: Choice) -> Amount:
    """GR-15.1: the prices of the lines that may be taken; 0 by land."""
    circuit = move.circuit
    found = {0: -circuit.any(choice.line.values())}
    for city, here in state.at.items():
        for kind, bit in choice.line.items():
            for to, entered in choice.to.items():
                prices = lines_to(move, city, to, kind)
                if prices:
                    price = min(prices)
                    price = sea_price(move.scene, move.who, price) if kind == SEA else price
                    put(circuit, found, price, circuit.all((here, bit, entered)))
    return found


def lines_to(move: Move, city: str, to: str, kind: str) -> list[int]:
    """The prices of the lines of a kind between two cities."""
    board = move.scene.setup.board
    lines = (line for line in board.lines_from(city) if line.kind == kind)
    return [line.price for line in lines if board.other_end(line, city) == to]


def _reduced(move: Move, price: Amount, choice: Choice) -> Amount:
    """GR-15.3: each Transport card lowers the price; no change is given."""
    off = move.scene.number("transport_card")
    for card in choice.transports:
        price = changed(move.circuit, price, lambda francs: francs - off, card)
    return changed(move.circuit, price, lambda francs: max(0, francs), TRUE)
