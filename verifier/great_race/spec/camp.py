"""GR-4: the camp."""

from collections import Counter

from model.great_race.moves import UNKNOWN, Display, Take
from model.great_race.position import CAMP, PLANNING
from model.great_race.seen import Left, Shown, Took
from model.values import replace
from verifier.great_race.spec.maintenance import after_convoy
from verifier.great_race.spec.resources_hand import in_deck, within_limit
from verifier.great_race.spec.table import Scene, demand, refuse


def display(scene: Scene, decision: Display) -> Scene:
    """GR-4.1: as many cards as there are players, and one more; GR-4.5: fewer if there are not enough. The maintenance comes
    before it, if no line states that."""
    scene, _ = after_convoy(scene, (), "GR-18.4")
    position = scene.position
    demand(position.phase == CAMP, "GR-3.1", "no camp is due")
    demand(not position.display, "GR-4.1", "the cards of this camp are shown already")
    number = min(len(position.players) + scene.number("camp_extra"), in_deck(scene))
    fact = f"{number} cards are shown, not {len(decision.cards)}"
    demand(len(decision.cards) == number, "GR-4.1", fact)
    if not number:
        return _on(scene, "")
    position = replace(position, display=decision.cards, next=position.order[-1])
    return scene.at(position).saw(Shown(decision.cards))


def take(scene: Scene, decision: Take) -> Scene:
    """GR-4.2: each player in reverse turn order takes a card that is shown."""
    position, who = scene.position, decision.player
    demand(position.phase == CAMP, "GR-3.1", "the camp is over")
    if who != position.next:
        last = position.order[-1]
        left = len(position.display) == 1 and position.next == last
        fact = f"it is {position.next} who takes {'the card that is left' if left else 'a card now'}"
        refuse("GR-4.3" if left or who == last else "GR-4.2", fact)  # GR-4.3: no player takes two at once
    shown = Counter(position.display)
    known = decision.card if decision.card in shown else UNKNOWN
    demand(known in shown, "GR-4.2", f"no {decision.card} is on show")
    display = list(position.display)
    display.remove(known)
    scene = scene.at(replace(position, display=tuple(display))).saw(Took(who, decision.card))
    scene = within_limit(scene.changed(who, "cards", 1), who, decision.forced)  # GR-4.4
    return _on(scene, who)


def _on(scene: Scene, who: str) -> Scene:
    """Who takes the next card: GR-4.3 gives the one that is left to the last player in turn order."""
    position = scene.position
    order, left = position.order, position.display
    if left and who == order[0] and not scene.keeps("GR-4.3"):
        for card in left:  # no player holds it in between
            scene = scene.saw(Took(order[-1], card)).saw(Left(order[-1], (card,)))
        left = ()
    if not left:
        return scene.at(replace(scene.position, display=(), phase=PLANNING, next=None))
    place = order.index(who)
    return scene.at(replace(scene.position, next=order[place - 1] if place else order[-1]))
