"""One die in use: the chapters in the order of checking (RM-M.7, RM-9.15), and the state after it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from model.rallyman.facts import FINISH
from model.rallyman.stage import BUMP, DRIFT, INSIDE, Stage
from verifier.rallyman.spec.bumps import UNSAID, Way, ways
from verifier.rallyman.spec.causes import (
    BUMP_SURE,
    BUMP_SYMBOL,
    FLAT_OUT,
    SYMBOLS,
    TOO_FAST,
    TOO_FAST_OUT,
    Causes,
    answered,
    bump_causes,
    counted,
    named_causes,
    strikes,
)
from verifier.rallyman.spec.control import at_limit, sisu_rules
from verifier.rallyman.spec.corners import (
    cut_rules,
    draws,
    flat_rules,
    line_rules,
    punctured,
    speeding,
    third_flat,
    with_dirt,
)
from verifier.rallyman.spec.counts import used_up
from verifier.rallyman.spec.damage import damage_rules
from verifier.rallyman.spec.driving import chain_rules, dice_rules, engaged
from verifier.rallyman.spec.markers import buying_rules
from verifier.rallyman.spec.overtaking import blocking_rules
from verifier.rallyman.spec.play import (
    Bits,
    Choice,
    OneHot,
    Play,
    Rule,
    State,
    Taken,
    chosen,
    hot,
    place_of,
    raised,
)
from verifier.rallyman.spec.road import corner_of, deep, following
from verifier.rallyman.spec.weather import counts_as_snow, tyre_rules
from verifier.solving.circuit import FALSE, TRUE, Bit


@dataclass(frozen=True, slots=True)
class Step:
    """The result of one step: the state after it, its rules, the ways taken, what ended the turn there, and all causes."""

    state: State
    rules: tuple[Rule, ...]
    taken: Taken
    named: Mapping[str, Bit]
    causes: Causes


def step(play: Play, state: State, choice: Choice, number: int) -> Step:
    """Die `number` of the turn, counted from 1; nothing happens if it is not used. A time attack is lost at the die that costs
    control, like any other turn (RM-5.8)."""
    circuit = play.circuit
    gear = engaged(play, state, choice)
    fast = answered(play, choice, number)
    taken = taken_ways(play, state, choice, gear, strikes(play, choice), -fast)
    drawn = draws(play, state, taken)
    after = _moved(play, state, choice, gear, taken, drawn)
    causes = _causes(play, state, choice, taken, after)
    symbols = circuit.both(causes.any(play, causes.symbols), -choice.sisu)
    out = causes.any(play, causes.out)
    sure = circuit.both(causes.any(play, causes.sure), -fast)
    lost = circuit.both(circuit.either(sure, symbols), -out)
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
    return Step(ended, rules, taken, named_causes(play, causes, choice.sisu, fast), causes)


def _moved(
    play: Play, state: State, choice: Choice, gear: tuple[Bit, ...], taken: Taken, drawn: dict[str, Bit]
) -> State:
    """The state at the end of the step, before checking whether control is lost there."""
    circuit = play.circuit
    symbol = counted(play, choice)
    snow = circuit.any(bit for way, _, bit in taken if counts_as_snow(play, way))
    flat = punctured(play, choice, drawn)
    dice, gas = used_up(play, state, choice)
    return replace(
        state,
        at=_places(play, state, taken),
        gear=gear,
        flats=raised(circuit, state.flats, flat),
        dirt=with_dirt(play, state, choice, drawn),
        dice=dice,
        gas=gas,
        symbols=raised(circuit, state.symbols, symbol),
        on_snow=raised(circuit, state.on_snow, circuit.both(symbol, snow)),
        bought=raised(circuit, state.bought, choice.safe),
        punctures=raised(circuit, state.punctures, flat),
        before=state.before or state.flats,
        drawn=circuit.either(state.drawn, flat),
        begun=circuit.either(state.begun, choice.used),
    )


def _places(play: Play, state: State, taken: Taken) -> Bits:
    """Where the car is: the end of its way, or where it was if it takes none."""
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
    fast, far_too_fast = speeding(play, state, taken, after if early else state)
    bump_out, sure, one = bump_causes(play, choice, taken)
    moved = circuit.any(bit for _, _, bit in taken)
    limit = circuit.both(at_limit(play, taken, counted(play, choice), after), moved)
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
            *damage_rules(play, state, choice, number),
            *flat_rules(play, state, choice, number),
            *chain_rules(play, state, choice, number),
            *tyre_rules(play, state, choice, taken, number),
            *reach_rules(play, state, choice, taken, number),
        )
    return (
        *over,
        *dice_rules(play, state, choice, number),
        *damage_rules(play, state, choice, number),
        *flat_rules(play, state, choice, number),
        *chain_rules(play, state, choice, number),
        *buying_rules(play, state, choice, number),
        *reach_rules(play, state, choice, taken, number),
        *line_rules(play, state, taken, number),
        *blocking_rules(play, state, taken, number),
        *tyre_rules(play, state, choice, taken, number),
        *cut_rules(play, choice, taken, drawn, number),
        *stated_end_rules(play, choice, taken, number),
        *sisu_rules(play, state, choice, causes, after, number),
    )


def taken_ways(play: Play, state: State, choice: Choice, gear: OneHot, strikes: Bit, sure: Bit) -> Taken:
    """The ways that the step takes. `strikes`: a bump one gear over costs control now; `sure`: one two gears over does."""
    circuit = play.circuit
    found = []
    for start, here in state.at.items():
        for number, held in enumerate(gear):
            base = circuit.all((choice.used, here, held, -state.lost, -state.out))
            if base == FALSE:
                continue
            for way in ways_from(play, start, number):
                bit = circuit.both(base, circuit.any(choice.line.get(word, FALSE) for word in way.lines))
                if way.lost is not None:
                    loses = strikes if way.over == 1 else sure
                    bit = circuit.both(bit, loses if way.lost else -loses)
                if bit != FALSE:
                    found.append((way, number, bit))
    return found


def ways_from(play: Play, start: str, gear: int) -> list[Way]:
    """The ways from a space in a gear, computed once per turn."""
    found = play.ways.get((start, gear))
    if found is None:
        found = play.ways[start, gear] = ways(play.setup, start, gear, _more(play, start))
    return found


def _more(play: Play, start: str) -> tuple[str, ...]:
    """The inside of the corner for a car deep in the drift, by a reading; only a car in neutral may take it (RM-9.5)."""
    if not (deep(play.setup.stage, start) and play.reads("restart-deep-in-drift", "C")):
        return ()
    inside = play.setup.stage.line(corner_of(play.setup.stage, start), INSIDE)
    return () if inside is None else (inside.id,)


def reach_rules(play: Play, state: State, choice: Choice, taken: Taken, step: int) -> Iterator[Rule]:
    """RM-4.1: the named line leads on from here; RM-9.1 and RM-9.5 in corners, RM-11.5 at a bump."""
    circuit, stage = play.circuit, play.setup.stage
    some = circuit.any(bit for _, _, bit in taken)
    running = circuit.all((choice.used, -state.over(circuit)))
    here = place_of(state.at.items())
    ahead = [stage.index.get(id) for id in following(stage, here)] if here != "?" else []
    line = next((word for word, bit in choice.line.items() if bit == TRUE), "")
    fact = (
        f"from {here} no step leads to the {line}" if line else f"from {here} no step leads on without a line"
    )
    space = stage.index.get(here)
    if space is not None and space.role == DRIFT and line in (INSIDE, UNSAID):
        yield Rule("RM-9.5", circuit.implies(running, some), fact, step)
    before_bump = circuit.any(bit for id, bit in state.at.items() if _bump_ahead(stage, id))
    if before_bump != FALSE:
        yield Rule("RM-11.5", circuit.implies(circuit.both(running, before_bump), some), fact, step)
    yield Rule("RM-4.1", circuit.implies(running, some), fact, step)
    if any(one is not None and one.corner for one in ahead):
        yield Rule("RM-9.1", circuit.implies(running, some), fact, step)


def _bump_ahead(stage: Stage, space: str) -> bool:
    return any(id in stage.index and stage.index[id].kind == BUMP for id in following(stage, space))


def stated_end_rules(play: Play, choice: Choice, taken: Taken, step: int) -> Iterator[Rule]:
    """The step ends where the record claims: RM-4.1, and at a bump RM-11.5 and the rule of the jump."""
    circuit = play.circuit
    if choice.end is None:
        return
    some = circuit.any(bit for _, _, bit in taken)
    at_end = circuit.any(bit for way, _, bit in taken if way.end == choice.end)
    known = next((way for way, _, bit in taken if bit == TRUE), None)
    first = play.setup.stage.index.get(known.path[0]) if known is not None else None
    bumps = first is not None and first.kind == BUMP
    over = known.over if known is not None and known.thrown else None
    fact = f"the step ends on {known.end if known is not None else '?'}, not on {choice.end}"
    if known is None:
        jumps = circuit.any(bit for way, _, bit in taken if _bump_ahead(play.setup.stage, way.start))
        yield Rule("RM-11.5", circuit.implies(jumps, at_end), fact, step)
    for rule in _landing_rules(bumps, over, choice.end):
        yield Rule(rule, circuit.implies(some, at_end), fact, step)


def _landing_rules(bumps: bool, over: int | None, end: str) -> list[str]:
    if not bumps:
        return ["RM-4.1", "RM-13.1"] if end == FINISH else ["RM-4.1"]
    return ["RM-11.5", {None: "RM-11.1", 0: "RM-11.2", 1: "RM-11.3"}.get(over, "RM-11.4")]
