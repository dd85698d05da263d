"""The log of cards as facts about two decks, and the sentence where they do not fit (TA-2.7, TA-3.3, TA-3.5, TA-5-reshuffle).

What a record can say is in `tests/cases`; how cards are counted is in `tests/cards`.
"""

from dataclasses import replace

import pytest

from model.ruleset import default_ruleset, with_changes
from model.thunder_alley.cards import CARDS, EVENTS
from model.thunder_alley.cards_seen import (
    Cards,
    Dealt,
    Discards,
    EventSeen,
    Hand,
    Joined,
    Played,
    RaceCard,
    Reshuffle,
    Seen,
    TurnBegun,
)
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import ACTION, DISCARD, EVENT, FINISHED, RACING, Setup, Team
from verifier.findings import Breach
from verifier.thunder_alley.engine.decks import count, race_deal
from verifier.thunder_alley.engine.decks_reasons import race_cards

TEAMS = (Team("Red", "Ana", (29, 25, 41)), Team("Blue", None, (15, 4, 9)))

DEALT = Dealt(6, "Red")

STEPS = {Discards: DISCARD, EventSeen: EVENT}
"""The steps of entries that do not come in an action segment."""


def setup(cars: int = 3, extra: int = 1, **rulings: str) -> Setup:
    """A race of two teams, with one `extra` card in a hand."""
    chosen = {id.replace("_", "-"): reading for id, reading in rulings.items()}
    ruleset = with_changes(DATA, default_ruleset(DATA), rulings=chosen, options={"cars-per-team": cars})
    return Setup(None, replace(ruleset, parameters={"extra-cards": extra}), TEAMS)


def log(*entries: Seen | tuple[Seen, str]) -> Cards:
    """The log of these entries, in the step in which they usually come or in the one given."""
    cards = Cards()
    for entry in entries:
        seen, step = entry if isinstance(entry, tuple) else (entry, STEPS.get(type(entry), ACTION))
        cards = cards.after(seen, step)
    return cards


def fits(where: Setup, *entries: Seen | tuple[Seen, str]) -> bool:
    """Whether the log fits; all but the last entry must."""
    assert not isinstance(count(where, log(*entries[:-1])), Breach)
    return not isinstance(count(where, log(*entries)), Breach)


def breach(where: Setup, *entries: Seen | tuple[Seen, str]) -> Breach:
    """The breach at the last entry."""
    assert not fits(where, *entries)
    found = count(where, log(*entries))
    assert isinstance(found, Breach)
    return found


def plays(team: str, *cards: str | None) -> list[Played]:
    return [Played(team, RaceCard(card)) for card in cards]


def joined(
    turns: int | None, *, racing: int = 6, out: int = 0, won: bool = False, rain: bool = False
) -> Joined:
    """A record that begins in this turn, before anybody has played."""
    status = (*[RACING] * racing, *["out"] * out, *[FINISHED] * won)
    return Joined(turns, tuple(("Red", one, False) for one in status), False, rain)


def test_a_full_hand_goes_by_the_number_of_teams_or_the_option() -> None:
    ruleset = default_ruleset(DATA)
    two = Setup(None, ruleset, TEAMS)
    unnamed = replace(two, teams=(Team("Red", None, ()), Team("Blue", None, ())))
    assert race_deal(unnamed).full == 7
    assert race_deal(replace(two, ruleset=replace(ruleset, options={"cars-per-team": 5}))).full == 6
    # A problem with three cars per team has hands of unknown size.
    for unknown in (race_deal(two), race_deal(Setup(None, ruleset)), race_deal(unnamed, ["Green"])):
        assert not unknown.printed


def test_the_kinds_of_cards_add_up_to_the_deck() -> None:
    """Card 80 counts for none of its two kinds."""
    assert sum(race_cards().values()) + 1 == sum(card.count for card in CARDS.values())


def test_no_more_cards_leave_a_hand_than_it_has() -> None:
    found = breach(setup(), DEALT, *plays("Red", *[None] * 5))
    assert (found.rule, found.fact) == (
        "TA-3.4-5",
        "Red has no card left in hand here, and 1 leaves it",
    )


def test_a_written_shuffle_needs_an_empty_deck() -> None:
    found = breach(setup(), DEALT, Reshuffle("race"))
    assert (found.rule, found.fact) == (
        "TA-5-reshuffle",
        "the race deck cannot have run out by now: at most 9 of 84 cards can be out",
    )


