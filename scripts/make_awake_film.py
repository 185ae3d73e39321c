"""Writes the film that keeps a phone's screen on: six seconds of one colour and of silence, made here, so that nobody's
rights are in it.

    pip install av && python scripts/make_awake_film.py

It is in the oldest kind of H.264 and in AAC, which every phone plays. ``seat/awake.js`` says why it needs a sound track.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

FILM = Path(__file__).resolve().parent.parent / "host/lapsy/screens/static/seat/awake.mp4"
SECONDS = 6
FRAMES_A_SECOND = 2
SIDE = 16
SAMPLES_A_SECOND = 8_000


def write(path: Path) -> None:
    """The film, whole."""
    import av  # only this script needs it

    with av.open(str(path), "w", options={"movflags": "+faststart"}) as film:
        video = film.add_stream("libx264", rate=FRAMES_A_SECOND)
        video.width = video.height = SIDE
        video.pix_fmt = "yuv420p"
        video.options = {"profile": "baseline", "level": "3.0", "tune": "stillimage"}
        audio = film.add_stream("aac", rate=SAMPLES_A_SECOND, layout="mono")
        for n in range(SECONDS * FRAMES_A_SECOND):
            frame = av.VideoFrame(SIDE, SIDE, "yuv420p")
            for plane, level in zip(frame.planes, (16, 128, 128), strict=True):
                plane.update(bytes([level]) * plane.buffer_size)
            frame.pts = n
            film.mux(video.encode(frame))
        film.mux(video.encode(None))
        size = audio.codec_context.frame_size or 1024
        for start in range(0, SECONDS * SAMPLES_A_SECOND, size):
            silence = av.AudioFrame("fltp", "mono", size)
            silence.planes[0].update(bytes(silence.planes[0].buffer_size))
            silence.sample_rate = SAMPLES_A_SECOND
            silence.pts, silence.time_base = start, Fraction(1, SAMPLES_A_SECOND)
            film.mux(audio.encode(silence))
        film.mux(audio.encode(None))


if __name__ == "__main__":
    write(FILM)
