"""Kuoppa: get rid of all cards early; the last two are in the pit and pay for it with their best card.

A ``Game`` in the sense of ``lapsy.games.play``: a pure function of options, seed and inputs. Inputs:

- ``play`` (``cards``; ``reading``: what they count as, or a part of it, see ``readings``), ``pass``;
- ``give`` (one of the tied highest cards; a single highest is given without being asked), ``pick`` (one of the two that
  were given), ``discard`` (any card of the hand, secret until both are in), ``take`` (one of the two discards): one card in
  ``cards`` each.

Nothing is timed: there is never a deadline. Outcomes, in the order in which things happened:

- ``played`` (who, the cards; reason: the reading that holds, in the notation of ``readings``), ``passed``, ``trick``
  (who took it, who leads);
- ``out`` (who; reason: the place, a code of ``words.OUT``), ``round_over`` (the seats as they finished), ``over`` (the
  winner);
- ``dealt`` (the dealer), ``gave`` (who, the card), ``picked`` (the winner, the card), ``committed`` (who: a secret
  discard), ``revealed`` (winner and runner-up, their discards), ``took`` (the neck player, the card), ``left`` (who got
  the remaining card);
- ``refused`` (reason: a code of ``words.REFUSED``).
"""

from lapsy.games.kuoppa.check import cards_of, check
from lapsy.games.kuoppa.combinations import Shape, readings, shapes
from lapsy.games.kuoppa.deal import SEATS, deal, first_dealer, next_round, position, start
from lapsy.games.kuoppa.engine import apply, deadline, is_over, points, step, winners
from lapsy.games.kuoppa.exchange import gives
from lapsy.games.kuoppa.moves import Plays, legal
from lapsy.games.kuoppa.options import OPTIONS, Options, parse_options, roles
from lapsy.games.kuoppa.readings import Reading, Statement, beats, best, notation, to_statement
from lapsy.games.kuoppa.scoring import row, score
from lapsy.games.kuoppa.state import State
from lapsy.games.kuoppa.text import from_text, to_text
from lapsy.games.kuoppa.view import summary, view
from lapsy.games.options import Sentence

NAME = Sentence("Kuoppa")
SUMMARY = Sentence("Five players get rid of their cards; the last two fall into the pit.")

__all__ = [
    "NAME",
    "OPTIONS",
    "SEATS",
    "SUMMARY",
    "Options",
    "Plays",
    "Reading",
    "Shape",
    "State",
    "Statement",
    "apply",
    "beats",
    "best",
    "cards_of",
    "check",
    "deadline",
    "deal",
    "first_dealer",
    "from_text",
    "gives",
    "is_over",
    "legal",
    "next_round",
    "notation",
    "parse_options",
    "points",
    "position",
    "readings",
    "roles",
    "row",
    "score",
    "shapes",
    "start",
    "step",
    "summary",
    "to_statement",
    "to_text",
    "view",
    "winners",
]
