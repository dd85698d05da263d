"""What is wrong with the dice of a time attack that cannot all be used up (RM-5.3), with the facts of the position."""

from collections import Counter
from collections.abc import Iterator, Mapping

from model.rallyman.facts import GAS
from model.rallyman.moves import Turn
from model.rallyman.position import Position, Setup


def selection_facts(setup: Setup, position: Position, turn: Turn) -> Mapping[str, str]:
    """Sentences by rule about the number of dice and the gear in which the first is used."""
    handed = [] if turn.handed is None else [turn.handed]
    dice = Counter(die.name for die in (*(one.die for one in turn.steps), *turn.unused, *handed))
    return dict(_facts(setup, position, turn, dice))


def _facts(setup: Setup, position: Position, turn: Turn, dice: Counter[str]) -> Iterator[tuple[str, str]]:
    car = position.car(turn.driver)
    white, black = setup.parameter("white_dice"), setup.parameter("black_dice")
    gas, gear = dice[GAS], dice.total() - dice[GAS]
    twice = [name for name, count in sorted(dice.items()) if name != GAS and count > 1]
    if twice:
        yield "RM-4.4", f"gear die {twice[0]} is rolled {_times(dice[twice[0]])}, but there is only one"
    elif gas > white:
        yield "RM-4.4", f"{_dice(gas, 'gas')} are rolled, but there are only {white}"
    if car.damage:
        left = (
            f"{_points(car.damage)} of damage {'leaves' if car.damage == 1 else 'leave'} {black - car.damage}"
        )
        yield "RM-8.2", f"{_dice(gear, 'gear')} {'is' if gear == 1 else 'are'} rolled, but {left}"
    flats = car.flats - turn.wheel
    if flats > 0:
        left = f"{flats} {'flat leaves' if flats == 1 else 'flats leave'} {max(white - flats, 0)}"
        yield "RM-9.10", f"{_dice(gas, 'gas')} {'is' if gas == 1 else 'are'} rolled, but {left}"
    engaged = 0 if turn.wheel else car.gear
    rolled = " ".join(name for name in sorted(dice) if name != GAS)
    if not engaged:
        yield (
            "RM-4.2",
            f"{turn.driver} is in neutral and begins with gear die 1; the gear dice rolled: {rolled or 'none'}",
        )
    else:
        yield "RM-4.3", f"{turn.driver} is in gear {engaged}; the gear dice rolled: {rolled or 'none'}"
    yield (
        "RM-4.5",
        f"the gear dice rolled, {rolled or 'none'}, do not form one run from gear {engaged}",
    )


def _dice(count: int, kind: str) -> str:
    return f"{count} {kind} {'die' if count == 1 else 'dice'}"


def _points(count: int) -> str:
    return f"{count} {'point' if count == 1 else 'points'}"


def _times(count: int) -> str:
    return "twice" if count == 2 else f"{count} times"
