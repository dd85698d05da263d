"""`hand`, `discard` and `reshuffle` lines: how they are read, and where an impossible count is shown."""

from dataclasses import replace

import pytest

from grammar.parser import parse
from model.ruleset import default_ruleset, with_changes
from model.thunder_alley.cards_seen import Dealt, Played, RaceCard
from model.thunder_alley.facts import DATA
from model.thunder_alley.position import ACTION, DISCARD, EVENT, Position, Setup, Team
from model.thunder_alley.standing import EMPTY, Standing
from tests.thunder_alley.lines.play import marked
from verifier.findings import Finding
from verifier.thunder_alley.lines.decks import block_hands, deck_line
from verifier.thunder_alley.lines.terms import Speaker, Table

TEAMS = (Team("Red", "Ana", (29, 25, 41)), Team("Blue", None, (15, 4, 9)))


def table(*played: tuple[str, str], step: str = ACTION, **rulings: str) -> Table:
    """The first turn after these cards were played; each hand had four."""
    chosen = {id.replace("_", "-"): reading for id, reading in rulings.items()}
    rules = with_changes(DATA, default_ruleset(DATA), rulings=chosen, options={"cars-per-team": 3})
    standing = Standing(Position(())).seeing(Dealt(6, "Red"))
    for team, card in played:
        standing = standing.seeing(Played(team, RaceCard(card)))
    return Table(Setup(None, rules, TEAMS), replace(standing, position=Position((), step=step)))


def line(start: Table, text: str) -> tuple[Table, tuple[Finding, ...]]:
    result = parse(f"game thunder-alley\n{text}\n", "test.race")
    assert not result.errors, result.errors
    reply = deck_line(start, Speaker("test.race", result.records[0].statements[-1]))
    return reply.table, reply.findings


@pytest.mark.parametrize(
    ("text", "mark", "rule"),
    [
        ("hand Red Charge, ?4", "Charge", "TA-2.7"),
        ("hand Red ?3", "hand Red ?3", "TA-2.7"),
        ("hand Red Charge, Teamwork, Teamwork, Teamwork, Teamwork", "Charge", "TA-2.7"),
        ("hand Red Charge, Outside Line, Outside Line, Outside Line", "Outside Line", "TA-3.3"),
        ("discard Red Charge, ?4", "Charge", "TA-3.5.6"),
        ("reshuffle race", "race", "TA-5-reshuffle"),
        ("reshuffle events", "events", "TA-3.5.2"),
    ],
)
def test_a_count_that_cannot_be_met_is_shown_at_its_word(text: str, mark: str, rule: str) -> None:
    start = table(step=DISCARD if text.startswith("discard") else ACTION)
    after, (finding,) = line(start, text)
    assert (finding.kind, finding.rules, marked(finding)) == ("illegal", (rule,), mark)
    assert after.standing.cards == start.standing.cards


def test_a_discard_without_a_mark_names_all_cards() -> None:
    start = table(("Red", "charge"), ("Red", "top-gear"), step=DISCARD)
    named, findings = line(start, "discard Red Teamwork")
    assert findings == ()
    assert line(named, "hand Red ?1")[1] == ()
    assert line(named, "hand Red Floor It")[1] == ()
    more, _ = line(start, "discard Red Teamwork, ?")
    assert line(more, "discard Red ?2")[1][0].rules == ("TA-3.5.6",)


def test_a_hand_told_at_the_end_of_a_turn_may_be_the_next_one() -> None:
    start = table(("Red", "charge"), step=DISCARD)
    assert line(start, "hand Red ?4")[1] == ()
    assert line(start, "hand Red ?1")[1] == ()
    assert line(replace(start, standing=replace(start.standing, position=Position(()))), "hand Red ?1")[1][
        0
    ].rules == ("TA-3.3",)
    assert line(start, "hand Red ?5")[1][0].numbers["told"] == 5


def test_a_shuffle_before_the_event_may_be_for_its_team_bar() -> None:
    (finding,) = line(table(step=EVENT), "reshuffle race")[1]
    assert finding.numbers["out_most"] == 10


def test_what_cannot_be_read_is_said() -> None:
    start = table()
    (finding,) = line(start, "hand Red Chargd")[1]
    assert (finding.kind, finding.help) == ("unknown-name", "did you mean `Charge`?")
    assert line(start, "hand Mauve Charge")[1][0].kind == "unknown-name"
    assert line(start, "hand Red ?2, ?")[1][0].kind == "unreadable"


def test_without_a_position_nothing_is_judged() -> None:
    start = replace(table(), standing=EMPTY)
    for text in ("hand Red ?9", "discard Red ?9", "reshuffle race"):
        assert line(start, text)[1] == ()


@pytest.mark.parametrize(("reading", "fits"), [("inside-line", True), ("understeer", False)])
def test_number_80_is_one_of_two_kinds(reading: str, fits: bool) -> None:
    start = table(("Blue", "inside-line"), card_80=reading)
    assert (line(start, "hand Red 79")[1] == ()) is fits
    assert line(start, "hand Red 80")[1] == ()


def test_hands_of_a_position_block_are_told_one_after_the_other() -> None:
    text = "position\nhand Red Outside Line, Outside Line, ?2\nhand Blue Outside Line, ?3\nend\n"
    block = parse(f"game thunder-alley\n{text}", "test.race").records[0].statements[-1]
    start = table()
    after, _, (finding,) = block_hands(start, block, "test.race")
    assert (finding.line, marked(finding), finding.numbers["needed"]) == (4, "Outside Line", 3)
    assert after.standing.cards != start.standing.cards
    stranger = parse("game thunder-alley\nposition\nhand Mauve ?4\nend\n", "x").records[0].statements[-1]
    assert block_hands(start, stranger, "x")[2][0].kind == "unknown-name"
