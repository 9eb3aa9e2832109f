"""Is the process alive, and can it serve? And the page at `/` where the browser client was not built."""

from __future__ import annotations

from html import escape

from litestar import MediaType, get

from armillary.core.registry import games
from armillary.server.door.identity import TheProcess
from armillary.server.http.document import LINK


@get("/healthz", operation_id="healthz", sync_to_thread=False)
def healthz() -> dict[str, str]:
    """The process is alive."""
    return {"status": "ok"}


@get("/readyz", operation_id="readyz")
async def readyz(process: TheProcess) -> dict[str, str]:
    """The process can serve: its database answers."""
    await process.store.ping()
    return {"status": "ready"}


@get("/", media_type=MediaType.HTML, include_in_schema=False, sync_to_thread=False)
def home() -> str:
    """A plain page."""
    listed = "".join(
        f"<dt>{escape(game.title)}<dd>{escape(game.summary)} {game.seats[0]} to {game.seats[1]} players, "
        f"{game.minutes[0]} to {game.minutes[1]} minutes."
        for game in games()
    )
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>Armillary</title>{LINK}<h1>Armillary</h1>"
        f"<p>Space strategy games, played here by people and programs.</p><dl>{listed}</dl>"
        f"<p>The pages to play on are not built here. In a checkout, <code>make play</code> builds them and starts a "
        f"server with them. <code>armillary play</code> needs no pages: it plays in the terminal. "
        f'Programs use the <a href="/schema">API</a>.</p></html>'
    )


ROUTES = (healthz, readyz, home)
