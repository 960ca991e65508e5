// The table of the case file: sections, keys, units, limits and help. Reading, the command line,
// `minifebem help case` and the digest of the problem all go through this table.
#pragma once

#include <functional>
#include <limits>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "cases/case.h"

namespace febem::cases {

/// The condition on a number, or on each number of a list. All numbers must be finite.
struct Limit {
  const char* text;         ///< end of "must be ..."
  bool (*holds)(double x);  ///< null for a condition on a vector
};
inline constexpr Limit positive{"> 0", [](double x) { return x > 0; }};
inline constexpr Limit non_negative{">= 0", [](double x) { return x >= 0; }};
inline constexpr Limit poisson{"> -1 and < 0.5", [](double x) { return x > -1 && x < 0.5; }};
inline constexpr Limit nonzero{"not zero", nullptr};

struct Rule {
  std::string help;
  std::string unit = "";         ///< unit of a number that is given without a unit
  const Limit* limit = nullptr;  ///< may be null
  double least =
      -std::numeric_limits<double>::infinity();  ///< smallest permitted number or component
  double most = std::numeric_limits<double>::infinity();  ///< largest permitted number or component
  bool required = false;
  std::vector<std::string> kinds =
      {};  ///< values of the section's `kind` that the key belongs to; empty: all
  std::vector<std::string> choices = {};  ///< permitted texts; empty: any
  std::vector<std::string> missing =
      {};  ///< texts that a build with PETSc permits and this one does not
  /// Throws core::InputError, without a place, for a text that cannot be used; may be null. It is
  /// not asked about "auto" if `forms` has that.
  void (*check)(const std::string& text) = nullptr;
  std::vector<std::string> forms =
      {};                  ///< what help shows if `check` decides which texts are permitted
  std::string usual = "";  ///< meaning of an empty text
};

/// The variable that holds the value of a key.
using Variable = std::variant<double*, int*, bool*, std::string*, Vec3*, std::vector<double>*,
    std::vector<int>*, std::vector<std::string>*, std::vector<Vec3>*>;

struct Key {
  std::string name;
  Variable variable;
  Rule rule;
};

/// A table of a case file, and the variables of one case that hold its values.
struct Table {
  std::vector<Key> keys;
  int* line = nullptr;                          ///< its line in the case file; may be null
  std::map<std::string, int>* lines = nullptr;  ///< of the keys that were given; may be null
  std::map<std::string, double>* parameters =
      nullptr;  ///< of the mesh generator, which are further keys; may be null

  /// The value of the key `kind`. Empty without this key.
  std::string kind() const;
  /// Whether a key belongs to a table of this kind.
  bool has(const Key& key) const;
};

enum class Occurs { once, at_most_once, several_times };

struct Section {
  std::string name;  ///< has a dot if the table lies inside another table
  std::string help;
  bool decides_answer =
      true;  ///< false if the section changes how the answer is computed, but not the answer
  bool required = false;
  Occurs occurs = Occurs::once;
  std::function<std::vector<Table>()> tables = {};  ///< the tables that the case has
  std::function<Table()> add = {};  ///< adds a table to the case; the only table of a section that
                                    ///< occurs once stays as it is
};

/// All sections of a case, which must outlive them, in the order of the help.
std::vector<Section> case_schema(Case& problem);

}  // namespace febem::cases
