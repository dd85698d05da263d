"""Lost moves and lost rests: what later lines tell about them, and what is known at a limit."""

import time

import pytest

from tests.infer.texts import CONVOY, HEAD, STAGE, TABLE, infer, values
from verifier.gaps.inferring import NONE, ONE, OPEN, SEVERAL


def test_a_rest_is_completed() -> None:
    assert infer(HEAD + "29 Charge: f6 ...\n").verdict == "legal"
    found = infer(STAGE + "A: 1 ...\n")
    assert found.outcome == SEVERAL
    assert found.record[3].startswith("A: 1")


def test_a_lost_car_is_none_that_moves_later_in_the_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = HEAD + "? ?: ?\n15 Charge: f7\ncheck 15 at 7a\n25 Charge: f7\n"
    two = HEAD + "? Teamwork: f4 + ? f3\n15 Charge: f7\n25 Charge: f7\n"
    known = infer(whole), infer(two)
    assert values(known[0])["car"] == ("29", "41")
    assert values(known[1])["second car"] == ("25", "41", "29")
    monkeypatch.setattr("verifier.thunder_alley.infer.takewhile", lambda *_: ())
    assert (infer(whole), infer(two)) == known


@pytest.mark.parametrize(
    ("later", "outcome"),
    [
        ("Orange: drive stay\nBlue: drive stay\nBlue: cash\n", SEVERAL),
        ("Orange: drive stay\nBlue: drive stay\nBlue: repair none\n", ONE),
        ("Orange: drive stay\nBlue: drive stay\nBlue: drive stay\nBlue: cash\n", NONE),
    ],
)
def test_a_lost_sequence_takes_no_assistant_that_is_needed_later(
    monkeypatch: pytest.MonkeyPatch, later: str, outcome: str
) -> None:
    found = infer(f"{CONVOY}Blue: ?\n{later}")
    assert found.outcome == outcome
    monkeypatch.setattr("verifier.great_race.infer.takewhile", lambda *_: ())
    assert infer(f"{CONVOY}Blue: ?\n{later}") == found


def test_a_lost_car_that_moves_later_is_refused_there() -> None:
    """It gets as far as the line that needs it, and the others do not."""
    found = infer(HEAD + "? Charge: ?\n15 Charge: f7\ncheck 25 wear black\n25 Charge: f7\n")
    assert (found.outcome, found.empty) == (NONE, 11)
    assert [one.rule for one in found.refusals] == ["TA-3.4-1"]


def test_a_lost_act_before_others() -> None:
    text = TABLE.partition("Blue: scout")[0]
    found = infer(f"{text}Blue: ?; scout track@b2 scrub@b3\n")
    assert (found.outcome, found.record[14]) == (ONE, "Blue: play Financier; scout track@b2 scrub@b3")
    assert infer(f"{text}Blue: ?; drive b2\ncheck tile b2 marsh\n").outcome == ONE


def test_the_time_is_kept() -> None:
    """A whole sequence has very many ways; a search for them looks at the clock."""
    begun = time.perf_counter()
    found = infer(TABLE + "Blue: ?\nOrange: ?\n", seconds=0.5)
    assert (found.outcome, found.count) == (OPEN, 0) and "the time is up" in found.limit
    assert time.perf_counter() - begun < 5


def test_what_is_known_in_spite_of_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some of what a line can have been is followed to the end; the limit is named, as there may be more."""
    text = HEAD + "? ?: ?\n15 Charge: f7\n25 Charge: f7\ncheck 15 at 7a\n"
    whole = infer(text)
    monkeypatch.setattr("verifier.records.branches.MOST_BRANCHES", 300)
    found = infer(text)
    assert found.outcome == SEVERAL and 1 < found.count < whole.count
    assert found.limit.startswith("line 8: more than 300 positions are possible")
    assert not found.facts and not found.ends
    known = {one.values for one in whole.completions}
    assert known >= {one.values for one in found.completions}
    assert str(found).startswith(f"<text>: {found.count} completions or more (line 8: more than 300")
    monkeypatch.setattr("verifier.records.branches.MOST_BRANCHES", 1)
    text = HEAD + "29 Charge: f5 ?2\n15 Charge: f7\ncheck 15 at 7a\n"
    found = infer(text)
    assert (found.outcome, found.count, found.verdict) == (OPEN, 1, "legal")
    assert "1 completion or more (line 8: more than 1 positions" in str(found)
    assert infer(text + "...\n").limit and not infer(text + "...\n").count


def test_a_limit_after_a_thousand_completions_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the last line the count stops there, and no facts are given, since not all completions were looked at."""
    text = HEAD + "? ?: ?\n"
    assert infer(text).facts
    monkeypatch.setattr("verifier.records.branches.MOST_BRANCHES", 1010)
    found = infer(text)
    assert (found.outcome, found.count, found.verdict) == (SEVERAL, 1000, "legal")
    assert not found.facts and not found.ends
    monkeypatch.setattr("verifier.records.branches.MOST_BRANCHES", 990)
    assert "990 positions" in infer(text).limit
