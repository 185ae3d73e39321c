"""The referee's page over a running game: in real time, from its socket to the journal."""

from __future__ import annotations

from pathlib import Path

from housed import House, at_home
from lapsy.table.journal_file import read_file
from lapsy.table.replay import rebuild


def test_a_referee_pauses_takes_back_goes_on_and_ends(tmp_path: Path, monkeypatch) -> None:
    at_home(tmp_path, monkeypatch)
    with House(tmp_path) as house, house.host() as host, house.socket() as desk:
        for _ in range(3):
            host.say("arrange", what="bot", value="medium")
        host.until(lambda m: m.get("game") == "lobby" and len(m["seats"]) == 3 and not m["problems"])
        host.say("start")
        host.until(lambda m: m.get("phase") == "play" and m["pile"]["cards"] > 2)
        assert desk.hello(house.room.entrance.referee_code, "referee")["page"] == "referee"
        seen = desk.until(lambda m: m["type"] == "referee" and len(m["moments"]) > 2)
        assert "pause" in seen["can"]
        assert [s["page"] for s in seen["seats"]] == [None] * 3
        desk.say("referee", action="pause", reason="A glass fell.")
        assert host.until(lambda m: m.get("paused"))["paused"].endswith("A glass fell.")
        seen = desk.until(lambda m: m["type"] == "referee" and "go_on" in m["can"])
        moment = seen["moments"][1]
        desk.say("referee", action="back", moment=moment["n"], reason="Laid out of turn.")
        desk.until(lambda m: m["type"] == "referee" and moment["n"] not in [k["n"] for k in m["moments"]])
        desk.say("referee", action="go_on", reason="It is settled.")
        assert host.until(lambda m: (m.get("paused") or "").startswith("Continues"))["paused"].endswith("3")
        host.until(lambda m: m.get("phase") == "play" and m["paused"] is None)
        desk.say("referee", action="end", reason="Out of time.")
        over = desk.until(lambda m: m["type"] == "referee" and m["view"]["phase"] == "over")
        assert over["can"] == []
        assert over["code"]
        assert [r["text"].partition(".")[2].strip() for r in over["rulings"]] == [
            "A glass fell.", "Laid out of turn.", "It is settled.", "Out of time.",
        ]  # fmt: skip
    records = read_file(next((tmp_path / "journals").glob("lapsy-*.jsonl"))).records
    again = rebuild(records)
    assert again.phase == "over"
    assert [r["what"] for r in again.rulings] == ["pause", "back", "go_on", "end"]
