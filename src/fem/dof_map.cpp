#include "fem/dof_map.h"

namespace febem::fem {

void DofMap::tie(std::span<const Index> nodes, int component) {
  for (const Index node : nodes) number_[at(node, component)] = at(nodes.front(), component);
}

void DofMap::hold(Index node, int component) {
  if (const Index place = number_[at(node, component)]; place >= 0) number_[place] = -1;
}

void DofMap::number() {
  for (Index i = 0; i < std::ssize(number_); ++i)
    if (number_[i] >= 0) number_[i] = number_[i] == i ? size_++ : number_[number_[i]];
}

std::vector<int> DofMap::counts() const {
  std::vector<int> result(number_.size() / components_, 0);
  Index next = 0;
  for (std::size_t i = 0; i < number_.size(); ++i)
    if (number_[i] == next) {
      ++next;
      ++result[i / components_];
    }
  return result;
}

}  // namespace febem::fem
