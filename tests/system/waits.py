"""bench/trace says who waited for whom, and its OTF2 and GOAL hold every message of the trace."""
import collections
import graphlib
import json
import pathlib
import re
import subprocess
import sys
import unittest

from cases import SHELL
from program import PATIENCE, ProgramTest

ROOT = pathlib.Path(__file__).parents[2]
sys.path += map(str, ROOT.glob(".venv/lib/python{}.{}/site-packages".format(*sys.version_info)))
try:
    import otf2
except ImportError:
    otf2 = None


def span(rank, kind, name, begin, end, message=0, **more):
    more |= {"message": message, "bytes": 100 * message} if message else {}
    return {"ph": "X", "pid": rank, "tid": 0, "name": name, "cat": kind, "ts": begin,
        "dur": end - begin, "args": more}


def flow(id, sender, sent, receiver, received):
    return [{"ph": "s", "pid": sender, "id": id, "ts": sent},
        {"ph": "f", "pid": receiver, "id": id, "ts": received}]


# us: 1 is sent late, 2 is received late, 3 is sent late and ends the run.
KNOWN = [span(0, "section", "form", 0, 50), span(0, "call", "start send", 40, 42, 1),
    span(0, "section", "merge", 50, 120), span(0, "call", "start receive", 90, 91, 2),
    span(0, "call", "wait", 92, 96, 2), span(0, "transfer", "sum", 100, 116),
    span(0, "call", "receive", 100, 115, 3), span(1, "section", "form", 0, 55),
    span(1, "call", "receive", 10, 50.5, 1), span(1, "section", "merge", 55, 110),
    span(1, "call", "send", 60, 95, 2), span(1, "call", "start send", 105, 106, 3),
    *flow(1, 0, 40, 1, 50), *flow(2, 1, 60, 0, 96), *flow(3, 1, 105, 0, 115)]

GOAL = """num_ranks 2

rank 0 {
l2: calc 40000
l3: send 100b to 1 tag 1
l3 requires l2
l5: calc 48000
l5 irequires l3
l7: recv 200b from 1 tag 2
l7 requires l5
l9: calc 1000
l9 irequires l7
l11: calc 4000
l11 requires l9
l11 requires l7
l14: recv 300b from 1 tag 3
l14 requires l11
l16: calc 5000
l16 requires l14
}

rank 1 {
l20: calc 10000
l21: recv 100b from 0 tag 1
l21 requires l20
l23: calc 9500
l23 requires l21
l25: send 200b to 0 tag 2
l25 requires l23
l27: calc 10000
l27 requires l25
l29: send 300b to 0 tag 3
l29 requires l27
l31: calc 4000
l31 irequires l29
}
"""


