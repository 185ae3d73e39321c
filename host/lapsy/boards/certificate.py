"""What was measured on a board: a record for programs, the same as a page for people, kept by the board's identity."""

from __future__ import annotations

import json
import re
import statistics
from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lapsy.boards.bounce import CLASSES_US, histogram
from lapsy.boards.common_signal import EDGES_NEEDED
from lapsy.boards.pad_pair import ALONE_ONE_IN, STROKES_NEEDED, often_alone
from lapsy.boards.pads import pad_names

if TYPE_CHECKING:
    from lapsy.boards.common_signal import CommonSignal
    from lapsy.boards.events import Hello
    from lapsy.boards.pad_check import PadResult
    from lapsy.boards.pad_pair import PadPair

Certificate = dict[str, Any]

TITLES = {
    "pads": "The pads of a board",
    "common": "One signal in all inputs of a board",
    "pair": "Two pads under one plate",
}
SIMULATED = "SIMULATED: this proves the program, it says nothing of a real board or a real pad."
VERDICTS = {
    "good": "good",
    "silent": "no press came: look at its wiring",
    "few": "fewer presses came than were asked for: press it again, or look at its wiring",
    "stuck": "down from the start: look at its wiring, or at its setting 'normally'",
    "restless": "chatters without an end: look at its wiring",
    "doubles": "gives two presses for one: set a longer hold-off",
    "slow": "bounces too long for a game: replace it",
}


def certificate(
    kind: str, subject: str, good: bool, hello: Hello, date: datetime, result: Mapping[str, Any]
) -> Certificate:
    """The record. ``subject``: what of the board it is about, where it can be several things."""
    return {
        "kind": kind,
        "subject": subject,
        "date": date.isoformat(timespec="seconds"),
        "uid": hello.uid,
        "simulated": hello.capture == "simulated",
        "firmware": hello.fw,
        "build": hello.build,
        "capture": hello.capture,
        "capture_us": hello.capture_us,
        "good": good,
        "result": dict(result),
    }


def of_pads(hello: Hello, date: datetime, pads: list[PadResult]) -> Certificate:
    """From a walk through the pads."""
    rows = [
        {
            "name": pad.name,
            "verdict": pad.verdict,
            "presses": pad.presses,
            "down_us": list(pad.bounce.down_us),
            "up_us": list(pad.bounce.up_us),
            "glitches": pad.bounce.glitches,
            "hold_us": pad.hold_us,
        }
        for pad in pads
    ]
    return certificate("pads", "", all(pad.verdict == "good" for pad in pads), hello, date, {"pads": rows})


def of_common_signal(hello: Hello, date: datetime, seen: CommonSignal) -> Certificate:
    """From one signal in all inputs."""
    names = pad_names(hello.roles)
    result = {
        "edges": seen.edges,
        "one_capture": seen.one_capture,
        "strange": seen.strange,
        "apart": seen.apart,
        "spread_us": seen.spread_us,
        # Edges of one instant say nothing of two instants: for those the capture answers, as far as it declares.
        "bound_us": seen.bound_us + 2 * hello.capture_us,
        "inputs": [{"name": names[skew.input], **asdict(skew)} for skew in seen.skews],
    }
    return certificate("common", "", seen.enough, hello, date, result)


def of_pair(hello: Hello, date: datetime, a: str, b: str, pair: PadPair) -> Certificate:
    """From strokes on a plate over the pads named ``a`` and ``b``."""
    return certificate("pair", f"{a}-{b}", pair.enough, hello, date, {"a": a, "b": b, **asdict(pair)})


# ---- kept


def keep(record: Certificate, folder: Path) -> Path:
    """Write the record and its page below ``folder``; the page's path. Raises OSError."""
    place = folder / str(record["uid"])
    place.mkdir(parents=True, exist_ok=True)
    moment = re.sub(r"[^0-9T]", "", record["date"][:19])
    name = "-".join(part for part in (record["kind"], record["subject"], moment) if part)
    (place / f"{name}.json").write_text(
        json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
    )
    page = place / f"{name}.txt"
    page.write_text(text(record), encoding="utf-8")
    return page


def kept(folder: Path, uid: str = "") -> list[Certificate]:
    """The newest of each kind and subject, of the boards whose identity begins with ``uid``. Files that are no records
    are passed over. Raises OSError."""
    newest: dict[tuple[str, str, str], tuple[float, Certificate]] = {}
    for file in sorted(folder.glob(f"{uid}*/*.json")):
        try:
            record = json.loads(file.read_text(encoding="utf-8"))
            key = str(record["uid"]), record["kind"], str(record["subject"])
            moment = datetime.fromisoformat(record["date"]).timestamp()
            text(record)
            if key not in newest or newest[key][0] <= moment:
                newest[key] = moment, record
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError, IsADirectoryError):
            continue
    return [newest[key][1] for key in sorted(newest)]


# ---- for people


def text(record: Certificate) -> str:
    """The page, at most 80 columns wide where names allow it."""
    lines = [TITLES[record["kind"]], "=" * len(TITLES[record["kind"]])]
    if record["simulated"]:
        lines.append(SIMULATED)
    build = f", build {record['build']}" if record["build"] else ""
    declared = f"±{record['capture_us']} µs" if record["capture_us"] else "exact to the microsecond"
    capture = f"{record['capture']}, declared {declared}"
    lines += [
        f"Board     {record['uid']}",
        f"Date      {record['date']}",
        f"Firmware  {record['firmware']}{build}",
        f"Capture   {capture}",
        "",
    ]
    if record["kind"] == "common":
        return "\n".join([*lines, *_common(record["result"], record["capture_us"])]) + "\n"
    body = {"pads": _pads, "pair": _pair}[record["kind"]]
    return "\n".join([*lines, *body(record["result"])]) + "\n"


