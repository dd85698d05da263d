"""One search shared by several processes."""

import multiprocessing
import os
import time

import pytest

from verifier.cli.questions import shared
from verifier.errors import StewardError

SHARED = shared(3)


def test_results_come_in_order_from_other_processes() -> None:
    def result(item: int) -> tuple[int, int]:
        time.sleep(0.02 if item == 0 else 0)
        return item, os.getpid()

    numbers, processes = zip(*SHARED(result, range(12)), strict=True)
    assert list(numbers) == list(range(12))
    assert os.getpid() not in processes


def test_what_is_not_asked_for_is_not_waited_for() -> None:
    def result(item: int) -> int:
        time.sleep(60 * item)
        return item

    results = SHARED(result, [0, 1, 2])
    assert next(results) == 0
    del results
    assert not multiprocessing.active_children()


def test_an_error_is_that_of_the_search() -> None:
    def result(item: int) -> int:
        return 1 // item

    results = SHARED(result, [1, 0])
    assert next(results) == 1
    with pytest.raises(ZeroDivisionError):
        next(results)


def test_a_process_that_ends_early_is_told() -> None:
    def result(item: int) -> int:
        os._exit(1)

    with pytest.raises(StewardError, match="ended early"):
        list(SHARED(result, [1, 2]))


def test_one_item_needs_no_other_process() -> None:
    assert list(SHARED(lambda _: os.getpid(), [0])) == [os.getpid()]
