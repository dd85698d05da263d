"""The report about a turn apart from its verdict: the place of a finding, which rule it names first, the rules applied."""

import pytest

from tests.rallyman.test_records import ROOT, judged
from verifier.records.replay import verify
from verifier.render.replay_frames import Frame
from verifier.render.replay_text import head_lines
from verifier.render.text import summary_line


def record(turn: str, car: str = "A s1 g2", header: str = "") -> str:
    return f"game rallyman\n{header}stage hollow-pine\ndriver A\nposition\n  turn 2\n  {car}\nend\n{turn}\n"


@pytest.mark.parametrize(
    ("turn", "car", "at"),
    [
        ("A: 2! 3! g!/i *line =3", "A s1 g2", "*line"),
        ("A: 2! 3! g!/i =3", "A s1 g2", "g!/i"),
        ("A: [4! 5/i]S *spin =5b", "A s2 g4", "S"),
        ("A: [2 3]S =3", "A s1 g2", "S"),
        ("A: 2! S 3 =3", "A s1 g2", "S"),
        ("A: 2! 3! 4!/d S g!/d S =4", "A s1 g2", "S =4"),
        ("A: 2 3 S g =3", "A s1 g2", "S"),
    ],
)
def test_a_finding_stands_where_the_fault_is_written(turn: str, car: str, at: str) -> None:
    finding = judged(record(turn, car)).findings[0]
    assert finding.column == turn.index(at) + 1


def test_a_flat_of_this_turn_is_named_before_the_flats_held() -> None:
    finding = judged(record("A: 2 g/kx g g =2", "A s2 g2")).findings[0]
    assert finding.rules == ("RM-9.9", "RM-9.10", "RM-4.7")


def test_a_flat_whose_card_was_not_drawn_is_no_matter_of_the_shakedown() -> None:
    stage = "ruling shortcut-overspeed-draws-card = B\nstage airfield\ndriver A\n"
    table = "position\n  turn 2\n  A s23 g4 t=0:30\nend\n"
    [finding] = judged(f"game rallyman\n{stage}{table}A: 5/kx *spin > flats=1\n").findings
    assert finding.rules == ("RM-9.14", "RM-9.6")


@pytest.mark.parametrize(("turn", "at_work"), [("A: 2! 3 =3", True), ("A: 2 3 =3", False)])
def test_a_shakedown_is_at_work_where_a_symbol_is_ignored(turn: str, at_work: bool) -> None:
    steps = judged(record(turn, header="option shakedown\n")).steps
    assert ("RM-17.1" in steps[-1].sentence) == at_work


LINES = "the lines that exist here: "


@pytest.mark.parametrize(
    ("turn", "car", "instead", "help"),
    [
        ("A: 4", "A s9 g4", ("4/d", "4 *spin"), f"{LINES}`4/i` to k2i, note 2; `4/d` to k2d1, note 4"),
        ("A: 4 3", "A s9 g4", ("4/d in place of 4", "end the turn with 4 *spin"), LINES),
        ("A: [4 3]", "A s9 g4", ("4/d in place of 4", "end the turn with [4 | 3] *spin"), LINES),
        ("A: [4 5]", "A s9 g4", ("4/d in place of 4", "end the turn with [4 | 5] *spin"), LINES),
        (
            "A: 5/d g",
            "A s9 g4",
            ("end the turn with 5/d *spin",),
            f"{LINES}`5/i` to k2i, note 2; `5/d` to k2d1, note 4",
        ),
        ("A: 3/kx", "A s3 g3 flats=2", ("3/kx *out",), ""),
        ("A: g/k+", "A s9 g4", ("g/d",), f"{LINES}`g/i` to k2i, note 2; `g/d` to k2d1, note 4"),
        ("A: 2/i", "A s1 g2", ("2",), "no corner is one step ahead: write the die without a line"),
        ("A: 2! S 3", "A s1 g2", ("2! 3",), ""),
        ("A: [2! 3] S", "A s1 g2", ("[2! 3]",), ""),
        ("A: 5/d S", "A s9 g5", ("5/d *spin",), ""),
    ],
)
def test_what_would_have_been_legal_can_be_written(
    turn: str, car: str, instead: tuple[str, ...], help: str
) -> None:
    [finding] = judged(record(turn, car)).findings
    assert finding.legal_instead[: len(instead)] == instead
    assert finding.help.startswith(help) and bool(finding.help) == bool(help)
    for offered in finding.legal_instead:
        if " " not in offered.replace(" *", "*") and not offered.startswith("*"):
            assert judged(record(f"A: {offered}", car)).verdict == "legal"


