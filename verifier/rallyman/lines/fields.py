"""The fields of a car in a record: in a position, in a check, after `>`, on a `driver` line."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from grammar.syntax import Leaf, Node, Span
from model.rallyman.facts import DATA, FINISH, START, SURFACES
from model.rallyman.position import (
    ELIMINATED,
    FINISHED,
    NOT_STARTED,
    OFF_LEFT,
    OFF_RIGHT,
    ON_ROAD,
    SPUN,
    STOPPED,
    Car,
)
from model.rallyman.standing import clock
from model.rules import load_rules
from model.values import replace, value
from verifier.naming import one_of, unquoted
from verifier.rallyman.lines.names import seconds
from verifier.rallyman.lines.write import driver_text
from verifier.records.speaking import NotationError, impossible

STATUS_WORDS: Mapping[str, str] = MappingProxyType(
    {"spun": SPUN, "left": OFF_LEFT, "right": OFF_RIGHT, "stopped": STOPPED, "road": ON_ROAD}
)
WORD_OF = MappingProxyType({status: word for word, status in STATUS_WORDS.items() if status != ON_ROAD})
"""The status words that a position writes; a car without one is on the road."""

NUMBERS = MappingProxyType({"m": "markers", "dmg": "damage", "flats": "flats", "arr": "arrival"})
CARDS = MappingProxyType({"sisu": "sisu", "spare": "spare"})
FIELDS: Mapping[str, str] = MappingProxyType(
    {**{name: name for name in ("space", "gear", "status", "tyres")}, **NUMBERS, **CARDS, "t": "chrono"}
)
"""Field names in a record and the fields of `Car` that they set."""

OUTCOMES = ("loss", "symbols", "card")
"""Fields that describe a turn instead of the car after it."""

SPLIT = "split "
NO_SPLIT = "none"
MOST = 60_000
"""The largest number that a field may hold."""


@value
class Said:
    """One field as written: its name (`space`, `gear`, `status`, `t`, `split T1` ...) and its value, None for `?`."""

    name: str
    value: str | int | bool | None
    span: Span


def read_fields(nodes: Iterable[Node], spaces: Iterable[str] | None) -> list[Said]:
    """The fields of a car. `spaces` are the spaces of the stage; None where no space is allowed. Raises `NotationError`."""
    known = None if spaces is None else [START, FINISH, *spaces]
    found = [_field(node, known) for node in nodes]
    seen: dict[str, Said] = {}
    for said in found:
        before = seen.setdefault(said.name, said)
        if before is not said and before.value != said.value:
            raise impossible(said.span, f"`{said.name}` is given twice, with different values")
    return found


def _field(node: Node, spaces: list[str] | None) -> Said:
    leaves = node.leaves()
    match node.kind:
        case "at":
            if leaves[0].kind == "UNKNOWN":
                return Said("space", None, node.span)
            return Said("space", one_of(leaves[0], "space", spaces or []), node.span)
        case "gear":
            return Said("gear", int(leaves[0].text[1:]), node.span)
        case "status":
            return Said("status", STATUS_WORDS[leaves[0].text], node.span)
        case "out":
            return Said("status", ELIMINATED, node.span)
        case "split":
            time = NO_SPLIT if leaves[1].text == NO_SPLIT else _time(leaves[1])
            return Said(f"{SPLIT}{leaves[0].text}", time, node.span)
        case "outcome":
            return Said(leaves[0].text, _outcome(*leaves), node.span)
    return _keyed(node, leaves[0].text, leaves[1])


def _outcome(key: Leaf, value: Leaf) -> str | int:
    """A value that describes a turn: the rule by which control was lost, the number of symbols that count, or the gear card."""
    if key.kind == "COUNT":
        return int(value.text)
    return one_of(value, "rule", load_rules(DATA).rules) if key.kind == "CAUSE" else value.text


def _time(leaf: Leaf) -> int | None:
    if leaf.kind == "WORD":
        fact = f"`{leaf.text}` is not a time"
        raise impossible(leaf.span, fact, "a time such as `1:10`, or `none` if there is no split")
    time = seconds(leaf)
    if time is not None and time > MOST:
        raise impossible(leaf.span, f"`{leaf.text}` is longer than any stage")
    return time


def _keyed(node: Node, key: str, leaf: Leaf) -> Said:
    def wrong(help: str) -> NotationError:
        return impossible(leaf.span, f"`{key}` cannot be `{leaf.text}`", help)

    if leaf.kind == "UNKNOWN":
        return Said(key, None, node.span)
    if key == "t":
        if leaf.kind == "WORD":
            raise wrong("a time such as `1:10`, or seconds")
        return Said(key, _time(leaf), node.span)
    if key in NUMBERS:
        if leaf.kind != "INT" or int(leaf.text) > MOST:
            raise wrong(f"a number, as in `{key}=1`")
        return Said(key, int(leaf.text), node.span)
    word = unquoted(leaf.text)
    if key in CARDS:
        if word not in ("used", "held"):
            raise wrong(f"`{key}=used` or `{key}=held`")
        return Said(key, word == "held", node.span)
    if word not in SURFACES:
        raise wrong("`tyres=asphalt` or `tyres=snow`")
    return Said(key, word, node.span)


def applied(car: Car, said: Sequence[Said]) -> Car:
    """The car with these fields set. A space without a status word means that the car is on the road."""
    found = {FIELDS[one.name]: one.value for one in said if one.value is not None and one.name in FIELDS}
    implied: dict[str, object] = {}
    if "space" in found:
        status = {START: NOT_STARTED, FINISH: FINISHED}.get(str(found["space"]), ON_ROAD)
        implied |= {"status": status, "dirt_seen": None}
    if found.get("status") == ELIMINATED:
        implied["space"] = ""
    if "status" in found or found.get("space") == START:
        implied["gear"] = 0
    return replace(car, **{**implied, **found})  # type: ignore[arg-type]


def shown(name: str, value: str | int | bool) -> str:
    """A field's value in record notation."""
    if name == "t":
        return clock(int(value))
    if name in CARDS:
        return "held" if value else "used"
    if name == "status":
        return {
            **WORD_OF,
            ON_ROAD: "on the road",
            ELIMINATED: "out",
            NOT_STARTED: "at the start",
            FINISHED: "finished",
        }[str(value)]
    if name == "gear":
        return f"g{value}"
    return str(value) or "off the stage"


