"""The Great Race, recorded by choices."""

from model.great_race.moves import Decision, Turn
from model.great_race.position import ZONES
from verifier.great_race.engine.offers import offers
from verifier.great_race.lines.header import set_up
from verifier.great_race.lines.terms import Table
from verifier.great_race.lines.write import line_text
from verifier.offers import Choice, Offer
from verifier.plays import Plays


def due(table: Table) -> Offer[Decision] | None:
    """What is due."""
    table = set_up(table)
    if table.setup is None or table.standing is None:
        return None
    offer = offers(table.setup, table.standing)
    if offer is None or not any(isinstance(one.decision, Turn) for one in table.past[-1:]):
        return offer
    left = tuple(one for one in offer.choices if one.kind != "turn")  # the turn was announced just now
    return Offer(offer.due, offer.who, left)


def written(_table: Table, decision: Decision) -> tuple[str, ...]:
    """The line of a decision; a blank line before a turn."""
    return ("", line_text(decision)) if isinstance(decision, Turn) else (line_text(decision),)


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
    "hit": "{}",
    "react": "{} counters it",
    "scout": "scout",
    "draw": "draw a card",
    "drive": "drive",
    "cash": "cash",
    "pass": "pass",
    "power": "use the leader's power",
    "bonus": "state the bonus of {}",
}


def words(offer: Offer[Decision], choice: Choice[Decision]) -> str:
    """A choice in words."""
    word = choice.word
    if choice.kind == "plan":
        name, *counts = word.split(" ")
        zones = " ".join(f"{zone}{count}" for zone, count in zip(ZONES, counts, strict=True) if count != "0")
        return f"{name}: {zones or 'none'}"
    if choice.kind == "interrupt" and choice.decision is not None:
        return line_text(choice.decision)
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
)
