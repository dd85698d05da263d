"""RM-4.1, RM-9.1 and RM-11.5: which way a step takes, and where it cannot lead."""

from collections.abc import Iterator, Sequence

from model.rallyman.facts import FINISH
from model.rallyman.stage import BUMP, DRIFT, INSIDE
from verifier.rallyman.spec.play import Choice, OneHot, Play, Rule, State, place_of
from verifier.rallyman.spec.road import UNSAID, Way, corner_of, deep, following, ways
from verifier.solving.circuit import FALSE, TRUE, Bit

Taken = Sequence[tuple[Way, int, Bit]]
"""Ways with the gear in which they are taken, and where they are."""


def taken_ways(play: Play, state: State, choice: Choice, gear: OneHot, strikes: Bit) -> Taken:
    """The ways that the step takes; `strikes`: a bump one gear over costs control now."""
    circuit = play.circuit
    found = []
    for start, here in state.at.items():
        for number, engaged in enumerate(gear):
            base = circuit.all((choice.used, here, engaged, -state.lost, -state.out))
            if base == FALSE:
                continue
            for way in ways_from(play, start, number):
                bit = circuit.both(base, circuit.any(choice.line.get(word, FALSE) for word in way.lines))
                if way.lost is not None and way.over == 1:
                    bit = circuit.both(bit, strikes if way.lost else -strikes)
                if bit != FALSE:
                    found.append((way, number, bit))
    return found


def ways_from(play: Play, start: str, gear: int) -> list[Way]:
    """The ways on from a space in a gear, each looked for once a turn."""
    found = play.ways.get((start, gear))
    if found is None:
        found = play.ways[start, gear] = ways(play.setup, start, gear, _more(play, start))
    return found


def _more(play: Play, start: str) -> tuple[str, ...]:
    """The inside of the corner for a car deep in the drift, by a reading; only one in neutral may take it (RM-9.5)."""
    if not (deep(play.setup.stage, start) and play.reads("restart-deep-in-drift", "C")):
        return ()
    inside = play.setup.stage.line(corner_of(play.setup.stage, start), INSIDE)
    return () if inside is None else (inside.id,)


def reach_rules(play: Play, state: State, choice: Choice, taken: Taken, step: int) -> Iterator[Rule]:
    """RM-4.1: the line that is named leads on from here; RM-9.1 and RM-9.5 in corners, RM-11.5 at a bump."""
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
    if any(one is not None and one.corner for one in ahead):
        yield Rule("RM-9.1", circuit.implies(running, some), fact, step)
    if any(one is not None and one.kind == BUMP for one in ahead):
        yield Rule("RM-11.5", circuit.implies(running, some), fact, step)
    yield Rule("RM-4.1", circuit.implies(running, some), fact, step)


def stated_end_rules(play: Play, choice: Choice, taken: Taken, step: int) -> Iterator[Rule]:
    """Where the step is said to end: RM-4.1, and at a bump RM-11.5 and the rule of the jump."""
    circuit = play.circuit
    if choice.end is None:
        return
    some = circuit.any(bit for _, _, bit in taken)
    at_end = circuit.any(bit for way, _, bit in taken if way.end == choice.end)
    known = next((way for way, _, bit in taken if bit == TRUE), None)
    ahead = following(play.setup.stage, known.start) if known is not None else ()
    bumps = any(id in play.setup.stage.index and play.setup.stage.index[id].kind == BUMP for id in ahead)
    over = known.over if known is not None and known.thrown else None
    fact = f"the step ends on {known.end if known is not None else '?'}, not on {choice.end}"
    for rule in _landing_rules(bumps, over, choice.end):
        yield Rule(rule, circuit.implies(some, at_end), fact, step)


def _landing_rules(bumps: bool, over: int | None, end: str) -> list[str]:
    if not bumps:
        return ["RM-13.1", "RM-4.1"] if end == FINISH else ["RM-4.1"]
    return ["RM-11.5", {None: "RM-11.1", 0: "RM-11.2", 1: "RM-11.3"}.get(over, "RM-11.4")]
