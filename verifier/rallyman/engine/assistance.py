"""RM-14, and what a car keeps from stage to stage (RM-2.3, RM-8.4)."""

from model.rallyman.position import Car
from model.ruleset import Ruleset
from model.values import replace
from verifier.findings import Breach


def assisted(ruleset: Ruleset, car: Car) -> Car:
    """The car after assistance: damage and flats repaired (RM-14.1), a new spare-wheel card (RM-14.2). The Sisu card is not
    replaced."""
    if "RM-14.1" not in ruleset.left_out:
        car = replace(car, damage=0, flats=0)
    return car if "RM-14.2" in ruleset.left_out else replace(car, spare=True)


def on_new_tyres(car: Car, tyres: str, assistance: bool) -> Car | Breach:
    """The car with the tyres that its driver chooses (RM-14.3). Without assistance the tyres stay (RM-15.4)."""
    if not assistance and tyres != car.tyres:
        fact = f"{car.driver} changes to {tyres} tyres without assistance"
        return Breach("RM-15.4", fact, "without assistance between two stages the tyres stay")
    return replace(car, tyres=tyres)


def before_next_stage(ruleset: Ruleset, car: Car) -> Car:
    """The car as it enters the next stage: it keeps damage (RM-8.4), flats (RM-9.14), cards and tyres, and starts without times
    and markers, in gear 0 (RM-2.3)."""
    return Car(
        car.driver,
        damage=0 if "RM-8.4" in ruleset.left_out else car.damage,
        flats=0 if "RM-9.14" in ruleset.left_out else car.flats,
        sisu=car.sisu,
        spare=car.spare,
        tyres=car.tyres,
    )
