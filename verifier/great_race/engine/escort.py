"""GR-9: escorts, against dangers and to clear tiles."""

from model.great_race.moves import ASSISTANT, UNKNOWN, Clear, Reaction
from model.great_race.position import ESCORT, ZONES, Assistants
from verifier.great_race.engine import lost, tiles
from verifier.great_race.engine.table import Table
from verifier.words import counted

CARD = "Escort"


def avoid(table: Table, player: str, means: tuple[str, ...]) -> None:
    """Escorts that keep a DANGER from a vehicle (GR-9.2)."""
    if len(means) > 1:
        table.refuse("GR-9.2", f"{len(means)} escorts are played against one danger", "one is enough")
    for one in means:
        _use(table, player, one)


def react(table: Table, reaction: Reaction, victim: str) -> None:
    """A danger card is cancelled before it has its effect (GR-9.3); `victim` is whom it would hit."""
    player = table.player(reaction.by)
    if player.finished:
        table.refuse("GR-18.2", f"{player.name} has finished", "who has finished takes no further part")
    if not table.keeps("GR-9.3"):
        table.refuse("GR-9.2", "an escort is played against a card", "it avoids the DANGER of a tile only")
    if reaction.late:
        table.refuse("GR-9.3", "the card has already had its effect", "an escort comes before the effect")
    if player.passed and reaction.means == ASSISTANT and table.reads("escort-after-pass", "b"):
        table.refuse("GR-6.6", f"{player.name} has passed", "passing ends one's part in the phase")
    if victim not in ("", player.name) and table.reads("escort-for-others", "b"):
        table.refuse(
            "GR-9.3", f"the card is aimed at {victim}, not {player.name}", "only its victim may counter it"
        )
    _use(table, reaction.by, reaction.means)


def _use(table: Table, player: str, means: str) -> None:
    if means == ASSISTANT:
        take(table, player, ESCORT, "GR-9.2")
    else:
        table.check_part(player)
        table.spend(player, CARD)
    table.did("GR-9.2", who=player)


def take(table: Table, player: str, zone: str, rule: str, count: int = 1) -> None:
    """Assistants leave a zone of the dashboard."""
    left = table.player(player).left
    if left is None:
        left = table.choose(lost.plans(table))
    place = ZONES.index(zone)
    if left[place] < count:
        table.refuse(
            rule,
            f"{player} has {counted(left[place], 'assistant')} in zone {zone}",
            "an assistant is played from its zone",
            left=left[place],
        )
    now: Assistants = tuple(number - count * (place == at) for at, number in enumerate(left))  # type: ignore[assignment]
    table.set(player, left=now)


def clear(table: Table, player: str, decision: Clear) -> None:
    """A tile on the path of the vehicle leaves the game (GR-9.4)."""
    space = decision.space
    if not table.keeps("GR-9.4"):
        table.refuse("GR-9.1", "an escort clears a tile", "an escort avoids a danger")
    if space == UNKNOWN and table.position.tiles:
        space = table.choose(dict(table.position.tiles))
        table.fill(space=space)
    if table.position.tile(space) is None:
        table.refuse("GR-9.4", f"no tile lies on {space}", "an escort clears a tile")
    if any(one.place == space for one in table.position.players):
        table.refuse("GR-9.4", f"a vehicle stands on {space}", "a tile with a vehicle on it stays")
    near = table.place(player).near
    reach = near if table.reads("escort-clear-reach", "b") else tiles.joined(table, player)
    if space not in reach:
        table.refuse(
            "GR-9.4",
            f"{space} is not on the path of {player}",
            "an escort clears a tile on the path of the own vehicle",
        )
    tiles.remove(table, space)
    table.did("GR-9.4", who=player, what="tile")
