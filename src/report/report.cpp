#include <boost/algorithm/string/replace.hpp>
#include <cstdio>
#include <filesystem>
#include <optional>

#include "cli/outputs.h"
#include "core/error.h"
#include "core/text.h"
#include "io/atomic_file.h"
#include "io/hdf5_file.h"
#include "io/json.h"
#include "io/results_file.h"
#include "mpi/environment.h"
#include "report/command.h"
#include "report/page.h"

namespace febem::report {
namespace {

namespace fs = std::filesystem;

/// The file that a page is made of.
fs::path source_of(const fs::path& target) {
  if (!fs::exists(target)) throw core::InputError("'" + target.string() + "' does not exist");
  if (!fs::is_directory(target)) return target;
  for (const char* name : {io::results_file_name, "convergence.json"})
    if (fs::exists(target / name)) return target / name;
  throw core::InputError("'", target.string(), "' has no ", io::results_file_name,
      "; solve --out writes it when all frequencies are solved");
}

io::Json parsed(const std::string& text, const fs::path& source) {
  auto json = io::Json::parse(text, nullptr, false);
  if (!json.is_object() || !(json.contains("schema_version") || json.contains("quantities")))
    throw core::InputError("'" + source.string() + "' is not a report of minifebem");
  return json;
}

io::Json document_of(const fs::path& source) {
  std::optional<io::Hdf5File> results;
  std::string text;
  if (source.extension() == ".h5") {
    results.emplace(source, false);
    text = results->read_text("/run/json");
  } else {
    text = core::file_text(source);
  }
  auto report = parsed(text, source);
  io::Json document{{"source", source.filename().string()}};
  if (report.value("kind", "") == "solve")
    document.update(solution(std::move(report), results ? &*results : nullptr));
  else
    document["report"] = std::move(report);
  if (results && results->contains("/run/case"))
    document["case_text"] = results->read_text("/run/case");
  return document;
}

}  // namespace

std::string page(const io::Json& document) {
  // In a script of a page only "<" could end the data; the texts of JSON may have it so.
  const auto data = boost::replace_all_copy(io::file_text(document, -1), "<", "\\u003c");
  std::string text(embedded("page.html"));
  for (const char* name : {"page.css", "viewer.js", "page.js", "echarts.min.js", "data"})
    boost::replace_first(text, core::text("@@", name, "@@"),
        name == std::string_view("data") ? std::string_view(data) : embedded(name));
  return text;
}

void report(const Options& options) {
  if (mpi::launched().rank > 0) return;
  const fs::path target = options.target, source = source_of(target);
  const fs::path out = !options.out.empty()       ? fs::path(options.out)
                       : fs::is_directory(target) ? target / "report.html"
                                                  : fs::path(target).replace_extension(".html");
  cli::try_outputs({{"--out", out}});
  io::write_output(out, page(document_of(source)));
  if (io::can_be_replaced(out))
    std::printf("report in %s\n", core::printable(out.string()).c_str());
}

}  // namespace febem::report
