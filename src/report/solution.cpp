#include <algorithm>
#include <boost/archive/iterators/base64_from_binary.hpp>
#include <boost/archive/iterators/transform_width.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "cases/resolution.h"
#include "core/error.h"
#include "driver/outcome.h"
#include "io/hdf5_file.h"
#include "io/json.h"
#include "report/page.h"

namespace febem::report {
namespace {

using io::Json;

// Beyond these limits a page would open slowly.
constexpr std::size_t most_rows = 20000;           ///< with every figure
constexpr std::size_t most_field_bytes = 1 << 20;  ///< of pressures on the surface and on planes
constexpr std::size_t most_moduli = 400000;        ///< of the far field
constexpr std::size_t most_points = 8;             ///< field points with a curve each
constexpr std::size_t most_loads = 6;  ///< load cases with fields, where not all have room

/// The figures that more rows have, in one text.
constexpr std::string_view main_figures =
    "radiated_power_w far_field_power_w target_strength_db source_level_db mean_pressure_pa "
    "surface_over_far_field extinction_over_loss panels_per_wavelength residual";

/// Base64 of the values as numbers of type T, and zeros up to a multiple of three numbers.
template <class T>
std::string base64(const auto& values) {
  std::vector<T> numbers(values.begin(), values.end());
  numbers.resize((numbers.size() + 2) / 3 * 3);
  const auto* bytes = reinterpret_cast<const char*>(numbers.data());
  using namespace boost::archive::iterators;
  using Letters = base64_from_binary<transform_width<const char*, 6, 8>>;
  return {Letters(bytes), Letters(bytes + numbers.size() * sizeof(T))};
}

/// At most `most` of the numbers below `count`, evenly from the first to the last.
std::vector<std::size_t> spread(std::size_t count, std::size_t most) {
  std::vector<std::size_t> chosen(std::min(count, std::max<std::size_t>(1, most)));
  for (std::size_t i = 1; i < chosen.size(); ++i) chosen[i] = i * (count - 1) / (chosen.size() - 1);
  return chosen;
}

double number_at(const Json& row, std::string_view key) {
  const auto at = row.find(key);
  return at == row.end() || !at->is_number() ? io::not_computed : at->get<double>();
}

/// The figures that tell of quality: whether each must be at most its limit, at least its limit, or
/// no farther from 1, and what holds then.
Json marks(int order) {
  namespace limits = driver::acceptable;
  namespace mesh = cases::one_per_cent;
  const auto n = static_cast<std::size_t>(std::clamp(order, 0, 2));
  Json list = Json::array();
  const auto add = [&](const char* side) {
    return [&list, side](const char* figure, double limit, const char* words) {
      list.push_back({{"figure", figure}, {"side", side}, {"limit", limit}, {"words", words}});
    };
  };
  const auto at_most = add("at most"), at_least = add("at least"), near_one = add("1 \u00b1");
  at_most("residual", limits::residual, "The acoustic system is solved to rounding errors.");
  at_most("pivot_growth", limits::growth, "The elimination is stable.");
  at_most("condition_estimate", limits::condition, "The acoustic system is well posed.");
  at_most("structural_backward_error", limits::structural_backward_error,
      "The structure is solved to rounding errors.");
  at_most("factor_growth", limits::factor_growth, "The factor of the structure is stable.");
  at_most("structural_condition_estimate", limits::structural_condition,
      "The structure is well posed.");
  at_most("refinement_correction", limits::refinement_correction, "The refinement converges.");
  at_most("power_balance_error", limits::power_balance, "The powers balance.");
  near_one("surface_over_far_field", mesh::power_difference,
      "The power that the surface radiates arrives far away.");
  near_one("extinction_over_loss", mesh::power_difference,
      "The waves lose the power that is scattered and absorbed.");
  at_least("panels_per_wavelength", mesh::least_panels[n], "Panels resolve the wavelength.");
  at_least("sides_apart_over_panel", mesh::least_sides_apart[n],
      "Panels resolve the distance of facing sides.");
  at_least("elements_per_shear_wavelength", mesh::least_elements, "Elements resolve shear waves.");
  at_least(
      "elements_per_bending_wavelength", mesh::least_elements, "Elements resolve bending waves.");
  return list;
}

/// Makes the document of a solution. A row is a load case at a frequency.
class Solution {
 public:
  Solution(Json report, const io::Hdf5File* results) : file_(results) {
    rows_ = std::move(report["frequencies"]);
    report.erase("frequencies");
    for (auto& stage : report["stages"])
      for (auto& rank : stage["ranks"])
        for (const char* list : {"peers", "message_sizes"}) rank.erase(list);
    result_ = {{"marks", marks(report["case"].value("order", 0))}, {"figures", Json::array()}};
    result_["report"] = std::move(report);
    for (const auto& row : rows_)
      if (const auto hz = row.at("hz").get<double>(); hz_.empty() || hz_.back() != hz)
        hz_.push_back(hz);
    loads_ = hz_.empty() ? 0 : rows_.size() / hz_.size();
    if (loads_ * hz_.size() != rows_.size())
      throw core::RunError("the report has not as many load cases at each frequency");
  }

