"""The long form: `python -m tests.abuse [--only NAME] [--seconds 10] [--source SRC]`, a table of what others felt.

`--source` is the `src` folder of another version, to compare with what was before.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import pkgutil
import resource
import sys
import tempfile

from tests.abuse import attacks
from tests.abuse.attacks import Attack
from tests.abuse.bystander import Felt, suffer
from tests.server.processes import Server

FILES = 1_024
"""How many files a process may have open on most systems, unless it asks for more."""


MEDIAN_FACTOR, BOT_SECONDS = 2.0, 0.1
"""The goals: how much longer others may wait for an answer, and how long for a bot's first order."""


def known() -> list[Attack]:
    """All attacks, by the names of their modules."""
    modules = sorted(module.name for module in pkgutil.iter_modules(attacks.__path__))
    return [attack for name in modules for attack in importlib.import_module(f"{attacks.__name__}.{name}").ATTACKS]


async def felt(attack: Attack, seconds: float, source: str) -> Felt:
    """What one attack is like, at a server of its own."""
    with tempfile.TemporaryDirectory() as folder:
        settings = {"requests_per_second": "200", **dict(attack.settings)}
        async with Server(f"{folder}/abuse.db", path=source, **settings) as server:
            return await suffer(server, attack, seconds)


def main() -> int:
    """Attack, and say what it was like."""
    parser = argparse.ArgumentParser(prog="python -m tests.abuse", description=__doc__)
    parser.add_argument("--only", action="append", help="the name of an attack; may be given several times")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--source", default="")
    asked = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, most))  # a server begins with as many
    print(
        "| attack | median quiet | during | longest | failed | bot quiet | during | goals | memory quiet | most | disk "
        "| told |"
    )
    print("|---|--:|--:|--:|--:|--:|--:|---|--:|--:|--:|---|")
    for attack in known():
        if asked.only and attack.name not in asked.only:
            continue
        line = asyncio.run(felt(attack, asked.seconds, asked.source))
        times = f"{line.quiet * 1000:.1f} ms | {line.during * 1000:.1f} ms | {line.longest * 1000:.0f} ms"
        is_well = line.during <= MEDIAN_FACTOR * line.quiet and line.bot_during <= BOT_SECONDS
        bots = f"{line.bot_quiet * 1000:.0f} ms | {line.bot_during * 1000:.0f} ms | {'met' if is_well else 'missed'}"
        memory = f"{line.bytes_before >> 20} MiB | {line.bytes_most >> 20} MiB | {line.disk_grown >> 10} KiB"
        print(
            f"| {line.name} | {times} | {line.failed} | {bots} | {memory} | {line.told} |",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
