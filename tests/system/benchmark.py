"""The figure of merit: a line that scripts of clusters find, refused when the answer is wrong.

Seventeen solutions of the smallest problem take a minute on two busy cores: fewer ranks, modes or
flipped messages would leave one of them untried."""
import ast
import os
import pathlib
import re
import runpy

from program import ProgramTest, preload

PACKAGING = pathlib.Path(__file__).resolve().parents[2] / "packaging"
MERIT = re.compile(r"^FOM: ([\d.]+) Gflop/s (\w+) (\w+) ranks (\d+) seconds ([\d.]+) spread "
    r"([\d.]+) % repeats (\d+) valid$", re.MULTILINE)


def assigned(path, name):
    """The text that a script of another program's language gives a name."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == name:
            return ast.literal_eval(node.value)
    raise LookupError(f"{path} gives {name} no value")


class Benchmark(ProgramTest):
    def test_the_figure_is_the_credited_flop_over_the_seconds(self):
        for ranks, mode in ((1, "strong"), (2, "strong"), (2, "weak")):
            report, out = self.reported("benchmark", "tiny", "--repeats", "3", *(["--weak"]
                if mode == "weak" else []), ranks=ranks)
            merit, problem, said_mode, said_ranks, seconds, _, repeats = MERIT.search(out).groups()
            assert (problem, said_mode, said_ranks, repeats) == ("tiny", mode, str(ranks), "3")
            assert out.endswith(" valid\n"), "the line is the last one"
            assert report["valid"] and report["refused"] == ""
            of_repeats = sorted(report["credited_flop"] / one["seconds"]
                for one in report["repeats"])
            self.assert_close(report["fom_flops_per_second"], of_repeats[1], 1e-12)
            self.assert_close(float(merit), of_repeats[1] / 1e9, 1e-4)
            self.assert_close(float(seconds) * float(merit) * 1e9, report["credited_flop"], 1e-3)
            for one in report["repeats"]:
                self.assert_close(sum(one["stages"].values()), one["seconds"], 1e-12)
                assert all(check["passes"] for check in one["checks"])
                assert one["solution_digest"] == report["repeats"][0]["solution_digest"]
            assert report["acoustic_dofs"] == 24 * report["cells"] ** 2
            assert (report["cells"] > 8) == (mode == "weak")
            # what the recipes of clusters look for
            for script, name in (("reframe/minifebem.py", "LINE"),
                    ("ramble/applications/minifebem/application.py", "line")):
                found = re.search(assigned(PACKAGING / script, name), out, re.MULTILINE)
                assert found["fom"] == merit, script

    def test_methods_compete_for_one_credit(self):
        reports = [self.reported("benchmark", "tiny", "--repeats", "1", *options)[0]
            for options in ([], ["--reduce.method", "rows"], ["--precision", "mixed"],
            ["--eliminate.method", "krylov"])]
        assert len({report["credited_flop"] for report in reports}) == 1
        assert reports[1]["stages"][2]["method"] == "rows"

    def test_a_flipped_digit_in_a_message_leaves_no_figure(self):
        # A number that no rank reads, or zero, changes nothing: then the digest is the right one.
        folder, right, refused = os.environ["FEBEM_FAULTY"], None, 0
        for number in (0, 2, 10, 30, 40, 60):  # 0: none is flipped
            flip = ["env", f"FLIPPED_MESSAGE={number}", *preload(folder,
                "libfaulty_flipped_digit.so")]
            ended = self.run_program("benchmark", "tiny", "--repeats", "1", "--json",
                self.folder / "r.json", ranks=2, prefix=flip)
            report = self.json("r.json")
            digest = report["repeats"][0]["solution_digest"]
            right = right or digest
            valid = digest == right
            assert ended.status == (0 if valid else 1), number
            assert report["valid"] == valid == bool(MERIT.search(ended.out)), number
            if not valid:
                refused += 1
                self.assertRegex(ended.out, "(?m)^FOM: refused tiny strong ranks 2: .+$")
                assert report["fom_flops_per_second"] is None
        assert refused >= 3

    def test_what_is_not_of_the_problem_is_refused(self):
        assert "unknown problem 'tyni'; did you mean 'tiny'?" in self.refusal("benchmark", "tyni")
        assert "--frequency" in self.refusal("benchmark", "tiny", "--frequency", "100")
        assert "may hold" in self.refusal("benchmark", "tiny", "--memory", "100MiB")
        assert "huge" in self.printed("benchmark", "--list")

    def test_a_release_writes_its_checksum_into_the_recipe(self):
        release = runpy.run_path(str(PACKAGING / "release"))
        recipe = (PACKAGING / "spack/packages/minifebem/package.py").read_text()
        first = release["recipe_of"](recipe, "1.1.0", "ab" * 32, "https://example.org/a.tar.gz")
        assert 'version("1.1.0", sha256="' + "ab" * 32 + '")' in first
        assert first.count('version("1.1.0"') == 1
        assert '    url = "https://example.org/a.tar.gz"\n' in first
        second = release["recipe_of"](first, "1.2.0", "cd" * 32, None)
        assert second.index('version("1.2.0"') < second.index('version("1.1.0"')
        assert "minifebem-1.2.0.tar.gz" in second
