"""How long a test waits for a condition before it says so: a busy machine may need long, a condition that never comes is
waited for in vain. ``LAPSY_PATIENCE_S`` sets it, for who breaks things on purpose and expects them not to come."""

from __future__ import annotations

import os

LIMIT_S = float(os.environ.get("LAPSY_PATIENCE_S", "60"))
LIMIT_MS = LIMIT_S * 1000
