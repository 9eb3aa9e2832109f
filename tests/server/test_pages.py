"""The browser client as it is served: every form of every file, its page at every screen, nothing from elsewhere."""

from __future__ import annotations

import gzip
import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.server.api import Server, running

PAGE = "<!doctype html><title>Armillary</title>" + " " * 2000
CODE = "export const answer = 42;\n" * 100
PACKED = b"as brotli has it"
SECRET = "nobody may read this"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a client of four files, beside something that is none of its."""
    folder = tmp_path_factory.mktemp("server")
    client = folder / "client"
    (client / "assets").mkdir(parents=True)
    (folder / "secret.txt").write_text(SECRET, "utf-8")
    (client / "link.txt").symlink_to(folder / "secret.txt")
    (client / "elsewhere").symlink_to(folder)
    (client / "favicon.svg").write_text("<svg/>", "utf-8")
    (client / "data.unknown").write_text("?", "utf-8")
    for name, content in {"index.html": PAGE, "assets/main-1a2b3c4d.js": CODE}.items():
        (client / name).write_text(content, "utf-8")
        (client / f"{name}.br").write_bytes(PACKED)
        (client / f"{name}.gz").write_bytes(gzip.compress(content.encode()))
    with running(folder, client=client) as listening:
        yield listening


def _raw(server: Server, path: str, encoding: str, **headers: str) -> tuple[httpx2.Headers, bytes]:
    with server.client.stream("GET", path, headers={"accept-encoding": encoding, **headers}) as answer:
        return answer.headers, b"".join(answer.iter_raw())


@pytest.mark.parametrize(
    "path",
    ["/", "/index.html", "/new/skirmish", "/learn/kepler", "/m/abc", "/m/abc/", "/join/abc", "/replay", "/rules/orbit"],
)
def test_every_screen_is_the_page(server: Server, path: str) -> None:
    answer = server.client.get(f"{path}?step=12")
    assert (answer.status_code, answer.text) == (200, PAGE)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("path", "kind", "caching"),
    [
        ("/assets/main-1a2b3c4d.js", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"),
        ("/favicon.svg", "image/svg+xml", "no-cache"),
        ("/data.unknown", "application/octet-stream", "no-cache"),
    ],
)
def test_files_say_what_they_are_and_how_long_they_last(server: Server, path: str, kind: str, caching: str) -> None:
    headers = server.client.get(path).headers
    assert (headers["content-type"], headers["cache-control"]) == (kind, caching)


@pytest.mark.parametrize(
    ("path", "encoding", "sent"),
    [
        ("/", "gzip, deflate, br, zstd", "br"),
        ("/", "BR;q=0.5, gzip;q=1.0", "br"),
        ("/", "gzip", "gzip"),
        ("/", "br;q=0, gzip", "gzip"),
        ("/", "br;q=0.000,gzip;q=0", ""),
        ("/", "identity", ""),
        ("/", "", ""),
        ("/", "brotli, xgzip", ""),
        ("/favicon.svg", "gzip, br", ""),
    ],
)
def test_whoever_asks_gets_the_smallest_form_they_understand(
    server: Server, path: str, encoding: str, sent: str
) -> None:
    headers, body = _raw(server, path, encoding)
    assert headers.get("content-encoding", "") == sent
    assert headers["vary"] == "accept-encoding"
    assert headers["content-length"] == str(len(body))
    plain = PAGE if path == "/" else "<svg/>"
    assert (gzip.decompress(body) if sent == "gzip" else body) == (PACKED if sent == "br" else plain.encode())


def test_whoever_has_it_is_told_so_in_each_form(server: Server) -> None:
    tags = {encoding: _raw(server, "/", encoding)[0]["etag"] for encoding in ("br", "gzip", "")}
    assert len(set(tags.values())) == 3
    for encoding, tag in tags.items():
        for known in (tag, f'"other", W/{tag}', "*"):
            answer = server.client.get("/", headers={"accept-encoding": encoding, "if-none-match": known})
            assert (answer.status_code, answer.content) == (304, b"")
            assert (answer.headers["etag"], answer.headers["cache-control"]) == (tag, "no-cache")
            assert "content-security-policy" in answer.headers
        assert server.client.get("/", headers={"if-none-match": tag[:-2]}).status_code == 200


def test_heads_are_answered_without_bodies(server: Server) -> None:
    answer = server.client.head("/m/abc", headers={"accept-encoding": ""})
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["content-length"] == str(len(PAGE))


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/assets/main-ffffffff.js", 404),
        ("GET", "/assets/", 404),
        ("GET", "/assets/none", 404),
        ("GET", "/robots.txt", 404),
        ("GET", "/index.html.br", 404),
        ("GET", "/m/abc.js", 404),
        ("GET", "/api", 404),
        ("GET", "/api/nonsense", 404),
        ("GET", "/schema/nonsense", 404),
        ("GET", "/healthz/nonsense", 404),
        ("POST", "/m/abc", 404),
        ("POST", "/", 405),
    ],
)
def test_what_is_not_there_is_a_problem_as_everywhere(server: Server, method: str, path: str, status: int) -> None:
    answer = server.client.request(method, path)
    assert answer.status_code == status
    assert answer.json()["status"] == status


def test_the_api_is_where_it_was(server: Server) -> None:
    assert server.client.get("/healthz").json() == {"status": "ok"}
    assert server.client.get("/api/games").json()[0]["slug"]


@pytest.mark.parametrize("path", ["/plain.css", "/schema/openapi.json"])
def test_what_is_made_at_the_start_is_not_sent_to_whoever_has_it(server: Server, path: str) -> None:
    first = server.client.get(path)
    assert (first.status_code, first.headers["content-encoding"]) == (200, "gzip")
    again = server.client.get(path, headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    plain = server.client.get(path, headers={"accept-encoding": "identity"})
    assert (plain.text, plain.headers["content-type"]) == (first.text, first.headers["content-type"])


def _ask(server: Server, target: bytes) -> tuple[int, bytes]:
    """The answer to a path that no library would send as it is."""
    host, port = server.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), 10) as wire:
        wire.sendall(b"GET " + target + b" HTTP/1.1\r\nhost: here\r\nconnection: close\r\n\r\n")
        answer = b"".join(iter(lambda: wire.recv(65536), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split(b" ")[1]), body


@pytest.mark.parametrize(
    "target",
    [
        b"/../secret.txt",
        b"/assets/../../secret.txt",
        b"/%2e%2e/secret.txt",
        b"/assets/%2e%2e%2f%2e%2e%2fsecret.txt",
        b"/..%5csecret.txt",
        b"/..\\secret.txt",
        b"/%2e%2e",
        b"//secret.txt",
        b"/%00/../secret.txt",
        b"/secret.txt%00.js",
        b"/link.txt",
        b"/elsewhere/secret.txt",
        b"/assets/..",
        b"/%ff%fe",
        b"/index.html%00",
        b"/" + b"a/" * 3_000,
        b"secret.txt",
        b"secret",
        b"*",
        b"http://here/../secret.txt",
    ],
)
def test_nothing_else_can_be_read(server: Server, target: bytes) -> None:
    status, body = _ask(server, target)
    assert status in (200, 400, 404)
    assert SECRET.encode() not in body
    if status == 200:
        assert body == PAGE.encode()
    elif body.startswith(b"{"):
        assert json.loads(body)["code"] in ("NotFound", "BadRequest")


@pytest.mark.parametrize(
    "path",
    [
        "/api/nonsense",
        "/api/matches/nonsense",
        "/apis",
        "/nonsense",
        "/m",
        "/m/abc/more",
        "/settings/more",
        "/m/..%2f..",
        "/secret.txt",
        "/assets/none.js",
    ],
)
def test_where_there_is_nothing_people_get_the_page_and_programs_a_problem(server: Server, path: str) -> None:
    page = server.client.get(path, headers={"accept": "text/html,*/*;q=0.8", "if-none-match": "*"})
    assert (page.status_code, page.text, page.headers["content-type"]) == (404, PAGE, "text/html; charset=utf-8")
    assert server.client.head(path, headers={"accept": "text/html"}).status_code == 404
    for accepted in ("*/*", "application/json"):
        told = server.client.get(path, headers={"accept": accepted})
        assert (told.status_code, told.json()["code"]) == (404, "NotFound")


def test_more_slashes_do_not_hide_the_api(server: Server) -> None:
    status, body = _ask(server, b"//api/nonsense")
    assert (status, json.loads(body)["code"]) == (404, "NotFound")


def test_an_absolute_path_of_the_disk_is_an_address_like_any_other(server: Server, tmp_path: Path) -> None:
    place = tmp_path / "here.txt"
    place.write_text(SECRET, "utf-8")
    for target in (f"/{place}", str(place), f"/assets/{place}"):
        assert _ask(server, target.encode())[0] == 404


def test_pages_run_no_code_but_ours(server: Server) -> None:
    for path in ("/", "/m/abc", "/assets/main-1a2b3c4d.js", "/docs/", "/api/nonsense"):
        (policy,) = server.client.get(path).headers.get_list("content-security-policy")
        rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
        assert rules["default-src"] == "'none'"
        assert {rules[name] for name in ("script-src", "style-src", "connect-src", "font-src")} == {"'self'"}
        assert {rules[name] for name in ("base-uri", "form-action", "frame-ancestors")} == {"'none'"}
        assert "unsafe" not in policy


def test_files_that_change_later_are_not_noticed(tmp_path: Path) -> None:
    client = tmp_path / "client"
    client.mkdir()
    (client / "index.html").write_text("first", "utf-8")
    with running(tmp_path, client=client) as server:
        (client / "index.html").unlink()
        (client / "new.txt").write_text("new", "utf-8")
        assert server.client.get("/").text == "first"
        assert server.client.get("/new.txt").status_code == 404


@pytest.mark.parametrize("made", [[], ["assets"]])
def test_a_client_that_is_not_built_is_said_so(tmp_path: Path, made: list[Any]) -> None:
    client = tmp_path / "client"
    for folder in made:
        (client / folder).mkdir(parents=True)
    with running(tmp_path, client=client) as server:
        assert "make play" in server.client.get("/").text
        assert server.client.get("/m/abc").json()["code"] == "NotFound"
