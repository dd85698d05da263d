"""How a line is split: comments, blanks, file marks, places."""

import re

import pytest

from grammar import Leaf, Node, Statement, parse
from grammar.lines import APOSTROPHES, BLANKS, split_comment
from grammar.tables import line_parser
from model.datafiles import plain

GAME = "game thunder-alley\n"


def statements(text: str) -> tuple[Statement, ...]:
    result = parse(GAME + text)
    assert result.errors == ()
    return result.records[0].statements[1:]


@pytest.mark.parametrize(
    ("line", "code", "comment"),
    [
        ("laps 3", "laps 3", None),
        ("laps 3  # all", "laps 3  ", "# all"),
        ("# only ", "", "# only"),
        ('title "no # here"', 'title "no # here"', None),
        ('title "no # here" # "but # here', 'title "no # here" ', '# "but # here'),
        ('title "open # here', 'title "open # here', None),
    ],
)
def test_comments_are_split_off_outside_quotes(line: str, code: str, comment: str | None) -> None:
    assert split_comment(line) == (code, comment)


def test_places_count_characters_from_one() -> None:
    (statement,) = statements("\t29  Charge:f3 = 14b # end")
    assert statement.source == "\t29  Charge:f3 = 14b # end"
    assert statement.comment == "# end"
    places = [
        (leaf.text, leaf.span.line, leaf.span.column, leaf.span.end_column)
        for leaf in statement.node.leaves()
    ]
    assert places == [("29", 2, 2, 4), ("Charge", 2, 6, 12), ("f3", 2, 13, 15), ("14b", 2, 18, 21)]
    assert (statement.node.span.column, statement.node.span.end_column) == (2, 21)


def test_keywords_count_into_the_place_of_a_node() -> None:
    (statement,) = statements("check 29 at 14b down")
    state = statement.node.parts[0]
    assert isinstance(state, Node)
    assert [(part.kind, part.span.column, part.span.end_column) for part in state.parts] == [
        ("car", 7, 9),
        ("at", 10, 16),
        ("lap_down", 17, 21),
    ]


def test_file_marks() -> None:
    plain = parse(GAME + "laps 3\n").records
    for text in ["\ufeffgame thunder-alley\r\nlaps 3\r\n", "game thunder-alley\nlaps\u00a03"]:
        assert [s.kind for s in parse(text).records[0].statements] == [s.kind for s in plain[0].statements]
        assert parse(text).errors == parse(text.encode()).errors == ()
        assert parse(text).records == parse(text.encode()).records
    assert parse("\ufeff" + GAME).records[0].statements[0].node.span.column == 1


def test_apostrophes_are_the_same_in_names_but_texts_are_left_alone() -> None:
    for mark in APOSTROPHES:
        first, second, title = statements(
            f'event It{mark}s Getting Worse\nevent It\'s Getting Worse\ntitle "Ben{mark}s"\n'
        )
        assert [leaf.text for leaf in first.node.leaves()] == [leaf.text for leaf in second.node.leaves()]
        assert title.node.leaves()[1].text == f'"Ben{mark}s"'


def test_apostrophes_are_those_of_the_grammar_and_of_names() -> None:
    (word,) = (t.pattern.to_regexp() for t in line_parser("thunder-alley").lark.terminals if t.name == "WORD")
    others = {chr(code) for code in range(0x3100) if not re.match(r"[\w\u0300-\u036f.-]", chr(code))}
    assert {char for char in others if re.fullmatch(word, f"a{char}b")} == set(APOSTROPHES) - {"\u02bc"}
    assert re.fullmatch(word, "a\u02bcb")
    assert all(plain(f"It{mark}s") == "its" for mark in APOSTROPHES)


def test_blanks_are_those_of_the_grammar() -> None:
    (blank,) = (
        t.pattern.to_regexp() for t in line_parser("thunder-alley").lark.terminals if t.name == "BLANK"
    )
    for code in [*range(0x3100), 0xFEFF]:
        if code != 0x0A:
            assert (chr(code) in BLANKS) == bool(re.fullmatch(blank, chr(code))), hex(code)


