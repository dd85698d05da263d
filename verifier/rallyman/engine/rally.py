"""Between the stages of a rally: the times so far, assistance, tyres, wheels (RM-13, RM-14, RM-10.4)."""

from model.rallyman.moves import Assistance, Enter, RallyDecision, SpareWheel, StageDriven, Tyres
from model.rallyman.position import Car
from model.rallyman.standing import Rally, RallySetup
from model.values import replace
from verifier.findings import Breach
from verifier.judging import Judgement, Outcome, effect
from verifier.rallyman.engine.assistance import assisted, before_next_stage, on_new_tyres
from verifier.rallyman.engine.damage import retires, worn_out
from verifier.rallyman.engine.finish import classification, scores, stage_times, totals, winners
from verifier.rallyman.engine.wheel import changed_between_stages


def judge_rally(setup: RallySetup, rally: Rally, decision: RallyDecision) -> Judgement[Rally]:
    """The judgement of a decision between two stages."""
    match decision:
        case Enter():
            breaches = tuple(worn_out(setup.ruleset, decision.car))
            return Judgement(() if breaches else (Outcome(rally),), breaches)
        case StageDriven():
            return _driven(setup, rally, decision)
        case Assistance():
            cars = tuple(assisted(setup.ruleset, car) for car in rally.cars)
            repaired = "RM-14.1" not in setup.ruleset.left_out
            sentence = "all damage and flats are repaired" if repaired else "nothing is repaired"
            after = replace(rally, cars=cars, assistance=True)
            return _led(setup, after, sentence, "RM-14.1", "RM-14.2")
        case Tyres() | SpareWheel():
            car = next((car for car in rally.cars if car.driver == decision.driver), None)
    if car is None:
        reason = "an eliminated driver is not classified"
        return Judgement(
            breaches=(Breach("RM-13.6", f"{decision.driver} is out of the rally", reason, token="driver"),)
        )
    if isinstance(decision, SpareWheel):
        return _wheel(setup, rally, car)
    changed = on_new_tyres(car, decision.tyres, _tyres_free(setup, rally))
    if isinstance(changed, Breach):
        return Judgement(breaches=(changed, replace(changed, rule="RM-15.3")))
    rule = "RM-14.3" if rally.assistance else "RM-15.4" if rally.times else "RM-15.3"
    return _led(setup, _with_car(rally, changed), f"{car.driver} on {decision.tyres} tyres", rule)


def _tyres_free(setup: RallySetup, rally: Rally) -> bool:
    """Whether tyres may be changed here: before the first stage, at assistance (RM-15.3), and without RM-15.4 between any two
    stages."""
    if rally.assistance or not rally.times:
        return True
    return "RM-15.4" in setup.ruleset.left_out and not rally.complete


def _wheel(setup: RallySetup, rally: Rally, car: Car) -> Judgement[Rally]:
    if "RM-10.4" in setup.ruleset.left_out:
        fact, reason = f"{car.driver} changes a wheel", "no wheel is changed between stages"
        return Judgement(breaches=(Breach("RM-10.4", fact, reason),))
    reason = "a wheel is changed between two stages without assistance"
    if not rally.times or rally.complete:
        return Judgement(breaches=(Breach("RM-10.4", "this is not between two stages", reason),))
    if rally.assistance:
        return Judgement(breaches=(Breach("RM-10.4", "there is assistance here", reason),))
    changed = changed_between_stages(car)
    if isinstance(changed, Breach):
        return Judgement(breaches=(changed,))
    after = _with_car(replace(rally, wheels=(*rally.wheels, car.driver)), changed)
    return _led(setup, after, f"{car.driver} changes a wheel, no time added", "RM-10.4")


def _driven(setup: RallySetup, rally: Rally, decision: StageDriven) -> Judgement[Rally]:
    """The rally after one more stage (RM-2.3, RM-13.2)."""
    times = stage_times(setup.ruleset, decision.position)
    everybody = {name: times.get(name) for name in setup.names}
    cars = [
        before_next_stage(setup.ruleset, car)
        for car in decision.position.cars
        if times.get(car.driver) is not None
    ]
    after = replace(
        rally,
        times=(*rally.times, tuple(everybody.items())),
        cars=tuple(sorted(cars, key=lambda car: setup.names.index(car.driver))),
        assistance=False,
        wheels=(),
        starting=decision.starting,
        dirt=tuple(sorted({**dict(rally.dirt), decision.stage: decision.position.dirt}.items())),
    )
    sentence = f"stage {len(after.times)} is driven: {', '.join(scores(everybody))}"
    kept = ["RM-8.4"] if any(car.damage for car in cars) else []
    return _led(setup, after, sentence, "RM-2.3", "RM-13.2", *kept)


def _led(setup: RallySetup, rally: Rally, sentence: str, *rules: str) -> Judgement[Rally]:
    return Judgement((Outcome(_ranked(setup, rally), effect(*rules, words=sentence)),))


def _with_car(rally: Rally, car: Car) -> Rally:
    cars = tuple(car if one.driver == car.driver else one for one in rally.cars)
    return replace(rally, cars=cars)


def _ranked(setup: RallySetup, rally: Rally) -> Rally:
    """The rally updated from its times and cars (RM-13.4, RM-13.6, RM-3.3, RM-3.4, RM-8.5)."""
    known = rally.known
    if not known:
        return rally
    sums = totals(known)
    finished = [seconds for seconds in sums.values() if seconds is not None]
    tied = len(set(finished)) < len(finished)
    by_last = tied and setup.ruleset.readings["tie-in-times"] == "B"
    places = classification(known, rally.starting, by_last)
    retired = tuple(car.driver for car in rally.cars if retires(setup.ruleset, car.damage))
    return replace(
        rally,
        sums=tuple(sums.items()),
        places=places,
        leaders=winners(sums, known[-1] if by_last else None),
        starters=tuple(name for name in _next_order(setup, rally, places) if name not in retired),
        retired=retired,
    )


def _next_order(setup: RallySetup, rally: Rally, places: tuple[str, ...]) -> tuple[str, ...]:
    """The drivers in the order in which they start the next stage, those of these `places`: by the times so far (RM-3.3, RM-3.4)
    or, without the rule, as in the last stage."""
    rule = {1: "RM-3.3", 2: "RM-3.4"}.get(len(rally.times))
    if rule not in setup.ruleset.left_out:
        return places
    return tuple(name for name in rally.starting if name in places)
