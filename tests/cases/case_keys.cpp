// Every key of a case reaches the member it names, in SI units, and every option the key it names.

#include "cases/case_file.h"
#include "core/registry.h"
#include "solve/command.h"
#include "stages/eliminate/eliminate.h"
#include "support/catch.h"
#include "support/parsed.h"

using namespace febem::cases;

namespace {

const std::string elastic = R"(title = "all keys"
[geometry]
generator = "shell"
cells = 3
[[material]]
name = "one"
young = "2 GPa"
poisson = 0.25
density = "3 g/cm^3"
loss_factor = 0.125
regions = ["shell"]
[fluid]
density = 4
sound_speed = "5 km/s"
[structure]
free = false
[[support]]
nodes = "poles"
fix = ["x", "z"]
[[excitation]]
kind = "force"
nodes = "tip"
direction = [1, 2, 3]
amplitude = "6 kN"
phase = 7
[[excitation]]
kind = "pressure"
faces = "inner"
amplitude = "8 kPa"
legendre = 9
axis = [4, 5, 6]
[[excitation]]
kind = "plane_wave"
direction = [7, 8, 9]
amplitude = "10 uPa"
phase = "1 rad"
[frequency]
hz = ["11 kHz"]
from = 12
to = "13 Hz"
points = 14
spacing = "log"
sweep = "rational"
sweep_error = "0.5 dB"
[formulation]
kind = "cbie"
[output]
field_points = [[15, 16, 17], ["18 cm", 19, 20]]
[[output.grid]]
origin = [23, "24 mm", 25]
edges = [[26, 27, 28], [0, "29 cm", 0]]
counts = [30, 31]
[[output.grid]]
origin = [0, 0, 0]
edges = [[1, 0, 0]]
counts = [2]
[output.directivity]
plane = "yz"
step = 30
[merge]
method = "frontal"
block = 21
[reduce]
method = "rows"
[eliminate]
method = "rows"
panel = 22
)";

}  // namespace

TEST_CASE("every key of an elastic case reaches its member") {
  const Case c = read_case(elastic, "c.toml");
  CHECK(c.title == "all keys");
  CHECK(c.geometry.generator == "shell");
  CHECK(c.geometry.parameters == std::map<std::string, double>{{"cells", 3.0}});
  REQUIRE(c.materials.size() == 1);
  const auto& m = c.materials[0];
  CHECK(m.name == "one");
  CHECK(m.young == Approx(2e9));
  CHECK(m.poisson == 0.25);
  CHECK(m.density == Approx(3000));
  CHECK(m.loss_factor == 0.125);
  CHECK(m.regions == Texts{"shell"});
  CHECK(c.fluid.density == 4);
  CHECK(c.fluid.sound_speed == Approx(5000));
  REQUIRE(c.structure);
  CHECK_FALSE(c.structure->free);
  REQUIRE(c.supports.size() == 1);
  CHECK(c.supports[0].nodes == "poles");
  CHECK(c.supports[0].fix == Texts{"x", "z"});
  CHECK(c.frequency.hz == std::vector<double>{11000});
  CHECK(c.frequency.from == 12);
  CHECK(c.frequency.to == 13);
  CHECK(c.frequency.points == 14);
  CHECK(c.frequency.spacing == "log");
  CHECK(c.frequency.sweep == "rational");
  CHECK(c.frequency.sweep_error == 0.5);
  CHECK(c.frequencies().size() == 15);
  CHECK(c.frequencies().front() == 11000);
  CHECK(c.frequencies()[1] == Approx(12));
  CHECK(c.frequencies().back() == Approx(13));
  CHECK(c.formulation.kind == "cbie");
  REQUIRE(c.output.field_points.size() == 2);
  CHECK(c.output.field_points[0] == Vec3(15, 16, 17));
  CHECK(c.output.field_points[1].isApprox(Vec3(0.18, 19, 20)));
  REQUIRE(c.output.grids.size() == 2);
  CHECK(c.output.grids[0].origin.isApprox(Vec3(23, 0.024, 25)));
  REQUIRE(c.output.grids[0].edges.size() == 2);
  CHECK(c.output.grids[0].edges[0] == Vec3(26, 27, 28));
  CHECK(c.output.grids[0].edges[1].isApprox(Vec3(0, 0.29, 0)));
  CHECK(c.output.grids[0].counts == std::vector<int>{30, 31});
  CHECK(c.output.grids[1].edges == std::vector<Vec3>{{1, 0, 0}});
  REQUIRE(c.output.directivity);
  CHECK(c.output.directivity->plane == "yz");
  CHECK(c.output.directivity->step == 30);
  CHECK(c.stages[Stage::merge].method == "frontal");
  CHECK(c.stages[Stage::merge].width == 21);
  CHECK(c.stages[Stage::reduce].method == "rows");
  CHECK(c.stages[Stage::eliminate].method == "rows");
  CHECK(c.stages[Stage::eliminate].width == 22);
}