@pytest.mark.parametrize(("turns", "now", "ending"), [(1, False, False), (2, False, True), (3, True, True)])
def test_a_shuffle_at_the_end_of_a_turn_is_that_of_the_next_draw(turns: int, now: bool, ending: bool) -> None:
    """Two hands of 20 cards and one card for the grid: the third draw can need a shuffle."""
    begun = [DEALT, *[TurnBegun("Red")] * (turns - 1)]
    assert fits(setup(extra=17), *begun, Reshuffle("race")) is now
    assert fits(setup(extra=17), *begun, (Reshuffle("race"), DISCARD)) is ending
    if ending:
        assert fits(
            setup(extra=17), *begun, (Reshuffle("race"), DISCARD), TurnBegun("Red"), Reshuffle("race")
        )


def test_a_shuffle_before_the_event_is_that_of_its_team_bar() -> None:
    """All cards are out: two hands of 41, one card for the grid and one for a Team Bar."""
    bar, due = EventSeen(None, RaceCard()), (Reshuffle("race"), EVENT)
    assert not fits(setup(extra=37), DEALT, due)
    assert not fits(setup(extra=38), DEALT, bar, Reshuffle("race"))
    assert fits(setup(extra=38), DEALT, bar, due, bar)
    assert fits(setup(extra=38), DEALT, bar, bar, Reshuffle("race"))
    found = breach(setup(extra=38), DEALT, bar, due, EventSeen("overcast"))
    assert (found.rule, found.numbers["out_most"]) == ("TA-5-reshuffle", 84)


@pytest.mark.parametrize(
    ("race", "step", "out"),
    [
        (joined(2), ACTION, 18),  # grid card, two full hands twice, one Team Bar
        (joined(2), DISCARD, 27),  # and one more, and the next draw
        (joined(9), ACTION, 81),
        (joined(10), ACTION, None),
        (joined(None), ACTION, None),
    ],
)
def test_the_turn_tells_how_many_cards_can_be_out(race: Joined, step: str, out: int | None) -> None:
    if out is None:
        assert fits(setup(), (race, step), (Reshuffle("race"), step))
    else:
        assert breach(setup(), (race, step), (Reshuffle("race"), step)).numbers["out_most"] == out


@pytest.mark.parametrize(
    ("race", "step", "can_be"),
    [
        (joined(3), ACTION, False),
        (joined(26), ACTION, False),
        (joined(27), ACTION, True),
        (joined(27, won=True), ACTION, True),
        (joined(26), DISCARD, True),
        (joined(40), ACTION, True),
        (joined(None), ACTION, True),
    ],
)
def test_the_turn_tells_how_many_events_are_out(race: Joined, step: str, can_be: bool) -> None:
    """After 26 events the next one needs a shuffle, which may be written before it."""
    assert fits(setup(), (race, step), (Reshuffle("events"), step)) is can_be


@pytest.mark.parametrize(
    ("race", "can_be"),
    [(joined(26), True), (joined(27), False), (joined(27, won=True), True), (joined(28), True)],
)
def test_a_shuffle_of_the_events_that_is_certain_is_the_only_one(race: Joined, can_be: bool) -> None:
    """The one Overcast comes twice with a shuffle between. Where all 26 events are out, the shuffle is before both."""
    assert fits(setup(), race, EventSeen("overcast"), EventSeen("overcast")) is can_be


def test_a_shuffle_of_the_events_is_written_where_it_was_or_is_due() -> None:
    """One card per turn is drawn, so that nothing is uncertain; from the second time on a Rain is set aside."""
    size, out = sum(event.count for event in EVENTS.values()), 0
    cards = log(DEALT)
    for _ in range(3 * size):
        shuffled = out == size
        out = 2 if shuffled else out + 1
        cards = cards.after(EventSeen(None), EVENT)
        assert not isinstance(count(setup(), cards), Breach)
        written = cards.after(Reshuffle("events"), DISCARD)
        assert isinstance(count(setup(), written), Breach) != (shuffled or out == size)
        if not isinstance(count(setup(), written), Breach):
            assert not isinstance(count(setup(), written.after(EventSeen(None), EVENT)), Breach)


