"""What must have happened where a record has lost parts: counts, values, records, and why nothing fits."""

import json
from pathlib import Path

import pytest

from tests.infer.texts import (
    ARRIVED,
    BLOCK,
    ENDED,
    EVENT,
    GRID,
    HEAD,
    LATE,
    PLACES,
    PUSHED,
    STAGE,
    TABLE,
    WORN,
    infer,
    values,
)
from verifier.cli import main
from verifier.errors import INTERNAL, StewardError
from verifier.gaps.inferring import NONE, ONE, OPEN, SEVERAL


@pytest.mark.parametrize(
    ("text", "outcome", "known"),
    [
        (HEAD + "29 Charge: f5 ?1 f\n", SEVERAL, {"step": ("f", "o")}),
        (HEAD + "29 Charge: f5 ?2 = 7a\n", ONE, {"step": ("f",)}),
        (HEAD + "? Charge: f7\n15 Charge: f7\n", ONE, {"car": ("29",)}),
        (
            HEAD + "29 Charge: f7\n15 ?: f5\n",
            SEVERAL,
            {"card": ("Chasing the Race", "Oversteer", "Understeer")},
        ),
        (HEAD + "29 Charge: f7\ncheck 29 wear ?\n", ONE, {"wear": ("black",)}),
        (HEAD + "check 29 wear ?\n", ONE, {"wear": ("none",)}),
        (WORN + "check 29 wear ?\n", ONE, {"wear": ("black red",)}),
        (WORN + "check 15 wear blue ?\n", ONE, {"wear": ("blue red",)}),
        (HEAD + "29 Charge: f7\ncheck 29 at ?\n", ONE, {"at": ("7a",)}),
        (HEAD + "check order 29 ? 4\n", ONE, {"order": ("15",)}),
        (HEAD.replace("29 15 4 25", "29 ?3"), SEVERAL, {"car": ("25",)}),
        (HEAD + "check order ?3 25\n", ONE, {"order": ("4",)}),
        (WORN + "check 29 wear ?2\n", ONE, {"wear": ("red",)}),
        (
            WORN + "check leader 15\nposition\n  29 3a wear ? red\n  15 6a wear blue ? ?\nend\n",
            ONE,
            {"wear of 29": ("black",)},
        ),
        (HEAD + "check leader ?\n", ONE, {"leader": ("29",)}),
        (
            BLOCK.replace("15 ?", "15 5a")
            + "29 Charge: f fx2 = 6a\nposition\n  29 ? wear black\n  15 7a\nend\n",
            ONE,
            {"place of 29": ("6a",)},
        ),
        (PLACES.replace("29 8a", "29 place 1") + "result Red ?\n", ONE, {"result of Red": ("75",)}),
        (STAGE + "A: 1 2 =2\ncheck A g?\n", ONE, {"gear": ("2",)}),
        (STAGE + "A: 1 2! =2\ncheck A symbols=?\n", ONE, {"symbols": ("1",)}),
        (STAGE + "A: 1 2 =2\nturn ?\n", ONE, {"turn": ("2",)}),
        (STAGE + "R1 ?: 1 2 =2\n", ONE, {"name": ("A",)}),
        (STAGE + "?: 1 ? =2\n", SEVERAL, {"name": ("A",), "die": ("2", "2!")}),
        (STAGE + "R? A: 1 2 =2\n", ONE, {"round": ("1",)}),
        (TABLE + "check Blue hand ?\n", ONE, {"hand": ("Financier",)}),
        (TABLE.replace("X2 M2 T1", "X2 M2 ?") + "check Blue left X1 M2 T1\n", ONE, {"plan": ("T1",)}),
        (TABLE.replace("X2 M2 T1", "X2 M? T1") + "check Blue left X1 M2 T1\n", ONE, {"plan": ("2",)}),
        (TABLE + "check order ? Orange\n", ONE, {"order": ("Blue",)}),
        (TABLE.replace("scrub@b3", "scrub@?") + "check tile b3 scrub\n", ONE, {"space": ("b3",)}),
        (TABLE.replace("camp Blue", "camp ?"), ONE, {"name": ("Blue",)}),
        (TABLE.replace("turn 1\n", "turn ?\n"), ONE, {"turn": ("1",)}),
        (LATE + "turn ?\n", ONE, {"turn": ("41",)}),
        (PLACES + "check 14 place ?\n", ONE, {"place": ("15",)}),
        (HEAD.replace("25 41 9\n", "25 ? 9\n"), ONE, {"car": ("41",)}),
        (BLOCK + "29 Charge: f fx2 = 6a\n", ONE, {"place of 15": ("5a",)}),
        (STAGE + "A: 1 ? =2\n", SEVERAL, {"die": ("2", "2!")}),
        (STAGE + "A: 1 2 =?\n", ONE, {"card": ("2",)}),
        (TABLE.replace("camp Blue Financier", "camp Blue ?"), ONE, {"card": ("Financier",)}),
        (
            TABLE + "Blue: drive b2 ?\ncheck Blue at b3 chassis 4\n",
            ONE,
            {"step": ("b3/c1",)},
        ),
        (
            TABLE.replace("track@b2", "?@b2") + "Blue: drive b2\ncheck tile b2 track\n",
            ONE,
            {"tile": ("track",)},
        ),
    ],
)
def test_a_lost_word(text: str, outcome: str, known: dict[str, tuple[str, ...]]) -> None:
    found = infer(text)
    assert (found.outcome, found.verdict) == (outcome, "legal")
    assert {what: values(found)[what] for what in known} == known


