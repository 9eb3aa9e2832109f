"""Is the process alive, and can it serve?"""

from __future__ import annotations

from litestar import get

from armillary.server.door.asking import TheProcess


@get("/healthz", operation_id="healthz", sync_to_thread=False)
def healthz() -> dict[str, str]:
    """The process is alive."""
    return {"status": "ok"}


@get("/readyz", operation_id="readyz")
async def readyz(process: TheProcess) -> dict[str, str]:
    """The process can serve: its database answers."""
    await process.store.ping()
    return {"status": "ready"}


ROUTES = (healthz, readyz)
