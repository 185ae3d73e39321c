"""Measures a real board against a second Pico that makes known gaps (see docs/accuracy.md):

mpremote connect SECOND_PICO run firmware/injector.py | python scripts/measure_board.py BOARD
"""

import contextlib
import sys
import threading
import time

from accuracy.injected import Press, compare, in_rounds, made, report
from lapsy.boards import events
from lapsy.boards.ports import PortError
from lapsy.boards.talk import Talk

#: After the injector's last line the board may still have something to tell.
REST_S = 3.0


def main(port: str) -> str:
    """Listen to both until the injector ends; the report. Raises PortError, ValueError."""
    lines: list[str] = []
    reading = threading.Thread(target=lambda: lines.extend(sys.stdin), daemon=True)
    reading.start()
    presses: list[Press] = []
    with Talk(port) as talk:
        hello = talk.hello(10)
        if hello is None:
            raise ValueError(f"No slap board answers at {port}.")
        end = None
        while end is None or time.monotonic() < end:
            if end is None and not reading.is_alive():
                end = time.monotonic() + REST_S
            presses += [
                Press(event.input, event.index, event.t_us)
                for event in talk.hear(0.2)
                if isinstance(event, events.Press) and event.pressed and event.t_us >= hello.now_us
            ]
    return report(compare(made(lines), in_rounds(presses)))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with contextlib.suppress(KeyboardInterrupt):
        try:
            print(main(sys.argv[1]))
        except (PortError, ValueError) as error:
            sys.exit(str(error))