TEST_CASE("every key of an excitation reaches its member, and those left out have their default") {
  const Case c = read_case(elastic, "c.toml");
  REQUIRE(c.excitations.size() == 3);
  const auto &force = c.excitations[0], &pressure = c.excitations[1], &wave = c.excitations[2];
  CHECK(force.kind == "force");
  CHECK(force.nodes == "tip");
  CHECK(force.direction == Vec3(1, 2, 3));
  CHECK(force.amplitude == Approx(6000));
  CHECK(force.phase == 7);
  CHECK(pressure.kind == "pressure");
  CHECK(pressure.faces == "inner");
  CHECK(pressure.amplitude == Approx(8000));
  CHECK(pressure.legendre == 9);
  CHECK(pressure.axis == Vec3(4, 5, 6));
  CHECK(pressure.phase == 0);
  CHECK(wave.kind == "plane_wave");
  CHECK(wave.direction == Vec3(7, 8, 9));
  CHECK(wave.amplitude == Approx(1e-5));
  CHECK(wave.phase == Approx(180 / 3.14159265358979323846));
}

TEST_CASE("every key of an impedance and of a moving region reaches its member") {
  const Case c = read_case(R"([geometry]
mesh = "a.h5"
[fluid]
density = 1
sound_speed = 1
[impedance]
stiffness = "2 MPa/m"
mass = "3 g/cm^2"
loss_factor = 0.5
resistance = 4
[[excitation]]
kind = "plane_wave"
amplitude = 1
[[excitation]]
kind = "monopole"
position = ["50 cm", 2, 3]
amplitude = "4 l/s"
phase = 5
[[excitation]]
kind = "dipole"
position = [6, 7, 8]
direction = [9, 10, 11]
amplitude = "12 kN"
[frequency]
hz = [1]
)",
      "c.toml");
  CHECK(c.geometry.mesh == "a.h5");
  REQUIRE(c.impedances.size() == 1);
  CHECK(c.impedances[0].stiffness == Approx(2e6));
  CHECK(c.impedances[0].mass == Approx(30));
  CHECK(c.impedances[0].loss_factor == 0.5);
  CHECK(c.impedances[0].resistance == 4);
  CHECK(c.impedances[0].panels.empty());
  CHECK(c.excitations[0].direction == Vec3(0, 0, 1));
  CHECK(c.excitations[1].kind == "monopole");
  CHECK(c.excitations[1].position.isApprox(Vec3(0.5, 2, 3)));
  CHECK(c.excitations[1].amplitude == Approx(0.004));
  CHECK(c.excitations[1].phase == 5);
  CHECK(c.excitations[2].kind == "dipole");
  CHECK(c.excitations[2].position == Vec3(6, 7, 8));
  CHECK(c.excitations[2].direction == Vec3(9, 10, 11));
  CHECK(c.excitations[2].amplitude == Approx(12000));
  CHECK_FALSE(c.output.directivity);
  CHECK(c.output.field_points.empty());
  CHECK(c.output.grids.empty());
  CHECK_FALSE(c.structure);
  const Case moving = read_case(R"([geometry]
generator = "sphere"
[fluid]
density = 1
sound_speed = 1
[[excitation]]
kind = "velocity"
panels = "cap"
legendre = 2
amplitude = "3 mm/s"
[[excitation]]
kind = "velocity"
file = "a.h5"
dataset = "/v"
amplitude = 2
[frequency]
from = 5
to = 9
points = 1
)",
      "c.toml");
  CHECK(moving.excitations[1].file == "a.h5");
  CHECK(moving.excitations[1].dataset == "/v");
  CHECK(moving.excitations[1].amplitude == 2);
  CHECK(moving.excitations[0].file.empty());
  CHECK(moving.excitations[0].panels == "cap");
  CHECK(moving.excitations[0].legendre == 2);
  CHECK(moving.excitations[0].amplitude == Approx(0.003));
  CHECK(moving.frequencies() == std::vector<double>{5});
}

