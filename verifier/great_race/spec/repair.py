"""GR-8: repairs."""

from model.great_race.facts import CHASSIS, ENGINE
from model.great_race.moves import Fix, Repair
from verifier.great_race.spec.resources_hand import discard, must_hold
from verifier.great_race.spec.table import OpenError, Scene, demand, refuse


def repair(
    scene: Scene, who: str, work: Repair, *, mechanic: bool = False, technician: bool = False
) -> Scene:
    """GR-8.2: raises engine and chassis by any mix of cards and bought parts. `mechanic`: an assistant does it; `technician`: a
    Technician card."""
    if mechanic and not any(any(fix.split) for fix in work.fixes if not isinstance(fix.split, str)):
        demand(scene.reads("null-action") == "a", "GR-6.9", "nothing is repaired")
    for number, fix in enumerate(work.fixes, 1):
        part = _by_card if fix.card else _bought
        scene = part(scene, who, fix, technician, f"fix {number}")
    return scene


def _bought(scene: Scene, who: str, fix: Fix, _technician: bool, word: str) -> Scene:
    """GR-8.3: parts cost less in a city."""
    if isinstance(fix.split, str):
        raise OpenError("how many levels are bought is not known")
    raised = {gauge: levels for gauge, levels in zip((ENGINE, CHASSIS), fix.split, strict=True) if levels}
    for gauge, levels in raised.items():
        now, most = scene.known(who, gauge), scene.number(f"{gauge}_max")
        if now + levels > most:
            fact = f"{who} has {gauge} {now} of {most}: there is no room for {levels} more"
            demand(scene.reads("gauge-overflow") == "c", "GR-11.1", fact, word)
    price = scene.number("part_in_city" if scene.in_city(who) else "part_outside") * sum(fix.split)
    money = scene.known(who, "money")
    demand(price <= money, "GR-8.3", f"{sum(fix.split)} levels cost {price} F, and {who} has {money} F", word)
    scene = scene.changed(who, "money", -price)
    for gauge, levels in raised.items():
        now, most = scene.known(who, gauge), scene.number(f"{gauge}_max")
        scene = scene.with_player(who, **{gauge: max(now, min(now + levels, most))})
    return scene


def _by_card(scene: Scene, who: str, fix: Fix, technician: bool, word: str) -> Scene:
    """GR-21.14: a SparePart gives a level. GR-21.15: a Toolbox gives three."""
    assert not isinstance(fix.split, str)
    engine, chassis = fix.split
    one_gauge = not (engine and chassis)
    match fix.card:
        case "SparePart":
            rule, levels = "GR-21.14", scene.number("part_levels")
        case "Toolbox":
            rule, levels = "GR-21.15", scene.number("toolbox_levels")
            one_gauge = one_gauge or scene.reads("toolbox-split") == "b"
            by_card = "a Toolbox does not go with a Technician card"
            demand(not technician or scene.reads("toolbox-with-card") == "a", rule, by_card, word)
        case other:
            refuse("GR-20.3", f"a {other} repairs nothing", word)
    must_hold(scene, who, (fix.card,), word)
    fact = f"a {fix.card} gives {levels} levels of one gauge, not {engine} and {chassis}"
    demand(one_gauge and engine + chassis == levels, rule, fact, word)
    for gauge, more in zip((ENGINE, CHASSIS), fix.split, strict=True):
        scene = scene.gained(who, gauge, more, word) if more else scene
    return discard(scene, who, (fix.card,), word)
