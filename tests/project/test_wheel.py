"""What people install: the wheel, in an empty environment, used from an empty folder."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tarfile
import venv
from pathlib import Path
from zipfile import ZipFile

import httpx2
import pytest

import armillary
from tests.project.tree import CLIENT, ROOT, SITE, copy_to, environment
from tests.server.postgres import free_port


def _run(*command: str | Path, cwd: Path) -> str:
    result = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=environment(), capture_output=True, text=True, timeout=300
    )
    assert result.returncode == 0, f"{command}\n{result.stdout}\n{result.stderr}"
    return result.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The wheel and the source archive by their endings, from a copy of the tree, with the locked tools."""
    folder = tmp_path_factory.mktemp("wheel")
    tree = copy_to(folder / "tree")
    for made in (CLIENT, SITE):
        shutil.copytree(made, tree / made.relative_to(ROOT))
    _run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder / "dist", cwd=tree)
    return {path.suffix: path for path in (folder / "dist").iterdir()}


@pytest.fixture(scope="module")
def wheel(built: dict[str, Path]) -> Path:
    """What people install; it is made from the source archive."""
    return built[".whl"]


def test_the_wheel_holds_the_package_its_rule_pages_and_nothing_else(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        names = set(archive.namelist())
        contents = {name: archive.read(name) for name in names}
    read = [page for folder in ("rules", "notation") for page in (ROOT / "docs" / folder).glob("*.md")]
    pages = {f"armillary/docs/{page.parent.name}/{page.name}" for page in read}
    assert "armillary/docs/rules/skirmish.md" in pages
    assert {name for name in names if name.startswith("armillary/docs/") and name.endswith(".md")} == pages
    assert "armillary/py.typed" in names
    own = f"armillary-{armillary.__version__}.dist-info/"
    assert [name for name in names if not name.startswith(("armillary/", own))] == []
    ours = [name for name in names if not name.startswith("armillary/testing/skeletons/")]
    assert [name for name in ours if "/test_" in name or "conftest" in name or "__pycache__" in name] == []
    assert "armillary/testing/skeletons/turns/tests/counts.toml" in names
    here = [str(place).encode() for place in (ROOT, wheel.parents[1], Path.home())]
    assert [name for name, content in contents.items() if any(place in content for place in here)] == []


def test_the_readme_of_the_package_has_no_link_that_leads_nowhere(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith("/METADATA"))
        text = archive.read(name).decode()
    assert "Description-Content-Type: text/markdown" in text
    assert "# Armillary" in text
    assert re.findall(r"\]\((?!https:|#)[^)]*\)|src=\"(?!https:)", text) == []


@pytest.mark.parametrize("folder", [CLIENT, SITE], ids=["the browser client", "the documentation"])
def test_what_is_built_is_in_the_wheel_and_in_the_source_archive(built: dict[str, Path], folder: Path) -> None:
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert "index.html" in files
    assert {Path(name).suffix for name in files} >= {".js", ".css", ".gz"}
    with ZipFile(built[".whl"]) as wheel, tarfile.open(built[".gz"]) as archive:
        assert {f"armillary/server/{folder.name}/{name}" for name in files} <= set(wheel.namelist())
        top = f"armillary-{armillary.__version__}/src/armillary/server/{folder.name}"
        assert {f"{top}/{name}" for name in files} <= set(archive.getnames())


def test_a_server_from_the_wheel_has_the_browser_client_and_needs_no_node(wheel: Path, tmp_path: Path) -> None:
    with ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    command = [sys.executable, "-m", "armillary.terminal", "serve", "--port", str(free_port())]
    place = environment(PYTHONPATH=str(tmp_path), PATH="")
    with subprocess.Popen(command, cwd=tmp_path, env=place, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[2]
            with httpx2.Client(transport=httpx2.HTTPTransport(retries=8)) as client:
                assert client.get(f"{address}/m/abc").text == (CLIENT / "index.html").read_text("utf-8")
                assert client.get(f"{address}/docs/").text == (SITE / "index.html").read_text("utf-8")
        finally:
            server.terminate()


def test_the_wheel_works_in_an_empty_environment(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", with_pip=True)
    bin_folder, empty = tmp_path / "venv" / "bin", tmp_path / "empty"
    empty.mkdir()
    _run(bin_folder / "python", "-m", "pip", "install", "--quiet", wheel, cwd=empty)
    command = bin_folder / "armillary"
    assert armillary.__version__ in _run(command, "--version", cwd=empty)
    assert "SS-1" in _run(command, "rules", "skirmish", cwd=empty)
    _run(command, "simulate", "skirmish", "--games", "2", "--record", "match.json", cwd=empty)
    records = sorted(empty.glob("match-*.json"))
    assert [json.loads(record.read_bytes())["game"] for record in records] == ["skirmish"] * 2
    assert _run(command, "verify", *records, cwd=empty).count("ok") == 2
