"""Records of Rallyman as a whole: worked and simulated ones, written and read again, cut short, changed."""

import random
import re
from functools import cache
from pathlib import Path

import pytest

from grammar.parser import parse
from grammar.printer import format_records
from model.rallyman import stages
from model.rallyman.facts import DATA
from model.rulings import load_rulings
from verifier.game import MovesRequest, SimulateRequest, TemplateRequest
from verifier.rallyman.game import GAME
from verifier.rallyman.lines.terms import Table
from verifier.records.replay import Options, RecordReport, verify

ROOT = Path(__file__).parents[2]
RECORDS = sorted((ROOT / "replays" / "rallyman").rglob("*.race"))


@cache
def simulated(seed: int) -> str:
    assert GAME.simulate is not None
    tracks = ("hollow-pine", "mill-lane", "quarry-run")
    policy = "wild" if seed % 2 else "plausible"
    return GAME.simulate(SimulateRequest(seed, policy=policy, given={"stage": tracks[seed % 3]}))


def judged(text: str) -> RecordReport:
    return verify(text, options=Options(steps=True))[0]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_kept_records_come_out_as_they_say(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    (report,) = verify(text, str(path))
    assert report.came_out is not False
    if not report.expected:
        assert report.verdict == "legal", report.findings
    assert format_records(parse(text).records) == text


@pytest.mark.parametrize("seed", range(1, 13))
def test_simulated_stages_are_legal(seed: int) -> None:
    text = simulated(seed)
    report = judged(text)
    assert (report.verdict, report.findings) == ("legal", ())
    assert report.complete or " out" in text.splitlines()[-1]
    assert format_records(parse(text).records) == text
    assert simulated.__wrapped__(seed) == text


@pytest.mark.parametrize("name", stages.shipped())
def test_every_shipped_stage_is_driven(name: str) -> None:
    assert GAME.simulate is not None
    text = GAME.simulate(SimulateRequest(7, players=2, given={"stage": name}))
    report = judged(text)
    assert (report.verdict, report.findings) == ("legal", ())
    assert report.labels[1].startswith(f"stage {name}@")


@pytest.mark.parametrize("seed", range(1, 9))
def test_stages_driven_by_other_readings_are_legal_by_them(seed: int) -> None:
    rng = random.Random(seed)
    open_ = [ruling for ruling in load_rulings(DATA).rulings.values() if len(ruling.choices()) > 1]
    readings = tuple((one.id, rng.choice(one.choices())) for one in rng.sample(open_, 20))
    options = tuple((name, None) for name in ("attack", "seconds", "weather", "splits") if rng.random() < 0.7)
    assert GAME.simulate is not None
    text = GAME.simulate(
        SimulateRequest(seed, rulings=readings, options=options, given={"stage": "hollow-pine"})
    )
    report = judged(text)
    assert (report.verdict, report.findings) == ("legal", ())


@pytest.mark.parametrize("seed", range(1, 13))
def test_a_position_says_all_that_later_lines_need(seed: int) -> None:
    """Every position of a race, written as a block and read again, is the same position, and the race continues from it
    unchanged."""
    text = simulated(seed)
    header, _, turns = text.partition("\n\n")
    lines = turns.splitlines()
    steps = [step for step in judged(text).steps if step.statement.kind == "drives"]
    rng = random.Random(seed)
    for number in rng.sample(range(len(steps)), min(8, len(steps))):
        table = steps[number].before
        assert isinstance(table, Table)
        block = ["position", *GAME.position_lines(table), "end"]
        again = judged("\n".join([header, "", *block, *lines[number:]]) + "\n")
        assert (again.verdict, again.findings) == ("legal", ())
        start = again.steps[[step.statement.kind for step in again.steps].index("position")].after
        assert GAME.position_lines(start) == GAME.position_lines(table)
        assert again.result == judged(text).result


@pytest.mark.parametrize("seed", range(1, 5))
def test_listed_turns_are_judged_legal_and_lead_where_they_say(seed: int) -> None:
    text = simulated(seed)
    header, _, _ = text.partition("\n\n")
    steps = [step for step in judged(text).steps if step.statement.kind == "drives"]
    rng = random.Random(seed)
    assert GAME.legal_moves is not None
    for step in rng.sample(steps, min(2, len(steps))):
        answer = GAME.legal_moves(step.before, MovesRequest())
        assert answer.moves
        block = ["position", *GAME.position_lines(step.before), "end"]
        for offer in rng.sample(answer.moves, min(12, len(answer.moves))):
            report = judged("\n".join([header, *block, offer.notation]) + "\n")
            assert (report.verdict, report.findings) == ("legal", ()), offer.notation
            assert GAME.position_lines(report.table) == offer.position


def test_nothing_in_a_record_raises() -> None:
    """With words lost, doubled and exchanged, every record is judged or reported as unreadable."""
    rng = random.Random(11)
    texts = [
        *(simulated(seed) for seed in range(1, 9)),
        *(path.read_text(encoding="utf-8") for path in RECORDS),
    ]
    verdicts = set()
    for _ in range(400):
        lines = rng.choice(texts).splitlines()
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(1, len(lines))
            words = lines[at].split()
            if not words:
                continue
            spot = rng.randrange(len(words))
            match rng.randrange(4):
                case 0:
                    del words[spot]
                case 1:
                    words.insert(spot, words[spot])
                case 2:
                    words[spot] = rng.choice(rng.choice(lines).split() or ["?"])
                case 3:
                    words.insert(
                        spot,
                        rng.choice(["?", "...", "?3", "S", "W", "blocked", "*?", "=-", "4?", "g/k?", "/d"]),
                    )
            lines[at] = " ".join(words)
        for report in verify("\n".join(lines) + "\n"):
            verdicts.add(report.verdict)
    assert verdicts >= {"legal", "illegal", "unreadable"}


def test_the_template_is_a_record() -> None:
    assert GAME.template is not None
    for players in (1, 2, 4):
        text = GAME.template(TemplateRequest(players=players, title="Try", given={"stage": "mill-lane"}))
        assert judged(text).verdict == "legal"
        filled = "\n".join(line[4:] if line.startswith("#   ") else line for line in text.splitlines())
        assert not parse(filled + "\n").errors
        assert format_records(parse(text).records) == text


@pytest.mark.parametrize("track", stages.shipped())
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_samples_of_the_template_are_legal(track: str, players: int) -> None:
    """Without the `#` the samples form a legal record, with a turn for each kind of line that the comments teach."""
    assert GAME.template is not None
    text = GAME.template(TemplateRequest(players=players, given={"stage": track}))
    filled = re.sub(r"^#   (?=R\d|check )", "", text, flags=re.MULTILINE)
    assert len(re.findall(r"^R\d", filled, re.MULTILINE)) == 3
    assert len(re.findall(r"^check ", filled, re.MULTILINE)) == 1
    assert "!" in filled.split("gear card.")[1] and " [" in filled
    report = judged(filled)
    assert report.verdict == "legal", report.findings


def test_the_cheat_sheet_can_be_read() -> None:
    lines = [line.strip() for line in GAME.cheat_sheet.splitlines()]
    turns = [line.partition("  ")[0] for line in lines if re.match(r"R\d A: ", line)]
    assert len(turns) >= 8
    assert not parse("game rallyman\n" + "\n".join(turns) + "\n").errors
