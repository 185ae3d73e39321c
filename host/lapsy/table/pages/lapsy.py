"""The public view of a game of Läpsy, and what a seat may choose among."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lapsy.games.play import JSON
from lapsy.language import decimal, tr, tr_n
from lapsy.table.controls.lapsy import Dealing
from lapsy.table.pages.common import Row, card_head, card_text, end_text, ready_choice, result, seat_head
from lapsy.table.verdicts import Verdict, Verdicts
from lapsy.table.words import reason_text, word

if TYPE_CHECKING:
    from lapsy.table.table import Table


def public(table: Table, now_us: int) -> JSON:
    """The view of everybody."""
    setup, judge, score = table.setup, table.judge, table.score
    assert isinstance(score, Verdicts)
    game = judge.view if judge is not None else None
    dealing = judge.controls if judge is not None and isinstance(judge.controls, Dealing) else None
    seats = []
    for n, deeds in enumerate(score.seats):
        own = (
            game["seats"][n]
            if game is not None
            else {"cards": 0, "status": "in", "choosing": False, "banned": False, "head": False}
        )
        seats.append(
            {
                **seat_head(table, n),
                "cards": own["cards"],
                "status": own["status"],
                "choosing": own["choosing"],
                "banned": own["banned"],
                "head": own["head"],
                "chosen": dealing is not None and dealing.has_chosen(n),
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
        **card_head(table),
        "notice": _notice(table, score),
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
        "over": _over(table, score),
        "patch": table.light.patch(judge),
    }


def _verdict(verdict: Verdict, game: JSON | None) -> JSON:
    """While the window is open, what will be won is what lies on the pile."""
    told = verdict.as_json()
    told["marks"] = [m for m in told["marks"] if m["t_us"] is not None]
    if verdict.state == "leading" and game is not None:
        told["won"] = game["pile"]["cards"]
    return told


def _over(table: Table, score: Verdicts) -> JSON | None:
    lang = table.setup.language
    why = end_text(table, tr(lang, "The game was played to its end."))
    played = tr_n(lang, "{n} card played", "{n} cards played", score.cards_played)
    winners = () if table.judge is None else table.judge.winners
    return result(table, winners, (), f"{why} {played}.", rows(table))


def rows(table: Table) -> list[Row]:
    """What each seat's hands have done, for the end."""
    score, lang = table.score, table.setup.language
    assert isinstance(score, Verdicts)
    best = [deeds.best_us for deeds in score.seats]
    return [
        (tr(lang, "Slaps"), [str(deeds.slaps) for deeds in score.seats]),
        (tr(lang, "Won"), [str(deeds.wins) for deeds in score.seats]),
        (tr(lang, "False"), [str(deeds.falses) for deeds in score.seats]),
        (tr(lang, "Quickest"), ["–" if us is None else f"{decimal(lang, us / 1000, 0)} ms" for us in best]),
    ]


def _notice(table: Table, score: Verdicts) -> str | None:
    """What everybody should know now: a race was void or too close to call, the agreed end is near."""
    if table.notice.text:
        return table.notice.text
    if score.once_more and table.phase == "play":
        return word(table.setup.language, "once_more")
    last = table.judge.view["last_pile"] if table.judge is not None and table.phase == "play" else None
    return None if last is None else reason_text(table.setup.language, last)


def own(table: Table, seat: int) -> JSON:
    """The last three cards while they are down to that, and which of them is laid next (LA-42)."""
    judge = table.judge
    if judge is None or table.phase != "play":
        return {"legal": ready_choice(table, seat)}
    view = judge.game.view(judge.state, seat)
    hand = tuple(view.get("hand", ()))
    dealing = judge.controls
    turn = view["turn"] == seat
    language = table.setup.language
    return {
        "hand": hand,
        "playable": hand,
        "legal": [
            {
                "kind": "choose",
                "choose": n,
                "text": tr(language, "Lay {card}", card=card_text(language, card)),
            }
            for n, card in enumerate(hand, 1)
        ],
        "acting": turn and table.setup.pacing.flip == "seat",
        "chosen": dealing.chosen(seat) if isinstance(dealing, Dealing) else None,
    }
