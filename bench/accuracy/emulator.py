"""Compares the emulator with the latency and bandwidth that it was asked for.

Runs `bench pingpong` on two ranks over networks from 10 us to 1 ms and from 10 Mbit/s to 10 Gbit/s,
and prints the latency (half a round trip of 1 byte) and the bandwidth (from the additional time of
a long message) beside those asked for. Status 1 if one is off by more than 3 %. MPIRUN names the
launcher and its options, "mpirun" if not set.
"""
import os
import shlex

from programs import MINIFEBEM, Table, built, report_of

LATENCIES = {"10us": 10e-6, "100us": 100e-6, "1ms": 1e-3}
BANDWIDTHS = {"10Mbit": 1.25e6, "100Mbit": 12.5e6, "1Gbit": 125e6, "10Gbit": 1.25e9}
ALLOWED = 0.03


def least(program, latency, bandwidth, sizes):
    """Seconds of half a round trip, by size: the least of many means, for what else the machine
    does only adds to them."""
    report = report_of(*shlex.split(os.environ.get("MPIRUN", "mpirun")), "-n", "2", program,
        "bench", "pingpong", "--sizes", *sizes, "--emulate-latency", latency, "--emulate-bandwidth",
        bandwidth, timeout=120)
    return {result["bytes"]: result["least_seconds"] for result in report["results"]}


def add_options(parser):
    parser.add_argument("program", type=built, nargs="?", default=str(MINIFEBEM),
        help="minifebem (build/minifebem)")


def main(given):
    table = Table(("asked for", ">18"), ("latency us", ">11.2f"), ("off", ">+7.2%"),
        ("Mbit/s", ">11.2f"), ("off", ">+7.2%"))
    for latency, seconds in LATENCIES.items():
        for bandwidth, rate in BANDWIDTHS.items():
            long = max(10000, int(2e-3 * rate))
            found = least(given.program, latency, bandwidth, [1, long])
            latency_found = found[1] - 1 / rate
            rate_found = (long - 1) / (found[long] - found[1])
            table.add((f"{latency} {bandwidth}", latency_found * 1e6, latency_found / seconds - 1,
                rate_found * 8e-6, rate_found / rate - 1))
    worst = max(abs(off) for row in table.rows for off in row[2::2])
    print(f"largest deviation {worst:.2%}, allowed {ALLOWED:.0%}")
    return {"rows": table.rows}, worst <= ALLOWED
