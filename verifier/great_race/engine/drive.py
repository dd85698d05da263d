"""GR-12 to GR-15: a vehicle drives, by land and by lines."""

from model.great_race.board import CITY, SEA, Line, Place, Tile
from model.great_race.moves import UNKNOWN, Drive, Step
from model.great_race.position import Player
from model.values import replace, value
from verifier.great_race.engine import escort, finish, lost, progress, tiles
from verifier.great_race.engine.cards import certain
from verifier.great_race.engine.lost import splits
from verifier.great_race.engine.table import NotKnownError, Table
from verifier.words import counted

GUIDE, TRANSPORT = "Guide", "Transport"


@value
class Way:
    """How far a move has got: where it began, its steps, the places they led to, how many of them count (ruling
    city-counts-as-step), whether a Guide has been played, and the rule that has ended it."""

    start: Player
    steps: int = 0
    places: tuple[str, ...] = ()
    counted: int = 0
    guided: bool = False
    ended: str = ""


def drive(table: Table, player: str, decision: Drive) -> int:
    """The steps of a move (GR-8.4). Returns how many there are."""
    way = Way(table.player(player))
    for step in decision.steps:
        way = go_on(table, player, way, step)
    table.rest = decision.open
    while decision.open and table.choose((False, True)):
        way = go_on(table, player, way, Step(UNKNOWN))
    if decision.open:
        table.word = ""
        table.fill(open=False)
    table.rest = False
    stop(table, player, way)
    return way.steps


def go_on(table: Table, player: str, way: Way, step: Step) -> Way:
    """One more step of a move. Returns how far it has got with it."""
    most, first = way.start.engine, not way.steps
    if first and way.start.broken and not (step.line is not None and table.reads("line-when-broken", "b")):
        table.refuse(
            "GR-11.5",
            f"the engine of {player} is at 0",
            "a vehicle that has broken down does not move until it is repaired",
        )
    table.word = f"step {way.steps + 1}"
    _may_go_on(table, player, way.ended)
    if step.to == UNKNOWN:
        table.unwritten = True
        lost_step = table.choose(lost.steps(table, player))
        table.fill(to=lost_step.to, line=lost_step.line)
        step = replace(lost_step, jerrycans=step.jerrycans, late=step.late)
    city = table.board.index[step.to].kind == CITY
    counted = way.counted + (not (city and table.reads("city-counts-as-step", "b")))
    if most is not None and counted > max(most, int(step.line is not None)):
        table.refuse(
            "GR-8.4",
            f"{player} makes step {counted} with engine {most}",
            "a move has at most as many steps as the engine has levels at its start",
            most=most,
        )
    ended, guided = _step(table, player, step, first=first), way.guided
    guide = step.guide or (table.unwritten and ended == "GR-12.9" and lost.guide(table, player))
    if guide and not step.guide:
        table.fill(guide=True)
    table.unwritten = False
    if guide:
        if not guided:
            table.spend(player, GUIDE)
        guided = table.reads("guide-scope", "b")
    if ended == "GR-12.9" and guided:
        ended = ""
    if ended == "GR-12.11" and table.reads("blind-return-where", "b"):
        start = way.start
        table.set(player, place=start.place, fuel=start.fuel, engine=start.engine, chassis=start.chassis)
        return Way(way.start, way.steps + 1, (), counted, guided, ended)
    now = table.player(player)
    if not (ended or table.keeps("GR-8.5")) and now.engine is not None and counted >= now.engine:
        ended = "GR-8.4"
    return Way(way.start, way.steps + 1, (*way.places, now.place), counted, guided, ended)


def stop(table: Table, player: str, way: Way) -> None:
    """The move ends here."""
    table.word = ""
    moved = ("GR-12.1", "GR-8.4", "GR-12.14") if way.steps else ("GR-12.6",)
    table.did(*moved, who=player, what="place")
    progress.arrive(table, player, (way.start.place, *way.places))
    if table.player(player).place == table.setup.finish and way.steps:
        finish.arrive(table, player)


def _may_go_on(table: Table, player: str, ended: str) -> None:
    """Nothing has ended the move so far; `ended` is the rule that has."""
    reasons = {
        "GR-11.4": ("the engine is at 0", "the vehicle stops when its engine reaches 0"),
        "GR-18.2": ("the vehicle has reached the finish", "who has finished takes no further part"),
        "GR-13.2": ("the move has led into a city", "entering a city ends the move"),
        "GR-12.9": ("the move has met a STOP", "a STOP ends the move"),
        "GR-12.11": ("the vehicle was sent back", "a failed blind step ends the move"),
        "GR-12.10": ("the move has made a blind step", "a blind step ends the move"),
        "GR-8.4": (
            "the move has as many steps as the engine has levels",
            "it ends with as many steps as are left",
        ),
    }
    if ended:
        fact, reason = reasons[ended]
        table.refuse(ended, f"{fact}, and {player} goes on", reason)