  Json document() {
    Json loads{{"names", Json::array()}};
    for (std::size_t l = 0; l < loads_; ++l) loads["names"].push_back(rows_[l]["load_case"]);
    for (const char* key : {"outcome", "formulation", "precision"}) add_words(key);
    add_figures();
    if (file_ != nullptr) {
      if (has("/load_case/angle"))
        for (const std::string key : {"angle", "elevation"})
          loads[key] = file_->read_doubles("/load_case/" + key);
      add_mesh();
      if (has("/field/points")) add_points();
      if (has("/solution/pressure_real")) add_fields();
      if (has("/field/angle")) add_far_field();
    }
    result_.update({{"load_cases", loads}, {"hz", hz_}, {"notes", notes_}});
    return std::move(result_);
  }

 private:
  using Fields = std::vector<core::Complex>;

  bool has(const std::string& name) const { return file_->contains(name); }

  /// The values of all load cases at frequency number f.
  Fields row(const std::string& name, std::size_t f) const {
    const auto real = file_->read_row(name + "_real", f), imag = file_->read_row(name + "_imag", f);
    Fields values;
    for (std::size_t i = 0; i < real.size(); ++i) values.emplace_back(real[i], imag[i]);
    return values;
  }

  /// The texts of a key as numbers of words.
  void add_words(const char* key) {
    std::vector<std::string> words;
    Json numbers = Json::array();
    for (const auto& row : rows_) {
      const auto word = row.value(key, "");
      const auto at = std::find(words.begin(), words.end(), word);
      numbers.push_back(at - words.begin());
      if (at == words.end()) words.push_back(word);
    }
    result_[key] = {{"words", words}, {"of", numbers}};
  }

  void add_figure(std::string_view name, std::string_view unit, std::string_view help,
      const std::vector<double>& values) {
    if (!std::all_of(values.begin(), values.end(), [](double v) { return std::isnan(v); }))
      result_["figures"].push_back(
          {{"name", name}, {"unit", unit}, {"help", help}, {"values", base64<double>(values)}});
  }

  void add_figures() {
    const bool all = rows_.size() <= most_rows;
    for (const auto& figure : io::frequency_numbers) {
      if (!all && main_figures.find(figure.name) == main_figures.npos) continue;
      std::vector<double> values;
      for (const auto& row : rows_) values.push_back(number_at(row, figure.name));
      add_figure(figure.name, figure.unit, figure.help, values);
    }
    if (!all) note("More than ", most_rows, " solutions: the page has their main figures only.");
  }

  void add_mesh() {
    const auto panels = file_->read_integers("/mesh/panels");
    panels_ = panels.size() / 4;
    auto& mesh = result_["mesh"] = {{"panel_count", panels_},
        {"points", base64<float>(file_->read_doubles("/mesh/points"))},
        {"panels", base64<std::int32_t>(panels)}};
    if (!has("/mesh/panel_region")) return;
    mesh["region"] = file_->read_integers("/mesh/panel_region");
    mesh["regions"] = file_->read_texts("/mesh/region_names");
  }

  /// Grids with two edges are planes to show; single points have curves.
  void add_points() {
    const auto places = file_->read_doubles("/field/points");
    points_ = places.size() / 3;
    auto singles = points_;
    const bool gridded = has("/field/grid_first");
    const auto first = gridded ? file_->read_integers("/field/grid_first") : Integers();
    const auto counts = gridded ? file_->read_integers("/field/grid_counts") : Integers();
    for (std::size_t g = 0; g < first.size(); ++g) {
      const auto from = static_cast<std::size_t>(first[g]);
      singles = std::min(singles, from);
      std::vector<std::size_t> edges(counts.begin() + 3 * g, counts.begin() + 3 * g + 3);
      std::erase(edges, 1);
      if (edges.size() != 2) {
        note("Of the grids of field points only those with two edges are shown.");
        continue;
      }
      planes_.push_back({from, edges[0] * edges[1]});
      const std::vector<double> part(
          &places[3 * from], &places[3 * from] + 3 * planes_.back().size);
      result_["planes"].push_back({{"counts", edges}, {"points", base64<float>(part)}});
    }
    const auto count = std::min(singles, most_points);
    if (singles > count) note("Curves are of ", count, " of ", singles, " field points.");
    std::vector<std::vector<double>> curves(count);
    for (std::size_t f = 0; f < hz_.size() && count > 0; ++f) {
      const auto values = row("/field/pressure", f);
      for (std::size_t l = 0; l < loads_; ++l)
        for (std::size_t i = 0; i < count; ++i)
          curves[i].push_back(std::abs(values[l * points_ + i]));
    }
    for (std::size_t i = 0; i < count; ++i)
      add_figure(core::text("pressure_at_point_", i + 1, "_pa"), "Pa",
          core::text("amplitude of the pressure at (", places[3 * i], ", ", places[3 * i + 1], ", ",
              places[3 * i + 2], ") m"),
          curves[i]);
  }

