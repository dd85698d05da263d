"""Edge cases among positions with open facts: a planted boundary is found, and what has none is proved."""

from collections.abc import Iterator, Sequence
from dataclasses import field

import pytest

from model.ruleset import Ruleset, default_ruleset
from model.thunder_alley.facts import DATA
from model.values import replace, value
from verifier.rulesets.edge_neighbours import NO_NEIGHBOUR, Seed, near
from verifier.rulesets.edge_search import search
from verifier.rulesets.edges import files
from verifier.rulesets.goals import (
    ANYTHING,
    DIFFERS,
    GAVE_UP,
    REACHED,
    UNREACHABLE,
    Edges,
    Goal,
    Side,
    Subject,
)
from verifier.rulesets.pairing import Facts
from verifier.rulesets.scenes import NO_ANSWER, Kinds, Result, ties
from verifier.solving.cases import Cases, in_case

RULESET = default_ruleset(DATA)


@pytest.fixture(autouse=True)
def records_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is planted is in no game, so its records cannot be judged."""
    monkeypatch.setattr("verifier.rulesets.edges._passes", lambda game, side: True)


FORBIDS = Subject("TA-9.1", ("TA-9.1",), None, forbids=True)
"""A rule; what it forbids is planted."""


@value
class Number:
    """A case: two numbers; the first may not be too big. `wrong`: the other judge allows it."""

    size: int
    other: int
    most: int
    wrong: bool = False

    game: str = "thunder-alley"
    decision: str = "go"
    head: tuple[str, ...] = ("laps 2",)
    before: tuple[tuple[str, ...], ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        return f"size {self.size}", f"other {self.other}", "go"

    def by_engine(self, ruleset: Ruleset) -> Result:
        return Result("TA-9.1") if self.size > self.most else Result("", (self.size,))

    def by_spec(self, ruleset: Ruleset) -> Result:
        return Result("", (self.size,)) if self.wrong else self.by_engine(ruleset)

    def told(self, ruleset: Ruleset) -> tuple[str, ...]:
        return (f"check size {self.size}",)


@value
class Planted:
    """A decision about two open numbers."""

    cases: Cases
    numbers: Sequence[int]
    most: int
    wrong: bool = False
    silent: bool = False
    kinds: Kinds = field(default_factory=dict)

    def open(self, ruleset: Ruleset) -> Result | None:
        if self.silent and self.numbers[1] > 2:
            return None
        return Result("TA-9.1") if self.numbers[0] > self.most else Result("", (self.numbers[0],))

    def facts(self, case: int) -> Facts:
        return dict(zip(("size", "other"), in_case(tuple(self.numbers), case), strict=True))

    @property
    def settings(self) -> Facts:
        return {"most": self.most}

    def exactly(self, case: int, rulesets: Sequence[Ruleset]) -> list[Number]:
        size, other = in_case(tuple(self.numbers), case)
        return [Number(size, other, self.most, self.wrong)]


def scene(*mosts: int, wrong: bool = False, silent: bool = False) -> list[Planted]:
    cases = Cases()
    numbers = cases.choice(range(1, 10)), cases.choice(range(4))
    cases.begin()
    return [Planted(cases, numbers, most, wrong, silent) for most in mosts]


def goals(*scenes: Sequence[Planted]) -> dict[str, Goal]:
    found = search("planted", "numbers up to 9", [scenes], RULESET, [FORBIDS])
    return {goal.fact: goal for goal in found}


def test_a_planted_boundary_is_found_at_its_place() -> None:
    found = goals(scene(5))
    assert found["size"].outcome == REACHED
    inside, outside = found["size"].sides
    assert inside.apart == "size 6"
    assert inside.record == ("expect illegal TA-9.1", "laps 2", "size 6", "other 0", "go")
    assert outside.apart == "size 5"
    assert outside.record == ("laps 2", "size 5", "other 0", "go", "check size 5")


def test_a_fact_that_no_boundary_depends_on_is_proved_unreachable() -> None:
    other = goals(scene(5))["other"]
    assert (other.outcome, other.bound, other.sides) == (UNREACHABLE, "numbers up to 9", ())


def test_a_rule_that_is_never_at_work_is_proved_so() -> None:
    (found,) = goals(scene(9)).values()
    assert (found.fact, found.outcome) == (ANYTHING, UNREACHABLE)


def test_two_decisions_and_two_scenes_are_neighbours() -> None:
    assert [side.apart for side in goals(scene(3, 9))["size"].sides] == ["size 4", "size 3"]
    assert goals(scene(3, 9))["decision"].outcome == REACHED
    assert goals(scene(3), scene(9))["most"].outcome == REACHED


def test_a_kind_wants_a_pair_that_leaves_it() -> None:
    (plain,) = scene(5)
    size, other = plain.numbers
    kinds = {"big": size > 7, "level": size == other + 6, "small": size < 4}
    wheres = {name: plain.cases.where(holds) for name, holds in kinds.items()}
    found = goals([replace(plain, kinds=wheres)])
    assert {name: found[name].outcome for name in kinds} == {
        "big": REACHED,
        "level": REACHED,
        "small": UNREACHABLE,
    }
    assert [side.apart for side in found["big"].sides] == ["size 8", "size 5"]
    assert [side.apart for side in found["level"].sides] == ["size 6", "size 5"]


def test_a_tie_is_one_of_the_highest_values_only() -> None:
    cases = Cases()
    values = [cases.choice(range(3)) for _ in "abc"]
    cases.begin()
    found = ties(cases, "size", values)
    assert {
        name: {in_case(tuple(values), case) for case in range(27) if where >> case & 1}
        for name, where in found.items()
    } == {
        "tie of two in size": {
            *((high, high, low) for high in (1, 2) for low in range(high)),
            *((high, low, high) for high in (1, 2) for low in range(high)),
            *((low, high, high) for high in (1, 2) for low in range(high)),
        },
        "tie of three in size": {(1, 1, 1), (2, 2, 2)},
    }


@pytest.mark.parametrize(("scenes", "outcome", "limit"), [
    (scene(5, wrong=True), DIFFERS, ""),
    (scene(9, silent=True), GAVE_UP, NO_ANSWER),
    (scene(5, silent=True), GAVE_UP, NO_ANSWER),
])  # fmt: skip
def test_what_the_judges_do_not_answer_is_no_proof(scenes: list[Planted], outcome: str, limit: str) -> None:
    found = list(search("planted", "numbers up to 9", [[scenes]], RULESET, [FORBIDS]))
    assert (outcome, limit) in [(goal.outcome, goal.limit) for goal in found]


def shifted(cases: Cases, further: int) -> Iterator[tuple[int, int]]:
    """Pairs of cases, by brute force."""
    pairs = cases.apart(0, further, cases.every, cases.every)
    yield from ((case, cases.neighbour(0, further, case)) for case in range(40) if pairs >> case & 1)


@pytest.mark.parametrize("further", [1, 2, -1, -3])
def test_shifting_a_set_changes_one_choice(further: int) -> None:
    cases = Cases()
    first, second = cases.choice(range(10, 14)), cases.choice("abc")
    cases.begin()
    found = [
        (in_case((first, second), one), in_case((first, second), other))
        for one, other in shifted(cases, further)
    ]
    wanted = [
        ((number, letter), (number + further, letter))
        for number in range(10, 14)
        for letter in "abc"
        if 10 <= number + further < 14
    ]
    assert sorted(found) == sorted(wanted)


def nearby(*seeds: Seed, limit: str = "") -> list[tuple[str, str, str]]:
    goal = Goal("planted", FORBIDS.name, FORBIDS.rules, "", "", "numbers up to 9")
    return [(one.fact, one.outcome, one.limit) for one in near(goal, FORBIDS, RULESET, seeds, limit)]


def test_the_nearest_neighbour_in_which_a_rule_is_not_at_work_is_taken() -> None:
    further = [("size", Number(7, 0, 5)), ("size", Number(5, 0, 5)), ("other", Number(6, 1, 5))]
    found = nearby(Seed(Number(6, 0, 5), lambda: further))
    assert found == [("size", REACHED, ""), ("other", GAVE_UP, NO_NEIGHBOUR)]


def test_without_a_case_it_is_proved_or_given_up() -> None:
    assert nearby() == [(ANYTHING, UNREACHABLE, "")]
    assert nearby(limit="steps") == [(ANYTHING, GAVE_UP, "steps")]


def test_a_case_about_which_the_judges_differ_is_shown() -> None:
    found = nearby(Seed(Number(6, 0, 5, wrong=True), lambda: [("size", Number(5, 0, 5))]))
    assert ("size", DIFFERS, "") in found


def test_a_case_of_several_goals_is_written_once() -> None:
    inside, low, other = (Side(word, (word,)) for word in ("inside", "low", "other"))
    goals = [
        Goal("a", "TA-9.1", ("TA-9.1",), "size", REACHED, "", "", (inside, low)),
        Goal("a", "TA-9.1", ("TA-9.1",), "other", REACHED, "", "", (inside, other)),
        Goal("b", "TA-9.1", ("TA-9.1",), "size", REACHED, "", "", (Side("", ("much", "longer")), low)),
        Goal("b", "TA-9.2", ("TA-9.2",), "size", UNREACHABLE, ""),
    ]
    written = files(DATA, Edges((), "", {"ring": "text"}, {"low": "named"}), goals)
    assert set(written) == {"ring", "09.race"}
    records = written["09.race"].split("\n\n")[1:]
    assert [record.splitlines()[1:] for record in records] == [
        ['title "TA-9.1 just inside (size: inside; other: inside)"', "shows TA-9.1", "inside"],
        ['title "TA-9.1 just outside (size: named)"', "named"],
        ['title "TA-9.1 just outside (other: other)"', "other"],
    ]


def test_the_records_that_cases_name_come_before_them_and_once() -> None:
    stages = ('title "first"',), ('title "second"',)
    sides = [Side("apart", ("case", name), stages[: number + 1]) for number, name in enumerate("ab")]
    goal = Goal("a", "TA-9.1", ("TA-9.1",), "size", REACHED, "", "", tuple(sides))
    records = files(DATA, Edges((), "", {}, {}), [goal])["09.race"].split("\n\n")[1:]
    assert [record.splitlines()[-1] for record in records] == ['title "first"', "a", 'title "second"', "b"]
