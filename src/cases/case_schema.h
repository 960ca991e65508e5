// The table of the case file: sections, keys, units, limits and help. Reading, the command line,
// `minifebem help case` and the digest of the problem all go through this table.
#pragma once

#include <functional>
#include <limits>
#include <map>
#include <string>
#include <utility>
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

using Texts = std::vector<std::string>;

struct Rule {
  std::string help;
  std::string unit = "";                                    ///< of a number without a unit
  const Limit* limit = nullptr;                             ///< may be null
  double least = -std::numeric_limits<double>::infinity();  ///< smallest number or component
  double most = std::numeric_limits<double>::infinity();    ///< largest number or component
  bool is_required = false;
  Texts kinds = {};    ///< values of the section's `kind` that the key belongs to; empty: all
  Texts choices = {};  ///< permitted texts; empty: any
  Texts missing = {};  ///< texts that only a build with PETSc permits
  /// Throws core::InputError, without a place, for a text that cannot be used; may be null.
  void (*check)(const std::string& text) = nullptr;
  /// Throws core::InputError, without a place, for a row of a list that cannot follow the row
  /// before, which is zero for the first; may be null.
  void (*check_row)(const Vec3& row, const Vec3& before) = nullptr;
  Texts forms = {};        ///< what help shows if `check` decides
  std::string usual = "";  ///< meaning of an empty text
};

/// The variable that holds the value of a key.
using Variable = std::variant<double*, int*, bool*, std::string*, Vec3*, std::vector<double>*,
    std::vector<int>*, Texts*, std::vector<Vec3>*>;

/// A key with its rule, which functions complete one after the other.
struct Key : Rule {
  std::string name;
  Variable variable;

  Key& required() { return is_required = true, *this; }
  Key& must_be(const Limit& condition) { return limit = &condition, *this; }
  Key& from(double smallest, double largest) { return least = smallest, most = largest, *this; }
  Key& of_kinds(Texts values) { return kinds = std::move(values), *this; }
  Key& one_of(Texts values) { return choices = std::move(values), *this; }
};

/// A table of a case file, and the variables of one case that hold its values.
struct Table {
  Lines* lines = nullptr;                               ///< may be null
  std::map<std::string, double>* parameters = nullptr;  ///< of the mesh, further keys; may be null
  std::vector<Key> keys = {};

  /// Adds a key. The reference is valid until the next call.
  Key& key(std::string name, Variable variable, std::string help, std::string unit = "") {
    return keys.emplace_back(
        Key{{std::move(help), std::move(unit)}, std::move(name), std::move(variable)});
  }
  /// The value of the key `kind`. Empty without this key.
  std::string kind() const;
  /// Whether a key belongs to a table of this kind.
  bool has(const Key& key) const;
};

enum class Occurs { once, at_most_once, several_times };

struct Section {
  std::string name;  ///< has a dot if the table lies inside another table
  std::string help;
  bool decides_answer = true;  ///< false if it changes only how the answer is computed
  bool required = false;
  Occurs occurs = Occurs::once;
  bool may_be_single = false;  ///< one that can occur several times may be a table, not a list
  std::function<std::vector<Table>()> tables = {};  ///< the tables that the case has
  std::function<Table()> add = {};  ///< adds a table to the case, if it can occur again
};

/// All sections of a case, which must outlive them, in the order of the help.
std::vector<Section> case_schema(Case& problem);

}  // namespace febem::cases
