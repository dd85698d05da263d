"""Puts one question to both judges and compares their answers. An empty string means they agree; any other describes the
difference."""

from dataclasses import replace

from model.thunder_alley.cards import CARDS
from model.thunder_alley.moves import Activation, Path, Step
from model.thunder_alley.position import ACTION, Car, Position
from tests.differential.runner import GAVE_UP
from tests.differential.situations import Situation
from verifier.thunder_alley.engine import judge as engine_judge
from verifier.thunder_alley.engine import legal_moves
from verifier.thunder_alley.lines.text import move_text
from verifier.thunder_alley.spec import certify
from verifier.thunder_alley.spec import judge as spec_judge
from verifier.thunder_alley.spec.judgement import UNDRAWN

Results = frozenset[tuple[object, object]]
"""The judged claims, each with its answer; illegal ones are left out."""


def moves(asked: Situation) -> str:
    """Proves that the engine's set of next positions is complete."""
    engine = [legal.position for legal in legal_moves(asked.setup, asked.position, asked.car, asked.card)]
    found = certify(asked.setup, asked.position, asked.car, asked.card, engine)
    if found.gave_up is not None:
        return f"{GAVE_UP}: {found.gave_up}"
    said = [
        f"only the spec has {move_text(move)}: {changes(asked.position, after)}"
        for after, move in found.missing
    ]
    said += [f"only the engine has {changes(asked.position, after)}" for after in found.extra]
    return "; ".join(said[:3])


def claim(asked: Situation, move: Activation) -> str:
    """Both judges agree on the claim: legal with the same positions, or illegal at the same step."""
    engine = engine_judge(asked.setup, asked.position, move)
    spec = spec_judge(asked.setup, asked.position, move)
    text = move_text(move)
    undrawn = bool(engine.breaches) and not engine.breaches[0].rule
    if undrawn or spec.limit == UNDRAWN:
        # If the claim asserts more than its steps, a judge may refuse that assertion first; both must then refuse the claim.
        alike = undrawn == (spec.limit == UNDRAWN) or (_asserts(move) and engine.breaches and not spec.legal)
        return (
            ""
            if alike
            else f"{text}: only {'the engine' if undrawn else 'the spec'} asks for more of the track"
        )
    if spec.limit:
        return f"{GAVE_UP}: {spec.limit}"
    if spec.legal != (not engine.breaches):
        rules = " ".join(breach.rule for breach in engine.breaches) or "legal"
        return f"{text}: engine {rules}, spec {' '.join(spec.rules) or 'legal'}"
    if spec.legal:
        ours, theirs = {outcome.position for outcome in engine.outcomes}, set(spec.positions)
        if ours != theirs:
            return f"{text}: the engine leads to {len(ours)} tables, the spec to {len(theirs)}, both to {len(ours & theirs)}"
        return ""
    steps = [
        (one[0].step, one[0].car if one[0].step > 0 else None) for one in (engine.breaches, spec.breaches)
    ]
    # The spec reports links, and what clashes with them, for the move as a whole.
    links = any(step.links is not None for path in _paths(move) for step in path.steps)
    if steps[0] != steps[1] and not (links and steps[1][0] == 0):
        return f"{text}: engine {engine.breaches[0].rule} at {steps[0]}, spec {spec.rules[0]} at {steps[1]}"
    return ""


def _asserts(move: Activation) -> bool:
    """Whether a claim asserts more than its steps."""
    paths = _paths(move)
    plain = [Step(step.kind, bump=step.bump, token=step.token) for path in paths for step in path.steps]
    return any(path.ends or path.placed for path in paths) or plain != [
        step for path in paths for step in path.steps
    ]


def _paths(move: Activation) -> list[Path]:
    """The paths that a claim writes, that of a second car included."""
    return [path for path in (move.path, move.second and move.second[1]) if path is not None]


def leads_to(asked: Situation, move: Activation, after: Position) -> str:
    """Whether the spec lets the move lead to this position."""
    judged = spec_judge(asked.setup, asked.position, move)
    if judged.limit:
        return f"{GAVE_UP}: {judged.limit}"
    if judged.positions != (after,):
        return f"{move_text(move)}: by the spec {' '.join(judged.rules) or [changes(after, one) for one in judged.positions]}"
    return ""


def changes(before: Position, after: Position) -> str:
    """Summarizes what a move changes."""
    said = [
        f"{old.number} {key} {getattr(old, key)} -> {getattr(new, key)}"
        for old, new in zip(before.cars, after.cars, strict=True)
        for key in ("space", "crossed", "wear", "lap_down", "status", "place")
        if getattr(old, key) != getattr(new, key)
    ]
    return ", ".join(said)


def facts(table: Position) -> tuple[object, ...]:
    """The facts of a position. Which side of a car is up counts while cars are activated."""
    cars = [_car(car, table.step == ACTION) for car in table.cars]
    return (*cars, table.lap, table.places_left, table.first, table.rain)


def _car(car: Car, flips: bool) -> tuple[object, ...]:
    place = car.space, car.stack, car.crossed, car.status, car.place
    return (car.number, *place, tuple(sorted(car.wear)), car.led, car.lap_down, flips and car.flipped)


def unlike(ours: Results, theirs: Results) -> str:
    """Answers of one judge that differ from those of the other on the same claim; otherwise empty."""
    said = [f"only the engine has {_told(one, theirs)}" for one in ours - theirs]
    said += [f"only the spec has {_told(one, ours)}" for one in theirs - ours]
    return "; ".join(sorted(said)[:2])


def _told(one: tuple[object, object], others: Results) -> str:
    asked, told = one
    other = next((answer for question, answer in others if question == asked), None)
    if not isinstance(told, tuple) or not isinstance(other, tuple) or len(told) != len(other):
        return f"{asked}: {other if other is None else told}"
    return f"{asked}: {[pair for pair in zip(told, other, strict=True) if pair[0] != pair[1]]}"


def with_readings(asked: Situation, readings: dict[str, str]) -> Situation:
    """The same situation under other readings."""
    ruleset = replace(asked.setup.ruleset, readings={**asked.setup.ruleset.readings, **readings})
    return replace(asked, setup=replace(asked.setup, ruleset=ruleset))


def mps(asked: Situation) -> int:
    """The card's speed for the car in its current state, before the penalty."""
    car = asked.position.car(asked.car)
    card = CARDS[asked.card]
    return card.pit_speed if car is not None and car.on_apron else card.speed