def test_spellings_and_ways_to_the_same_position_count_once() -> None:
    assert infer(HEAD + "29 Charge: f7\n").count == 1
    found = infer(HEAD + "29 Charge: ?\n")
    assert found.count == len(found.ends) > 1
    assert infer(HEAD + "29 Charge -> 7a\n").outcome == ONE


def test_a_lost_line_with_and_without_the_inside_line_counts_once() -> None:
    found = infer(PUSHED + "R4 A: [2 3 4/?] *? =?\n")
    assert found.count == 14
    assert values(found)["line"] == ("/i", "/k+", "/k~", "/kx")
    assert values(found)["card"] == ("4b",)


def test_a_lost_push_draws_any_cut_card() -> None:
    found = infer(PUSHED + "R4 A: 2! 3! 4!/d *?\n")
    assert values(found) == {"loss": ("spin", "left/k+", "left/k~", "left/kx", "right")}
    assert found.count == 5
    assert values(infer(PUSHED + "R4 A: 2! 3! 4!/d *?/k~\n")) == {"loss": ("left",)}


def test_a_lost_event_hits_any_group_of_cars() -> None:
    found = infer(EVENT + "event ?\n")
    assert found.count == 32
    assert {"none", "29", "15 41"} < set(values(found)["group that was hit"])
    assert infer(EVENT + "event ? bar ?\n").count == 32
    found = infer(EVENT + "event ?\ncheck 29 wear red\n")
    assert values(found) == {
        "event": ("Blown Tire", "Overcast"),
        "group that was hit": ("29", "29 15"),
    }


def test_what_some_completions_do_not_have_is_not_forced() -> None:
    kept = "check 15 wear black\ncheck 25 wear none\ncheck 29 wear red black\ncheck 41 wear none\n"
    found = infer(EVENT + "event ?\n" + kept)
    assert set(values(found)["group that was hit"]) == {"none", "4"}


@pytest.mark.parametrize(
    "line",
    [HEAD + "29 Charge: ?", EVENT + "event ?", TABLE + "Blue: drive b2 ?", STAGE + "A: ?"],
)
def test_a_comment_is_kept(line: str) -> None:
    assert infer(line + "  # not seen\n", seconds=2).record[-2].endswith("  # not seen")