def _ms(us: float) -> str:
    return f"{us / 1000:.2f}"


def _pads(result: Mapping[str, Any]) -> list[str]:
    lines = [
        "pad      presses  bounce down, ms   up, ms  glitches  hold-off  verdict",
        " " * 17 + "median  longest  longest",
    ]
    for pad in result["pads"]:
        down, up = sorted(pad["down_us"]), pad["up_us"]
        middle = _ms(statistics.median(down)) if down else "-"
        hold = "-" if pad["hold_us"] is None or not down else f"{pad['hold_us'] // 1000} ms"
        lines.append(
            f"{pad['name']:<8} {pad['presses']:>7}  {middle:>5}  {_ms(max(down)) if down else '-':>7}  "
            f"{_ms(max(up)) if up else '-':>7}  {pad['glitches']:>8}  {hold:>8}  {VERDICTS[pad['verdict']]}"
        )
    lengths = [us for pad in result["pads"] for us in (*pad["down_us"], *pad["up_us"])]
    lines += ["", "Bounces of all pads, down and up:", *_histogram(lengths)]
    struck = [pad["hold_us"] for pad in result["pads"] if pad["down_us"]]
    holds = [hold_us for hold_us in struck if hold_us]
    if holds and len(holds) == len(struck):
        lines += [
            "",
            f"A hold-off of {max(holds) // 1000} ms is enough for every pad that was struck; the usual one is 30 ms.",
        ]
    return lines


def _histogram(lengths: list[int]) -> list[str]:
    counts = histogram(lengths)
    most = max(counts, default=0) or 1
    labels = ["none", *(f"to {us / 1000:g} ms" for us in CLASSES_US[1:]), "longer"]
    return [
        f"  {label:<10} {count:>5}  {'#' * round(30 * count / most)}".rstrip()
        for label, count in zip(labels, counts, strict=True)
    ]


def _common(result: Mapping[str, Any], capture_us: int) -> list[str]:
    lines = [
        f"Edges     {result['edges']:,} seen by every input; {result['one_capture']:,} of them as one capture",
        "",
        "input     edges  missed   skew, µs after the first: least  median    most",
    ]
    for row in result["inputs"]:
        lines.append(
            f"{row['name']:<8} {row['edges']:>6}  {row['missed']:>6}  {row['least_us']:>30}  {row['median_us']:>6g}  "
            f"{row['most_us']:>6}"
        )
    if result["strange"]:
        lines.append(
            f"{result['strange']} edges fit no edge of the signal: a noisy wire, or a signal that is too quick."
        )
    silent = [row["name"] for row in result["inputs"] if not row["edges"]]
    if silent:
        lines += ["", f"NOT CERTIFIED: {', '.join(silent)} never saw the signal."]
    elif result["edges"] < EDGES_NEEDED:
        lines += ["", f"NOT CERTIFIED: {EDGES_NEEDED:,} edges are needed."]
    elif result["apart"]:
        lines += [
            "",
            f"NOT CERTIFIED: {result['apart']} edges did not come to every input within 1 ms: missed, or stamped too late.",
        ]
    else:
        declared = f", and ±{capture_us} µs for each by the capture" if capture_us else ""
        lines += [
            "",
            f"Spread    {result['spread_us']} µs: in all {result['edges']:,} edges no two of these inputs differed by more.",
            f"Bound     {result['bound_us']} µs: stamps that differ by more tell an order, as far as these edges show.",
            f"          It is the spread and ±1 µs for each stamp, as a table allows{declared}.",
            "          The pads are not in it: how their contacts differ shows 'lapsy boards check --pair'.",
        ]
    return lines


def _pair(result: Mapping[str, Any]) -> list[str]:
    a, b = result["a"], result["b"]
    lines = [
        f"Strokes   {result['strokes']} felt by both; {result['only_a']} by {a} alone, {result['only_b']} by {b} alone",
    ]
    if not result["strokes"]:
        return [*lines, "", "NOT CERTIFIED: no stroke was felt by both."]
    middle = result["median_us"]
    offset = f"{_signed(middle)} {a}" if round(middle / 10) else f"with {a}, to 0.01 ms"
    lines += [
        f"Offset    {b} closes {offset} (median)",
        f"Spread    half of the strokes {_from_to(result['lower_quarter_us'], result['upper_quarter_us'])},",
        f"          all {_from_to(result['least_us'], result['most_us'])}",
    ]
    if result["low_us"] is not None:
        lines.append(
            f"Median    the true one lies {_from_to(result['low_us'], result['high_us'])} (95 % confidence)"
        )
    alone = result["only_a"] + result["only_b"]
    if often_alone(result["strokes"], alone):
        lines += [
            "",
            f"NOT CERTIFIED: {alone} of {result['strokes'] + alone} strokes were felt by one pad alone, more than one in "
            f"{ALONE_ONE_IN}:",
            "strike the middle of the plate, see that it lies on both pads, or look at the pad that feels less.",
        ]
    elif result["strokes"] < STROKES_NEEDED:
        lines += ["", f"NOT CERTIFIED: {STROKES_NEEDED} strokes are needed."]
    return lines


def _signed(us: float) -> str:
    """``1.20 ms before`` where the sign would have to be thought about."""
    if round(us / 10) == 0:
        return "0.00 ms"
    return f"{_ms(abs(us))} ms {'after' if us > 0 else 'before'}"


def _from_to(low_us: float, high_us: float) -> str:
    return f"from {_signed(low_us)} to {_signed(high_us)}"
