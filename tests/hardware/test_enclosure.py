"""The enclosure can be exported, is solid, and fits a common printer; bad measures are refused with a sentence."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import trimesh

SCAD = Path(__file__).resolve().parents[2] / "hardware" / "enclosure" / "pad.scad"
BED = (220, 220, 250)

Measures = dict[str, float | str]
BUTTON: Measures = {"style": "button"}
PLATE: Measures = {"style": "plate", "side": 110, "depth": 42}
EXTREMES: dict[str, Measures] = {
    "dome of 100 mm": {"style": "button", "side": 140, "dome": 100, "depth": 90},
    "thin and small": {"style": "button", "side": 70, "dome": 40, "depth": 40, "wall": 1.2, "corner": 2},
    "thick and large": {"style": "button", "side": 220, "dome": 150, "depth": 240, "wall": 6, "top_t": 8},
    "small plate": {"style": "plate", "side": 84, "depth": 42, "plate_d": 63, "window": 0},
    "large plate": {"style": "plate", "side": 220, "depth": 70, "plate_d": 190, "spring_l": 40, "window": 20},
}


def parts(measures: Measures) -> list[str]:
    names = ["base", "lid"]
    if measures["style"] == "plate":
        names.append("plate")
    if measures.get("window") != 0:
        names.append("window")
    return names


def often(measures: Measures) -> list[Any]:
    """The lid, which has most in it, at every run; all parts in the long proofs."""
    return [pytest.param(name, marks=() if name == "lid" else pytest.mark.slow) for name in parts(measures)]


def openscad(output: Path, measures: Measures) -> subprocess.CompletedProcess[str]:
    program = shutil.which("openscad")
    if program is None:
        pytest.skip("OpenSCAD is missing (Debian's package openscad): the enclosure is not exported")
    given = [
        word
        for name, value in measures.items()
        for word in ("-D", f'{name}="{value}"' if isinstance(value, str) else f"{name}={value}")
    ]
    return subprocess.run(
        [program, "-o", str(output), *given, str(SCAD)], capture_output=True, text=True, timeout=500
    )


def exported(folder: Path, measures: Measures) -> trimesh.Trimesh:
    output = folder / "part.stl"
    run = openscad(output, measures)
    assert run.returncode == 0, run.stderr
    assert "WARNING" not in run.stderr, run.stderr
    mesh = trimesh.load_mesh(output)
    assert isinstance(mesh, trimesh.Trimesh)
    return mesh


def assert_printable(mesh: trimesh.Trimesh) -> None:
    assert mesh.is_watertight
    assert mesh.is_winding_consistent
    assert len(mesh.split(only_watertight=False)) == 1
    assert mesh.volume > 0
    for length, limit in zip(mesh.extents, BED, strict=True):
        assert 0 < length <= limit + 1e-6
    assert mesh.bounds[0][2] == pytest.approx(0, abs=1e-6)  # lies on the bed


@pytest.mark.parametrize("part", often(BUTTON))
def test_the_pad_with_a_button(part: str, tmp_path: Path) -> None:
    assert_printable(exported(tmp_path, {**BUTTON, "part": part}))


@pytest.mark.parametrize("part", often(PLATE))
def test_the_pad_with_a_plate(part: str, tmp_path: Path) -> None:
    assert_printable(exported(tmp_path, {**PLATE, "part": part}))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "part"), [(name, part) for name, measures in EXTREMES.items() for part in parts(measures)]
)
def test_pads_at_the_ends_of_what_is_allowed(name: str, part: str, tmp_path: Path) -> None:
    assert_printable(exported(tmp_path, {**EXTREMES[name], "part": part, "$fn": 32}))


@pytest.mark.parametrize(
    ("measures", "sentence"),
    [
        ({**BUTTON, "wall": 1.1}, "walls of at least 1.2 mm"),
        ({**BUTTON, "floor_t": 2}, "the floor is thinner than 1.2 mm under the feet"),
        ({**BUTTON, "boss_hole": 7}, "the screw bosses are thinner than 1.2 mm"),
        ({**BUTTON, "side": 221}, "larger than a bed of 220 x 220 x 250 mm"),
        ({**BUTTON, "depth": 250}, "larger than a bed of 220 x 220 x 250 mm"),
        ({**BUTTON, "dome": 100}, "the button does not fit"),
        ({**BUTTON, "hole": 55}, "the button does not fit"),
        ({**BUTTON, "side": 76, "dome": 66}, "no room for the light window"),
        ({**PLATE, "plate_d": 100}, "plate_d is too large for this side"),
        ({**PLATE, "plate_d": 60}, "plate_d is too small for springs beside the switch"),
        ({**PLATE, "depth": 36}, "too flat for the switch"),
        ({**PLATE, "spring_l": 38}, "the springs are too long for this depth"),
        ({**BUTTON, "part": "plate"}, "only the plate style has a plate"),
        ({**BUTTON, "part": "roof"}, "part: base, lid, plate, window or all"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_bad_measures_are_refused(measures: Measures, sentence: str, tmp_path: Path) -> None:
    output = tmp_path / "part.stl"
    run = openscad(output, {"part": "base", **measures})
    assert run.returncode != 0
    assert sentence in run.stderr
    assert not output.exists()
