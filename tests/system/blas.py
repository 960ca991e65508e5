"""Kernels of OpenBLAS with shorter vectors than the processor has are replaced, and those that a
user asks for are kept and named. A BLAS library that computes wrongly ends the run at its start."""
import os
import re
import shutil
import subprocess

from cases import SPHERE
from program import PROGRAM, ProgramTest, Run

WRONG = {  # routines that leave their result as it was
    "zgemm": "void zgemm_(void) {}", "dgemm": "void dgemm_(void) {}",
    "zgetrf": "void zgetrf_(const int* m, const int* n, void* a, const int* lda, int* pivots, "
        "int* info) {"
              " for (int i = 0; i < *n; ++i) pivots[i] = i + 1; *info = 0; }"}


# An OpenBLAS that knows no processor, and whose kernels for WRONG_KERNELS leave C as it was; all
# else is done by the library behind it.
OLD = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
static char core[32];
static void* behind(const char* name) { return dlsym(RTLD_NEXT, name); }
char* openblas_get_config(void) { return "OpenBLAS 0.0.0 old"; }
char* openblas_get_corename(void) { return core; }
void gotoblas_dynamic_quit(void) {
  core[0] = 0;
  if (behind(__func__)) ((void (*)(void))behind(__func__))();
}
void gotoblas_dynamic_init(void) {
  const char* type = getenv("OPENBLAS_CORETYPE");
  if (!core[0]) strncpy(core, type ? type : "Prescott", sizeof core - 1);
  if (behind(__func__)) ((void (*)(void))behind(__func__))();
}
void zgemm_(const char* ta, const char* tb, const int* m, const int* n, const int* k,
  const void* alpha, const void* a, const int* lda, const void* b, const int* ldb, const void* beta,
  void* c, const int* ldc, size_t la, size_t lb) {
  void (*zgemm)() = behind("zgemm_");
  if (!strstr(getenv("WRONG_KERNELS"), core))
    zgemm(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, la, lb);
}
"""
FLAGS = open("/proc/cpuinfo").read().split()
WIDER = [kernels for kernels, flag in (("SkylakeX", "avx512dq"), ("Haswell", "avx2"))
    if flag in FLAGS]  # than the 128 bits of Prescott


def version(**settings):
    """What the program says of its BLAS where the environment has no more settings of OpenBLAS's
    than these."""
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_CORETYPE"}
    out = subprocess.run([PROGRAM, "--version"], env={**environment, **settings},
        capture_output=True, text=True, check=True).stdout
    return re.search("(?m)^BLAS +(.*)$", out)[1]


class Blas(ProgramTest):
    def compiled(self, source, name):
        compiler = shutil.which("cc") or self.skipTest("no C compiler")
        subprocess.run([compiler, "-shared", "-fPIC", "-o", self.folder / f"{name}.so",
            self.write(source, f"{name}.c"), "-ldl"], check=True)
        return str(self.folder / f"{name}.so")

    def test_kernels_with_short_vectors_are_replaced_by_the_widest_that_are_right(self):
        old = self.compiled(OLD, "old")
        for wrong in ([], WIDER[:1], WIDER):
            right = [kernels for kernels in WIDER if kernels not in wrong]
            said = version(LD_PRELOAD=old, WRONG_KERNELS=" ".join(wrong) or "none")
            assert said.startswith("OpenBLAS 0.0.0, kernels for " + (right + ["Prescott"])[0]), said
            assert (" in place of Prescott (128-bit vectors)" in said) == bool(right), said
        assert version(LD_PRELOAD=old, WRONG_KERNELS="none",
            OPENBLAS_CORETYPE="Prescott") == "OpenBLAS 0.0.0, kernels for Prescott"

    def test_the_library_computes_by_the_widest_kernels_that_it_has(self):
        forced = {kernels: version(OPENBLAS_CORETYPE=kernels) for kernels in WIDER}
        # those that this library has
        chooses = [kernels for kernels, said in forced.items() if f"kernels for {kernels}" in said]
        if not chooses:
            self.skipTest("this BLAS does not choose its kernels when it starts")
        said = version()
        if "in place of" in said:
            assert f"kernels for {chooses[0]} (" in said
        ended = Run(["solve", self.write(SPHERE), "--out", self.folder / "out"], 1, self.folder,
            around=["env", "-u", "OPENBLAS_CORETYPE"]).end()
        assert (ended.status, ended.errors) == (0, [])
        assert f"  {said}\n" in ended.out
        assert "Warning: OpenBLAS" not in ended.out

    def test_wrong_kernels_end_the_run(self):
        for routine, source in WRONG.items():
            library = self.compiled(source, routine)
            for ranks in (1, 3):
                ended = self.run_program("solve", self.write(SPHERE), "--out", self.folder
                    / "out", ranks=ranks, prefix=["env", f"LD_PRELOAD={library}"])
                assert (ended.status != 0, len(ended.errors)) == (True, 1), ended.errors
                self.assertRegex(ended.errors[0], f"^minifebem: rank [0-2]: {routine} of .* "
                    f"gives wrong numbers: .*OPENBLAS_CORETYPE")
                assert not (self.folder / "out").exists(), "something is written"

    def test_kernels_that_the_user_asks_for_are_kept_and_named(self):
        if "kernels for Prescott" not in version(OPENBLAS_CORETYPE="Prescott"):
            self.skipTest("this BLAS does not choose its kernels when it starts")
        for kernels, narrow in (("Prescott", WIDER), ("Haswell", "SkylakeX" in WIDER)):
            if kernels == "Haswell" and "Haswell" not in WIDER:
                continue
            ended = Run(["solve", self.write(SPHERE), "--out", self.folder / "out", "--json",
                self.folder / "r.json"], 1, self.folder,
                settings={"OPENBLAS_CORETYPE": kernels}).end()
            assert (ended.status, ended.errors) == (0, [])
            assert f", kernels for {kernels}\n" in ended.out
            assert (f"! Warning: OpenBLAS computes by its kernels for {kernels}"
                in ended.out) == bool(narrow)
            assert self.json("r.json")["blas"]["kernels"] == kernels
