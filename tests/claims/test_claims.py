"""Illegal claims: the engine refuses each by the rule that decides, and the second judge cites the rules that a player would."""

import json
from pathlib import Path

import pytest

from tests.record_goldens import claims, explained, explanation, explanation_of, texts
from verifier.replay import verify

CHAPTERS = list(claims())
CLAIMS = [
    pytest.param(title, text, id=f"{chapter.stem}: {title}")
    for chapter in CHAPTERS
    for title, text in texts(chapter)
]

NOT_EXACT = frozenset(
    {
        "Solo: 44 pushes 4 into 23; the record leaves 23 where it stood",
        "Inside Line: 43 draws 28 along for two spaces and swings out",
    }
)
"""Claims for which the second judge cites another set of rules."""


@pytest.mark.parametrize(("title", "text"), CLAIMS)
def test_the_rule_that_decides(title: str, text: str) -> None:
    [report] = verify(text)
    assert report.came_out


@pytest.mark.parametrize(("title", "text"), CLAIMS)
def test_the_rules_are_those_that_a_player_would_cite(title: str, text: str) -> None:
    said = json.loads(explained(text, "--format", "json"))["solver"]
    cores = () if said is None else (*said["alone"], *(one for core in said["together"] for one in core))
    [shows] = [line for line in text.splitlines() if line.startswith("shows ")]
    exact = {one["rule"] for one in cores} == set(shows.split()[1:])
    assert exact == (title not in NOT_EXACT)


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.stem)
def test_the_sentences_are_the_golden_ones(chapter: Path) -> None:
    assert explanation(chapter) == explanation_of(chapter).read_text(encoding="utf-8")
