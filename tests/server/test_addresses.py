"""Addresses as limits count them."""

from __future__ import annotations

from pathlib import Path

import pytest

from armillary.server.limits.requester import address_of
from tests.server.api import running


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("::FFFF:cb00:7109", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_a_network_of_ipv6_is_one_address_and_ipv4_has_one_form(host: str, counted: str) -> None:
    assert address_of((host, 4711)) == counted


def test_nobody_knows_where_a_request_without_a_client_comes_from() -> None:
    assert address_of(None) == "unknown"


def test_whoever_has_a_network_has_the_limit_of_one_address(tmp_path: Path) -> None:
    with running(tmp_path, requests_per_second=1) as server:
        nobody = server.nobody()
        asked = [nobody.get("/nonsense", x_forwarded_for=f"2001:db8::{number:x}") for number in range(30)]
        assert {answer.status_code for answer in asked} == {404, 429}
        assert nobody.get("/nonsense", x_forwarded_for="2001:db8::ffff").status_code == 429
        assert nobody.get("/nonsense", x_forwarded_for="2001:db8:0:1::1").status_code == 404, "another network"