@pytest.mark.parametrize(
    ("turn", "car", "fact"),
    [
        (
            "A: 5/d 4",
            "A s9 g4",
            "gear 5 on k2d1 with note 4: control is lost on k2d1 (RM-9.12), but one more die follows",
        ),
        (
            "A: 5! 4",
            "A s5 g5",
            "gear 5 over bump s6 with note 4 and a symbol on the die: control is lost on s8 (RM-11.3), but one more die follows",
        ),
        (
            "A: 2! 3! g!/i 4",
            "A s1 g2",
            "3 symbols: control is lost on k1i (RM-7.1), but one more die follows",
        ),
        (
            "A: 3/kx 4",
            "A s3 g3 flats=2",
            "3 flats: the driver is eliminated on k1k (RM-9.10), but one more die follows",
        ),
    ],
)
def test_a_die_behind_a_loss_is_told_what_happened(turn: str, car: str, fact: str) -> None:
    [finding] = judged(record(turn, car)).findings
    assert (finding.rules, finding.fact) == (("RM-7.8",), fact)


def test_a_note_lowered_by_dirt_is_told_with_the_printed_one() -> None:
    dirty = "dirt K1=1\n  A s3 g3"
    [fast], [slow] = (judged(record(turn, dirty)).findings for turn in ("A: g/i =3", "A: 2/d =2"))
    assert fast.fact.startswith("gear 3 on k1i with note 2 (3 less dirt): control is lost on k1i")
    lines = "`g/i` to k1i, note 2 (3 less dirt); `g/d` to k1d1, note 3 (4 less dirt); `g/k+` to k1k, note 3"
    assert fast.help == f"the lines that exist here: {lines}"
    assert slow.fact == "k1d1 takes gear 3 (4 less dirt), but gear 2 is engaged"


@pytest.mark.parametrize(
    "line",
    [
        "option none",
        "driver C",
        "weather P=asphalt Q=snow",
        "start A",
        "stage hollow-pine",
        "timing T1=s11",
        'rally "R"',
    ],
)
def test_the_header_ends_with_the_first_turn(line: str) -> None:
    report = judged(f"{record('A: 2 =2')}{line}\nA: 3 =3\n")
    [finding] = report.findings
    assert (report.verdict, finding.line, finding.column) == ("unreadable", 9, 1)
    assert finding.fact == f"`{line}` comes after the first line of play"
    assert "header" in finding.help


def test_the_header_of_a_rally_ends_as_well() -> None:
    report = judged('game rallyman\nrally "R"\ndriver A\ntyres A snow\ndriver B\n')
    assert [(one.kind, one.line) for one in report.findings] == [("unreadable", 5)]


def test_a_stage_is_over_when_nobody_drives_any_more() -> None:
    head = "game rallyman\nstage hollow-pine\ndriver A\ndriver B\nposition\n  turn 5\n"
    for cars, shown in (
        ("  A out\n  B out\n", "(complete, 2009,"),
        ("  A out\n  B FINISH t=12:05\n", "(complete, B 12:05, 2009,"),
        ("  A out\n  B s1 g2\n", "(running, 2009,"),
    ):
        report = judged(f"{head}{cars}end\n")
        assert shown in summary_line(report)
        assert shown.removesuffix("2009,") in " ".join(head_lines([Frame(report, ())], 0, 100))


def test_a_rally_tells_its_times_as_a_record_writes_them() -> None:
    path = ROOT / "replays" / "rallyman" / "pine-weekend.race"
    text = path.read_text(encoding="utf-8")
    [report] = verify(text, str(path))
    assert "\nresult A 18:51 B 14:14\n" in f"{text}\n"
    assert "(complete, B 14:14 A 18:51, " in summary_line(report)


