#include "workbench/explore/drawing.h"

#include "model/search/dot.h"
#include "model/search/references.h"
#include "workbench/shared/usage_error.h"
#include "workbench/shared/verdicts.h"
#include "workbench/shared/witness.h"
#include "workbench/shared/words.h"

#include <boost/range/iterator_range.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace moot {
namespace {

// ---- one state

std::vector<bool> leaked(const State& state) {
  std::vector<bool> slots(state.objects.size() + 2); // as the graph's vertices
  const auto leak = leak_in(state);
  for (const auto& cycle : leak.cycles)
    for (const auto slot : cycle) slots[slot] = true;
  for (const auto slot : leak.others) slots[slot] = true;
  return slots;
}

std::string text_of(const Attachment& value, const Story& story) {
  if (value.put == Put::memory) return "memory";
  if (!is_handle(value.put)) return std::to_string(value.value);
  const auto handle = unpacked(value.value);
  if (handle.type == Value::Type::object) return story.names[static_cast<std::size_t>(handle.number)];
  return handle.type == Value::Type::null_handle ? std::string(null_handle(handle.kind)) : "a handle of what has gone";
}

std::string label_of(const Reference& reference, const Story& story) {
  if (reference.type == Reference::Type::value) {
    const auto& value = story.last.attachments[reference.value];
    const bool has_a_value = has_handles(column_of(story.last.objects[value.key].kind));
    return has_a_value ? "value " + text_of(value, story) : "functions";
  }
  constexpr std::array<std::string_view, 6> words{"handle", "", "", "built from", "communicator", "operation"};
  return std::string(words.at(static_cast<std::size_t>(reference.type)));
}

std::string calls_in_progress(const State& state) {
  std::string calls;
  for (const auto& frame : state.frames)
    if (frame.is_call()) calls += fmt::format("{}\\n", signature(frame.call().procedure).name);
  return calls;
}

// The graph of a state; `number` makes the names of its nodes its own.
class StateDrawing {
public:
  StateDrawing(const Story& story, std::size_t number)
      : story_(story), state_(story.last), number_(number), leaked_(leaked(story.last)),
        drawn_(story.last.objects.size() + 2) {}

  std::string text() {
    const auto graph = references_of(state_);
    drawn_[vertex_of_calls(state_)] = std::ranges::any_of(state_.frames, &Frame::is_call);
    std::string edges;
    for (const auto& edge : boost::make_iterator_range(boost::edges(graph))) {
      const auto from = boost::source(edge, graph);
      const auto to = boost::target(edge, graph);
      const bool of_mpi = to < state_.objects.size() && state_.objects[to].site >= predefined_site;
      if (from == vertex_of_program(state_) && of_mpi) continue; // predefined: it is not the program's to free
      drawn_[from] = drawn_[to] = true;
      edges +=
          fmt::format("    {} -> {} [label=\"{}\"{}];\n", node(from), node(to), escaped(label_of(graph[edge], story_)),
                      leaked_[from] && leaked_[to] ? ", color=red, fontcolor=red" : "");
    }
    std::string nodes;
    for (std::size_t vertex = 0; vertex < drawn_.size(); ++vertex)
      if (drawn_[vertex]) nodes += fmt::format("    {} [{}];\n", node(vertex), looks_of(vertex));
    return nodes.empty() ? fmt::format("    {} [shape=plaintext, label=\"nothing is left\"];\n", node(0))
                         : nodes + edges;
  }

private:
  std::string node(std::size_t vertex) const { return fmt::format("s{}_{}", number_, vertex); }

  std::string looks_of(std::size_t vertex) const {
    if (vertex == vertex_of_program(state_)) return "shape=plaintext, label=\"the program\"";
    if (vertex == vertex_of_calls(state_))
      return fmt::format("shape=plaintext, label=\"{}in progress\"", calls_in_progress(state_));
    const auto& object = state_.objects[vertex];
    const bool was_freed = !object.handle_live && has_handles(column_of(object.kind));
    return fmt::format(R"(shape=box, label="{}\n{}{}"{})", escaped(story_.names[vertex]), was_freed ? "freed " : "",
                       name(object.kind),
                       leaked_[vertex] ? ", style=dashed, color=red"
                       : was_freed     ? ", style=dashed"
                                       : "");
  }

  const Story& story_;
  const State& state_;
  const std::size_t number_;
  const std::vector<bool> leaked_;
  std::vector<bool> drawn_; // what an arrow touches, and calls in progress
};

// ---- all of them

struct End {
  std::string title;
  std::uint32_t state = 0;
};

std::vector<End> ends_of(const Explored& explored) {
  const auto& exploration = explored.exploration;
  std::vector<End> ends;
  for (const auto& outcome : exploration.outcomes) {
    const auto title = to_text(explored.machine.program(), outcome.observed);
    ends.push_back({title, outcome.state});
    for (const auto& leak : outcome.leaks)
      if (leak.state != outcome.state) ends.push_back({title, leak.state});
  }
  for (const auto& fault : exploration.erroneous)
    ends.push_back({fmt::format("erroneous: {}", id(fault.clause)), fault.state});
  for (const auto& fault : exploration.aborts) ends.push_back({"aborts", fault.state});
  for (const auto& fault : exploration.endless) ends.push_back({"may never end", fault.state});
  return ends;
}

const Statement* next_statement(const Program& program, const State& state, const Move& move) {
  if (move.type != Move::Type::step) return nullptr;
  const auto& code = state.frames[state.top(move.thread)].code();
  if (code.block < 0 && code.block != main_block) return nullptr;
  const auto& block =
      code.block == main_block ? program.main : program.callbacks[static_cast<std::size_t>(code.block)].body;
  return code.position < block.size() ? &block[code.position] : nullptr;
}

// The moves before the first statement on a line. None: the way does not come to it.
std::optional<Moves> up_to(std::uint32_t line, const Machine& machine, const Moves& way) {
  State state = machine.initial();
  Moves before;
  for (const auto& move : way) {
    const auto* statement = next_statement(machine.program(), state, move);
    if (statement != nullptr && statement->position.line == line) return before;
    machine.apply(state, move);
    before.push_back(move);
  }
  return std::nullopt;
}

} // namespace

std::string draw_references(const Explored& explored, std::optional<std::uint32_t> line) {
  const auto& machine = explored.machine;
  struct Drawn {
    Story story;
    std::string looks;
    std::string titles; // of the ends that look so
  };
  std::vector<Drawn> all;
  for (const auto& end : ends_of(explored)) {
    auto way = path(machine, explored.exploration, end.state);
    if (line) {
      auto cut = up_to(*line, machine, way);
      if (!cut) continue;
      way = *std::move(cut);
    }
    auto last = story_of(machine, way);
    auto looks = StateDrawing(last, 0).text();
    const auto same = std::ranges::find(all, looks, &Drawn::looks);
    if (same != all.end())
      same->titles += "\\n" + escaped(end.title);
    else
      all.push_back({std::move(last), std::move(looks), escaped(end.title)});
  }
  if (line && all.empty())
    throw UsageError(
        fmt::format("--line {}: no statement of {} that a run comes to begins there", *line, explored.file));
  auto text = fmt::format("digraph \"{}\" {{\n  rankdir=LR;\n  node [fontsize=10];\n  edge [fontsize=9];\n",
                          escaped(machine.program().title));
  for (std::size_t i = 0; i < all.size(); ++i)
    text += fmt::format("  subgraph cluster_{} {{\n    label=\"{}\";\n{}  }}\n", i, all[i].titles,
                        StateDrawing(all[i].story, i).text());
  return text + "}\n";
}

} // namespace moot