TEST_CASE(
    "what a stage says of its messages replaces the run's axis by axis, a named set all of them") {
  Messages messages;
  using comm::StrategyNames;
  CHECK(messages.of_run() == StrategyNames{"binomial", "whole", "window"});
  messages.all = {"", "ring", "4KiB", "ack"};
  messages.stages[Stage::merge] = {"", "chain", "", ""};
  messages.stages[Stage::form] = {"", "", "1KiB", ""};
  messages.stages[Stage::reduce] = {"", "", "", "sync"};
  messages.stages[Stage::eliminate] = {"celestion", "", "", "flood"};
  CHECK(messages.of_run() == StrategyNames{"ring", "4KiB", "ack"});
  CHECK(messages.of(Stage::merge) == StrategyNames{"chain", "4KiB", "ack"});
  CHECK(messages.of(Stage::form) == StrategyNames{"ring", "1KiB", "ack"});
  CHECK(messages.of(Stage::reduce) == StrategyNames{"ring", "4KiB", "sync"});
  CHECK(messages.of(Stage::eliminate) == StrategyNames{"star", "4KiB", "flood"});
  const Case c = read_case(elastic + R"([messages]
route = "ring"
[messages.merge]
route = "chain"
[messages.form]
cut = "1KiB"
[messages.reduce]
pace = "sync"
[messages.eliminate]
strategy = "celestion"
)",
      "c.toml");
  const auto& m = c.messages;
  CHECK(m.of(Stage::merge) == StrategyNames{"chain", "whole", "window"});
  CHECK(m.of(Stage::form) == StrategyNames{"ring", "1KiB", "window"});
  CHECK(m.of(Stage::reduce) == StrategyNames{"ring", "whole", "sync"});
  CHECK(m.of(Stage::eliminate) == StrategyNames{"star", "4KiB", "ack"});
}

TEST_CASE("the methods of 1999 send by a star unless the user chooses") {
  using comm::StrategyNames;
  const auto of_run = [](const std::vector<cases::Override>& overrides) {
    return read_case(elastic, "c.toml", overrides).messages.of_run();
  };
  const cases::Override methods_1999{"", "methods", "--methods", "1999"},
      methods_fast{"", "methods", "--methods", "fast"};
  CHECK(of_run({methods_1999}) == StrategyNames{"star", "whole", "blocking"});
  CHECK(of_run({methods_1999, methods_fast}) == StrategyNames{});
  CHECK(of_run({methods_1999, {"messages", "route", "--route", "ring"}}) ==
        StrategyNames{"ring", "whole", "blocking"});
  CHECK(of_run({{"messages", "strategy", "--strategy", "celestion"}, methods_1999}) ==
        StrategyNames{"star", "4KiB", "ack"});
}

TEST_CASE("every option of the stages and of the messages takes the place of the key it names") {
  const std::map<std::string, std::pair<std::string, std::string>> options{
      {"--merge.method", {"merge", "method"}}, {"--merge.block", {"merge", "block"}},
      {"--form.schedule", {"form", "schedule"}}, {"--reduce.method", {"reduce", "method"}},
      {"--eliminate.method", {"eliminate", "method"}},
      {"--eliminate.panel", {"eliminate", "panel"}},
      {"--eliminate.tolerance", {"eliminate", "tolerance"}},
      {"--eliminate.iterations", {"eliminate", "iterations"}},
      {"--eliminate.restart", {"eliminate", "restart"}},
      {"--precision", {"eliminate", "precision"}}, {"--strategy", {"messages", "strategy"}},
      {"--route", {"messages", "route"}}, {"--cut", {"messages", "cut"}},
      {"--pace", {"messages", "pace"}}, {"--merge.strategy", {"messages.merge", "strategy"}},
      {"--form.strategy", {"messages.form", "strategy"}},
      {"--reduce.strategy", {"messages.reduce", "strategy"}},
      {"--eliminate.strategy", {"messages.eliminate", "strategy"}}};
  for (const auto& [option, place] : options) {
    INFO(option);
    const auto overrides = parsed<solve::Options>({"c.toml", option, "7"}).keys.overrides();
    REQUIRE(overrides.size() == 1);
    const auto& found = overrides[0];
    CHECK(found.section == place.first);
    CHECK(found.key == place.second);
    CHECK(found.option == option);
    CHECK(found.value.find('7') != std::string::npos);
  }
}

