"""GR-20 and GR-21: resource cards."""

from collections.abc import Callable

from model.great_race.cards import cards, cards_of
from model.great_race.moves import UNKNOWN, Drive, Hit, Play, Repair, Scout, Search, Spaces
from model.great_race.seen import Left
from model.values import replace
from verifier.great_race.engine import escort, tiles
from verifier.great_race.engine.cards import in_stock
from verifier.great_race.engine.drive import drive
from verifier.great_race.engine.repair import repair
from verifier.great_race.engine.table import COMPLEMENTS, NotKnownError, Table
from verifier.words import counted

ANY_TIME = ("Jerrycan", "Escort")
DANGERS = ("Tracker", "Saboteur", "Cheat")
USES: dict[str, type] = {
    "Pilot": Drive,
    "Technician": Repair,
    "Cartographer": Scout,
    "Surveyor": Scout,
    "Searcher": Search,
    "Tracker": Spaces,
    "Cheat": Spaces,
    "Saboteur": Hit,
}
"""What cards are used for; the others need no more words."""
DOUBTFUL = ("Financier", "Refuel", "Searcher")
"""Cards that some read as any-time cards (ruling card-classes)."""


def any_time(table: Table, card: str) -> bool:
    """Whether a card may be played at any time (GR-20.4)."""
    return card in ANY_TIME or (card in DOUBTFUL and table.reads("card-classes", "b"))


def play(table: Table, player: str, act: Play) -> None:
    """A card of the second step is played and has its effect, unless a reaction cancels it (GR-9.3)."""
    table.word = "card"
    if act.card == UNKNOWN:
        raise NotKnownError("the card played is lost")
    if act.card in COMPLEMENTS:
        table.refuse("GR-20.3", f"{act.card} is played alone", "it goes with a move or a repair")
    if act.card not in cards_of(table.setup.ruleset):
        table.refuse(
            cards()[act.card].rule, f"{act.card} is not in the deck", "it belongs to the Leader module"
        )
    if any_time(table, act.card):
        table.check_part(player)
    if act.card in ANY_TIME:
        _check_use(table, act)
        table.spend(player, act.card)
        table.did("GR-20.4", who=player)
    else:
        table.lay_down(player, act.card)
    _resolve(table, player, act)
    if act.card not in ANY_TIME:
        table.see(Left(player, (act.card,)))


def _resolve(table: Table, player: str, act: Play) -> None:
    """What a card does."""
    _check_use(table, act)
    if act.card in DANGERS:
        table.did("GR-20.5", who=player)
    elif act.reaction is not None:
        table.word = "reaction"
        table.refuse("GR-9.2", f"{act.card} is no danger", "escorts counter Tracker, Saboteur and Cheat")
    table.word = ""
    effect = EFFECTS.get(act.card)
    if effect is None:
        table.refuse("GR-21.4", f"nothing calls for {act.card}", "an Escort card cancels a danger")
    effect(table, player, act)


def _check_use(table: Table, act: Play) -> None:
    """A card is used for what it is for."""
    use = act.use
    for_more = USES.get(act.card, Search) is not Search
    if for_more and isinstance(use, Search) and set(use.kept) == {UNKNOWN} and not use.dropped:
        raise NotKnownError(f"what the {act.card} is used for is lost")
    if use is not None and not isinstance(use, USES.get(act.card, ())):
        card = cards()[act.card]
        table.refuse(card.rule, f"{act.card} is used for something else", card.effect)


def _cancelled(table: Table, act: Play, victim: str = "") -> bool:
    """Whether a reaction cancels a danger card that names what it may name (GR-9.3)."""
    if act.reaction is None:
        return False
    table.word = "reaction"
    escort.react(table, act.reaction, victim)
    table.word = ""
    return True


def _pilot(table: Table, player: str, act: Play) -> None:
    drive(table, player, act.use if isinstance(act.use, Drive) else Drive())
    table.did("GR-21.5", who=player)


