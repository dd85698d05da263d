"""The Python functions: their examples run, and what they return draws itself in a notebook."""

import doctest
from pathlib import Path
from xml.etree import ElementTree

import pytest

import verifier
from verifier import api

PAGE = Path(__file__).parents[2] / "docs/api.md"
VERBS = ("decide", "diff", "explain", "find", "infer", "moves", "position", "read", "simulate", "verify")
RACE = """game thunder-alley
track short-oval
team Red 29 25
position
  29 12b
  25 8a
end
29 Charge: f8
"""


def test_every_function_has_an_example_that_runs() -> None:
    for name in VERBS:
        function = getattr(verifier, name)
        [test] = doctest.DocTestFinder(recurse=False).find(function, name, globs=vars(api).copy())
        assert test.examples, name
        assert doctest.DocTestRunner().run(test).failed == 0, name


def test_the_page_names_every_function_and_its_example_runs() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert all(f"| `{name}(" in text for name in VERBS)
    test = doctest.DocTestParser().get_doctest(text.replace("```", ""), {}, "api.md", str(PAGE), 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


def test_a_position_draws_itself() -> None:
    seen = verifier.position(RACE, 8)
    assert seen._repr_html_() is None
    drawn = seen._repr_svg_()
    assert drawn is not None and ElementTree.fromstring(drawn).tag.endswith("svg")
    assert str(seen).startswith("position\n  29 12b\n  25 8a\nend\n")


def test_a_position_without_a_track_is_text() -> None:
    seen = verifier.position("game thunder-alley\nlaps 3\n")
    assert seen._repr_svg_() is None and (seen._repr_html_() or "").startswith("<pre>")


def test_reports_draw_themselves() -> None:
    [report] = verifier.verify(RACE.replace("track", 'title "<b>"\ntrack'))
    assert "TA-6.1-mp-total" in report._repr_html_() and "<b>" not in report._repr_html_()
    decision = verifier.decide(RACE)
    shown = decision._repr_html_()
    assert shown.startswith("<iframe sandbox srcdoc=") and shown.count("<") == 2
    assert decision.html(verifier.Papers("7")).count("decision 7<") == 2
    assert decision.markdown().startswith("# Stewards' decision\n")


@pytest.mark.parametrize("game", ["rallyman", "great-race"])
def test_other_games(game: str) -> None:
    race = verifier.simulate(game, players=2)
    result = verifier.read(race)
    [report] = verifier.verify(result)
    assert report.verdict == "legal"
    last = result.records[0].statements[-1].line
    assert verifier.position(result)._repr_svg_()
    assert verifier.decide(result, last).verdict == "legal"


def test_what_cannot_be_answered() -> None:
    with pytest.raises(verifier.StewardError):
        verifier.simulate("chess")
    with pytest.raises(verifier.StewardError):
        verifier.explain(RACE, 5)
