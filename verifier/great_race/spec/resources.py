"""GR-20, GR-21: resource cards played in the second step of a sequence."""

from collections.abc import Mapping

from model.great_race.cards import cards
from model.great_race.facts import ANY_TIME, COMPLEMENT
from model.great_race.moves import UNKNOWN, Drive, Hit, Play, Repair, Scout, Search, Spaces
from model.values import replace
from verifier.great_race.spec.drive import drive
from verifier.great_race.spec.escort import react, vehicles
from verifier.great_race.spec.repair import repair
from verifier.great_race.spec.resources_hand import (
    GAINS,
    SEARCHER,
    bring,
    deck,
    lay_out,
    may_play_any_time,
    must_hold,
    play_any_time,
    put_away,
    search,
    timing,
    within_limit,
)
from verifier.great_race.spec.table import OpenError, Scene, demand
from verifier.great_race.spec.tiles import lay_tile, place_tiles, remove_tile

USES = {
    "Tracker": Spaces,
    "Saboteur": Hit,
    "Technician": Repair,
    "Pilot": Drive,
    "Cheat": Spaces,
    "Cartographer": Scout,
    "Searcher": Search,
    "Surveyor": Scout,
}
"""What a card is used for, if it has more than one possibility."""

NOT_MADE: Mapping[type | None, Drive | Repair | Scout | Spaces] = {
    Drive: Drive(),
    Repair: Repair(),
    Scout: Scout(),
    Spaces: Spaces(()),
}
"""A choice that is not written was not made."""


def play(scene: Scene, who: str, act: Play) -> Scene:
    """A card is played, fully resolved, and discarded (GR-6.4, GR-20.1)."""
    card, use = act.card, act.use
    kinds = deck(scene)
    demand(card in kinds, cards()[card].rule, f"{card} belongs to the Leader module", "card")
    kind = timing(scene, card)
    demand(
        kind != COMPLEMENT, "GR-20.3", f"a {card} is only played with the action that it complements", "card"
    )
    if kind == ANY_TIME and card != SEARCHER:
        demand(act.reaction is None, "GR-9.2", f"a {card} is no danger", "reaction")
        demand(use is None, kinds[card].rule, f"a {card} is used for nothing else", "card")
        return play_any_time(scene, who, card, "card")
    if kind == ANY_TIME:
        may_play_any_time(scene, who, card, "card")
    must_hold(scene, who, (card,), "card")
    due = USES.get(card)
    if isinstance(use, Search) and due is not Search and set(use.kept) == {UNKNOWN} and not use.dropped:
        raise OpenError(f"what the {card} is used for is not known")
    if use is None and due in NOT_MADE:
        use = NOT_MADE[due]
    fits_card = due is not None and isinstance(use, due)
    demand(fits_card or (use is None and due in (None, Search)), kinds[card].rule,
           f"a {card} is used for something else", "card")  # fmt: skip
    act = replace(act, use=use)
    scene = lay_out(scene, who, card)
    demand(act.reaction is None or kinds[card].danger, "GR-9.2", f"a {card} is no danger", "reaction")
    if act.reaction is not None:
        _aimed(scene, who, act)
        scene = react(scene, act, act.reaction)
        if isinstance(use, Hit):
            scene = within_limit(scene, use.victim, use.forced)
        return put_away(scene, who, card)
    return put_away(_resolved(scene, who, act), who, card)


def _resolved(scene: Scene, who: str, act: Play) -> Scene:
    """The effect of a card (GR-21)."""
    match act.use:
        case Drive() as way:
            return drive(scene, who, way, mechanic=False)  # GR-21.5
        case Repair() as work:
            return repair(scene, who, work, technician=True)  # GR-21.3
        case Scout() as scout if act.card == "Cartographer":
            chained = scene.reads("cartographer-chain") == "b"
            tiles = scene.number("cartographer_tiles")
            return place_tiles(scene, who, scout, "GR-21.7", tiles, chained=chained)
        case Scout() as scout:
            kept = scene.number("surveyor_placed")
            return place_tiles(scene, who, scout, "GR-21.16", scene.number("surveyor_drawn"), kept=kept)
        case Hit() as hit:
            _aimed(scene, who, act)
            return sabotage(scene, hit)
        case Spaces(spaces):
            _aimed(scene, who, act)
            return _track(scene, spaces) if act.card == "Tracker" else _swap(scene, spaces)
        case Search(kept, dropped, forced):
            return within_limit(search(scene, who, kept, dropped), who, forced)
    if act.card == SEARCHER:
        return within_limit(search(scene, who, None, None), who)
    assert act.card in GAINS
    return bring(scene, who, act.card)


