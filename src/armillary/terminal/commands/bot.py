"""`armillary bot`: bots of one's own, at a server."""

from __future__ import annotations

import rich_click as click

from armillary import bots
from armillary.core.contract import AnyGame
from armillary.terminal.arguments import BOT, GAME, NAME, TextType
from armillary.terminal.extras import client_parts


@click.group("bot", invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Let a bot play at a server."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


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