def _technician(table: Table, player: str, act: Play) -> None:
    repair(table, player, act.use if isinstance(act.use, Repair) else Repair(), by_card=True)
    table.did("GR-21.3", who=player)


def _cartographer(table: Table, player: str, act: Play) -> None:
    tiles.scout(table, player, _placed(act), table.number("cartographer_tiles"), "GR-21.7")


def _placed(act: Play) -> Scout:
    """The tiles that a card places; none if they are left out."""
    return act.use if isinstance(act.use, Scout) else Scout()


def _surveyor(table: Table, player: str, act: Play) -> None:
    """Four tiles are drawn, two placed, two discarded (GR-21.16)."""
    placed, drawn = table.number("surveyor_placed"), table.number("surveyor_drawn")
    tiles.scout(table, player, _placed(act), drawn, "GR-21.16", placed=placed)


def _financier(table: Table, player: str, act: Play) -> None:
    table.earn(player, table.number("financier_money"), "GR-21.8")


def _jerrycan(table: Table, player: str, act: Play) -> None:
    table.refuel(player, table.number("jerrycan_fuel"), "GR-21.10")


def _refuel(table: Table, player: str, act: Play) -> None:
    table.refuel(player, table.number("refuel_fuel"), "GR-21.11")


def _searcher(table: Table, player: str, act: Play) -> None:
    """Three cards are drawn, two kept (GR-21.13)."""
    due = searched(table)
    use = act.use if isinstance(act.use, Search) else due
    kept, drawn = len(due.kept), len(due.kept) + len(due.dropped)
    if (len(use.kept), len(use.dropped)) != (kept, drawn - kept):
        table.refuse(
            "GR-21.13",
            f"{counted(len(use.kept), 'card')} kept and {len(use.dropped)} dropped",
            f"{kept} of {drawn} cards are kept",
        )
    table.draw_cards(player, (*use.kept, *use.dropped), drawn, "GR-21.13")
    if table.whole and UNKNOWN in use.dropped:
        use = replace(use, dropped=table.kinds(player, use.dropped))
        table.fill(dropped=use.dropped)
    if use.dropped:
        table.spend(player, *use.dropped)
    table.limit_hand(player, use.forced)


def searched(table: Table) -> Search:
    """What a Searcher draws, as far as there are cards: how many are kept, and how many dropped."""
    drawn = min(table.number("searcher_drawn"), in_stock(table.setup, table.cards))
    kept = min(table.number("searcher_kept"), drawn)
    return Search((UNKNOWN,) * kept, (UNKNOWN,) * (drawn - kept))


def _spaces(table: Table, act: Play) -> tuple[str, ...]:
    """The spaces that a card names, each with a tile."""
    named = act.use.spaces if isinstance(act.use, Spaces) else ()
    if UNKNOWN in named and (laid := dict(table.position.tiles)):
        named = tuple(table.choose(laid) if space == UNKNOWN else space for space in named)
        table.fill(spaces=named)
    if len(set(named)) < len(named):
        table.refuse(
            "GR-21.1" if act.card == "Tracker" else "GR-21.6", "a space is named twice", "two tiles are named"
        )
    return named


def _tracker(table: Table, player: str, act: Play) -> None:
    """Two tiles anywhere leave the game (GR-21.1)."""
    occupied = {one.place for one in table.position.players}
    laid = dict(table.position.tiles)
    eligible = [space for space in laid if space not in occupied or table.reads("tracker-occupied", "b")]
    named, due = _spaces(table, act), table.number("tracker_tiles")
    if len(eligible) < due and table.reads("tracker-short", "a"):
        due = len(eligible)
    for space in named:
        if space not in laid:
            table.refuse("GR-21.1", f"no tile lies on {space}", "a Tracker discards tiles of the board")
        if space not in eligible:
            table.refuse("GR-21.1", f"a vehicle stands on {space}", "a tile with a vehicle on it stays")
    if len(named) != due:
        table.refuse(
            "GR-21.1",
            f"{counted(due, 'tile')} must be named, not {len(named)}",
            "a Tracker discards two tiles",
            due=due,
        )
    if _cancelled(table, act):
        return
    for space in named:
        tiles.remove(table, space)
    table.did("GR-21.1", who=player, what="tiles")


