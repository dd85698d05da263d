"""A rally between two stages: the effects of a stage, and the drivers' choices (RM-2.3, RM-10.4, RM-13, RM-14, RM-15.3)."""

from dataclasses import replace

from model.rallyman.moves import Assistance, Enter, RallyDecision, SpareWheel, StageDriven
from model.rallyman.position import Car
from model.rallyman.standing import STAGES, Rally, RallySetup
from verifier.findings import Breach
from verifier.judging import Judgement, Outcome
from verifier.rallyman.spec.assistance import assisted, for_next_stage
from verifier.rallyman.spec.damage import retires
from verifier.rallyman.spec.finish import classification, next_starters, rally_winners, stage_times, totals
from verifier.rallyman.spec.laid import wear_demands
from verifier.rallyman.spec.wheel import between_stages_rules


def judge_rally(setup: RallySetup, rally: Rally, decision: RallyDecision) -> Judgement[Rally]:
    """The rally after a decision.

    Satisfiable, for the decision and all rules: it is legal. Unsatisfiable: the rules named exclude it.
    """
    match decision:
        case Enter():
            demands = wear_demands(setup.ruleset, decision.car)
            broken = tuple(Breach(rule, "", token=field) for rule, field, met in demands if not met)
            return Judgement(() if broken else (Outcome(rally),), broken)
        case StageDriven():
            return _legal(setup, _after_stage(setup, rally, decision))
        case Assistance():
            cars = tuple(assisted(setup.ruleset, car) for car in rally.cars)
            return _legal(setup, replace(rally, cars=cars, assistance=True))
    held = {car.driver: car for car in rally.cars}
    if decision.driver not in held:
        return _broken(("RM-13.6",), f"{decision.driver} is out of the rally", "driver")
    car = held[decision.driver]
    if isinstance(decision, SpareWheel):
        return _wheel(setup, rally, car)
    free = rally.assistance or not rally.times or "RM-15.4" in setup.ruleset.left_out  # RM-14.3
    if not free and decision.tyres != car.tyres:
        return _broken(("RM-15.4",), f"{car.driver} keeps {car.tyres} tyres")
    return _legal(setup, _with(rally, replace(car, tyres=decision.tyres)))


def _wheel(setup: RallySetup, rally: Rally, car: Car) -> Judgement[Rally]:
    if "RM-10.4" in setup.ruleset.left_out:
        return _broken(("RM-10.4",), "no wheel is changed between stages")
    if not 0 < len(rally.times) < STAGES:
        return _broken(("RM-10.4",), "this line is not between two stages")
    if rules := between_stages_rules(car, rally.assistance):
        held = f"{car.driver} has {car.flats} flats, {'a' if car.spare else 'no'} spare-wheel card"
        return _broken(rules, "there is assistance here" if rally.assistance else held)
    after = replace(rally, wheels=(*rally.wheels, car.driver))
    return _legal(setup, _with(after, replace(car, flats=car.flats - 1, spare=False)))


def _broken(rules: tuple[str, ...], fact: str, token: str | None = None) -> Judgement[Rally]:
    return Judgement(breaches=tuple(Breach(rule, fact, token=token) for rule in rules))


def _legal(setup: RallySetup, rally: Rally) -> Judgement[Rally]:
    return Judgement((Outcome(_placed(setup, rally)),))


def _with(rally: Rally, car: Car) -> Rally:
    return replace(rally, cars=tuple(car if one.driver == car.driver else one for one in rally.cars))


def _after_stage(setup: RallySetup, rally: Rally, driven: StageDriven) -> Rally:
    """The rally after a stage: drivers who are out of the rally stop driving."""
    times = stage_times(setup.ruleset, driven.position)
    going_on = {name: driven.position.car(name) for name in setup.names if times.get(name) is not None}
    lying = {**dict(rally.dirt), driven.stage: driven.position.dirt}
    return replace(
        rally,
        times=(*rally.times, tuple((name, times.get(name)) for name in setup.names)),
        cars=tuple(for_next_stage(setup.ruleset, car) for car in going_on.values()),
        assistance=False,
        wheels=(),
        starting=driven.starting,
        dirt=tuple(sorted(lying.items())),
    )


def _placed(setup: RallySetup, rally: Rally) -> Rally:
    """The rally with its classification and the starting order of the coming stage, without drivers who retire (RM-8.5)."""
    times = rally.known
    if not times:
        return rally
    sums = totals(times)
    gone = tuple(car.driver for car in rally.cars if retires(setup.ruleset, car))
    starting = [{name: one for name, one in stage.items() if name not in gone} for stage in times]
    return replace(
        rally,
        sums=tuple((name, sums.get(name)) for name in setup.names),
        places=classification(setup.ruleset, times, rally.starting),
        leaders=rally_winners(setup.ruleset, times),
        starters=next_starters(setup.ruleset, starting, rally.starting),
        retired=gone,
    )
