"""GR-2: the setup."""

from model.great_race.cards import cards_of
from model.great_race.position import CAMP, Player, Position
from model.great_race.seen import Joined
from verifier.great_race.engine.table import Table


def begin(table: Table) -> None:
    """Vehicles, gauges, money, the progress track and the bag at the start (GR-2)."""
    setup, board = table.setup, table.board
    if (
        not all(board.index[city].purple for city in (setup.start, setup.finish))
        or setup.start == setup.finish
    ):
        table.refuse(
            "GR-2.2",
            f"the race leads from {setup.start} to {setup.finish}",
            "it leads from one purple city to another",
        )
    names = [seat.name for seat in setup.seats]
    fuel, engine, chassis = (table.number(f"{gauge}_max") for gauge in ("fuel", "engine", "chassis"))
    money = dict.fromkeys(names, table.number("start_money"))
    if table.keeps("GR-2.7"):
        money[names[-1]] = table.number("start_last")
    players = tuple(Player(name, setup.start, fuel, engine, chassis, money[name]) for name in names)
    bag = tuple((tile.id, tile.count) for tile in board.tiles)
    table.position = Position(
        turn=1,
        phase=CAMP,
        players=players,
        next=names[-1],
        bag=bag,
        in_bag=sum(count for _, count in bag),
        track=((setup.level(setup.start), tuple(names)),),
    )
    deck = sum(card.count for card in cards_of(setup.ruleset).values())
    table.cards = (Joined(tuple((name, ()) for name in names), (), (), deck),)
    table.did("GR-2.3", "GR-2.4", "GR-2.5", "GR-2.6", "GR-2.7", "GR-2.8", "GR-2.9")
    if any(seat.leader for seat in setup.seats):
        table.did("GR-22.1")
