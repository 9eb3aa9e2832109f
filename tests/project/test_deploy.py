"""What operators copy: the unit is what systemd takes, and the steps of the container file give a server."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import time
import venv
from configparser import RawConfigParser
from pathlib import Path
from typing import Any

import httpx2
import pytest
import yaml  # type: ignore[import-untyped]

from armillary.server.settings import PREFIX, Settings
from tests.project.tree import ROOT, environment, files
from tests.server.postgres import free_port

UNIT = ROOT / "deploy" / "armillary.service"
CONTAINERFILE = ROOT / "deploy" / "Containerfile"
PAGE = (ROOT / "docs" / "operating.md").read_text("utf-8")


def _run(*command: str, cwd: Path, **variables: str) -> str:
    done = subprocess.run(
        command, cwd=cwd, env=environment(**variables), capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout + done.stderr


def test_the_page_shows_the_unit_as_it_is() -> None:
    assert f"```ini\n{UNIT.read_text('utf-8')}```\n" in PAGE


def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    found = RawConfigParser(strict=False, delimiters="=", empty_lines_in_values=False)
    found.read(UNIT, "utf-8")
    assert found.sections() == ["Unit", "Service", "Install"]
    assert found["Service"]["execstart"] == "/usr/local/bin/armillary serve"
    if shutil.which("systemd-analyze") is None:  # nothing but systemd knows more, and few containers have it
        return
    command = tmp_path / "armillary"
    command.write_text("#!/bin/sh\n", "utf-8")
    command.chmod(0o755)
    copy = tmp_path / UNIT.name
    copy.write_text(UNIT.read_text("utf-8").replace("/usr/local/bin/armillary", str(command)), "utf-8")
    assert UNIT.name not in _run("systemd-analyze", "verify", "--man=no", str(copy), cwd=tmp_path)


def _instructions() -> list[tuple[str, str]]:
    """The lines of the container file: what to do, and with what."""
    lines = [line for line in CONTAINERFILE.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    return [(name, rest) for name, _, rest in (line.partition(" ") for line in lines)]


class Stage:
    """What an image would be: a folder instead of a root, and an environment of its own for Python."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "root"
        self.root.mkdir(parents=True)
        self.python = folder / "python"
        venv.create(self.python, with_pip=True)
        self.at = self.root
        self.variables: dict[str, str] = {"PATH": f"{self.python / 'bin'}{os.pathsep}{os.environ['PATH']}"}

    def place(self, name: str) -> Path:
        """A path of the image."""
        return self.root / name.lstrip("/") if name.startswith("/") else self.at / name


def _copy(what: str, stage: Stage, stages: dict[str, Stage]) -> None:
    """Files of the project, as a fresh clone has them, or of an earlier stage: a folder gives what is in it."""
    found = re.fullmatch(r"(?:--from=(\w+) )?(.*) (\S+)", what)
    assert found, what
    target = stage.place(found[3])
    for source in found[2].split():
        path = stages[found[1]].place(source) if found[1] else ROOT / source
        for each in files(path) if path.is_dir() else [path]:
            copy = target / (each.relative_to(path) if path.is_dir() else each.name)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(each, copy)


def _follow(folder: Path) -> tuple[Stage, list[str], list[str]]:
    """Do what the container file says; the last stage, what it runs, and what looks after its health."""
    stages: dict[str, Stage] = {}
    stage, command, health = Stage(folder / "none"), [], []
    for number, (name, rest) in enumerate(_instructions()):
        match name:
            case "FROM":
                stage = Stage(folder / f"stage{number}")
                stages[rest.partition(" AS ")[2]] = stage
            case "WORKDIR":
                stage.at = stage.place(rest)
                stage.at.mkdir(parents=True, exist_ok=True)
            case "COPY":
                _copy(rest, stage, stages)
            case "RUN":
                _run("sh", "-euc", rest, cwd=stage.at, **stage.variables)
            case "ENV":
                stage.variables |= dict(pair.split("=", 1) for pair in rest.split())
            case "HEALTHCHECK":
                health = json.loads(rest.partition("CMD ")[2])
            case "CMD":
                command = json.loads(rest)
            case _:
                assert name in ("USER", "VOLUME", "EXPOSE", "STOPSIGNAL"), name
    return stage, command, health


def test_the_container_file_names_no_registry_and_no_root() -> None:
    images = [rest.split()[0] for name, rest in _instructions() if name == "FROM"]
    assert images
    assert [image for image in images if "/" in image or "." not in image.partition(":")[2]] == []
    assert [rest for name, rest in _instructions() if name == "USER"] == ["10001:10001"]
    ignored = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    assert {".*", "**/node_modules"} <= set(ignored)


