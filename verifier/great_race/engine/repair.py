"""GR-8.2, GR-8.3: repairs by a technician."""

from itertools import product

from model.great_race.moves import UNKNOWN, Fix, Repair, Split
from verifier.great_race.engine.lost import number_played, splits
from verifier.great_race.engine.table import Table
from verifier.words import counted

PART, TOOLBOX = "SparePart", "Toolbox"


def repair(table: Table, player: str, decision: Repair, *, by_card: bool = False) -> None:
    """The engine and the chassis are raised by cards and bought parts. `by_card`: by a Technician card."""
    fixes = _lost_fixes(table, player) if table.unwritten else decision.fixes
    for number, fix in enumerate(fixes, 1):
        table.word = f"fix {number}"
        split = fix.split
        if isinstance(split, str):
            split = _lost(table, fix.card)
            table.fill(split=split)
        engine, chassis = split
        levels = engine + chassis
        if fix.card:
            _by_card(table, player, fix.card, engine, chassis, by_card=by_card)
        else:
            price = table.number("part_in_city" if table.in_city(player) else "part_outside")
            _fits(table, player, engine, chassis, bought=True)
            table.pay(player, levels * price, "GR-8.3", f"a repair by {counted(levels, 'level')}")
        _raise(table, player, engine, chassis)
    table.word = ""
    table.did("GR-8.2", who=player)


def _lost_fixes(table: Table, player: str) -> tuple[Fix, ...]:
    """The parts of a repair that was not written down."""
    cards = [
        Fix(UNKNOWN, card) for card in (PART, TOOLBOX) for _ in range(number_played(table, player, card))
    ]
    return (*cards, *((Fix(UNKNOWN),) if table.choose((False, True)) else ()))


def _lost(table: Table, card: str) -> Split:
    """The levels of a part whose split is lost."""
    if card:
        levels = table.number("part_levels" if card == PART else "toolbox_levels")
        return table.choose(splits(levels, levels, levels))
    most = range(table.number("engine_max") + 1), range(table.number("chassis_max") + 1)
    return table.choose([(engine, chassis) for engine, chassis in product(*most) if engine or chassis])


def _by_card(table: Table, player: str, card: str, engine: int, chassis: int, *, by_card: bool) -> None:
    most = {PART: table.number("part_levels"), TOOLBOX: table.number("toolbox_levels")}.get(card)
    if most is None:
        table.refuse(
            "GR-20.3", f"{card} repairs nothing", "parts come from SparePart and Toolbox cards, or are bought"
        )
    if card == TOOLBOX and by_card and table.reads("toolbox-with-card", "b"):
        table.refuse("GR-21.15", "a Toolbox goes with a Technician card", "it goes with a mechanic only")
    table.spend(player, card)
    if engine + chassis != most:
        rule = "GR-21.14" if card == PART else "GR-21.15"
        table.refuse(
            rule,
            f"{card} gives {counted(most, 'level')}, not {engine + chassis}",
            "each card gives the levels printed on it",
            levels=most,
        )
    if card == TOOLBOX and engine and chassis and table.reads("toolbox-split", "a"):
        table.refuse(
            "GR-21.15", "a Toolbox is split between the gauges", "it raises the engine or the chassis"
        )
    _fits(table, player, engine, chassis, bought=False)


def _fits(table: Table, player: str, engine: int, chassis: int, *, bought: bool) -> None:
    """Gains beyond a gauge: lost with a card, not to be bought (ruling gauge-overflow)."""
    for name, more in (("engine", engine), ("chassis", chassis)):
        if not more:
            continue
        level, most = table.level(player, name), table.number(f"{name}_max")
        allowed = table.reads("gauge-overflow", "c") or (not bought and table.reads("gauge-overflow", "a"))
        if level + more > most and not allowed:
            table.refuse(
                "GR-11.1",
                f"the {name} has {level} of {most} levels, and {more} more do not fit",
                "no gain may exceed the gauge",
            )


def _raise(table: Table, player: str, engine: int, chassis: int) -> None:
    for name, more in (("engine", engine), ("chassis", chassis)):
        level = table.level(player, name) if more else 0
        raised = min(table.number(f"{name}_max"), level + more)
        if more and raised != level:
            table.set(player, **{name: raised})
            table.did("GR-8.2", who=player, what=name)
