"""Knowledge of the decks: possible and impossible counts (TA-2.7, TA-3.3, TA-3.5.6, TA-4.4, TA-5-reshuffle)."""

from collections.abc import Callable

import pytest

from model.ruleset import default_ruleset, with_changes
from model.thunder_alley.facts import DATA
from tests.thunder_alley.engine.decks_told import joined, tiny
from verifier.findings import Breach
from verifier.thunder_alley.engine.decks import (
    Decks,
    Joined,
    discarded,
    event,
    fill_hands,
    play,
    reshuffled,
    resumed,
    start,
    told_hand,
    turned_up,
    unshuffled,
)

SEVEN = ("Red", "Yellow", "Green", "Black", "Purple", "Pink", "Blue")
Step = Callable[[Decks], Decks | Breach]


def new(teams: tuple[str, ...] = SEVEN, hand: int = 4, **rulings: str) -> Decks:
    """A race about to begin: the grid card is out, hands are full."""
    chosen = {id.replace("_", "-"): reading for id, reading in rulings.items()}
    decks = start(teams, hand, with_changes(DATA, default_ruleset(DATA), rulings=chosen))
    return told(decks, lambda d: turned_up(d, None), lambda d: fill_hands(d, teams[0]))


def told(decks: Decks, *steps: Step) -> Decks:
    """The decks after facts that all fit."""
    for step in steps:
        after = step(decks)
        assert isinstance(after, Decks), after
        decks = after
    return decks


def breach(decks: Decks, step: Step) -> Breach:
    found = step(decks)
    assert isinstance(found, Breach)
    return found


def plays(decks: Decks, team: str, *cards: str | None) -> Decks:
    return told(decks, *(lambda d, card=card: play(d, team, card) for card in cards))  # type: ignore[misc]


def turn(decks: Decks, kinds: tuple[str | None, ...] = (None,) * 3) -> Decks:
    """Every team plays these cards; then a new turn, in which Red draws first."""
    for team in decks.dealing.teams:
        decks = plays(decks, team, *kinds)
    return told(decks, lambda d: fill_hands(d, "Red"))


def test_no_more_cards_leave_a_hand_than_it_has() -> None:
    decks = plays(new(("Red", "Blue"), 4), "Red", None, None, None, None)
    found = breach(decks, lambda d: play(d, "Red", None))
    assert (found.rule, found.fact) == (
        "TA-3.4-5",
        "Red has no card left in hand here, and 1 leaves it",
    )


def test_a_written_shuffle_needs_an_empty_deck() -> None:
    decks = new()
    found = breach(decks, lambda d: reshuffled(d, "race"))
    assert (found.rule, found.fact) == (
        "TA-5-reshuffle",
        "the race deck cannot have run out by now: at most 29 of 84 cards can be out",
    )
    second = turn(decks)
    assert isinstance(reshuffled(second, "race"), Breach)
    assert isinstance(reshuffled(second, "race", ending=True), Decks)
    third = turn(second)
    assert isinstance(reshuffled(third, "race"), Decks)


def test_a_shuffle_for_a_team_bar_that_is_still_to_come() -> None:
    teams = ("Red", "Blue")
    decks = new(teams, 40)
    assert isinstance(reshuffled(decks, "race", bar_due=True), Breach)
    almost = told(new(teams, 41), lambda d: turned_up(d, None))
    assert isinstance(reshuffled(almost, "race"), Breach)
    assert isinstance(reshuffled(almost, "race", bar_due=True), Decks)
    done = told(almost, lambda d: turned_up(d, None))
    assert isinstance(reshuffled(done, "race"), Decks)
    waiting = told(almost, lambda d: reshuffled(d, "race", bar_due=True))
    for step in (fill_hands, lambda d: told_hand(d, "Red", [], None, ending=True)):
        found = breach(waiting, step)
        assert (found.rule, found.numbers["out_most"]) == ("TA-5-reshuffle", 84)


