"""The documentation as it is served: at /docs, like the browser client, and nothing but what was built."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.api import Server, running

PAGES = {"index.html": "the first page", "api/index.html": "the API", "404.html": "nothing is here"}
SECRET = "nobody may read this"
BROWSER = {"accept": "text/html,*/*;q=0.8"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a small site, beside something that is no part of it, and with a client."""
    folder = tmp_path_factory.mktemp("server")
    site, client = folder / "site", folder / "client"
    client.mkdir()
    (client / "index.html").write_text("the client", "utf-8")
    (folder / "secret.txt").write_text(SECRET, "utf-8")
    for name, text in (PAGES | {"assets/main.1a2b3c4d.min.css": "a{}", "assets/images/logo.png": "?"}).items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_text(text, "utf-8")
        (site / f"{name}.gz").write_bytes(gzip.compress(text.encode()))
    (site / "link.txt").symlink_to(folder / "secret.txt")
    with running(folder, client=client, site=site) as listening:
        yield listening


@pytest.mark.parametrize(("path", "page"), [("/docs/", "index.html"), ("/docs/api/", "api/index.html")])
def test_a_page_is_at_its_folder(server: Server, path: str, page: str) -> None:
    answer = server.client.get(path)
    assert (answer.status_code, answer.text) == (200, PAGES[page])
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert (answer.headers["content-encoding"], answer.headers["cache-control"]) == ("gzip", "no-cache")
    again = server.client.get(path, headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("/docs", "/docs/"),
        ("/docs/api", "/docs/api/"),
        ("/docs/api?q=order", "/docs/api/?q=order"),
        ("/schema", "/docs/routes/"),
        ("/schema/", "/docs/routes/"),
    ],
)
def test_an_address_without_its_slash_leads_to_the_page(server: Server, path: str, place: str) -> None:
    answer = server.client.get(path, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (307, place)


def test_files_named_after_their_content_last_and_others_do_not(server: Server) -> None:
    lasting = server.client.get("/docs/assets/main.1a2b3c4d.min.css").headers["cache-control"]
    assert lasting == "public, max-age=31536000, immutable"
    assert server.client.get("/docs/assets/images/logo.png").headers["cache-control"] == "no-cache"


def test_where_there_is_nothing_people_get_a_page_of_the_site_and_programs_a_problem(server: Server) -> None:
    for path in ("/docs/nothing/", "/docs/api/nothing", "/docs//", "/docs/assets/"):
        page = server.client.get(path, headers=BROWSER)
        assert (page.status_code, page.text) == (404, PAGES["404.html"])
        told = server.client.get(path, headers={"accept": "application/json"})
        assert (told.status_code, told.json()["code"]) == (404, "NotFound")


@pytest.mark.parametrize(
    "path", ["/docs/../secret.txt", "/docs/%2e%2e/secret.txt", "/docs/link.txt", "/docs/..%2fsecret.txt", "/docs/%00"]
)
def test_nothing_else_can_be_read(server: Server, path: str) -> None:
    answer = server.client.get(path, headers=BROWSER)
    assert SECRET not in answer.text
    assert answer.status_code in (400, 404)


def test_addresses_that_only_begin_alike_are_the_clients(server: Server) -> None:
    assert server.client.get("/docsies", headers=BROWSER).text == "the client"


def test_pages_are_read_and_not_written(server: Server) -> None:
    assert server.client.post("/docs/").status_code in (404, 405)


def test_the_documentation_has_the_same_policy_as_every_other_answer(server: Server) -> None:
    policies = {server.client.get(path).headers["content-security-policy"] for path in ("/", "/docs/", "/healthz")}
    assert len(policies) == 1
    assert "unsafe" not in policies.pop()


@pytest.mark.parametrize("path", ["/docs", "/docs/", "/docs/api/", "/docs/anything.css"])
def test_a_site_that_is_not_built_is_said_so(tmp_path: Path, path: str) -> None:
    with running(tmp_path, site=tmp_path / "none") as server:
        answer = server.client.get(path)
        assert answer.status_code == 404
        assert "make docs-site" in answer.text
        assert server.client.get("/plain.css").status_code == 200, "its style is there"
