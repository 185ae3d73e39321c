"""Läpsy: turn cards, answer court cards, slap pairs.

A ``Game`` in the sense of ``lapsy.games.play``: a pure function of options, seed and inputs. Inputs:
``flip``, ``shown``, ``play`` (both at one time), ``slap``, ``deliberate``, ``disqualify``, ``deadline``.

Outcomes, in the order in which things happened:

- ``air`` (who, the card), ``landed``, ``returned`` (cards back where they were, without having counted);
- ``accepted`` (a slap that leads; all that lead), ``slower``, ``repeat``;
- ``false`` (who, cards paid, to whom; reason ``no_pair``, ``empty``, ``single``, ``covered``),
  ``lost_right``, ``banned``;
- ``given_back``, ``removed``: what the referee did;
- ``challenge`` (who; reason: the rank), ``lost_challenge`` (reason ``attempts``, ``no_cards``), ``lapsed``;
- ``collected`` (receivers, cards, to whom each; reason ``slap``, ``tie``, ``challenge``, ``left_over``),
  ``over`` (the winner);
- ``refused`` (reason: a code of ``words.REFUSED``).
"""

from lapsy.games.lapsy.check import cards_of, check
from lapsy.games.lapsy.deal import next_dealer, position, start
from lapsy.games.lapsy.engine import apply, deadline, is_over
from lapsy.games.lapsy.options import Options, parse_options
from lapsy.games.lapsy.state import State
from lapsy.games.lapsy.text import from_text, to_text
from lapsy.games.lapsy.view import legal, summary, view

__all__ = [
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
    "position",
    "start",
    "summary",
    "to_text",
    "view",
]
