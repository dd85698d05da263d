"""Values are immutable, compared by content, and survive a trip to another process."""

import pickle
from collections.abc import Mapping
from dataclasses import field

import pytest

from model.values import replace, value


@value
class Place:
    name: str
    lane: int = 1
    marks: Mapping[str, int] = field(default_factory=dict)
    derived: dict[str, int] = field(default_factory=dict, init=False)


@value
class Nothing:
    pass


@pytest.mark.parametrize("name", ["name", "derived", "colour"])
def test_no_field_can_be_changed(name: str) -> None:
    place = Place("5a")
    with pytest.raises(AttributeError, match="Place is immutable"):
        setattr(place, name, "5b")
    with pytest.raises(AttributeError, match="Place is immutable"):
        delattr(place, name)
    assert place == Place("5a", 1)


def test_fields_have_defaults_of_their_own() -> None:
    one, other = Place("5a"), Place(name="5a", lane=2)
    assert (one.lane, other.lane, one.marks) == (1, 2, {})
    assert one.derived is not other.derived
    assert repr(one) == "Place(name='5a', lane=1, marks={})"
    assert Nothing() == Nothing()


def test_replace_changes_only_what_it_names() -> None:
    assert replace(Place("5a", 3), lane=2) == Place("5a", 2)


def test_a_value_crosses_processes() -> None:
    assert pickle.loads(pickle.dumps(Place("5a", 2, {"wear": 1}))) == Place("5a", 2, {"wear": 1})
