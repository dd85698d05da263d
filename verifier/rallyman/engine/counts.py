"""How many dice a time attack has, and what lowers the number: RM-4.4, RM-8.2, RM-9.10, RM-15.6."""

from collections import Counter
from collections.abc import Sequence

from model.rallyman.facts import GAS
from model.rallyman.position import Setup
from verifier.rallyman.engine.damage import gear_dice
from verifier.rallyman.engine.terms import Run
from verifier.rallyman.engine.weather import gas_for_asphalt


def broken_count(setup: Setup, run: Run, names: Sequence[str]) -> tuple[str, str] | None:
    """The rule that dice which cannot be used up break by number alone, with a clause that gives the numbers; None if there are
    not too many of them, ignoring tyres."""
    count = Counter(names)
    gas, gear, printed = count[GAS], len(names) - count[GAS], setup.parameter("white_dice")
    twice = next((name for name in sorted(count) if name != GAS and count[name] > 1), None)
    if twice is not None:
        return "RM-4.4", f"there is one gear die {twice}, but it is rolled {count[twice]} times"
    if gas > printed:
        return "RM-4.4", f"there {_are(printed, 'gas')}, but {gas} are rolled"
    flats, points = run.car.flats, run.car.damage
    if gas > run.gas_allowed:
        left = _are(run.gas_allowed, "gas")
        return "RM-9.10", f"with {flats} flat{'s' if flats != 1 else ''} there {left}, but {_rolled(gas)}"
    if points and gear > gear_dice(setup, run.car):
        left = _are(gear_dice(setup, run.car), "gear")
        return (
            "RM-8.2",
            f"with {points} point{'s' if points != 1 else ''} of damage there {left}, but {_rolled(gear)}",
        )
    return None


def gas_beyond_tyres(setup: Setup, run: Run, names: Sequence[str]) -> tuple[str, str] | None:
    """The same for dice that could be used up on other tyres: more gas dice than snow tyres allow on asphalt."""
    gas, most = list(names).count(GAS), gas_for_asphalt(setup, run)
    if most is None:
        return None
    return "RM-15.6", f"with snow tyres there {_are(most, 'gas')} for asphalt, but {_rolled(gas)}"


def _are(number: int, kind: str) -> str:
    """How many dice there are, in words."""
    return f"{'is' if number == 1 else 'are'} {number or 'no'} {kind} {'die' if number == 1 else 'dice'}"


def _rolled(number: int) -> str:
    return f"{number} {'is' if number == 1 else 'are'} rolled"
