"""A written move followed step by step: what each stage demands, and what stays open."""

from dataclasses import dataclass, field

from model.thunder_alley.cards import Card
from model.thunder_alley.moves import Activation, Path
from model.thunder_alley.position import Car, Setup
from verifier.solving.circuit import FALSE, TRUE, Bit
from verifier.thunder_alley.spec.asserted import led_elsewhere, not_led_to, step_claims
from verifier.thunder_alley.spec.choices import following, idle_lanes
from verifier.thunder_alley.spec.costs import left_claims
from verifier.thunder_alley.spec.decisions import (
    FreeChoices,
    Lanes,
    WrittenChoices,
    choices_for,
    with_lasting_choices,
)
from verifier.thunder_alley.spec.explain import Scene, Stage
from verifier.thunder_alley.spec.linking import several_lines
from verifier.thunder_alley.spec.play import Rule
from verifier.thunder_alley.spec.segment import (
    FORCED,
    Movement,
    Table,
    first_movement,
    second_movement,
    slots,
    unroll,
)
from verifier.thunder_alley.spec.steps import open_kinds
from verifier.thunder_alley.spec.tracking import Tracking


@dataclass(slots=True)
class Walk:
    """A move as far as it was followed: its movements, its stages, the constraints on free decisions, and the cars after each
    step."""

    table: Table
    movements: list[Movement] = field(default_factory=list)
    stages: list[Stage] = field(default_factory=list)
    facts: list[Bit] = field(default_factory=list)
    moments: list[tuple[int, Tracking]] = field(default_factory=list)

    @property
    def hopeless(self) -> bool:
        """Whether some stage is broken in every case."""
        return any(demand.bit == FALSE for stage in self.stages for demand in stage.demands)

    @property
    def last(self) -> Movement:
        """The latest movement."""
        return self.movements[-1]

    def demands(self) -> list[Bit]:
        """All that the open decisions must fulfil."""
        bits = [demand.bit for stage in self.stages for demand in stage.demands]
        return [bit for bit in (*bits, *self.facts) if bit != TRUE]


def walk_through(table: Table, move: Activation, car: Car, card: Card, total: int) -> Walk:
    """Follow an activation with this many MPs until it is over or a stage is broken in every case."""
    walk = Walk(table)
    path = move.path or Path(lost_end=True)
    first = first_movement(table, car, card, total)
    walk.movements.append(first)
    _follow(walk, first, path, "first", None)
    if not walk.hopeless and not path.open_end:
        _end(walk, first, path, card, None)
        second = _second(walk, table, first, move, car, card)
        if second is not None:
            walk.movements.append(second)
    if move.destination is not None and first.play.text != "clean-air":
        there = table.track.index.get(move.destination)
        bits = [bit for (space, _), bit in walk.last.tracking.cars[car.number].items() if space == there]
        fact = f"the car does not end on `{move.destination}`"
        demand = Rule("TA-6.1-directions", table.circuit.any(bits), fact, True, "destination")
        walk.stages.append(Stage(0, (demand,)))
    return walk


def _follow(walk: Walk, movement: Movement, path: Path, name: str, car: int | None) -> None:
    """Follow the written steps. If the rest is lost, follow every possible continuation."""
    lanes = Lanes(movement.play.circuit, name, lines=several_lines(movement.play))
    kinds = open_kinds(movement.play)
    steps = with_lasting_choices(path.steps)
    for number, step in enumerate(steps, 1):
        choices = choices_for(
            movement.play,
            lanes,
            number,
            step,
            path.steps[number - 1],
            movement.tracking,
            movement.state.taken,
            kinds,
            name,
        )
        if isinstance(choices, WrittenChoices):
            if step.bump and number < len(steps) and steps[number].bump:
                choices.split = TRUE
        else:
            walk.facts += [choices.allowed, movement.play.circuit.any(choices.kinds.values())]
        movement.go(choices)
        followed = following(movement, path.steps, steps, number)
        claims, rules = step_claims(followed)
        scene = Scene(movement, followed.taken, followed.written)
        walk.stages.append(Stage(number, (*rules, *claims), car, scene))
        walk.moments.append((movement.car, movement.tracking))
        if any(demand.bit == FALSE for demand in walk.stages[-1].demands):
            return
    if path.lost_end:
        _lost_steps(walk, movement, lanes, len(steps), name)
    if path.left_after is not None:
        told = left_claims(movement.play, movement.state, movement.short, path.left_after, begun=bool(steps))
        walk.stages.append(Stage(0, told, car, Scene(movement)))


