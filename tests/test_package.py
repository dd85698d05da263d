"""The distribution: the source package and the wheel hold the tool, complete and nothing else."""

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from tests.cli.records import GOOD

ROOT = Path(__file__).parents[1]
PACKAGES = ("grammar", "model", "verifier")
PAGES = {"CHANGELOG.md", "LICENSE", "MANIFEST.in", "README.md", "pyproject.toml", "setup.py"}
MADE = {"PKG-INFO", "setup.cfg"}
THOROUGH = os.environ.get("HYPOTHESIS_PROFILE") == "thorough"


def run(*command: str | Path, cwd: Path, **env: str) -> str:
    done = subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def build(what: str, source: Path, out: Path, **env: str) -> Path:
    """A package of a source tree."""
    code = f"from setuptools import build_meta; print(build_meta.build_{what}({str(out)!r}))"
    return out / run(sys.executable, "-c", code, cwd=source, **env).split()[-1]


def install(wheel: Path, folder: Path) -> Path:
    """Installs a wheel into the folder `site`."""
    site = folder / "site"
    pip = (sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index", "--target", site)
    run(*pip, wheel, cwd=folder)
    return site


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source package, unpacked."""
    tree, out = tmp_path_factory.mktemp("tree"), tmp_path_factory.mktemp("out")
    for name in PACKAGES:
        shutil.copytree(ROOT / name, tree / name, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    shutil.copytree(
        ROOT / "tests",
        tree / "tests",
        ignore=lambda folder, names: [name for name in names if not name.endswith(".py")],
    )
    for name in PAGES:
        shutil.copy(ROOT / name, tree)
    with tarfile.open(build("sdist", tree, out)) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # Python 3.11.2 has none
        archive.extractall(out)
    [unpacked] = (path for path in out.iterdir() if path.is_dir())
    return unpacked


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_the_source_package(source: Path) -> None:
    """It contains no test: without their data none would run."""
    ours = {
        f"{name}/{file}"
        for name in PACKAGES
        for file in files(ROOT / name)
        if "__pycache__" not in file and not file.endswith(".so")
    }
    found = {name for name in files(source) if not name.startswith("race_steward.egg-info/")}
    assert found == ours | PAGES | MADE


def test_the_licence(source: Path) -> None:
    lines = (source / "PKG-INFO").read_text(encoding="utf-8").splitlines()
    assert "License-Expression: MIT" in lines and "License-File: LICENSE" in lines


def test_the_wheel_works_by_itself(source: Path, tmp_path: Path) -> None:
    site = install(build("wheel", source, tmp_path), tmp_path)
    (tmp_path / "a.race").write_text(GOOD, encoding="utf-8")
    changed = "game rallyman\nstage\n  from hollow-pine\n  s1 narrow\nend\ndriver A\nA: 1\n"
    (tmp_path / "b.race").write_text(changed, encoding="utf-8")
    code = "import verifier; print(verifier.__file__); from verifier.cli import run; run()"
    where, *verdicts = run(
        sys.executable, "-c", code, "verify", "a.race", "b.race", cwd=tmp_path, PYTHONPATH=str(site)
    ).splitlines()
    assert where == str(site / "verifier/__init__.py")
    for name in ("a.race", "b.race"):
        assert any(line.startswith(f"{name}:1 legal") for line in verdicts)
    page = run(
        sys.executable, "-c", code, "replay", "b.race", "--html", "-", cwd=tmp_path, PYTHONPATH=str(site)
    )
    assert "<style>" in page and "<script>" in page, "the wheel has the style and the script of pages"
    served = files(ROOT / "verifier/web/static")
    assert {name for name in served if "__pycache__" not in name} <= files(site / "verifier/web/static")


@pytest.mark.skipif(not THOROUGH, reason="compiling takes minutes")
def test_a_compiled_wheel_judges_the_same(source: Path, tmp_path: Path) -> None:
    wheel = build("wheel", source, tmp_path, STEWARD_COMPILE="1")
    site = install(wheel, tmp_path)
    code = (
        "import sys; from verifier.cli import main; main(sys.argv[1:]);"
        "from verifier.thunder_alley.engine import steps; print(steps.__file__)"
    )
    command = (
        sys.executable,
        "-c",
        code,
        "verify",
        "--format",
        "json",
        ROOT / "replays",
        ROOT / "tests/cases",
    )
    compiled, plain = (
        run(*command, cwd=tmp_path, PYTHONPATH=str(folder)).splitlines() for folder in (site, ROOT)
    )
    assert compiled.pop().startswith(str(site / "verifier/thunder_alley/engine/steps.cpython"))
    assert plain.pop() == str(ROOT / "verifier/thunder_alley/engine/steps.py")
    assert compiled == plain
