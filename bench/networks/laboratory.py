"""Hosts of a network laboratory on this machine: network namespaces joined by a switch, every line
shaped to a rate.

    host 0 ---line---+
    host 1 ---line---+ bridge in a namespace of its own
    host 2 ---line---+

A line is a veth pair with a token bucket (tc tbf) at either end: what a host sends leaves its own
end at the rate, and what the switch sends to it waits in a queue of the switch's port, which drops
what does not fit. Frames are counted with their headers, as on Ethernet (without preamble and gap).
All links are inside the namespaces, so that with these nothing of a laboratory is left. Linux,
root.

As a script it is one end of a TCP connection without MPI, which shows what a line carries, and how
long a byte takes to and fro:

    laboratory.py serve ADDRESS PORT                    one connection, then ends
    laboratory.py send ADDRESS PORT SECONDS INTERFACE   prints payload and frames sent in bytes/s,
        and the round trip in s, as JSON
"""
import json
import os
import re
import signal
import socket
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))
from programs import Refused  # noqa: E402

PREFIX = "febem-"
MTU = 1500
FRAME = MTU + 14  # as tbf counts it
UNITS = {"kbit": 1e3, "mbit": 1e6, "gbit": 1e9}
NETWORK = "10.77.0"  # of addresses; only the laboratory's own hosts see it
MOST_HOSTS = 200
PIECE = 1 << 16  # bytes that a stream sends at once
ROUNDS = 200  # of the byte that goes to and fro
AGENT = Path(__file__).resolve().with_name("agent")
STREAM = Path(__file__).resolve()


