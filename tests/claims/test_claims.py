"""Illegal claims: the engine refuses each by the rule that decides, and the second judge cites the rules that a player would."""

import re
from pathlib import Path

import pytest

from tests.record_goldens import claims, explanation, explanation_of, texts
from verifier.records.replay import verify

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


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.stem)
def test_the_rules_are_those_that_a_player_would_cite(chapter: Path) -> None:
    """By the golden sentences, which the next test compares with those of the second judge."""
    told = explanation_of(chapter).read_text(encoding="utf-8").split("== ")[1:]
    for (title, text), sentences in zip(texts(chapter), told, strict=True):
        cited = re.findall(r"^claim\.race:.*|^   together .*", sentences, re.MULTILINE)
        [shows] = [line for line in text.splitlines() if line.startswith("shows ")]
        exact = set(re.findall(r"(?:TA|GR)-\S+", "".join(cited))) == set(shows.split()[1:])
        assert exact == (title not in NOT_EXACT), title


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: chapter.stem)
def test_the_sentences_are_the_golden_ones(chapter: Path) -> None:
    assert explanation(chapter) == explanation_of(chapter).read_text(encoding="utf-8")
