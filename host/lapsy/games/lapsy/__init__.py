"""Läpsy: turn cards, answer court cards, slap pairs. The whole family: both guides, their variants, Slapjack.

A ``Game`` in the sense of ``lapsy.games.play``: a pure function of options, seed and inputs. Inputs, all with ``seat`` but
``shown`` and ``deadline``:

- ``flip`` (``choose``: one of the last three, by notation or position from 1), ``shown``, ``play`` (both at one time);
- ``slap`` and ``head`` (``held``: the button was down already); ``head`` is one's own head (LV-05);
- ``join`` (``seat``: the next free number, or None), ``deliberate``, ``disqualify``;
- ``deadline``: a window ends or the agreed time is up.

Outcomes, in the order in which things happened:

- ``air`` (who, the card), ``landed``, ``returned`` (cards back where they were, without having counted);
- ``accepted`` (a slap that leads; all that lead), ``slower``, ``repeat``, ``head``;
- ``false`` (who, cards paid, to whom; reason ``no_pair``, ``no_jack``, ``empty``, ``single``, ``covered``; in reverse the
  cards come to the slapper), ``lost_right``, ``banned``;
- ``given_back``, ``removed``: what the referee did; ``joined``;
- ``challenge`` (who; reason: the rank), ``lost_challenge`` (reason ``attempts``, ``no_cards``), ``lapsed``;
- ``collected`` (receivers, cards, to whom each; reason ``slap``, ``tie``, ``last``, ``challenge``, ``left_over``),
  ``safe`` (in reverse: rid of all cards), ``last_pile`` (reason ``cards``, ``time``, ``sudden_death``),
  ``over`` (the winners; reason empty or ``stop``);
- ``refused`` (reason: a code of ``words.REFUSED``).
"""

from lapsy.games.lapsy.check import cards_of, check
from lapsy.games.lapsy.deal import next_dealer, position, start
from lapsy.games.lapsy.engine import apply, deadline, is_over, points, winners
from lapsy.games.lapsy.joining import SEATS
from lapsy.games.lapsy.options import OPTIONS, Options, parse_options, roles
from lapsy.games.lapsy.state import State
from lapsy.games.lapsy.text import from_text, to_text
from lapsy.games.lapsy.view import legal, summary, view
from lapsy.games.options import Sentence

NAME = Sentence("Läpsy")
SUMMARY = Sentence("Turn cards, and be the first to slap when there is a pair on the pile.")

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
    "to_text",
    "view",
    "winners",
]
