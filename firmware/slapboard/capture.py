"""Where edges come from on a board.

A capture is made with ``(first, count, inverted, photo)``: the first GPIO of the run of inputs, how many there are, a
mask of those that are active while low, and whether the last of them is a photodiode. It has

- ``kind``: messages.CAPTURE_*; ``period_us``: where its counter wraps, a power of two;
- ``bound_us``: by how much a stamp can miss its edge besides the microsecond that it is cut to; the host adds it to
  every ±. 0 promises more: changes are told in the true order of their edges, so that order proves who was first;
- ``start()``: begin; the levels now as a word, bit i for input i, 1 while it is active;
- ``now()``: the counter;
- ``drain()``: every change up to the call since the last one, as (counter, word), oldest first. A negative word is
  ``-messages.FAULT_...``: what happened between the entry before and this one is lost; one with the levels now follows.
  The list is the capture's own when it is empty: read it, never change it;
- ``arm(on)``: listen to the photodiode too, or no longer; the levels now. Until then its bit is 0;
- ``close()``: stop; the parts of the chip that it held are free.

The main loop reads ``now()`` before it calls ``drain()``; see ``Core.step``.
"""

import sys

from slapboard.settings import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from slapboard.capture_irq import IrqCapture
    from slapboard.capture_pio import PioCapture


def choose(settings: Settings) -> "PioCapture | IrqCapture":
    """The capture that the settings want, or the one this chip has."""
    run = settings.first_gpio, len(settings.inputs), settings.inverted, settings.has_photo
    if settings.capture == "pio" and sys.platform == "rp2":
        from slapboard.capture_pio import PioCapture

        return PioCapture(*run)
    from slapboard.capture_irq import IrqCapture

    return IrqCapture(*run)
