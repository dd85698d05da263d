"""Numbers in sentences."""


def counted(count: int, thing: str) -> str:
    """A number with its noun: `1 marker`, `2 markers`."""
    return f"{count} {thing if count == 1 else f'{thing}s'}"