def _aimed(scene: Scene, who: str, act: Play) -> None:
    """GR-20.5: what a danger card may be aimed at; paths need not be joined."""
    match act.use:
        case Hit(victim):
            finished = scene.player(victim).finished
            demand(not finished or not scene.keeps("GR-18.5"), "GR-18.5", f"{victim} has finished", "victim")
            if victim == who:
                demand(scene.reads("saboteur-target") == "b", "GR-21.2", f"{who} plays it", "victim")
        case Spaces(spaces):
            _named(scene, act.card, spaces)


def _named(scene: Scene, card: str, spaces: tuple[str, ...]) -> None:
    """The tiles that a Tracker or a Cheat names: different ones, on the board."""
    rule = "GR-21.1" if card == "Tracker" else "GR-21.6"
    if UNKNOWN in spaces:
        raise OpenError("a space is not known")
    occupied = vehicles(scene)
    for space in spaces:
        demand(scene.position.tile(space) is not None, rule, f"{space} has no tile")
        if space in occupied:
            free = (
                scene.reads("tracker-occupied") == "b"
                if card == "Tracker"
                else scene.reads("cheat-occupied") == "a"
            )
            demand(free, rule, f"a vehicle stands on {space}")
    demand(len(set(spaces)) == len(spaces), rule, "a space is named twice")
    wanted = scene.number("tracker_tiles") if card == "Tracker" else 2
    if len(spaces) < wanted and card == "Tracker":
        tiles = {space for space, _ in scene.position.tiles}
        there = len(tiles if scene.reads("tracker-occupied") == "b" else tiles - occupied)
        if there < wanted and scene.reads("tracker-short") == "a":
            wanted = there
    demand(len(spaces) == wanted, rule, f"{wanted} tiles are named, not {len(spaces)}")


def sabotage(scene: Scene, hit: Hit) -> Scene:
    """GR-21.2: the victim loses points as the player of the card splits them (ruling saboteur-overkill)."""
    assert not isinstance(hit.split, str)
    victim, loss = hit.victim, scene.number("saboteur_loss")
    gauges = scene.known(victim, "engine"), scene.known(victim, "chassis")
    split, short = hit.split, sum(gauges) < loss
    fact = f"a Saboteur takes {loss} points, not {sum(split)}"
    demand(sum(split) == loss or (short and split == gauges), "GR-21.2", fact, "split")
    if any(points > has for points, has in zip(split, gauges, strict=True)):
        if scene.reads("saboteur-overkill") == "b":
            split = min(split[0], gauges[0]), min(split[1], gauges[1])
        else:
            fact = f"{victim} has engine {gauges[0]} and chassis {gauges[1]}"
            demand(short, "GR-21.2", fact, "split")
            split = gauges
    scene = scene.changed(victim, "engine", -split[0]).changed(victim, "chassis", -split[1])
    return within_limit(scene, victim, hit.forced)


def _track(scene: Scene, spaces: tuple[str, ...]) -> Scene:
    """GR-21.1: the tiles leave the game."""
    for space in spaces:
        tile = scene.position.tile(space)
        assert tile is not None
        scene = remove_tile(lay_tile(scene, space, None), tile)
    return scene


def _swap(scene: Scene, spaces: tuple[str, ...]) -> Scene:
    """GR-21.6: the two tiles change places."""
    one, two = spaces
    tile, owner = scene.position.tile(one), scene.owner(one)
    return lay_tile(lay_tile(scene, one, scene.position.tile(two), scene.owner(two)), two, tile, owner)