  /// Frequencies to show: all, or the largest peaks of the mean pressure and others evenly.
  std::vector<std::size_t> frequencies_to_show(std::size_t most) const {
    std::vector<double> mean(hz_.size(), 0.0);
    for (std::size_t i = 0; i < rows_.size(); ++i)
      mean[i / loads_] = std::fmax(mean[i / loads_], number_at(rows_[i], "mean_pressure_pa"));
    std::vector<std::size_t> peaks;
    for (std::size_t f = 1; f + 1 < mean.size() && mean.size() > most; ++f)
      if (mean[f] > mean[f - 1] && mean[f] >= mean[f + 1]) peaks.push_back(f);
    std::sort(peaks.begin(), peaks.end(), [&](auto a, auto b) { return mean[a] > mean[b]; });
    peaks.resize(std::min(peaks.size(), most / 2));
    auto chosen = spread(hz_.size(), most - peaks.size());
    chosen.insert(chosen.end(), peaks.begin(), peaks.end());
    std::sort(chosen.begin(), chosen.end());
    chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
    return chosen;
  }

  void add_fields() {
    std::size_t values = panels_;
    for (const auto& plane : planes_) values += plane.size;
    const auto room = std::max<std::size_t>(1, most_field_bytes / (values * 11));
    const auto loads = spread(loads_, rows_.size() <= room ? loads_ : std::min(room, most_loads));
    const auto shown = frequencies_to_show(std::max<std::size_t>(1, room / loads.size()));
    if (shown.size() * loads.size() < rows_.size())
      note("Fields are shown at ", shown.size(), " of ", hz_.size(), " frequencies for ",
          loads.size(), " of ", loads_, " load cases: at the largest peaks of the mean pressure, ",
          "and evenly between. results.h5 has all of them.");
    for (const auto f : shown) {
      const auto surface = row("/solution/pressure", f);
      const auto points = planes_.empty() ? Fields() : row("/field/pressure", f);
      for (const auto l : loads) {
        std::vector<double> numbers;  // real and imaginary parts in turn
        const auto add = [&](const Fields& from, std::size_t first, std::size_t count) {
          const auto* parts = reinterpret_cast<const double*>(&from[first]);
          numbers.insert(numbers.end(), parts, parts + 2 * count);
        };
        add(surface, l * panels_, panels_);
        for (const auto& plane : planes_) add(points, l * points_ + plane.first, plane.size);
        result_["fields"].push_back(
            {{"frequency", f}, {"load", l}, {"values", base64<float>(numbers)}});
      }
    }
  }

  void add_far_field() {
    auto& far = result_["far_field"];
    for (const std::string key : {"angle", "elevation"})
      far[key] = file_->read_doubles("/field/" + key);
    const auto count = far["angle"].size(), room = most_moduli / count;
    const auto loads = spread(loads_, room / std::min(hz_.size(), room + 1));
    const auto shown = spread(hz_.size(), room / loads.size());
    if (shown.size() * loads.size() < rows_.size())
      note("The far field is shown at ", shown.size(), " of ", hz_.size(), " frequencies for ",
          loads.size(), " of ", loads_, " load cases.");
    std::vector<double> moduli;
    for (const auto f : shown) {
      const auto values = row("/field/directivity", f);
      for (const auto l : loads)
        for (std::size_t i = l * count; i < (l + 1) * count; ++i)
          moduli.push_back(std::abs(values[i]));
    }
    far.update({{"frequencies", shown}, {"loads", loads}, {"moduli", base64<float>(moduli)}});
  }

  void note(const auto&... parts) { notes_.push_back(core::text(parts...)); }

  struct Plane {
    std::size_t first, size;  ///< its field points
  };
  using Integers = std::vector<std::int32_t>;

  Json rows_, result_;
  const io::Hdf5File* file_;
  std::vector<double> hz_;
  std::size_t loads_ = 0, panels_ = 0, points_ = 0;
  std::vector<Plane> planes_;
  std::vector<std::string> notes_;
};

}  // namespace

Json solution(Json report, const io::Hdf5File* results) {
  return Solution(std::move(report), results).document();
}

}  // namespace febem::report
