"""The event deck: one card per turn, so the number drawn is never hidden (TA-3.5.2, event-deck-exhausted)."""

from model.values import value
from verifier.findings import Breach
from verifier.thunder_alley.engine.decks_stock import Dealing

RAIN = "rain"


@value
class Drawn:
    """One possible state of the event deck: `low` to `high` cards are out of it, among them `known` (by kind). `shuffled`: it
    was shuffled for the last event drawn."""

    low: int
    high: int
    known: tuple[int, ...]
    shuffled: bool = False


def first_events(dealing: Dealing) -> tuple[Drawn, ...]:
    """The full deck."""
    return (Drawn(0, 0, (0,) * len(dealing.events.counts)),)


def events_on_the_way(dealing: Dealing, drawn: int | None, *, fewer: bool, rain: bool) -> tuple[Drawn, ...]:
    """The deck where a position begins in mid-race: `drawn` events were drawn before, one per turn, or `fewer`, if the last
    turns had none; None if unknown. Which ones is unknown too, except whether a Rain is set aside."""
    none, size = [0] * len(dealing.events.counts), dealing.events.size
    if rain:
        none[dealing.events.index[RAIN]] = 1
    if drawn is None or drawn > size:
        return (Drawn(int(rain), size, tuple(none)),)
    return (Drawn(int(rain) if fewer else max(drawn, int(rain)), max(drawn, int(rain)), tuple(none)),)


def drawn_event(dealing: Dealing, before: tuple[Drawn, ...], event: str | None) -> tuple[Drawn, ...] | Breach:
    """The deck after one more event; None if it was not noted."""
    stock = dealing.events
    found: list[Drawn] = []
    for drawn in before:
        decks = [drawn] if drawn.low < stock.size else []
        if drawn.high == stock.size:
            decks.append(_anew(dealing))
        for deck in decks:
            known = list(deck.known)
            if event is not None:
                kind = stock.index[event]
                known[kind] += 1
                if known[kind] > stock.counts[kind]:
                    continue
            # Only a shuffle for the event just drawn is remembered.
            shuffled = deck.shuffled and deck is not drawn
            after = Drawn(deck.low + 1, min(deck.high + 1, stock.size), tuple(known), shuffled)
            if after not in found:
                found.append(after)
    if found or event is None:
        return tuple(found)
    kind = stock.index[event]
    name, printed, out = stock.names[kind], stock.counts[kind], max(drawn.high for drawn in before)
    return Breach(
        "TA-3.5.2",
        f"{name} is drawn once more than it is there: {printed} {'is' if printed == 1 else 'are'} printed, and {out} of"
        f" {stock.size} events were out before it",
        "used events come again only when the event deck has run out",
        token="card",
        numbers={"printed": printed, "out": out, "cards": stock.size},
        rulings=("event-deck-exhausted",),
    )


def shuffled_events(dealing: Dealing, before: tuple[Drawn, ...]) -> tuple[Drawn, ...] | Breach:
    """The deck after a recorded shuffle: for the event just drawn, or for the next one."""
    found = [drawn for drawn in before if drawn.shuffled]
    if any(drawn.high == dealing.events.size for drawn in before):
        found.append(_anew(dealing))
    if found:
        return tuple(dict.fromkeys(found))
    out = max(drawn.high for drawn in before)
    return Breach(
        "TA-3.5.2",
        f"the event deck has not run out: {out} of {dealing.events.size} events are out",
        "used events are shuffled when one is to be drawn and the deck is empty",
        numbers={"out": out, "cards": dealing.events.size},
        rulings=("event-deck-exhausted",),
    )


def _anew(dealing: Dealing) -> Drawn:
    """A freshly shuffled deck. All its cards were out, including a first Rain, which stays aside (event-deck-exhausted)."""
    known = [0] * len(dealing.events.counts)
    known[dealing.events.index[RAIN]] = 1
    return Drawn(1, 1, tuple(known), shuffled=True)
