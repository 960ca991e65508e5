"""Programs on a simulated network: a switch with one line to each rank, by SimGrid SMPI.

Times are simulated, the same in every run: computation costs nothing, and the factors by which SMPI
models real libraries are set to one, so that a message of s bytes takes the latency of two lines
plus s over the bandwidth. The switch is in no one's way. MPI_Test takes 100 ns, not the 100 us and
more of SMPI; with nothing at all a loop of it would never end.
"""
import subprocess
import tempfile
import tomllib
from pathlib import Path

from programs import SIMULATED, reported

PLATFORM = """<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="switch" prefix="node" suffix="" radical="0-{last}" speed="1Gf"
    bw="{bandwidth}" lat="{latency}"
           sharing_policy="SPLITDUPLEX"/>
</platform>
"""
ONE_FOR_ALL = ["smpi/bw-factor:0:1", "smpi/lat-factor:0:1", "smpi/os:0:0:0", "smpi/or:0:0:0",
    "smpi/ois:0:0:0", "network/TCP-gamma:0", "network/crosstraffic:0", "network/weight-S:0",
    "smpi/async-small-thresh:0", "smpi/simulate-computation:no", "smpi/host-speed:1Gf",
    "smpi/test:1e-7", "smpi/iprobe:1e-7", "smpi/grow-injected-times:no"]
ENVELOPE = 16  # bytes, seen with SMPI 3.32
NETWORKS = Path(__file__).resolve().parent / "networks" / "networks.toml"


def networks():
    """By name: those of networks.toml."""
    return tomllib.loads(NETWORKS.read_text(encoding="utf-8"))


def of_1999():
    """Those of Table 1 of the paper."""
    return {name: network for name, network in networks().items() if "Table 1" in network.get(
        "source", "")}


def lines_of(network):
    """Bandwidth and latency of each line, for simulate(): a message passes two, and SMPI adds an
    envelope to it."""
    latency_us = network["latency_us"] - ENVELOPE / network["mb_per_s"]
    return {"bandwidth": f"{network['mb_per_s']}MBps", "latency": f"{latency_us / 2:.9f}us"}


def simulate(arguments, ranks, program=SIMULATED, bandwidth="100Mbps", latency="50us",
        own_globals=False, **how):
    """The finished process; smpirun's own status says nothing of a deadlock. All ranks share the
    global variables of the program, of which minifebem has none that change; own_globals gives each
    rank a copy.
    """
    with tempfile.TemporaryDirectory() as folder:
        platform, hosts = Path(folder) / "platform.xml", Path(folder) / "hosts"
        platform.write_text(PLATFORM.format(last=ranks - 1, bandwidth=bandwidth, latency=latency))
        hosts.write_text("".join(f"node{rank}\n" for rank in range(ranks)))
        command = ["smpirun", "-np", str(ranks), "-platform", platform, "-hostfile", hosts,
            "--log=root.thres:critical"]
        command += [] if own_globals else ["-no-privatize"]
        command += ["--cfg=" + setting for setting in ONE_FOR_ALL]
        done = subprocess.run([*command, program, *arguments], stderr=subprocess.PIPE, text=True,
            check=False, **how)
    if "Deadlock detected" in done.stderr:
        done.returncode = 1
    return done


def report_of(arguments, ranks, program=SIMULATED, **how):
    """What a program writes with --json. Raises RuntimeError if the run fails."""
    return reported(lambda words: simulate(words, ranks, program, stdout=subprocess.DEVNULL, **how),
        arguments)


PING_PONG = ["--sizes", "1", "1MiB", "2MiB", "--pace", "blocking"]


def link_of(report):
    """Of a `bench pingpong` of PING_PONG: half a round trip of one byte, and the bandwidth by what
    a mebibyte more costs, as in networks.toml."""
    megabyte = 1 << 20
    seconds = {result["bytes"]: result["median_seconds"] for result in report["results"]
        if result["strategy"]}
    return {"latency_us": seconds[1] * 1e6, "mb_per_s": megabyte * 1e-6 / (seconds[2 * megabyte]
        - seconds[megabyte])}


def ping_pong(network, program=SIMULATED):
    """Latency in us and bandwidth in MB/s as an MPI program sees them."""
    return link_of(report_of(["bench", "pingpong", *PING_PONG, "--repeats", "1"], 2, program,
        **lines_of(network))).values()
