"""A ruleset: a base edition plus rulings, parameters and options. It is a value, never a subclass."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from model.choosing import ELSE, choose, print_fact, set_number
from model.datafiles import GameData, Table, did_you_mean, read_data, read_table
from model.errors import ModelError, Problem
from model.rules import load_house_rules, load_rules
from model.rulings import load_rulings
from model.userfiles import is_file
from model.values import replace, value

EMPTY: Mapping[str, str] = MappingProxyType({})

DEEPEST = 8
"""The longest chain of rulesets that extend one another."""

LAST_VERSION = 9999
"""The highest version that a ruleset may have."""

LONGEST_ID = 60
"""The most characters of the id of a ruleset."""


@value
class Ruleset:
    """A complete set of rules to judge by.

    `readings` maps every selectable ruling of the game to the reading in force, `changed` those that differ from the game's
    defaults. `parameters` and `options` are the house rules of the record or the ruleset file. `parameters` holds only values
    that differ from the printed ones (see `parameter`); one without a printed value is kept whenever it is set. `options` holds
    only options in force. `left_out` are the rules that do not apply. `cards` has the facts of cards that differ from the printed
    ones (`charge.count`).
    `derived` caches values that others compute from it, by their class.
    """

    id: str
    version: int
    readings: Mapping[str, str]
    changed: Mapping[str, str] = field(default_factory=lambda: EMPTY)
    parameters: Mapping[str, int | str] = field(default_factory=lambda: MappingProxyType({}))
    options: Mapping[str, str | None] = field(default_factory=lambda: MappingProxyType({}))
    left_out: frozenset[str] = frozenset()
    cards: Mapping[str, int | str] = field(default_factory=lambda: MappingProxyType({}))
    derived: dict[type, Any] = field(default_factory=dict, init=False, compare=False, repr=False)


@value
class Origin:
    """Where a ruleset comes from: the ruleset that it extends, or the default readings if it `extends` none, and the versions of
    it that can be named."""

    base: Ruleset
    extends: bool
    versions: tuple[int, ...]


def origin_of(ruleset: Ruleset) -> Origin:
    """Where a ruleset as it was loaded comes from."""
    origin: Origin = ruleset.derived[Origin]
    return origin


def without_rule(data: GameData, ruleset: Ruleset, id: str) -> Ruleset:
    """The ruleset less one of its rules. Raises `ModelError` for an unknown rule, and for one that cannot be left out."""
    rules = load_rules(data)
    known = rules.find(id)
    if known is None:
        raise ModelError(Problem(f"there is no rule `{id}`", help=rules.nearest_help(id)))
    if not rules[known].without:
        what = f"`{known}` cannot be left out: {rules[known].stays}"
        help = f"`steward rules ID` explains what holds without a rule, or why it stays; {ELSE}"
        raise ModelError(Problem(what, help=help))
    return replace(ruleset, left_out=ruleset.left_out | {known})


def parameter(data: GameData, ruleset: Ruleset, name: str) -> int:
    """The value in force of a parameter: the one set, else the printed one. Raises KeyError: an unknown name is a
    programming error."""
    printed = load_house_rules(data).parameters[name]
    return int(ruleset.parameters.get(name, printed.value))


def with_changes(
    data: GameData,
    ruleset: Ruleset,
    rulings: Mapping[str, str] | None = None,
    parameters: Mapping[str, int | str] | None = None,
    options: Mapping[str, str | bool | int | None] | None = None,
) -> Ruleset:
    """The ruleset with these changes on top, as the `ruling`, `set` and `option` lines of a record make them.

    Raises one `ModelError` with a `Problem` for each mistake, in the order given; unknown names come with the nearest known ones.
    `off` or `False` switches an option off. Options that take a number and facts of cards (`charge.count`) are also allowed in
    `parameters`.
    """
    readings = dict(ruleset.readings)
    found: list[Problem | None] = []
    book, house = load_rulings(data), load_house_rules(data)
    for id, reading in (rulings or {}).items():
        found.append(reading_problem(data, id, reading))
        readings[id] = reading
    chosen = dict(ruleset.options)
    numbers, cards = dict(ruleset.parameters), dict(ruleset.cards)
    for name, number in (parameters or {}).items():
        if "." in name:
            found.append(print_fact(data, cards, name, number))
        elif name in house.options and house.options[name].min is not None:
            found.append(choose(house, book, chosen, name, number))
        else:
            found.append(set_number(house, book, numbers, name, number))
    for name, given in (options or {}).items():
        found.append(choose(house, book, chosen, name, given))
    problems = [one for one in found if one is not None]
    for name in chosen:
        for other in house.options[name].excludes:
            if other in chosen and name < other:
                problems.append(
                    Problem(
                        f"options `{name}` and `{other}` cannot both be in force",
                        help="leave one of them out",
                    )
                )
    if problems:
        raise ModelError(*problems)
    defaults = book.defaults()
    return replace(
        ruleset,
        readings=MappingProxyType(readings),
        changed=MappingProxyType(
            {id: reading for id, reading in readings.items() if reading != defaults[id]}
        ),
        parameters=MappingProxyType(numbers),
        options=MappingProxyType(chosen),
        cards=MappingProxyType(cards),
    )


def reading_problem(data: GameData, id: str, reading: str) -> Problem | None:
    """Why a ruleset cannot choose this reading of a ruling; None if it can. If `id` is a parameter or an option, the help
    shows how to set it."""
    book, house = load_rulings(data), load_house_rules(data)
    if id in house.parameters:
        return Problem(f"`{id}` is a parameter, not a ruling", help=f"write `set {id} = {reading}`")
    if id in house.options:
        return Problem(f"`{id}` is an optional rule, not a ruling", help=f"write `option {id}`")
    return book.choice_problem(id, reading)


@lru_cache(maxsize=8)
def shipped_rulesets(data: GameData) -> tuple[str, ...]:
    """The names of the rulesets that come with the game, its default first."""
    file = read_data(data, "rulesets.toml")
    names = sorted(file.content, key=lambda name: (not file.content[name].get("default", False), name))
    return tuple(names)


@lru_cache(maxsize=64)
def _shipped(data: GameData, name: str, version: int | None = None) -> Ruleset:
    file = read_data(data, "rulesets.toml")
    table = file.table(name)
    table.flag("default")
    table.text("title")
    return _build(data, table, name, (), Path(), version=version)


def default_ruleset(data: GameData) -> Ruleset:
    """The game's default ruleset."""
    return _shipped(data, shipped_rulesets(data)[0])