def test_what_seldom_changes_is_installed_before_sources_are_copied() -> None:
    """A layer is made again when anything before it has changed."""
    steps = [f"{name} {rest}" for name, rest in _instructions()]
    build, server = steps[: steps.index("FROM python:3.13-slim")], steps[steps.index("FROM python:3.13-slim") :]
    installs = [at for at, step in enumerate(build) if "pip install" in step or "npm ci" in step]
    sources = [at for at, step in enumerate(build) if step in ("COPY web web", "COPY src src", "COPY docs docs")]
    assert len(installs) == 2
    assert len(sources) == 3
    assert max(installs) < min(sources)
    lock, wheel = (at for at, step in enumerate(server) if "pip install" in step)
    assert lock < server.index("COPY --from=build /build/dist ./") < wheel


def _has_containers() -> str | None:
    """A container tool that works here, and not only its command."""
    for tool in ("podman", "docker"):
        if shutil.which(tool) and not subprocess.run([tool, "info"], capture_output=True, check=False).returncode:
            return tool
    return None


COMPOSED: dict[str, Any] = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text("utf-8"))
SERVICES = COMPOSED["services"]


def test_only_the_proxy_can_be_reached_from_outside() -> None:
    assert {name for name, service in SERVICES.items() if "ports" in service} == {"proxy"}
    assert {name for name, service in SERVICES.items() if "outside" in service["networks"]} == {"proxy"}
    assert COMPOSED["networks"]["inside"]["internal"] is True


def test_everything_that_the_compose_file_names_is_there() -> None:
    build = SERVICES["server"]["build"]
    folder = ROOT / "deploy"
    assert (folder / build["context"]).resolve() == ROOT
    assert (ROOT / build["dockerfile"]) == CONTAINERFILE
    (mounted,) = SERVICES["proxy"]["volumes"]
    assert (folder / mounted.split(":")[0]).is_file()
    assert "http://server:8400" in (folder / "nginx.conf").read_text("utf-8")
    named = {volume.split(":")[0] for service in SERVICES.values() for volume in service.get("volumes", [])}
    assert set(COMPOSED["volumes"]) == {name for name in named if not name.startswith(".")}
    for service in SERVICES.values():
        assert set(service["networks"]) <= set(COMPOSED["networks"])
        assert set(service.get("depends_on", {})) <= set(SERVICES)


def test_the_composed_server_takes_its_settings_and_trusts_the_proxys_network(monkeypatch: pytest.MonkeyPatch) -> None:
    given = SERVICES["server"]["environment"]
    (network,) = (entry["subnet"] for entry in COMPOSED["networks"]["inside"]["ipam"]["config"])
    assert given["FORWARDED_ALLOW_IPS"] == network
    for name in (name for name in given if name.startswith(PREFIX)):
        monkeypatch.setenv(name, re.sub(r"\$\{.*?\}", "secret", given[name]))
    settings = Settings.from_environment()
    assert settings.database_url == "postgresql+asyncpg://armillary:secret@database/armillary"
    assert settings.workers == 2


def test_a_password_has_to_be_chosen() -> None:
    secret = re.compile(r"\$\{POSTGRES_PASSWORD:\?[^}]+\}")
    assert secret.fullmatch(SERVICES["database"]["environment"]["POSTGRES_PASSWORD"])
    assert secret.search(SERVICES["server"]["environment"]["ARMILLARY_DATABASE_URL"])


def test_health_is_checked_by_the_same_command_whatever_the_images_format() -> None:
    (image,) = (rest for name, rest in _instructions() if name == "HEALTHCHECK")
    assert json.loads(image.partition("CMD ")[2]) == ["armillary", "health"]
    assert SERVICES["server"]["healthcheck"]["test"] == ["CMD", "armillary", "health"]
    assert SERVICES["proxy"]["depends_on"]["server"] == {"condition": "service_healthy"}
    assert "--health-cmd 'armillary health'" in PAGE


def test_what_the_container_file_builds_serves_the_browser_client(tmp_path: Path) -> None:
    port = free_port()
    if tool := _has_containers():
        _run(tool, "build", "--quiet", "--file", str(CONTAINERFILE), "--tag", "armillary-test", ".", cwd=ROOT)
        command = [tool, "run", "--rm", "--init", "--publish", f"127.0.0.1:{port}:8400", "armillary-test"]
        variables, folder, health = {}, tmp_path, ["true"]
    else:
        stage, command, health = _follow(tmp_path)
        variables, folder = stage.variables | {"ARMILLARY_PORT": str(port)}, stage.at
    with subprocess.Popen(command, cwd=folder, env=environment(**variables), stdout=subprocess.PIPE) as server:
        try:
            assert server.stdout is not None
            assert b"Armillary at " in server.stdout.readline()
            with httpx2.Client(transport=httpx2.HTTPTransport(retries=8)) as client:
                assert "<!doctype html>" in client.get(f"http://127.0.0.1:{port}/").text.lower()
                assert client.get(f"http://127.0.0.1:{port}/readyz").json() == {"status": "ready"}
            _run(*health, cwd=folder, **variables)
            if not tool:
                assert (folder / "armillary.db").is_file()
        finally:
            server.terminate()
            server.wait(timeout=30)
    if not tool:
        time.sleep(0.1)
        sick = subprocess.run(health, cwd=folder, env=environment(**variables), capture_output=True, check=False)
        assert sick.returncode != 0, "a server that is gone is not healthy"
