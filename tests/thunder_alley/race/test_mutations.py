"""One token changed in a legal race: nothing raises, and a change of the game is found.

A mutant that is not found is another game: a move, a choice or a draw as legal as the original, in a record that contradicts it
nowhere. The bookkeeper, which does not know the engine, must accept it too.
"""

from collections import Counter
from random import Random

import pytest

from tests.thunder_alley.race import races
from tests.thunder_alley.race.judging import HARMLESS, OTHER, SAME, judge
from tests.thunder_alley.race.long_run import run as long_run
from tests.thunder_alley.race.long_run import tally
from tests.thunder_alley.race.mutations import EVERY_KIND, KINDS, kinds, mutate
from tests.thunder_alley.race.races import keep_books, setting
from verifier.records.replay import verify
from verifier.thunder_alley.simulate import simulate

RACES = (9, 23, 38, 47)


@pytest.fixture(scope="module", params=RACES)
def kept(request: pytest.FixtureRequest) -> races.Kept:
    return keep_books(simulate(setting(request.param)))


def test_a_token_of_each_kind(kept: races.Kept) -> None:
    outcomes: Counter[str] = Counter()
    for kind in kinds(kept.text):
        mutant = mutate(kept.text, Random(kind), kind)
        assert mutant is not None and mutant.text != kept.text
        fate = judge(mutant, kept.report)
        assert fate.reason != "judges-differ", mutant
        outcomes[fate.outcome] += 1
    changing = outcomes.total() - outcomes[SAME]
    assert changing - outcomes[OTHER] >= 0.9 * changing


def test_every_kind_of_token_is_there() -> None:
    found = {kind for number in range(1, 60, 4) for kind in kinds(simulate(setting(number)))}
    assert found == set(EVERY_KIND)


def test_what_is_asserted_and_set_up_is_always_found() -> None:
    assert set(HARMLESS) < set(EVERY_KIND)
    assert set(EVERY_KIND) - set(HARMLESS) == {
        "check car", "check order", "result points", "result team", "turn number", "grid car", "grid order", "track", "team car",
    }  # fmt: skip


def test_two_racing_colours_on_the_bar_of_the_grid_are_parted() -> None:
    """With one bar for the whole grid every colour that races counts (TA-2.5)."""
    parted = 0
    for number in (0, 1, 14, 15, 28, 29):
        text = simulate(setting(number))
        teams = {line.split()[1] for line in text.splitlines() if line.startswith("team ")}
        for seed in range(6):
            mutant = mutate(text, Random(seed), "grid bar")
            if mutant is None:
                continue
            swapped = {a for a, b in zip(mutant.was.split(), mutant.now.split(), strict=True) if a != b}
            parted += swapped <= teams
            [report] = verify(mutant.text)
            assert (report.verdict == "illegal") == (swapped <= teams), mutant
    assert parted > 3


@pytest.mark.parametrize("kind", KINDS)
def test_mutations_are_the_same_each_time(kind: str) -> None:
    text = simulate(setting(47))
    assert mutate(text, Random(5), kind) == mutate(text, Random(5), kind)


def test_the_long_run_counts() -> None:
    figures = tally(map(long_run, range(200, 206)))
    assert (figures.races, figures.errors) == (6, [])
    assert sum(map(Counter.total, figures.table.values())) == 6
    assert f"all{6:29}" in "\n".join(figures.report())
