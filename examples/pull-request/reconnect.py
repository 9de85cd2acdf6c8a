"""The reconnect code of a client library."""

import random

CAP_S = 20.0
BASE_S = 1.0
CONNECT_TIMEOUT_S = 10.0


def delay_s(failures: int, luck: random.Random) -> float:
    """Seconds to wait before the next attempt, after so many failures in a row (1 or more)."""
    return luck.uniform(0.0, min(CAP_S, BASE_S * 2.0**failures))
