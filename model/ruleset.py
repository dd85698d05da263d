"""A ruleset: a base edition plus rulings, parameters and options. It is a value, never a subclass."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from model.datafiles import GameData, Table, did_you_mean, read_data, read_table
from model.errors import ModelError, Problem
from model.rules import HouseRules, load_house_rules, load_rules
from model.rulings import RulingBook, load_rulings
from model.userfiles import is_file
from model.values import replace, value

EMPTY: Mapping[str, str] = MappingProxyType({})

DEEPEST = 8
"""The longest chain of rulesets that extend one another."""

ON, OFF = ("on", "yes", "true"), ("off", "no", "false")


@value
class Ruleset:
    """A complete set of rules to judge by.

    `readings` maps every selectable ruling of the game to the reading in force, `changed` those that differ from the game's
    defaults. `parameters` and `options` are the house rules of the record or the ruleset file. `parameters` holds only values
    that differ from the printed ones (see `parameter`); one without a printed value is kept whenever it is set. `options` holds
    only options in force. `left_out` are the rules that do not apply.
    `derived` caches values that others compute from it, by their class.
    """

    id: str
    version: int
    readings: Mapping[str, str]
    changed: Mapping[str, str] = field(default_factory=lambda: EMPTY)
    parameters: Mapping[str, int | str] = field(default_factory=lambda: MappingProxyType({}))
    options: Mapping[str, str | None] = field(default_factory=lambda: MappingProxyType({}))
    left_out: frozenset[str] = frozenset()
    derived: dict[type, Any] = field(default_factory=dict, init=False, compare=False, repr=False)


def without_rule(data: GameData, ruleset: Ruleset, id: str) -> Ruleset:
    """The ruleset less one of its rules. Raises `ModelError` for an unknown rule, and if it is unclear what holds without it."""
    rules = load_rules(data)
    known = rules.find(id)
    if known is None:
        raise ModelError(Problem(f"there is no rule `{id}`", help=rules.nearest_help(id)))
    if not rules[known].without:
        what = f"`{known}` cannot be left out: the rules do not define what holds in its place"
        help = "`steward rules ID` says what holds without a rule, if it can be left out"
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
    `off` or `False` switches an option off. Options that take a number are also allowed in `parameters`.
    """
    readings = dict(ruleset.readings)
    found: list[Problem | None] = []
    book, house = load_rulings(data), load_house_rules(data)
    for id, reading in (rulings or {}).items():
        found.append(reading_problem(data, id, reading))
        readings[id] = reading
    chosen = dict(ruleset.options)
    numbers = dict(ruleset.parameters)
    for name, number in (parameters or {}).items():
        if name in house.options and house.options[name].min is not None:
            found.append(_choose(house, book, chosen, name, number))
        else:
            found.append(_set(house, book, numbers, name, number))
    for name, given in (options or {}).items():
        found.append(_choose(house, book, chosen, name, given))
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


def _not_a(kind: str, house: HouseRules, book: RulingBook, name: str) -> Problem:
    """Why a name is not that of a parameter, or of an optional rule (`option`)."""
    if name in book:
        example = (*book[name].choices(), "...")[0]
        article = "an" if kind == "option" else "a"
        what, help = f"`{name}` is a ruling, not {article} {kind}", f"write `ruling {name} = {example}`"
    elif name in house.options:
        what, help = f"`{name}` is an optional rule, not a parameter", f"write `option {name}`"
    elif name in house.parameters:
        what, help = f"`{name}` is a parameter, not an option", f"write `set {name} = ...`"
    else:
        known = house.options if kind == "option" else house.parameters
        near = did_you_mean(name, [*house.parameters, *house.options])
        what, help = f"there is no {kind} `{name}`", near or f"{kind}s: {', '.join(known)}"
    return Problem(what, help=help)


def _set(
    house: HouseRules, book: RulingBook, numbers: dict[str, int | str], name: str, value: int | str
) -> Problem | None:
    """Sets a parameter; returns why it cannot be set."""
    known = house.parameters.get(name)
    if known is None:
        return _not_a("parameter", house, book, name)
    number = _number(value, known.min, known.max)
    if number is None:
        return Problem(
            f"parameter `{name}` cannot be `{value}`",
            help=f"a whole number of {known.unit} from {known.min} to {known.max}; "
            f"{known.value} is {'assumed' if known.assumed else 'printed'} ({known.source})",
        )
    if number == known.value and not known.assumed:
        numbers.pop(name, None)
    else:
        numbers[name] = number
    return None


def _choose(
    house: HouseRules,
    book: RulingBook,
    chosen: dict[str, str | None],
    name: str,
    value: str | bool | int | None,
) -> Problem | None:
    """Switches an optional rule on or off; returns why it cannot be chosen."""
    known = house.options.get(name)
    if known is None:
        return _not_a("option", house, book, name)
    word = str(value).lower() if value is not None else "on"
    if word in OFF:
        chosen.pop(name, None)
    elif known.min is not None and known.max is not None:
        number = _number(word, known.min, known.max) if value is not None and value is not True else None
        if number is None:
            given = "no value" if value is None or value is True else f"`{value}`"
            return Problem(
                f"option `{name}` cannot take {given}",
                help=f"a whole number of {known.unit} from {known.min} to {known.max}, "
                f"as in `option {name} = {known.max}`",
            )
        chosen[name] = str(number)
    elif word in ON:
        chosen[name] = None
    else:
        return Problem(f"option `{name}` takes no value, not `{value}`", help=f"write `option {name}`")
    return None


