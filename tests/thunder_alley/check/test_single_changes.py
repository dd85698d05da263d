"""Single changes of the rules: each has a witness that the rulesets decide differently, or is proved to change nothing."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

import pytest

from model.ruleset import Ruleset, default_ruleset, with_changes, without_rule
from model.thunder_alley.facts import DATA
from verifier.findings import ILLEGAL, LEGAL
from verifier.games import find_game
from verifier.rulesets.changes import OPTION, PARAMETER, RULE, RULING, Change, NotedRuleset, switched
from verifier.rulesets.diff_witness import Trial, telling
from verifier.rulesets.edges import subjects
from verifier.thunder_alley.check import differences, settled
from verifier.thunder_alley.check.any_move import AnyMove
from verifier.thunder_alley.check.anywhere import movements
from verifier.thunder_alley.check.differences import Sought
from verifier.thunder_alley.check.finding import SEVERAL_LINES, ChangeFinder, finder
from verifier.thunder_alley.check.small import CROSSED

GAME = find_game("thunder-alley")
DEFAULT = default_ruleset(DATA)
FIND = finder(DEFAULT)

SHOWN = """
1 green-line-distance = seven
1 green-line-placement = at-line
1 winner-turn-leader = no
1 its-getting-worse-marker = any-suspension
1 voluntary-retirement-timing = any-time
1 team-bar-apron-only = no-cars-on-track
1 pass-with-finished-car = may-not
1 brush-the-wall-which = any-wall
1 turn-led-bonus = per-marker
1 six-markers-timing = at-once
1 card-80 = understeer
1 bump-needs-neighbour = mp-may-lapse
1 outside-line-forward = outward-only
1 slingshot-at-fork = geometric
1 blown-tire-is-pit-stop = move-only
1 reenter-start-space = start-may-be-reentered-once
1 draft-all-lateral = must-go-forward
1 forced-shift-reenter = skipped
1 event-without-target-flag = yellow-anyway
2 running-order-lane = outside-first
2 team-bar-skips-teams = not-skipped
2 restart-fill-holes = lane-only
2 restart-fill-holes = lane-only-pitters-fill-holes
2 draft-start-linked-lateral = lateral-forbidden
2 adjacent-definition = diagonal-too
2 collision-who = optional
2 teamwork-distance = spaces
2 loose-vs-tight = blue-only
2 tight-no-blue = next-best-with-blue
2 final-turn-sequence = 3.5.1-still-run
2 bump-with-one-mp = only-if-no-empty-space
2 push-back-into-two-lanes = same-lane-first
2 pursuit-initial-lateral = linked-from-start
2 draft-fork-keeps-free = linked
2 turn-leader-lapped-in-sector = all-in-sector
2 turn-leader-twice = yes
3 restart-fill-holes = running-order
3 pileup-next-car = first-hit
3 pileup-bypass = continue-past-bypassed
3 most-led-recipient = team
4 team-score-tie = shared
1 green-pit-spaces = 6
1 blown-tire-spaces = 11
1 spinout-spaces = 11
1 extra-cards = 2
1 turn-led-points = 2
1 most-led-points = 2
1 option variable-pit-stops on
2 option cars-per-team 2
2 option race-completion on
12 option grid-per-round on
12 option grid-per-card on
1 without TA-3.4-6
2 without TA-3.5.4
1 without TA-7.4-pit-exempt
1 without TA-9.3
1 without TA-RC-understeer
5 lead-line-special-scope = first-car-only
3 without TA-6.7-cascade
3 without TA-UNIQUE
"""
"""The most cars of the witness, and the change of the default ruleset."""


def read(text: str) -> Change:
    """The change that this text names."""
    words = text.split()
    if words[0] == "option":
        return Change(DATA, OPTION, words[1], words[2])
    if words[0] == "without":
        return Change(DATA, RULE, words[1], "off")
    return Change(DATA, RULING if words[0] in DEFAULT.readings else PARAMETER, words[0], words[2])


@pytest.mark.parametrize("line", SHOWN.split("\n")[1:-1])
def test_a_change_has_a_small_witness_that_is_decided_differently(line: str) -> None:
    cars, _, text = line.partition(" ")
    change = read(text)
    found = FIND(change)
    assert found.witness is not None, found
    assert int(found.witness.size.split()[0]) <= int(cars)
    assert len(set(found.witness.results)) == 2
    assert int(cars) <= max(map(int, re.findall(r"(\d+) cars?\b", found.bound)), default=int(cars))
    assert _differs(found.witness.record, change)
    assert not [record for record in _quieter(found.witness.record) if _differs(record, change)]


def test_a_move_that_ends_the_race_does_not_hide_the_difference() -> None:
    """After the last move of the race the places are given, so where the car has come on the track no longer shows."""
    change = read("finish-lapped-car = finishes")
    found = FIND(change)
    assert found.witness is not None and found.cars == 2
    assert _differs(found.witness.record, change)


def _differs(record: Sequence[str], change: Change) -> bool:
    """Whether a record, or one that also states the position it leads to, is legal only with or only without a change."""
    pair = DEFAULT, change.applied(DEFAULT)
    return any(
        {LEGAL, ILLEGAL} == set(map(told.verdict, pair)) for told in telling(Trial(GAME, record), pair)
    )


def _quieter(record: Sequence[str]) -> Iterator[list[str]]:
    """The record of a move without one of the words and teams that it should have only if they matter. Elsewhere all cars of a
    position are on one lap, wherever the line is."""
    if ": " not in record[-1] or record[-1].startswith("event"):
        return
    for number, line in enumerate(record):
        if line.startswith("team "):
            yield [*record[:number], *record[number + 1 :]]
        for word in re.findall(r" (?:crossed \d+|down)\b", line) if line.startswith("  ") else ():
            yield [*record[:number], line.replace(word, ""), *record[number + 1 :]]


LAPS_KEPT: Mapping[str, Mapping[str, str]] = {"rulings": {"backward-over-line": "laps-kept"}}
"""Under this reading, a whole lap back on the ring of the check leads to the same position."""


def equal() -> Iterator[tuple[Ruleset, str]]:
    """Rulesets, and changes that lead to the same positions on a ring of eight sectors and with few cars."""
    kept = with_changes(DATA, DEFAULT, **LAPS_KEPT)
    yield from ((kept, f"blown-tire-spaces = {number}") for number in (2, 18, 26, 34))
    yield kept, "green-pit-spaces = 13"
    variable = with_changes(DATA, kept, options={"variable-pit-stops": True})
    yield from ((variable, f"variable-pit-base = {number}") for number in (10, 18))
    no_bonus = with_changes(DATA, DEFAULT, parameters={"turn-led-points": 0})
    no_extra = with_changes(DATA, DEFAULT, parameters={"most-led-points": 0})
    yield no_bonus, "turn-led-bonus = per-marker"
    yield no_extra, "most-led-recipient = team"
    yield with_changes(DATA, no_bonus, parameters={"most-led-points": 0}), "team-score-tie = shared"
    yield without_rule(DATA, DEFAULT, "TA-9.2"), "blown-tire-is-pit-stop = move-only"
    alone = with_changes(DATA, DEFAULT, options={"cars-per-team": 1})
    yield from ((alone, f"option grid-per-{each} on") for each in ("round", "card"))
    yield DEFAULT, "collision-who = one-per-player-originator-chooses"
    for one, two in ((18, 2), (18, 10), (18, 26), (2, 10), (2, 18), (26, 34)):
        base = with_changes(DATA, kept, parameters={"blown-tire-spaces": one})
        yield base, f"blown-tire-spaces = {two}"


@pytest.mark.parametrize(
    ("ruleset", "text"), list(equal()), ids=lambda one: one if isinstance(one, str) else ""
)
def test_a_change_that_changes_nothing_is_asked_and_proved(ruleset: Ruleset, text: str) -> None:
    found = finder(ruleset)(read(text))
    assert (found.witness, found.asked, found.limit) == (None, True, "")


def test_each_change_is_looked_for_somewhere() -> None:
    """A new rule or ruling must be one of a search, or be known to show in no single line."""
    every = [one.change for one in subjects(DATA, DEFAULT) if one.change is not None]
    searches = ChangeFinder(DEFAULT).searches
    missed = [
        one.name
        for one in (*every, *switched(DATA, DEFAULT))
        if one.name not in SEVERAL_LINES and not list(searches(one))
    ]
    assert not missed


@pytest.mark.parametrize("finish", [False, True])
def test_no_movement_looks_up_more_with_more_cars(finish: bool) -> None:
    for kind in movements():
        noted = NotedRuleset(DEFAULT)
        AnyMove(kind, 3, 4, [noted.ruleset], crossed=CROSSED if finish else CROSSED[:1]).under(0)
        assert noted.names() == differences.lookups(DEFAULT, kind, finish)


def test_only_a_card_with_a_text_looks_up_what_is_about_it() -> None:
    every = [Sought.by(DEFAULT, one.change) for one in subjects(DATA, DEFAULT) if one.change is not None]
    about = [one for one in every if one.texts]
    assert {text for one in about for text in one.texts} == {kind.text for kind in movements()} - {None}
    for kind in settled.KINDS:
        noted = NotedRuleset(DEFAULT)
        for setup, position, left in islice(settled.tables(DEFAULT, kind, 2, 1), 0, None, 50):
            settled.listed(setup, position, kind, 1, left, noted.ruleset)
        shown = {one.name for one in about if kind.text not in one.texts} - {"slingshot-followers"}
        assert noted.names().isdisjoint(shown)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("reshuffle-source = all-cards", "shuffle"),
        ("absence-points = 6", "season"),
        ("without TA-11.2", "next race"),
        ("restart-move-up-step = implicit", ""),
    ],
)
def test_what_no_position_shows_is_not_asked(text: str, why: str) -> None:
    looked = FIND(read(text))
    assert not looked.asked and why in looked.unasked and bool(why) == bool(looked.unasked)
