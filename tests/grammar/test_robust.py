"""Reading never fails on any text, and every problem is in the line it names."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grammar import parse
from tests.grammar.generate import line, record_text
from verifier.records.replay import syntax_finding
from verifier.render.text import finding_text

GAME = "game thunder-alley\n"


@st.composite
def spoilt(draw: st.DrawFn) -> str:
    """A readable record in which a few characters were lost, doubled or replaced."""
    text = draw(record_text())
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(text)))
        new = draw(
            st.sampled_from(
                ["", " ", "\n", '"', "#", ":", ">", "(", "]", "=", "9", "x", "\x00", "\ufffd", "end\n"]
            )
        )
        text = text[:place] + new + text[place + draw(st.integers(0, 2)) :]
    return text


def check(text: str) -> None:
    result = parse(text)
    lines = text.removeprefix("\ufeff").split("\n")
    places = [(problem.span.line, problem.span.column) for problem in result.errors]
    assert places == sorted(places)
    for problem in result.errors:
        assert problem.message
        assert 1 <= problem.span.column < problem.span.end_column
        assert problem.span.column <= len(lines[problem.span.line - 1]) + 1 if lines[0] else True
        assert finding_text(syntax_finding(problem))
    assert parse(text) == result


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(spoilt())
def test_spoilt_records(text: str) -> None:
    check(text)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.text(max_size=60), st.sampled_from(["", "position\n", "track\n", "either\n"]))
def test_any_text(text: str, before: str) -> None:
    check(text)
    check(GAME + before + text)


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.binary(max_size=60))
def test_any_bytes(data: bytes) -> None:
    for problem in parse(GAME.encode() + data).errors:
        assert finding_text(syntax_finding(problem))


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(line("line"), st.integers(0, 60), st.sampled_from("xg>([=-+!/@?:;,.\u2192"))
def test_a_spoilt_line_gives_one_error_at_most(text: str, place: int, new: str) -> None:
    spoiled = GAME + text[:place] + new + text[place:]
    assert len([p for p in parse(spoiled).errors if "has no `end`" not in p.message]) <= 1
