"""Readings that remember which of them were used."""

from model.asked import recording, unrecorded, verdict_only
from model.ruleset import default_ruleset
from model.thunder_alley.facts import DATA
from verifier.thunder_alley.engine.readings import READINGS, compile_readings

DEFAULT = default_ruleset(DATA)


def test_what_is_asked_is_noted_in_order() -> None:
    ruleset, asked, _ = recording(DEFAULT)
    assert ruleset.readings["clean-air-text"] == DEFAULT.readings["clean-air-text"]
    assert ruleset.readings.get("card-80") is not None
    assert ruleset.readings["clean-air-text"] == "card-text"
    assert list(asked.asked) == ["clean-air-text", "card-80"]
    asked.use({**asked.readings, "clean-air-text": "rulebook-text"})
    assert asked.asked == {}
    assert ruleset.readings["clean-air-text"] == "rulebook-text"


def test_comparing_asks_nothing() -> None:
    ruleset, asked, _ = recording(DEFAULT)
    other, _, _ = recording(DEFAULT)
    assert ruleset == ruleset and ruleset != other and hash(asked) == hash(ruleset.readings)
    assert len(asked) == len(DEFAULT.readings) and set(asked) == set(DEFAULT.readings)
    assert asked.asked == {}


def test_a_flag_asks_when_it_is_read() -> None:
    ruleset, asked, _ = recording(DEFAULT)
    flags, plain = compile_readings(ruleset), compile_readings(DEFAULT)
    assert asked.asked == {}
    for field, (ruling, _) in READINGS.items():
        assert getattr(flags, field) is getattr(plain, field)
        assert list(asked.asked)[-1] == ruling
    asked.use({**asked.readings, "rubbin-when-linked": "none"})
    assert not flags.rubbin_linked


def test_what_is_said_beside_a_verdict_is_not_noted() -> None:
    ruleset, asked, _ = recording(DEFAULT)
    beside = unrecorded(ruleset)
    assert dict(beside.readings) == dict(DEFAULT.readings)
    assert asked.asked == {}
    assert unrecorded(DEFAULT) is DEFAULT
    assert not verdict_only(DEFAULT) and not verdict_only(ruleset)
