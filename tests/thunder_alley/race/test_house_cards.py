"""Races with cards that a ruleset changes: both judges follow them to the end."""

from pathlib import Path
from random import Random

import pytest

from model.card_facts import NONE, load_card_facts
from model.errors import ModelError
from model.ruleset import default_ruleset, load_ruleset, with_changes
from model.thunder_alley.cards import CARDS, EVENTS, cards_of, events_of
from model.thunder_alley.facts import DATA, MOVEMENTS, WEAR
from verifier.cli import main
from verifier.game import SimulateRequest
from verifier.records.replay import Options, verify
from verifier.thunder_alley.simulate import simulate
from verifier.thunder_alley.simulate.cards import kind_of, race_deck


def drawn(seed: int) -> dict[str, int | str]:
    """A third of all facts, each with a value near the printed one."""
    rng, found = Random(seed), {}
    for name, fact in load_card_facts(DATA).items():
        if rng.random() < 0.3:
            near = [] if isinstance(fact.value, str) else [max(fact.min, fact.value - 1), fact.value + 2]
            found[name] = rng.choice(fact.words or near)
    return found


@pytest.mark.parametrize("seed", range(3))
def test_both_judges_follow_a_race_with_changed_cards(seed: int, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    lines = [f"{name} = {given!r}" for name, given in drawn(seed).items()]
    file.write_text("\n".join(["[cards]", *lines]), encoding="utf-8")
    given = {"laps": 1}
    text = simulate(SimulateRequest(seed, players=2, ruleset=str(file), given=given))
    (report,) = verify(text.replace(f"ruleset {file}", f'ruleset "{file}"'), options=Options(both=True))
    assert report.verdict == "legal" and report.both is not None and not report.both.findings


def test_the_printed_facts_are_those_of_the_cards() -> None:
    facts, printed = load_card_facts(DATA), default_ruleset(DATA)
    assert len(facts) == sum(4 + (card.text is None) for card in CARDS.values()) + 2 * len(EVENTS) - 1
    same = with_changes(DATA, printed, parameters={name: fact.value for name, fact in facts.items()})
    assert same == printed
    assert cards_of(same) is CARDS and events_of(same) is EVENTS


def test_a_marker_of_any_colour_may_be_given() -> None:
    assert {*load_card_facts(DATA)["charge.wear"].words} == {NONE, *WEAR}
    assert {*load_card_facts(DATA)["charge.movement"].words} == {*MOVEMENTS}


def test_a_deck_has_the_cards_of_its_ruleset() -> None:
    printed = default_ruleset(DATA)
    assert race_deck(printed) == list(range(1, 85))
    facts = {"charge.count": 6, "slingshot.count": 1, "spinout.count": 4}
    house = with_changes(DATA, printed, parameters=facts)
    kinds = [kind_of(number, house) for number in race_deck(house)]
    assert (kinds.count("charge"), kinds.count("slingshot"), len(kinds)) == (6, 1, 83)
    assert len(set(race_deck(house))) == 83


def test_a_race_needs_enough_cards(tmp_path: Path) -> None:
    lines = [f"{id}.count = {int(id == 'inside-line')}" for id in CARDS]
    (tmp_path / "few.toml").write_text("\n".join(["[cards]", *lines]), encoding="utf-8")
    with pytest.raises(ModelError, match="has 1 race cards"):
        simulate(SimulateRequest(1, players=2, ruleset=str(tmp_path / "few.toml")))
    lines = [f"{id}.count = 0" for id in EVENTS]
    (tmp_path / "none.toml").write_text("\n".join(["[cards]", *lines]), encoding="utf-8")
    assert load_ruleset(DATA, "none", tmp_path).cards["rain.count"] == 0
    with pytest.raises(ModelError, match="fewer than two events"):
        simulate(SimulateRequest(1, players=2, ruleset=str(tmp_path / "none.toml")))


def test_moves_are_listed_for_the_cards_of_the_deck(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "few.race"
    head = "game thunder-alley\nset charge.count = 0\nset slingshot.speed = 2\n"
    record.write_text(f"{head}track\n  sectors 1-12 a\nend\nposition\n  15 Red 1a\nend\n", encoding="utf-8")
    assert main(["moves", str(record)]) == 0
    told = capsys.readouterr().out
    assert "15 Charge" not in told and "15 Slingshot: f2 " in told
