#include <cstdio>
#include <exception>
#include <filesystem>
#include <optional>

#include "cli/input_errors.h"
#include "cli/outputs.h"
#include "core/error.h"
#include "core/memory.h"
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

void write_page(const Options& options) {
  const fs::path target = options.target, source = source_of(target);
  const fs::path out = !options.out.empty()       ? fs::path(options.out)
                       : fs::is_directory(target) ? target / "report.html"
                                                  : fs::path(target).replace_extension(".html");
  cli::try_outputs({{"--out", out}});
  io::write_output(out, page(document_of(source)));
  if (io::can_be_replaced(out))
    std::printf("report in %s\n", core::printable(out.string()).c_str());
}

}  // namespace

std::string page(const io::Json& document) {
  auto data = io::file_text(document, -1);
  // In a script of a page only "<" could end the data; the texts of JSON may have it so.
  for (auto at = data.find('<'); at != std::string::npos; at = data.find('<', at))
    data.replace(at, 1, "\\u003c");
  std::string text;
  auto rest = embedded("page.html");
  for (auto at = rest.find("@@"); at != rest.npos; at = rest.find("@@")) {
    text += rest.substr(0, at);
    const auto end = rest.find("@@", at + 2);
    const auto name = rest.substr(at + 2, end - at - 2);
    text += name == "data" ? std::string_view(data) : embedded(name);
    rest.remove_prefix(end + 2);
  }
  return text.append(rest);
}

int report(const Options& options) {
  if (mpi::launched().rank > 0) return 0;
  try {
    write_page(options);
    return 0;
  } catch (const core::InputError& error) {
    cli::complain(error.what());
    return 2;
  } catch (const std::exception& error) {
    cli::complain(core::message_of(error));
    return 1;
  }
}

}  // namespace febem::report
