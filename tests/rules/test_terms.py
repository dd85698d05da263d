"""Names in the languages of the three editions: read in records, restored by `fmt`."""

import re
import shutil
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from model.datafiles import plain
from model.errors import ModelError
from model.thunder_alley import cards, terms
from model.thunder_alley.facts import DATA, FLAGS, PERMANENT_WEAR, WEAR
from model.thunder_alley.terms import LANGUAGES, flag_named, load_terms, wear_named
from tests.cli.records import HEAD
from verifier.cli import main
from verifier.cli.notation import TERMS_WIDTH
from verifier.records.replay import verify
from verifier.thunder_alley.game import spell

CACHES = (cards._printed, cards._names, terms.load_terms, terms._flags)


@pytest.fixture
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the facts that a test may change."""
    folder = tmp_path / "data"
    shutil.copytree(DATA.folder, folder)
    for module in (cards, terms):
        monkeypatch.setattr(module, "DATA", replace(DATA, folder=folder))
    for cache in CACHES:
        cache.cache_clear()
    yield folder
    for cache in CACHES:
        cache.cache_clear()


def record(*lines: str) -> str:
    return HEAD.replace("  29 12b\n", "  29 12b wear black black blue\n") + "".join(
        f"{one}\n" for one in lines
    )


def said(*lines: str) -> list[str]:
    """The findings about a record in which 29 has markers."""
    [report] = verify(record(*lines), "a.race")
    return [f"{one.kind}: {one.fact}; {one.help}" for one in report.findings]


def test_every_term_has_a_name_in_each_language() -> None:
    content = tomllib.loads((DATA.folder / "terms.toml").read_text(encoding="utf-8"))
    keys = [f"{chapter}.{name}" for chapter in content for name in content[chapter]]
    assert list(load_terms()) == keys
    for key, term in load_terms().items():
        assert set(term.names) == set(LANGUAGES), key
        assert all(names and all(names) for names in term.names.values()), key
        assert bool(term.kinds) == (key.startswith("wear.") and key != "wear.marker")


def test_colours_of_wear() -> None:
    for colour in WEAR:
        term = load_terms()[f"wear.{colour}"]
        for names in term.names.values():
            assert [wear_named(name) for name in names] == [(colour,)] * len(names)
    assert wear_named("κοκκινο") == wear_named("ΚΌΚΚΙΝΟ") == ("red",)
    assert wear_named("grey") == ("gray",)
    assert wear_named("μαύρος") == wear_named("μαύρης") == wear_named("negras") == ("black",)
    assert wear_named("Κόκκινος") == wear_named("κόκκινων") == wear_named("roja") == ("red",)
    assert wear_named("πορτοκαλιά") == ("orange",) and wear_named("azules") == ("blue",)


def test_a_name_of_one_marker_is_no_name_of_another() -> None:
    """Forms are shared completely: a kind of damage that two markers share has the same forms in both."""
    of: dict[str, set[str]] = {}
    for key, term in load_terms().items():
        for names in term.kinds.values():
            for name in names:
                of.setdefault(plain(name), set()).add(key)
    assert {frozenset(keys) for keys in of.values() if len(keys) > 1} == {
        frozenset({"wear.yellow", "wear.blue"})
    }
    assert [name for name in of if wear_named(name) == ()] == []


@pytest.mark.parametrize(
    ("word", "colours"),
    [
        ("Tires", ("black",)),
        ("tire", ("black",)),
        ("neumaticos", ("black",)),
        ("ελαστικά", ("black",)),
        ("Combustible", ("green",)),
        ("serious body", ("red",)),
        ("Daño en Chasis", ("red",)),
        ("body", ("red", "gray")),
        ("chasis", ("red", "gray")),
        ("suspensión", ("yellow", "blue")),
        ("neumático", ("black",)),
        ("Ελαστικών", ("black",)),
        ("λάστιχο", ("black",)),
        ("καυσίμου", ("green",)),
        ("Μηχανής", ("orange",)),
        ("transmisiones", ("lavender",)),
        ("Ζημιές Σασί", ("red",)),
        ("αναρτήσεων", ("yellow", "blue")),
        ("Κιβωτίου", ()),
        ("suspension", ("yellow", "blue")),
        ("serious", ()),
        ("Bandera Roja", ()),
        ("", ()),
    ],
)
def test_kinds_of_wear(word: str, colours: tuple[str, ...]) -> None:
    assert wear_named(word) == colours


@pytest.mark.parametrize(
    ("word", "flag"),
    [
        ("yellow", "yellow"),
        ("Yellow Flag", "yellow"),
        ("amarilla", "yellow"),
        ("Bandera  Amarilla", "yellow"),
        ("κίτρινη σημαία", "yellow"),
        ("ΚΌΚΚΙΝΗ", "red"),
        ("verde", "green"),
        ("bandera", None),
        ("flag", None),
        ("amarillo", "yellow"),
        ("rojas", "red"),
        ("Banderas Verdes", "green"),
        ("της", None),
        ("πράσινης σημαίας", "green"),
        ("Κίτρινος", "yellow"),
        ("σημαίας", None),
        ("banderas", None),
        ("negra", None),
        ("Fuel", None),
        ("", None),
    ],
)
def test_flags(word: str, flag: str | None) -> None:
    assert flag_named(word) == flag


def test_a_record_in_other_languages() -> None:
    assert said("check 29 at 12b wear negro azul neumáticos") == []
    assert said("check 29 at 12b wear Μαύρο μπλε λάστιχα") == []
    assert (
        said("check 29 at 12b wear μαύρος μπλε ελαστικών")
        == said("check 29 wear negra azules neumático")
        == []
    )
    assert said("check flag verde", "check flag πράσινη", 'check flag "Πράσινης Σημαίας"') == []
    [wrong] = said("check 29 at 12b wear negro azul rojo")
    assert wrong.startswith("claim: ") and "rojo" not in wrong and "red" in wrong
    [wrong] = said("check flag amarilla")
    assert wrong == "claim: the flag is green, not yellow; "


def test_a_flag_of_a_position() -> None:
    written = record("check flag yellow").replace("position\n", "position\n  step pits\n  flag amarilla\n")
    [report] = verify(written, "a.race")
    assert report.findings == ()


def test_a_word_that_can_be_several_markers() -> None:
    assert said("check 29 wear negro negro suspensiones") == [
        "unknown-name: `suspensiones` can be more than one wear marker; write `yellow` or `blue`"
    ]
    assert said("check 29 wear negrro") == [
        "unknown-name: there is no wear marker `negrro`; colours are "
        f"{', '.join(sorted(WEAR)[:-1])} and {max(WEAR)}"
    ]


def test_fmt_writes_english(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.race"
    path.write_text(record("check 29 at 12b wear NEGRO Μπλε λάστιχα suspensiones grey"), encoding="utf-8")
    assert main(["fmt", str(path)]) == 0
    assert path.read_text(encoding="utf-8").splitlines()[-1] == (
        "check 29 at 12b wear black blue black suspensiones gray"
    )
    assert [spell("flag", word) for word in ("Bandera Roja", "verde", "azul")] == ["red", "green", "azul"]


def test_names_of_cards_and_events_in_other_languages(own_data: Path) -> None:
    for file, entry, names in (
        ("cards.toml", 'name = "Charge"\n', '{ es = "Prueba Una", el = "Δοκιμή" }'),
        ("events.toml", 'name = "Blown Engine"\n', '{ es = "Prueba Dos" }'),
    ):
        path = own_data / file
        text = path.read_text(encoding="utf-8")
        assert entry in text
        path.write_text(text.replace(entry, f"{entry}names = {names}\n"), encoding="utf-8")
    assert cards.card_by_name("prueba-una") == cards.card_by_name("ΔΟΚΙΜΗ") == "charge"
    assert cards.CARDS["charge"].names == (("es", "Prueba Una"), ("el", "Δοκιμή"))
    assert cards.event_by_name("Prueba Dos") == "blown-engine"
    assert said("29 Prueba Una: f4 = 16b") == []
    assert said('29 "Δοκιμή": f4 = 16b') == said("4 Δοκιμή: f>b f2") == []
    assert (spell("card", "δοκιμή"), spell("event", "prueba dos")) == ("Charge", "Blown Engine")


@pytest.mark.parametrize("mark", "'\u2018\u2019\u02bc\u00b4\u0384\u203a")
def test_any_apostrophe_in_a_name(mark: str) -> None:
    for card in (f"Rubbin{mark} is Racin{mark}", f'"Rubbin{mark} is Racin{mark}"'):
        assert said(f"29 {card}: f = 13b") == []
    [wrong] = said(f"event It{mark}s Getting Worse: 29")
    assert wrong.startswith("illegal: ")


def test_the_terms_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["notation", "thunder-alley", "--terms"]) == 0
    printed, others = capsys.readouterr().out.split("\n\n")
    title, head, *lines = printed.splitlines()
    assert (title, head.split()) == ("Thunder Alley", ["term", *LANGUAGES])
    assert [line.split()[0] for line in lines] == list(load_terms())
    [marker] = [re.split(r"  +", line.strip()) for line in lines if "wear.red " in line]
    assert marker == [
        "wear.red",
        "Red (Serious Body)",
        "Rojo (Chasis Serio)",
        "Κόκκινο (Σοβαρό Χτύπημα Σασί)",
    ]
    assert others.startswith("  term ") and max(map(len, others.splitlines())) <= TERMS_WIDTH
    others = " ".join(others.split())
    assert (
        " wear.gray Grises wear.green " in others
        and " Pit Lane, Recta de Boxes, Λωρίδα των Pit, ποδιά " in others
    )


def test_no_name_is_given_twice() -> None:
    for kinds in (cards.CARDS, cards.EVENTS):
        spellings = [
            name
            for kind in kinds.values()
            for name in set(map(plain, (kind.name, *kind.aliases, *(name for _, name in kind.names))))
        ]
        assert len(spellings) == len(set(spellings))


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("permanent = true", "permanent = false", "thunder-alley/terms.toml: wear.yellow.permanent"),
        ("[flag.red]", "[flag.rd]", "thunder-alley/terms.toml: flag.red: is missing"),
        ('el = "Κίνηση Draft"', "el = 3", "movement.draft.el: should be a text in quotes, not `3`"),
        ('es = "Movimiento de Rebufo"\n', "", "movement.draft.es: is missing"),
        ('en = "MP"', 'en = "MP"\nfr = "PM"', "moving.movement-point.fr: this key has no meaning here"),
    ],
)
def test_terms_that_cannot_be_used(before: str, after: str, told: str, own_data: Path) -> None:
    path = own_data / "terms.toml"
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(ModelError) as caught:
        load_terms()
    assert told in str(caught.value)


def test_facts_agree_with_the_terms() -> None:
    content = tomllib.loads((DATA.folder / "terms.toml").read_text(encoding="utf-8"))
    markers = {name: entry for name, entry in content["wear"].items() if name != "marker"}
    assert {name: entry["permanent"] for name, entry in markers.items()} == {
        colour: colour in PERMANENT_WEAR for colour in WEAR
    }
    assert {entry["en"]["colour"].casefold() for entry in markers.values()} == set(WEAR)
    assert set(content["flag"]) == set(FLAGS)
