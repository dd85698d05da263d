"""What is printed on race cards and event cards, kind by kind."""

from model.values import value


@value
class Card:
    """A kind of race card.

    `numbers` as the list of cards prints them (80 stands with two kinds: the ruling `card-80` decides),
    `count` how many cards there are. `speed` and `pit_speed` are movement points. `wear` is the colour of the
    marker, None for white. `text` names the card's own text, as in the rule `TA-RC-<text>`; None where
    nothing is printed. `names` pairs a language (`es`) with the name in it, where one is known.
    """

    id: str
    name: str
    numbers: range
    count: int
    speed: int
    pit_speed: int
    movement: str
    wear: str | None = None
    text: str | None = None
    aliases: tuple[str, ...] = ()
    names: tuple[tuple[str, str], ...] = ()


@value
class EventCard:
    """A kind of event card. `icons` are wear colours of the list of events, `card_icons` those of the
    pictured card where they differ; with `exchange` the first marker becomes the second. `flag_source` is
    pictured, text or inferred; `second_flag` is the flag of the second card of the kind drawn."""

    id: str
    name: str
    count: int
    icons: tuple[str, ...]
    flag: str
    flag_source: str
    second_flag: str | None = None
    card_icons: tuple[str, ...] = ()
    exchange: bool = False
    aliases: tuple[str, ...] = ()
    names: tuple[tuple[str, str], ...] = ()

    @property
    def initiates_yellow(self) -> bool:
        """Whether the card's text brings out the yellow flag."""
        return self.flag == "yellow"
