"""Stepping through the frames of a replay by commands: `n`, `g 31`, `/Charge`. Knows neither a terminal nor a game."""

from collections.abc import Callable, Sequence
from itertools import chain

from verifier.render.replay_frames import Frame, frame_at
from verifier.render.replay_text import frame_lines, head_lines, table_lines
from verifier.render.text import Paint, plain

COMMANDS = "n next  p previous  g line  / search  ? help  q quit"
FEW_COMMANDS = "n p g / ? q"
HELP = """\
n  right  enter     the next line
p  left  backspace  the line before
g 31 enter          go to line 31 of the file
/text enter         the next line with that text
/ enter             once more with the same text
f                   the next line with something wrong
home  end           the first line, the last
space  down         further down, then the next line
b  up               further up, then the line before
?                   this page
q                   quit

The position is the one after the line; for a line that the
rules do not allow it is the one before it, and what follows
is not judged."""


class Player:
    """The state of a replay: the frame that is shown, and what there is to say about the last command."""

    def __init__(self, frames: Sequence[Frame], start: int = 0) -> None:
        self.frames, self.number = frames, start
        self.message = ""
        self.helping = False
        self.sought = ""

    def content(self, columns: int, paint: Paint = plain) -> list[str]:
        """All lines of the frame, or of the help."""
        if self.helping:
            return HELP.splitlines()
        frame = self.frames[self.number]
        table = table_lines(frame, columns, paint)
        lines = head_lines(self.frames, self.number, columns, paint)
        return [*lines, *frame_lines(frame, columns, paint), *([""] if table else []), *table]

    def command(self, text: str) -> bool:
        """Runs a command; False if it means quit."""
        self.message = ""
        self.helping = text in ("?", "h")
        if text.startswith("/"):
            self.search(text[1:].strip())
        elif text[:1] == "g":
            self.go_to(text[1:].strip())
        elif text == "n":
            self.move(self.number + 1)
        elif text == "p":
            self.move(self.number - 1)
        elif text == "f":
            self.find()
        elif text in ("home", "end"):
            self.move(0 if text == "home" else len(self.frames) - 1)
        return text not in ("q", "Q")

    def move(self, number: int) -> None:
        """Goes to a frame, or stays at the end with a message."""
        if number < 0:
            self.message = "this is the first line"
        elif number >= len(self.frames):
            self.message = "this is the last line; q quits"
        else:
            self.number = number

    def go_to(self, text: str) -> None:
        """Goes to the frame of a line of the file; after the last one, to that."""
        if not (text.isascii() and text.isdigit() and len(text) <= 9):
            self.message = "which line? as in: g 31"
            return
        last = max((frame.lines[-1][0] for frame in self.frames if frame.lines), default=0)
        self.move(frame_at(self.frames, int(text)))
        if int(text) > last:
            self.message = f"there is no line {int(text)}; this is the last one, {last}"

    def find(self) -> None:
        """Goes to the next frame with a finding."""
        after = range(self.number + 1, len(self.frames))
        number = next((number for number in after if self.frames[number].findings), None)
        if number is None:
            self.message = "nothing is wrong after this line"
        else:
            self.move(number)

    def search(self, text: str) -> None:
        """Goes to the next frame with this text in its lines, wrapping around; without a text, repeats the last search."""
        self.sought = text or self.sought
        wanted, here = self.sought.casefold(), self.number
        if not wanted:
            self.message = "search for what? as in: /Charge"
            return
        for number in chain(range(here + 1, len(self.frames)), range(here + 1)):
            if any(wanted in source.casefold() for _, source in self.frames[number].lines):
                self.move(number)
                self.message = "only here" if number == here else ""
                return
        self.message = f"no line contains `{self.sought}`"


def converse(player: Player, columns: int, ask: Callable[[str], str], tell: Callable[[str], object]) -> None:
    """For a terminal that only prints: shows a frame and asks for a command, until the user quits or the input ends."""
    going = True
    while going:
        tell("\n".join(player.content(columns)))
        try:
            going = player.command(ask(f"{player.message or COMMANDS}: ").strip() or "n")
        except EOFError:
            return
