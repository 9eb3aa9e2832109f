"""A release: what says how to report, cite and contribute, and archives that can be built again."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

import armillary
from scripts import release
from tests.project.test_pyproject import PROJECT
from tests.project.tree import ROOT, copy_to, environment

VERSION = "3.2.1"


def _run(*command: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=cwd, env=environment(), capture_output=True, text=True, timeout=300)


def _git(tree: Path, *arguments: str) -> None:
    author = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    done = _run("git", *author, *arguments, cwd=tree)
    assert done.returncode == 0, done.stderr


def _replace(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def _build_pages(tree: Path) -> None:
    for page in release.PAGES:
        place = tree / "src/armillary/server" / page
        place.parent.mkdir(parents=True)
        place.write_text("<!doctype html>\n", "utf-8")


def _tree(folder: Path) -> Path:
    """A clone whose version is ready."""
    tree = copy_to(folder)
    shutil.copy(ROOT / ".gitignore", tree)
    _build_pages(tree)
    _replace(tree / "src/armillary/version.py", armillary.__version__, VERSION)
    _replace(tree / "CITATION.cff", armillary.__version__, VERSION)
    _replace(tree / "CHANGELOG.md", "## [Unreleased]\n", f"## [Unreleased]\n\n## [{VERSION}] - 2030-01-31\n")
    _git(tree, "init", "--quiet")
    _git(tree, "add", "--all")
    _git(tree, "commit", "--quiet", "--message", "everything", "--date", "2030-01-31T12:00:00Z")
    return tree


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _tree(tmp_path_factory.mktemp("release") / "tree")


def test_what_is_ready_can_be_released(tree: Path) -> None:
    assert release.version_of(tree) == VERSION
    assert release.faults(tree, VERSION) == []


def test_changes_that_are_not_committed_are_refused(tree: Path) -> None:
    (tree / "notes.txt").write_text("not yet\n", "utf-8")
    assert release.faults(tree, VERSION) == ["There are changes that are not committed. Commit or stash them."]
    (tree / "notes.txt").unlink()


@pytest.mark.parametrize("version", ["3.3.0.dev0", "3.3", "next"])
def test_what_is_no_version_of_a_release_is_refused_with_everything_else_that_is_wrong(
    tree: Path, version: str
) -> None:
    said = " ".join(release.faults(tree, version))
    assert f"{version} is no version to release" in said
    assert f"CHANGELOG.md has no section '## [{version}]" in said
    assert f"CITATION.cff names another version than {version}" in said


def test_a_version_that_was_tagged_is_refused(tree: Path) -> None:
    _git(tree, "tag", f"v{VERSION}")
    assert release.faults(tree, VERSION) == [f"The tag v{VERSION} exists already. Choose the next version."]
    _git(tree, "tag", "--delete", f"v{VERSION}")


@pytest.mark.parametrize("page", release.PAGES)
def test_a_package_without_its_pages_is_refused(tree: Path, page: str) -> None:
    index = tree / "src/armillary/server" / page
    kept = index.rename(index.with_suffix(".kept"))
    assert release.faults(tree, VERSION) == [release.PAGES[page]]
    kept.rename(index)


def test_a_refusal_builds_nothing(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tree / "notes.txt").write_text("not yet\n", "utf-8")
    assert release.main(tree) == 1
    assert capsys.readouterr() == ("", "release: There are changes that are not committed. Commit or stash them.\n")
    assert not (tree / "dist").exists()
    (tree / "notes.txt").unlink()


def test_a_release_is_the_same_bytes_wherever_it_is_built(
    tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert release.main(tree) == 0
    assert f"git tag --annotate v{VERSION}" in capsys.readouterr().out
    again = tmp_path / "elsewhere"
    _git(tmp_path, "clone", "--quiet", str(tree), "elsewhere")
    _build_pages(again)
    assert release.main(again) == 0
    sums = (tree / "dist" / "SHA256SUMS").read_text("utf-8")
    assert sums == (again / "dist" / "SHA256SUMS").read_text("utf-8")
    for line in sums.splitlines():
        digest, name = line.split("  ")
        assert hashlib.sha256((tree / "dist" / name).read_bytes()).hexdigest() == digest
    assert len(sums.splitlines()) == 2


def test_the_citation_is_of_this_version_and_has_what_its_form_asks_for() -> None:
    cited: dict[str, Any] = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert {"cff-version", "message", "title", "authors"} <= cited.keys()
    known = {"abstract", "authors", "cff-version", "keywords", "license", "message", "title", "type", "version"}
    assert cited.keys() <= known
    assert (cited["cff-version"], cited["type"], cited["version"]) == ("1.2.0", "software", armillary.__version__)
    assert cited["license"] == PROJECT["project"]["license"]
    assert cited["authors"] == PROJECT["project"]["authors"]
    assert set(cited["keywords"]) <= set(PROJECT["project"]["keywords"])


def test_hooks_run_the_tools_of_the_gate_and_download_nothing() -> None:
    config = ROOT / ".pre-commit-config.yaml"
    done = _run(sys.executable, "-m", "pre_commit", "validate-config", str(config))
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    (repository,) = yaml.safe_load(config.read_text("utf-8"))["repos"]
    assert repository["repo"] == "local"
    entries = [hook["entry"] for hook in repository["hooks"]]
    for tool in ("ruff check", "ruff format --check", "mypy", "lint-imports", "make web-test"):
        assert [entry for entry in entries if tool in entry], tool
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert re.search(r"^lint: .*\n\t.*ruff check", makefile, re.MULTILINE)


@pytest.mark.parametrize("name", ["SECURITY.md", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE"])
def test_the_readme_leads_to_what_contributors_look_for(name: str) -> None:
    assert f"]({name})" in (ROOT / "README.md").read_text("utf-8").splitlines()[-1]
