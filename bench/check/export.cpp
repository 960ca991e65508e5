#include "bench/check/export.h"

#include <algorithm>
#include <cctype>
#include <sstream>

#include "cli/version.h"

namespace febem::check {
namespace {

bool in_a_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// C text, of the same length, with blanks for comments and for the content of strings.
std::string code_of(std::string_view text) {
  std::string code(text);
  for (std::size_t i = 0; i < code.size(); ++i) {
    const auto rest = text.substr(i);
    std::size_t end = i;
    if (rest.starts_with("//"))
      end = text.find('\n', i);
    else if (rest.starts_with("/*"))
      end = text.find("*/", i) + 2;
    else if (text[i] == '"' || text[i] == '\'')
      for (++i, end = i; text[end] != text[i - 1]; ++end)
        if (text[end] == '\\') ++end;
    for (; i < end; ++i) code[i] = code[i] == '\n' ? '\n' : ' ';
  }
  return code;
}

/// A definition, or several lines without an empty one between them.
struct Item {
  std::string_view text;
  std::string code;  ///< code_of(text)
  std::string name;  ///< of a function, macro, structure or constant; empty: of something else
  bool is_common = false;  ///< it comes from alone.h
  bool is_used = false;

  bool begins(std::string_view words) const {
    return std::string_view(code).substr(code.find_first_not_of(" \n")).starts_with(words);
  }
};

std::string first_word(std::string_view code) {
  const auto begin = std::find_if(code.begin(), code.end(), in_a_word);
  return {begin, std::find_if_not(begin, code.end(), in_a_word)};
}

/// The word after `begin`, or else the one before the first of the brackets and signs that follow
/// what is defined.
std::string defined_by(const Item& item) {
  for (const std::string_view begin : {"#define ", "struct ", "CASE("})
    if (item.begins(begin))
      return first_word(std::string_view(item.code).substr(item.code.find(begin) + begin.size()));
  const auto includes = item.code.rfind("#include");
  const auto own = includes == std::string::npos ? 0 : item.code.find('\n', includes);
  auto end = std::min(item.code.find_first_of("([=;", own), item.code.size());
  if (end == item.code.size()) return "";
  while (end > 0 && !in_a_word(item.code[end - 1])) --end;
  auto begin = end;
  while (begin > 0 && in_a_word(item.code[begin - 1])) --begin;
  return item.code.substr(begin, end - begin);
}

/// The items of a C text that end with a line that is empty, outside all brackets.
std::vector<Item> items_of(std::string_view text, bool is_common) {
  std::vector<Item> items;
  const auto code = code_of(text);
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i < code.size(); ++i) {
    depth += code[i] == '{' ? 1 : code[i] == '}' ? -1 : 0;
    const bool ends = i + 1 == code.size() || (depth == 0 && text.substr(i).starts_with("\n\n"));
    if (!ends) continue;
    Item item{text.substr(begin, i + 1 - begin), code.substr(begin, i + 1 - begin), "", is_common};
    begin = i + 1;
    if (item.code.find_first_not_of(" \n") == std::string::npos) continue;  // a comment
    item.name = defined_by(item);
    items.push_back(std::move(item));
  }
  return items;
}

/// Whether `code` has the name of the item as a word; of a function of alone.h, a call of it: local
/// variables may have the name too.
bool uses(const std::string& code, const Item& item) {
  const bool constants = item.begins("enum");
  const bool only_calls = item.is_common && item.code.find(item.name + "(") != item.code.npos;
  std::string rest = constants ? item.code.substr(item.code.find('{')) : item.name;
  while (true) {
    const auto name = constants ? first_word(rest) : rest;
    if (name.empty()) return false;
    for (auto at = code.find(name); at != std::string::npos; at = code.find(name, at + 1)) {
      const auto end = at + name.size();
      if ((at == 0 || !in_a_word(code[at - 1])) && (end == code.size() || !in_a_word(code[end])) &&
          (!only_calls || (end < code.size() && code[end] == '(')))
        return true;
    }
    if (!constants) return false;
    rest = rest.substr(rest.find(name) + name.size());
  }
}

void mark_used(std::vector<Item>& items, Item& item) {
  item.is_used = true;
  for (auto& other : items)
    if (!other.is_used && !other.name.empty() && !other.begins("CASE(") && uses(item.code, other))
      mark_used(items, other);
}

/// The text without empty lines at its ends.
std::string trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of('\n'), end = text.find_last_not_of('\n');
  return std::string(text.substr(begin, end + 1 - begin));
}

