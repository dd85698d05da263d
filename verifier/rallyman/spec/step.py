"""One die in use: the chapters in the order in which they are asked (RM-M.7, RM-9.15), and the state after it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from model.rallyman.facts import FINISH
from verifier.rallyman.spec.control import (
    BUMP_SURE,
    BUMP_SYMBOL,
    FLAT_OUT,
    SYMBOLS,
    TOO_FAST,
    TOO_FAST_OUT,
    Causes,
    bump_causes,
    counted,
    named_causes,
    sisu_rules,
    strikes,
)
from verifier.rallyman.spec.corners import line_rules, speeding
from verifier.rallyman.spec.dice import dice_rules, used_up
from verifier.rallyman.spec.flats import cut_rules, draws, punctured, third_flat, with_dirt
from verifier.rallyman.spec.gears import chain_rules, engaged
from verifier.rallyman.spec.markers import buying_rules
from verifier.rallyman.spec.overtaking import blocking_rules
from verifier.rallyman.spec.play import Bits, Choice, Play, Rule, State, chosen, hot, raised
from verifier.rallyman.spec.taken import Taken, reach_rules, stated_end_rules, taken_ways
from verifier.rallyman.spec.weather import at_limit, counts_as_snow, tyre_rules
from verifier.solving.circuit import FALSE, Bit


@dataclass(frozen=True, slots=True)
class Step:
    """What one step came to: the state after it, its rules, the ways taken, what ended the turn there, and all causes."""

    state: State
    rules: tuple[Rule, ...]
    taken: Taken
    named: Mapping[str, Bit]
    causes: Causes


def step(play: Play, state: State, choice: Choice, number: int) -> Step:
    """One die, the `number`-th of the turn, counted from 1; nothing happens where none is used."""
    circuit = play.circuit
    gear = engaged(play, state, choice)
    taken = taken_ways(play, state, choice, gear, strikes(play, choice))
    drawn = draws(play, state, taken)
    after = _moved(play, state, choice, gear, taken, drawn)
    causes = _causes(play, state, choice, taken, after)
    symbols = circuit.both(causes.any(play, causes.symbols), -choice.sisu)
    out = causes.any(play, causes.out)
    lost = circuit.both(circuit.either(causes.any(play, causes.sure), symbols), -out)
    ended = replace(
        after,
        lost=circuit.either(state.lost, lost),
        out=circuit.either(state.out, out),
        symbols=chosen(circuit, choice.sisu, hot(0, len(after.symbols) - 1), after.symbols),
        on_snow=chosen(circuit, choice.sisu, hot(0, len(after.on_snow) - 1), after.on_snow),
        sisu=circuit.both(state.sisu, -choice.sisu),
        played=circuit.either(state.played, choice.sisu),
    )
    rules = _rules(play, state, choice, taken, drawn, causes, after, number)
    return Step(ended, rules, taken, named_causes(play, causes, choice.sisu), causes)


def _moved(
    play: Play, state: State, choice: Choice, gear: tuple[Bit, ...], taken: Taken, drawn: dict[str, Bit]
) -> State:
    """The state where the step ends, before it is asked whether control is lost there."""
    circuit = play.circuit
    symbol = counted(play, choice)
    snow = circuit.any(bit for way, _, bit in taken if counts_as_snow(play, way))
    flat = punctured(play, choice, drawn)
    dice, gas = used_up(play, state, choice)
    return State(
        _places(play, state, taken),
        gear,
        dice,
        gas,
        raised(circuit, state.symbols, symbol),
        raised(circuit, state.on_snow, circuit.both(symbol, snow)),
        raised(circuit, state.bought, choice.safe),
        raised(circuit, state.flats, flat),
        with_dirt(play, state, choice, drawn),
        state.sisu,
        circuit.either(state.drawn, flat),
        circuit.either(state.begun, choice.used),
        state.lost,
        state.out,
        state.played,
    )


def _places(play: Play, state: State, taken: Taken) -> Bits:
    """Where the car is: where its way ends, and where none is taken, where it was."""
    circuit = play.circuit
    gone = circuit.any(bit for _, _, bit in taken)
    found: dict[str, list[Bit]] = {space: [circuit.both(bit, -gone)] for space, bit in state.at.items()}
    for way, _, bit in taken:
        found.setdefault(way.end, []).append(bit)
    places = {space: circuit.any(bits) for space, bits in found.items()}
    return {space: bit for space, bit in places.items() if bit != FALSE}


def _causes(play: Play, state: State, choice: Choice, taken: Taken, after: State) -> Causes:
    if play.loose:
        return Causes({}, {}, {})
    circuit = play.circuit
    early = play.reads("shortcut-overspeed-draws-card", "A")
    fast, far_too_fast = speeding(play, state, taken, dirt=after if early else state)
    bump_out, sure, one = bump_causes(play, choice, taken)
    moved = circuit.any(bit for _, _, bit in taken)
    limit = circuit.both(at_limit(play, state, taken, counted(play, choice), after), moved)
    flat_out = circuit.both(third_flat(play, after.flats), circuit.both(after.drawn, moved))
    return Causes(
        {FLAT_OUT: flat_out, TOO_FAST_OUT: far_too_fast, BUMP_SURE: bump_out},
        {TOO_FAST: circuit.both(fast, -far_too_fast), BUMP_SURE: circuit.both(sure, -bump_out)},
        {BUMP_SYMBOL: one, SYMBOLS: limit},
    )


def _rules(
    play: Play,
    state: State,
    choice: Choice,
    taken: Taken,
    drawn: dict[str, Bit],
    causes: Causes,
    after: State,
    number: int,
) -> tuple[Rule, ...]:
    circuit = play.circuit
    ended = circuit.either(state.lost, state.out)
    home = state.at.get(FINISH, FALSE)
    over = (
        Rule("RM-7.8", -circuit.both(choice.used, ended), "the turn is over: no die follows", number),
        Rule(
            "RM-13.1",
            -circuit.both(choice.used, home),
            "the car has crossed the finish: no die follows",
            number,
        ),
    )
    if play.loose:
        return (
            *over,
            *dice_rules(play, state, choice, number),
            *chain_rules(play, state, choice, number),
            *tyre_rules(play, state, choice, taken, number),
            *reach_rules(play, state, choice, taken, number),
        )
    return (
        *over,
        *dice_rules(play, state, choice, number),
        *chain_rules(play, state, choice, number),
        *buying_rules(play, state, choice, number),
        *reach_rules(play, state, choice, taken, number),
        *line_rules(play, state, taken, number),
        *cut_rules(play, choice, taken, drawn, number),
        *blocking_rules(play, state, taken, number),
        *tyre_rules(play, state, choice, taken, number),
        *stated_end_rules(play, choice, taken, number),
        *sisu_rules(play, state, choice, causes, after, number),
    )