def test_an_event_comes_as_often_as_it_is_printed() -> None:
    found = breach(setup(), EventSeen("overcast"), EventSeen("overcast"))
    assert (found.rule, found.rulings, found.fact) == (
        "TA-3.5.2",
        ("event-deck-exhausted",),
        "a 2nd Overcast would be out before the deck can have been shuffled: 1 is printed, and at most 2 of 26 events can"
        " be out",
    )


def test_used_events_come_again_without_the_rain_put_aside() -> None:
    rain, other = EventSeen("rain"), EventSeen(None)
    early = breach(setup(), rain, *[other] * 24, Reshuffle("events"))
    assert early.fact == "the event deck has not run out: 25 of 26 events are out"
    assert not fits(setup(), rain, *[other] * 25, Reshuffle("events"), rain, rain)
    # It need not be written.
    assert not fits(setup(), rain, *[other] * 25, rain, rain)
    assert fits(setup(), rain, *[other] * 25, EventSeen("overcast"), rain)


@pytest.mark.parametrize(("aside", "rains"), [(True, 2), (False, 3)])
def test_a_rain_that_lies_aside_is_never_shuffled_in(aside: bool, rains: int) -> None:
    """Two consecutive Rains need a shuffle between them, and a third cannot follow as soon."""
    found = breach(setup(), joined(None, rain=aside), *[EventSeen("rain")] * (rains + 1))
    assert found.numbers["printed"] == 2


@pytest.mark.parametrize(("reading", "inside", "under"), [("inside-line", 2, 4), ("understeer", 1, 5)])
def test_the_card_on_two_kinds_counts_once(reading: str, inside: int, under: int) -> None:
    for id, printed in (("inside-line", inside), ("understeer", under)):
        found = breach(
            setup(4, card_80=reading), DEALT, Hand("Red", (RaceCard(id),) * printed), *plays("Blue", id)
        )
        assert found.numbers["printed"] == printed
        assert found.rulings == ("reshuffle-source", "card-80")


def test_kept_cards_leave_no_room_for_others() -> None:
    rest = Hand("Red", tuple(map(RaceCard, ("top-gear", "floor-it", "teamwork"))), 0)
    kept = (
        DEALT,
        *plays("Red", "charge"),
        rest,
        Discards("Red"),
        TurnBegun("Red"),
        *plays("Red", "slingshot"),
    )
    found = breach(setup(), *kept, *plays("Red", "slingshot"))
    assert (found.rule, found.fact) == (
        "TA-3.3",
        "Red kept 3 known cards, and drew at most 1; with the cards that came of this hand it would have held 5, not 4",
    )
    assert fits(setup(), *kept, *plays("Red", "top-gear"))


@pytest.mark.parametrize(
    ("entries", "fact"),
    [
        ([Played("Red", RaceCard("charge", 46))], "lies among the discards"),
        ([Hand("Red", (RaceCard("charge", 46),))], "is in the hand of Red"),
        ([Hand("Red", (RaceCard("charge", 46),)), Hand("Red", ())], "is in the hand of Red"),
    ],
)
@pytest.mark.parametrize("cars", [3, None])
def test_a_number_is_on_one_card(entries: list[Seen], fact: str, cars: int | None) -> None:
    """Even where the size of a hand is not known."""
    where = setup(cars) if cars else Setup(None, default_ruleset(DATA), TEAMS)
    found = breach(where, DEALT, *entries, Played("Blue", RaceCard("charge", 46)))
    assert (found.rule, found.fact) == ("TA-3.3", f"card 46 {fact}, and there is one card of each number")
    twice = breach(where, DEALT, Hand("Blue", (RaceCard("charge", 46),) * 2))
    assert twice.fact == "card 46 stands in this line twice, and there is one card of each number"


def test_of_hands_of_unknown_size_only_the_numbers_of_a_turn_are_counted() -> None:
    """The deck may have been shuffled before the next turn."""
    where = Setup(None, default_ruleset(DATA), TEAMS)
    card = Played("Red", RaceCard("charge", 46))
    assert fits(
        where, DEALT, *plays("Red", *["outside-line"] * 9), Discards("Blue", (), 99), Reshuffle("race")
    )
    assert fits(where, DEALT, card, TurnBegun("Red"), card)
    assert fits(where, DEALT, card, (Hand("Blue", (RaceCard("charge", 46),)), DISCARD))
    assert not fits(where, DEALT, card, card)
