"""Why the cards of a log cannot be, with the count that cannot be met."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from model.thunder_alley.cards import CARDS, EVENTS, Card, card_by_number
from model.thunder_alley.cards_seen import Discards, EventSeen, Hand, Played, RaceCard, Seen, TeamBar
from verifier.cards.known import Clash, Deal
from verifier.findings import Breach
from verifier.words import counted

SHUFFLE = "the discards are shuffled only when a card is to be drawn and the deck is empty"


@lru_cache(maxsize=1)
def _printed() -> dict[str, int]:
    return {
        card.id: sum([len(card_by_number(number)) == 1 for number in card.numbers]) for card in CARDS.values()
    }


def race_cards(cards: Mapping[str, Card] = CARDS) -> dict[str, int]:
    """How many race cards of each kind there are, without the number that is on two kinds (card-80)."""
    if cards is CARDS:
        return _printed()
    return {id: count + cards[id].count - CARDS[id].count for id, count in _printed().items()}


def shared(mark: str) -> bool:
    """Whether one of the numbers of this kind is on another kind too."""
    return mark in CARDS and _printed()[mark] < len(CARDS[mark].numbers)


def breach(
    clash: Clash, deal: Deal, log: Sequence[Seen], *, opening: bool, house: Mapping[str, int | str]
) -> Breach:
    """Why the last entry of a log does not fit a deck. `opening`: hands are those dealt before the race. `house` are the facts
    of cards that are not as printed."""
    team, numbers = clash.holder, clash.numbers
    rule, reason, rulings = "TA-3.3", "hands are filled once, at the start of a turn", tuple[str, ...]()
    match clash.what:
        case "few":
            in_hand, gone = numbers["in_hand"], numbers["leaving"]
            left = "no card" if in_hand == 0 else f"only {counted(in_hand, 'card')}"
            fact = f"{team} has {left} left in hand here, and {gone} {'leaves' if gone == 1 else 'leave'} it"
            if isinstance(log[-1], Discards):
                rule, reason = "TA-3.5.6", "a player discards cards from hand"
            else:
                rule = "TA-3.4-5"
                reason = "cards are played from hand, and hands are filled at the start of a turn"
        case "size":
            in_hand = numbers["in_hand"]
            size = counted(in_hand, "card")
            if clash.least != in_hand:
                size = f"{clash.least} to {size}"
            fact = f"{team} has {size} in hand here, not {numbers['told']}"
            if opening:
                rule, reason = "TA-2.7", "everybody is dealt one card more than a team has cars"
        case "many" | "noted":
            when = "when it was noted" if clash.what == "noted" else "before"
            counts = [(clash.cards[id], card.name) for id, card in CARDS.items() if clash.cards[id]]
            names = ", ".join(f"{count} {name}" if count > 1 else name for count, name in counts)
            fact = (
                f"the hand of {team} had {counted(numbers['in_hand'], 'card')} {when}, and needs {numbers['needed']} for its"
                f" later cards: {names}"
            )
            reason = "no player draws before the next turn"
        case "kept":
            kept, drawn = numbers["kept"], numbers["drawn_most"]
            fact = (
                f"{team} kept {counted(kept, 'known card')}, and drew at most {drawn}; with the cards"
                f" that came of this hand it would have held {numbers['needed']}, not {kept + drawn}"
            )
            reason, rulings = "a card stays in hand until it is played or discarded", ("reshuffle-source",)
        case "shuffle" if deal.holders:
            out = numbers["out_most"]
            fact = f"the race deck cannot have run out by now: at most {out} of {deal.size} cards can be out"
            rule, reason = "TA-5-reshuffle", SHUFFLE
        case "shuffle":
            fact = f"the event deck has not run out: {numbers['out_most']} of {deal.size} events are out"
            rule, reason = (
                "TA-3.5.2",
                "used events are shuffled when one is to be drawn and the deck is empty",
            )
            rulings = ("event-deck-exhausted",)
        case _:
            return _lacking(clash, deal, log, house=f"{clash.mark}.count" in house)
    return Breach(rule, fact, reason, token="card", numbers=numbers, rulings=rulings)


def _lacking(clash: Clash, deal: Deal, log: Sequence[Seen], *, house: bool) -> Breach:
    """More cards would be out than there are."""
    mark, numbers = clash.mark, clash.numbers
    out, printed = numbers["out_most"], numbers["printed"]
    place = _place(mark, log)
    if place:
        fact = f"card {mark} {place}, and there is one card of each number"
        reason = "hands are filled once, at the start of a turn, and no card comes back before the deck is shuffled"
        return Breach("TA-3.3", fact, reason, token="card", numbers={"card": int(mark)})
    cards, name = ("cards", f"card {mark}") if deal.holders else ("events", EVENTS[mark].name)
    if mark in CARDS:
        name = CARDS[mark].name
    if not printed:
        rule = "TA-3.3" if deal.holders else "TA-3.5.2"
        return Breach(rule, f"this deck has no {name}", "the ruleset leaves the card out", token="card")
    sure = clash.again or out == deal.size
    since = "between two shuffles of the deck" if sure else "before the deck can have been shuffled"
    there = f"{printed} {'is' if printed == 1 else 'are'} {'in this deck' if house else 'printed'}"
    most = (
        f"and at most {out} of {deal.size} {cards} can be out"
        if out < deal.size
        else f"among {deal.size} {cards}"
    )
    fact = f"a {ordinal(numbers['needed'])} {name} would be out {since}: {there}, {most}"
    if not deal.holders:
        reason = "used events come again only when the event deck has run out"
        rulings: tuple[str, ...] = ("event-deck-exhausted",)
        return Breach("TA-3.5.2", fact, reason, token="card", numbers=numbers, rulings=rulings)
    rulings = ("reshuffle-source", "card-80") if shared(mark) else ("reshuffle-source",)
    return Breach("TA-3.3", fact, SHUFFLE, token="card", numbers=numbers, rulings=rulings)


def _place(mark: str, log: Sequence[Seen]) -> str:
    """Where the card with this number is, if the last entry names it: the entry before that names it too shows it."""
    *before, last = [[str(card.number) for card in _named(seen)].count(mark) for seen in log]
    if last > 1:
        return "stands in this line twice"
    seen = next((seen for seen, often in zip(log[-2::-1], before[::-1], strict=True) if often), None)
    if not last or seen is None:
        return ""
    return f"is in the hand of {seen.team}" if isinstance(seen, Hand) else "lies among the discards"


def _named(seen: Seen) -> tuple[RaceCard, ...]:
    """The race cards of an entry."""
    match seen:
        case Played() | TeamBar():
            return (seen.card,)
        case Hand() | Discards():
            return seen.cards
        case EventSeen() if seen.bar is not None:
            return (seen.bar,)
    return ()


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `3rd`, `4th`, `11th`."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
