#!/usr/bin/env python3
"""The reference storm in SimPy 4.1: the environment, its clock and its events.

The model is the one of ../cpp/storm.cpp, where it is described, with the same shortcuts: a timeout
is armed only when the gateway accepts an attempt, and is recognised as stale when it comes up.

Idiom and speed. A process per client, with its generator, its Process and Initialize events and a
condition for "answer or timeout", takes several times as long. So there are no processes here:
everything is a Timeout whose callback does the work, which is public API and the fastest SimPy
offers. Also for speed: Timeout is made directly rather than through env.timeout, the server is a
deque and one Timeout per service rather than a Resource, callbacks are closures over local names,
Box-Muller yields the two latencies of an attempt at once, and the cyclic garbage collector is off
(events are freed by reference counting; the collector would only walk them).
"""

import argparse
import gc
import json
import random
import sys
import time
from collections import deque
from math import cos, exp, log, pi, sin, sqrt

from simpy import Environment
from simpy.events import Timeout

CLEAR = 60.0
HORIZON = 3600.0
SERVICE_TIME = 0.002
CONNECT_TIMEOUT = 10.0
LATENCY_MEDIAN = 0.050
LATENCY_SIGMA = 0.5


def storm(clients, seed):
    env = Environment()
    uniform = random.Random(seed).random
    turn = 2 * pi

    attempt = [1] * clients  # the number of the attempt, from 1
    began = [0.0] * clients  # when it began
    connected_at = [None] * clients
    waiting = deque()  # (client, attempt, latency of the answer); the first is in service
    attempts = timeouts = services = connected = 0
    finished = env.event()

    def latencies():
        """Two independent lognormal latencies, by Box-Muller."""
        radius = LATENCY_SIGMA * sqrt(-2.0 * log(1.0 - uniform()))
        angle = turn * uniform()
        return (
            LATENCY_MEDIAN * exp(radius * cos(angle)),
            LATENCY_MEDIAN * exp(radius * sin(angle)),
        )

    def begin(event):
        nonlocal attempts
        attempts += 1
        client = event._value
        began[client] = env._now
        there, back = latencies()
        Timeout(env, there, (client, back)).callbacks.append(arrive)

    def arrive(event):
        client, back = event._value
        now = env._now
        if now < CLEAR:
            Timeout(env, back, client).callbacks.append(retry)
            return
        x = attempt[client]
        Timeout(env, began[client] + CONNECT_TIMEOUT - now, client).callbacks.append(give_up)
        waiting.append((client, x, back))
        if len(waiting) == 1:
            Timeout(env, SERVICE_TIME).callbacks.append(serve)

    def retry(event):
        client = event._value
        x = attempt[client] + 1
        attempt[client] = x
        delay = (2.0 ** (x - 1) - 1.0) * (0.8 + 0.4 * uniform())
        Timeout(env, delay, client).callbacks.append(begin)

    def serve(event):
        nonlocal services
        services += 1
        client, x, back = waiting.popleft()
        Timeout(env, back, (client, x)).callbacks.append(answer)
        if waiting:
            Timeout(env, SERVICE_TIME).callbacks.append(serve)

    def answer(event):
        nonlocal connected
        client, x = event._value
        if attempt[client] != x:
            return  # it has given up
        connected_at[client] = env._now
        connected += 1
        if connected == clients:
            finished.succeed()

    def give_up(event):
        nonlocal timeouts
        if connected_at[event._value] is None:
            timeouts += 1
            retry(event)

    def stop(event):
        if not finished.triggered:
            finished.succeed()

    # The drop reaches everyone one latency after time 0. The first delay is 0, so this is also when
    # the first attempt begins.
    for client in range(clients):
        Timeout(env, latencies()[0], client).callbacks.append(begin)
    Timeout(env, HORIZON).callbacks.append(stop)
    env.run(until=finished)

    # Nearest rank over all clients; who is not connected ranks last.
    times = sorted(t for t in connected_at if t is not None)
    times += [None] * (clients - len(times))

    def rank(percent):
        seconds = times[(percent * clients + 99) // 100 - 1]
        return None if seconds is None else round(seconds, 6)

    return {
        "clients": clients,
        "seed": seed,
        "attempts": attempts,
        "timeouts": timeouts,
        "services": services,
        "wasted": services - connected,
        "connected": connected,
        "p50_s": rank(50),
        "p99_s": rank(99),
        "last_s": rank(100),
        # Scheduled less still pending. Not public, but it costs nothing while the storm runs.
        "events": next(env._eid) - len(env._queue),
    }


def whole(least):
    def parse(text):
        if not (text.isascii() and text.isdigit() and int(text) >= least):
            raise argparse.ArgumentTypeError(f"not a whole number of at least {least}: {text}")
        return int(text)

    return parse


def main():
    parser = argparse.ArgumentParser(description="The reference storm in SimPy.", allow_abbrev=False)
    parser.add_argument("--clients", type=whole(1), required=True, metavar="N")
    parser.add_argument("--seed", type=whole(0), required=True, metavar="S")
    options = parser.parse_args()
    gc.disable()
    answers = storm(options.clients, options.seed)
    answers["cpu_seconds"] = round(time.process_time(), 6)
    json.dump(answers, sys.stdout)
    print()


if __name__ == "__main__":
    main()
