"""`armillary bot`: bots of one's own: begun, tried out, and at a server."""

from __future__ import annotations

from pathlib import Path

import rich_click as click

from armillary import bots
from armillary.core import registry
from armillary.core.contract import AnyGame
from armillary.core.errors import BadInput
from armillary.core.prose import counted
from armillary.terminal import bot_package, show
from armillary.terminal.arguments import BOT, GAME, NAME, TextType
from armillary.terminal.exits import Exit
from armillary.terminal.extras import client_parts


@click.group("bot", invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Write a bot, try it out, and let it play at a server."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@command.command("new")
@click.argument("name", type=NAME)
@click.option(
    "--to",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    metavar="DIR",
    help="Where to make the folder.  [default: here]",
)
def new(name: str, folder: Path) -> None:
    """Write a small package with a bot called NAME into a new folder, ready to be installed and changed."""
    made = bot_package.write(name, folder)
    click.echo(f"{made} has a bot that plays. Next:\n  cd {made}\n  pip install -e '.[test]'\n  pytest")


@command.command("try")
@click.argument("name", type=BOT, metavar="BOT")
@click.option("--game", type=GAME, help="Try it in this game only.  [default: every game it plays]")
def try_(name: str, game: AnyGame | None) -> Exit:
    """Let BOT decide in every kind of position, and say what it does wrong.

    BOT is a name, package.module:Bot, ./file.py:Bot or run:COMMAND. It is asked in openings, middles and ends, in every
    phase and preset, with few and many seats: does it fail, break a rule, decide otherwise when it is asked again,
    change what it is given, print, or take far more than its budget? A bot that keeps to its dice always gets the same
    answer. If something is wrong, the exit code is 3.
    """
    out = show.console()
    games = [game] if game else [each for each in registry.games() if ":" in name or name in bots.names(each)]
    if not games:
        raise BadInput(f"No game has a bot called {name!r}. Name a bot of armillary games, or a place: ./file.py:Bot.")
    tried = [(each, bots.try_out(each, name)) for each in games]
    played = [(each, report) for each, report in tried if report.decisions > report.raised]
    if played and game is None:  # a bot need not know every game
        for each, report in tried:
            if (each, report) not in played:
                why = next(iter(report.faults), "It can play none of its matches here.")
                show.say(out, f"{each.title}: not played. {why}")
        tried = played
    for each, report in tried:
        decisions = counted(report.decisions, "decision")
        show.say(out, f"{each.title}: {decisions}, {'something is wrong.' if report.faults else 'nothing wrong.'}")
        show.points(out, report.sentences())
    return Exit.BOT_FAILED if any(report.faults or not report.decisions for _, report in tried) else Exit.FINE


@command.command("connect")
@click.argument("server", type=TextType(), metavar="URL")
@click.argument("game", type=GAME)
@click.option(
    "--bot",
    "name",
    type=BOT,
    required=True,
    help="Who plays: a name, package.module:Bot, ./file.py:Bot or run:COMMAND.",
)
@click.option(
    "--name", "called", type=NAME, help="What the bot is called there.  [default: as the server calls guests]"
)
@click.option("--match", metavar="ID", help="Join this match.  [default: a new one against random bots]")
@click.option("--invite", metavar="SECRET", help="The secret of an invitation to it.")
@click.option("--challenges", is_flag=True, help="Take open seats at GAME as they come, until Ctrl+C.")
@click.option("--token", metavar="TOKEN", help="Play as the owner of this token.  [default: a new guest]")
def connect(
    server: str,
    game: AnyGame,
    name: str,
    match: str | None,
    invite: str | None,
    challenges: bool,
    token: str | None,
    called: str | None,
) -> None:
    """Let a bot play GAME at the server at URL, for example http://127.0.0.1:8400.

    It is marked as a bot there, for everybody and for good. It plays as many matches at once as it has seats, says when
    each begins and ends, and goes on after the server was away.
    """
    bots.find(game, name)  # an unknown name is refused before the server is asked
    client = client_parts()
    client.attend(name, client.Visit(server, game.slug, match, invite, challenges, token, called))
