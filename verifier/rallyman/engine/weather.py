"""RM-15: weather and tyres."""

from collections.abc import Sequence

from model.rallyman.facts import ASPHALT, FINISH, GAS, SNOW
from model.rallyman.moves import SYMBOL, Die
from model.rallyman.position import Car, Setup
from verifier.findings import Breach
from verifier.rallyman.engine.damage import gear_dice
from verifier.rallyman.engine.terms import Breaches, Run


def rolled_weather(zones: Sequence[str], shown: Sequence[str]) -> tuple[str, ...]:
    """The zones with snow, by the result of gear die n for the n-th zone (RM-15.2)."""
    return tuple(zone for zone, face in zip(zones, shown, strict=True) if face == SYMBOL)


def slippery(setup: Setup, car: Car, space: str, before: str) -> bool:
    """Whether a step ends on snow with asphalt tyres (RM-15.5). Behind the finish the last space counts."""
    if not setup.option("weather") or car.tyres != ASPHALT or "RM-15.5" in setup.ruleset.left_out:
        return False
    if space == FINISH:
        return (
            before in setup.stage.index
            and setup.surface(before) == SNOW
            and setup.reading("finish-surface") == "A"
        )
    return setup.surface(space) == SNOW


def on_snow(setup: Setup, car: Car) -> bool:
    """Whether a car stands on snow."""
    known = setup.option("weather") and car.space in setup.stage.index
    return known and setup.surface(car.space) == SNOW


def limits(setup: Setup) -> tuple[int, int]:
    """The numbers of symbols at which control is lost: usually, and with asphalt tyres on snow (RM-7.1, RM-15.5)."""
    return setup.parameter("symbol_limit"), setup.parameter("symbol_limit_on_snow")


def tyre_breaches(setup: Setup, run: Run, die: Die, end: str) -> Breaches:
    """A die that snow tyres do not allow on asphalt (RM-15.6)."""
    if not setup.option("weather") or run.car.tyres != SNOW or end == FINISH or setup.surface(end) != ASPHALT:
        return ()
    return _gas_on_asphalt(setup, run, end) if die.name == GAS else _gear_on_asphalt(setup, run, end)


def _gas_on_asphalt(setup: Setup, run: Run, end: str) -> Breaches:
    """A gas die beyond those that snow tyres allow on asphalt."""
    left = gas_for_asphalt(setup, run)
    if left is None or run.gas < left:
        return ()
    fact = f"snow tyres leave {left} gas di{'e' if left == 1 else 'ce'} a turn for asphalt such as {end}"
    return (
        Breach("RM-15.6", fact, "with snow tyres only the first gas die may enter asphalt"),
        Breach("RM-4.7", fact, "tyres reduce the number of dice"),
    )


def gas_for_asphalt(setup: Setup, run: Run) -> int | None:
    """The gas dice of a turn that snow tyres allow on asphalt. If flats count as well, each takes one of these (ruling
    snow-tyres-and-flat). None if snow tyres take a gear die instead (ruling snow-tyres-on-asphalt)."""
    if setup.reading("snow-tyres-on-asphalt") != "A":
        return None
    ceiling = setup.parameter("snow_tyres_on_asphalt_gas_dice")
    both = max(0, run.gas_allowed - max(0, setup.parameter("white_dice") - ceiling))
    if both >= ceiling or setup.reading("snow-tyres-and-flat") == "A":
        return ceiling
    return both


def _gear_on_asphalt(setup: Setup, run: Run, end: str) -> Breaches:
    """By one reading snow tyres take a gear die."""
    if len(run.used) + 1 < gear_dice(setup, run.car) or setup.reading("snow-tyres-on-asphalt") != "B":
        return ()
    fact = f"snow tyres take one gear die a turn on asphalt such as {end}"
    return (
        Breach("RM-15.6", fact, "with snow tyres one gear die less may be used on asphalt"),
        Breach("RM-4.7", fact, "tyres reduce the number of dice"),
    )
