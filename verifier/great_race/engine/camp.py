"""GR-4: the camp, in which each player takes a card."""

from model.great_race.moves import UNKNOWN, Display, Take
from model.great_race.position import CAMP, OVER, PLANNING
from model.great_race.seen import Left, Shown, Took
from verifier.great_race.engine import cards, maintenance
from verifier.great_race.engine.table import Table


def show(table: Table, decision: Display) -> None:
    """The cards of the camp are shown (GR-4.1), with the maintenance before it if no line states that."""
    maintenance.begin(table)
    position = table.position
    if position.phase == OVER:
        table.refuse("GR-18.4", "the game is over", "no camp follows the last turn")
    if position.phase != CAMP:
        table.refuse("GR-3.1", "the camp has not begun", "cards are shown in the camp")
    if position.display:
        table.refuse("GR-4.1", "cards are shown once, at the start of the camp", "each turn has one display")
    full = len(position.players) + table.number("camp_extra")
    due = min(full, cards.in_stock(table.setup, table.cards))
    if len(decision.cards) != due:
        fact = f"{due} cards are shown, not {len(decision.cards)}"
        table.refuse("GR-4.1", fact, "one card more than there are players is shown", due=due)
    table.see(Shown(decision.cards))
    table.change(display=decision.cards)
    table.bonuses = ()
    table.did("GR-4.1", *(["GR-4.5"] * (due < full)), *(["GR-17.4"] * (position.turn > 1)))


def take(table: Table, decision: Take) -> None:
    """A player takes a card (GR-4.2), the last one also the card that is left (GR-4.3)."""
    position, player = table.position, decision.player
    if position.phase != CAMP:
        table.refuse(
            "GR-3.1", f"{player} takes a card, and the camp is over", "the camp comes first in a turn"
        )
    if position.next is not None and player != position.next:
        last = position.order[-1]
        left_over = position.next == last and len(position.display) == 1
        table.refuse(
            "GR-4.3" if left_over or player == last else "GR-4.2",
            f"{position.next} takes a card now, not {player}",
            "the last in turn order also takes the card that is left"
            if left_over
            else "players take one card each, the last in turn order first",
        )
    if not position.display:
        table.refuse("GR-4.2", "no cards are shown", "cards are taken from the display")
    display = list(position.display)
    card = decision.card
    if card == UNKNOWN:
        card = table.choose(dict.fromkeys(display))
        table.fill(card=card)
    if card not in display and UNKNOWN not in display:
        shown = ", ".join(display)
        table.refuse("GR-4.2", f"{card} is not shown ({shown})", "a card is taken from the display")
    display.remove(card if card in display else UNKNOWN)
    left_over = player == position.order[-1] and not display
    table.see(Took(player, card))
    table.set(player, cards=table.player(player).cards + 1)
    table.did("GR-4.3" if left_over else "GR-4.2", who=player, what="card")
    table.limit_hand(player, decision.forced, "GR-4.4")
    if len(display) == 1 and player == position.order[0] and not table.keeps("GR-4.3"):
        _discard(table, position.order[-1], display.pop())
    table.change(display=tuple(display), next=_after(table, player, display))
    if table.position.next is None:
        table.change(phase=PLANNING)


def _discard(table: Table, player: str, card: str) -> None:
    """The card that is left is discarded; it counts as taken and laid down at once."""
    table.see(Took(player, card))
    table.see(Left(player, (card,)))


def _after(table: Table, player: str, display: list[str]) -> str | None:
    """Who takes the next card: in reverse turn order, then the last player again; None if the camp is over."""
    order = table.position.order
    if not display:
        return None
    place = order.index(player)
    return order[place - 1] if place else order[-1]
