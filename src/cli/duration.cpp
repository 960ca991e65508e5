#include "cli/duration.h"

#include "core/text_table.h"

namespace febem::cli {

std::string duration_text(const Span& span) {
  if (!(span.most > 0)) return {};
  if (span.most < 1) return "less than 1 s";
  const bool seconds = span.most < 90, minutes = span.most < 90 * 60;
  const double unit = seconds ? 1 : minutes ? 60 : 3600;
  const auto least = core::number(span.least / unit, "%.2g"),
             most = core::number(span.most / unit, "%.2g");
  const std::string from = span.least < 1  ? "at most "
                           : least == most ? "about "
                                           : "about " + least + " to ";
  return from + most + (seconds ? " s" : minutes ? " min" : " h");
}

std::string left_text(const Span& span) {
  const auto text = duration_text(span);
  return text.empty() ? text : text + " left";
}

}  // namespace febem::cli
