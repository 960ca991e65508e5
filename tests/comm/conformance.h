// What every route x cut x pace must do, on any transport. Header-only, so that the serial (hostile
// network) and the distributed (MPI) programs run the very same suite; a new plug-in is covered by
// being registered.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "comm/ledger.h"
#include "comm/messenger.h"
#include "core/error.h"
#include "support/costs.h"

namespace febem::comm::conformance {

using core::Complex;
using core::Traffic;

/// Every combination of the examples the registered plug-ins name.
inline std::vector<StrategyNames> every_strategy() {
  std::vector<StrategyNames> all;
  for (const auto& route : routes())
    for (const auto& cut : cuts())
      for (const auto& pace : paces())
        all.push_back(
            {std::string(route.name), std::string(cut.example), std::string(pace.example)});
  return all;
}

/// Lengths in elements around every boundary of pieces of c elements: 0, 1, c-1, c, c+1, 2c+7 and a
/// prime.
inline std::vector<std::size_t> lengths_around(std::size_t c) {
  return {0, 1, c - 1, c, c + 1, 2 * c + 7, 101};
}

/// An element of S bytes.
template <std::size_t S>
struct Element {
  unsigned char bytes[S];
  friend bool operator==(const Element&, const Element&) = default;
};

template <std::size_t S>
std::vector<Element<S>> pattern(std::size_t length, int root) {
  std::vector<Element<S>> values(length);
  for (std::size_t i = 0; i < length; ++i)
    for (std::size_t b = 0; b < S; ++b)
      values[i].bytes[b] = static_cast<unsigned char>(31 * i + 7 * b + 13 * root + 1);
  return values;
}

/// Lengths that differ from rank to rank, in elements.
inline std::vector<std::size_t> lengths_by_rank(std::size_t shift, int size) {
  const auto around = lengths_around(8);
  std::vector<std::size_t> lengths;
  for (int rank = 0; rank < size; ++rank) lengths.push_back(around[(shift + rank) % around.size()]);
  return lengths;
}

/// Values that show in which order they were combined, and with how many roundings.
struct Combined {
  std::int64_t order;
  double sum;
  friend bool operator==(const Combined&, const Combined&) = default;
};

/// Transfers by one strategy; records what went wrong on this rank.
class Suite {
 public:
  Suite(Transport& transport, const StrategyNames& names)
      : messenger_(transport, make_strategy(names)), names_(text(names)) {}

  const std::vector<std::string>& wrong() const { return wrong_; }

  /// Broadcasts from the first and the last rank, at once and in look-ahead, out of memory that is
  /// only read too.
  template <std::size_t S>
  void broadcast() {
    for (const std::size_t length : lengths_around(64 / S))
      for (const int root : {0, size() - 1}) {
        const auto check = [&](bool right, const char* what) {
          expect(right, what, length, S, root);
        };
        const auto expected = pattern<S>(length, root);
        const bool reads = rank() == root;
        auto values = reads ? expected : std::vector<Element<S>>(length);
        messenger_.broadcast(std::span(values), root);
        check(values == expected, "broadcast");
        if (!reads) values.assign(rank(), {});
        messenger_.broadcast_varying(values, root);
        check(values == expected, "broadcast of any length");
        std::vector<Element<S>> copy(reads ? 0 : length);
        messenger_.broadcast(std::span(expected), std::span(copy), root);
        check(reads || copy == expected, "broadcast of what is read");
        copy.assign(copy.size(), {});
        const auto request = messenger_.ibroadcast(std::span(expected), std::span(copy), root);
        for (int poke = 0; poke < 3; ++poke) request->progress();
        request->finish();
        check(reads || copy == expected, "look-ahead broadcast");
        check(expected == pattern<S>(length, root), "the root's memory");
      }
  }

  /// Sums to the first and the last rank. The terms are multiples of 1/8, so that any order gives
  /// the same bits.
  void sum() {
    for (const std::size_t length : lengths_around(64 / sizeof(Complex)))
      for (const int root : {0, size() - 1}) {
        std::vector<Complex> values(length), expected(length);
        for (std::size_t i = 0; i < length; ++i) {
          const double step = static_cast<double>(i) / 8;
          values[i] = {rank() + 1 + step, static_cast<double>(-rank())};
          expected[i] = {size() * (size() + 1) / 2.0 + size() * step, -size() * (size() - 1) / 2.0};
        }
        messenger_.sum(std::span(values), root);
        expect(rank() != root || values == expected, "sum", length, sizeof(Complex), root);
      }
  }

