"""How answers travel: large ones compressed for whoever understands it, and a page for people."""

from __future__ import annotations

import gzip

import pytest

from armillary.core import record
from armillary.core.registry import games
from tests.server.api import Server, meet


def _raw(server: Server, path: str, encoding: str) -> tuple[bytes, str | None]:
    """The bytes of an answer as they are sent, and how they are encoded."""
    with server.client.stream("GET", path, headers={"accept-encoding": encoding}) as answer:
        return b"".join(answer.iter_raw()), answer.headers.get("content-encoding")


def test_a_large_answer_is_compressed_for_whoever_understands_it(server: Server) -> None:
    path = f"/api/risky_stars/matches/{meet(server, 'risky_stars').id}/table"
    plain, none = _raw(server, path, "identity")
    small, encoding = _raw(server, path, "br, gzip;q=0.8")
    assert (none, encoding) == (None, "gzip")
    assert len(small) * 4 < len(plain)
    assert server.nobody().get(path).headers["vary"].split(", ") == ["cookie", "authorization", "accept-encoding"]
    unpacked = gzip.decompress(small)
    assert unpacked.partition(b'"now"')[0] == plain.partition(b'"now"')[0]


@pytest.mark.parametrize("refused", ["identity", "gzip;q=0", "br, gzip; q=0.0", "x-gzipped"])
def test_nobody_is_sent_what_they_refuse(server: Server, refused: str) -> None:
    assert _raw(server, "/schema/openapi.json", refused)[1] is None


def test_a_small_answer_is_not(server: Server) -> None:
    assert _raw(server, "/healthz", "gzip") == (b'{"status":"ok"}', None)


def test_a_record_is_compressed_and_still_a_file(server: Server) -> None:
    match = meet(server, "kepler")
    match.people[0].post(f"{match.common}/resign")
    path = f"{match.common}/record"
    small, encoding = _raw(server, path, "gzip")
    answer = server.nobody().get(path)
    assert encoding == "gzip"
    assert gzip.decompress(small) == answer.content
    assert answer.headers["content-disposition"].startswith("attachment")
    assert record.verify(record.load(answer.content)).outcome


def test_the_address_itself_has_a_page_for_people(server: Server) -> None:
    answer = server.nobody().get("/")
    assert (answer.status_code, answer.headers["content-type"].partition(";")[0]) == (200, "text/html")
    for game in games():
        assert game.title.replace("'", "&#x27;") in answer.text
    assert 'href="/docs/"' in answer.text


@pytest.mark.parametrize("encoding", [",".join(["gzip;q=0"] * 800), "gzip;q=", "*", ""], ids=range(4))
def test_an_odd_wish_for_an_encoding_does_no_harm(server: Server, encoding: str) -> None:
    answer = server.client.get("/api/games", headers={"accept-encoding": encoding})
    assert answer.status_code == 200
