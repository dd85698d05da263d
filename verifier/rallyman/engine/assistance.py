"""RM-14, and what a car keeps from stage to stage (RM-2.3, RM-8.4)."""

from model.rallyman.position import Car
from model.values import replace
from verifier.findings import Breach


def assisted(car: Car) -> Car:
    """The car after assistance: damage and flats repaired (RM-14.1), a new spare-wheel card (RM-14.2). The Sisu card is not
    replaced."""
    return replace(car, damage=0, flats=0, spare=True)


def on_new_tyres(car: Car, tyres: str, assistance: bool) -> Car | Breach:
    """The car with the tyres that its driver chooses (RM-14.3). Without assistance the tyres stay (RM-15.4)."""
    if not assistance and tyres != car.tyres:
        fact = f"{car.driver} changes to {tyres} tyres without assistance"
        return Breach("RM-15.4", fact, "without assistance between two stages the tyres stay")
    return replace(car, tyres=tyres)


def before_next_stage(car: Car) -> Car:
    """The car as it enters the next stage: it keeps damage, flats, cards and tyres, and starts without times and markers, in gear
    0 (RM-2.3)."""
    return Car(
        car.driver,
        damage=car.damage,
        flats=car.flats,
        sisu=car.sisu,
        spare=car.spare,
        tyres=car.tyres,
    )
