"""Figures for Prometheus: on a port of their own, and nothing in them that people made up."""

from __future__ import annotations

import asyncio
import re

import httpx2
from prometheus_client.parser import text_string_to_metric_families

from tests.server.postgres import free_port
from tests.server.processes import Guest, Server


async def _figures(port: int) -> dict[str, dict[tuple[str, ...], float]]:
    async with httpx2.AsyncClient() as client:
        text = (await client.get(f"http://127.0.0.1:{port}/metrics")).text
    found: dict[str, dict[tuple[str, ...], float]] = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            found.setdefault(sample.name, {})[tuple(sample.labels.values())] = sample.value
    return found


def _has_all(found: dict[str, dict[tuple[str, ...], float]]) -> bool:
    """Has a deadline passed, and has a bot decided?"""
    return bool(found["armillary_deadline_lag_seconds_count"][()] and found.get("armillary_bot_seconds_count"))


async def test_what_happens_at_a_server_is_counted(tmp_path: object) -> None:
    port = free_port()
    async with Server(f"{tmp_path}/test.db", metrics_port=str(port)) as server:
        guest = Guest(server.port)
        await guest.arrive()
        seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
        pace = {"kind": "live", "seconds": 1}
        made = await guest.call("POST", "/api/skirmish/matches", {"seats": seats, "pace": pace})
        match_id = made["match"]["id"]
        async with await guest.socket(match_id) as socket:
            await socket.recv()
            assert (await _figures(port))["armillary_sockets"][()] == 1
        for _ in range(3):
            await guest.call("GET", f"/api/matches/{match_id}")
        await guest.exchange("PROPFIND", "/api/me")
        await guest.exchange("GET", "/api/no/such/place")
        async with asyncio.timeout(30):
            while not _has_all(await _figures(port)):
                await asyncio.sleep(0.2)
        await guest.hang_up()
        async with httpx2.AsyncClient() as client:
            public = await client.get(f"http://127.0.0.1:{server.port}/metrics")
            assert "armillary_requests" not in public.text
        found = await _figures(port)
    requests = found["armillary_requests_total"]
    assert requests["GET", "/api/matches/{match_id}", "200"] == 3
    assert requests["POST", "/api/skirmish/matches", "201"] == 1
    assert requests["GET", "other", "404"] == 2, "no such route, and no figures for the public"
    assert [labels for labels in requests if "PROPFIND" in labels] == []
    assert found["armillary_request_seconds_count"]["/api/matches/{match_id}",] == 3
    assert found["armillary_sockets"][()] == 0
    assert found["armillary_matches"]["playing",] == 1
    assert found["armillary_commit_seconds_count"][()] > 0
    assert found["armillary_changes_total"]["yes",] > 0
    assert found["armillary_bot_seconds_count"]["random", "skirmish"] >= 1
    assert found["armillary_bots_waiting"][()] == 0
    assert found["armillary_loop_lag_seconds_count"][()] > 0
    assert found["process_resident_memory_bytes"][()] > 0


async def test_every_process_has_a_port_of_its_own(shared_database: str) -> None:
    port = free_port()
    async with Server(shared_database, workers="2", metrics_port=str(port)) as server:
        async with asyncio.timeout(30):
            while len(re.findall(r"Metrics are at", server.log())) < 2:
                await asyncio.sleep(0.1)
        for each in (port, port + 1):
            assert f":{each}/metrics" in server.log()
            assert "armillary_sockets" in await _figures(each)


async def test_without_a_port_there_is_no_page(tmp_path: object) -> None:
    async with Server(f"{tmp_path}/test.db") as server:
        assert "Metrics" not in server.log()


async def test_a_port_that_is_taken_is_logged_and_the_server_serves(tmp_path: object) -> None:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        async with Server(f"{tmp_path}/test.db", metrics_port=port) as server:
            assert "Metrics cannot be served" in server.log()


async def test_sockets_are_counted_and_not_logged(tmp_path: object) -> None:
    port = free_port()
    async with Server(f"{tmp_path}/test.db", metrics_port=str(port)) as server:
        guest = Guest(server.port)
        await guest.arrive()
        made = await guest.call("POST", "/api/skirmish/matches", {"seats": [{"kind": "me"}, {"kind": "open"}]})
        before = server.log()
        for _ in range(3):
            async with await guest.socket(made["match"]["id"]) as socket:
                await socket.recv()
        async with await guest.socket(made["match"]["id"]) as socket:
            await socket.recv()
            socket.transport.write(b"\x81\x82\x00\x00\x00\x00\xff\xff")  # text that is none
            await socket.wait_closed()
        async with asyncio.timeout(30):
            while (await _figures(port))["armillary_sockets"][()]:
                await asyncio.sleep(0.05)
        assert (await _figures(port))["armillary_sockets_opened_total"][()] == 4
        assert server.log().removeprefix(before) == ""
        await guest.hang_up()
