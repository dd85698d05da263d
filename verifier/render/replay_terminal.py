"""The terminal of `steward replay`: keys to commands, a frame to a screen. Textual reads the keys and restores the terminal."""

import asyncio
import os
import signal
from contextlib import suppress
from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.events import Key
from textual.widgets import Input, Static

from verifier.render.replay_player import COMMANDS, FEW_COMMANDS, Player
from verifier.render.text import coloured

LEAST_COLUMNS = 20
KEYS = {
    "right": "n", "enter": "n", "left": "p", "backspace": "p", "home": "home", "end": "end", "ctrl+d": "q",
}  # fmt: skip
"""Keys that mean a command; the others mean the one with their letter."""
DOWN, UP = ("space", "down", "pagedown"), ("b", "up", "pageup")
ENDS = ("SIGTERM", "SIGHUP")
"""Signals that end the program; some systems lack one."""


class Terminal(App[int]):
    """A replay on the whole screen, in the colours of the terminal. `run` returns the exit code."""

    CSS = """
    Screen, VerticalScroll, Static, Input { background: ansi_default; color: ansi_default }
    VerticalScroll { scrollbar-size: 0 0 }
    Input { border: none; height: 1; padding: 0; display: none }
    #status { height: 1; text-style: dim }
    """
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", priority=True),
        Binding("ctrl+z", "suspend", priority=True),
        Binding("g", "ask('g')", priority=True),
        Binding("slash", "ask('/')", priority=True),
    ]

    def __init__(self, player: Player) -> None:
        super().__init__(ansi_color=True)
        self.player = player

    def compose(self) -> ComposeResult:
        yield VerticalScroll(Static(id="frame"), can_focus=False)
        yield Input(select_on_focus=False)
        yield Static(id="status")

    def on_mount(self) -> None:
        with suppress(NotImplementedError):  # Windows has no such handlers
            for number in (getattr(signal, name) for name in ENDS if hasattr(signal, name)):
                asyncio.get_running_loop().add_signal_handler(number, self.exit, 128 + number)

    def on_resize(self) -> None:
        self.call_after_refresh(self._draw)

    def action_interrupt(self) -> None:
        """Ctrl-C ends the program, as everywhere."""
        self.exit(128 + signal.SIGINT)

    def action_suspend(self) -> None:
        """Ctrl-Z stops the program, unless there is no shell that could let it go on."""
        if hasattr(os, "getsid"):
            shell = os.getppid()
            if os.getsid(shell) == os.getsid(0) and os.getpgid(shell) != os.getpgrp():
                self.action_suspend_process()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key of `BINDINGS` means its action: a letter does not where it is typed."""
        return action != "ask" or not self.query_one(Input).display

    def action_ask(self, begun: str) -> None:
        """Asks for the rest of a command. As an action it is ready for keys that come at once."""
        if self.player.helping:
            self._run("")
            return
        asking = self.query_one(Input)
        asking.value, asking.display, asking.cursor_position = begun, True, 1
        self.screen.set_focus(asking, scroll_visible=False)

    def on_key(self, event: Key) -> None:
        """Every key; those that are typed into the line of input do not come here."""
        asking = self.query_one(Input)
        key = event.character or event.key
        if asking.display:
            if event.key == "escape" or (event.key == "backspace" and not asking.value):
                self._asked("")
        elif self.player.helping:
            self._run("")
        elif event.key in DOWN or event.key in UP:
            self._scroll(event.key)
        else:
            self._run(KEYS.get(event.key, key))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """The line that was asked for is complete."""
        self._asked(event.value)

    def _asked(self, command: str) -> None:
        asking = self.query_one(Input)
        asking.display = False
        self.set_focus(None)
        self._run(command)

    def _run(self, command: str) -> None:
        before = self.player.number
        if not self.player.command(command):
            self.exit(0)
            return
        self._draw()
        if self.player.number != before:
            self.query_one(VerticalScroll).scroll_home(animate=False, immediate=True)

    def _scroll(self, key: str) -> None:
        """Down or up; at the end of the frame to the next one."""
        view, line = self.query_one(VerticalScroll), key in ("down", "up")
        if key in DOWN and view.scroll_y < view.max_scroll_y:
            view.scroll_relative(y=1 if line else view.size.height, animate=False, immediate=True)
        elif key in UP and view.scroll_y > 0:
            view.scroll_relative(y=-1 if line else -view.size.height, animate=False, immediate=True)
        else:
            self._run("n" if key in DOWN else "p")
        self.call_after_refresh(self._say)

    def _draw(self) -> None:
        lines = self.player.content(max(LEAST_COLUMNS, self.size.width), coloured)
        self.query_one("#frame", Static).update(Text.from_ansi("\n".join(lines), no_wrap=True))
        self.call_after_refresh(self._say)

    def _say(self) -> None:
        """The last line of the screen: what there is to say, or the commands."""
        view, room = self.query_one(VerticalScroll), self.size.width
        below = int(view.max_scroll_y - view.scroll_y)
        more = f"{below} more below (space)  " if below > 0 else ""
        said = self.player.message or ("any key goes back" if self.player.helping else COMMANDS)
        if len(more + said) > room:
            more, said = (more, FEW_COMMANDS) if said == COMMANDS else ("", said)
        self.query_one("#status", Static).update(Text(f"{more}{said}"))
