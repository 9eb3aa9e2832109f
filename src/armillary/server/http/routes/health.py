"""Is the process alive, and can it serve? And the page at `/` where the browser client was not built."""

from __future__ import annotations

from html import escape

from litestar import MediaType, get

from armillary.core.registry import games
from armillary.server.door.identity import TheProcess
from armillary.server.http.plain import page


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
    return page(
        "Armillary",
        f"<p>Space strategy games, played here by people and programs.</p><dl>{listed}</dl>"
        "<p>The pages to play on are not built here. In a checkout, <code>make play</code> builds them and starts a "
        "server with them. <code>armillary play</code> needs no pages: it plays in the terminal. "
        'Programs use the API: see the <a href="/docs/">documentation</a>.</p>',
    )


ROUTES = (healthz, readyz, home)