def test_names_may_be_in_any_script() -> None:
    (statement,) = statements(
        "discard \u039a\u03cc\u03ba\u03ba\u03b9\u03bd\u03bf \u03a0\u03b9\u03bb\u03cc\u03c4\u03bf\u03c2"
    )
    assert [leaf.kind for leaf in statement.node.leaves()] == ["WORD", "WORD"]


def test_comments_and_blank_lines_stay_with_the_line_below() -> None:
    text = (
        "# head\n\n"
        + GAME
        + "# one\nlaps 3 # two\nposition\n  # three\n  29 12b\n  # four\nend # five\n\n# six\n"
    )
    (record,) = parse(text).records
    game, laps, position = record.statements
    assert (game.above, laps.above, laps.comment) == (("# head", ""), ("# one",), "# two")
    assert position.body[0].above == ("# three",)
    assert position.closing
    assert (position.closing.above, position.closing.comment) == (("# four",), "# five")
    assert record.below == ("", "# six")


def test_either_holds_its_alternatives() -> None:
    (either,) = statements("either\n29 Charge: f\nor\n29 Charge: o\nend\n")
    assert [statement.kind for statement in either.body] == ["activation", "or_else", "activation"]


def test_a_file_of_several_records() -> None:
    result = parse(GAME + "laps 1\n" + GAME + "laps 2\n# end\n", "many.race")
    assert [(r.file, r.number, r.line, len(r.statements)) for r in result.records] == [
        ("many.race", 1, 1, 2),
        ("many.race", 2, 3, 2),
    ]
    assert result.records[1].below == ("# end",)


def test_track_opens_a_block_only_without_a_name() -> None:
    named, path, drawn, laps = statements(
        'track short-oval\ntrack "my tracks/oval.toml"\ntrack\n  ring\nend\nlaps 2\n'
    )
    assert [leaf.kind for leaf in named.node.leaves() + path.node.leaves()] == ["REF", "STRING"]
    assert ([s.kind for s in drawn.body], laps.kind) == (["ring"], "laps")


def leaves(line: str) -> list[tuple[str, str]]:
    return [(leaf.kind, leaf.text) for leaf in statements(line)[0].node.leaves()]


@pytest.mark.parametrize(
    ("line", "kinds"),
    [
        ("ruleset 2009", ["REF"]),
        ("ruleset en-2014@1", ["REF"]),
        ("ruleset ../houses/own.toml", ["REF"]),
        ("ruling final-turn-sequence = 3.5.1-still-run", ["WORD", "REF"]),
        ("option variable-pit-stops", ["WORD"]),
        ("option cars-per-team = 3", ["WORD", "INT"]),
        ("expect illegal TA-6.1-cost", ["WORD", "WORD"]),
        ("29 Charge->14b", ["INT", "WORD", "SPACE"]),
        ("29 ? -> 14b", ["INT", "UNKNOWN", "SPACE"]),
        ("? ?: ?3 f ...", ["UNKNOWN", "UNKNOWN", "UNKNOWN", "STEP", "ELLIPSIS"]),
        ("29 out in front: f", ["INT", "WORD", "WORD", "WORD", "STEP"]),
        ("29 wear down bar: f", ["INT", "WORD", "WORD", "WORD", "STEP"]),
        ("event left led out", ["WORD", "WORD", "WORD"]),
        ("29 Charge: f4o", ["INT", "WORD", "STEP", "STEP"]),
        ("29 Charge: dix do2", ["INT", "WORD", "STEP", "STEP"]),
    ],
)
def test_words(line: str, kinds: list[str]) -> None:
    assert [kind for kind, _ in leaves(line)] == kinds


def test_leaf_equality_is_by_value() -> None:
    (one,), (two,) = statements("laps 3"), statements("laps 3")
    assert one == two
    assert isinstance(one.node.parts[0], Leaf)
