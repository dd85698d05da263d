"""GR-2: setup."""

from model.great_race.board import Place
from model.great_race.cards import cards_of
from model.great_race.facts import GAUGES
from model.great_race.position import CAMP, Player, Position, Setup
from model.great_race.seen import Joined
from model.great_race.standing import Standing
from verifier.great_race.spec.table import demand


def begin(setup: Setup) -> Standing:
    """The standing before the first turn."""
    for city in (setup.start, setup.finish):
        place: Place = setup.board.index[city]
        demand(place.purple, "GR-2.2", f"{city} is not a purple city")
    demand(setup.start != setup.finish, "GR-2.2", "start and finish are the same city")
    names = tuple(seat.name for seat in setup.seats)
    fuel, engine, chassis = (setup.parameter(f"{gauge}_max") for gauge in GAUGES)  # GR-2.4
    money = dict.fromkeys(names, setup.parameter("start_money"))
    if "GR-2.7" not in setup.ruleset.left_out:
        money[names[-1]] = setup.parameter("start_last")
    players = tuple(Player(name, setup.start, fuel, engine, chassis, money[name]) for name in names)  # GR-2.5
    tiles = setup.board.tiles
    position = Position(
        1,
        CAMP,
        players,
        names[-1],
        bag=tuple((tile.id, tile.count) for tile in tiles),  # GR-2.9
        in_bag=sum(tile.count for tile in tiles),
        track=((setup.level(setup.start), names),),  # GR-2.6
    )
    deck = sum(card.count for card in cards_of(setup.ruleset).values())  # GR-2.8
    hands: tuple[tuple[str, tuple[str, ...]], ...] = tuple((name, ()) for name in names)
    return Standing(position, (Joined(hands, (), (), deck),))