def _cheat(table: Table, player: str, act: Play) -> None:
    """Two tiles change places (GR-21.6)."""
    named, laid = _spaces(table, act), dict(table.position.tiles)
    if len(named) != 2:
        table.refuse("GR-21.6", f"two tiles must be named, not {len(named)}", "a Cheat swaps two tiles")
    for space in named:
        if space not in laid:
            table.refuse("GR-21.6", f"no tile lies on {space}", "a Cheat swaps tiles of the board")
        if table.reads("cheat-occupied", "b") and any(one.place == space for one in table.position.players):
            table.refuse("GR-21.6", f"a vehicle stands on {space}", "a tile with a vehicle on it stays")
    if _cancelled(table, act):
        return
    one, other = named
    laid[one], laid[other] = laid[other], laid[one]
    moved = {one: other, other: one}
    owners = tuple(sorted((moved.get(space, space), owner) for space, owner in table.position.owners))
    table.change(tiles=tuple(sorted(laid.items())), owners=owners)
    table.did("GR-21.6", who=player, what="tiles")


def _saboteur(table: Table, player: str, act: Play) -> None:
    """The victim loses mechanical points, split by the player of the card (GR-21.2)."""
    if not isinstance(act.use, Hit):
        table.refuse("GR-21.2", "the Saboteur has no victim", "a Saboteur names a player")
    table.word = "victim"
    victim, split = table.player(act.use.victim), act.use.split
    if victim.finished and table.keeps("GR-18.5"):
        table.refuse("GR-18.5", f"{victim.name} has finished", "who has finished cannot be hit")
    if victim.name == player and table.reads("saboteur-target", "a"):
        table.refuse("GR-21.2", f"{player} is the victim of the own Saboteur", "another player is hit")
    if _cancelled(table, act, victim.name):
        table.limit_hand(victim.name, act.use.forced)
        return
    table.word = "split"
    if isinstance(split, str):
        most = range(table.number("saboteur_loss") + 1)
        split = table.choose([(one, other) for one in most for other in most])
        table.fill(split=split)
    engine, chassis = split
    due, has = table.number("saboteur_loss"), table.gauges(victim.name)[1:]
    all_lost = sum(has) < due
    if engine + chassis != due and not (all_lost and split == has):
        table.refuse(
            "GR-21.2",
            f"{counted(due, 'point')} must be split, not {engine + chassis}",
            "a Saboteur takes two points",
            due=due,
        )
    if (engine > has[0] or chassis > has[1]) and table.reads("saboteur-overkill", "a"):
        if not all_lost:
            fact = f"{victim.name} has engine {has[0]} and chassis {has[1]}"
            table.refuse("GR-21.2", fact, "the points must be there")
        engine, chassis = has
    now = {"engine": max(0, has[0] - engine), "chassis": max(0, has[1] - chassis)}
    table.set(victim.name, **now)
    for gauge in now:
        table.did("GR-21.2", who=victim.name, what=gauge)
    table.word = ""
    table.limit_hand(victim.name, act.use.forced)


EFFECTS: dict[str, Callable[[Table, str, Play], None]] = {
    "Pilot": _pilot,
    "Technician": _technician,
    "Cartographer": _cartographer,
    "Surveyor": _surveyor,
    "Financier": _financier,
    "Jerrycan": _jerrycan,
    "Refuel": _refuel,
    "Searcher": _searcher,
    "Tracker": _tracker,
    "Cheat": _cheat,
    "Saboteur": _saboteur,
}
"""What the cards of the second step do."""
