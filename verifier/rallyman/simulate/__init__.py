"""Random legal stages as canonical records: `steward simulate rallyman`.

A single generator, seeded with the request, supplies all randomness, so the same request gives the same bytes. A policy makes the
drivers' decisions: `plausible` keeps control where it can, `wild` does anything legal. The engine offers what is legal.
"""

from random import Random

from model.courses import is_path
from model.errors import ModelError, Problem
from model.rallyman import stages
from model.rallyman.facts import DATA, MOST_DRIVERS, SURFACES
from model.rallyman.position import Car, Driver, Position, Setup
from model.rallyman.standing import clock
from model.rules import load_house_rules
from model.ruleset import Ruleset, named_or_default, with_changes
from model.values import replace
from verifier.driving import Race, chosen_policy, opening
from verifier.game import SimulateRequest
from verifier.rallyman.engine import first_position
from verifier.rallyman.engine.door import judge
from verifier.rallyman.engine.finish import stage_times, standing_of
from verifier.rallyman.engine.offers import offers
from verifier.rallyman.lines.write import driver_text
from verifier.rallyman.simulate.driver import POLICIES, Chooser
from verifier.words import reference

NAMES = ("A", "B", "C", "D")


def simulate(request: SimulateRequest) -> str:
    """One stage as the text of a record. Raises `ModelError` for a request that no stage can satisfy."""
    rng = Random(f"rallyman {request.seed} {request.number}")
    policy = chosen_policy(POLICIES, request.policy)
    setup, lines = _setup(rng, request)
    turns, _ = drive_stage(setup, Chooser(rng, policy))
    return "\n".join([*lines, *turns]) + "\n"


def _setup(rng: Random, request: SimulateRequest) -> tuple[Setup, list[str]]:
    """The setup before the start, and the header of its record."""
    players = rng.randint(1, MOST_DRIVERS) if request.players is None else request.players
    if not 1 <= players <= MOST_DRIVERS:
        raise ModelError(Problem(f"Rallyman is for 1 to {MOST_DRIVERS} drivers, not {players}"))
    ruleset, lines = _ruleset(request)
    wanted = request.given.get("stage")
    stage = stages.find(wanted or rng.choice(stages.shipped()))
    named = wanted if wanted and is_path(wanted) else stage.id
    surfaces = {zone.name: zone.surface for zone in stage.zones}
    lines.append(f"stage {reference(named)}")
    if "weather" in ruleset.options:
        surfaces = {zone: rng.choice((surface, surface, *SURFACES)) for zone, surface in surfaces.items()}
        lines.append("weather " + " ".join(f"{zone}={surface}" for zone, surface in surfaces.items()))
    drivers = []
    for name in NAMES[:players]:
        car = Car(name, tyres=rng.choice(SURFACES))
        if rng.random() < 0.3:
            car = replace(car, damage=rng.randint(0, 2), flats=rng.randint(0, 1), sisu=rng.random() < 0.7)
        drivers.append(Driver(name, "", car))
        fields = [f"tyres={car.tyres}"]
        fields += [f"dmg={car.damage}"] if car.damage else []
        fields += [f"flats={car.flats}"] if car.flats else []
        fields += ["sisu=used"] if not car.sisu else []
        lines.append(f"driver {driver_text(name)} {' '.join(fields)}")
    rng.shuffle(drivers)
    lines.append(f"start {' '.join(driver.name for driver in drivers)}")
    timing = {space: point for point, space in stage.points.items()}
    return Setup(stage, ruleset, tuple(drivers), surfaces, timing), lines


NO_OPTION = "none"


def _ruleset(request: SimulateRequest) -> tuple[Ruleset, list[str]]:
    base = named_or_default(DATA, request.ruleset)
    lines = opening(DATA.game, request, base.id)
    chosen = request.chosen
    ruleset = with_changes(DATA, base, rulings=dict(request.rulings))
    if chosen:
        if list(chosen) == [NO_OPTION]:
            chosen = {}  # as in a record, `option none` turns all options off
        every = dict.fromkeys(load_house_rules(DATA).options, False)
        ruleset = with_changes(DATA, ruleset, options={**every, **chosen})
        lines += [f"option {name}" for name in every if name in ruleset.options] or ["option none"]
    return ruleset, lines


def drive_stage(setup: Setup, chooser: Chooser) -> tuple[list[str], Position]:
    """The turns of a stage and its result as lines of a record, and the final position."""
    begun = standing_of(setup, first_position(setup), None)
    race = Race(setup, begun, judge, offers, chooser)
    lines = ["", *race.lines()]
    position = race.position.position
    if position.next is None:
        times = stage_times(setup.ruleset, position)
        shown = (
            f"{driver_text(name)} {'out' if time is None else clock(time)}" for name, time in times.items()
        )
        lines.append(f"result {' '.join(shown)}")
    return lines, position