@pytest.mark.parametrize(
    ("turn", "car", "claim", "rules"),
    [
        ("A: 2 3", "A s1 g2", "s4", ("RM-4.1",)),
        ("A: 4", "A s5 g4", "s6", ("RM-11.5", "RM-11.2", "RM-4.1")),
        ("A: 4 3", "A s5 g4", "s9", ("RM-4.1",)),
        ("A: 3", "A s5 g3", "s7", ("RM-11.5", "RM-11.1", "RM-4.1")),
        ("A: 3", "A s6 g3", "s8", ("RM-4.1", "RM-11.6")),
        ("A: 4/d", "A s3 g4", "k1i", ("RM-4.1", "RM-9.1", "RM-9.3")),
        ("A: 3/k+", "A s3 g3", "k1i", ("RM-4.1", "RM-9.1", "RM-9.6")),
        ("A: 5/d *spin", "A s3 g5", "k1d1", ("RM-7.6",)),
        ("A: 5/i *spin", "A s3 g5", "s4", ("RM-7.6", "RM-7.4", "RM-4.1", "RM-9.1", "RM-9.2")),
        ("A: 5/d *right", "A s3 g5", "k1i", ("RM-7.4", "RM-7.7", "RM-4.1", "RM-9.1", "RM-9.3")),
        ("A: 5/i *left/k+", "A s3 g5", "k1i", ("RM-7.10",)),
        ("A: 5/k+ *right", "A s3 g5", "k1k", ("RM-7.11",)),
        ("A: 3/kx *out =-", "A s3 g3 flats=2", "k1k", ("RM-9.10",)),
        ("A: 1", "A s4 right", "s4", ("RM-4.1", "RM-7.9")),
        ("A: 3", "A s18 g3", "s18", ("RM-13.1", "RM-4.1")),
        ("A: 1", "A START", "s2", ("RM-4.1", "RM-3.1")),
        ("A: 1 2", "A START", "s3", ("RM-4.1",)),
        ("A: W =-", "A s4 g1 flats=1", "s5", ("RM-10.3",)),
    ],
)
def test_a_wrong_space_cites_what_decides_where_the_car_stands(
    turn: str, car: str, claim: str, rules: tuple[str, ...]
) -> None:
    """After `>`, in a check and in a position the same rules are cited."""
    state = car.split()[-1] if car.split()[-1] in ("spun", "left", "right") else ""
    for lines in (
        f"{turn} > {claim}",
        f"{turn}\ncheck A {claim} {state}",
        f"{turn}\nposition\n  A {claim} g1\nend",
    ):
        findings = judged(record(lines, car)).findings
        assert findings[0].rules == rules, lines


TURN_ENDS_WITH_SISU = "ruling sisu-then-continue = B\n"


@pytest.mark.parametrize(
    ("turn", "car", "header", "instead", "repaired"),
    [
        ("A: 2! 3! g!/i", "A s1 g2", "", "g!/i S", "A: 2! 3! g!/i S"),
        ("A: 2! 3! g!/i *line", "A s1 g2", "", "g!/i S", "A: 2! 3! g!/i S"),
        ("A: 5!", "A s5 g5", "", "5! S", "A: 5! S"),
        ("A: 3!/i 4!", "A s16 g3", "", "4! S", "A: 3!/i 4! S"),
        ("A: 3/i 4 5! g!", "A s16 g3", "", "g! S", "A: 3/i 4 5! g! S"),
        ("A: [2! 3! g!/i]", "A s1 g2", "", "[2! 3! g!/i] S", "A: [2! 3! g!/i] S"),
        ("A: 5! 4", "A s5 g5", "", "5! S in place of 5!", "A: 5! S 4"),
        ("A: 5! 4", "A s5 g5", TURN_ENDS_WITH_SISU, "end the turn with 5! S", "A: 5! S"),
        ("A: 2! 3! g!/i 4/d", "A s1 g2", "", "end the turn with g!/i S", "A: 2! 3! g!/i S"),
        ("A: [2! 3! g!/i g]", "A s1 g2", "", "[2! 3! g!/i g] S", "A: [2! 3! g!/i g] S"),
    ],
)
def test_sisu_is_offered_where_it_keeps_control(
    turn: str, car: str, header: str, instead: str, repaired: str
) -> None:
    [finding] = judged(record(turn, car, header)).findings
    assert instead in finding.legal_instead
    assert judged(record(repaired, car, header)).verdict == "legal"


@pytest.mark.parametrize(
    ("turn", "car", "instead"),
    [
        ("A: [3 g/kx g 2]", "A s2 g3", ("[3 g/kx 2]-g",)),
        ("A: [3 g/kx 2 | g]", "A s2 g3", ("[3 g/kx 2]-g",)),
        ("A: [4 2 3]", "A s7 g3", ("3",)),
    ],
)
def test_dice_of_an_attack_are_offered_among_those_rolled(
    turn: str, car: str, instead: tuple[str, ...]
) -> None:
    [finding] = judged(record(turn, car)).findings
    assert finding.legal_instead == instead


