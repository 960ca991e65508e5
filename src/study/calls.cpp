#include "study/calls.h"

#include <sstream>

#include "io/json.h"
#include "mpi/settings.h"

namespace febem::study {

std::string Calls::report(const std::string& variables, const comm::Messenger& messages) const {
  const io::Json own = counts_;
  std::map<Call, core::Count> all;
  for (const auto& text : messages.gather_varying(own.dump(), core::master))
    for (const auto& [call, number] : io::Json::parse(text).get<std::map<Call, core::Count>>())
      all[call] += number;
  io::Json values = io::Json::object();
  std::vector<std::string> names;
  std::istringstream listed(variables);
  for (std::string name; std::getline(listed, name, ',');)
    if (!name.empty()) names.push_back(name);
  const auto found = mpi::control_variables(names);
  for (std::size_t i = 0; i < names.size(); ++i) values[names[i]] = io::json_of(found[i]);
  io::Json calls = io::Json::array();
  for (const auto& [call, number] : all)
    calls.push_back({std::get<0>(call), std::get<1>(call), std::get<2>(call), number});
  return io::Json{{"settings", values}, {"messages", calls}}.dump();
}

}  // namespace febem::study
