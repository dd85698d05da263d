"""Why no hidden facts fit the record of the decks, with the count that cannot be met."""

from collections.abc import Collection, Sequence

from verifier.findings import Breach
from verifier.thunder_alley.engine.decks_hand import Hand
from verifier.thunder_alley.engine.decks_stock import Dealing
from verifier.thunder_alley.engine.decks_turn import Held, Lack

SHUFFLE = "the discards are shuffled only when a card is to be drawn and the deck is empty"


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `3rd`, `4th`, `11th`."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def not_run_out(dealing: Dealing, out: int) -> Breach:
    """A shuffle is written where the deck cannot have run out."""
    size = dealing.stock.size
    return Breach(
        "TA-5-reshuffle",
        f"the race deck cannot have run out by now: at most {out} of {size} cards can be out",
        SHUFFLE,
        token="card",
        numbers={"out_most": out, "cards": size},
    )


def no_way(dealing: Dealing, held: Held, lacks: Sequence[Lack], named: Collection[int]) -> Breach:
    """No choice of discards, draws and shuffles fits. Prefers the obstacle about a kind just named, and among those the
    smallest demand."""
    rulings: tuple[str, ...] = ("reshuffle-source",)
    of_kind = [lack for lack in lacks if lack.kind in named] or list(lacks)
    if of_kind:
        least = min(of_kind, key=lambda lack: (lack.count, -lack.out, lack.kind))
        name, printed = dealing.stock.names[least.kind], dealing.printed(least.kind)
        out, size = least.out, dealing.stock.size
        there = f"{printed} {'is' if printed == 1 else 'are'} printed"
        how_many = f"and at most {out} of {size} cards can be out" if out < size else f"among {size} cards"
        since = (
            "between two shuffles of the deck"
            if least.again or out == size
            else "before the deck can have been shuffled"
        )
        if dealing.stock.ids[least.kind] in dealing.stock.shared:
            rulings = (*rulings, "card-80")
        return Breach(
            "TA-3.3",
            f"a {ordinal(least.count)} {name} would be out {since}: {there}, {how_many}",
            SHUFFLE,
            token="card",
            numbers={"needed": least.count, "printed": printed, "out_most": out, "cards": size},
            rulings=rulings,
        )
    seat, hand = next(((seat, hand) for seat, hand in enumerate(held.hands) if hand.torn), (0, held.hands[0]))
    return _kept(dealing, seat, hand, held, rulings)


def _kept(dealing: Dealing, seat: int, hand: Hand, held: Held, rulings: tuple[str, ...]) -> Breach:
    """Cards that a player must still hold leave no room for those that came from the hand."""
    wanted = sum(hand.need.values())
    low = held.kept[seat].low
    return Breach(
        "TA-3.3",
        f"{dealing.teams[seat]} kept {low} known {'card' if low == 1 else 'cards'}, and drew at most"
        f" {dealing.hand_size - low}; with the cards that came of this hand it would have held {wanted}, not"
        f" {dealing.hand_size}",
        "a card stays in hand until it is played or discarded",
        token="card",
        numbers={"kept": low, "drawn_most": dealing.hand_size - low, "needed": wanted},
        rulings=rulings,
    )