def _lost_steps(walk: Walk, movement: Movement, lanes: Lanes, gone: int, name: str) -> None:
    """Every way in which the rest of a move may have gone."""
    play = movement.play
    made: list[FreeChoices] = []

    def choices(number: int, kinds: tuple[str, ...]) -> FreeChoices:
        made.append(FreeChoices(play.circuit, lanes, gone + number + 1, kinds, name))
        return made[-1]

    before = len(movement.steps)
    walk.facts += unroll(movement, choices, slots(play))
    walk.facts += [one.allowed for one in made]
    walk.moments += [
        (movement.car, tracking)
        for tracking in (*(taken.cars for taken in movement.steps[before + 1 :]), movement.tracking)
    ]


def _end(walk: Walk, movement: Movement, path: Path, card: Card, car: int | None) -> None:
    """The rules about the whole movement, and the space where the record ends it."""
    walk.stages.append(Stage(0, tuple(movement.end()), car, Scene(movement)))
    # Only a way that keeps the rules of the whole movement shows which cars stay where they are.
    walk.stages.append(Stage(0, tuple(idle_lanes(movement, path.steps)), car, Scene(movement)))
    walk.moments.append((movement.car, movement.tracking))
    circuit, play = movement.play.circuit, movement.play
    if path.placed is not None:
        if play.text != "clean-air":
            ignored = play.pit and card.text == "clean-air"
            rule = "TA-9.4" if ignored else "TA-6.1-directions"
            fact = "from the pits the text of the card does not count"
            fact = fact if ignored else "only Clean Air puts a car somewhere"
            walk.stages.append(Stage(len(path.steps) + 1, (Rule(rule, FALSE, fact, token="placed"),), car))
        return  # Clean Air: the car ends where it is placed
    if path.ends is None:
        return
    there = play.track.index.get(path.ends, -1)
    bits = [movement.state.at.get(there, FALSE)]
    if movement.steps:
        entered = movement.steps[-1].made.space_entered(circuit).get(there, FALSE)
        bits.append(circuit.both(entered, movement.state.gone))
    right = circuit.any(bits)
    rule, step = not_led_to(path.ends), len(path.steps)
    if card.text in FORCED and movement.state.gone != TRUE:
        step += 1
        rule = "TA-9.4" if play.pit else "TA-RC-oversteer" if card.text == "oversteer" else "TA-RC-understeer"
        skipped = play.reads("forced-shift-reenter", "skipped") and not play.pit
        if skipped and movement.steps and movement.steps[-1].made.state.entered.get(there, FALSE) == TRUE:
            rule = "TA-6.1-once-per-space"
    demand = Rule(rule, right, "{car} ends at {start}, not at `" + path.ends + "`", True, "ends", step)
    last = len(path.steps)
    fork = step == last and 0 < last == len(movement.steps)
    demands = led_elsewhere(movement, path.steps[-1], movement.steps[-1], there, demand) if fork else [demand]
    walk.stages.append(Stage(step, tuple(demands), car, Scene(movement)))


def _second(
    walk: Walk, table: Table, first: Movement, move: Activation, car: Car, card: Card
) -> Movement | None:
    """The second movement of Teamwork (TA-RC-teamwork)."""
    circuit = table.circuit
    if first.play.text != "teamwork":
        if move.second is not None:
            ignored = first.play.pit and card.text == "teamwork"
            demand = (
                Rule("TA-9.4", FALSE, "from the pits the text of the card does not count", token="second")
                if ignored
                else Rule("TA-RC-teamwork", FALSE, "only Teamwork moves a second car", token="second")
            )
            walk.stages.append(Stage(0, (demand,), move.second[0]))
        return None
    partners = [partner for partner in table.cars() if may_be_second(table.setup, car, partner)]
    if move.second is None:
        here = [bit for partner in partners for bit in first.tracking.cars[partner.number].values()]
        demand = Rule("TA-RC-teamwork", -circuit.any(here), "a second own car has to move", token="stop")
        walk.stages.append(Stage(0, (demand,)))
        return None
    number, path = move.second
    partner = next((one for one in partners if one.number == number), None)
    there = [] if partner is None else list(first.tracking.cars[number].values())
    demand = Rule("TA-RC-teamwork", circuit.any(there), f"{number} cannot be the second car", token="second")
    walk.stages.append(Stage(0, (demand,), number))
    if partner is None:
        return None
    second = second_movement(table, first, partner, card)
    _follow(walk, second, path, "second", number)
    if not path.open_end and not walk.hopeless:
        _end(walk, second, path, card, number)
    return second


def may_be_second(setup: Setup, active: Car, other: Car) -> bool:
    """Whether a car on the track may be the second one of Teamwork (`teamwork-second-car`)."""
    if other.team != active.team or other.number == active.number:
        return False
    return setup.ruleset.readings["teamwork-second-car"] == "any-own-car" or not other.flipped
