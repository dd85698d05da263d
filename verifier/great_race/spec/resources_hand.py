"""Hands and the deck: drawing, discarding, the hand limit (GR-11.6, GR-11.7, GR-20.1), any-time cards (GR-20.4)."""

from collections.abc import Mapping

from model.great_race.cards import Card, cards_of
from model.great_race.facts import ANY_TIME, BEFORE
from model.great_race.moves import NOT_FORCED, UNKNOWN, Forced
from model.great_race.position import CONVOY, MAINTENANCE, NONE
from model.great_race.seen import Drew, Held, Left
from model.values import replace
from verifier.great_race.spec.cards import fits
from verifier.great_race.spec.table import OpenError, Scene, demand, hidden, refuse

JERRYCAN, FINANCIER, REFUEL, SEARCHER, ESCORT_CARD = "Jerrycan", "Financier", "Refuel", "Searcher", "Escort"

GAINS = {
    JERRYCAN: ("fuel", "jerrycan_fuel"),
    REFUEL: ("fuel", "refuel_fuel"),
    FINANCIER: ("money", "financier_money"),
}
"""GR-21.8, GR-21.10, GR-21.11: what a card brings, and the parameter with the amount."""


def deck(scene: Scene) -> Mapping[str, Card]:
    """The kinds of cards of this game."""
    return cards_of(scene.setup.ruleset)


def timing(scene: Scene, card: str) -> str:
    """The class of a card (GR-20.6, ruling card-classes)."""
    if card in (FINANCIER, REFUEL, SEARCHER) and scene.reads("card-classes") == "b":
        return ANY_TIME
    return deck(scene)[card].timing if card in deck(scene) else BEFORE


# Cards that come and go


def in_deck(scene: Scene) -> int:
    """The cards that can still be drawn: those of the deck and the discards (GR-20.1)."""
    total = sum(card.count for card in deck(scene).values())
    held = sum(scene.known(name, "cards") for name in scene.position.order)
    return max(0, total - held - len(scene.position.display) - scene.aside)


def draw(
    scene: Scene, who: str, wanted: int, written: tuple[str, ...] | None, rule: str, word: str = ""
) -> Scene:
    """A player draws cards. GR-20.1: if deck and discards are empty, only what there is."""
    number = min(wanted, in_deck(scene))
    cards = hidden(number) if written is None else written
    demand(len(cards) == number, rule, f"{who} draws {number}, not {len(cards)}", word)
    if not number:
        return scene
    return scene.changed(who, "cards", number).saw(Drew(who, cards))


def discard(scene: Scene, who: str, cards: tuple[str, ...], word: str = "") -> Scene:
    """Cards leave a hand for the discards."""
    if not cards:
        return scene
    held = scene.player(who).cards
    demand(held >= len(cards), "GR-25.2", f"{who} holds only {held} cards", word)
    return scene.changed(who, "cards", -len(cards)).saw(Left(who, cards))


def must_hold(scene: Scene, who: str, cards: tuple[str, ...], word: str = "") -> None:
    """GR-25.2: the player can hold these cards, by all that was seen."""
    if not cards:
        return
    held = scene.player(who).cards
    fact = f"{who} cannot hold {' '.join(cards)}"
    demand(held >= len(cards), "GR-25.2", fact, word)
    demand(fits(scene.setup, (*scene.cards, Held(who, cards))), "GR-25.2", fact, word)


def lay_out(scene: Scene, who: str, card: str) -> Scene:
    """A card is played and so known (GR-25.4). It stays out of the discards until its effect is over (GR-20.1)."""
    held = scene.player(who).cards
    demand(held != 0, "GR-25.2", f"{who} holds no card", "card")
    scene = scene.changed(who, "cards", -1).saw(Held(who, (card,)))
    return replace(scene, aside=scene.aside + 1)


def put_away(scene: Scene, who: str, card: str) -> Scene:
    """A card whose effect is over goes to the discards."""
    return replace(scene, aside=scene.aside - 1).saw(Left(who, (card,)))