def load_ruleset(
    data: GameData, ref: str, base_folder: Path | None = None, folders: Sequence[Path] = ()
) -> Ruleset:
    """The ruleset that a record or a command names.

    `ref` is a shipped name (`en-2014`) or the path of a TOML file, relative to `base_folder`, then to each of `folders`;
    `.toml` may be left out. `@version` may follow; otherwise it is the newest version. Raises `ModelError` with one `Problem` per
    mistake, which names file and key.
    """
    return _resolve(data, ref, base_folder or Path(), tuple(folders), ())


def named_or_default(data: GameData, name: str | None, folders: Sequence[Path] = ()) -> Ruleset:
    """The ruleset that a command names; without a name the game's default. Raises `ModelError`."""
    return load_ruleset(data, name, folders=folders) if name else default_ruleset(data)


def versioned(data: GameData, ruleset: Ruleset) -> str:
    """The name of a ruleset, with its version unless it is the newest one of a shipped ruleset."""
    shipped = ruleset.id in shipped_rulesets(data)
    newest = not shipped or _shipped(data, ruleset.id).version == ruleset.version
    return ruleset.id if newest else f"{ruleset.id}@{ruleset.version}"


def _resolve(
    data: GameData, ref: str, base: Path, folders: tuple[Path, ...], above: tuple[str, ...]
) -> Ruleset:
    name, at, version = ref.rpartition("@") if "@" in ref else (ref, "", "")
    if at and not (version.isascii() and version.isdigit() and len(version) < 10):
        raise ModelError(
            Problem(
                f"`{version}` is not a version in `{ref}`",
                help="a version is a whole number, as in `en-2014@1`",
            )
        )
    if not name:
        raise ModelError(Problem("the name of the ruleset is missing", help="as in `en-2014`"))
    shipped, wanted = shipped_rulesets(data), int(version) if version else None
    if name.lower() in shipped:
        return _shipped(data, name.lower(), wanted)
    path = _find(name, base, folders)
    if path is None:
        near = did_you_mean(name, shipped)
        known = f"shipped: {', '.join(shipped)}; or the path of a ruleset file, from the record"
        raise ModelError(Problem(f"there is no ruleset `{name}`", help=near or known))
    return _own(data, path, folders, above, wanted)


def _find(name: str, base: Path, folders: tuple[Path, ...]) -> Path | None:
    for folder in (base, *folders):
        for path in (folder / name, folder / f"{name}.toml"):
            if is_file(path):
                return path
    return None


def _own(
    data: GameData, path: Path, folders: tuple[Path, ...], above: tuple[str, ...], version: int | None
) -> Ruleset:
    here = str(path.resolve())
    if here in above:
        chain = " -> ".join(Path(name).name for name in (*above[above.index(here) :], here))
        raise ModelError(Problem("rulesets extend each other in a circle", f"{path}: extends", chain))
    if len(above) >= DEEPEST:
        raise ModelError(
            Problem(
                f"more than {DEEPEST} rulesets extend one another",
                f"{path}: extends",
                "join some of them into one",
            )
        )
    table = read_table(path, placed=True)
    if not table.content:
        help = f'begin with the ruleset that it changes: `extends = "{shipped_rulesets(data)[0]}"`'
        raise ModelError(Problem("is empty, so it is no ruleset", str(path), help))
    if table.has("game") and table.text("game") != data.game:
        raise ModelError(
            Problem(f"is a ruleset for `{table.text('game')}`, not `{data.game}`", table.place("game"))
        )
    table.text("title", "")
    return _build(data, table, path.stem, (*above, here), path.parent, folders, version)


