"""Lines of a record become moves and are printed as the same lines; a line that cannot be a move gets an error by name."""

from types import MappingProxyType

import pytest

from model.ruleset import Ruleset, default_ruleset
from model.thunder_alley.facts import DATA
from model.thunder_alley.moves import Activation, Chosen, Pass, Path, Retire, Step
from model.thunder_alley.position import Setup, Team, make_position
from tests.thunder_alley.lines.play import statement
from verifier.findings import Breach
from verifier.records.speaking import NotationError
from verifier.thunder_alley.lines.names import names_of
from verifier.thunder_alley.lines.read import Written, read_move
from verifier.thunder_alley.lines.text import move_text

TEAMS = (Team("Red", "Ana", (29, 25, 41)), Team("Blue", None, (15, 4, 9)))


def read(line: str, ruleset: Ruleset | None = None) -> Written:
    setup = Setup(None, ruleset or default_ruleset(DATA), TEAMS, names=MappingProxyType({"Dave": 29}))
    return read_move(statement(line), _roomy(setup))


def _roomy(setup: Setup):  # type: ignore[no-untyped-def]
    """Names that accept every space as one of the track."""
    from dataclasses import replace

    class Anywhere:
        def has(self, space: str) -> bool:
            return " " not in space

    return replace(names_of(setup, make_position(())), track=Anywhere())


CANONICAL = [
    "29 Charge: f7",
    "25 Watch the Gauge: f3>b [] f3 = 14b",
    "1 Making a Move: fx(4>c) f>b f2 = 13b",
    "41 Teamwork: f4 + 29 f3>a",
    "3 Dirty Air: o fx ix = 16b",
    "15 Slingshot: [25 3] di f6>a = 25a",
    "22 Riding the Draft: f4>b = 23b",
    "29 Dirty Air left 2: f!",
    "15 Charge: left",
    "15 Charge: f2 = 4b left 3",
    "15 Clean Air: f4 @14b = 14b",
    "15 Working the Pack: s f s2",
    "15 Rubbin' is Racin': ox2/0 f4/1",
    "15 Charge: f(4a>b 3a<b) o f = 5b f4",
    "15 Charge -> 14b",
    "15 ?: f3",
    "15 Charge: f ?3 f ...",
    "15 Charge: ?",
    "15 Charge: b",
    "15 chosen",
    "15 retire",
    "4 pass",
    "Blue pass",
    "41 Teamwork: f4 = 14a + 29 f3 = 18a",
    "15 Charge: f3 ?1 = 14b",
]


@pytest.mark.parametrize("line", CANONICAL)
def test_canonical_lines_come_back(line: str) -> None:
    for number in (1, 3, 22):
        line = line.replace(f"{number} ", "15 ", 1) if line.startswith(f"{number} ") else line
    line = line.replace("25 3]", "25 4]")
    assert move_text(read(line).move) == line


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("29 charge: f f,f4 f", "29 Charge: f7"),
        ("29 65: f7", "29 Charge: f7"),
        ('"Dave" "Top Gear": f5>b f3 = 28b', "29 Top Gear: f5>b f3 = 28b"),
        ("29 rubbin: f4", "29 Rubbin' is Racin': f4"),
        ("29 Rubbin’ is Racin’: f4", "29 Rubbin' is Racin': f4"),
        ("29 Charge: f4o f2", "29 Charge: f4 o f2"),
        ("29 Charge: f3 f>b f3", "29 Charge: f4>b f3"),
        ("29 Charge: f3 f(15>b)", "29 Charge: f4(15>b)"),
        ("blue pass", "Blue pass"),
        ("29 80: f7", "29 Inside Line: f7"),
    ],
)
def test_other_spellings(written: str, canonical: str) -> None:
    assert move_text(read(written).move) == canonical


def test_moves_with_every_part() -> None:
    move = read("29 Watch the Gauge left 5: [] fx2>b/3(15>b 4a>c 3a<b) o! = 5c").move
    assert move == Activation(
        29,
        "watch-the-gauge",
        Path(
            (
                Step("f", lane="b", lanes=((15, "b"),), forks=(("4a", ">", "c"), ("3a", "<", "b")),
                     links=(), displaces=True, booked=3),
                Step("f", lane="b", lanes=((15, "b"),), forks=(("4a", ">", "c"), ("3a", "<", "b")),
                     displaces=True, booked=3),
                Step("o", bump=True, token=1),
            ),
            ends="5c",
        ),
        left=5,
    )  # fmt: skip
    assert read("4 pass").move == Pass(4)
    assert read("Red pass").move == Pass(team="Red")
    assert read("4 retire").move == Retire(4)
    assert read("4 chosen").move == Chosen(4)


