"""The proxy of docs/operating.md: a real nginx with the configuration that the page shows, in front of a server."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from websockets.sync.client import connect

from tests.server.api import PATIENCE, Server, meet, running
from tests.server.postgres import free_port

PAGE = Path(__file__).parents[2] / "docs/operating.md"
AWAY = "127.0.0.3"


def _configuration() -> str:
    """What the page shows."""
    found = re.search(r"<!-- behind nginx -->\n```nginx\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


def _program() -> str:
    found = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if found is None:
        pytest.skip("no nginx here: `make nginx` installs it")
    return found


def test_the_file_for_containers_is_what_the_page_shows_but_for_the_servers_name() -> None:
    deployed = (PAGE.parents[1] / "deploy" / "nginx.conf").read_text("utf-8")
    assert deployed.replace("http://server:8400", "http://127.0.0.1:8400") == _configuration()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that lets one address, and so a proxy it does not know, ask for little."""
    with running(tmp_path_factory.mktemp("behind"), requests_per_second=5) as listening:
        yield listening


@pytest.fixture(scope="module")
def proxy(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of an nginx as the page has it: only ports, and deadlines that nobody can wait for, are other ones."""
    folder, port = tmp_path_factory.mktemp("nginx"), free_port()
    shown = _configuration()
    for page, here in (
        ("listen 80;", f"listen 127.0.0.1:{port};"),
        ("http://127.0.0.1:8400", server.address),
        ("client_header_timeout 10s", "client_header_timeout 1s"),
        ("armillary_connections 500", "armillary_connections 5"),
    ):
        assert page in shown
        shown = shown.replace(page, here)
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy"))
    whole = f"daemon off; pid {folder}/pid; error_log {folder}/errors; worker_processes 1;"
    whole += f"events {{}} http {{ access_log off; {temporary} {shown} }}"
    (folder / "nginx.conf").write_text(whole, "utf-8")
    command = [_program(), "-e", f"{folder}/errors", "-p", str(folder), "-c", f"{folder}/nginx.conf"]
    with subprocess.Popen(command) as process:
        try:
            until = time.monotonic() + PATIENCE
            while time.monotonic() < until:
                assert process.poll() is None, (folder / "errors").read_text("utf-8")
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                    break
                time.sleep(0.02)
            yield port
        finally:
            process.terminate()


def _from(address: str, port: int) -> httpx2.Client:
    return httpx2.Client(
        base_url=f"http://127.0.0.1:{port}", transport=httpx2.HTTPTransport(local_address=address), timeout=PATIENCE
    )


def test_people_play_through_the_proxy(server: Server, proxy: int) -> None:
    with _from("127.0.0.4", proxy) as client:
        me = client.get("/api/me").json()
        origin = {"origin": f"http://127.0.0.1:{proxy}"}
        renamed = client.put("/api/me", json={"name": "Ada"}, headers=origin)
        assert (renamed.status_code, renamed.json()) == (200, {"id": me["id"], "name": "Ada", "program": False})
    match = meet(server)
    with connect(f"ws://127.0.0.1:{proxy}/api/matches/{match.id}/live", open_timeout=PATIENCE) as table:
        assert json.loads(table.recv(PATIENCE))["type"] == "table"


def test_limits_count_who_is_behind_the_proxy(proxy: int) -> None:
    with _from("127.0.0.5", proxy) as busy, _from("127.0.0.6", proxy) as other:
        assert busy.get("/healthz").status_code == 200
        assert any(busy.get("/healthz").status_code == 429 for _ in range(2_000)), "nobody is ever refused"
        assert other.get("/healthz").status_code == 200


def test_the_proxy_limits_heads_and_waits_for_nobody(proxy: int) -> None:
    with _from("127.0.0.7", proxy) as client:
        assert client.get("/" + "x" * 9_000).status_code == 414
        assert client.get("/healthz", headers={"x-long": "x" * 9_000}).status_code in (400, 431)
        assert client.post("/api/replays", content=b"x" * 2_000_000).status_code == 413
    with socket.create_connection(("127.0.0.1", proxy), PATIENCE, ("127.0.0.7", 0)) as made:
        made.sendall(b"GET /healthz HTTP/1.1\r\nhost: here\r\n")
        made.settimeout(PATIENCE)
        assert b" 200 " not in made.recv(65_536), "it hangs up, with or without a word"


def test_the_proxy_limits_connections_by_address(server: Server, proxy: int) -> None:
    match = meet(server)
    with contextlib.ExitStack() as stack:
        for _ in range(5):
            url = f"ws://127.0.0.1:{proxy}/api/matches/{match.id}/live"
            stack.enter_context(connect(url, open_timeout=PATIENCE, source_address=(AWAY, 0)))
        with _from(AWAY, proxy) as client:
            assert client.get("/healthz").status_code == 429
        with _from("127.0.0.8", proxy) as client:
            assert client.get("/healthz").status_code == 200
