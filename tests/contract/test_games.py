"""The contract of `verifier/game.py`, tested on each registered game."""

import json
import random
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from grammar.parser import parse
from grammar.printer import format_records
from model.rules import load_house_rules, load_rules
from model.rulings import load_rulings
from verifier.drawings.scene import svg_of
from verifier.game import Game, MovesRequest, SimulateRequest, TemplateRequest
from verifier.games import GAMES, find_game
from verifier.records.replay import Options, RecordReport, verify
from verifier.records.stepping import Step

ROOT = Path(__file__).parents[2]
EVERY = sorted(GAMES)
SHORT = {"thunder-alley": {"laps": 1}}
"""Parameters of a short race."""


@cache
def race(name: str, seed: int = 1) -> str:
    game = find_game(name)
    assert game.simulate is not None
    return game.simulate(SimulateRequest(seed, players=2, given=SHORT.get(name, {})))


@cache
def judged(name: str) -> RecordReport:
    [report] = verify(race(name), options=Options(steps=True))
    return report


def some_steps(name: str) -> list[Step]:
    steps = [step for step in judged(name).steps if step.after is not None]
    return steps[len(steps) // 3 :: max(1, len(steps) // 5)]


def game_of(name: str) -> Game[Any]:
    return find_game(name)


@pytest.mark.parametrize("name", EVERY)
def test_its_data_can_be_read(name: str) -> None:
    data = game_of(name).data
    assert len(list(load_rules(data))) > 50
    assert load_rulings(data).rulings
    assert load_house_rules(data).options


@pytest.mark.parametrize("name", EVERY)
def test_loading_it_imports_nothing_heavy(name: str) -> None:
    code = (
        f"import sys; from verifier.games import find_game; find_game({name!r});"
        "print([m for m in ('z3', 'networkx', 'lark') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("name", EVERY)
def test_its_courses_are_told_and_drawn(name: str) -> None:
    game = game_of(name)
    assert game.course is not None and game.courses()
    assert game.course("no-such-course", ()) is None
    for reference, words in game.courses():
        course = game.course(reference, ())
        assert course is not None and course.summary and words
        assert course.text(width=80).endswith("\n")
        ElementTree.fromstring(course.svg())
        json.dumps(dict(course.facts))


@pytest.mark.parametrize("name", EVERY)
def test_its_template_is_a_record(name: str) -> None:
    game = game_of(name)
    assert game.template is not None
    text = game.template(TemplateRequest(title="Try"))
    [report] = verify(text)
    assert report.verdict in ("legal", "undetermined"), report.findings
    assert format_records(parse(text).records) == text
    assert game.cheat_sheet and max(map(len, game.cheat_sheet.splitlines())) <= 130


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_simulated_race_is_legal_canonical_and_the_same_again(name: str, seed: int) -> None:
    text = race(name, seed)
    [report] = verify(text)
    assert (report.verdict, report.findings) == ("legal", ())
    assert format_records(parse(text).records) == text
    assert race.__wrapped__(name, seed) == text


@pytest.mark.parametrize("name", EVERY)
def test_every_table_can_be_shown_and_compared(name: str) -> None:
    game = game_of(name)
    assert game.picture is not None and game.scene is not None
    [again] = verify(race(name), options=Options(steps=True))
    for step, same in zip(judged(name).steps, again.steps, strict=True):
        assert game.state(step.after) == game.state(same.after)
        assert hash(game.state(step.after)) == hash(game.state(same.after))
        if game.position_lines(step.before) != game.position_lines(step.after):
            assert game.state(step.before) != game.state(step.after)
    for step in some_steps(name):
        assert game.position_lines(step.after)
        assert game.picture(step.after, 80)
        scene = game.scene(step.after)
        assert scene is not None and scene.facts and len(scene.rows) >= len(scene.pieces)
        ElementTree.fromstring(svg_of(scene))
        assert all(len(line) <= 60 for line in game.summary(step.after, 60))
        assert game.labels(step.after) and game.digests(step.after)


@pytest.mark.parametrize("name", EVERY)
def test_listed_moves_are_lines_of_a_record(name: str) -> None:
    game = game_of(name)
    assert game.legal_moves is not None
    found = 0
    for step in some_steps(name):
        for offer in game.legal_moves(step.before, MovesRequest()).moves[:20]:
            assert not parse(f"game {name}\n{offer.notation}\n").errors
            answer = game.legal_moves(step.before, MovesRequest(why_not=offer.notation))
            assert not answer.findings, (offer.notation, answer.findings)
            found += 1
    assert found


@pytest.mark.parametrize("name", EVERY)
def test_nothing_that_stands_in_a_record_raises(name: str) -> None:
    rng = random.Random(name)
    lines = race(name).splitlines()
    words = sorted({word for line in lines for word in line.split()})
    for _ in range(60):
        changed = [line.split() for line in lines]
        for line in rng.sample(changed, 3):
            if line:
                line[rng.randrange(len(line))] = rng.choice(
                    [*words, "?", "...", "=", "\u00e9", "99999999999"]
                )
        assert verify("\n".join(map(" ".join, changed)) + "\n")
