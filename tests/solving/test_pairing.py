"""When two changes interact, and the matrix of pairs."""

import pytest

from verifier.render.matrix import Matrix, Sign, svg, text
from verifier.rulesets.pairing import Facts, interact

HERE, THERE, AWAY = {"car": "1a"}, {"car": "2a"}, {"car": "3a"}

TOGETHER, ALONE = Sign("x", "#000", "interact"), Sign(".", "#fff", "independent")


@pytest.mark.parametrize(
    ("plain", "first", "second", "both", "expected"),
    [
        (HERE, HERE, HERE, HERE, False),
        (HERE, THERE, HERE, THERE, False),
        (HERE, HERE, THERE, THERE, False),
        (HERE, THERE, THERE, THERE, False),
        (HERE, THERE, HERE, HERE, True),
        (HERE, HERE, HERE, THERE, True),
        (HERE, THERE, AWAY, THERE, True),
        (HERE, None, HERE, None, False),
        (HERE, None, THERE, None, False),
        (HERE, None, None, None, False),
        (HERE, None, HERE, HERE, True),
        (None, HERE, None, HERE, False),
        (None, HERE, THERE, THERE, True),
        (None, None, None, HERE, True),
    ],
)
def test_both_changes_do_what_each_does_alone(
    plain: Facts | None, first: Facts | None, second: Facts | None, both: Facts | None, *, expected: bool
) -> None:
    assert interact((plain, first, second, both)) is expected
    assert interact((plain, second, first, both)) is expected


def test_separate_facts_are_altered_separately() -> None:
    plain, first, second = {"car": "1a", "wear": 0}, {"car": "2a", "wear": 0}, {"car": "1a", "wear": 1}
    assert not interact((plain, first, second, {"car": "2a", "wear": 1}))
    assert interact((plain, first, second, {"car": "2a", "wear": 0}))


def test_a_matrix_shows_each_pair_once() -> None:
    cells = {frozenset("ab"): TOGETHER, frozenset("ac"): ALONE}
    matrix = Matrix(("a", "b", "c"), cells, {frozenset("ab"): "<2 cars>"})
    assert list(text(matrix)) == [
        "     123",
        " 1 a",
        " 2 b x",
        " 3 c .",
        "x interact; . independent",
    ]
    drawn = svg(matrix, "a & b")
    assert drawn.count("<rect") == 4
    assert "a &amp; b" in drawn
    assert "&lt;2 cars&gt;" in drawn
