"""Speed: two players, no turns; be rid of all your cards.

A ``Game`` in the sense of ``lapsy.games.play``: a pure function of options, seed and inputs. Inputs of a seat:

- ``spit``: call spit (SP-07, SP-26);
- ``play``: the open card of the own stock pile ``choose`` (1 to 5) touches the spit pile ``to`` (``"L"`` or ``"R"``);
- ``move``: the open card of the own stock pile ``choose`` goes to the own empty place ``to`` (1 to 5);
- ``slap``: a hand on the spit pile ``to``.

And of no seat: ``deadline``, which does what is due (``due``): the announcement of SP-40, the stall of SP-25, the new deal.

Outcomes, in the order in which things happened:

- ``played`` (who, the card; reason: the pile), ``moved`` (who, the card), ``taken_back`` (the two who tied by
  measurement, the card that went back to the second);
- ``called`` (who), ``repeat`` (a call that was in already), ``cancelled`` (whose calls no longer hold),
  ``stalled`` (both count as having called), ``spit`` (who turned cards, the cards);
- ``out`` (who has emptied his stock), ``announced`` (slap, though nobody is out);
- ``slapped`` (who; reason: the pile), ``void`` (the two whose slaps do not count), ``taken`` (who; reason: the pile);
- ``dealt`` (a new deal), ``over`` (the winner);
- ``refused`` (reason: a code of ``words.REFUSED``).
"""

from lapsy.games.options import Sentence
from lapsy.games.speed.check import cards_of, check
from lapsy.games.speed.deal import new_match, position, redeal, start
from lapsy.games.speed.engine import apply, deadline, is_over, points, winners
from lapsy.games.speed.options import OPTIONS, Options, parse_options, roles
from lapsy.games.speed.settle import at_once, due
from lapsy.games.speed.state import SEATS, State
from lapsy.games.speed.text import from_text, to_text
from lapsy.games.speed.view import legal, summary, view

NAME = Sentence("Speed")
SUMMARY = Sentence(
    "Two players, no turns: play your cards to the common piles before the other does, and grab the"
    " smaller pile."
)

__all__ = [
    "NAME",
    "OPTIONS",
    "SEATS",
    "SUMMARY",
    "Options",
    "State",
    "apply",
    "at_once",
    "cards_of",
    "check",
    "deadline",
    "due",
    "from_text",
    "is_over",
    "legal",
    "new_match",
    "parse_options",
    "points",
    "position",
    "redeal",
    "roles",
    "start",
    "summary",
    "to_text",
    "view",
    "winners",
]
