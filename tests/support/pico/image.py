"""File systems as MicroPython lays them out in the flash of a Pico."""

from __future__ import annotations

from collections.abc import Mapping
from posixpath import dirname

from littlefs import LittleFS

#: Where the file system lies in the flash, and its size.
FS_START = 0xA0000
FS_SIZE = 1408 * 1024
_BLOCK = 4096
#: Version of what is written; what is read may be of any.
_DISK_VERSION = 0x0002_0000


def _disk(version: int, mount: bool) -> LittleFS:
    return LittleFS(
        block_size=_BLOCK,
        block_count=FS_SIZE // _BLOCK,
        disk_version=version,
        prog_size=256,
        read_size=32,
        lookahead_size=32,
        mount=mount,
    )


def image(files: Mapping[str, str | bytes]) -> bytes:
    """A file system with these files; folders are made as needed."""
    disk = _disk(_DISK_VERSION, mount=True)
    for name, content in files.items():
        folder = dirname(name).strip("/")
        if folder:
            disk.makedirs(folder, exist_ok=True)
        with disk.open(name, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
    return bytes(disk.context.buffer)


def read_image(data: bytes) -> dict[str, bytes]:
    """The files of a file system by their path without a leading slash."""
    disk = _disk(0, mount=False)
    disk.context.buffer[:] = data
    disk.mount()
    files = {}
    for folder, _, names in disk.walk("/"):
        for name in names:
            path = f"{folder.rstrip('/')}/{name}"
            with disk.open(path, "rb") as file:
                files[path.lstrip("/")] = file.read()
    return files
