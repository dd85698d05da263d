"""A step sideways, with displacement (TA-6.7), and the way out of the pits (TA-9.4)."""

from collections.abc import Mapping

from verifier.solving.circuit import FALSE, TRUE, Bit
from verifier.thunder_alley.spec.bits import put
from verifier.thunder_alley.spec.decisions import INWARD, Choices
from verifier.thunder_alley.spec.displacement import lane_rules, push_aside, shifts_of
from verifier.thunder_alley.spec.linking import follow, follow_fallen, stays_in_line
from verifier.thunder_alley.spec.play import APRON, LEAD, Act, Play, Rule, Shift, State


def sideways(play: Play, state: State, choices: Choices, kind: str, when: Bit) -> Act:
    """The active car goes one lane in or out where `when` holds. A car in the pits goes out onto the track."""
    circuit, track = play.circuit, play.track
    side = track.inside if kind == INWARD else track.outside
    act = Act()
    nowhere = FALSE
    leaving = circuit.both(when, -state.exited)
    when = circuit.both(when, state.exited)
    seeds: dict[int, Bit] = {}
    for space, bit in state.at.items():
        if play.pit and kind != INWARD:
            going = circuit.both(bit, leaving)
            put(circuit, act.target, space, going)
            put(circuit, seeds, space, circuit.both(going, state.others.get(space, FALSE)))
            if going != FALSE:
                act.shifts.append(Shift(APRON, space, going, "TA-9.4", active=True))
        target = side[space]
        going = circuit.both(bit, when)
        if target < 0:
            nowhere = circuit.either(nowhere, going)
        elif going != FALSE:
            put(circuit, act.target, target, going)
            put(circuit, seeds, target, circuit.both(going, state.others.get(target, FALSE)))
            act.shifts.append(Shift(space, target, going, "TA-6.1-directions", active=True))
    act.displaced = circuit.any(seeds.values())
    if play.cannot_pay(displacement_price(play)):
        seeds = {}
    pushed = push_aside(play, state, choices, seeds, side)
    first = {way: bit for way, bit in pushed.cars.items() if way[0] in seeds}
    act.shifts += shifts_of(first, "TA-6.7")
    act.shifts += shifts_of(
        {way: bit for way, bit in pushed.cars.items() if way not in first}, "TA-6.7-cascade"
    )
    act.fallen = _led_cars_that_fall(play, state, pushed.back.moves)
    back = pushed.back.moves
    if act.fallen:
        back = {way: circuit.both(bit, -state.followers.get(way[0], FALSE)) for way, bit in back.items()}
    act.shifts += shifts_of(back, "TA-6.7-wall")
    act.shifts += shifts_of(pushed.ahead.moves, "TA-UNIQUE")
    act.lanes = [*pushed.back.lanes, *pushed.ahead.lanes]
    act.costs = price(play, circuit.either(when, leaving), act.displaced)
    if kind == INWARD:
        act.rules.append(Rule("TA-1.3-apron", -nowhere, "the apron is inside {start}"))
        act.rules.append(Rule("TA-9.4", -leaving, "{car} at {start} leaves the pits outward"))
    else:
        act.rules.append(Rule("TA-6.1-directions", -nowhere, "the wall is outside {start}"))
    act.rules += [
        Rule("TA-6.6-must-follow", -pushed.own, "{met} at {target} follows {car} and is not displaced by it"),
        Rule("TA-6.7-wall", -pushed.back.off, "a displaced car has no space behind", undrawn=True),
        Rule("TA-6.7-wall", -pushed.back.closed, "the cars pushed back close around the track"),
        Rule("TA-UNIQUE", -pushed.ahead.off, "a displaced car has no space ahead", undrawn=True),
        Rule("TA-UNIQUE", -pushed.ahead.closed, "the cars pushed on close around the track"),
        Rule("TA-UNIQUE", -pushed.line_first, "a car falls onto the led line though a way back is free"),
        *card_forbids(play, kind, when),
        *stays_in_line(play, state, when),
        *lane_rules(play, state, act.lanes),
    ]
    if play.movement == LEAD:
        follows = (
            follow_fallen(play, state, when, act.fallen)
            if act.fallen
            else follow(play, when, state.followers, state.path)
        )
        act.shifts += shifts_of(follows, "TA-6.6-follow")
    return act


def _led_cars_that_fall(
    play: Play, state: State, moves: Mapping[tuple[int, int], Bit]
) -> dict[tuple[int, int], Bit]:
    """The moves of led cars that a row pushes back (`lead-line-special-scope: first-car-only`).

    Under the other reading, only a car protected by TA-6.6-must-follow can fall, so a search can skip it.
    """
    if play.movement != LEAD:
        return {}
    if play.searching and play.reads("lead-line-special-scope", "chain-hits-line"):
        return {}
    circuit = play.circuit
    led = {way: circuit.both(bit, state.followers.get(way[0], FALSE)) for way, bit in moves.items()}
    return {way: bit for way, bit in led.items() if bit != FALSE}


def price(play: Play, when: Bit, occupied: Bit) -> list[tuple[int, Bit]]:
    """The price of a sideways step: 1 MP, or 2 into a car (TA-6.1-cost); free with Rubbin' is Racin'."""
    circuit = play.circuit
    empty = circuit.both(when, -occupied)
    if play.text == "rubbin-is-racin":
        if play.reads("rubbin-displacement-cost", "all-lateral-free"):
            return [(0, when)]
        return [(0, empty), (displacement_price(play), occupied)]
    return [(1, empty), (displacement_price(play), occupied)]


def displacement_price(play: Play) -> int:
    """The price of displacing a car sideways where it is not free; 1 where steps are counted in spaces (`teamwork-distance`)."""
    if play.text == "teamwork" and play.reads("teamwork-distance", "spaces"):
        return 1
    return 1 if play.reads("bump-lateral-wording", "lateral-price-one") else 2


def card_forbids(play: Play, kind: str, when: Bit) -> list[Rule]:
    """Cards that forbid sideways steps."""
    if play.text == "riding-the-draft":
        return [
            Rule(
                "TA-RC-riding-the-draft",
                -when,
                "{word} from {start} is a sideways step, and the card forbids them all",
            )
        ]
    if play.text == "chasing-the-race":
        return [
            Rule(
                "TA-RC-chasing-the-race",
                -when,
                "{word} from {start} is a sideways step, and the card forbids them all",
            )
        ]
    if play.text == "outside-line" and kind == INWARD:
        return [
            Rule("TA-RC-outside-line", -when, "{word} from {start} leads inward, and the card forbids that")
        ]
    if play.text == "inside-line" and kind != INWARD:
        return [
            Rule("TA-RC-inside-line", -when, "{word} from {start} leads outward, and the card forbids that")
        ]
    return []


def allowed(play: Play, state: State, kind: str) -> Bit:
    """Whether neither the card nor a link forbids a sideways step."""
    circuit = play.circuit
    rules = [*stays_in_line(play, state, TRUE), *card_forbids(play, kind, TRUE)]
    return circuit.all(rule.bit for rule in rules)