def test_a_space_after_the_last_step_speaks_of_the_whole_move() -> None:
    whole, middle = read("29 Charge: f = 4b f = 5b").move, read("29 Charge: f = 4b left").move
    assert isinstance(whole, Activation) and isinstance(middle, Activation)
    assert whole.path is not None and middle.path is not None
    assert [step.to for step in whole.path.steps] == ["4b", None]
    assert whole.path.ends == "5b"
    assert [step.to for step in middle.path.steps] == ["4b"]
    assert middle.path.ends is None and middle.path.open_end


def test_lane_joins_only_where_asked() -> None:
    move = Activation(29, "charge", Path((Step("f"), Step("f"), Step("f", lane="b"), Step("f"))))
    assert move_text(move) == "29 Charge: f3>b f"
    assert move_text(move, short=False) == "29 Charge: f2 f>b f"


@pytest.mark.parametrize(
    ("line", "kind", "marked", "fact", "help"),
    [
        ("29 Chrage: f7", "unknown-name", "Chrage", "there is no race card `Chrage`", "did you mean `Charge`?"),
        ("29 Nitro: f7", "unknown-name", "Nitro", "there is no race card `Nitro`", "race cards are Rubbin' is Racin', "),
        ("29 85: f7", "unknown-name", "85", "there is no race card `85`", "race cards are numbered 1 to 84"),
        ("92 Charge: f7", "unknown-name", "92", "car `92` is not in this race", "did you mean `9` or `29`? cars are 4, 9"),
        ('"Dvae" Charge: f7', "unknown-name", '"Dvae"', 'no car is called `"Dvae"`', "did you mean `Dave`?"),
        ("Bleu pass", "unknown-name", "Bleu", "there is no team `Bleu` in this race", "did you mean `Blue`?"),
        ("29 Charge: f3 []", "unreadable", "[]", "cars linked behind are written before the step they follow", ""),
        ("29 Charge: f2!", "unreadable", "f2!", "`f2!` repeats a bump", "write `f f!`"),
        ("29 Charge: @4b f", "unreadable", "f", "a Clean Air space ends the path", ""),
        ("29 Clean Air: f4 @14b ...", "unreadable", "...", "a Clean Air space ends the path", ""),
        ("29 Clean Air: f4 @14b left", "unreadable", "left", "a Clean Air space ends the path", ""),
        ("29 Charge: f(17>b)", "unknown-name", "17", "car `17` is not in this race", "did you mean `15`?"),
        ("? pass", "undetermined", "?", "the car is not noted; not judged yet", ""),
    ],
)  # fmt: skip
def test_what_cannot_be_a_move(line: str, kind: str, marked: str, fact: str, help: str) -> None:
    with pytest.raises(NotationError) as caught:
        read(line)
    trouble = caught.value.troubles[0]
    assert (trouble.kind, line[trouble.span.column - 1 : trouble.span.end_column - 1]) == (kind, marked)
    assert trouble.fact.startswith(fact)
    assert trouble.help.startswith(help)


def test_all_troubles_of_a_line() -> None:
    with pytest.raises(NotationError) as caught:
        read("92 Chrage: f(17>b)")
    assert [trouble.span.column for trouble in caught.value.troubles] == [1, 4, 14]


def test_card_80_is_decided_by_its_ruling() -> None:
    from model.ruleset import with_changes

    changed = with_changes(DATA, default_ruleset(DATA), {"card-80": "understeer"})
    written = read("29 80: f7", changed)
    assert move_text(written.move) == "29 Understeer: f7"


@pytest.mark.parametrize(
    ("breach", "marked", "again"),
    [
        (Breach("TA-6.1-cost", "", step=1), "f3", "step 1 of 3"),
        (Breach("TA-6.1-cost", "", step=3), "f3", "step 3 of 3"),
        (Breach("TA-6.1-cost", "", step=4), "o", ""),
        (Breach("TA-6.2", "", step=4, token="links"), "[15]", ""),
        (Breach("TA-6.2", "", token="links"), "[15]", ""),
        (Breach("TA-6.1-cost", "", step=2, car=25), "f2", "step 2 of 2"),
        (Breach("TA-6.1-spend-all", ""), "29 Teamwork left 3: f3 [15] o = 4b + 25 f2", ""),
        (Breach("TA-7.4", "", token="left"), "left 3", ""),
        (Breach("TA-6.1-directions", "", step=4, token="ends"), "= 4b", ""),
        (Breach("TA-RC-oversteer", "", step=5, token="ends"), "= 4b", ""),
        (Breach("TA-3.4-1", "", step=-1), "Teamwork", ""),
        (Breach("TA-3.4-1", "", step=-1, token="car"), "29", ""),
        (Breach("TA-RC-teamwork", "", token="second"), "25", ""),
    ],
)
def test_where_a_breach_points(breach: Breach, marked: str, again: str) -> None:
    line = "29 Teamwork left 3: f3 [15] o = 4b + 25 f2"
    span, repetition = read(line).place(breach)
    assert (line[span.column - 1 : span.end_column - 1], repetition) == (marked, again)