COUNTED = {"m": "marker", "dmg": "damage point", "flats": "flat"}
"""What a field counts."""


def field_phrase(name: str, value: str | int | bool) -> str:
    """A field with its value in words."""
    words = {
        "space": "stands at",
        "gear": "has",
        "status": "is",
        "t": "has a chrono pile of",
        "arr": "has arrival number",
        "sisu": "has the Sisu card",
        "spare": "has the spare-wheel card",
    }
    if name in COUNTED:
        verb = "holds" if name == "m" else "has"
        return f"{verb} {value} {COUNTED[name]}{'' if value == 1 else 's'}"
    if name == "tyres":
        return f"has {value} tyres"
    if name == "status" and value in (OFF_LEFT, OFF_RIGHT):
        return f"is off the road on the {shown(name, value)}"
    return f"{words[name]} {shown(name, value)}"


def car_text(car: Car, usual: Car, arrival: bool = False) -> str:
    """A car in the notation of a position block. Values that match its `driver` line (`usual`) or are defaults are left out."""
    words = [driver_text(car.driver)]
    if car.space:
        words.append(car.space)
    if car.gear or car.status == ON_ROAD:
        words.append(f"g{car.gear}")
    if car.status == ELIMINATED:
        words.append("out")
    elif car.status in WORD_OF:
        words.append(WORD_OF[car.status])
    if car.chrono:
        words.append(f"t={clock(car.chrono)}")
    if car.markers:
        words.append(f"m={car.markers}")
    for key, name in (("dmg", "damage"), ("flats", "flats")):
        if getattr(car, name) or getattr(usual, name):
            words.append(f"{key}={getattr(car, name)}")
    for key in CARDS:
        if not getattr(car, key):
            words.append(f"{key}=used")
        elif not getattr(usual, key):
            words.append(f"{key}=held")
    if car.tyres != usual.tyres:
        words.append(f"tyres={car.tyres}")
    if arrival:
        words.append(f"arr={car.arrival}")
    return " ".join(words)
