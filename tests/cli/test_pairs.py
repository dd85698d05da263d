"""`check --pairs`: what is not answered in time is never shown as known."""

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from math import comb

import pytest

from model.rules import DEFINITION, load_rules
from model.ruleset import Ruleset, default_ruleset
from verifier.cli import check, main, pairs
from verifier.games import GAMES, find_game
from verifier.rulesets import rule_pairs
from verifier.rulesets.checking import FOUND, PROVED, Found, Pair, PairPart, Pairs, control
from verifier.rulesets.pairing import AMONG, BOTH, MASKED, NEVER, OPEN, names

RULES = "TA-1.3-apron", "TA-6.4", "TA-6.6-must-follow", "TA-BUMP"
ONE, TWO, THREE, FOUR = RULES

LATE = "2 seconds"


def quick(ruleset: Ruleset) -> Iterator[Pair]:
    """All the pairs of a kind of decision."""
    yield Pair(ONE, TWO, NEVER, "quick")
    yield Pair(ONE, THREE, AMONG, "quick")
    yield Pair(ONE, FOUR, BOTH, "quick")
    yield Pair(TWO, THREE, MASKED, "quick", fact="it masks the other", part="quick")


def endless(ruleset: Ruleset) -> Iterator[Pair]:
    """One answer, in the other order, and then none."""
    yield Pair(THREE, ONE, NEVER, "endless")
    time.sleep(60)


PARTS = {
    "quick": PairPart(lambda _: [(ONE, TWO), (ONE, THREE), (ONE, FOUR), (TWO, THREE)], quick),
    "other": PairPart(lambda _: [(TWO, THREE)], lambda _: iter([Pair(TWO, THREE, NEVER, "other")])),
    "endless": PairPart(lambda _: [(ONE, TWO), (ONE, THREE), (ONE, FOUR), (TWO, FOUR)], endless),
}


def plant(monkeypatch: pytest.MonkeyPatch, found: Found | None) -> None:
    """A game with these questions about two rules, and a control that finds this."""
    game = find_game(next(iter(GAMES)))
    assert game.checks is not None
    checks = replace(
        game.checks(), rule_pairs=Pairs(PARTS, lambda: [control("a planted pair", "", lambda: found)])
    )
    changed = replace(game, checks=lambda: checks)
    monkeypatch.setattr(check, "find_game_of", lambda *_: changed)
    monkeypatch.setattr(pairs, "find_game", lambda _: changed)


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, Found("found"))


ASKED = "check", "en-2014", "--pairs", "--rules", "--jobs", "2", "--timeout", "2"

OUTCOMES = {(ONE, TWO): OPEN, (ONE, THREE): AMONG, (ONE, FOUR): BOTH, (TWO, THREE): MASKED, (TWO, FOUR): OPEN}
"""Only a position outweighs what an unfinished part might find."""


@pytest.mark.usefixtures("planted")
def test_an_unfinished_part_leaves_its_pairs_open(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ASKED, "--format", "json"]) == 3
    told = json.loads(capsys.readouterr().out)
    assert {(one["first"], one["second"]): one["outcome"] for one in told["pairs"]} == OUTCOMES
    assert {one["limit"] for one in told["pairs"] if one["outcome"] == OPEN} == {LATE}
    assert "no step can break both" not in [one["reason"] for one in told["not_asked"]]


@pytest.mark.usefixtures("planted")
def test_open_pairs_are_shown_as_such(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ASKED]) == 3
    told = capsys.readouterr().out
    assert " 2 TA-6.4             ?\n 3 TA-6.6-must-follow om\n 4 TA-BUMP            x?\n" in told
    assert f"endless: not all pairs are answered, limit: {LATE}\n" in told
    assert "5 pairs: 2 gave up, 1 among others, 1 both needed, 1 masked" in told
    assert "no step can break both" not in told
    assert f"{TWO} with {THREE}: masked (quick), it masks the other (quick)\n" in told
    assert main([*ASKED, "--format", "svg"]) == 3
    tip = f"<title>{ONE}, {TWO}: gave up: {ONE} with {TWO}, limit: {LATE}</title>"
    told = capsys.readouterr().out
    assert tip in told
    assert f"<title>{TWO}, {THREE}: masked: {TWO} with {THREE}, it masks the other (quick)</title>" in told


@pytest.mark.usefixtures("planted")
def test_what_never_meets_is_counted_once_all_is_answered(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "en-2014", "--pairs", "--rules", "--only", "quick"]) == 0
    told = capsys.readouterr().out
    assert (
        "4 pairs: 1 never both, 1 among others, 1 both needed, 1 masked (quick); not asked: 2 because" in told
    )
    assert f"{TWO} with {THREE}: masked (quick), it masks the other\n" in told


@pytest.mark.parametrize("ruleset", ["en-2014", "2009"])
def test_every_two_rules_are_asked_about_or_counted(
    ruleset: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    part = "pursuit" if ruleset == "en-2014" else "basic turns"
    monkeypatch.setattr(rule_pairs, "_answers", lambda *_: iter([Pair(ONE, TWO, NEVER)]))
    assert main(["check", ruleset, "--pairs", "--rules", "--only", part, "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [one["reason"] for one in told["not_asked"]] == [
        "no step of these kinds can break both",
        "one of the two is not about a step of these kinds",
        "one of the two forbids nothing on its own",
    ]
    game = find_game("thunder-alley" if ruleset == "en-2014" else "rallyman")
    asked = pairs.questions(game, rules=True).parts[part].may_meet(default_ruleset(game.data))
    rules = {rule.id for rule in load_rules(game.data) if rule.kind != DEFINITION}.union(*names(asked))
    assert 1 + sum(one["pairs"] for one in told["not_asked"]) == comb(len(rules), 2)


def test_without_its_control_nothing_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plant(monkeypatch, None)
    assert main(["check", "en-2014", "--pairs", "--rules", "--only", "quick"]) == 4
    told = capsys.readouterr()
    assert "because a control fails: a planted pair" in told.err and not told.out


@pytest.mark.parametrize("game", GAMES)
def test_what_is_planted_is_found_and_what_changes_nothing_is_proved_so(game: str) -> None:
    checks = find_game(game).checks
    assert checks is not None
    for found in (checks().pairs.controls(), checks().rule_pairs.controls()):
        assert [one.outcome for one in found] == [FOUND, PROVED]


@pytest.mark.parametrize("words", [(), ("--rules",)])
@pytest.mark.parametrize("ruleset", ["en-2014", "2009"])
def test_no_answer_means_that_all_pairs_are_open(
    words: tuple[str, ...], ruleset: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", ruleset, "--pairs", *words, "--timeout", "0.01", "--format", "json"]) == 3
    told = json.loads(capsys.readouterr().out)
    assert len(told["pairs"]) > 100
    assert {one["outcome"] for one in told["pairs"]} == {OPEN}


@pytest.mark.parametrize(
    ("game", "rules", "part"),
    [
        ("thunder-alley", False, "leaving the pits"),
        ("thunder-alley", False, "Collision"),
        ("thunder-alley", False, "leaving the pits and what follows"),
        ("thunder-alley", True, "pursuit"),
        ("rallyman", False, "the order of two cars"),
    ],
)
def test_a_part_says_which_pairs_it_may_be_about(game: str, rules: bool, part: str) -> None:
    ruleset = default_ruleset(find_game(game).data)
    asked = pairs.questions(find_game(game), rules=rules).parts[part]
    found = {frozenset((one.first, one.second)) for one in asked.find(ruleset)}
    assert found and found <= {*map(frozenset, names(asked.may_meet(ruleset)))}