# GR-11.6: the hand limit


def within_limit(scene: Scene, who: str, forced: Forced = NOT_FORCED, word: str = "") -> Scene:
    """The owner discards cards down to the limit, no more and no fewer; GR-11.7: any-time cards may be played instead."""
    for card in forced.played:
        scene = play_any_time(scene, who, card, word)
    over = beyond_limit(scene, who)
    gone = len(forced.discarded)
    if not over and not gone:
        return scene
    rule = "GR-11.6" if scene.keeps("GR-11.6") else "GR-11.7"
    held, chassis = scene.known(who, "cards"), scene.player(who).chassis
    fact = f"{who} has {held} cards and chassis {chassis}: {over} must go, not {gone}"
    demand(over == gone, rule, fact, word)
    return discard(scene, who, forced.discarded, word)


def beyond_limit(scene: Scene, who: str) -> int:
    """How many cards a hand has beyond its limit: the chassis level (GR-11.6)."""
    if not scene.keeps("GR-11.6") or scene.player(who).finished or not scene.player(who).cards:
        return 0
    return max(0, scene.known(who, "cards") - scene.known(who, "chassis"))


# GR-20.4: any-time cards


def play_any_time(scene: Scene, who: str, card: str, word: str = "") -> Scene:
    """A card is played at any moment of the game."""
    if card == UNKNOWN:
        raise OpenError("the card played is not known")
    may_play_any_time(scene, who, card, word)
    must_hold(scene, who, (card,), word)
    if card == ESCORT_CARD:
        refuse("GR-21.4", "there is no danger that the Escort could avoid", word)
    if card == SEARCHER:
        scene = search(lay_out(scene, who, card), who, None, None, word)
        return within_limit(put_away(scene, who, card), who, word=word)
    if card != JERRYCAN:
        return put_away(bring(lay_out(scene, who, card), who, card, word), who, card)
    return discard(bring(scene, who, card, word), who, (card,), word)


def may_play_any_time(scene: Scene, who: str, card: str, word: str = "") -> None:
    """Class C, and a player who may play it (ruling anytime-without-assistant)."""
    player = scene.player(who)
    demand(not player.finished, "GR-18.2", f"{who} has finished", word)
    kind = timing(scene, card)
    if kind != ANY_TIME:
        fact = f"a {card} is not played at any time"
        refuse("GR-20.2" if kind == BEFORE else "GR-20.3", fact, word)
    done = player.passed or player.left == NONE
    if (
        done
        and scene.position.phase in (CONVOY, MAINTENANCE)
        and scene.reads("anytime-without-assistant") == "b"
    ):
        refuse("GR-6.4", f"{who} has {'passed' if player.passed else 'no assistant left'}", word)


def bring(scene: Scene, who: str, card: str, word: str = "") -> Scene:
    """GR-21.8, GR-21.10, GR-21.11: the card brings fuel or money."""
    what, parameter = GAINS[card]
    if what == "money":
        return scene.changed(who, what, scene.number(parameter))
    return scene.gained(who, what, scene.number(parameter), word)


def search(
    scene: Scene,
    who: str,
    kept: tuple[str, ...] | None,
    dropped: tuple[str, ...] | None,
    word: str = "",
) -> Scene:
    """GR-21.13: draws cards, keeps some of them and discards the others; then the hand limit holds."""
    number = min(scene.number("searcher_drawn"), in_deck(scene))
    stay = min(scene.number("searcher_kept"), number)
    kept = hidden(stay) if kept is None else kept
    dropped = hidden(number - stay) if dropped is None else dropped
    fact = f"{who} keeps {stay} and discards {number - stay}, not {len(kept)} and {len(dropped)}"
    demand((len(kept), len(dropped)) == (stay, number - stay), "GR-21.13", fact, word)
    return discard(draw(scene, who, number, (*kept, *dropped), "GR-21.13", word), who, dropped, word)
