"""Terms of Thunder Alley in the languages of its editions, read from terms.toml at first use."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

from model.datafiles import Table, plain, read_data
from model.thunder_alley.facts import DATA, FLAGS, PERMANENT_WEAR, WEAR
from model.values import value

LANGUAGES = ("en", "es", "el")
"""English, Spanish, Greek: the compared editions."""


@value
class Term:
    """The names of one thing. `names` maps a language to its names, the printed one first, then other printed forms and
    inflections. For a wear marker `names` are of its colour and `kinds`, likewise, of the kind of damage."""

    names: Mapping[str, tuple[str, ...]]
    kinds: Mapping[str, tuple[str, ...]]


@lru_cache(maxsize=1)
def load_terms() -> Mapping[str, Term]:
    """Every term by its key (`movement.solo`, `wear.black`), in the order of the file. Raises `ModelError` with every problem."""
    file = read_data(DATA, "terms.toml")
    found = {}
    for chapter, terms in file.each():
        for name, table in terms.each():
            key = f"{chapter}.{name}"
            found[key] = _marker(name, table) if chapter == "wear" and name != "marker" else _term(table)
            table.finish()
    for wanted in (*(f"wear.{colour}" for colour in WEAR), *(f"flag.{flag}" for flag in FLAGS)):
        if wanted not in found:
            file.wrong("is missing", wanted)
    file.check()
    return MappingProxyType(found)


def _term(table: Table) -> Term:
    forms = table.table("forms")
    names = {
        language: (table.text(language), *more, *forms.texts(language)) for language, more in _also(table)
    }
    forms.finish()
    return Term(MappingProxyType(names), MappingProxyType({}))


def _marker(colour: str, table: Table) -> Term:
    """A wear marker; its other printed forms name the kind of damage."""
    names, kinds = {}, {}
    inflected = table.table("forms")
    for language, more in _also(table):
        printed, forms = table.table(language), inflected.table(language)
        names[language] = (printed.text("colour"), *forms.texts("colour"))
        kinds[language] = (printed.text("kind"), *more, *forms.texts("kind"))
        printed.finish()
        forms.finish()
    inflected.finish()
    if colour not in WEAR or table.flag("permanent") != (colour in PERMANENT_WEAR):
        table.wrong("is no wear marker of this kind", "permanent")
    return Term(MappingProxyType(names), MappingProxyType(kinds))


def _also(table: Table) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each language with the other forms printed in it."""
    also = table.table("also")
    for language in LANGUAGES:
        yield language, also.texts(language)
    also.finish()


def wear_named(name: str) -> tuple[str, ...]:
    """The wear colours that a name in any language may mean, by colour or by kind of damage, in the order of the file.

    A kind that two markers share means both. So does a kind that is part of another marker's: `body` does not say which
    body damage it was.

    >>> wear_named("negro"), wear_named("Fuel"), wear_named("suspension")
    (('black',), ('green',), ('yellow', 'blue'))
    """
    wanted = plain(name).replace("grey", "gray")
    exact, within = [], []
    for key, term in load_terms().items():
        if not key.startswith("wear.") or not term.kinds:
            continue
        colours = {plain(one) for names in term.names.values() for one in names}
        kinds = {plain(one) for names in term.kinds.values() for one in names}
        if wanted in colours:
            return (key.removeprefix("wear."),)
        if wanted in kinds:
            exact.append(key)
        if wanted in kinds or any(wanted in one.split() for one in kinds):
            within.append(key)
    return tuple(key.removeprefix("wear.") for key in within) if exact else ()


def flag_named(name: str) -> str | None:
    """The flag that a name in any language and gender means, in full or by its distinguishing word; None if unknown.

    >>> flag_named("Bandera Amarilla"), flag_named("amarillo"), flag_named("bandera")
    ('yellow', 'yellow', None)
    """
    flag = plain(name)
    return flag if flag in FLAGS else _flags().get(flag)


@lru_cache(maxsize=1)
def _flags() -> Mapping[str, str]:
    found: dict[str, str] = {}
    for language in LANGUAGES:
        printed = {flag: [*map(plain, load_terms()[f"flag.{flag}"].names[language])] for flag in FLAGS}
        common = set.intersection(*({*" ".join(names).split()} for names in printed.values()))
        for flag, names in printed.items():
            colours = map(plain, load_terms()[f"wear.{flag}"].names[language])
            shorts = (" ".join(word for word in name.split() if word not in common) for name in names)
            found |= dict.fromkeys((*names, *shorts, *colours), flag)
    return MappingProxyType(found)


def term_tables() -> tuple[tuple[tuple[str, ...], ...], ...]:
    """Two tables: every term with its key and printed name in each language, a wear marker with its kind of damage; and
    the terms that have other names, with all of these. The first row of each table names its columns."""
    terms = load_terms()
    printed = ((key, *(_printed(term, one) for one in LANGUAGES)) for key, term in terms.items())
    others = ((key, [*_others(term.names), *_others(term.kinds)]) for key, term in terms.items())
    return (
        (("term", *LANGUAGES), *printed),
        (("term", "also"), *((key, ", ".join(names)) for key, names in others if names)),
    )


def _others(names: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    return (name for one in names.values() for name in one[1:])


def _printed(term: Term, language: str) -> str:
    kind = f" ({term.kinds[language][0]})" if term.kinds else ""
    return f"{term.names[language][0]}{kind}"
