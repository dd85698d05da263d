"""Rulings: the points where the rules can be read in several ways, each with named readings and a default."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from model.datafiles import GameData, Table, did_you_mean, read_data
from model.errors import ModelError, Problem
from model.values import value

CONFIDENCE = ("high", "medium", "low")
NOTE, CHOICE = "note", "choice"


@value
class Reading:
    """One way to read the rules. `support` names the sources for it, each with page or chapter (`ES ch. 9.1`). An
    `unmodelled` reading has no effect on play, for the reason given, and cannot be chosen."""

    id: str
    meaning: str
    support: tuple[str, ...] = ()
    unmodelled: str = ""


@value
class Ruling:
    """A point that needed a decision. A note has one reading: it is shown, never chosen."""

    id: str
    section: str
    about: str
    kind: str
    rules: tuple[str, ...]
    question: str
    readings: Mapping[str, Reading]
    default: str
    confidence: str
    why: str = ""
    separates: str = ""

    @property
    def selectable(self) -> bool:
        """Whether a ruleset may choose a reading of it."""
        return self.kind == CHOICE

    def choices(self) -> tuple[str, ...]:
        """The reading ids that a ruleset may name, default first."""
        if not self.selectable:
            return ()
        others = (
            name for name, reading in self.readings.items() if not reading.unmodelled and name != self.default
        )
        return (self.default, *others)


@value
class RulingBook:
    """All rulings of a game, in the order of the data. `sections` maps section letters to titles, `about` maps the words
    for parts of the game to titles."""

    game: str
    rulings: Mapping[str, Ruling]
    sections: Mapping[str, str]
    about: Mapping[str, str]

    def __getitem__(self, id: str) -> Ruling:
        return self.rulings[id]

    def __contains__(self, id: object) -> bool:
        return id in self.rulings

    def defaults(self) -> dict[str, str]:
        """Every selectable ruling with its default reading."""
        return {ruling.id: ruling.default for ruling in self.rulings.values() if ruling.selectable}

    def concerning(self, *about: str) -> tuple[Ruling, ...]:
        """The selectable rulings about these parts of the game, which their code must implement."""
        return tuple(
            ruling for ruling in self.rulings.values() if ruling.selectable and ruling.about in about
        )

    def choice_problem(self, id: str, reading: str) -> Problem | None:
        """Why a ruleset cannot choose this reading; None if it can."""
        ruling = self.rulings.get(id)
        if ruling is None:
            near = did_you_mean(id, (name for name, known in self.rulings.items() if known.selectable))
            return Problem(
                f"there is no ruling `{id}`",
                help=near
                or f"`steward rulings {self.game}` lists them; docs/house-rules.md explains how to add one",
            )
        if not ruling.selectable:
            only = ruling.readings[ruling.default].meaning
            return Problem(
                f"ruling `{id}` is a note: it has one reading and cannot be chosen",
                help=f"its reading: {only}",
            )
        known = ruling.readings.get(reading)
        if known is None:
            near = did_you_mean(reading, ruling.choices())
            return Problem(
                f"ruling `{id}` has no reading `{reading}`",
                help=near
                or f"its readings: {', '.join(ruling.choices())}; docs/house-rules.md explains how to add one",
            )
        if known.unmodelled:
            return Problem(
                f"reading `{reading}` of ruling `{id}` is not modelled and cannot be chosen",
                help=known.unmodelled,
            )
        return None


@lru_cache(maxsize=8)
def load_rulings(data: GameData) -> RulingBook:
    """The rulings of a game from its rulings.toml, checked except for their rule ids, which `load_rules` checks. Raises
    `ModelError` with every problem."""
    file = read_data(data, "rulings.toml")
    meta = file.table("meta")
    if meta.text("game") != data.game:
        meta.wrong(f"should be `{data.game}`", "game")
    sections, about = _titles(meta.table("sections")), _titles(meta.table("about"))
    meta.finish()
    rulings: dict[str, Ruling] = {}
    for id, table in file.each("meta"):
        rulings[id] = _read(id, table, sections, about)
        table.finish()
    file.check()
    return RulingBook(
        data.game, MappingProxyType(rulings), MappingProxyType(sections), MappingProxyType(about)
    )


def _titles(table: Table) -> dict[str, str]:
    return {name: table.text(name) for name in table.content}


def _read(id: str, table: Table, sections: Mapping[str, str], about: Mapping[str, str]) -> Ruling:
    readings = {name: _reading(name, part) for name, part in table.table("readings").each()}
    ruling = Ruling(
        id,
        table.text("section"),
        table.text("about"),
        table.text("kind", CHOICE),
        table.texts("rules"),
        table.text("question"),
        MappingProxyType(readings),
        table.text("default"),
        table.text("confidence"),
        table.text("why", ""),
        table.text("separates", ""),
    )
    _one_of(table, "section", ruling.section, sections)
    _one_of(table, "about", ruling.about, about)
    _one_of(table, "kind", ruling.kind, (NOTE, CHOICE))
    _one_of(table, "confidence", ruling.confidence, CONFIDENCE)
    _one_of(table, "default", ruling.default, readings)
    if not ruling.rules:
        table.wrong("names no rule", "rules")
    if ruling.kind == NOTE and len(readings) > 1:
        table.wrong("a note has one reading", "readings")
    if ruling.kind == CHOICE and len(readings) < 2:
        table.wrong("a ruling with one reading is a note", "kind", 'add `kind = "note"`')
    if ruling.default in readings and readings[ruling.default].unmodelled:
        table.wrong("the default must be modelled", "default")
    return ruling


def _reading(name: str, table: Table) -> Reading:
    reading = Reading(name, table.text("meaning"), table.texts("support"), table.text("unmodelled", ""))
    table.finish()
    return reading


def _one_of(table: Table, name: str, value: str, known: Mapping[str, object] | tuple[str, ...]) -> None:
    if value and value not in known:
        near = did_you_mean(value, known)
        table.wrong(f"`{value}` is not known", name, near or f"known: {', '.join(known)}")


def ruling(data: GameData, id: str) -> Ruling:
    """One ruling by its id. Raises `ModelError` with the nearest names for an unknown one."""
    book = load_rulings(data)
    if id not in book:
        near = did_you_mean(id, book.rulings)
        raise ModelError(Problem(f"there is no ruling `{id}` in {data.game}", help=near))
    return book[id]
