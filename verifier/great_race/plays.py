"""The Great Race, recorded by choices."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count

from model.great_race.cards import cards_of
from model.great_race.drawn import Drawn, draws, named
from model.great_race.moves import UNKNOWN, Decision, Turn
from model.values import replace
from verifier.great_race.engine.cards import known_hand
from verifier.great_race.engine.offers import offers
from verifier.great_race.lines.facts import player_text
from verifier.great_race.lines.header import set_up
from verifier.great_race.lines.terms import Table
from verifier.great_race.lines.write import line_text
from verifier.offers import Choice, Offer
from verifier.plays import Plays


def due(table: Table) -> Offer[Decision] | None:
    """What is due. Cards that were drawn unseen can be named before a line is written."""
    table = set_up(table)
    if table.setup is None or table.standing is None:
        return None
    offer = offers(table.setup, table.standing)
    if offer is not None and any(isinstance(one.decision, Turn) for one in table.past[-1:]):
        left = tuple(one for one in offer.choices if one.kind != "turn")  # the turn was announced just now
        offer = replace(offer, choices=left)
    return None if offer is None else _with_names(table, offer)


def _with_names(table: Table, offer: Offer[Decision]) -> Offer[Decision]:
    """An offer in which a decision with hidden cards can also be written with their names."""
    choices: list[Choice[Decision]] = []
    for one in offer.choices:
        then, decision = one.then, one.decision
        if then is not None:
            one = replace(one, then=partial(_following, table, then))
        choices.append(one)
        if decision is not None and any(UNKNOWN in draw.cards for draw in draws(decision)):
            choices.append(Choice("name", then=partial(_names, table, offer.who, decision)))
    return replace(offer, choices=tuple(choices))


def _following(table: Table, then: Callable[[], Offer[Decision]]) -> Offer[Decision]:
    return _with_names(table, then())


def _names(table: Table, who: str, decision: Decision) -> Offer[Decision]:
    """The cards that a hidden one can be, in each draw; or the decision as it is."""
    assert table.setup is not None and table.standing is not None
    choices = [Choice[Decision]("end", decision=decision)]
    found = draws(decision)
    for place, draw in enumerate(found):
        for kind in cards_of(table.setup.ruleset) if UNKNOWN in draw.cards else ():
            told = _told(decision, place, kind)
            if table.door.judge(table.setup, table.standing, told).outcomes:
                note = f"({draw.source})" if len(found) > 1 else ""
                choices.append(Choice("card", kind, then=partial(_names, table, who, told), note=note))
    return Offer("name", who, tuple(choices))


def _told(decision: Decision, place: int, kind: str) -> Decision:
    """The decision in which the first hidden card of a draw has a name."""
    number = count()

    def name(draw: Drawn) -> tuple[str, ...]:
        if next(number) != place:
            return draw.cards
        hidden = draw.cards.index(UNKNOWN)
        return (*draw.cards[:hidden], kind, *draw.cards[hidden + 1 :])

    return named(decision, name)


def written(_table: Table, decision: Decision) -> tuple[str, ...]:
    """The line of a decision; a blank line before a turn."""
    return ("", line_text(decision)) if isinstance(decision, Turn) else (line_text(decision),)


def facts(table: Table) -> Iterator[str]:
    """The players, as far as their hands are known."""
    table = set_up(table)
    if table.setup is None or table.standing is None:
        return
    for one in table.standing.position.players:
        hand = known_hand(table.setup, table.standing.cards, one.name, one.cards)
        yield player_text(one, hand).replace(" ", " at ", 1)


ASKS = {
    "camp": "The camp.",
    "shown": "Which card is shown next?",
    "planning": "How are the assistants placed?",
    "convoy": "What does the convoy do?",
    "act": "What comes next?",
    "convoy-over": "The convoys are through.",
    "drive": "Where to?",
    "tile": "Which tile is drawn?",
    "pay": "How is it paid, with how many points on engine and chassis?",
    "put": "Which tile goes where?",
    "repair": "What is repaired, engine and chassis?",
    "hit": "Who is hit, on engine and chassis?",
    "react": "Does anybody counter it?",
    "name": "Which card was drawn?",
    "discard": "Which card goes?",
    "drop": "Which card goes?",
    "space": "Which space?",
    "end": "That is all.",
    "nothing": "Nothing is possible after this.",
}

SAYS = {
    "turn": "the turn begins",
    "display": "show the cards of the camp",
    "end": "that is all; write the line",
    "stay": "stay",
    "stop": "stop here",
    "order": "state the order",
    "jerrycan": "play a Jerrycan first",
    "late": "play a Jerrycan now",
    "none": "nobody counters it",
    "blind": "to {} (tile not seen yet)",
    "step": "to {}",
    "city": "into {}",
    "line": "by a line to {} (Transport cards)",
    "pay": "pay {}",
    "back": "turn back",
    "play": "play {}",
    "take": "take {}",
    "buy": "buy {} fuel",
    "clear": "clear {}",
    "interrupt": "{} plays a card in between",
    "react": "{} counters it",
    "name": "name a card that was drawn unseen",
    "scout": "scout",
    "draw": "draw a card",
    "drive": "drive",
    "cash": "cash",
    "pass": "pass",
    "power": "use the leader's power",
    "bonus": "state the bonus of {}",
}


IN_ZONES = "explorer", "mechanic", "escort", "treasury"
"""What an assistant in each zone is, in the order of the zones."""


def words(offer: Offer[Decision], choice: Choice[Decision]) -> str:
    """A choice in words."""
    word = choice.word
    if choice.kind == "plan":
        name, *counts = word.split(" ")
        zones = ", ".join(
            f"{count} {zone}" for zone, count in zip(IN_ZONES, counts, strict=True) if count != "0"
        )
        return f"{name}: {zones or 'none'}"
    if choice.kind == "interrupt" and choice.decision is not None:
        return line_text(choice.decision)
    if choice.kind == "hit":
        name, engine, chassis = word.rsplit(" ", 2)
        return f"{name}: engine {engine}, chassis {chassis}"
    if choice.kind == "put":
        return word.replace("@", " on ")
    said = SAYS.get(choice.kind)
    if said is not None:
        return said.format(word)
    return f"{choice.kind} {word}".strip() if offer.due == "repair" else word or choice.kind


PLAYS: Plays[Table, Decision] = Plays(
    offers=due,
    written=written,
    words=words,
    asks=ASKS,
    placed=frozenset(("blind", "step", "city", "line", "clear", "put", "space", "plan", "hit", "interrupt")),
    facts=facts,
)