def rate_of(text):
    """'100mbit' in bit/s."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)(kbit|mbit|gbit)", text.lower())
    if not match or float(match[1]) == 0:
        raise Refused(f"rate '{text}' is no number of kbit, mbit or gbit, such as 100mbit")
    return float(match[1]) * UNITS[match[2]]


def command(*words, **how):
    return subprocess.run([str(word) for word in words], check=True, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, **how).stdout


def link(namespace, *words):
    command("ip", "-netns", namespace, "link", *words)


def bytes_through(interface, namespace=None):
    """What its token bucket has let pass: the interface's own counter takes frames that are handed
    over together for one."""
    where = ["-netns", namespace] if namespace else []
    (shaped,) = json.loads(command("tc", *where, "-json", "-statistics", "qdisc", "show", "dev",
        interface, "root"))
    return shaped["bytes"]


@dataclass
class Host:
    """One host: a namespace with an interface `line`."""
    laboratory: str
    number: int

    @property
    def namespace(self):
        return f"{PREFIX}{self.laboratory}-host{self.number}"

    @property
    def address(self):
        return f"{NETWORK}.{self.number + 1}"

    def inside(self, *words):
        """The words of a command that runs on this host, which has a name of its own: launchers
        keep files by it."""
        return ["unshare", "--uts", "sh", "-c", 'hostname "$0" && exec ip netns exec "$@"',
            f"host{self.number}", self.namespace, *map(str, words)]

    def counter(self, table, name):
        """A counter of this host's own TCP: of `Tcp` (RetransSegs, ...) or `TcpExt` (TCPTimeouts,
        ...)."""
        text = command(*self.inside("cat", "/proc/net/snmp", "/proc/net/netstat"))
        lines = [line.split() for line in text.splitlines() if line.startswith(table + ":")]
        for names, values in zip(lines[::2], lines[1::2]):
            if name in names:
                return int(values[names.index(name)])
        raise Refused(f"the kernel has no counter {table}.{name}")

    def sent_bytes(self):
        """Of all frames that left this host, headers counted."""
        return bytes_through("line", self.namespace)


class Laboratory:
    """`name` tells several on one machine apart."""

    def __init__(self, name="lab"):
        if not re.fullmatch(r"[a-z0-9]{1,16}", name):
            raise Refused(f"name '{name}': letters and digits only, 16 at most")
        self.name = name
        self.switch = f"{PREFIX}{name}-switch"

    def namespaces(self):
        listed = json.loads(command("ip", "-json", "netns", "list") or "[]")
        return sorted(one["name"] for one in listed
            if re.fullmatch(rf"{PREFIX}{self.name}-(switch|host\d+)", one["name"]))

    def hosts(self):
        """In order; refused where there are none."""
        found = sorted(int(name.rsplit("host", 1)[1]) for name in self.namespaces() if name
            != self.switch)
        if not found:
            raise Refused(f"there is no laboratory '{self.name}': make it by up")
        return [Host(self.name, number) for number in found]

    def up(self, hosts, rate, queue):
        """Makes it: `rate` in bit/s of each line each way, `queue` in bytes of each of the switch's
        ports. All or nothing."""
        if os.geteuid() != 0:
            raise Refused("network namespaces need root")
        if self.namespaces():
            raise Refused(f"laboratory '{self.name}' is up: take it down first")
        if not 1 <= hosts <= MOST_HOSTS:
            raise Refused(f"{hosts} hosts: 1 to {MOST_HOSTS}")
        if queue < 2 * FRAME:
            raise Refused(f"a queue of {queue} bytes holds no two frames of {FRAME}")
        try:
            self._make(hosts, rate, queue)
        except subprocess.CalledProcessError as error:
            self.down()
            raise Refused(f"{' '.join(error.cmd)}: {error.stderr.strip()}") from error
        except BaseException:
            self.down()
            raise

    def _make(self, hosts, rate, queue):
        command("ip", "netns", "add", self.switch)
        link(self.switch, "add", "bridge", "type", "bridge")
        link(self.switch, "set", "bridge", "up")
        # What the timer lets through at once: what passes within 0.2 ms, and three frames at least
        # (of two, a timer later than a frame's time loses some).
        burst = max(3 * FRAME, int(rate / 8 * 2e-4))
        # TCP hands over so many bytes together, which are dropped together too. More than a burst
        # would be cut into frames by tbf, at the cost of a core at a gigabit; a whole burst would
        # lose what the timer is late.
        together = max(FRAME, min(burst // 2, queue // 16))
        for number in range(hosts):
            host = Host(self.name, number)
            command("ip", "netns", "add", host.namespace)
            link(self.switch, "add", f"port{number}", "type", "veth", "peer", "name", "line",
                "netns", host.namespace)
            link(self.switch, "set", f"port{number}", "master", "bridge", "up")
            link(host.namespace, "set", "lo", "up")
            command("ip", "-netns", host.namespace, "address", "add", host.address + "/24", "dev",
                "line")
            link(host.namespace, "set", "line", "gso_max_size", together, "up")
            # A host keeps what it cannot send yet, as its network card does: TCP waits and nothing
            # is lost there.
            for namespace, device, limit in ((host.namespace, "line", max(queue, 1 << 20)),
                    (self.switch, f"port{number}", queue)):
                command("tc", "-netns", namespace, "qdisc", "add", "dev", device, "root", "tbf",
                    "rate", f"{rate:.0f}bit", "burst", burst, "limit", limit)

    def down(self):
        """Ends all that runs in it, and removes it. What is not there is none the worse."""
        names = self.namespaces()
        for number in (signal.SIGTERM, signal.SIGKILL):
            running = self._processes(names)
            for process in running:
                try:
                    os.kill(process, number)
                except ProcessLookupError:
                    pass
            end = time.monotonic() + 5
            while running and self._processes(names) and time.monotonic() < end:
                time.sleep(0.05)
        for name in names:
            subprocess.run(["ip", "netns", "delete", name], check=False)

    def _processes(self, names):
        own = {os.getpid(), os.getppid()}
        return [int(word) for name in names for word in command("ip", "netns", "pids", name).split()
            if int(word) not in own]

    def dropped(self):
        """Frames that the switch had no room for, by port."""
        queues = json.loads(command("tc", "-netns", self.switch, "-json", "-statistics", "qdisc",
            "show"))
        return {int(one["dev"].removeprefix("port")): one["drops"] for one in queues
            if one["kind"] == "tbf"}


def serve(address, port):
    with socket.create_server((address, port)) as listening:
        print("ready", flush=True)
        connection, _ = listening.accept()
    with connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for _ in range(ROUNDS):
            connection.sendall(connection.recv(1))
        while connection.recv(1 << 20):
            pass


def round_trip(connection):
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        connection.sendall(b".")
        connection.recv(1)
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def send(address, port, seconds, interface):
    """Counted over the second half: in the first the window opens and the buffers fill."""
    with socket.create_connection((address, port)) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        trip = round_trip(connection)
        start, payload, before = time.perf_counter(), 0, None
        while (now := time.perf_counter()) < start + seconds:
            if before is None and now > start + seconds / 2:
                half, payload, before = now, 0, bytes_through(interface)
            payload += connection.send(bytes(PIECE))
        taken, sent = time.perf_counter() - half, bytes_through(interface) - before
    print(json.dumps({"payload_bytes_per_s": payload / taken, "frame_bytes_per_s": sent / taken,
        "round_trip_s": trip}))


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        serve(sys.argv[2], int(sys.argv[3]))
    elif sys.argv[1:2] == ["send"]:
        send(sys.argv[2], int(sys.argv[3]), float(sys.argv[4]), sys.argv[5])
    else:
        sys.exit(__doc__)