@pytest.mark.parametrize(
    ("race", "out"),
    [
        (joined(full=True, turn=2), 18),  # grid card, two full hands twice, one Team Bar
        (joined(full=True, turn=2, event_drawn=True), 19),
        (joined(full=True, turn=9, racing=6), 81),
        (joined(full=True, turn=9, racing=6, grid_cards=4), 84),
        (joined(full=True, turn=9, racing=6, grid_cards=5), None),
        (joined(full=True), None),
    ],
)
def test_the_turn_tells_how_many_cards_can_be_out(race: Joined, out: int | None) -> None:
    decks = resumed(start(("Red", "Blue"), 4, default_ruleset(DATA)), race)
    if out is None:
        assert isinstance(reshuffled(decks, "race"), Decks)
    else:
        assert breach(decks, lambda d: reshuffled(d, "race")).numbers["out_most"] == out


@pytest.mark.parametrize(
    ("race", "can_be"),
    [
        (joined(full=True, turn=3), False),
        (joined(full=True, turn=26), False),
        (joined(full=True, turn=27), True),
        (joined(full=True, turn=27, won=True), True),
        (joined(full=True, turn=26, event_drawn=True), True),
        (joined(full=True, turn=40), True),
        (joined(full=True), True),
    ],
)
def test_the_turn_tells_how_many_events_are_out(race: Joined, can_be: bool) -> None:
    """After 26 events the next one needs a shuffle."""
    decks = resumed(start(("Red", "Blue"), 4, default_ruleset(DATA)), race)
    assert isinstance(reshuffled(decks, "events"), Decks if can_be else Breach)


def test_the_turn_tells_how_many_cards_are_out_at_least() -> None:
    """Of nine cards six to nine are out. With two cars per team a shuffle at the draw of turn 3 is certain, and then there is
    none at that of turn 4; with one car per team cards are left for turn 3."""
    race = resumed(tiny((3, 3, 3), 2, 2), joined(full=True, turn=2, racing=2, grid_cards=0))
    for cars, again in ((1, True), (2, False)):
        decks = race
        for _ in range(2):
            for team in decks.dealing.teams:
                decks = plays(decks, team, *[None] * cars)
            decks = told(decks, fill_hands)
        assert isinstance(reshuffled(decks, "race"), Decks if again else Breach)


@pytest.mark.parametrize(
    ("race", "can_be"),
    [
        (joined(full=True, turn=26), True),
        (joined(full=True, turn=27), False),
        (joined(full=True, turn=27, won=True), True),
        (joined(full=True, turn=28), True),
    ],
)
def test_a_shuffle_of_the_events_that_is_certain_is_the_only_one(race: Joined, can_be: bool) -> None:
    """The one Overcast comes twice with a shuffle between. Where all 26 events are out, the shuffle is before both."""
    decks = resumed(start(("Red", "Blue"), 4, default_ruleset(DATA)), race)
    decks = told(decks, lambda d: event(d, "overcast"))
    assert isinstance(event(decks, "overcast"), Decks if can_be else Breach)


def test_an_event_comes_as_often_as_it_is_printed() -> None:
    decks = told(new(), lambda d: event(d, "overcast"))
    found = breach(decks, lambda d: event(d, "overcast"))
    assert (found.rule, found.numbers) == ("TA-3.5.2", {"printed": 1, "out": 1, "cards": 26})


def test_used_events_come_again_without_the_rain_put_aside() -> None:
    decks = told(new(), lambda d: event(d, "rain"))
    for _ in range(24):
        decks = told(decks, lambda d: event(d, None))
    assert isinstance(reshuffled(decks, "events"), Breach)
    decks = told(decks, lambda d: event(d, None))
    again = told(decks, lambda d: reshuffled(d, "events"), lambda d: event(d, "rain"))
    assert isinstance(event(again, "rain"), Breach)
    # It need not be written.
    assert isinstance(event(told(decks, lambda d: event(d, "rain")), "rain"), Breach)
    assert isinstance(event(told(decks, lambda d: event(d, "overcast")), "rain"), Decks)