def _step(table: Table, player: str, step: Step, *, first: bool) -> str:
    """Carries out a step. Returns the rule that ends the move with it, if one does."""
    if step.bought:
        table.refuse("GR-6.3", "fuel is bought on the way", "fuel is bought first in a sequence only")
    _jerrycans(table, player, step.jerrycans)
    here, there = table.place(player), table.board.index[step.to]
    if step.line is not None:
        return _by_line(table, player, step, first=first)
    if table.reads("space-sharing", "b") and there.kind != CITY:
        for other in table.position.players:
            if other.place == there.id:
                table.refuse("GR-12.1", f"{other.name} is on {there.id}", "a space has room for one vehicle")
    if there.id not in here.near:
        table.refuse(
            "GR-12.1", f"{there.id} is not next to {here.id}", "a step leads to an adjacent space or city"
        )
    if there.kind == CITY:
        return _into_city(table, player, step)
    return _onto_space(table, player, step, there)


def _while_paying(table: Table, player: str, step: Step, *, blind: bool = False) -> None:
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
    _jerrycans(table, player, late)


def _jerrycans(table: Table, player: str, count: int) -> None:
    if count:
        table.check_part(player)
        table.spend(player, *["Jerrycan"] * count)
        table.refuel(player, count * table.number("jerrycan_fuel"), "GR-12.7", "GR-21.10")


def _by_line(table: Table, player: str, step: Step, *, first: bool) -> str:
    """A line takes the vehicle to its other end (GR-15.2)."""
    for card in step.transports:
        if card not in (TRANSPORT, UNKNOWN):
            table.refuse("GR-20.3", f"{card} does not make a line cheaper", "only a Transport card does")
    here = table.place(player)
    known: list[Line] = [
        line
        for line in table.board.lines_from(here.id)
        if line.kind == step.line and table.board.other_end(line, here.id) == step.to
    ]
    if not known:
        table.refuse(
            "GR-15.1", f"no {step.line} line joins {here.id} and {step.to}", "a line joins two cities"
        )
    if not first and table.keeps("GR-13.2"):
        table.refuse("GR-15.2", "a line is taken after other steps", "a line is the only step of its move")
    if table.unwritten:
        step = replace(step, transports=(TRANSPORT,) * lost.number_played(table, player, TRANSPORT))
        table.fill(transports=step.transports)
    if step.transports:
        table.spend(player, *step.transports)
    price = min(line.price for line in known)
    by_leader = _by_leader(table, player, known[0])
    off = len(step.transports) * table.number("transport_card") + by_leader
    table.pay(player, max(0, price - off), "GR-15.2", "the line")
    reduced = ["GR-15.3", "GR-21.9"] * bool(step.transports) + ["GR-22.6"] * bool(by_leader)
    table.did("GR-15.2", "GR-15.4", *reduced, who=player, what="line")
    return _into_city(table, player, step, by_line=known[0])


def _by_leader(table: Table, player: str, line: Line) -> int:
    """What the English leader takes off a sea line (GR-22.6)."""
    if table.setup.leader(player) != "english" or line.kind != SEA:
        return 0
    reading = table.setup.reading("leader-english")
    return {"a": table.number("english_sea_reduction"), "b": line.price}.get(reading, 0)


def _into_city(table: Table, player: str, step: Step, by_line: Line | None = None) -> str:
    """A city costs fuel (GR-13.1), ends the move (GR-13.2), and gives cards (GR-13.3)."""
    for rule, written in (
        ("GR-13.4", step.tile),
        ("GR-12.11", step.sent_back),
        ("GR-9.2", step.avoided),
        ("GR-21.12", step.guide),
        ("GR-13.1", step.split),
    ):
        if written:
            table.refuse(rule, f"{step.to} is a city", "no terrain applies in a city")
    _while_paying(table, player, step)
    free = (
        by_line is not None
        and by_line.kind == SEA
        and table.setup.leader(player) == "english"
        and table.reads("leader-english", "c")
    )
    _burn(table, player, 0 if free else table.number("city_fuel"), "GR-13.1")
    table.set(player, place=step.to)
    before = table.player(player).entered
    table.set(player, entered=tuple(sorted({*before, step.to})))
    home = step.to == table.setup.finish
    if not home or table.reads(
        "finish-draw", "b"
    ):  # a record may name cards of the finish, which stay in the deck
        table.draw_cards(player, step.drawn, _city_cards(table, player, step.to, before), "GR-13.3")
    if home:
        return "GR-18.2"
    table.limit_hand(player, step.forced)
    return "GR-13.2" if table.keeps("GR-13.2") else ""


