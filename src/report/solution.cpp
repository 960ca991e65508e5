#include <algorithm>
#include <boost/archive/iterators/base64_from_binary.hpp>
#include <boost/archive/iterators/transform_width.hpp>
#include <cmath>
#include <string>
#include <tuple>
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
constexpr std::size_t most_rows = 20000;     ///< with every figure
constexpr std::size_t most_values = 100000;  ///< of fields near the body, and of the far field
constexpr std::size_t most_points = 8;       ///< field points with a curve each
constexpr std::size_t most_loads = 6;        ///< load cases with fields, where not all have room

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

/// The figures that tell of quality: name, relation to the limit, limit, and what holds then.
Json marks(int order) {
  namespace limits = driver::acceptable;
  namespace mesh = cases::one_per_cent;
  const auto n = static_cast<std::size_t>(std::clamp(order, 0, 2));
  constexpr const char *most = "at most", *least = "at least", *near_one = "1 \u00b1";
  const std::tuple<const char*, const char*, double, const char*> list[] = {
      {"residual", most, limits::residual, "The acoustic system is solved to rounding errors."},
      {"pivot_growth", most, limits::growth, "The elimination is stable."},
      {"condition_estimate", most, limits::condition, "The acoustic system is well posed."},
      {"structural_backward_error", most, limits::structural_backward_error,
          "The structure is solved to rounding errors."},
      {"factor_growth", most, limits::factor_growth, "The factor of the structure is stable."},
      {"structural_condition_estimate", most, limits::structural_condition,
          "The structure is well posed."},
      {"refinement_correction", most, limits::refinement_correction, "The refinement converges."},
      {"power_balance_error", most, limits::power_balance, "The powers balance."},
      {"surface_over_far_field", near_one, mesh::power_difference,
          "The power that the surface radiates arrives far away."},
      {"extinction_over_loss", near_one, mesh::power_difference,
          "The waves lose the power that is scattered and absorbed."},
      {"panels_per_wavelength", least, mesh::least_panels[n], "Panels resolve the wavelength."},
      {"sides_apart_over_panel", least, mesh::least_sides_apart[n],
          "Panels resolve the distance of facing sides."},
      {"elements_per_shear_wavelength", least, mesh::least_elements,
          "Elements resolve shear waves."},
      {"elements_per_bending_wavelength", least, mesh::least_elements,
          "Elements resolve bending waves."}};
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
    for (const auto& row : rows_)
      if (const auto hz = row.at("hz").get<double>(); hz_.empty() || hz_.back() != hz)
        hz_.push_back(hz);
    loads_ = hz_.empty() ? 0 : rows_.size() / hz_.size();
    if (loads_ * hz_.size() != rows_.size())
      throw core::RunError("the report has not as many load cases at each frequency");
    result_ = {{"hz", hz_}, {"marks", marks(report["case"].value("order", 0))}};
    result_["report"] = std::move(report);
  }

  Json document() {
    add_figures();
    if (file_ != nullptr) {
      add_mesh();
      add_fields();
      add_far_field();
    }
    result_["notes"] = notes_;
    return std::move(result_);
  }

 private:
  using Indices = std::vector<std::size_t>;

  void note(const auto&... parts) { notes_.push_back(core::text(parts...)); }

  void add_figures() {
    auto& names = result_["load_cases"]["names"] = Json::array();
    for (std::size_t l = 0; l < loads_; ++l) names.push_back(rows_[l]["load_case"]);
    const bool all = rows_.size() <= most_rows;
    if (!all) note("More than ", most_rows, " solutions: the page has their main figures only.");
    auto& words = result_["words"] = Json::object();
    for (const char* key : {"outcome", "formulation", "precision"})
      for (const auto& row : rows_)
        if (all || key == std::string_view("outcome")) words[key].push_back(row[key]);
    auto& figures = result_["figures"] = Json::array();
    for (const auto& figure : io::frequency_numbers) {
      if (!all && main_figures.find(figure.name) == main_figures.npos) continue;
      std::vector<double> values;
      for (const auto& row : rows_) values.push_back(number_at(row, figure.name));
      if (!std::all_of(values.begin(), values.end(), [](double v) { return std::isnan(v); }))
        figures.push_back({{"name", figure.name}, {"unit", figure.unit}, {"help", figure.help},
            {"values", base64<double>(values)}});
    }
  }

  void add_mesh() {
    auto& mesh = result_["mesh"];
    const auto panels = file_->read_integers("/mesh/panels");
    mesh = {{"panel_count", panels.size() / 4}, {"panels", base64<std::int32_t>(panels)},
        {"points", base64<float>(file_->read_doubles("/mesh/points"))}};
    if (!file_->contains("/mesh/panel_region")) return;
    mesh["region"] = file_->read_integers("/mesh/panel_region");
    mesh["regions"] = file_->read_texts("/mesh/region_names");
  }

  /// The values first .. first + count of each load case of a complex dataset, at some frequencies
  /// and for some load cases.
  Json fields(const std::string& name, const Indices& frequencies, const Indices& loads,
      std::size_t first, std::size_t count) const {
    std::vector<double> numbers;  // real and imaginary parts in turn
    for (const auto f : frequencies) {
      const auto real = file_->read_row(name + "_real", f);
      const auto imag = file_->read_row(name + "_imag", f);
      for (const auto l : loads)
        for (auto i = l * (real.size() / loads_) + first, end = i + count; i < end; ++i)
          numbers.insert(numbers.end(), {real[i], imag[i]});
    }
    return {{"frequencies", frequencies}, {"loads", loads}, {"count", count},
        {"values", base64<float>(numbers)}};
  }

  /// Frequencies to show: all, or the largest peaks of the mean pressure and others evenly.
  Indices frequencies_to_show(std::size_t most) const {
    std::vector<double> mean(hz_.size(), 0.0);
    for (std::size_t i = 0; i < rows_.size(); ++i)
      mean[i / loads_] = std::fmax(mean[i / loads_], number_at(rows_[i], "mean_pressure_pa"));
    Indices peaks;
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

  /// Field points come in two parts: single points have curves, those of grids are shown in space.
  void add_fields() {
    const auto panels = result_["mesh"]["panel_count"].get<std::size_t>();
    std::size_t points = 0, singles = 0;
    if (file_->contains("/field/points")) {
      const auto places = file_->read_doubles("/field/points");
      singles = points = places.size() / 3;
      result_["points"]["places"] = places;
      if (file_->contains("/field/grid_first")) {
        const auto first = file_->read_integers("/field/grid_first");
        singles = first[0];
        result_["points"].update(
            {{"first", first}, {"counts", file_->read_integers("/field/grid_counts")}});
      }
      const auto count = std::min(singles, most_points);
      if (count < singles) note("Curves are of ", count, " of ", singles, " field points.");
      if (count > 0)
        result_["curves"] = fields(
            "/field/pressure", spread(hz_.size(), hz_.size()), spread(loads_, loads_), 0, count);
    }
    if (!file_->contains("/solution/pressure_real")) return;
    const auto room = std::max<std::size_t>(1, most_values / (panels + points - singles));
    const auto loads = spread(loads_, rows_.size() <= room ? loads_ : std::min(room, most_loads));
    const auto shown = frequencies_to_show(std::max<std::size_t>(1, room / loads.size()));
    if (shown.size() * loads.size() < rows_.size())
      note("Fields are shown at ", shown.size(), " of ", hz_.size(), " frequencies for ",
          loads.size(), " of ", loads_, " load cases: at the largest peaks of the mean pressure, ",
          "and evenly between. results.h5 has all of them.");
    result_["surface"] = fields("/solution/pressure", shown, loads, 0, panels);
    if (singles < points)
      result_["grids"] = fields("/field/pressure", shown, loads, singles, points - singles);
  }

  void add_far_field() {
    for (const std::string group : {"load_case", "field"})
      for (const std::string key : {"angle", "elevation"})
        if (const auto name = "/" + group + "/" + key; file_->contains(name))
          result_[group == "field" ? "far_field" : "load_cases"][key] = file_->read_doubles(name);
    if (!result_.contains("far_field")) return;
    auto& far = result_["far_field"];
    const auto count = far["angle"].size(), room = most_values / count;
    const auto loads = spread(loads_, room / std::min(hz_.size(), room + 1));
    const auto shown = spread(hz_.size(), room / loads.size());
    if (shown.size() * loads.size() < rows_.size())
      note("The far field is shown at ", shown.size(), " of ", hz_.size(), " frequencies for ",
          loads.size(), " of ", loads_, " load cases.");
    far.update(fields("/field/directivity", shown, loads, 0, count));
  }

  Json rows_, result_;
  const io::Hdf5File* file_;
  std::vector<double> hz_;
  std::size_t loads_ = 0;
  std::vector<std::string> notes_;
};

}  // namespace

Json solution(Json report, const io::Hdf5File* results) {
  return Solution(std::move(report), results).document();
}

}  // namespace febem::report
