// dynamic: the master hands out blocks of rows on request; those that another rank formed go to
// their owner at the end. The messages and their cost are in ../README.md.
#include <algorithm>
#include <map>

#include "comm/tasks.h"
#include "stages/form/dynamic/block_queue.h"
#include "stages/form/own_rows.h"

namespace febem::form {
namespace {

using comm::no_task;
using comm::Task;
using common::StageContext;
using core::Complex;
using core::master;

/// The rows of a block.
struct Block {
  Index first, rows;
};
Block block_of(const la::RowMap& map, Index number) {
  const Index first = number * map.block();
  return {first, std::min(map.block(), map.rows() - first)};
}

class DynamicForm {
 public:
  DynamicForm(
      const bem::Collocation& collocation, const la::RowMap& map, const StageContext& context)
      : collocation_(collocation), map_(map), context_(context), result_(own_rows(map, context)) {
    for (Index number = 0; number < map.blocks(); ++number)
      result_.formed_by.push_back(map.block_owner(number));  // until the master says
  }

  BoundaryRows run() && {
    if (context_.is_master())
      hand_out();
    else
      ask();
    context_.messages.broadcast(std::span(result_.formed_by), master);
    for (Index number = 0; number < map_.blocks(); ++number) return_to_owner(number);
    return std::move(result_);
  }

 private:
  /// A row of H, then one of B, for each row of a block that another rank owns.
  using Message = la::Workspace<Complex>;

  /// The master forms rows as well, and looks for requests before each.
  void hand_out() {
    BlockQueue blocks(map_, sharing());
    const auto next = [&](int rank) -> Task {
      const auto block = blocks.take(rank);
      if (!block) return no_task;
      result_.formed_by[static_cast<std::size_t>(*block)] = rank;
      return *block;
    };
    auto server = context_.messages.serve_tasks();
    for (Task block = next(master); block != no_task; block = next(master))
      form(static_cast<Index>(block), [&](Index, Index) { server.serve(next); });
    server.finish(next);
  }

  /// Any other rank asks for its next block halfway through the present one: early enough not to
  /// wait for a master that is forming a row itself or has lost its core for a while, and late
  /// enough not to be given blocks of ranks that are as fast.
  void ask() {
    BlockQueue expected(map_, Sharing::own_only);
    auto tasks = context_.messages.take_tasks(master);
    const auto ask = [&] { tasks.ask(expected.take(context_.rank()).value_or(no_task)); };
    ask();
    for (Task block = tasks.take(); block != no_task; block = tasks.take())
      form(static_cast<Index>(block), [&](Index row, Index rows) {
        if (row == rows / 2) ask();
      });
  }

  /// In a dry run time does not say who is fast: each rank forms its own, as on an even machine.
  Sharing sharing() const {
    return context_.arithmetic.is_dry() ? Sharing::own_only : Sharing::all;
  }

  /// `before_row(row, rows)` is called before each row of the block, counted from 0, and their
  /// number.
  template <class BeforeRow>
  void form(Index number, BeforeRow&& before_row) {
    const auto block = block_of(map_, number);
    Message* const lent =
        map_.block_owner(number) == context_.rank() ? nullptr : &foreign_block(number);
    for (Index j = 0; j < block.rows; ++j) {
      before_row(j, block.rows);
      form_row(collocation_, block.first + j, context_, [&] {
        if (lent != nullptr)
          return std::pair(
              lent->data() + 2 * j * map_.rows(), lent->data() + (2 * j + 1) * map_.rows());
        const Index local = map_.local(block.first + j);
        return std::pair(result_.h.values.col(local).data(), result_.b.values.col(local).data());
      });
      say_formed();
    }
  }

  /// Memory for a block of another rank.
  Message& foreign_block(Index number) {
    return foreign_blocks_.emplace(number, message(number)).first->second;
  }
  Message message(Index number) const {
    return context_.arithmetic.message<Complex>(2 * map_.rows() * block_of(map_, number).rows);
  }

  /// Reports progress, as a part of an even share.
  void say_formed() {
    ++formed_;
    context_.report_progress(
        std::min(1.0, static_cast<double>(formed_) * context_.ranks() / map_.rows()));
  }

  /// Sends a block from the rank that formed it to its owner, if they are two.
  void return_to_owner(Index number) {
    const int from = result_.formed_by[static_cast<std::size_t>(number)],
              to = map_.block_owner(number);
    if (from == to) return;
    if (context_.rank() == from) {
      context_.messages.copy(la::span_of(foreign_blocks_.at(number)), from, to);
      foreign_blocks_.erase(number);
    } else if (context_.rank() == to) {
      auto rows = message(number);
      context_.messages.copy(la::span_of(rows), from, to);
      put(number, rows);
    }
  }

  void put(Index number, const Message& rows) {
    const auto block = block_of(map_, number);
    const Index n = map_.rows();
    auto &h = result_.h.values, &b = result_.b.values;
    const auto row = [&](Index number_of_row) {
      return Eigen::Map<const la::Vector>(rows.data() + number_of_row * n, n);
    };
    for (Index j = 0; j < block.rows; ++j) {
      const Index local = map_.local(block.first + j);
      context_.arithmetic.copy(row(2 * j), h.col(local));
      context_.arithmetic.copy(row(2 * j + 1), b.col(local));
    }
  }

  const bem::Collocation& collocation_;
  const la::RowMap& map_;
  const StageContext& context_;
  BoundaryRows result_;
  std::map<Index, Message>
      foreign_blocks_;  ///< formed here for other ranks, by number of the block
  Index formed_ = 0;    ///< rows, by this rank
};

BoundaryRows run_dynamic(
    const bem::Collocation& collocation, const la::RowMap& map, const StageContext& context) {
  return DynamicForm(collocation, map, context).run();
}

}  // namespace

extern const Method dynamic_method{.name = "dynamic",
    .help = "the master hands out blocks of rows on request: for uneven machines",
    .run = run_dynamic};

}  // namespace febem::form