def _city_cards(table: Table, player: str, city: str, before: tuple[str, ...]) -> int:
    """How many cards a player draws in a city; `before` are the cities entered before (ruling city-redraw)."""
    if not table.keeps("GR-13.3") or (city in before and table.reads("city-redraw", "b")):
        return 0
    draw = table.board.index[city].draw
    if table.setup.leader(player) != "belgian":
        return draw
    table.did("GR-22.5", who=player)
    return max(draw, table.number("belgian_cards"))


def _burn(table: Table, player: str, fuel: int, rule: str) -> None:
    left = table.player(player).fuel
    if left is None:
        raise NotKnownError(f"the fuel of {player} is not known")
    if left < fuel:
        table.refuse(
            rule,
            f"{player} has {left} fuel, and the step costs {fuel}",
            "a step must be paid in full",
            fuel=left,
        )
    table.set(player, fuel=left - fuel)
    table.did(rule, who=player, what="fuel")


def _onto_space(table: Table, player: str, step: Step, there: Place) -> str:
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
    _while_paying(table, player, step, blind=blind)
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
    _burn(table, player, fuel, "GR-14.1" if there.risk else "GR-12.2")
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
    return "GR-12.10" if blind and table.reads("blind-continue", "b") else ""


def _help(table: Table, player: str, fuel: int, points: int, step: Step) -> bool:
    """Whether cards that are certainly in hand, or an escort on the dashboard, make a blind step payable (ruling forced-help)."""
    now, held = table.player(player), certain(table.setup, table.cards, player)
    if now.fuel is None or now.engine is None or now.chassis is None:
        return False
    escorts = bool(held["Escort"] or (now.left is not None and now.left[2]))
    danger = table.number("danger_loss") * (
        not escorts and not step.avoided and table.board.terrain[step.tile or ""].danger
    )
    return fuel <= now.fuel + held["Jerrycan"] and points + danger <= now.engine + now.chassis


def _guide(table: Table, player: str, tile: Tile) -> None:
    if not tile.stop:
        table.refuse("GR-21.12", f"{tile.id} has no STOP", "a Guide ignores a STOP")
    table.did("GR-21.12", who=player)


def _payable(table: Table, player: str, fuel: int, points: int, tile: Tile) -> bool:
    """Whether the gauges can pay (GR-12.4) these points, or, by a reading of danger-affordability, those of the terrain alone."""
    now = table.player(player)
    if now.fuel is None or now.engine is None or now.chassis is None:
        return True
    must = points if table.reads("danger-affordability", "a") else tile.mech + tile.engine + tile.chassis
    apart = table.reads("gauge-named-by-tile", "b")
    there = not apart or (tile.engine <= now.engine and tile.chassis <= now.chassis)
    return there and fuel <= now.fuel and must <= now.engine + now.chassis


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
    reading = table.setup.reading("blind-tile-stays")
    if reading != "a":
        assert step.tile is not None
        tiles.lift(table, there.id)
        (tiles.put_back if reading == "b" else tiles.discard)(table, (step.tile,))
    table.did("GR-12.11", "GR-12.12", who=player)
    return "GR-12.11"


def _wear(table: Table, player: str, step: Step, tile: Tile, points: int, known: int) -> None:
    """The mechanical points come off the gauges as the mover splits them (GR-12.3)."""
    now, split = table.player(player), step.split
    if split is None:
        split = (0, 0)
    if now.engine is None or now.chassis is None:
        raise NotKnownError(f"the engine and the chassis of {player} are not known")
    due = points
    if table.reads("danger-affordability", "b"):
        due = max(known, min(points, now.engine + now.chassis))
    if isinstance(split, str):
        split = table.choose(splits(due, now.engine, now.chassis))
        table.fill(split=split if due or not table.unwritten else None)
    engine, chassis = split
    if engine + chassis != due:
        fact = f"{counted(due, 'mechanical point')} must be paid, not {engine + chassis}"
        left_out = f"they are written behind the space, as in `{step.to}/c{due}`"
        reason = "the points of the tile are paid, no more and no less" if step.split else left_out
        table.refuse("GR-12.2", fact, reason, due=due)
    if table.reads("gauge-named-by-tile", "b") and (engine < tile.engine or chassis < tile.chassis):
        table.refuse(
            "GR-12.3",
            f"{tile.id} takes {tile.engine} off the engine and {tile.chassis} off the chassis",
            "points next to a gauge come off that gauge",
        )
    if engine > now.engine or chassis > now.chassis:
        table.refuse(
            "GR-12.4",
            f"{player} has engine {now.engine} and chassis {now.chassis}",
            "a gauge pays no more than it has",
        )
    table.set(player, engine=now.engine - engine, chassis=now.chassis - chassis)
    if due:
        to_nothing = ["GR-12.5"] * (engine == now.engine)
        table.did("GR-12.3", *to_nothing, who=player, what="engine")
        table.did("GR-12.3", who=player, what="chassis")
