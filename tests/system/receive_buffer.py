"""The failure of 1999: with a receive buffer of 64 KiB, bulk messages overflow it in stage 1 and
paced ones do not."""

from program import SHIPPED, ProgramTest

CASE = SHIPPED / "sonobuoy.toml"
LIMIT = ["--receive-buffer 64KiB"]


class ReceiveBuffer(ProgramTest):
    def test_unpaced_messages_overflow_in_stage_1(self):
        for pace in ("blocking", "flood"):
            self.assertRegex(self.refusal("solve", CASE, "--route star --cut whole --pace", pace,
                *LIMIT, ranks=3, status=1),
                r"stage merge: rank [012]'s receive buffer of 65536 bytes overflowed: "
                r"[0-9]{6,} bytes outstanding")

    def test_paced_messages_stay_below_and_leave_every_bit(self):
        free = self.solve(CASE, "--route star", ranks=3, limit=200)
        for options in (["--cut 4KiB --pace ack"], ["--pace credit:16KiB"]):
            report = self.solve(CASE, "--route star", *options, *LIMIT, ranks=3, limit=200,
                out=options[-1])
            assert (report["frequencies"][0]["solution_digest"]
                == free["frequencies"][0]["solution_digest"])
            merge = next(stage for stage in report["stages"] if stage["name"] == "merge")
            most = [rank["most_outstanding_bytes"] for rank in merge["ranks"]]
            assert max(most) <= 64 << 10
            assert most[0] > 0
