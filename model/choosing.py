"""Sets the numbers, the facts of cards and the optional rules of a ruleset, or explains why that cannot be."""

from model.card_facts import load_card_facts, wrong_fact
from model.datafiles import GameData, did_you_mean
from model.errors import Problem
from model.rules import HouseRules
from model.rulings import RulingBook

ON, OFF = ("on", "yes", "true"), ("off", "no", "false")

ELSE = "for any other change add a reading, as docs/house-rules.md explains"
"""What to do about any other change of the rules."""


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
        what, help = f"there is no {kind} `{name}`", near or f"{kind}s: {', '.join(known)}; {ELSE}"
    return Problem(what, help=help)


def set_number(
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


def print_fact(data: GameData, cards: dict[str, int | str], name: str, given: int | str) -> Problem | None:
    """Changes a fact of a card; returns why it cannot be changed."""
    facts = load_card_facts(data)
    fact = facts.get(name)
    if fact is None:
        return wrong_fact(facts, name)
    meant = fact.read(given)
    if meant is None:
        return Problem(f"`{name}` cannot be `{given}`", help=fact.allowed)
    if meant == fact.value:
        cards.pop(name, None)
    else:
        cards[name] = meant
    return None


def choose(
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