def test_nothing_fits() -> None:
    found = infer(HEAD + "29 Charge: f5 ?1 f\n15 Charge: f9\n")
    assert (found.outcome, found.empty) == (NONE, 9)
    assert [(one.rule, one.count) for one in found.refusals] == [("TA-6.1-mp-total", 3)]


def test_several_lost_cars_of_a_grid_fill_as_many_spaces() -> None:
    found = infer(HEAD.replace("29 15 4 25 41 9", "29 ?3 9 41"))
    assert (found.outcome, found.refusals[0].rule) == (NONE, "TA-2.5")


def test_the_team_bar_of_a_grid() -> None:
    said = infer(GRID).said
    assert said == ((7, "the Team Bar has Red before Blue before Green; 840 of the 5,040 possible bars fit"),)
    found = infer(GRID.replace("43 23 4 ", "43 4 23 "))
    assert (found.outcome, found.refusals[0].rule) == (NONE, "TA-2.5")
    assert found.said == ((7, "none of the 5,040 possible Team Bars fits this grid (TA-2.5)"),)


def test_missing_lines_leave_no_verdict() -> None:
    found = infer(GRID + "...\nposition\n  turn 3\n  first Blue\n  15 20a led 2\n  29 4b\nend\n")
    assert (found.outcome, found.missing, found.verdict) == (OPEN, 4, "")
    assert "no contradiction found in what is written; at least 4 lines are missing" in str(found)
    assert "legal" not in str(found)


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        (STAGE + "A: 1 2\n...\nposition\n  turn 5\n  A s9 g3\nend\n", 2),
        (TABLE + "...\nposition\n  turn 4\n  Blue c5\n  Orange d8\nend\n", 8),
    ],
)
def test_how_many_lines_are_missing(text: str, missing: int) -> None:
    for more in ("", "...\n"):  # nothing is known of how many are missing at the end
        found = infer(text + more)
        assert (found.outcome, found.missing) == (OPEN, missing)


def test_one_of_the_alternatives_is_kept() -> None:
    """Each alternative is followed on its own, lost parts in it as well."""
    stories = "either\n  29 Charge: f7  # Ana\nor\n  29 Charge: f5 ?1 f\nor\n  29 Charge: f8\nend\n"
    found = infer(f"{HEAD}{stories}check 29 at 7a\n")
    assert (found.outcome, found.count, found.verdict) == (SEVERAL, 2, "legal")
    assert values(found)["alternative"] == ("29 Charge: f7  # Ana", "29 Charge: f5 ?1 f")
    assert found.record[7:14] == ("", "29 Charge: f7  # Ana", "", "", "", "", "")
    assert infer(f"{HEAD}{stories}check 29 at 8a\n").outcome == NONE
    assert infer(f"{HEAD}{stories.replace('f7', 'f9')}check 29 at 7a\n").outcome == ONE


def test_lost_pit_stops_of_many_cars() -> None:
    found = infer(EVENT.replace("  4 6b", "  4 6b\n  9 7b").replace("event", "pits") + "pit ?\n")
    assert (found.outcome, len(values(found)["group that pitted"])) == (SEVERAL, 64)
    cars = "".join(
        f"  {number} {sector}a\n" for sector, number in enumerate((29, 25, 41, 7, 8, 14, 15, 4, 9), 3)
    )
    found = infer(f"{GRID.rpartition('grid')[0]}position\n  step pits\n{cars}end\npit ?\n")
    assert (
        found.outcome == OPEN
        and "9 cars may have pitted, in too many ways; write those that did" in found.limit
    )


def test_words_that_are_not_tried_prove_nothing() -> None:
    """Of the markers of a car on the first position only one, or several black ones, are tried."""
    text = BLOCK.replace("15 ?", "15 5a wear ?")
    for claim in ("wear red yellow", "wear red"):
        found = infer(f"{text}check 15 {claim}\n")
        assert (found.outcome, found.count) == (OPEN, 0)
        assert found.limit.startswith("line 7: not all words that can stand for its `?` were tried")


