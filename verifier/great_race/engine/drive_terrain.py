"""GR-12: what a step onto a space costs, and what its tile does."""

from model.great_race.board import Place, Tile
from model.great_race.moves import UNKNOWN, Step
from model.values import replace
from verifier.great_race.engine import escort, lost, tiles
from verifier.great_race.engine.cards import certain
from verifier.great_race.engine.lost import splits
from verifier.great_race.engine.table import Table
from verifier.words import counted


def while_paying(table: Table, player: str, step: Step, *, blind: bool = False) -> None:
    """Jerrycans that are played while a step is paid (GR-12.7)."""
    late = step.late
    if table.unwritten:
        early = blind and table.reads("jerrycan-after-reveal", "b")
        if not (table.whole and early and table.word != "step 1"):  # then they belong to the step before
            late = lost.number_played(table, player, "Jerrycan", late if table.whole else 0)
        if early:
            table.fill(jerrycans=step.jerrycans + late, late=0)
        else:
            table.fill(late=late)
    jerrycans(table, player, late)


def jerrycans(table: Table, player: str, count: int) -> None:
    if count:
        table.check_part(player)
        table.spend(player, *["Jerrycan"] * count)
        table.refuel(player, count * table.number("jerrycan_fuel"), "GR-12.7", "GR-21.10")


def burn(table: Table, player: str, fuel: int, rule: str) -> None:
    left = table.level(player, "fuel")
    if left < fuel:
        table.refuse(
            rule,
            f"{player} has {left} fuel, and the step costs {fuel}",
            "a step must be paid in full",
            fuel=left,
        )
    table.set(player, fuel=left - fuel)
    table.did(rule, who=player, what="fuel")


def onto_space(table: Table, player: str, step: Step, there: Place) -> str:
    """A space is entered: known terrain (GR-12.2), or unknown (GR-12.10)."""
    laid, blind = table.position.tile(there.id), False
    if laid is None and not table.keeps("GR-12.10"):
        table.refuse("GR-12.1", f"no tile lies on {there.id}", "a vehicle enters spaces with a tile")
    if laid is not None and step.tile is not None:
        table.refuse("GR-12.10", f"a tile lies on {there.id}", "a tile is drawn only where none lies")
    if laid is None:
        laid, blind = tiles.draw(table, step.tile or UNKNOWN, "GR-12.10", known=True), True
        if step.tile in (None, UNKNOWN):
            table.fill(tile=laid)
        step = replace(step, tile=laid)
        tiles.lay(table, laid, there.id, player)
    elif laid == UNKNOWN:
        laid = tiles.reveal(table, there.id)
    if not tiles.open_to(table, player, there.id):
        table.refuse(
            "GR-12.1", f"another player laid the tile on {there.id}", "each player drives on own tiles"
        )
    if step.late and blind and table.reads("jerrycan-after-reveal", "b"):
        table.refuse("GR-12.7", "a Jerrycan is played after the tile was seen", "a step is not interrupted")
    while_paying(table, player, step, blind=blind)
    return _enter(table, player, step, there, table.board.terrain[laid], blind=blind)


def _enter(table: Table, player: str, step: Step, there: Place, tile: Tile, *, blind: bool) -> str:
    """The tile is paid and its symbols apply, or the vehicle goes back from unknown terrain (GR-12.11)."""
    if not table.keeps("GR-12.8"):
        tile = replace(tile, danger=False)
    if not table.keeps("GR-12.9"):
        tile = replace(tile, stop=False)
    fuel = tile.fuel + (table.number("risk_fuel") if there.risk and table.keeps("GR-14.1") else 0)
    points = tile.mech + tile.engine + tile.chassis
    danger = table.number("danger_loss") if tile.danger else 0
    if step.avoided and not tile.danger:
        table.refuse("GR-9.2", f"{tile.id} has no DANGER", "an escort is played against a danger")
    if table.unwritten:
        step = replace(step, avoided=lost.means(table, player) if tile.danger else ())
        table.fill(avoided=step.avoided)
    payable = _payable(table, player, fuel, points + (0 if step.avoided else danger), tile)
    avoids_first = step.sent_back or not payable or table.reads("danger-one-payment", "a")
    if avoids_first:
        escort.avoid(table, player, step.avoided)
    if step.sent_back or (table.unwritten and blind and not payable):
        helped = blind and not payable and table.reads("forced-help", "b")
        if helped and _help(table, player, fuel, points, step):
            table.refuse(
                "GR-12.11", f"{player} has help for {there.id}", "help that makes a step payable is used"
            )
        if not step.sent_back:
            table.fill(sent_back=True)
        return _sent_back(table, player, step, there, blind=blind, payable=payable)
    if not payable:
        must, now = points + (0 if step.avoided else danger), table.player(player)
        cost = f"{fuel} fuel" + (f" and {counted(must, 'mechanical point')}" if must else "")
        has = f"{player} has fuel {now.fuel}, engine {now.engine} and chassis {now.chassis}"
        back = f"the vehicle goes back, as in `{there.id}={tile.id}!`"
        rule, reason = (
            ("GR-12.11", back) if blind else ("GR-12.4", "a tile is entered only if it can be paid")
        )
        table.refuse(rule, f"{tile.id} on {there.id} costs {cost}, and {has}", reason)
    burn(table, player, fuel, "GR-14.1" if there.risk else "GR-12.2")
    _wear(table, player, step, tile, points + (0 if step.avoided else danger), points)
    table.set(player, place=there.id)
    if step.guide:
        _guide(table, player, tile)
    table.limit_hand(player, step.forced)
    if not avoids_first:
        escort.avoid(table, player, step.avoided)
    if tile.danger and not step.avoided:
        table.did("GR-12.8", who=player)
    if table.player(player).broken and table.keeps("GR-11.4"):
        return "GR-11.4"
    if tile.stop and not step.guide:
        return "GR-12.9"
    return without_stop(table, blind=blind)


