"""RM-15: surfaces and tyres. Symbol limits, and the dice that snow tyres allow on asphalt."""

from collections.abc import Iterator, Sequence

from model.rallyman.facts import ASPHALT, FINISH, GAS, SNOW, START
from model.rallyman.moves import SYMBOL
from model.rallyman.position import Setup
from verifier.rallyman.spec.bumps import Way
from verifier.rallyman.spec.counts import gas_dice_lost, gear_dice, gear_dice_lost, too_many
from verifier.rallyman.spec.play import Choice, Play, Rule, State, Taken, from_
from verifier.rallyman.spec.shakedown import ignored
from verifier.solving.circuit import FALSE


def surface(play: Play, id: str) -> str:
    """The surface of a space; asphalt if weather and tyres are not in force, and outside the stage."""
    if id in (START, FINISH) or not play.setup.option("weather"):
        return ASPHALT
    return play.setup.surface(id)


def counts_as_snow(play: Play, way: Way) -> bool:
    """Whether symbols count as on snow where a way ends. Behind the finish the last space counts (finish-surface)."""
    if way.end != FINISH:
        return surface(play, way.end) == SNOW
    return not play.reads("finish-surface", "B") and surface(play, way.edge) == SNOW


def limits(setup: Setup) -> tuple[int, int]:
    """The numbers of symbols that cost control: normally, and with asphalt tyres on snow (RM-7.1, RM-15.5)."""
    return setup.parameter("symbol_limit"), setup.parameter("symbol_limit_on_snow")


def tyre_rules(play: Play, state: State, choice: Choice, taken: Taken, step: int) -> Iterator[Rule]:
    """RM-15.6: snow tyres allow fewer dice on asphalt."""
    circuit, setup = play.circuit, play.setup
    if not setup.option("weather") or play.snow_tyres == FALSE:
        return
    ends = circuit.any(
        bit for way, _, bit in taken if way.end != FINISH and surface(play, way.end) == ASPHALT
    )
    there = circuit.both(ends, play.snow_tyres)
    gas = choice.die.get(GAS, FALSE)
    match setup.reading("snow-tyres-on-asphalt"):
        case "A":
            most = setup.parameter("snow_tyres_on_asphalt_gas_dice")
            if play.reads("snow-tyres-and-flat", "B") and not ignored(setup):
                beyond = too_many(play, state.gas, most, gas_dice_lost(play, state))
            else:
                beyond = from_(circuit, state.gas, most)
            fact = f"on snow tyres {most} gas dice a turn may enter asphalt"
            yield Rule("RM-15.6", -circuit.all((there, gas, beyond)), fact, step)
        case "B":
            beyond = too_many(
                play, gear_dice(play, state), setup.parameter("black_dice") - 1, gear_dice_lost(play)
            )
            fact = "on snow tyres there is one gear die less on asphalt"
            yield Rule("RM-15.6", -circuit.all((there, choice.used, -gas, beyond)), fact, step)


def rolled_weather(zones: Sequence[str], shown: Sequence[str]) -> tuple[str, ...]:
    """The zones under snow after the director rolls gear die n for the n-th zone (RM-15.2)."""
    return tuple(zone for zone, face in zip(zones, shown, strict=True) if face == SYMBOL)