def test_a_rain_that_lies_aside_is_never_shuffled_in() -> None:
    """Two consecutive Rains need a shuffle between them, and a third cannot follow as soon."""
    for aside, rains in ((True, 2), (False, 3)):
        decks = resumed(start(("Red", "Blue"), 4, default_ruleset(DATA)), joined(full=True, rain=aside))
        decks = told(decks, *[lambda d: event(d, "rain")] * rains)
        assert breach(decks, lambda d: event(d, "rain")).numbers["printed"] == 2
    unsaid = resumed(start(("Red", "Blue"), 4, default_ruleset(DATA)), joined(full=True))
    assert unsaid == resumed(unsaid, joined(full=True, rain=False))


def test_memory_stays_small_however_long_the_race() -> None:
    decks, sizes = new(("Red", "Blue"), 4), []
    for number in range(400):
        for team in decks.dealing.teams:
            decks = plays(decks, team, decks.dealing.stock.ids[number % 20], None, None)
        decks = told(decks, lambda d: turned_up(d, None), fill_hands)
        sizes.append(len(decks.passes))
    assert max(sizes) < 40
    for _ in range(500):
        decks = told(decks, lambda d: told_hand(d, "Red", [], 4), lambda d: discarded(d, "Blue", [], None))
    assert len(decks.turn.stories[0]) < 3


def test_of_a_hand_that_is_told_very_often_the_rest_is_not_judged() -> None:
    decks = new(("Red", "Blue"), 4)
    for _ in range(100):
        decks = told(
            decks, lambda d: told_hand(d, "Red", ["charge"], 3), lambda d: discarded(d, "Red", [], 0)
        )
    assert len(decks.turn.stories[0]) == 64
    assert told_hand(decks, "Red", ["top-gear"] * 4, 0) is decks
    assert discarded(decks, "Red", ["top-gear"] * 4, 0) is decks
    assert isinstance(play(decks, "Red", "top-gear"), Decks)


def test_without_teams_only_events_are_counted() -> None:
    """The hands are unknown, so nothing is drawn from the race deck, and it may have run out."""
    decks = start((), 0, default_ruleset(DATA))
    assert fill_hands(decks) == decks
    assert turned_up(decks, "outside-line") == decks
    assert not unshuffled(decks)
    assert event(decks, "overcast") != decks


@pytest.mark.parametrize(("reading", "inside", "under"), [("inside-line", 2, 4), ("understeer", 1, 5)])
def test_the_card_printed_twice_counts_once(reading: str, inside: int, under: int) -> None:
    for id, printed in (("inside-line", inside), ("understeer", under)):
        decks = new(SEVEN, 4, card_80=reading)
        for team in SEVEN[:printed]:
            decks = plays(decks, team, id)
        found = breach(decks, lambda d, id=id: play(d, "Blue", id))  # type: ignore[misc]
        assert found.numbers["printed"] == printed


def test_kept_cards_leave_no_room_for_others() -> None:
    decks = plays(new(("Red", "Blue"), 4), "Red", "charge")
    decks = told(
        decks,
        lambda d: told_hand(d, "Red", ["top-gear", "floor-it", "teamwork"], 0),
        lambda d: discarded(d, "Red", [], 0),
        fill_hands,
    )
    decks = plays(decks, "Red", "slingshot")
    found = breach(decks, lambda d: play(d, "Red", "slingshot"))
    assert found.rule == "TA-3.3"
    assert found.numbers == {"kept": 3, "drawn_most": 1, "needed": 5}
    assert isinstance(play(decks, "Red", "top-gear"), Decks)


@pytest.mark.parametrize(("cards", "others", "fits"), [((), 3, True), ((), 4, False), (("charge",), 2, True)])
def test_a_hand_has_as_many_cards_as_were_not_played(cards: tuple[str, ...], others: int, fits: bool) -> None:
    decks = plays(new(("Red", "Blue"), 4), "Red", "top-gear")
    found = told_hand(decks, "Red", cards, others)
    assert isinstance(found, Decks if fits else Breach)
    if isinstance(found, Breach):
        assert found.numbers == {"in_hand": 3, "told": len(cards) + others}
