"""The public view of a table: what every screen in the room may show. From public information alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lapsy.games.play import JSON
from lapsy.table.controls.lapsy import Dealing
from lapsy.table.option_words import agreed_texts
from lapsy.table.policy_words import policy_texts
from lapsy.table.races import Races
from lapsy.table.verdicts import Verdict, Verdicts
from lapsy.table.words import reason_text, word

if TYPE_CHECKING:
    from lapsy.table.table import Table


def page_view(table: Table, now_us: int, n: int) -> JSON:
    """The ``n``-th view, at ``now_us``."""
    view: JSON = {
        "type": "view",
        "n": n,
        "game": table.setup.game,
        "phase": table.phase,
        "language": table.setup.language,
        "waiting": _waiting(table),
        "notice": _notice(table),
    }
    if isinstance(table.score, Races):
        return view | _race(table, table.score)
    assert isinstance(table.score, Verdicts)
    return view | _cards(table, table.score, now_us)


def _notice(table: Table) -> str | None:
    """What everybody should know now: a race was void or too close to call, the agreed end is near."""
    if table.notice.text:
        return table.notice.text
    if isinstance(table.score, Verdicts) and table.score.once_more and table.phase == "play":
        return word(table.setup.language, "once_more")
    last = table.judge.view.get("last_pile") if table.judge is not None and table.phase == "play" else None
    return None if last is None else reason_text(table.setup.language, last)


def _waiting(table: Table) -> list[JSON]:
    return [
        {
            "board": side.uid or side.port,
            "name": word(table.setup.language, "simulated") if side.port == "sim" else side.port,
            "why": "absent" if side.absent else "silent" if side.uid else "lost",
        }
        for side in table.sides.values()
        if side.silent and not side.absent
    ]


def _cards(table: Table, score: Verdicts, now_us: int) -> JSON:
    setup, judge = table.setup, table.judge
    game = judge.view if judge is not None else None
    dealing = judge.controls if judge is not None and isinstance(judge.controls, Dealing) else None
    seats = []
    for n, (seat, deeds) in enumerate(zip(setup.seats, score.seats, strict=True)):
        own = (
            game["seats"][n]
            if game is not None
            else {"cards": 0, "status": "in", "choosing": False, "banned": False, "head": False}
        )
        seats.append(
            {
                "seat": n,
                "name": seat.name,
                "cards": own["cards"],
                "status": own["status"],
                "choosing": own["choosing"],
                "banned": own["banned"],
                "head": own["head"],
                "source": seat.source,
                "handicap_us": seat.handicap_us,
                "keys": setup.keys(n),
                "ready": seat.source == "bot" or n in table.ready,
                "chosen": dealing.chosen(n) if dealing is not None else None,
                "slaps": deeds.slaps,
                "wins": deeds.wins,
                "falses": deeds.falses,
                "best_us": deeds.best_us,
            }
        )
    top = [{**card, "air": False} for card in game["pile"]["top"]] if game is not None else []
    air = game["pile"]["air"] if game is not None else None
    if air is not None:
        top.append({**air, "air": True})
    verdict = score.current
    return {
        "practice": setup.practice is not None,
        "simulated": setup.simulated,
        "agreed": (
            *agreed_texts(
                setup.rules.OPTIONS, setup.rules.parse_options(setup.options).as_json(), setup.language
            ),
            *policy_texts(setup),
        ),
        "seats": seats,
        "turn": game["turn"] if game is not None else None,
        "flip": setup.pacing.flip,
        "pile": {
            "cards": game["pile"]["cards"] + (air is not None) if game is not None else 0,
            "penalty": game["pile"]["penalty"] if game is not None else 0,
            "top": top[-4:],
        },
        "pairs_only": game is None or game["rules"]["slap"] == ["pair"],
        "challenge": game["challenge"] if game is not None else None,
        "window": game["window"] if game is not None else None,
        "verdict": _verdict(verdict, game) if verdict is not None else None,
        "falses": [
            {
                "n": f.n,
                "seat": f.seat,
                "reason": f.reason,
                "cards": list(f.cards),
                "paid": f.paid,
                "to": f.to,
                "refused": f.refused,
                "text": reason_text(setup.language, f.reason),
                "lost_right": f.lost_right,
            }
            for f in score.recent_falses(now_us)
        ],
        "over": _over(table, score, game, now_us) if table.phase == "over" else None,
        "patch": table.light.patch(judge),
    }


def _verdict(verdict: Verdict, game: JSON | None) -> JSON:
    """While the window is open, what will be won is what lies on the pile."""
    told = verdict.as_json()
    told["marks"] = [m for m in told["marks"] if m["t_us"] is not None]
    if verdict.state == "leading" and game is not None:
        told["won"] = game["pile"]["cards"]
    return told


def _over(table: Table, score: Verdicts, game: JSON | None, now_us: int) -> JSON:
    return {
        "winners": game["winners"] if game is not None else [],
        "reason": table.ended,
        "cards_played": score.cards_played,
        "duration_us": max(0, now_us - table.started_us),
    }


def _race(table: Table, score: Races) -> JSON:
    seats = [
        {
            "seat": n,
            "name": s.name,
            "source": s.source,
            "handicap_us": s.handicap_us,
            "keys": table.setup.keys(n),
            "slaps": deeds.slaps,
            "wins": deeds.wins,
        }
        for n, (s, deeds) in enumerate(zip(table.setup.seats, score.seats, strict=True))
    ]
    history = []
    for race in score.history:
        first = race.order[0]
        second = race.order[1] if len(race.order) > 1 else None
        told = second.as_json() if second is not None else {"margin_us": None, "bound_us": None}
        history.append(
            {
                "n": race.n,
                "seats": list(first.seats),
                "margin_us": told["margin_us"],
                "bound_us": told["bound_us"],
                "certified": race.certified,
                "likely": second is not None and second.likely,
            }
        )
    return {
        "seats": seats,
        "agreed": policy_texts(table.setup),
        "race": score.current.as_json() if score.current else None,
        "history": history,
    }
