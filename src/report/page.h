// The content of a page: a document that its script reads, with the fields as base64 of numbers in
// the order of the processor (little-endian on all that run browsers too).
#pragma once

#include <string>
#include <string_view>

#include "io/json_fwd.h"

namespace febem::io {
class Hdf5File;
}

namespace febem::report {

/// The text of page.html, page.css, page.js, viewer.js or of the library that draws curves.
std::string_view embedded(std::string_view name);

/// The document for a report of `solve`: its frequencies by columns, marks of quality in words and,
/// if there are results, mesh and fields. What would make the page large is left out, and "notes"
/// says so.
io::Json solution(io::Json report, const io::Hdf5File* results);

/// The page of a document.
std::string page(const io::Json& document);

}  // namespace febem::report