def test_what_verify_does_not_call_legal_is_no_completion() -> None:
    found = infer(
        f"{BLOCK}29 Charge: f fx2 = 6a\nunder six-markers-timing = at-once\n  position\n    15 5a ?\n  end\nend\n"
    )
    assert (found.outcome, found.count, found.verdict) == (OPEN, 0, "unreadable")
    assert found.limit.startswith("line 12: `verify` calls a completed record unreadable")


def test_a_fault_is_no_answer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A completed record that `verify` finds illegal is a fault of the tool."""
    monkeypatch.setattr(
        "verifier.gaps.inferring.with_lines", lambda source, _lines: (*source, "29 Charge: f")
    )
    file = tmp_path / "a.race"
    file.write_text(HEAD + "29 Charge: f7\n")
    assert main(["infer", str(file)]) == INTERNAL


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (ENDED + "...\n", ["Red cannot have won: it has 119 points at most, and Blue 129 at least"]),
        (ENDED + "...\nturn 6\n", ["Red cannot have won: it has 119 points at most, and Blue 129 at least"]),
        (WORN + "...\n", []),
        (
            STAGE + "driver B\nposition\n  turn 4\n  A s9 g3\n  B out\nend\n...\n",
            ["B cannot have won: out of the stage"],
        ),
        (
            STAGE + "driver B\n...\nposition\n  turn 4\n  A FINISH t=2:00\n  B FINISH t=1:50\nend\n",
            ["A cannot have won: 2:00, and B 1:50"],
        ),
        (ARRIVED, []),
        (
            ARRIVED.replace("left M1", "left M1 passed"),
            ["Orange cannot have won: Blue has arrived, and Orange takes no further part"],
        ),
        (
            ARRIVED.replace("c9 left M1", "Dunmore finished 2"),
            ["Blue cannot have won: it has 9 points, and Orange 14"],
        ),
        (
            ARRIVED.replace("base", "base\nwithout GR-18.5").replace("c9 left M1", "Dunmore finished 2"),
            [],
        ),
        (ARRIVED.replace("Dunmore finished 1", "c8").replace("left M1", "passed"), []),
        (
            ARRIVED.replace("position\n", "position\n  phase over\n"),
            ["Orange cannot have won: Blue has arrived, and Orange takes no further part"],
        ),
    ],
)
def test_who_cannot_have_won(text: str, told: list[str]) -> None:
    found = infer(text)
    assert found.outcome == OPEN and not found.limit
    assert [sentence for _, sentence in found.said if "won" in sentence] == told


def test_a_line_that_cannot_be_read() -> None:
    with pytest.raises(StewardError):
        infer(HEAD + "29 Charge: f g3\n")
    assert "nothing can be filled in" in infer(HEAD + "29 Charge: f g?\n").limit
    assert "nothing can be filled in" in infer(HEAD + "check 29 lap ?\n").limit
    few = f"{TABLE.partition('turn')[0]}position\n  Blue b3 hand ?2\n  Orange Almar\n  discards ?2\n  deck 40\nend\n"
    assert "have 44 cards, and nothing can be filled in" in infer(few).limit


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.race"
    file.write_text(HEAD + "29 Charge: f5 ?1 f\n")
    assert main(["infer", str(file), "--all"]) == 3
    assert "    8: 29 Charge: f7" in capsys.readouterr().out
    assert main(["infer", str(file), "--format", "json"]) == 3
    answer = json.loads(capsys.readouterr().out)["inference"]
    assert (answer["outcome"], answer["count"], answer["verdict"]) == ("several", 3, "legal")
    assert main(["infer", str(file), "--record"]) == 3
    assert capsys.readouterr().out == HEAD + "29 Charge: f7\n"


def test_positions_are_counted_not_what_they_do_not_show() -> None:
    """A symbol of the turn just played is no part of a position, but a check can tell it."""
    text = STAGE + "A: 1 ...\n"
    loose, told = infer(text), infer(text + "check A symbols=1\n")
    assert loose.count == len(set(loose.ends))
    assert told.verdict == "legal" and 1 < told.count < loose.count
