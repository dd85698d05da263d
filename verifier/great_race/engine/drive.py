"""GR-12 to GR-15: a vehicle drives, by land and by lines."""

from model.great_race.board import CITY, SEA, Line
from model.great_race.moves import UNKNOWN, Drive, Step
from model.great_race.position import Player
from model.values import replace, value
from verifier.great_race.engine import finish, lost, progress
from verifier.great_race.engine.drive_terrain import burn, jerrycans, onto_space, while_paying, without_stop
from verifier.great_race.engine.table import Table

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
    first = not way.steps
    if first:
        table.gauges(player)
        way = replace(way, start=table.player(player))
    most = way.start.engine or 0
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
    if counted > max(most, int(step.line is not None)):
        table.refuse(
            "GR-8.4",
            f"{player} makes step {counted} with engine {most}",
            "a move has at most as many steps as the engine has levels at its start",
            most=most,
        )
    unseen = table.position.tile(step.to) is None
    ended, guided = _step(table, player, step, first=first), way.guided
    guide = step.guide or (table.unwritten and ended == "GR-12.9" and lost.guide(table, player))
    if guide and not step.guide:
        table.fill(guide=True)
        ended = without_stop(table, blind=unseen)
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
    jerrycans(table, player, step.jerrycans)
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
    return onto_space(table, player, step, there)


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
    while_paying(table, player, step)
    free = (
        by_line is not None
        and by_line.kind == SEA
        and table.setup.leader(player) == "english"
        and table.reads("leader-english", "c")
    )
    burn(table, player, 0 if free else table.number("city_fuel"), "GR-13.1")
    table.set(player, place=step.to)
    before = table.player(player).entered
    table.set(player, entered=tuple(sorted({*before, step.to})))
    home = step.to == table.setup.finish
    # A record may name cards of the finish, which stay in the deck.
    if not home or table.reads("finish-draw", "b"):
        due = _city_cards(table, player, step.to, before)
        by_leader = due > table.board.index[step.to].draw
        table.draw_cards(player, step.drawn, due, "GR-22.5" if by_leader else "GR-13.3")
    if home:
        return "GR-18.2"
    table.limit_hand(player, step.forced)
    return "GR-13.2" if table.keeps("GR-13.2") else ""


def _city_cards(table: Table, player: str, city: str, before: tuple[str, ...]) -> int:
    """How many cards a player draws in a city; `before` are the cities entered before (ruling city-redraw)."""
    if not table.keeps("GR-13.3") or (city in before and table.reads("city-redraw", "b")):
        return 0
    draw = table.board.index[city].draw
    if table.setup.leader(player) != "belgian" or draw >= table.number("belgian_cards"):
        return draw
    table.did("GR-13.3", who=player)
    return table.number("belgian_cards")