class Waits(ProgramTest):
    def tool(self, *arguments, around=()):
        return subprocess.run([*around, sys.executable, ROOT / "bench" / "trace", *map(str,
            arguments)], cwd=self.folder, capture_output=True, text=True, timeout=60 * PATIENCE)

    def summary(self, *options, events=None):
        """The figures of trace.json, in which `events` are written before."""
        if events:
            self.write(json.dumps({"traceEvents": events}), "trace.json")
        ended = self.tool("trace.json", "--json", "s.json", *options)
        assert (ended.returncode, ended.stderr) == (0, "")
        return self.json("s.json"), ended.stdout

    def refused(self, text, events, *options):
        self.write(events if isinstance(events, str) else json.dumps({"traceEvents": events}),
            "bad.json")
        ended = self.tool("bad.json", "--json", "bad", "--goal", "bad.goal", *options)
        self.assertRegex(ended.stderr, rf"^[^\n]*{text}[^\n]*\n$")
        assert (ended.returncode, ended.stdout) == (2, "")
        assert not [*self.folder.glob("bad"), *self.folder.glob("bad.g*"),
            *self.folder.glob(".trace*")]

    def rows(self, rows, *keys):
        """us by the first two keys, without rows of zeros."""
        first, second, *_ = rows[0]
        found = {(row[first], row[second]): [round(1e6 * row[key], 6) for key in keys]
            for row in rows}
        return {key: times for key, times in found.items() if any(times)}

    def test_known_waits(self):
        report, out = self.summary("--goal", "g", events=KNOWN)
        assert (self.folder / "g").read_text() == GOAL
        assert report["seconds"] == 120e-6
        assert (report["messages"], report["bytes"]) == (3, 600)
        waits = "late_sender", "in_transit", "late_receiver"
        assert self.rows(report["stages"], "compute", "calls", *waits) == {
            ("form", 0): [48, 2, 0, 0, 0], ("merge", 0): [50, 20, 5, 14, 0],
            ("form", 1): [14.5, 40.5, 30, 10, 0], ("merge", 1): [19, 36, 0, 0, 30]}
        assert self.rows(report["waits"], *waits) == {(0, 1): [5, 14, 0], (1, 0): [30, 10, 30]}
        # 120 <- 115 <- message 3 <- 105 <- 95 <- receiver of 2 at 90 <- 0
        assert report["path_changes"] == 2
        assert self.rows(report["path"], "compute", "calls", "transfer") == {
            ("form", 0): [48, 2, 0], ("merge", 0): [45, 0, 10], ("merge", 1): [10, 0, 5]}
        assert "critical path: 0.000120 s" in out

    def test_a_message_on_its_way_is_on_the_path(self):
        # A message needs 10 us; the second is sent 6 us before the wait, the third 11 us.
        events = [span(rank, "section", "merge", 0, 300) for rank in (0, 1)]
        for id, sent, begin, end in ((1, 20, 5, 30), (2, 100, 106, 110), (3, 200, 211, 212)):
            events += [span(0, "call", "start send", sent, sent + 1, id),
                span(1, "call", "receive", begin, end, id), *flow(id, 0, sent, 1, end)]
        events[1]["dur"] = 301
        report, _ = self.summary(events=events)
        assert self.rows(report["path"], "compute", "calls", "transfer") == {
            ("merge", 0): [99, 1, 0], ("merge", 1): [190, 1, 10]}

    def test_refusals(self):
        no_trace = r"bad.json: no trace of minifebem"
        for text in ("", "{}", "[1]", '{"traceEvents": []}', '{"traceEvents": [{"ph": "X"}]}',
                json.dumps({"traceEvents": KNOWN})[:-300]):
            self.refused(no_trace, text)
        self.refused("message 3 has no receive", KNOWN[:-1])
        self.refused("message 3 has no send", [*KNOWN[:-2], KNOWN[-1]])
        self.refused("message 1 has no send: .*older minifebem",
            [{**event, "args": {}} for event in KNOWN])
        self.refused("unfinished: no more room: 5 later events are left out", [*KNOWN,
            {"ph": "i", "pid": 0, "ts": 1, "name": "no more room: 5 later events are left out"}])
        self.refused("--goal: the trace lacks the messages of 'native sum'",
            [*KNOWN, span(0, "call", "native sum", 116, 117)])
        self.refused("exists and is no file", KNOWN, "--otf2", self.folder)
        ended = self.tool("none.json")
        assert ended.returncode == 2
        assert "No such file" in ended.stderr

    def test_native_collectives_are_told(self):
        _, out = self.summary(events=[*KNOWN, span(0, "call", "native sum", 116, 117)])
        assert "lacks the messages of 1 native collectives" in out

    def test_a_run(self):
        case = self.write(SHELL)
        for ranks, options in ((2, "--pace blocking"), (3, "--cut 4KiB --pace persistent:2"),
                (3, "--pace put")):
            with self.subTest(ranks=ranks, options=options):
                self.solve(case, "--trace", "trace.json", options, ranks=ranks)
                events = self.json("trace.json")["traceEvents"]
                report, _ = self.summary(*[] if "put" in options else ["--goal", "g"])
                self.check_summary(report, events, ranks)
                if "put" not in options:
                    self.check_goal(ranks, report)

    def check_summary(self, report, events, ranks):
        ends = [max(event["ts"] + event["dur"] for event in events if event["ph"] == "X"
            and event["pid"] == rank) / 1e6 for rank in range(ranks)]
        assert abs(report["seconds"] - max(ends)) < 1e-8
        assert report["messages"] == sum(event["ph"] == "s" for event in events)
        for rank, end in enumerate(ends):
            rows = [row for row in report["stages"] if row["rank"] == rank]
            assert abs(sum(row["compute"] + row["calls"] for row in rows) - end) < 1e-8
            for row in rows:
                assert row["late_sender"] + row["late_receiver"] < row["calls"] + 1e-8
        for what in ("late_sender", "in_transit", "late_receiver"):
            assert abs(sum(row[what] for row in report["stages"])
                - sum(row[what] for row in report["waits"])) < 1e-8
        assert abs(sum(row["compute"] + row["calls"] + row["transfer"] for row in report["path"])
            - report["seconds"]) < 1e-8
        assert report["path_changes"] > 10

    def check_goal(self, ranks, report):
        """Each send has one receive, and an order exists in which all operations can be done."""
        text = (self.folder / "g").read_text()
        assert text.startswith(f"num_ranks {ranks}\n")
        ends, needs, rank = collections.defaultdict(dict), {}, None
        for line in text.splitlines()[1:]:
            if found := re.fullmatch(r"rank (\d+) \{", line):
                rank = int(found[1])
            elif found := re.fullmatch(r"(l\d+): calc (\d+)", line):
                needs[rank, found[1]] = []
                assert int(found[2]) > 0
            elif found := re.fullmatch(r"(l\d+): (send|recv) (\d+)b (?:to|from) (\d+) tag (\d+)",
                    line):
                label, verb, size, other, tag = found.groups()
                needs[rank, label] = []
                pair = (rank, int(other)) if verb == "send" else (int(other), rank)
                assert verb not in ends[pair, tag]
                ends[pair, tag][verb] = (rank, label), size
            elif found := re.fullmatch(r"(l\d+) i?requires (l\d+)", line):
                needs[rank, found[1]].append((rank, found[2]))
                assert (rank, found[2]) in needs
            else:
                assert line in ("", "}")
        assert len(ends) == report["messages"]
        for message in ends.values():
            assert message["send"][1] == message["recv"][1]
            needs[message["recv"][0]].append(message["send"][0])
        assert sum(int(message["send"][1]) for message in ends.values()) == report["bytes"]
        assert len([*graphlib.TopologicalSorter(needs).static_order()]) == len(needs)

    def test_latency(self):
        # A piece leaves when the last one has been acknowledged: most messages are on the path, and
        # a rank waits one latency until they leave and one until they come.
        self.solve(self.write(SHELL), "--trace", "trace.json", "--route star --cut 4KiB --pace ack",
            "--emulate-latency 1ms", ranks=2)
        report, _ = self.summary()
        for rows, what, part in (("waits", "late_sender", 0.5), ("waits", "in_transit", 0.7),
                ("path", "transfer", 0.5)):
            assert sum(row[what] for row in report[rows]) > part * 1e-3 * report["messages"]
        assert report["path_changes"] > report["messages"] / 2

    @unittest.skipUnless(otf2, "otf2 is not installed: cmake/install-dependencies --traces")
    def test_otf2(self):
        self.solve(self.write(SHELL), "--trace", "trace.json", "--pace sync", ranks=3)
        self.summary("--otf2", "archive")
        events = self.json("trace.json")["traceEvents"]
        expected = collections.Counter()
        calls = collections.defaultdict(list)
        for event in events:
            if event["ph"] == "X":
                expected[event["pid"], "enter", event["name"], round(1e3 * event["ts"])] += 1
                expected[event["pid"], "leave", event["name"],
                    round(1e3 * (event["ts"] + event["dur"]))] += 1
                if id := event.get("args", {}).get("message"):
                    calls[event["pid"], id].append(event)
            elif event["ph"] in "sf":
                first = calls[event["pid"], event["id"]][0]
                expected[event["pid"], event["ph"], event["id"], first["args"]["peer"],
                    first["args"].get("bytes", 0), round(1e3 * event["ts"])] += 1
        found, asked = collections.Counter(), collections.Counter()
        with otf2.reader.open(str(self.folder / "archive" / "traces.otf2")) as archive:
            names = [f"rank {rank}" for rank in range(3)]
            assert archive.definitions.clock_properties.timer_resolution == 10**9
            for location, event in archive.events:
                rank, kind = names.index(location.name), type(event).__name__
                if kind in ("Enter", "Leave"):
                    found[rank, kind.lower(), event.region.name, event.time] += 1
                elif kind in ("MpiSend", "MpiIsend", "MpiRecv", "MpiIrecv"):
                    sends = kind.endswith("end")
                    found[rank, "s" if sends else "f", event.msg_tag, event.receiver if sends
                        else event.sender, event.msg_length, event.time] += 1
                    if "MpiI" in kind:
                        asked[kind] += 1
                else:
                    asked[kind] += 1
        assert found == expected
        assert asked["MpiIsend"] == asked["MpiIsendComplete"]
        assert asked["MpiIrecv"] == asked["MpiIrecvRequest"]
        full = self.tool("trace.json", "--otf2", "no", around=("sh", "-c",
            'ulimit -f 1; exec "$0" "$@"'))
        assert full.returncode == 1
        assert re.search(r"(?m)^\S+trace: --otf2: .+$", full.stderr)
        assert not [*self.folder.glob("no"), *self.folder.glob(".trace*")]
