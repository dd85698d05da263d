"""What is printed on each kind of race card and event card."""

from model.values import value


@value
class Card:
    """A kind of race card.

    `numbers` are as the list of cards prints them; two kinds claim 80, and the ruling `card-80` decides. `count` is how many
    cards there are. `speed` and `pit_speed` are movement points. `wear` is the colour of the marker, None for white. `text` names
    the text on the card, as in the rule `TA-RC-<text>`; None if it has none. `names` pairs a language (`es`) with the name in
    that language, if known.
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
    """A kind of event card. `icons` are the wear colours in the list of events, `card_icons` those of the pictured card if
    they differ. With `exchange` the first marker turns into the second. `flag_source` is pictured, text or inferred.
    `second_flag` is the flag of the second card of this kind to be drawn."""

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