def _number(value: int | str, lowest: int, highest: int) -> int | None:
    text = str(value)
    if isinstance(value, bool) or not (text.isascii() and text.isdigit()) or len(text) > 6:
        return None
    number = int(text)
    return number if lowest <= number <= highest else None


@lru_cache(maxsize=8)
def shipped_rulesets(data: GameData) -> tuple[str, ...]:
    """The names of the rulesets that come with the game, its default first."""
    file = read_data(data, "rulesets.toml")
    names = sorted(file.content, key=lambda name: (not file.content[name].get("default", False), name))
    return tuple(names)


@lru_cache(maxsize=64)
def _shipped(data: GameData, name: str) -> Ruleset:
    file = read_data(data, "rulesets.toml")
    table = file.table(name)
    table.flag("default")
    table.text("title")
    return _build(data, table, name, (), Path())


def default_ruleset(data: GameData) -> Ruleset:
    """The game's default ruleset."""
    return _shipped(data, shipped_rulesets(data)[0])


def load_ruleset(
    data: GameData, ref: str, base_folder: Path | None = None, folders: Sequence[Path] = ()
) -> Ruleset:
    """The ruleset that a record or a command names.

    `ref` is a shipped name (`en-2014`) or the path of a TOML file, relative to `base_folder`, then to each of `folders`;
    `.toml` may be left out. If `@version` follows, the version must match. Raises `ModelError` with one `Problem` per
    mistake, which names file and key.
    """
    return _resolve(data, ref, base_folder or Path(), tuple(folders), ())


def _resolve(
    data: GameData, ref: str, base: Path, folders: tuple[Path, ...], above: tuple[str, ...]
) -> Ruleset:
    name, at, version = ref.rpartition("@") if "@" in ref else (ref, "", "")
    if at and not (version.isascii() and version.isdigit()):
        raise ModelError(
            Problem(
                f"`{version}` is not a version in `{ref}`",
                help="a version is a whole number, as in `en-2014@1`",
            )
        )
    if not name:
        raise ModelError(Problem("the name of the ruleset is missing", help="as in `en-2014`"))
    shipped = shipped_rulesets(data)
    if name.lower() in shipped:
        found = _shipped(data, name.lower())
    else:
        path = _find(name, base, folders)
        if path is None:
            near = did_you_mean(name, shipped)
            raise ModelError(
                Problem(
                    f"there is no ruleset `{name}`",
                    help=near
                    or f"shipped: {', '.join(shipped)}; or the path of a ruleset file, from the record",
                )
            )
        found = _own(data, path, folders, above)
    if version and found.version != int(version):
        raise ModelError(
            Problem(
                f"ruleset `{name}` has no version {int(version)}",
                help=f"version {found.version} is available",
            )
        )
    return found


def _find(name: str, base: Path, folders: tuple[Path, ...]) -> Path | None:
    for folder in (base, *folders):
        for path in (folder / name, folder / f"{name}.toml"):
            if is_file(path):
                return path
    return None


def _own(data: GameData, path: Path, folders: tuple[Path, ...], above: tuple[str, ...]) -> Ruleset:
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
    table = read_table(path)
    if table.has("game") and table.text("game") != data.game:
        raise ModelError(
            Problem(f"is a ruleset for `{table.text('game')}`, not `{data.game}`", table.place("game"))
        )
    table.text("title", "")
    return _build(data, table, path.stem, (*above, here), path.parent, folders)


def _build(
    data: GameData,
    table: Table,
    name: str,
    above: tuple[str, ...],
    base: Path,
    folders: tuple[Path, ...] = (),
) -> Ruleset:
    """A ruleset from its table: its own changes on top of the ruleset it extends."""
    id, version = table.text("id", name), table.number("version", 1)
    parts = [table.table(part) for part in ("rulings", "parameters", "options")]
    without = table.texts("without")
    extends = table.text("extends") if table.has("extends") else ""
    table.asked.add("extends")
    table.finish()
    if version < 1:
        table.wrong("a version is 1 or more", "version")
    if extends:
        start = _extended(data, table, extends, base, folders, above)
    elif above:
        start = default_ruleset(data)
    else:
        defaults = load_rulings(data).defaults()
        start = Ruleset(id, version, MappingProxyType(defaults))
    rulings, parameters, options = parts
    start = _changed(data, start, rulings, "rulings")
    start = _changed(data, start, parameters, "parameters")
    start = _changed(data, start, options, "options")
    for rule in without:
        try:
            start = without_rule(data, start, rule)
        except ModelError as error:
            for problem in error.problems:
                table.wrong(problem.what, "without", problem.help)
    table.check()
    return replace(start, id=id, version=version)


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


def _changed(data: GameData, start: Ruleset, part: Table, kind: str) -> Ruleset:
    """Applies one table of changes key by key, so that each problem names its key."""
    for name, chosen in part.content.items():
        if not isinstance(chosen, _KINDS[kind]) or (kind == "parameters" and isinstance(chosen, bool)):
            part.wrong(f"`{chosen}` is not allowed here", name, _SHAPES[kind])
            continue
        change: dict[str, Any] = {kind: {name: chosen}}
        try:
            start = with_changes(data, start, **change)
        except ModelError as error:
            for problem in error.problems:
                part.wrong(problem.what, name, problem.help)
    return start


_KINDS: Mapping[str, tuple[type, ...]] = {
    "rulings": (str,),
    "parameters": (int, str),
    "options": (bool, int, str),
}
_SHAPES = {
    "rulings": "a reading id in quotes",
    "parameters": "a whole number",
    "options": "`true`, `false` or a number",
}