  /// Sends a message from every rank to the next one up, and from the last to the first.
  void send() {
    if (size() == 1) return;
    for (const std::size_t length : lengths_around(8)) {
      const auto expected = pattern<8>(length, 0);
      auto values = rank() == 0 ? expected : std::vector<Element<8>>(length);
      if (rank() > 0) messenger_.receive(std::span(values), rank() - 1);
      messenger_.send(std::span<const Element<8>>(values), (rank() + 1) % size());
      if (rank() == 0) {
        values.assign(length, {});
        messenger_.receive(std::span(values), size() - 1);
      }
      expect(values == expected, "send", length, 8, 0);
    }
  }

  /// Gathers at the first and the last rank, as much from every rank and not.
  void gather() {
    const auto expected = [&](const std::vector<std::size_t>& lengths, int root) {
      std::vector<std::vector<Element<8>>> all;
      for (int source = 0; rank() == root && source < size(); ++source)
        all.push_back(pattern<8>(lengths[source], source));
      return all;
    };
    for (std::size_t shift = 0; shift < lengths_around(8).size(); ++shift)
      for (const int root : {0, size() - 1}) {
        const std::size_t length = lengths_around(8)[shift];
        const auto lengths = lengths_by_rank(shift, size());
        expect(messenger_.gather(pattern<8>(length, rank()), root) ==
                   expected(std::vector(lengths.size(), length), root),
            "gather", length, 8, root);
        expect(messenger_.gather_varying(pattern<8>(lengths[rank()], rank()), root) ==
                   expected(lengths, root),
            "gather of different lengths", length, 8, root);
      }
  }

  void all_reduce() {
    const auto combine = [](const Combined& a, const Combined& b) {
      return Combined{10 * a.order + b.order, a.sum + b.sum};
    };
    const auto value = [](int of) { return Combined{of + 1, 0.1 * (of + 1)}; };
    Combined expected = value(0);
    for (int other = 1; other < size(); ++other) expected = combine(expected, value(other));
    expect(messenger_.all_reduce(value(rank()), combine) == expected, "all-reduce", 1,
        sizeof(Combined), 0);
  }

 private:
  int size() const { return messenger_.size(); }
  int rank() const { return messenger_.rank(); }
  void expect(bool right, const char* what, std::size_t length, std::size_t element, int root) {
    if (!right)
      wrong_.push_back(std::string(what) + " by " + names_ + ", " + std::to_string(length) +
                       " elements of " + std::to_string(element) + ", root " +
                       std::to_string(root));
  }

  Messenger messenger_;
  std::string names_;
  std::vector<std::string> wrong_;
};

/// What the formulas say the checks above send, all ranks together.
inline Traffic expected_cost(Transport& transport, const StrategyNames& names) {
  const test::Costs costs(names, transport.size());
  Traffic total;
  if (transport.size() == 1) return total;
  for (const std::size_t element : {1, 8, 16})
    for (const std::size_t length : lengths_around(64 / element))
      total += 8 * costs.broadcast(length * element, element) +
               2 * costs.broadcast(sizeof(std::size_t), sizeof(std::size_t));
  for (const std::size_t length : lengths_around(64 / sizeof(Complex)))
    total += 2 * costs.sum(length * sizeof(Complex));
  for (const std::size_t length : lengths_around(8))
    total += transport.size() * costs.send(length * 8, 8);
  const auto size = static_cast<std::size_t>(transport.size());
  for (std::size_t shift = 0; shift < lengths_around(8).size(); ++shift)
    for (const int root : {0, transport.size() - 1}) {
      auto bytes = lengths_by_rank(shift, transport.size());
      for (auto& length : bytes) length *= 8;
      total += costs.gather(std::vector(size, 8 * lengths_around(8)[shift]), 8, root);
      total += costs.gather(std::vector(size, sizeof(std::size_t)), sizeof(std::size_t), root);
      total += costs.gather(bytes, 8, root);
    }
  total += costs.all_reduce(sizeof(Combined));
  return total;
}

/// Why the strategy cannot be used on this transport; empty if it can. Collective.
inline std::string unsupported_reason(Transport& transport, const StrategyNames& names) {
  try {
    const Messenger messenger(transport, make_strategy(names));
    return {};
  } catch (const core::InputError& error) {
    return error.what();
  }
}

/// The whole suite for one strategy on this rank; counted under the strategy's text. Returns what
/// went wrong.
inline std::vector<std::string> check_strategy(Transport& transport, const StrategyNames& names) {
  transport.enter(text(names));
  Suite suite(transport, names);
  suite.broadcast<1>();
  suite.broadcast<8>();
  suite.broadcast<16>();
  suite.sum();
  suite.send();
  suite.gather();
  suite.all_reduce();
  return suite.wrong();
}

}  // namespace febem::comm::conformance
