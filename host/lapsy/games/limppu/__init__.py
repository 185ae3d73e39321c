"""Limppu: be rid of the two of diamonds before the king of spades comes.

A ``Game`` in the sense of ``lapsy.games.play``: a pure function of options, seed and inputs. Inputs:

- ``play`` (``cards``: the group, the limppu among them when it goes along), ``beat`` (``cards``: the attacked card,
  the own card that beats it), ``end_defence``;
- with ``stop=live``: ``draw`` (each owed card is one), ``announce``, ``challenge`` (``to``: the seat challenged; of two
  players it need not be named). A ``play`` or a ``beat`` with the own stop card is an announcement too (LI-57);
- ``deadline``, of no seat: a grace that something waits for ends, or the next game of a series is dealt.

Outcomes, in the order in which things happened:

- ``played`` (attacker and defender; cards), ``beaten`` (who; attacked card, beater), ``defended`` (who; cards picked
  up), ``lead`` (who leads);
- ``drew`` (who), without the card: only the drawer's own view shows it;
- ``stop`` (who drew it; the card), with ``stop=auto``; ``announced`` (who; the card), ``challenged`` (who, whom);
- ``caught`` (all who withheld a stop card), ``over`` (the losers; reason: a code of ``words.OVER``), ``dealt`` (the
  dealer of the next game of a series);
- ``refused`` (reason: a code of ``words.REFUSED``).

What a table has to keep to itself: a ``refused`` is for the seat that it names alone, since its reason may tell what
a hand holds; ``deadline`` depends on hidden cards, so nothing that it gives may be shown before it has come;
``legal`` and the view of a seat are for that seat alone. All other outcomes are public, and none of them depends on
whether a drawn card is the stop card.
"""

from lapsy.games.limppu.check import cards_of, check
from lapsy.games.limppu.deal import dealt, first_dealer, next_dealer, position, start, table_of
from lapsy.games.limppu.engine import apply, deadline
from lapsy.games.limppu.options import OPTIONS, Options, parse_options, roles
from lapsy.games.limppu.scoring import is_over, points, winners
from lapsy.games.limppu.state import SEATS, State
from lapsy.games.limppu.text import from_text, to_text
from lapsy.games.limppu.view import legal, summary, view
from lapsy.games.options import Sentence

NAME = Sentence("Limppu")
SUMMARY = Sentence("Be rid of the two of diamonds before the king of spades ends the game.")

__all__ = [
    "NAME",
    "OPTIONS",
    "SEATS",
    "SUMMARY",
    "Options",
    "State",
    "apply",
    "cards_of",
    "check",
    "deadline",
    "dealt",
    "first_dealer",
    "from_text",
    "is_over",
    "legal",
    "next_dealer",
    "parse_options",
    "points",
    "position",
    "roles",
    "start",
    "summary",
    "table_of",
    "to_text",
    "view",
    "winners",
]
