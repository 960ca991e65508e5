#include "network/tree_collective.h"

#include "comm/routes/parts/tree.h"

namespace febem::network {

TreeCollective::TreeCollective(comm::Transport& transport, int root)
    : transport_(&transport),
      place_(comm::binomial_place(transport.rank(), transport.size(), root)) {}

bool TreeCollective::issued() {
  if (!issued_) issued_ = progress();
  return issued_;
}

bool TreeCollective::done() {
  if (!issued()) return false;
  while (!sends_.empty() && transport_->test(sends_.back())) sends_.pop_back();
  return sends_.empty();
}

void TreeCollective::send(comm::Bytes data, int destination) {
  sends_.push_back(transport_->begin(comm::Message::send(data, destination)));
}

TreeBroadcast::TreeBroadcast(comm::Transport& transport, comm::Buffer data, int root)
    : TreeCollective(transport, root), data_(data) {}

bool TreeBroadcast::progress() {
  if (!is_root()) {
    if (!receive_)
      receive_.emplace(transport(), comm::Message::receive(data_.written(), place().parent));
    if (!receive_->test()) return false;
  }
  for (auto child = place().children.rbegin(); child != place().children.rend(); ++child)
    send(data_.read(), *child);
  return true;
}

TreeSum::TreeSum(comm::Transport& transport, std::span<double> values, int root)
    : TreeCollective(transport, root), sum_(values) {
  if (is_root()) return;
  own_.assign(values.begin(), values.end());
  sum_ = own_;
}

bool TreeSum::progress() {
  while (receives_.size() < place().children.size()) {
    auto& term = terms_.emplace_back(sum_.size());
    const int child = place().children[receives_.size()];
    receives_.emplace_back(
        transport(), comm::Message::receive(std::as_writable_bytes(std::span(term)), child));
  }
  for (; added_ < receives_.size(); ++added_) {
    if (!receives_[added_].test()) return false;
    for (std::size_t i = 0; i < sum_.size(); ++i) sum_[i] += terms_[added_][i];
  }
  if (!is_root()) send(std::as_bytes(sum_), place().parent);
  return true;
}

}  // namespace febem::network
