#include "spec/language/tools_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace moot {
namespace {

constexpr std::int32_t no_function = -1;
constexpr std::array tool_names{"a", "b"};
constexpr std::array init_names{"init_a", "init_a_again", "init_b"};

std::string name_of(std::int32_t function) {
  const auto it = tool_function(function);
  if (it.type == ToolFunction::Type::init) return init_names.at(static_cast<std::size_t>(it.init));
  const std::string_view init =
      it.type == ToolFunction::Type::interception ? init_names.at(static_cast<std::size_t>(it.init)) + 5 : "late";
  return fmt::format("{}_{}", it.procedure == Procedure::initialized ? "initialized" : "finalized", init);
}

} // namespace

ToolsText::ToolsText(const History& history, ToolsListed listed) : listed_(std::move(listed)) {
  for (const auto& happening : history) {
    switch (happening.type) {
    case Happening::Type::call: call(happening.action); break;
    case Happening::Type::callback: begin(happening.function); break;
    case Happening::Type::end: functions_[running_.back()].closed = true; [[fallthrough]];
    case Happening::Type::return_: running_.pop_back(); break;
    }
  }
}

void ToolsText::call(const Action& action) {
  ++calls_;
  const bool in_main = running_.empty();
  if (in_main)
    main_.push_back(line_of(action));
  else if (auto& function = functions_[running_.back()]; !function.closed)
    function.lines.push_back(line_of(action));
  running_.push_back(no_function);
}

void ToolsText::begin(std::int32_t function) {
  add_function(function);
  running_.push_back(function);
}

// Whatever it does, it may note its turn, and for which place it runs.
void ToolsText::add_function(std::int32_t function) {
  const auto [it, is_new] = functions_.try_emplace(function);
  if (!is_new) return;
  const auto name = name_of(function);
  auto& lines = it->second.lines;
  lines.push_back({fmt::format("order := order * 10 + {}", functions_.size()), note("order", true)});
  lines.push_back({fmt::format("ids := ids * 10 + tool_id"), note("ids", true)});
}

ToolsText::Line ToolsText::line_of(const Action& action) {
  Line line;
  if (action.passed_on) return {"next"};
  std::vector<std::string> arguments;
  for (const auto& operand : action.operands)
    if (operand.type == Operand::Type::own_id) {
      arguments.emplace_back("tool_id");
    } else if (operand.type == Operand::Type::function) {
      add_function(static_cast<std::int32_t>(operand.number));
      arguments.push_back(name_of(static_cast<std::int32_t>(operand.number)));
    } else if (operand.type == Operand::Type::integer) {
      arguments.push_back(std::to_string(operand.number));
    }
  if (action.procedure == Procedure::register_tool_name)
    arguments[0] = tool_names.at(static_cast<std::size_t>(action.operands[0].number));
  if (action.procedure == Procedure::register_function)
    arguments[1] = signature(static_cast<Procedure>(action.operands[1].number)).name;
  line.text = fmt::format("{}({})", signature(action.procedure).name, fmt::join(arguments, ", "));
  const bool in_callback = !running_.empty();
  if (!signature(action.procedure).out.empty()) line.result_note = note(fmt::format("got{}", calls_), in_callback);
  line.error_note = note(fmt::format("error{}", calls_), in_callback);
  return line;
}

std::string ToolsText::written(const std::vector<Line>& lines, const std::vector<char>& chosen,
                               const std::string& indent) const {
  std::string text;
  const auto is_chosen = [&](int note) { return note >= 0 && chosen[static_cast<std::size_t>(note)] != 0; };
  for (const auto& line : lines) {
    if (line.note >= 0 && !is_chosen(line.note)) continue;
    text += indent;
    if (is_chosen(line.error_note)) text += notes_[static_cast<std::size_t>(line.error_note)].variable + " := ";
    text += line.text;
    if (is_chosen(line.result_note)) text += " -> " + notes_[static_cast<std::size_t>(line.result_note)].variable;
    text += "\n";
  }
  return text;
}

std::string ToolsText::write(const std::vector<std::size_t>& notes) const {
  std::vector<char> chosen(notes_.size(), 0);
  for (const auto note : notes) chosen[note] = 1;
  std::vector<std::string> stack;
  for (const auto tool : listed_) stack.emplace_back(tool_names.at(static_cast<std::size_t>(tool)));
  std::string callbacks;
  for (const auto& [number, function] : functions_)
    callbacks += fmt::format("callback {} {{\n{}}}\n", name_of(number), written(function.lines, chosen, "  "));
  return fmt::format("litmus \"\"\nsource qmpi line 1\n\ntools {}\n\n{}\n{}{}", fmt::join(stack, ", "), callbacks,
                     written(main_, chosen, ""), observe(chosen));
}

} // namespace moot
