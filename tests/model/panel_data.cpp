// Values of panels out of files: what is taken, and what is said of what is not.
#include "model/panel_data.h"

#include <hdf5.h>

#include <cstdint>
#include <fstream>
#include <limits>

#include "core/error.h"
#include "io/atomic_file.h"
#include "io/hdf5_file.h"
#include "support/catch.h"
#include "support/scratch.h"

using namespace febem;
using Catch::Matchers::Contains;
using Numbers = std::vector<double>;

namespace {

const Numbers six{1, -2, 3, 0.5, -6, 7};

/// A file with the data set /group/v; several may stand at a time.
class Data {
 public:
  Data(const Numbers& values, const io::Hdf5File::Shape& shape, const std::string& units = "")
      : scratch_("panel_data" + std::to_string(reinterpret_cast<std::uintptr_t>(this))) {
    io::Hdf5File file;
    file.write("/group/v", values, shape, units);
    file.write("/texts", std::vector<std::string>{"a", "b", "c"});
    io::write_atomically(path(), file.image());
  }
  la::Vector read(core::Index panels, const std::string& unit = "m/s", const std::string& dataset = "/group/v") const {
    return model::read_panel_data(path(), dataset, panels, unit);
  }
  const std::string& path() const { return scratch_.path(); }

 private:
  test::Scratch scratch_;
};

/// A compound of two members in a data set /c of three, beside what is in the file.
void add_compound(const std::string& path, const char* first, const char* second, hid_t type) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), compound = H5Tcreate(H5T_COMPOUND, 16);
  H5Tinsert(compound, first, 0, type);
  H5Tinsert(compound, second, 8, type);
  const hsize_t size = 3;
  const hid_t space = H5Screate_simple(1, &size, nullptr);
  const hid_t set = H5Dcreate2(file, "/c", compound, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  REQUIRE(H5Dwrite(set, compound, H5S_ALL, H5S_ALL, H5P_DEFAULT, six.data()) >= 0);
  H5Dclose(set);
  H5Sclose(space);
  H5Tclose(compound);
  H5Fclose(file);
}

}  // namespace

TEST_CASE("values of panels: real, in one column, in two, or as the compounds of h5py in either order of their members") {
  using core::Complex;
  const la::Vector real = Data(six, {6}).read(6), column = Data(six, {6, 1}).read(6), two = Data(six, {3, 2}).read(3);
  REQUIRE(real.size() == 6);
  REQUIRE(two.size() == 3);
  for (int i = 0; i < 6; ++i) CHECK(real[i] == Complex(six[static_cast<std::size_t>(i)]));
  CHECK(column == real);
  CHECK(two[0] == Complex(1, -2));
  CHECK(two[2] == Complex(-6, 7));
  const Data compounds(six, {6});
  add_compound(compounds.path(), "r", "i", H5T_NATIVE_DOUBLE);
  CHECK(compounds.read(3, "m/s", "/c") == two);
  const Data turned(six, {6});
  add_compound(turned.path(), "i", "r", H5T_NATIVE_DOUBLE);
  CHECK(turned.read(3, "m/s", "/c")[0] == Complex(-2, 1));
}

TEST_CASE("a unit of the right kind is honoured and another refused") {
  const la::Vector plain = Data(six, {6}).read(6);
  CHECK(Data(six, {6}, "m/s").read(6) == plain);
  CHECK((Data(six, {6}, "mm/s").read(6) - 1e-3 * plain).norm() < 1e-15);
  CHECK((Data(six, {6}, "kPa").read(6, "Pa") - 1e3 * plain).norm() < 1e-10);
  CHECK_THROWS_WITH(Data(six, {6}, "Pa").read(6), Contains("/group/v has the unit 'Pa'; known here: m/s"));
  CHECK_THROWS_WITH(Data(six, {6}, "m/s").read(6, "Pa"), Contains("/group/v has the unit 'm/s'; known here: Pa"));
}

TEST_CASE("what is wrong with values of panels is said with file and data set") {
  const auto complaint = [](const Data& data, core::Index panels, const std::string& dataset = "/group/v") -> std::string {
    try {
      data.read(panels, "m/s", dataset);
    } catch (const core::InputError& error) {
      const std::string text = error.what(), head = "data file '" + data.path() + "': " + dataset + " ";
      CHECK(text.starts_with(head));
      CHECK(text.find('\n') == std::string::npos);
      return text.substr(std::min(head.size(), text.size()));
    }
    return "nothing";
  };
  const Data data(six, {6});
  CHECK(complaint(data, 6) == "nothing");
  CHECK(complaint(data, 5) == "has 6 values for 5 panels");
  CHECK(complaint(data, 7) == "has 6 values for 7 panels");
  CHECK(complaint(Data(six, {3, 2}), 6) == "has 3 values for 6 panels");
  CHECK(complaint(Data(six, {2, 3}), 2) == "has 3 columns; 1, or 2 for real and imaginary parts, are needed");
  CHECK(complaint(Data(six, {1, 2, 3}), 6) == "has 3 dimensions; 1 or 2 are allowed");
  CHECK(complaint(data, 6, "/group/w") == "is missing");
  CHECK(complaint(data, 6, "/none/w") == "is missing");
  CHECK(complaint(data, 6, "/group") == "is not a data set");
  CHECK(complaint(data, 3, "/texts") == "does not hold numbers");
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    auto values = six;
    values[4] = bad;
    CHECK(complaint(Data(values, {6}), 6) == "row 4 is not a finite number");
    CHECK(complaint(Data(values, {3, 2}), 3) == "row 2 is not a finite number");
    std::swap(values[4], values[5]);
    CHECK(complaint(Data(values, {3, 2}), 3) == "row 2 is not a finite number");
  }
  add_compound(data.path(), "r", "j", H5T_NATIVE_DOUBLE);
  CHECK(complaint(data, 3, "/c") == "holds compounds that are not two real numbers 'r' and 'i'");
  const Data whole(six, {6});
  add_compound(whole.path(), "r", "i", H5T_NATIVE_INT64);
  CHECK(complaint(whole, 3, "/c") == "holds compounds that are not two real numbers 'r' and 'i'");
}

TEST_CASE("a file of values that is missing or is none is refused") {
  CHECK_THROWS_WITH(model::read_panel_data("/nowhere/v.h5", "/v", 6, "Pa"), "data file '/nowhere/v.h5' does not exist");
  const test::Scratch scratch("no_data");
  std::ofstream(scratch.path()) << "text";
  CHECK_THROWS_WITH(model::read_panel_data(scratch.path(), "/v", 6, "Pa"), Contains("cannot be read as an HDF5 file"));
}
