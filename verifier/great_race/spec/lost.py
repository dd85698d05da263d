"""Lost parts of a decision that have few possibilities: each is followed."""

from collections.abc import Iterator
from itertools import islice, product

from model.great_race.board import SPACE
from model.great_race.facts import CHASSIS, ENGINE, GAUGES
from model.great_race.moves import (
    UNKNOWN,
    Act,
    Buy,
    Clear,
    Decision,
    Drive,
    Fix,
    Hit,
    Interrupt,
    Play,
    Power,
    Repair,
    Scout,
    Sequence,
    Spaces,
    Split,
    Step,
    Take,
)
from model.great_race.position import Position, Setup
from model.values import replace
from verifier.great_race.spec.table import OpenError, Scene
from verifier.great_race.spec.tiles import placements

MOST = 400
"""The most possibilities of a decision that are followed."""


def completions(setup: Setup, position: Position, decision: Decision) -> list[Decision]:
    """The decisions that a decision can mean. Raises `OpenError` if there are too many."""
    found: list[Decision] = [decision]
    match decision:
        case Sequence(player, acts):
            lists = (
                list(_tiles(Scene(setup, position), player, act, acts[:place]))
                if _lost_tiles(act)
                else list(_acts(setup, position, act))
                for place, act in enumerate(acts)
            )
            every = product(*lists)
            found = [Sequence(player, chosen) for chosen in islice(every, MOST + 1)]
        case Interrupt(player, act) if not isinstance(act, str):
            found = [Interrupt(player, chosen) for chosen in _acts(setup, position, act)]
        case Take(player, card, forced) if card == UNKNOWN:
            found = [Take(player, one, forced) for one in dict.fromkeys(position.display)]
    if len(found) > MOST:
        raise OpenError("too much of this line is not known")
    return found or [decision]


def _lost_tiles(act: Act) -> bool:
    """Whether tiles were drawn and placed, and nothing more is known."""
    use = act.use if isinstance(act, Play) else act
    return isinstance(use, Scout) and use.puts is None


def _tiles(scene: Scene, who: str, act: Act, earlier: tuple[Act, ...]) -> Iterator[Act]:
    """The ways to place unknown tiles, from where the vehicle stands when the sequence begins."""
    if not all(isinstance(one, Buy) or (isinstance(one, Play) and one.use is None) for one in earlier):
        raise OpenError("the tiles are not known")
    if not isinstance(act, Play):
        ways = placements(scene, who, scene.number("explorer_tiles"))
    elif act.card == "Surveyor":
        drawn, kept = scene.number("surveyor_drawn"), scene.number("surveyor_placed")
        ways = placements(scene, who, drawn, kept=kept)
    else:
        chained = scene.reads("cartographer-chain") == "b"
        ways = placements(scene, who, scene.number("cartographer_tiles"), chained=chained)
    for way in islice(ways, MOST + 1):
        yield replace(act, use=way) if isinstance(act, Play) else way


def _acts(setup: Setup, position: Position, act: Act) -> Iterator[Act]:
    match act:
        case Clear(space) if space == UNKNOWN:  # a tile may have been placed in the same sequence
            yield from (Clear(place.id) for place in setup.board.places if place.kind == SPACE)
        case Buy(None):
            yield from map(Buy, range(setup.parameter(f"{GAUGES[0]}_max") + 1))
        case Play(use=Drive() | Repair() as use):
            yield from (replace(act, use=one) for one in _used(setup, use))
        case Play(use=Spaces(spaces)) if UNKNOWN in spaces:
            lying = [space for space, _ in position.tiles]
            every = product(*(lying if space == UNKNOWN else [space] for space in spaces))
            yield from (replace(act, use=Spaces(chosen)) for chosen in islice(every, MOST + 1))
        case Play(use=Hit(split=str()) as hit):
            loss = setup.parameter("saboteur_loss")
            yield from (replace(act, use=replace(hit, split=one)) for one in _splits(loss))
        case Power(use=Repair() as use):
            yield from (Power(one) for one in _used(setup, use) if isinstance(one, Repair))
        case Drive() | Repair():
            yield from _used(setup, act)
        case _:
            yield act


def _used(setup: Setup, use: Drive | Repair) -> Iterator[Drive | Repair]:
    if isinstance(use, Repair):
        for fixes in islice(product(*(_fixes(setup, fix) for fix in use.fixes)), MOST + 1):
            yield Repair(fixes)
    else:
        for steps in islice(product(*(_steps(setup, step) for step in use.steps)), MOST + 1):
            yield replace(use, steps=steps)


def _steps(setup: Setup, step: Step) -> list[Step]:
    """A step with each tile that may have been drawn, and with each split that some tile may ask for."""
    if step.tile == UNKNOWN:
        kinds = (replace(step, tile=tile.id) for tile in setup.board.tiles)
        return [one for kind in kinds for one in _steps(setup, kind)]
    if step.split != UNKNOWN:
        return [step]
    most = max(tile.mech + tile.engine + tile.chassis for tile in setup.board.tiles)
    points = range(most + setup.parameter("danger_loss") + 1)
    return [replace(step, split=one) for total in points for one in _splits(total)]


def _fixes(setup: Setup, fix: Fix) -> list[Fix]:
    """A part of a repair: by a card, whose levels are known, or any levels that are bought."""
    if fix.split != UNKNOWN:
        return [fix]
    if not fix.card:
        engine, chassis = (range(setup.parameter(f"{gauge}_max") + 1) for gauge in (ENGINE, CHASSIS))
        return [replace(fix, split=(one, other)) for one in engine for other in chassis if one or other]
    levels = setup.parameter("toolbox_levels" if fix.card == "Toolbox" else "part_levels")
    return [replace(fix, split=one) for one in _splits(levels)]


def _splits(points: int) -> list[Split]:
    return [(engine, points - engine) for engine in range(points + 1)]