TEST_CASE("an override changes its stage and no other") {
  const auto c = read_case(elastic, "c.toml",
      {{"merge", "block", "--merge.block", "5"}, {"eliminate", "panel", "--eliminate.panel", "6"},
          {"messages.merge", "pace", "--merge.pace", "ack"},
          {"messages.form", "pace", "--form.pace", "sync"},
          {"messages.reduce", "pace", "--reduce.pace", "flood"},
          {"messages.eliminate", "pace", "--eliminate.pace", "put"},
          {"messages", "cut", "--cut", "2KiB"}});
  CHECK(c.stages[Stage::merge].width == 5);
  CHECK(c.stages[Stage::eliminate].width == 6);
  CHECK(c.messages.stages[Stage::merge].pace == "ack");
  CHECK(c.messages.stages[Stage::form].pace == "sync");
  CHECK(c.messages.stages[Stage::reduce].pace == "flood");
  CHECK(c.messages.stages[Stage::eliminate].pace == "put");
  CHECK(c.messages.all.pace.empty());
  CHECK(c.messages.all.cut == "2KiB");
}

namespace {

/// A shell without a word on methods.
const std::string plain =
    "[geometry]\ngenerator = \"shell\"\ncells = 1\n[structure]\nfree = true\n[fluid]\ndensity = "
    "1000\nsound_speed = 1500\n"
    "[[material]]\nregions = [\"shell\"]\nyoung = 2e11\npoisson = 0.3\ndensity = 7800\n"
    "[[excitation]]\nkind = \"pressure\"\nfaces = \"inner\"\namplitude = 1\n[frequency]\nhz = "
    "[200]\n";

}  // namespace

TEST_CASE(
    "one word sets the methods of all stages, and what is said of one stage on the same level "
    "changes it") {
  const auto of = [](const std::string& top, const std::string& sections,
                      const std::vector<cases::Override>& overrides) {
    const auto c = read_case(top + plain + sections, "c.toml", overrides);
    std::string text;
    for (const auto stage : {Stage::merge, Stage::reduce, Stage::eliminate})
      text += c.stages[stage].method + " " + std::to_string(c.stages[stage].width) + " ";
    return text;
  };
  const std::string fast = "substructure 48 columns 0 auto 0 ", old = "frontal 1 rows 0 rows 1 ";
  const cases::Override methods_1999{"", "methods", "--methods", "1999"},
      methods_fast{"", "methods", "--methods", "fast"};
  CHECK(of("", "", {}) == fast);
  CHECK(of("methods = \"fast\"\n", "", {}) == fast);
  CHECK(of("methods = \"1999\"\n", "", {}) == old);
  CHECK(of("", "", {methods_1999}) == old);
  CHECK(of("methods = \"1999\"\n", "", {methods_fast}) == fast);
  CHECK(of("methods = \"1999\"\n", "\n[merge]\nblock = 7\n", {}) == "frontal 7 rows 0 rows 1 ");
  CHECK(of("", "\n[merge]\nblock = 7\n", {methods_1999}) == old);
  CHECK(of("", "", {methods_1999, {"merge", "block", "--merge.block", "9"}}) ==
        "frontal 9 rows 0 rows 1 ");
}

/// The method of stage 3, where another stage's method is asked for, and its own unless that is
/// empty.
static std::string method_of_reduce(
    const std::string& stage, const char* method, const char* reduce) {
  std::vector<cases::Override> overrides{{stage, "method", "--" + stage + ".method", method}};
  if (*reduce != 0) overrides.push_back({"reduce", "method", "--reduce.method", reduce});
  return read_case(plain, "c.toml", overrides).stages[Stage::reduce].method;
}

TEST_CASE(
    "stage 3 takes the factor that stage 1 gives, by the fastest method unless another is asked "
    "for") {
  const auto reduced = [](const char* merge, const char* reduce) {
    return method_of_reduce("merge", merge, reduce);
  };
  CHECK(reduced("substructure", "") == "columns");
  CHECK(reduced("frontal", "") == "rows");
  CHECK(reduced("frontal", "auto") == "rows");
  CHECK(reduced("substructure", "rows") == "rows");
  CHECK_THROWS_WITH(reduced("frontal", "columns"),
      Contains("'columns' cannot take the factor of merge.method 'frontal'"));
}

TEST_CASE("stage 3 forms no matrix if stage 4 iterates, and only then") {
  const auto reduced = [](const char* reduce, const char* eliminate) {
    return method_of_reduce("eliminate", eliminate, reduce);
  };
  CHECK(reduced("", "krylov") == "matrix-free");
  CHECK(reduced("auto", "krylov") == "matrix-free");
  CHECK(reduced("matrix-free", "krylov") == "matrix-free");
  CHECK_THROWS_WITH(reduced("columns", "krylov"),
      Contains("'columns' does not go with eliminate.method 'krylov'"));
  CHECK_THROWS_WITH(reduced("matrix-free", "rows"),
      Contains("'matrix-free' does not go with eliminate.method 'rows'"));
}