@pytest.mark.parametrize(
    ("turn", "car", "header"),
    [
        ("A: 2! 3! g!/i", "A s1 g2 sisu=used", ""),
        ("A: 5! 4", "A s5 g5 sisu=used", ""),
        ("A: [2! 3! g!/i]", "A s1 g2 sisu=used", ""),
        ("A: 5!/d", "A s9 g5", ""),
        ("A: 3/i 4 5! g!", "A s16 g3", "ruling sisu-at-the-finish = B\n"),
    ],
)
def test_sisu_is_not_offered_where_it_does_not_help(turn: str, car: str, header: str) -> None:
    [finding] = judged(record(turn, car, header)).findings
    assert finding.legal_instead
    assert not any("S" in one.split() for one in finding.legal_instead)


@pytest.mark.parametrize(
    ("turn", "car", "rules"),
    [
        ("A: [2! 3!]", "A s1 g2", "RM-7.1 RM-4.9 RM-15.5 RM-5.8"),
        ("A: 4/k~", "A s3 g4", "RM-9.12 RM-7.2 RM-9.15"),
        ("A: 5!", "A s5 g5", "RM-11.3 RM-7.3"),
    ],
)
def test_each_rule_of_a_loss_is_told_in_its_own_words(turn: str, car: str, rules: str) -> None:
    text = record(turn, car).replace("driver A", "weather P=snow Q=snow\ndriver A")
    [finding] = judged(text).findings
    assert list(finding.rules) == rules.split()
    assert len({reason for _, reason in finding.because}) == len(finding.rules)


@pytest.mark.parametrize(
    ("turn", "instead", "verdict"),
    [
        ("[5/d | 4!] S *right", "[5/d | 4!] *right", "legal"),
        ("[5/d | ?] S *right", "[5/d | ?] *right", "undetermined"),
        ("[5/d | ?2] S", "[5/d | ? ?] *?", "undetermined"),
        ("[3/i ?] S *right", "[3/i ?]", "undetermined"),
        ("3! S g *spin", "3! g", "legal"),
        ("?1 S *spin", "?1 *spin", "undetermined"),
        ("5! S g", "5! *right", "legal"),
    ],
)
def test_a_line_without_its_wrong_sisu_keeps_what_is_legal(turn: str, instead: str, verdict: str) -> None:
    car = "A s3 g4 flats=1"
    [finding] = judged(record(f"A: {turn}", car)).findings
    assert finding.legal_instead[-1] == instead
    assert judged(record(f"A: {instead}", car)).verdict == verdict


@pytest.mark.parametrize(
    ("attack", "car", "told", "rule"),
    [
        (
            "[2 g g 1]",
            "A s1 g2 tyres=snow",
            "with snow tyres there is 1 gas die for asphalt, but 2",
            "RM-15.6",
        ),
        ("[g g]", "A s1 g2 flats=1", "with 1 flat there is 1 gas die, but 2 are rolled", "RM-9.10"),
        ("[2 g]", "A s1 g2 flats=2", "with 2 flats there are no gas dice, but 1 is rolled", "RM-9.10"),
        ("[g g g]", "A s1 g2", "there are 2 gas dice, but 3 are rolled", "RM-4.4"),
        ("[2 2]", "A s1 g2", "there is one gear die 2, but it is rolled 2 times", "RM-4.4"),
        ("[2 3]", "A s1 g2 dmg=4", "with 4 points of damage there is 1 gear die, but 2 are rolled", "RM-8.2"),
        ("[2 4]", "A s1 g2", "", ""),
        ("[g g 4]", "A s1 g2 tyres=snow", "", ""),
    ],
)
def test_dice_that_cannot_be_used_up_say_which_number_is_broken(
    attack: str, car: str, told: str, rule: str
) -> None:
    deciding = judged(record(f"A: {attack}", car)).deciding
    assert deciding is not None and deciding.rules == ("RM-5.3",)
    assert deciding.fact.endswith("in gear 2") is not bool(told)
    assert told in deciding.fact
    assert ("too many" in deciding.reason) is bool(rule) and rule in deciding.reason
