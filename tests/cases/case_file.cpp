#include "cases/case_file.h"

#include "core/error.h"
#include "support/catch.h"

using cases::Case;
using cases::Override;
using cases::read_case;
using core::Stage;

namespace {

const std::string shell_text = R"(title = "a shell"
[geometry]
generator = "shell"
[[material]]
name = "steel"
young = "210 GPa"
poisson = 0.3
density = 7800
loss_factor = 0.01
regions = ["shell"]
[fluid]
density = 1000
sound_speed = 1500
[structure]
free = true
[[excitation]]
kind = "pressure"
faces = "inner"
amplitude = 1
legendre = 2
[frequency]
hz = [100, 2e2]
[messages]
route = "star"
[messages.merge]
cut = "4KiB"
)";

const std::string sphere_text = R"([geometry]
generator = "sphere"
[fluid]
density = 1000
sound_speed = 1500
[[excitation]]
kind = "velocity"
amplitude = 1
[frequency]
hz = [100]
)";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

std::string error_of(const std::string& text, const std::vector<Override>& overrides = {}) {
  try {
    read_case(text, "c.toml", overrides);
  } catch (const core::InputError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("a case is read into plain data with defaults for what is left out") {
  const Case c = read_case(shell_text, "c.toml");
  CHECK(c.title == "a shell");
  CHECK(c.geometry.generator == "shell");
  REQUIRE(c.materials.size() == 1);
  CHECK(c.materials[0].young == Approx(210e9));
  CHECK(c.materials[0].regions == Texts{"shell"});
  CHECK(c.fluid.sound_speed == 1500.0);
  REQUIRE(c.structure);
  CHECK(c.structure->free);
  REQUIRE(c.excitations.size() == 1);
  CHECK(c.excitations[0].legendre == 2);
  CHECK(c.excitations[0].axis == cases::Vec3(0, 0, 1));
  CHECK(c.frequencies() == std::vector<double>{100.0, 200.0});
  CHECK(c.formulation.kind == "burton_miller");
  CHECK(c.impedances.empty());
  const auto merge = c.messages.of(Stage::merge);
  CHECK(merge.route == "star");
  CHECK(merge.cut == "4KiB");
  CHECK(c.messages.of(Stage::form).cut == "whole");
}

TEST_CASE("a sweep contains both ends") {
  const auto linear =
      read_case(replaced(sphere_text, "hz = [100]", "from = 100\nto = 300\npoints = 3"), "c.toml");
  CHECK(linear.frequencies() == std::vector<double>{100.0, 200.0, 300.0});
  const auto octaves = read_case(
      replaced(sphere_text, "hz = [100]", "from = 1\nto = 8\npoints = 4\nspacing = \"log\""),
      "c.toml");
  REQUIRE(octaves.frequencies().size() == 4);
  CHECK(octaves.frequencies()[2] == Approx(4.0));
}

TEST_CASE("units may be written out") {
  const auto c = read_case(
      replaced(sphere_text, "sound_speed = 1500", "sound_speed = \"1.5 km/s\""), "c.toml");
  CHECK(c.fluid.sound_speed == Approx(1500.0));
}

TEST_CASE("bad input gets one line with file, line, key and value") {
  struct Bad {
    std::string from, to, message;
  };
  const std::vector<Bad> cases{
      {"density = 1000", "densty = 1000",
          "c.toml:12: key 'fluid.densty': unknown key; did you mean 'density'?"},
      {"[fluid]", "[flud]", "c.toml:11: key 'flud': unknown key; did you mean 'fluid'?"},
      {"density = 1000\n", "", "c.toml:11: key 'fluid.density': is missing"},
      {"density = 1000", "density = -1000",
          "c.toml:12: key 'fluid.density': must be > 0, got -1000 kg/m^3"},
      {"density = 1000", "density = nan",
          "c.toml:12: key 'fluid.density': must be finite, got nan kg/m^3"},
      {"density = 1000", "density = inf",
          "c.toml:12: key 'fluid.density': must be finite, got inf kg/m^3"},
      {"density = 1000", "density = true",
          "c.toml:12: key 'fluid.density': takes a number (kg/m^3), got true or false"},
      {"density = 1000", "density = [1000]",
          "c.toml:12: key 'fluid.density': takes a number (kg/m^3), got a list"},
      {"density = 1000", "density = \"1000 kg\"",
          "c.toml:12: key 'fluid.density': \"1000 kg\" has the unit 'kg'; known here: kg/m^3, "
          "g/cm^3"},
      {"density = 1000", "density = \"heavy\"",
          "c.toml:12: key 'fluid.density': \"heavy\" is not a number"},
      {"poisson = 0.3", "poisson = 0.5",
          "c.toml:7: key 'material.poisson': must be > -1 and < 0.5, got 0.5"},
      {"poisson = 0.3", "poisson = \"0.3 m\"",
          "c.toml:7: key 'material.poisson': \"0.3 m\" has the unit 'm' but takes a number without "
          "unit"},
      {"young = \"210 GPa\"", "young = \"-210 GPa\"",
          "c.toml:6: key 'material.young': must be > 0, got -2.1e+11 Pa"},
      {"loss_factor = 0.01", "loss_factor = -0.01",
          "c.toml:9: key 'material.loss_factor': must be >= 0, got -0.01"},
      {"regions = [\"shell\"]", "regions = []",
          "c.toml:10: key 'material.regions': is an empty list"},
      {"regions = [\"shell\"]", "regions = \"shell\"",
          "c.toml:10: key 'material.regions': takes a list of texts, got the text \"shell\""},
      {"regions = [\"shell\"]", "regions = [\"a\", \"a\"]",
          "c.toml:4: key 'material.regions': region 'a' already has a material"},
      {"[[material]]", "[material]",
          "c.toml:4: key 'material': can be given several times: write [[material]]"},
      {"[fluid]", "[[fluid]]", "c.toml:11: key 'fluid': can be given once only: write [fluid]"},
      {"kind = \"pressure\"", "kind = \"presure\"",
          "c.toml:17: key 'excitation.kind': unknown value 'presure'; did you mean 'pressure'?"},
      {"kind = \"pressure\"\n", "", "c.toml:16: key 'excitation.kind': is missing"},
      {"kind = \"pressure\"", "kind = \"force\"",
          "c.toml:18: key 'excitation.faces': does not apply to kind 'force'"},
      {"faces = \"inner\"\n", "", "c.toml:16: key 'excitation.faces': is missing"},
      {"faces = \"inner\"", "file = \"a.h5\"",
          "c.toml:16: key 'excitation.dataset': is missing: a data set and its file are given "
          "together"},
      {"faces = \"inner\"", "dataset = \"/a\"",
          "c.toml:16: key 'excitation.file': is missing: a data set and its file are given "
          "together"},
      {"faces = \"inner\"", "faces = \"inner\"\nfile = \"a.h5\"\ndataset = \"/a\"",
          "c.toml:18: key 'excitation.faces': does not go with 'file', which has a value for every "
          "panel"},
      {"faces = \"inner\"", "file = \"a.h5\"\ndataset = \"/a\"",
          "c.toml:21: key 'excitation.legendre': does not go with 'file', which has a value for "
          "every panel"},
      {"legendre = 2", "legendre = 2.5",
          "c.toml:20: key 'excitation.legendre': takes a whole number, got 2.5"},
      {"legendre = 2", "legendre = -1",
          "c.toml:20: key 'excitation.legendre': must be >= 0, got -1"},
      {"legendre = 2", "axis = [0, 0, 0]",
          "c.toml:20: key 'excitation.axis': must not be the zero vector"},
      {"legendre = 2", "axis = [0, 0]",
          "c.toml:20: key 'excitation.axis': takes a list of 3 numbers, got 2"},
      {"hz = [100, 2e2]", "hz = [100,\n 0]",
          "c.toml:23: key 'frequency.hz': must be > 0, got 0 Hz"},
      {"hz = [100, 2e2]", "hz = [100, \"0.1 kHz\"]",
          "c.toml:21: key 'frequency': asks for 100 Hz twice"},
      {"hz = [100, 2e2]", "hz = []",
          "c.toml:21: key 'frequency': asks for no frequency: give 'hz', or 'from', 'to' and "
          "'points'"},
      {"hz = [100, 2e2]", "from = 2\nto = 1\npoints = 2",
          "c.toml:23: key 'frequency.to': must be above 'from'"},
      {"hz = [100, 2e2]", "from = 2\nto = 3",
          "c.toml:21: key 'frequency': needs 'from', 'to' and 'points' together"},
      {"hz = [100, 2e2]", "from = 2\nto = 3\npoints = 0",
          "c.toml:24: key 'frequency.points': must be > 0, got 0"},
      {"free = true", "free = 1",
          "c.toml:15: key 'structure.free': takes true or false, got a number"},
      {"[structure]\nfree = true\n", "",
          "c.toml:4: key 'material': needs an elastic structure: add [structure]"},
      {"generator = \"shell\"", "", "c.toml:2: key 'geometry': needs 'generator' or 'mesh'"},
      {"generator = \"shell\"", "generator = \"shell\"\nmesh = \"a.h5\"",
          "c.toml:2: key 'geometry': has both 'generator' and 'mesh'; give one"},
      {"generator = \"shell\"", "cells = 2\ngenerator = \"shel\"",
          "c.toml:4: key 'geometry.generator': unknown mesh generator 'shel'; did you mean "
          "'shell'?"},
      {"route = \"star\"", "rout = \"star\"",
          "c.toml:24: key 'messages.rout': unknown key; did you mean 'route'?"},
      {"[messages.merge]", "[messages.marge]",
          "c.toml:25: key 'messages.marge': unknown key; did you mean 'merge'?"},
      {"title = \"a shell\"", "title = 3", "c.toml:1: key 'title': takes a text, got a number"},
  };
  for (const auto& bad : cases)
    CHECK(error_of(replaced(shell_text, bad.from, bad.to)) == bad.message);
}

TEST_CASE("finite but absurd values are refused with the range") {
  const std::vector<std::array<std::string, 3>> bad{
      {"sound_speed = 1500", "sound_speed = 5e-324",
          "fluid.sound_speed': is out of range; from 1e-06 m/s to 1e+09 m/s"},
      {"sound_speed = 1500", "sound_speed = 1e308", "fluid.sound_speed"},
      {"density = 1000", "density = 1e-300", "fluid.density"},
      {"density = 7800", "density = 1e300", "material.density"},
      {"\"210 GPa\"", "5e-324", "material.young"},
      {"loss_factor = 0.01", "loss_factor = 1e300", "material.loss_factor"},
      {"legendre = 2", "legendre = 2000000000",
          "excitation.legendre': is out of range; from 0 to 1000"},
      {"legendre = 2", "legendre = -9223372036854775808", "excitation.legendre"},
      {"legendre = 2", "legendre = 2\nphase = 1e300", "excitation.phase"},
      {"legendre = 2", "legendre = 2\naxis = [1e200, 0, 0]",
          "excitation.axis': must have a length"},
      {"legendre = 2", "legendre = 2\naxis = [1e-200, 0, 0]",
          "excitation.axis': must have a length"},
      {"[messages]", "[output]\nfield_points = [[0, 0, 5], [0, 1e300, 0]]\n[messages]",
          "output.field_points"},
      {"hz = [100, 2e2]", "from = 1\nto = 2\npoints = 1000000000", "frequency.points"},
      {"hz = [100, 2e2]", "from = 5e-324\nto = 1e308\npoints = 3\nspacing = \"log\"",
          "too far apart"}};
  for (const auto& [from, to, names] : bad) {
    INFO(to);
    CHECK_THAT(error_of(replaced(shell_text, from, to)), Contains(names));
  }
}

TEST_CASE("a grid has evenly spaced points along its edges, first along the first") {
  using cases::Vec3;
  const cases::FieldGrid line{{1, 2, 3}, {{3, 0, 0}}, {4}};
  CHECK(line.points() == std::vector<Vec3>{{1, 2, 3}, {2, 2, 3}, {3, 2, 3}, {4, 2, 3}});
  const cases::FieldGrid plane{{0, 0, 0}, {{0, 2, 0}, {0, 0, -1}}, {3, 2}};
  CHECK(plane.points() ==
        std::vector<Vec3>{{0, 0, 0}, {0, 1, 0}, {0, 2, 0}, {0, 0, -1}, {0, 1, -1}, {0, 2, -1}});
  const cases::FieldGrid box{{0, 0, 0}, {{1, 0, 0}, {1, 1, 0}, {0, 0, 4}}, {2, 2, 3}};
  const auto points = box.points();
  REQUIRE(points.size() == 12);
  CHECK(points[1] == Vec3(1, 0, 0));
  CHECK(points[2] == Vec3(1, 1, 0));
  CHECK(points[4] == Vec3(0, 0, 2));
  CHECK(points[11] == Vec3(2, 1, 4));
}

TEST_CASE("a grid that is no line, plane or box, or has too many points, is refused in one line") {
  const auto of = [](const std::string& edges, const std::string& counts) {
    return error_of(sphere_text + "[[output.grid]]\norigin = [0, 0, 2]\nedges = " + edges +
                    "\ncounts = " + counts + "\n");
  };
  CHECK(of("[[1, 0, 0], [0, 1, 0]]", "[3, 4]") == "no error");
  CHECK(of("[[1, 0, 0], [0, 1, 0], [0, 0, 1]]", "[3, 4, 5]") == "no error");
  CHECK(of("[]", "[]") ==
        "c.toml:13: key 'output.grid.edges': takes one, two or three vectors, got 0");
  CHECK(of("[[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]]", "[2, 2, 2, 2]") ==
        "c.toml:13: key 'output.grid.edges': takes one, two or three vectors, got 4");
  CHECK(of("[[1, 0, 0], [0, 1, 0]]", "[3]") ==
        "c.toml:14: key 'output.grid.counts': needs a number of points for each edge, so 2, got 1");
  CHECK(of("[[1, 0, 0], [0, 1, 0]]", "[3, 1]") ==
        "c.toml:14: key 'output.grid.counts': is out of range; from 2 to 100000, got 1");
  CHECK(of("[[1, 0, 0], [0, 1, 0]]", "[3, 2.5]") ==
        "c.toml:14: key 'output.grid.counts': takes a whole number, got 2.5");
  CHECK(of("[[1, 0, 0], [0, 1, 0]]", "3") ==
        "c.toml:14: key 'output.grid.counts': takes a list of whole numbers, got a number");
  CHECK(of("[[1, 0, 0], [0, 0, 0]]", "[3, 4]") ==
        "c.toml:13: key 'output.grid.edges': must not be the zero vector");
  CHECK(of("[[1e-3, 2e-3, 0], [-1e8, -2e8, 0]]", "[3, 4]") ==
        "c.toml:13: key 'output.grid.edges': must not be parallel");
  CHECK(of("[[1, 0, 0], [0, 1, 0], [1, 1, 0]]", "[3, 4, 5]") ==
        "c.toml:13: key 'output.grid.edges': must not lie in a plane");
  CHECK(of("[[1, 0, 0], [0, 1, 0]]", "[4000, 4000]") ==
        "c.toml:14: key 'output.grid.counts': with this grid there are 16000000 field points; at "
        "most 10000000 are taken");
  CHECK(error_of(sphere_text + "[[output.grid]]\nedges = [[1, 0, 0]]\ncounts = [2]\n") ==
        "c.toml:11: key 'output.grid.origin': is missing");
  CHECK(error_of(sphere_text +
                 "[output.grid]\norigin = [0, 0, 2]\nedges = [[1, 0, 0]]\ncounts = [2]\n") ==
        "c.toml:11: key 'output.grid': can be given several times: write [[output.grid]]");
}

TEST_CASE("an unknown generator is reported before its parameters, and those with the nearest") {
  CHECK(
      error_of(replaced(
          sphere_text, "generator = \"sphere\"", "frequency = 2\ngenerator = \"spere\"")) ==
      "c.toml:3: key 'geometry.generator': unknown mesh generator 'spere'; did you mean 'sphere'?");
  CHECK(error_of(
            replaced(sphere_text, "generator = \"sphere\"", "generator = \"sphere\"\nradus = 2")) ==
        "c.toml:3: key 'geometry.radus': unknown key; did you mean 'radius'?");
}

TEST_CASE("text that is not TOML is reported with its line") {
  const auto message = error_of("[fluid\n");
  CHECK(message.find("c.toml:1: not valid TOML: ") == 0);
  CHECK(message.find('\n') == std::string::npos);
}

TEST_CASE("a missing section is named") {
  CHECK(error_of("title = \"x\"\n") ==
        "c.toml: section 'geometry' is missing (the mesh: a generator with its parameters, "
        "or a file)");
}

TEST_CASE("an impedance is passive, of its frequencies, and one for each region") {
  const auto said = [](const std::string& sections) {
    return error_of(replaced(sphere_text, "[frequency]", sections + "[frequency]"));
  };
  const std::string table = "[[impedance]]\ntable = [[50, 1, 0], [200, 2, 1]]\n";
  CHECK_NOTHROW(read_case(replaced(sphere_text, "[frequency]", table + "[frequency]"), "c.toml"));
  CHECK_THAT(said("[impedance]\nloss_factor = 0.1\n"), Contains("is zero at 100 Hz"));
  CHECK_THAT(said("[[impedance]]\ntable = [[50, 1, 0], [90, 2, 1]]\n"),
      Contains("'impedance.table': does not reach 100 Hz"));
  CHECK_THAT(said("[[impedance]]\ntable = [[50, 1, 0], [200, -2, 1]]\n"), Contains("not passive"));
  CHECK_THAT(said("[[impedance]]\ntable = [[200, 1, 0], [50, 2, 1]]\n"),
      Contains("'impedance.table': the frequency must be greater"));
  CHECK_THAT(said(table + "mass = 1\n"), Contains("'impedance.mass': does not go with 'table'"));
  CHECK_THAT(said(table + table), Contains("'impedance.panels': has an impedance already"));
}

TEST_CASE("the rows of a list come from a CSV file as from the case") {
  const auto read = [](const std::string& csv, const std::string& key = "impedance.table") {
    const auto dot = key.find('.');
    const auto section = (dot == 6 ? "[" : "[[") + key.substr(0, dot) + (dot == 6 ? "]" : "]]");
    return read_case(replaced(sphere_text, "[frequency]",
                         section + "\n" + key.substr(dot + 1) + " = \"dir/z.csv\"\n[frequency]"),
        "c.toml", {}, [&](const std::string& name) {
          CHECK(name == "dir/z.csv");
          return csv;
        });
  };
  const auto said = [&](const std::string& csv) {
    try {
      read(csv);
    } catch (const core::InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const auto rows =
      read("# measured\r\nf, Re z, Im z\r\n\r\n 50 ,\t1.1, -0.3 # low\r\n2.5e2,2,1\r\n")
          .impedances.front()
          .table;
  REQUIRE(rows.size() == 2);
  CHECK(rows[0] == cases::Vec3(50, 1.1, -0.3));
  CHECK(rows[1] == cases::Vec3(250, 2, 1));
  CHECK(read("1,2,3", "output.field_points").output.field_points ==
        std::vector{cases::Vec3(1, 2, 3)});
  CHECK(said("Hz,Re,Im\n50,1,0\n200,two,3\n") ==
        "dir/z.csv:3: key 'impedance.table': \"two\" is not a number");
  CHECK(said("50,1,0\n# none\n200,1\n") ==
        "dir/z.csv:3: key 'impedance.table': takes a list of 3 numbers, got 2");
  CHECK_THAT(
      said("50,1,0\n200,1,nan\n"), Contains("z.csv:2: key 'impedance.table': must be finite"));
  CHECK_THAT(
      said("Hz,Re,Im\n50,-1,0\n"), Contains("z.csv:2: key 'impedance.table': the real part"));
  CHECK_THAT(said("50,1,0\n50,2,0\n"), Contains("z.csv:2: key 'impedance.table': the frequency"));
  // A mark of the byte order makes no head of the first row.
  CHECK_THAT(said("\xEF\xBB\xBF"
                  "50,1,0\n200,1,0\n"),
      Contains("is not a number"));
  CHECK_THAT(said("Hz,Re,Im\n"), Contains("z.csv:1: key 'impedance.table': has no rows"));
  CHECK_THAT(said("Hz,Re,Im\na,b,c\n"), Contains("z.csv:2"));
  CHECK_THAT(
      said("50,1,0\n90,1,0\n"), Contains("c.toml:10: key 'impedance.table': does not reach"));
  CHECK(error_of(replaced(
            sphere_text, "[frequency]", "[[impedance]]\ntable = \"none.csv\"\n[frequency]")) ==
        "c.toml:10: key 'impedance.table': none.csv: cannot be read: No such file or directory");
}

TEST_CASE("figures to print are those of the report") {
  const std::string key = "[output]\nfigures = [\"source_level_db\", \"";
  CHECK(error_of(sphere_text + key + "beam_width_deg\"]\n") == "no error");
  CHECK(error_of(sphere_text + key + "beam_width\"]\n") ==
        "c.toml:12: key 'output.figures': unknown figure 'beam_width'; did you mean "
        "'beam_width_deg'?");
}

TEST_CASE("excitations must fit what they drive") {
  CHECK(error_of(replaced(sphere_text, "[frequency]", "[structure]\nfree = true\n[frequency]")) ==
        "c.toml:6: key 'excitation.kind': 'velocity' cannot be prescribed on a structure; use "
        "'force' or "
        "'pressure'");
  CHECK(error_of(replaced(sphere_text, "kind = \"velocity\"", "kind = \"force\"\nnodes = \"a\"")) ==
        "c.toml:6: key 'excitation.kind': 'force' needs an elastic structure: add [structure]");
}

TEST_CASE("options take the place of keys and are checked like them") {
  const auto c = read_case(sphere_text, "c.toml",
      {{"merge", "block", "--merge.block", "1"}, {"messages.merge", "pace", "--merge.pace", "ack"},
          {"frequency", "hz", "--frequency", "[200, \"3 kHz\"]"}});
  CHECK(c.stages[Stage::merge].width == 1);
  CHECK(c.messages.stages[Stage::merge].pace == "ack");
  CHECK(c.frequencies() == std::vector<double>{200.0, 3000.0});
  CHECK(error_of(sphere_text, {{"merge", "block", "--merge.block", "0"}}) ==
        "command line: option '--merge.block': must be > 0, got 0");
  CHECK(error_of(sphere_text, {{"merge", "block", "--merge.block", "many"}}) ==
        "command line: option '--merge.block': takes a whole number, got the text \"many\"");
}

TEST_CASE("the digested text holds what decides the answer and nothing else") {
  using cases::answer_text;
  const auto base = answer_text(read_case(sphere_text, "c.toml"));
  const auto same = [&](const std::string& from, const std::string& to) {
    return answer_text(read_case(replaced(sphere_text, from, to), "other.toml")) == base;
  };
  CHECK(same("hz = [100]", "hz = [200]"));
  CHECK(same("[geometry]", "title = \"x\"\n[geometry]"));
  CHECK(same("[frequency]", "[messages]\nroute = \"star\"\n[frequency]"));
  CHECK(same("[frequency]", "[network]\nlatency = 1\n[frequency]"));
  CHECK_FALSE(same("sound_speed = 1500", "sound_speed = 1500.0000001"));
  CHECK_FALSE(same("amplitude = 1", "amplitude = 1\nphase = 90"));
  CHECK_FALSE(same("generator = \"sphere\"", "generator = \"sphere\"\nradius = 2"));
}

TEST_CASE("a case may name the network it is solved on") {
  CHECK_FALSE(read_case(sphere_text, "c.toml").network);
  const auto given = read_case(
      sphere_text + "[network]\nlatency = \"300 us\"\nbandwidth = \"10 Mbit\"\n", "c.toml")
                         .network;
  REQUIRE(given);
  CHECK(given->latency == Approx(300e-6));
  CHECK(given->bandwidth == Approx(1.25e6));
  CHECK(given->overhead == 0);
  const auto bare = read_case(sphere_text + "[network]\noverhead = 1e-6\n", "c.toml").network;
  REQUIRE(bare);
  CHECK(std::isinf(bare->bandwidth));
  CHECK(bare->overhead == Approx(1e-6));
  CHECK_THAT(error_of(sphere_text + "[network]\nlatency = -1\n"),
      Contains("key 'network.latency': must be >= 0"));
  CHECK_THAT(error_of(sphere_text + "[network]\nbandwidth = 0\n"),
      Contains("key 'network.bandwidth': must be > 0"));
  CHECK_THAT(
      error_of(sphere_text + "[network]\nbandwidth = \"10 us\"\n"), Contains("has the unit 'us'"));
  CHECK_THAT(
      error_of(sphere_text + "[network]\nlatncy = 1\n"), Contains("did you mean 'latency'?"));
}

TEST_CASE("the help of the case file lists every section and key") {
  std::string help;
  for (const auto& section : cases::case_help().sections) {
    help += section.heading + "\n";
    for (const auto& [name, meaning] : section.entries) {
      INFO(section.heading << " " << name);
      CHECK_FALSE(meaning.empty());
      CHECK(meaning.front() != ';');  // every key is explained
      help += name + ": " + meaning + "\n";
    }
  }
  for (const auto* text : {"[geometry]", "[[material]]", "[[excitation]]", "sound_speed",
           "burton_miller", "kg/m^3", "[messages.eliminate]", "[network]"})
    CHECK(help.find(text) != std::string::npos);
  CHECK_THAT(
      help, Contains("loss factor eta; number >= 0, from 0 to 1000; for elastic; default 0\n"));
  CHECK_THAT(help, Contains("list of texts; required\n"));
  CHECK_THAT(help, Contains("keys beside it if it has no surface; text\n"));  // empty by default
}

TEST_CASE("the help of stages has every method of each stage") {
  const auto page = cases::stages_help();
  REQUIRE(page.sections.size() == 4);
  CHECK(page.sections[0].heading == "merge.method");
  CHECK(page.sections[1].heading == "form.schedule");
  CHECK(page.sections[2].heading == "reduce.method");
  CHECK(page.sections[3].heading == "eliminate.method");
  for (const auto& [section, method] : {std::pair{0, "frontal"}, {0, "substructure"},
           {1, "dynamic"}, {2, "columns"}, {3, "rows"}, {3, "krylov"}}) {
    const auto& entries = page.sections[section].entries;
    INFO(method);
    CHECK(std::count_if(entries.begin(), entries.end(),
              [&](const auto& entry) { return entry.name == method; }) == 1);
  }
}