TEST_CASE(
    "stage 4 takes the grid on 32 ranks and more, unless a method or mixed precision is asked "
    "for") {
  const auto on = [](int ranks, const std::vector<cases::Override>& overrides) {
    return std::string(read_case(plain, "c.toml", overrides).elimination(ranks).name);
  };
  const auto with = [](const char* key, const char* value) {
    return cases::Override{"eliminate", key, std::string("--eliminate.") + key, value};
  };
  for (const auto& usual : {std::vector<cases::Override>{}, {with("method", "auto")}}) {
    CHECK(on(1, usual) == "rows");
    CHECK(on(31, usual) == "rows");
    CHECK(on(32, usual) == "grid");
  }
  CHECK(on(32, {with("precision", "mixed")}) == "rows");
  CHECK(on(32, {with("method", "rows")}) == "rows");
  CHECK(on(2, {with("method", "grid")}) == "grid");
}

TEST_CASE("the faces of a mesh file are cut as the case says, and it has no other parameters") {
  const auto read = [](const std::string& keys) {
    return read_case("[geometry]\nmesh = \"mesh.h5\"\n" + keys +
                         "[fluid]\ndensity = 1\nsound_speed = 1\n[[excitation]]\nkind = "
                         "\"plane_wave\"\namplitude = 1\n[frequency]\nhz = [1]\n",
        "c.toml")
        .geometry.parameters;
  };
  CHECK(read("split = 1\njoin = 2\n") == std::map<std::string, double>{{"split", 1}, {"join", 2}});
  CHECK_THROWS_WITH(read("cells = 2\n"), Contains("unknown key"));
}

TEST_CASE("options of PETSc go with the method that takes them") {
  const std::vector<cases::Override> overrides{
      {"eliminate", "method", "--eliminate.method", "krylov"},
      {"eliminate", "petsc", "--eliminate.petsc", "-ksp_type\tbcgs"}};
  CHECK_THROWS_WITH(read_case(plain, "c.toml", overrides),
      Contains("'eliminate.petsc': -ksp_type\\tbcgs goes with eliminate.method "
               "'ksp', not with 'krylov'"));
}

TEST_CASE("a method that needs PETSc is known, and refused by that where PETSc is not built in") {
  for (const char* name : {"scalapack", "ksp"}) {
    const auto missing = eliminate::methods_missing();
    const auto there = core::names(eliminate::methods());
    const bool is_missing = std::find(missing.begin(), missing.end(), name) != missing.end();
    CHECK(is_missing != (std::find(there.begin(), there.end(), name) != there.end()));
    if (is_missing)
      CHECK_THROWS_WITH(method_of_reduce("eliminate", name, ""), Contains("needs PETSc"));
  }
}

TEST_CASE("mixed precision goes with methods that have it, and is refused beside others") {
  const auto read = [](const std::string& keys,
                        const std::vector<cases::Override>& overrides = {}) {
    return read_case(
        "[geometry]\ngenerator = \"shell\"\n[structure]\n[fluid]\ndensity = 1\nsound_speed = 1\n"
        "[[excitation]]\nkind = \"plane_wave\"\namplitude = 1\n[frequency]\nhz = [1]\n" +
            keys,
        "c.toml", overrides);
  };
  const cases::Override mixed{"eliminate", "precision", "--precision", "mixed"};
  CHECK_FALSE(read("").is_mixed());
  CHECK(read("", {mixed}).is_mixed());
  CHECK(read("[eliminate]\nprecision = \"mixed\"\n").is_mixed());
  CHECK_FALSE(read(
      "[eliminate]\nprecision = \"mixed\"\n", {{"eliminate", "precision", "--precision", "double"}})
                  .is_mixed());
  CHECK(cases::answer_text(read("")) != cases::answer_text(read("", {mixed})));
  for (const std::string method : {"krylov", "grid"})
    CHECK_THROWS_WITH(read("[eliminate]\nmethod = \"" + method + "\"\n", {mixed}),
        Contains("'mixed' needs eliminate.method 'rows', not '" + method + "'"));
  CHECK_THROWS_WITH(read("[reduce]\nmethod = \"rows\"\n", {mixed}),
      Contains("'mixed' needs reduce.method 'columns', not 'rows'"));
  CHECK_THROWS_WITH(
      read("", {{"eliminate", "precision", "--precision", "half"}}), Contains("'half'"));
}
