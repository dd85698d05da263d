"""Names in a record, with suggestions for unknown ones."""

from collections.abc import Iterable

from grammar.syntax import Leaf
from model.datafiles import did_you_mean, plain
from verifier.records.speaking import UNKNOWN_NAME, NotationError, Trouble


def unquoted(text: str) -> str:
    """A word without its quotation marks."""
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


def one_of(leaf: Leaf, what: str, known: Iterable[str], help: str = "") -> str:
    """The known name that a word means, in any case. Raises `NotationError`."""
    name = unquoted(leaf.text)
    names = list(known)
    if name in names:
        return name
    near = [one for one in names if plain(one) == plain(name)]
    if len(near) == 1:
        return near[0]
    listed = f"known: {', '.join(names)}" if names else f"the record has no {what} yet"
    advice = did_you_mean(name, names) or help or listed
    raise NotationError(Trouble(UNKNOWN_NAME, leaf.span, f"there is no {what} `{name}`", advice))
