"""Which pin is which input on this board: the one file to change for another wiring.

Every input closes to ground (the pull-ups are the board's own). Bit i of a capture word is entry i of INPUTS.
"""

from slapboard.messages import ROLE_FLIP, ROLE_SLAP

#: (GPIO number, role, seat group)
INPUTS = (
    (2, ROLE_SLAP, 0),
    (3, ROLE_SLAP, 1),
    (4, ROLE_SLAP, 2),
    (5, ROLE_SLAP, 3),
    (6, ROLE_SLAP, 4),
    (7, ROLE_SLAP, 5),
    (8, ROLE_SLAP, 6),
    (9, ROLE_SLAP, 7),
    (10, ROLE_FLIP, 0),
    (11, ROLE_FLIP, 1),
    (12, ROLE_FLIP, 2),
    (13, ROLE_FLIP, 3),
    (14, ROLE_FLIP, 4),
    (15, ROLE_FLIP, 5),
    (16, ROLE_FLIP, 6),
    (17, ROLE_FLIP, 7),
)
#: GPIO numbers; bit i of the lights' mask is entry i.
LIGHTS = (18, 19, 20, 21, 22, 26, 27, 28)
#: Held down while the board starts, this input keeps it in the REPL.
REPL_INPUT = 0