def _build(
    data: GameData,
    table: Table,
    name: str,
    above: tuple[str, ...],
    folder: Path,
    folders: tuple[Path, ...] = (),
    version: int | None = None,
) -> Ruleset:
    """A version of a ruleset from its table: its own changes on top of the ruleset it extends, and for an older version those of
    its table in `older` on top of them."""
    id, newest = table.text("id", name), table.number("version", 1)
    extends = table.text("extends") if table.has("extends") else ""
    table.asked.add("extends")
    older = dict(table.table("older").each())
    for part in (table, *older.values()):
        part.asked |= {*_KINDS, "without"}
        part.finish(ELSE)
    _check_versions(table, id, newest, older)
    if extends:
        start = _extended(data, table, extends, folder, folders, above)
    elif above:
        start = default_ruleset(data)
    else:
        defaults = load_rulings(data).defaults()
        start = Ruleset(id, newest, MappingProxyType(defaults))
    base, changed = start, _changed(data, start, table)
    made = {str(newest): _less(data, changed, table)}
    for number, then in older.items():
        without = made[str(newest)].left_out
        own = _changed(data, changed, then)
        made[number] = _less(data, own, then) if then.has("without") else replace(own, left_out=without)
    wanted = newest if version is None else version
    if str(wanted) not in made:
        known = " and ".join(filter(None, (", ".join(older), str(newest))))
        help = f"{'versions' if older else 'version'} {known} {'are' if older else 'is'} available"
        table.problems.append(Problem(f"ruleset `{name}` has no version {version}", help=help))
    table.check()
    found = replace(made[str(wanted)], id=id, version=wanted)
    found.derived[Origin] = Origin(base, bool(above or extends), (*sorted(map(int, older)), newest))
    return found


def _check_versions(table: Table, id: str, newest: int, older: Mapping[str, Table]) -> None:
    """Reports an id or a number that no record could name."""
    if len(id) > LONGEST_ID or not id.isprintable():
        table.wrong(f"an id has at most {LONGEST_ID} characters, all of them printable", "id")
    if not 1 <= newest <= LAST_VERSION:
        table.wrong(f"a version is 1 or more, up to {LAST_VERSION}", "version")
    for name in older:
        if not (name.isascii() and name.isdigit() and len(name) < 10 and 0 < int(name) < newest):
            table.wrong(f"an older version is a number below {newest}", f"older.{name}")


def _extended(
    data: GameData, table: Table, extends: str, base: Path, folders: tuple[Path, ...], above: tuple[str, ...]
) -> Ruleset:
    try:
        return _resolve(data, extends, base, folders, above)
    except ModelError as error:
        for problem in error.problems:
            table.problems.append(
                problem if problem.where else replace(problem, where=table.place("extends"))
            )
        return default_ruleset(data)


def _changed(data: GameData, start: Ruleset, table: Table) -> Ruleset:
    """Applies the changes of one table key by key, so that each problem names its key."""
    for kind, allowed in _KINDS.items():
        part = table.table(kind)
        if kind == "cards":
            start = _changed_cards(data, start, part)
            continue
        for name, chosen in part.content.items():
            if not isinstance(chosen, allowed) or (kind == "parameters" and isinstance(chosen, bool)):
                part.wrong(f"`{chosen}` is not allowed here", name, _SHAPES[kind])
            else:
                start = _with(data, start, part, name, {kind: {name: chosen}})
    return start


def _changed_cards(data: GameData, start: Ruleset, part: Table) -> Ruleset:
    for card, facts in part.each():
        for fact, given in facts.content.items():
            if isinstance(given, int | str):
                start = _with(data, start, facts, fact, {"parameters": {f"{card}.{fact}": given}})
            else:
                facts.wrong(f"`{given}` is not allowed here", fact, _SHAPES["cards"])
    return start


def _less(data: GameData, start: Ruleset, table: Table) -> Ruleset:
    """Leaves out the rules that a table names."""
    for rule in dict.fromkeys(table.texts("without")):
        try:
            start = without_rule(data, start, rule)
        except ModelError as error:
            for problem in error.problems:
                table.wrong(problem.what, "without", problem.help)
    return start


def _with(data: GameData, start: Ruleset, part: Table, name: str, change: dict[str, Any]) -> Ruleset:
    try:
        return with_changes(data, start, **change)
    except ModelError as error:
        for problem in error.problems:
            part.wrong(problem.what, name, problem.help)
    return start


_KINDS: Mapping[str, tuple[type, ...]] = {
    "rulings": (str,),
    "parameters": (int, str),
    "options": (bool, int),
    "cards": (dict,),
}
_SHAPES = {
    "rulings": "a reading id in quotes",
    "parameters": "a whole number; facts of cards belong to `[cards]`",
    "options": "`true`, `false` or a number",
    "cards": "a whole number, or a word in quotes",
}
