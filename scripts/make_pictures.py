"""Screenshots of every page in every language, at the size of a television and of a phone, into shots/.

The games in them are really played: by bots on simulated pads in virtual time, the same every time.
"""

import argparse
import shutil
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "support"))

from lapsy.language import languages  # noqa: E402
from pictures.camera import Camera, camera  # noqa: E402
from pictures.games import found  # noqa: E402
from pictures.lobby import keyed, lobby  # noqa: E402
from pictures.moments import DESK, PHONES, TABLES  # noqa: E402

#: Pictures of the documentation, and which shots they are.
DOCS = {
    "lobby.png": "lobby-720p.png",
    "table.png": "lapsy-720p.png",
    "verdict.png": "lapsy-verdict-720p.png",
    "false.png": "lapsy-false-720p.png",
    "speed.png": "speed-720p.png",
    "kuoppa.png": "kuoppa-720p.png",
    "limppu.png": "limppu-720p.png",
    "end.png": "kuoppa-end-720p.png",
    "referee.png": "referee-720p.png",
    "join-phone.png": "join-phone.png",
    "kuoppa-phone.png": "phone-kuoppa-phone.png",
    "limppu-phone.png": "phone-limppu-phone.png",
    "pad-phone.png": "phone-pad-phone.png",
}


def shoot_all(here: Camera, language: str) -> None:
    """Every page in one language."""
    view, guest = lobby(language)
    here.wall("lobby", view, language, host=True)
    here.wall("lobby-closed", lobby(language, open_door=False)[0], language, host=True)
    here.wall("lobby-watched", view, language)
    here.wall("lobby-keys", keyed(language), language, host=True)
    if guest is not None:
        here.seat("phone-lobby", guest, language)
    here.shoot("join", "join#c=KUHA", "phone", language, "button.go")
    for moment in TABLES:
        here.wall(moment.name, found(moment, language)[0], language)
    for moment in PHONES:
        here.seat(moment.name, found(moment, language)[0], language)
    desk = found(DESK, language)[1]
    if desk is None:
        raise LookupError("nothing came for the referee's page")
    here.referee(DESK.name, desk, language)


def main(folder: Path, docs: bool, only: str) -> None:
    """All languages, and what the documentation takes of them."""
    began = time.monotonic()
    with camera(folder, only) as here:
        for language in languages():
            shoot_all(here, language)
            count = len(list((folder / language).glob("*.png")))
            print(f"{language}: {count} pictures, {time.monotonic() - began:.0f} s so far", flush=True)
    if docs:
        for name, shot in DOCS.items():
            if not shot.startswith(only):
                continue
            shutil.copyfile(folder / "en" / shot, ROOT / "docs" / "pictures" / name)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "shots", help="where they go (shots)")
    parser.add_argument("--docs", action="store_true", help="the best of them go into docs/pictures too")
    parser.add_argument("--only", default="", metavar="NAME", help="only pictures whose names begin so")
    given = parser.parse_args()
    main(given.folder, given.docs, given.only)
