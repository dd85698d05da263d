"""Acts of a sequence that were not written down: each act that can have been meant, with all its parts lost."""

from collections.abc import Iterator

from model.great_race.moves import (
    ASSISTANT,
    CARD,
    UNKNOWN,
    Act,
    Buy,
    Cash,
    Clear,
    Draw,
    Drive,
    Hit,
    Pass,
    Play,
    Power,
    Reaction,
    Repair,
    Scout,
    Spaces,
)
from verifier.great_race.engine.cards import possible
from verifier.great_race.engine.resources import DANGERS, USES
from verifier.great_race.engine.table import COMPLEMENTS, ESCORT, Table

DRIVE, REPAIR, SCOUT, CLEAR = Drive(open=True), Repair(), Scout(None), Clear(UNKNOWN)


def acts(table: Table, player: str, *, first: bool, last: bool) -> list[Act]:
    """What a lost act can have been; what a rule forbids is refused where it is carried out. `first`: nothing has been done yet,
    `last`: an assistant has been played, or it is not the player's sequence."""
    found: list[Act] = [Power(SCOUT), Power(REPAIR)] if table.setup.leader(player) else []
    for card in possible(table.setup, table.cards, player):
        if card != ESCORT and card not in COMPLEMENTS:
            found += _plays(table, card)
    if last:
        return [*found, CLEAR]
    bought = [Buy(levels) for levels in range(1, table.number("fuel_max") + 1)] if first else []
    return [SCOUT, Draw(UNKNOWN), DRIVE, REPAIR, CLEAR, Cash(), Pass(), *found, *bought]


def _plays(table: Table, card: str) -> Iterator[Play]:
    """A card with each kind of use, and with each reaction to it."""
    names = [one.name for one in table.position.players]
    reactions: list[Reaction | None] = [None]
    if card in DANGERS:
        reactions += [Reaction(name, means) for name in names for means in (ASSISTANT, CARD)]
    uses: dict[type | None, list[Drive | Repair | Scout | Spaces | Hit]] = {
        Drive: [DRIVE],
        Repair: [REPAIR],
        Scout: [SCOUT],
        Spaces: [Spaces((UNKNOWN,) * count) for count in range(3)],
        Hit: [Hit(name, UNKNOWN) for name in names],
    }
    for use in uses.get(USES.get(card), [None]):
        for reaction in reactions:
            yield Play(card, use, reaction)
