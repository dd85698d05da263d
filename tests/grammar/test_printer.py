"""Reading and printing are inverse; printing is stable; no comment is lost."""

import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from grammar import GAMES, Leaf, Node, Record, Statement, parse
from grammar.errors import RecordSyntaxError
from grammar.layouts import style_of
from grammar.lines import WORD, split_comment, straight
from grammar.printer import format_line, format_records
from grammar.tables import line_parser
from tests.grammar.generate import record_text

WORKED = Path(__file__).parent / "data" / "worked.race"
GAME = "game thunder-alley\n"
NUMBER = re.compile(r"(?<!\d)0+(?=\d)")


def meaning(part: Node | Leaf | Statement) -> object:
    """The meaning of a part, independent of its notation: steps one by one, names without quotes, numbers without zeros."""
    if isinstance(part, Statement):
        body = [meaning(inner) for inner in part.body]
        return meaning(part.node), body, part.comment
    if isinstance(part, Leaf):
        text = part.text.casefold() if part.kind == "WORD" else part.text
        return part.kind, text if part.kind in (
            "STRING",
            "REF",
            "WORD",
            "DAY",
        ) or '"' in text else NUMBER.sub("", text)
    if part.kind in ("card", "name") and part.leaves()[0].kind in ("WORD", "STRING"):
        return part.kind, straight(re.sub('"', "", " ".join(leaf.text for leaf in part.leaves()))).casefold()
    if part.kind == "path":
        return "path", [single for item in part.parts for single in steps(item)]
    return part.kind, [meaning(inner) for inner in part.parts]


def steps(item: Node | Leaf) -> list[object]:
    if not isinstance(item, Node) or item.kind != "step" or item.child("lanes"):
        return [meaning(item)]
    found = re.fullmatch(r"([a-z]+?)(\d+)", item.leaves()[0].text)
    if not found:
        return [meaning(item)]
    last = Node.at(item.span, "step", (Leaf("STEP", found[1], item.span), *item.parts[1:]))
    return [("step", [("STEP", found[1])])] * (int(found[2]) - 1) + [meaning(last)]


def canonical_form(text: str) -> str:
    result = parse(text)
    assert result.errors == (), text
    return format_records(result.records)


def whole(text: str) -> list[object]:
    result = parse(text)
    assert result.errors == (), text
    return [
        (record.game, record.number, [meaning(s) for s in record.statements]) for record in result.records
    ]


def comments(text: str) -> list[str]:
    return [found for line in text.splitlines() if (found := split_comment(line)[1])]


@settings(max_examples=250, deadline=None, suppress_health_check=list(HealthCheck))
@given(record_text())
def test_round_trip(text: str) -> None:
    printed = canonical_form(text)
    assert whole(printed) == whole(text)
    assert canonical_form(printed) == printed
    assert comments(printed) == comments(text)
    assert "\n\n\n" not in printed
    assert not any(line != line.rstrip() for line in printed.split("\n"))


def plain(part: Node | Leaf | Statement) -> object:
    if isinstance(part, Leaf):
        return part.kind, part.text
    if isinstance(part, Node):
        return part.kind, [plain(inner) for inner in part.parts]
    closing = plain(part.closing) if part.closing else None
    return plain(part.node), part.comment, part.above, [plain(inner) for inner in part.body], closing


def same(one: Record, two: Record) -> bool:
    return [plain(s) for s in one.statements] == [plain(s) for s in two.statements] and one.below == two.below


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(record_text())
def test_a_canonical_text_reads_as_the_very_tree_it_was_printed_from(text: str) -> None:
    records = parse(canonical_form(text)).records
    again = parse(format_records(records)).records
    assert all(same(one, two) for one, two in zip(records, again, strict=True))


