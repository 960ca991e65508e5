#include "mesh/frontal_order.h"

#include <algorithm>
#include <array>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/cuthill_mckee_ordering.hpp>
#include <boost/graph/properties.hpp>
#include <boost/graph/sloan_ordering.hpp>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include "mesh/bodies.h"

namespace febem::mesh {
namespace {

using Order = std::vector<Index>;

std::vector<Order> elements_of_nodes(const Solid& solid) {
  std::vector<Order> result(solid.points.size());
  for (Index e = 0; e < solid.element_total(); ++e)
    for (Index node : solid.elements[e].used_nodes()) result[node].push_back(e);
  return result;
}

std::vector<Vec3> centres(const Solid& solid) {
  std::vector<Vec3> result;
  for (const Element& element : solid.elements) {
    Vec3 sum = Vec3::Zero();
    for (Index node : element.used_nodes()) sum += solid.points[node];
    result.push_back(sum / node_count(element.kind));
  }
  return result;
}

// Elements sorted by (key, then radius about the z axis, then angle), nearly equal keys counting as
// equal.
template <class Key>
Order sweep(const std::vector<Vec3>& centre, Key key) {
  std::vector<std::array<double, 3>> keys;
  const auto rounded = [](double value) { return std::round(1e6 * value) / 1e6; };
  for (const Vec3& x : centre)
    keys.push_back({rounded(key(x)), rounded(std::hypot(x.x(), x.y())), std::atan2(x.y(), x.x())});
  Order order(centre.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return keys[a] < keys[b]; });
  return order;
}

using Graph = boost::adjacency_list<boost::setS, boost::vecS, boost::undirectedS,
    boost::property<boost::vertex_color_t, boost::default_color_type,
        boost::property<boost::vertex_degree_t, int,
            boost::property<boost::vertex_priority_t, double>>>>;

// Elements are neighbours when they share a node.
Graph element_graph(const Solid& solid, const std::vector<Order>& elements) {
  Graph graph(solid.elements.size());
  for (const Order& around : elements)
    for (Index a : around)
      for (Index b : around)
        if (a < b) boost::add_edge(a, b, graph);
  return graph;
}

// `order(graph, found)` writes the vertices to the list `found`.
template <class OrderGraph>
Order order_by(Graph graph, OrderGraph order) {
  std::vector<Graph::vertex_descriptor> found(boost::num_vertices(graph));
  order(graph, found);
  return {found.begin(), found.end()};
}

Order reverse_cuthill_mckee(const Graph& graph) {
  return order_by(graph, [](Graph& g, auto& found) {
    boost::cuthill_mckee_ordering(
        g, found.rbegin(), boost::get(boost::vertex_color, g), boost::make_degree_map(g));
  });
}

Order sloan(const Graph& graph) {
  return order_by(graph, [](Graph& g, auto& found) {
    boost::sloan_ordering(g, found.begin(), boost::get(boost::vertex_color, g),
        boost::make_degree_map(g), boost::get(boost::vertex_priority, g));
  });
}

// Grows the assembled part by the element next to it that enlarges the front least (new nodes less
// finished ones); of equal ones the one that became a neighbour first.
class Greedy {
 public:
  Greedy(const Solid& solid, const std::vector<Order>& elements, const std::vector<int>& dofs)
      : solid_(solid), elements_(elements), dofs_(dofs) {}

  Order from(Index start) {
    left_.clear();
    for (const Order& around : elements_) left_.push_back(static_cast<Index>(around.size()));
    touched_.assign(left_.size(), false);
    taken_.assign(solid_.elements.size(), false);
    waiting_.clear();
    order_.clear();
    for (Index next = start; next >= 0; next = best()) take(next);
    return order_;
  }

 private:
  void take(Index e) {
    taken_[e] = true;
    order_.push_back(e);
    std::erase(waiting_, e);
    for (Index node : solid_.elements[e].used_nodes()) {
      --left_[node];
      if (touched_[node]) continue;
      touched_[node] = true;
      for (Index neighbour : elements_[node])
        if (!taken_[neighbour] &&
            std::find(waiting_.begin(), waiting_.end(), neighbour) == waiting_.end())
          waiting_.push_back(neighbour);
    }
  }

