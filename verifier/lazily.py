"""Imports on first use: the names of a package, functions, and values."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, TypeVar

T = TypeVar("T")


def loader(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a package; `homes` maps each name to its module."""

    def load(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{homes[name]}"), name)

    return load


def later(module: str, name: str) -> Callable[..., Any]:
    """The function `name` of a module that is imported when the function is called."""

    def call(*given: Any, **named: Any) -> Any:
        return getattr(import_module(module), name)(*given, **named)

    return call


def stored(module: str, name: str) -> Callable[[], Any]:
    """A function that gives the value `name` of a module, which is imported when the function is called."""

    def call() -> Any:
        return getattr(import_module(module), name)

    return call


def drawn(view: Callable[[T], object], module: str, name: str, empty: Any) -> Callable[..., Any]:
    """The function `name` of a module as a function of a position, which draws the view of it; otherwise `empty`."""
    draw = later(module, name)

    def call(table: T, *given: Any, **named: Any) -> Any:
        seen = view(table)
        return empty if seen is None else draw(seen, *given, **named)

    return call