def test_the_worked_record() -> None:
    text = WORKED.read_text(encoding="utf-8")
    printed = canonical_form(text)
    assert whole(printed) == whole(text)
    assert comments(printed) == comments(text)
    assert canonical_form(printed) == printed


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("29 Charge:f f2,o", "29 Charge: f3 o"),
        ("29 Charge: f4o", "29 Charge: f4 o"),
        ("29 Charge: f fx f", "29 Charge: f fx f"),
        ("29 Charge: f f>b f2 f", "29 Charge: f f>b f3"),
        ("29 Charge: f f =14b f f", "29 Charge: f2 = 14b f2"),
        ("29 Charge: f/1 f/1", "29 Charge: f/1 f/1"),
        ("29 Charge: f60 f60", "29 Charge: f60 f60"),
        ("29 Charge: f [ 43,23 ] f (29>b,4a>c)f f!/2", "29 Charge: f [43 23] f(29>b 4a>c) f f!/2"),
        ("29 Charge: [ ] f @14b ... =14b", "29 Charge: [] f @14b ... = 14b"),
        ("29 Charge left 2:f left 03", "29 Charge left 2: f left 3"),
        ("15 Charge:left", "15 Charge: left"),
        ("29 Charge->14b", "29 Charge -> 14b"),
        ("41 Teamwork:f4=15a+29 f f", "41 Teamwork: f4 = 15a + 29 f2"),
        ('29 "Top Gear": f', "29 Top Gear: f"),
        ('29 "Left Turn": f', "29 Left Turn: f"),
        ('29 "left": f', '29 "left": f'),
        ('29 "Gear 2": f', '29 "Gear 2": f'),
        ('29 "17": ?1 ?', '29 "17": ?1 ?'),
        ('"Dave" 017: ?', '"Dave" 17: ?'),
        (
            "event It\u2019s Getting Worse bar 15 Green Red:3 25",
            "event It's Getting Worse bar 15 Green Red: 3 25",
        ),
        ('event "Sun on the Track"', "event Sun on the Track"),
        ("discard Red Charge,Top Gear , ?2", "discard Red Charge, Top Gear, ?2"),
        ("pit  none", "pit none"),
        ("ruling a=b", "ruling a = b"),
        ("set x=5", "set x = 5"),
        ("option x", "option x"),
        ("option x=5", "option x = 5"),
        ("\u2026", "..."),
        ("check 15 at 08c down", "check 15 at 8c down"),
        ("check Red 112", "check Red 112"),
        ("result Red 112 Blue ?", "result Red 112 Blue ?"),
        ("bar 15 Red ", "bar 15 Red"),
        ("absent Blue substitute", "absent Blue substitute"),
        ('title  "A  b"', 'title "A  b"'),
    ],
)
def test_lines(written: str, canonical: str) -> None:
    assert canonical_form(GAME + written) == GAME + canonical + "\n"
    assert canonical_form(GAME + canonical) == GAME + canonical + "\n"


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("15 Blue ? wear 6", "15 Blue ? wear 6"),
        ("29 012b  led 2", "29 12b led 2"),
        ("29 12b at 13b", "29 12b at 13b"),
        ("15 out", "15 out"),
        ("15 place 2 out", "15 place 2 out"),
        ("places none", "places none"),
        ("places 7  8", "places 7 8"),
        ("hand Red Charge,?4", "hand Red Charge, ?4"),
    ],
)
def test_lines_of_a_position(written: str, canonical: str) -> None:
    assert canonical_form(f"{GAME}position\n{written}\nend") == f"{GAME}position\n  {canonical}\nend\n"


def test_blocks_comments_and_blank_lines() -> None:
    text = (
        "\n\n# head\ngame thunder-alley # the game\n\n\n  # about\n    either\n29 Charge: f\n # b\nor # c\n29 Charge: o\n"
        "# d\nend# e\n\n\nposition\n\n# f\n29 12b\n\nend\n\n# tail\n\n"
    )
    assert canonical_form(text) == (
        "# head\ngame thunder-alley  # the game\n\n# about\neither\n  29 Charge: f\n  # b\nor  # c\n  29 Charge: o\n"
        "  # d\nend  # e\n\nposition\n\n  # f\n  29 12b\n\nend\n\n# tail\n"
    )


def test_names_are_spelled_where_they_resolve() -> None:
    text = (
        GAME
        + "team red 29\n29 riding the DRAFT: f\nevent it’s getting worse bar green\ncheck 29 wear BLACK\n29 x: f\n"
    )
    known = {
        "riding the draft": "Riding the Draft",
        "it's getting worse": "It's Getting Worse",
        "x": "2 Fast",
    }

    def spell(kind: str, name: str) -> str:
        return known.get(name.casefold(), name) if kind in ("card", "event") else name.capitalize()

    assert format_records(parse(text).records, lambda _: spell) == (
        GAME
        + "team Red 29\n29 Riding the Draft: f\nevent It's Getting Worse bar Green\ncheck 29 wear Black\n"
        '29 "2 Fast": f\n'
    )


def test_one_line() -> None:
    (record,) = parse(GAME + "29 Charge:f f").records
    assert format_line(record.statements[1].node, record.game) == "29 Charge: f2"


def test_a_line_that_would_become_too_long_is_refused() -> None:
    with pytest.raises(RecordSyntaxError) as error:
        canonical_form(GAME + "29 Charge: " + "fo" * 4_900)
    assert (
        error.value.errors[0].message
        == "in canonical form this line has 19,610 characters; a line may have 10,000"
    )
    assert error.value.errors[0].span.line == 2


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_node_has_a_layout(game: str) -> None:
    kinds = {rule.alias or rule.origin.name for rule in line_parser(game).lark.rules}
    inlined = {
        "line",
        "place",
        "stretch",
        "frame",
        "body",
        "ref",
        "value",
        "item",
        "tail",
        "fact",
        "state",
        "act",
        "spot",
    }
    named = {kind.removeprefix("common__") for kind in kinds if not kind.startswith("_")}
    assert named - inlined == set(style_of(game).layouts)


def test_the_words_that_need_no_quotes_are_those_of_the_grammar() -> None:
    (word,) = (t.pattern.to_regexp() for t in line_parser("thunder-alley").lark.terminals if t.name == "WORD")
    for code in range(0x3000):
        for text in (chr(code), f"a{chr(code)}", f"a{chr(code)}b", f"a{chr(code)}{chr(code)}b"):
            assert bool(WORD.fullmatch(text)) == bool(re.fullmatch(word, text))


@pytest.mark.parametrize("keyword", sorted(line_parser("thunder-alley").keywords.values()))
def test_a_card_named_like_a_keyword(keyword: str) -> None:
    for line in (f'29 "{keyword}": f', f'event "{keyword}" bar Red', f'hand Red "{keyword}", "a {keyword}"'):
        assert whole(canonical_form(GAME + line)) == whole(GAME + line)


def test_a_car_by_its_name_after_kept_markers_stays_a_car() -> None:
    text = 'game thunder-alley\npit 4 keeps gray, "Dave" 25 keeps "red"\n'
    assert canonical_form(text) == text