  Index best() const {
    Index choice = -1;
    int least = std::numeric_limits<int>::max();
    for (Index e : waiting_)
      if (const int growth = enlargement(e); growth < least) {
        least = growth;
        choice = e;
      }
    return choice;
  }

  int enlargement(Index e) const {
    int growth = 0;
    for (Index node : solid_.elements[e].used_nodes()) {
      if (!touched_[node]) growth += dofs_[node];
      if (left_[node] == 1) growth -= dofs_[node];
    }
    return growth;
  }

  const Solid& solid_;
  const std::vector<Order>& elements_;
  const std::vector<int>& dofs_;
  std::vector<Index> left_;
  std::vector<bool> touched_, taken_;
  Order waiting_, order_;
};

// One body, its elements and nodes numbered from 0 in their order, and what `weights` of the
// solid's nodes are of its own.
struct BodyAlone {
  Solid solid;
  std::vector<int> weights;

  BodyAlone(const Solid& whole, const SolidBody& body, const std::vector<int>& weights_of_all) {
    std::vector<Index> number(whole.points.size(), -1);
    for (const Index node : body.nodes) {
      number[node] = solid.node_total();
      solid.points.push_back(whole.points[node]);
      weights.push_back(weights_of_all[node]);
    }
    for (const Index e : body.elements) {
      auto& element = solid.elements.emplace_back(whole.elements[e]);
      for (int i = 0; i < node_count(element.kind); ++i)
        element.nodes[i] = number[element.nodes[i]];
    }
  }
};

std::vector<int> three_each(const Solid& solid, const std::vector<int>& dofs) {
  return dofs.empty() ? std::vector<int>(solid.points.size(), 3) : dofs;
}

// The order of a solid that is one body.
Order order_of_body(const Solid& solid, const std::vector<int>& weights) {
  const auto elements = elements_of_nodes(solid);
  const auto centre = centres(solid);
  std::vector<Order> candidates;
  for (int axis = 0; axis < 3; ++axis)
    for (double sign : {1.0, -1.0})
      candidates.push_back(sweep(centre, [&](const Vec3& x) { return sign * x(axis); }));
  candidates.push_back(sweep(centre, [](const Vec3& x) { return x.norm(); }));
  candidates.push_back(sweep(centre, [](const Vec3& x) { return std::atan2(x.y(), x.x()); }));
  const Graph graph = element_graph(solid, elements);
  candidates.push_back(reverse_cuthill_mckee(graph));
  // Boost's Sloan orders one component, for which it looks for two ends.
  if (solid.element_total() > 1) candidates.push_back(sloan(graph));
  std::set<Index> starts;  // the ends of the orders so far are the far ends of the body
  for (const Order& order : candidates) starts.insert({order.front(), order.back()});
  Greedy greedy(solid, elements, weights);
  for (Index start : starts) candidates.push_back(greedy.from(start));
  return *std::min_element(
      candidates.begin(), candidates.end(), [&](const Order& a, const Order& b) {
        return front_size(solid, a, weights) < front_size(solid, b, weights);
      });
}

}  // namespace

Index front_size(const Solid& solid, const Order& order, const std::vector<int>& dofs) {
  const auto weights = three_each(solid, dofs);
  std::vector<Index> left(solid.points.size(), 0);
  for (const Element& element : solid.elements)
    for (Index node : element.used_nodes()) ++left[node];
  std::vector<bool> active(solid.points.size(), false);
  Index front = 0, largest = 0;
  for (Index e : order) {
    for (Index node : solid.elements[e].used_nodes()) {
      if (!active[node]) front += weights[node];
      active[node] = true;
    }
    largest = std::max(largest, front);
    for (Index node : solid.elements[e].used_nodes())
      if (--left[node] == 0) front -= weights[node];
  }
  return largest;
}

Order frontal_order(const Solid& solid, const std::vector<int>& dofs) {
  const auto weights = three_each(solid, dofs);
  Order order;
  for (const auto& body : bodies(solid)) {
    const BodyAlone alone(solid, body, weights);
    for (const Index e : order_of_body(alone.solid, alone.weights))
      order.push_back(body.elements[e]);
  }
  return order;
}

}  // namespace febem::mesh