/// CASE(...) { ... } as a function.
std::string function_of(const Item& item) {
  const auto begin = item.code.find("CASE(");
  auto end = begin + 5;
  for (int depth = 1; depth > 0; ++end)
    depth += item.code[end] == '(' ? 1 : item.code[end] == ')' ? -1 : 0;
  return trimmed(std::string(item.text.substr(0, begin)) + "static void run_" + item.name +
                 "(void)" + std::string(item.text.substr(end)));
}

/// Words in lines of a comment.
std::string commented(const std::string& text) {
  std::istringstream in(text);
  std::string result, line = "//";
  for (std::string word; in >> word; line += " " + word)
    if (line.size() + 1 + word.size() > 100) {
      result += line + "\n";
      line = "//";
    }
  return result + line + "\n";
}

std::string expected(const Case& one) {
  if (one.special == Special::abort) return "all processes end at once, and mpirun with a failure";
  if (one.legality == unsafe)
    return "it ends, or it hangs where the library does not buffer; the standard allows both";
  if (one.legality == erroneous)
    return "an error is raised or accepted; it shows what the library does";
  return "within " + std::to_string(static_cast<int>(one.time_limit)) +
         " s it ends with status 0, and says of no rank \"fail\", \"leak\" or \"wrong answer\"";
}

std::string main_of(const Case& one) {
  const std::string name(one.name);
  std::string begin = "  MPI_Init(NULL, NULL);\n";
  if (one.special == Special::threads)
    begin =
        "  int granted, level;\n"
        "  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &granted);\n"
        "  MPI_Query_thread(&level);\n"
        "  if (level != granted) puts(\"wrong answer: MPI_Query_thread\");\n";
  return "int main(void) {\n" + begin +
         // The first call lets lines be written whole.
         "  setvbuf(stdout, NULL, _IOFBF, BUFSIZ), MPI_Comm_set_errhandler(MPI_COMM_WORLD, "
         "MPI_ERRORS_RETURN);\n  run_" +
         name + "();\n  return MPI_Finalize();\n}\n";
}

}  // namespace

std::string commands_of(const Case& one) {
  const std::string name(one.name);
  return std::string("mpicc ") + (one.special == Special::threads ? "-pthread " : "") + name +
         ".c -o " + name + " && mpirun -n " + std::to_string(one.processes.least) + " ./" + name;
}

std::string c_program(const Case& one) {
  const std::string name(one.name), file = std::string(one.family) + ".c";
  auto items = items_of(embedded("alone.h"), true);
  const auto family = items_of(embedded(file), false);
  items.insert(items.end(), family.begin(), family.end());
  const auto found = std::find_if(items.begin(), items.end(),
      [&](const Item& item) { return item.begins("CASE(") && item.name == name; });
  mark_used(items, *found);
  std::string includes, common, own;
  for (const auto& item : items) {
    std::istringstream lines{std::string(item.text)};
    for (std::string line; item.name.empty() && std::getline(lines, line);)
      if (line.starts_with("#include <")) includes += line + "\n";
    if (!item.is_used) continue;
    if (item.is_common)
      common += trimmed(item.text) + "\n";
    else
      own += (&item == &*found ? function_of(item) : trimmed(item.text)) + "\n\n";
  }
  return commented(name + ": " + std::string(one.help) + ".") +
         commented("The standard: " + one.standard() + ".") +
         commented("This case is " + std::string(check::name(one.legality)) +
                   ". Expected: " + expected(one) + ".") +
         commented(commands_of(one)) +
         commented("Written by " + cli::program_name() + ", check --export.") + includes + "\n" +
         common + "\n" + own + main_of(one);
}

}  // namespace febem::check