def without_stop(table: Table, *, blind: bool) -> str:
    """The rule that ends a move on a tile whose STOP does not; empty if it can go on."""
    return "GR-12.10" if blind and table.reads("blind-continue", "b") else ""


def _help(table: Table, player: str, fuel: int, points: int, step: Step) -> bool:
    """Whether cards that are certainly in hand, or an escort on the dashboard, make a blind step payable (ruling forced-help)."""
    left, held = table.player(player).left, certain(table.setup, table.cards, player)
    now, engine, chassis = table.gauges(player)
    escorts = bool(held["Escort"] or (left is not None and left[2]))
    danger = table.number("danger_loss") * (
        not escorts and not step.avoided and table.board.terrain[step.tile or ""].danger
    )
    return fuel <= now + held["Jerrycan"] and points + danger <= engine + chassis


def _guide(table: Table, player: str, tile: Tile) -> None:
    if not tile.stop:
        table.refuse("GR-21.12", f"{tile.id} has no STOP", "a Guide ignores a STOP")
    table.did("GR-21.12", who=player)


def _payable(table: Table, player: str, fuel: int, points: int, tile: Tile) -> bool:
    """Whether the gauges can pay (GR-12.4) these points, or, by a reading of danger-affordability, those of the terrain alone."""
    now, engine, chassis = table.gauges(player)
    must = points if table.reads("danger-affordability", "a") else tile.mech + tile.engine + tile.chassis
    apart = table.reads("gauge-named-by-tile", "b")
    there = not apart or (tile.engine <= engine and tile.chassis <= chassis)
    return there and fuel <= now and must <= engine + chassis


def _sent_back(table: Table, player: str, step: Step, there: Place, *, blind: bool, payable: bool) -> str:
    """A blind step that cannot be paid costs nothing and ends the move (GR-12.11); the tile stays (GR-12.12)."""
    if not blind or payable:
        fact = f"{player} can pay for {there.id}" if blind else f"{there.id} was known terrain"
        table.refuse(
            "GR-12.11" if blind else "GR-12.13", fact, "only a blind step that cannot be paid leads back"
        )
    if step.guide:
        table.refuse(
            "GR-21.12", f"{player} goes back from {there.id}", "a vehicle that goes back meets no STOP"
        )
    if isinstance(step.split, str):
        table.fill(split=None if table.unwritten else (0, 0))
    elif any(step.split or ()):
        table.refuse(
            "GR-12.11", f"{player} goes back from {there.id}", "a vehicle that goes back pays nothing"
        )
    reading = table.setup.reading("blind-tile-stays")
    if reading != "a":
        assert step.tile is not None
        tiles.lift(table, there.id)
        (tiles.put_back if reading == "b" else tiles.discard)(table, (step.tile,))
    table.did("GR-12.11", "GR-12.12", who=player)
    return "GR-12.11"


def _wear(table: Table, player: str, step: Step, tile: Tile, points: int, known: int) -> None:
    """The mechanical points come off the gauges as the mover splits them (GR-12.3)."""
    has, split = table.gauges(player)[1:], step.split
    if split is None:
        split = (0, 0)
    due = points
    if table.reads("danger-affordability", "b"):
        due = max(known, min(points, sum(has)))
    if isinstance(split, str):
        split = table.choose(splits(due, *has))
        table.fill(split=split if due or not table.unwritten else None)
    engine, chassis = split
    if engine + chassis != due:
        fact = f"{counted(due, 'mechanical point')} must be paid, not {engine + chassis}"
        left_out = f"they are written behind the space, as in `{step.to}/c{due}`"
        reason = "the points of the tile are paid, no more and no less" if step.split else left_out
        only_danger = engine + chassis == known
        table.refuse("GR-12.8" if only_danger else "GR-12.2", fact, reason, due=due)
    if table.reads("gauge-named-by-tile", "b") and (engine < tile.engine or chassis < tile.chassis):
        table.refuse(
            "GR-12.3",
            f"{tile.id} takes {tile.engine} off the engine and {tile.chassis} off the chassis",
            "points next to a gauge come off that gauge",
        )
    if engine > has[0] or chassis > has[1]:
        table.refuse(
            "GR-12.4",
            f"{player} has engine {has[0]} and chassis {has[1]}",
            "a gauge pays no more than it has",
        )
    table.set(player, engine=has[0] - engine, chassis=has[1] - chassis)
    if due:
        to_nothing = ["GR-12.5"] * (engine == has[0])
        table.did("GR-12.3", *to_nothing, who=player, what="engine")
        table.did("GR-12.3", who=player, what="chassis")
