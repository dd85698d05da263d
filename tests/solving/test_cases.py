"""Open values: the runs of a function cover every case once, and give what the function gives in that case."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from verifier.solving.cases import Cases, first_of, in_case, in_each_case

SIZES = st.lists(st.integers(1, 4), min_size=1, max_size=4)


def expression(numbers: list[int]) -> object:
    """A function with branches, sums, a key of a dict, an index and a sort."""
    first, *rest = numbers
    if sum(rest) > first:
        return sorted(numbers)
    if any(one == first for one in rest):
        return {0: "zero", 1: "one"}.get(first, "more")
    return (10, 20, 30, 40)[first] + len(rest)


@given(SIZES)
def test_every_case_has_one_run_with_its_own_result(sizes: list[int]) -> None:
    cases = Cases()
    numbers = [cases.choice(range(size)) for size in sizes]
    cases.begin()
    found = list(cases.runs(lambda: expression(numbers)))
    covered = 0
    for result, where in found:
        assert where
        assert not covered & where
        covered |= where
        for case in range(where.bit_length()):
            if where >> case & 1:
                known = [in_case(number, case) for number in numbers]
                assert in_case_of(result, case) == expression(known)
    assert covered == cases.every


def in_case_of(result: object, case: int) -> object:
    return [in_case(one, case) for one in result] if isinstance(result, list) else in_case(result, case)


def test_a_fact_that_is_not_asked_splits_no_run() -> None:
    cases = Cases()
    asked, other = cases.choice("ab"), cases.choice(range(50))
    cases.begin()
    found = list(cases.runs(lambda: "first" if asked == "a" else "second"))
    assert [result for result, _ in found] == ["first", "second"]
    assert other is not None


def test_the_first_case_has_the_first_values() -> None:
    cases = Cases()
    letters, numbers = cases.choice("xyz"), cases.choice((3, 1, 2))
    cases.begin()
    every = [in_case((letters, numbers), case) for case in range(9)]
    assert every == list(product("xyz", (3, 1, 2)))
    assert first_of(cases.where(numbers == 1)) == 1


def test_cases_that_are_not_allowed_have_no_run() -> None:
    cases = Cases()
    one, two = cases.choice("ab"), cases.choice("ab")
    cases.begin()
    cases.allow(one != two)
    found = [result for result, _ in cases.runs(lambda: (str(one), str(two)))]
    assert found == [("a", "b"), ("b", "a")]


def test_a_function_of_each_case_takes_open_values_anywhere() -> None:
    cases = Cases()
    one, two = cases.choice((1, 2)), cases.choice((10, 20))
    cases.begin()

    @in_each_case
    def total(left: int, right: int) -> int:
        return left + right

    assert [in_case(total(one, two), case) for case in range(4)] == [11, 21, 12, 22]
    assert total(1, 2) == 3
