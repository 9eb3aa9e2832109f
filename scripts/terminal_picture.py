"""`docs/images/terminal.svg`: what a player sees in the terminal, drawn from a real match.

The command runs in a terminal of its own, is typed at, and what it has shown becomes a picture without fonts or
addresses of anybody else.
"""

from __future__ import annotations

import io
import os
import pty
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "images" / "terminal.svg"
COMMAND = ("play", "kepler", "--preset", "lesson", "--seed", "picture", "--name", "Ada")
TYPED = ("hint",)
PROMPT = "> "
COLUMNS, ROWS = 80, 50

THEME = TerminalTheme((10, 15, 28), (226, 232, 240), [(10, 15, 28), *[(226, 232, 240)] * 7], [(148, 163, 184)] * 8)

FORMAT = """<svg xmlns="http://www.w3.org/2000/svg" class="rich-terminal" viewBox="0 0 {width} {height}">
<style>.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, monospace; font-size: {char_height}px;
line-height: {line_height}px }}
{styles}</style>
<defs><clipPath id="{unique_id}-clip-terminal"><rect width="{terminal_width}" height="{terminal_height}"/></clipPath>
{lines}</defs>
<rect width="{width}" height="{height}" rx="8" fill="#0a0f1c"/>
<text x="20" y="27" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="16" fill="#94a3b8">TITLE</text>
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">{matrix}</g>
</g>
</svg>
"""


def main() -> None:
    """Play, and write the picture."""
    console = Console(record=True, width=COLUMNS, force_terminal=True, file=io.StringIO())
    console.print(Text.from_ansi(shown()))
    title = f"$ armillary {' '.join(COMMAND)}"
    picture = console.export_svg(theme=THEME, code_format=FORMAT.replace("TITLE", title), unique_id="terminal")
    PICTURE.write_text(picture, "utf-8")


def shown() -> str:
    """Everything the terminal shows until it has answered all that is typed."""
    with tempfile.TemporaryDirectory() as home:
        process, terminal = pty.fork()
        if process == 0:
            size = {"COLUMNS": str(COLUMNS), "LINES": str(ROWS), "TERM": "xterm-256color", "COLORTERM": "truecolor"}
            place = {**os.environ, **size, "XDG_STATE_HOME": home}
            os.execve(sys.executable, [sys.executable, "-m", "armillary.terminal", *COMMAND], place)  # noqa: S606
        text = ""
        for line in (*TYPED, None):
            text += _until_asked(terminal)
            if line is not None:
                os.write(terminal, f"{line}\n".encode())
        os.kill(process, 9)
        os.waitpid(process, 0)
    return text.replace("\r", "").rstrip()


def _until_asked(terminal: int) -> str:
    """What is shown up to the next prompt."""
    heard = b""
    while not heard.decode(errors="replace").rstrip("\x1b[0m").endswith(PROMPT):
        heard += os.read(terminal, 65_536)
    return heard.decode()


if __name__ == "__main__":
    main()
