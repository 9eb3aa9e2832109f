"""The command's first lines: until everything is loaded, Ctrl-C ends it without a word."""

import signal
from typing import NoReturn


def main() -> NoReturn:
    """Load the command, then run it."""
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    from armillary.terminal.main import main as run  # noqa: PLC0415 (that is what takes time)

    signal.signal(signal.SIGINT, before)
    run()


if __name__ == "__main__":
    main()
