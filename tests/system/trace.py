"""The trace of a run opens whole: spans nest, every message has both its ends, and the counters
return to zero."""
import collections
import re

from cases import SHELL
from program import ProgramTest


CALLS = {*(begin + what for begin in ("", "start ", "prepare ") for what in ("send", "receive")),
    "start", "wait", "test", "deposit", *(begin + "native " + what for begin in ("", "start ")
    for what in ("broadcast", "sum"))}


class Trace(ProgramTest):
    def events(self, *options, ranks):
        self.solve(self.write(SHELL), "--trace", self.folder / "trace.json", *options, ranks=ranks)
        return self.json("trace.json")["traceEvents"]

    def check_spans(self, spans):
        """In the order of the file each span lies in those that have not ended, or after them."""
        last, open_ends = 0.0, []
        for span in spans:
            begin, end = round(1e3 * span["ts"]), round(1e3 * (span["ts"] + span["dur"]))
            assert begin >= last
            assert end >= begin
            while open_ends and open_ends[-1] <= begin:
                open_ends.pop()
            if open_ends:
                assert end <= open_ends[-1]
            open_ends.append(end)
            last = begin

    def check_flows(self, events):
        ends, calls = collections.defaultdict(list), collections.defaultdict(list)
        for event in events:
            if event["ph"] in "sf":
                ends[event["id"]].append((event["ph"], event["pid"]))
            elif id := event.get("args", {}).get("message"):
                calls[id, event["pid"]].append(event)
        assert len(ends) > 100
        for id, found in ends.items():
            assert sorted(kind for kind, _ in found) == ["f", "s"], id
            assert found[0][1] != found[1][1]
        if any(event["ph"] == "i" for event in events):
            return  # the trace is full: calls are left out
        # A message leaves in the first call that has its id, and comes in in the last one.
        assert sum(map(len, calls.values())) >= 2 * len(ends)
        for event in events:
            if event["ph"] in "sf":
                call = calls[event["id"], event["pid"]][0 if event["ph"] == "s" else -1]
                assert call["ts"] <= event["ts"] <= call["ts"] + call["dur"] + 1e-6
                assert call["args"]["peer"] in [rank for _, rank in ends[event["id"]]]

    def check(self, events, ranks):
        for rank in range(ranks):
            spans = [event for event in events if event["ph"] == "X" and event["pid"] == rank]
            assert {span["cat"] for span in spans} == {"section", "transfer", "call"}
            assert {"merge", "form", "reduce", "eliminate"} <= {span["name"] for span in spans
                if span["cat"] == "section"}
            assert {span["name"] for span in spans if span["cat"] == "call"} <= CALLS
            self.check_spans(spans)
            counted = [event["args"]["bytes"] for event in events if event["ph"] == "C"
                and event["pid"] == rank]
            assert counted[-1] == 0
        self.check_flows(events)

    def test_a_full_trace_says_so_and_holds_whole_messages(self):
        # Enough for sharing out the model, after which every rank sends.
        most, options = 2000, ["--cut 256 --merge.method frontal"]
        case = self.write(SHELL)
        for ranks in (2, 3):
            out = self.printed("solve", case, "--trace trace.json --trace-events", most,
                *options, ranks=ranks)
            (left_out,) = re.findall(
                r"the trace in trace.json is full: (\d+) later events are left out", out)
            events = self.json("trace.json")["traceEvents"]
            self.check(events, ranks)
            sections = [event for event in events if event.get("cat") == "section"]
            others = [event for event in events if event["ph"] in "Xsf" and event not in sections]
            assert len(others) <= most
            assert len(others) > most / ranks / 2
            marks = [event["name"] for event in events if event["ph"] == "i"]
            assert sum(int(re.search(r"(\d+) later", mark)[1]) for mark in marks) == int(left_out)
            whole = self.events(*options, "--trace-events", 100 * most, ranks=ranks)
            assert not [event for event in whole if event["ph"] == "i"]
            assert len(whole) > 2 * most

    def test_trace(self):
        for options in (["--pace blocking"], ["--cut 4KiB --pace persistent:2"],
                ["--pace put"], ["--cut 4KiB --pace window:3 --emulate-latency 50us"]):
            self.check(self.events(*options, ranks=3), 3)
