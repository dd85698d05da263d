"""`steward simulate`: the same request gives the same bytes; its output is canonical and legal; it explains what it refuses."""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from model.errors import ModelError
from model.ruleset import default_ruleset
from model.thunder_alley.facts import DATA
from model.thunder_alley.moves import Draw
from model.thunder_alley.position import Position, Setup
from verifier.cli import main
from verifier.game import SimulateRequest
from verifier.rallyman.simulate import simulate as simulate_stage
from verifier.records.replay import verify
from verifier.thunder_alley.simulate import POLICIES, SHIPPED, simulate
from verifier.thunder_alley.simulate.cards import Cards

ROOT = Path(__file__).resolve().parents[2]


def printed(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    code = main(["simulate", "thunder-alley", *argv])
    out, err = capsys.readouterr()
    assert (code, err) == (0, "")
    return out


def refused(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    code = main(["simulate", *argv])
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    return err.removeprefix("steward simulate: ").removesuffix("\n")


REQUESTS = [
    SimulateRequest(1),
    SimulateRequest(2, players=7, policy="wild", given={"laps": 1}),
    SimulateRequest(3, players=2, ruleset="es"),
    SimulateRequest(4, players=4, ruleset="el", options=(("variable-pit-stops", None),), policy="wild"),
    SimulateRequest(
        5, options=(("grid-per-card", None), ("cars-per-team", 2)), given={"track": "road-course"}
    ),
    SimulateRequest(6, options=(("race-completion", None), ("grid-per-round", None))),
    SimulateRequest(7, rulings=(("spinout-occupied", "push-back"), ("card-80", "understeer"))),
    SimulateRequest(8, players=2, options=(("cars-per-team", 4),), given={"track": "tiny-ring"}),
    SimulateRequest(9, players=7, given={"track": "tiny-ring"}),
    SimulateRequest(10, players=3, ruleset="es", policy="wild", given={"track": "tiny-ring"}),
]


@pytest.mark.parametrize("request_", REQUESTS)
def test_a_race_is_legal_complete_and_canonical(
    request_: SimulateRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = simulate(request_)
    [report] = verify(text, "a.race")
    assert report.verdict == "legal" and not report.table.position.places_left
    (tmp_path / "a.race").write_text(text, encoding="utf-8")
    assert main(["fmt", "--check", str(tmp_path / "a.race")]) == 0
    setup = report.table.setup
    assert (
        request_.players in (None, len(setup.teams)) and request_.given.get("laps", setup.laps) == setup.laps
    )
    assert request_.given.get("track", setup.track.id) == setup.track.id
    assert dict(request_.rulings).items() <= dict(setup.ruleset.readings).items()
    short = {"cars-per-team"} if setup.track.id == "tiny-ring" else set()  # a grid for fewer cars
    assert dict(request_.options).keys() | short == setup.ruleset.options.keys()


def test_the_same_request_gives_the_same_bytes_in_every_process(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["simulate", "thunder-alley", "--seed", "11", "--count", "3", "--policy", "wild"]
    found = {
        subprocess.run(
            [sys.executable, "-c", "from verifier.cli import run; run()", *argv],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "4711")
    }
    assert len(found) == 1
    assert found == {printed(capsys, *argv[2:]).encode()}


def test_races_of_a_seed_differ_and_each_can_be_had_alone(capsys: pytest.CaptureFixture[str]) -> None:
    many = printed(capsys, "--seed", "5", "--count", "4")
    alone = [simulate(SimulateRequest(5, number)) for number in range(1, 5)]
    assert many == "\n".join(alone)
    assert len(set(alone)) == 4
    assert simulate(SimulateRequest(6)) not in alone


def test_a_ruleset_of_ones_own_is_written_as_a_path(tmp_path: Path) -> None:
    rules = tmp_path / "club.toml"
    rules.write_text('extends = "en-2014"\nwithout = ["TA-BUMP"]\n', encoding="utf-8")
    request = SimulateRequest(1, players=2, ruleset=str(rules), given={"track": "short-oval", "laps": 1})
    [report] = verify(simulate(request))
    assert report.verdict == "legal"
    assert report.table.setup.ruleset.left_out == {"TA-BUMP"}


def test_policies_are_kept_apart() -> None:
    texts = {policy: simulate(SimulateRequest(9, players=3, policy=policy)) for policy in POLICIES}
    assert len(set(texts.values())) == len(POLICIES)
    assert texts["wild"].count(" retire") > texts["plausible"].count(" retire")


def test_files_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(capsys, "--count", "12", "--laps", "1", "--players", "2", "--out", str(tmp_path / "races"))
    files = sorted((tmp_path / "races").iterdir())
    assert out == f"12 races written to {tmp_path / 'races'}\n"
    assert [path.name for path in files][:2] == ["thunder-alley-1-01.race", "thunder-alley-1-02.race"]
    assert files[11].read_text(encoding="utf-8") == simulate(
        SimulateRequest(1, 12, players=2, given={"laps": 1})
    )
    assert main(["verify", "--quiet", str(tmp_path / "races")]) == 0


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    answer = json.loads(printed(capsys, "--laps", "1", "--format", "json"))
    assert answer["races"] == [
        {"game": "thunder-alley", "text": simulate(SimulateRequest(1, given={"laps": 1}))}
    ]


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["thunder-aley"], "there is no game `thunder-aley`"),
        (["thunder-alley", "--count", "0"], "`--count 0` is not a possible number of races"),
        (["thunder-alley", "--players", "8"], "Thunder Alley is for 2 to 7 players, not 8"),
        (["thunder-alley", "--policy", "lame"], "there is no policy `lame`"),
        (["thunder-alley", "--track", "short-ovall"], "there is no track `short-ovall`"),
        (["thunder-alley", "--option", "grid-per-crd"], "grid-per-crd"),
        (["thunder-alley", "--option", "cars-per-team=x"], "`--option cars-per-team=x` gives no number"),
        (["thunder-alley", "--laps", "0"], "a race has 1 to 999 laps, not 0"),
        (["thunder-alley", "--laps", "1000"], "a race has 1 to 999 laps, not 1000"),
        (["thunder-alley", "--players", "7", "--option", "cars-per-team=4"], "7 teams of 4 cars are 28 cars"),
        (
            ["thunder-alley", "--players", "2", "--track", "tiny-ring", "--option", "cars-per-team=6"],
            "track `tiny-ring` has 8 grid spaces, and 2 teams of 6 cars need 12",
        ),
        (["thunder-alley", "--ruling", "card-80=oversteer"], "card-80"),
        (
            ["thunder-alley", "--option", "grid-per-card", "--option", "grid-per-round"],
            "options `grid-per-card` and `grid-per-round` cannot both be in force",
        ),
    ],
)
def test_what_cannot_be_simulated(argv: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert said in refused(capsys, *argv)


@pytest.mark.parametrize("players", (0, 1, 8))
def test_a_number_of_players_that_the_game_does_not_know(players: int) -> None:
    with pytest.raises(ModelError):
        simulate(SimulateRequest(1, players=players))


def test_markers_are_kept_where_an_edition_lets_players_choose() -> None:
    texts = [
        simulate(SimulateRequest(12, number, ruleset="el", options=(("variable-pit-stops", None),)))
        for number in range(1, 9)
    ]
    assert any(" keeps " in text for text in texts)
    assert all(verify(text)[0].verdict == "legal" for text in texts)


def test_an_event_that_no_line_could_tell_goes_under_the_deck(monkeypatch: pytest.MonkeyPatch) -> None:
    from verifier.thunder_alley.engine import offers as module

    real = module._resolved
    seen: set[str] = set()
    told = {"debris-caution"}

    def resolved(setup: Setup, position: Position, draw: Draw, hits: list[tuple[int, ...]]) -> object:
        seen.add(draw.event)
        return real(setup, position, draw, hits) if draw.event in told else ()

    monkeypatch.setattr(module, "_resolved", resolved)
    text = simulate(SimulateRequest(1, players=2, given={"laps": 1}))
    events = [line for line in text.splitlines() if line.startswith("event")]
    assert set(events) == {"event Debris Caution"} and len(seen) > 5
    told.clear()
    unfinished = simulate(SimulateRequest(1, players=2, given={"laps": 1}))
    assert "event" not in unfinished and "result" not in unfinished
    assert verify(unfinished)[0].verdict == "legal"


def test_copied_piles_go_their_own_way() -> None:
    cards = Cards(Random(1), 3, default_ruleset(DATA))
    cards.shuffle_all()
    cards.fill(("Red",))
    copied = cards.copy()
    copied.play("Red", copied.hands["Red"][0])
    copied.event(False)
    assert len(cards.hands["Red"]) == 3 and not cards.discards and not cards.resolved
    next_event = cards.events[-1]
    cards.put_under()
    assert cards.events[0] == next_event and len(cards.events) == 26


def test_every_shipped_track_is_raced_on() -> None:
    tracks = set()
    for number in range(40):
        text = simulate(
            SimulateRequest(13, number, players=2, options=(("cars-per-team", 1),), given={"laps": 1})
        )
        tracks.add(next(line for line in text.splitlines() if line.startswith("track")).split()[1])
    assert tracks == set(SHIPPED)


def test_no_optional_rule_of_rallyman(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "rallyman", "--option", "none", "--track", "mill-lane"]) == 0
    text = capsys.readouterr().out
    assert "\noption none\n" in text and "[" not in text and "$" not in text
    assert verify(text)[0].verdict == "legal"
    assert main(["simulate", "rallyman", "--option", "none", "--option", "attack"]) == 2
    assert "there is no option `none`" in capsys.readouterr().err


def test_a_driver_who_uses_no_die_is_written_so_that_the_line_can_be_read() -> None:
    for number in range(1, 4):
        text = simulate_stage(SimulateRequest(1, number, rulings=(("turn-without-dice", "B"),)))
        [report] = verify(text, "a.race")
        assert report.verdict == "legal"


@pytest.mark.parametrize("game", ["thunder-alley", "rallyman"])
def test_a_ruleset_file_is_found_from_the_folder_of_the_races(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "club.toml").write_text('id = "club"\n')
    monkeypatch.chdir(tmp_path)
    assert main(["simulate", game, "--ruleset", "club.toml", "--out", "races", "--quiet"]) == 0
    assert main(["verify", "--quiet", "races"]) == 0
