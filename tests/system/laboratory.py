"""The network laboratory: real TCP between hosts of its own, and nothing of them left."""
import json
import os
import pathlib
import signal
import subprocess
import sys
import time
import unittest

from cases import SHELL
from program import LAUNCHER, PATIENCE, PROGRAM, ProgramTest, marked

LAB = pathlib.Path(__file__).resolve().parents[2] / "bench" / "networks" / "lab"
# Not everybody may, and not every kernel can.
TRIAL = ("ip link add bridge type bridge && ip link add port type veth peer name line && tc qdisc "
    "add dev line root tbf rate 1mbit burst 4kb latency 1ms")
MAY = subprocess.run(["unshare", "--net", "sh", "-c", TRIAL], capture_output=True,
    check=False).returncode == 0


def namespaces(name):
    listed = subprocess.run(["ip", "netns", "list"], capture_output=True, text=True,
        check=True).stdout
    return [line.split()[0] for line in listed.splitlines() if line.startswith(f"febem-{name}-")]


@unittest.skipUnless(MAY, "cannot make a network of its own here")
class NetworkLaboratory(ProgramTest):
    def setUp(self):
        super().setUp()
        self.name = f"t{os.getpid()}"
        self.addCleanup(self.lab, "down")

    def lab(self, *arguments, limit=60):
        return subprocess.run([sys.executable, LAB, "--name", self.name, *map(str, arguments)],
            capture_output=True, text=True, cwd=self.folder, stdin=subprocess.DEVNULL, timeout=limit
            * PATIENCE, check=False)

    def wait(self, condition):
        end = time.monotonic() + 30 * PATIENCE
        while not condition():
            assert time.monotonic() < end, "nothing happens"
            time.sleep(0.05)

    def runs_on(self, host, program):
        pids = subprocess.run(["ip", "netns", "pids", f"febem-{self.name}-host{host}"],
            capture_output=True, text=True, check=False)
        commands = [pathlib.Path(f"/proc/{process}/comm") for process in pids.stdout.split()]
        return program in [path.read_text().strip() for path in commands if path.exists()]

    def refused(self, words, text):
        done = self.lab(*words)
        assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "",
            1), done.stderr
        assert text in done.stderr

    def test_a_solution_is_the_same_over_its_lines(self):
        case = self.write(SHELL)
        whole = self.solve(case, ranks=3)["frequencies"][0]["solution_digest"]
        done = self.lab("with", "--hosts", 3, "--rate", "100mbit", "--json", "lines.json", "--",
            PROGRAM, "solve", case, "--out", "out3", "--json", "report.json")
        assert done.returncode == 0, done.stderr
        report = self.json("report.json")
        assert report["frequencies"][0]["solution_digest"] == whole
        hosts = self.json("lines.json")["hosts"]
        assert [host["host"] for host in hosts] == [0, 1, 2]
        # All that the stages sent has crossed the lines: no shared memory between the hosts.
        sent = sum(stage["bytes"] for stage in report["stages"])
        assert sum(host["sent_bytes"] for host in hosts) > sent
        assert namespaces(self.name) == []

    def test_a_short_queue_drops_a_flood_and_not_what_is_acknowledged(self):
        drops = {}
        for pace in ("flood", "ack"):
            done = self.lab("with", "--hosts", 4, "--rate", "100mbit", "--queue", "16KiB", "--json",
                "lines.json", "--", PROGRAM, "bench", "incast", "--pace", pace, "--cut", "4KiB",
                "--sizes", "1MiB", "--repeats", 3)
            assert done.returncode == 0, done.stderr
            hosts = self.json("lines.json")["hosts"]
            drops[pace] = sum(host["dropped"] for host in hosts)
            if pace == "flood":
                assert sum(host["retransmitted"] for host in hosts) > 0
        assert drops["flood"] > 0
        assert drops["ack"] == 0

    def test_nothing_is_left_after_an_interrupt(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            running = subprocess.Popen([sys.executable, LAB, "--name", self.name, "with",
                "--hosts", "2", "--mpirun", LAUNCHER, "--", "sleep", "100"], cwd=self.folder,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            self.wait(lambda: self.runs_on(1, "sleep"))
            running.send_signal(number)
            running.communicate(timeout=30 * PATIENCE)
            assert running.returncode == 128 + number
            assert namespaces(self.name) == []
            # What was killed may still wait to be collected by its parent.
            mark = f"FEBEM_LABORATORY={self.name}"
            self.wait(lambda: marked(mark) == [])

    def test_up_and_down(self):
        def links():  # of these names only: other programs may make links of this machine meanwhile
            listed = subprocess.run(["ip", "-brief", "link"], capture_output=True, text=True,
                check=True).stdout
            return [line for line in listed.splitlines() if line.startswith(("bridge", "port",
                "line"))]

        before = links()
        assert self.lab("up", "--hosts", 2).returncode == 0
        assert len(namespaces(self.name)) == 3
        assert links() == before
        self.refused(["up"], "is up")
        done = self.lab("measure", "--seconds", 0.2, "--json", "measured.json")
        assert done.returncode == 0, done.stderr
        assert [(row["from"], row["to"]) for row in json.loads((self.folder
            / "measured.json").read_text())] == [(0, 1), (1, 0)]
        assert self.lab("down").returncode == 0
        assert namespaces(self.name) == []
        assert self.lab("down").returncode == 0
        self.refused(["measure"], "there is no laboratory")

    def test_bad_input(self):
        for words, text in ((["up", "--rate", "fast"], "rate 'fast'"), (["up", "--rate", "0mbit"],
                "rate '0mbit'"), (["up", "--queue", "1KiB"], "no two frames"),
                (["up", "--queue", "many"], "size 'many'"), (["up", "--hosts", 0], "0 hosts"),
                (["with", "--hosts", 2], "name the program")):
            self.refused(words, text)
            assert namespaces(self.name) == []
