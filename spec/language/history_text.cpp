#include "spec/language/history_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace moot {
namespace {

constexpr std::array callback_names{"copy", "free", "destroy"};

bool frees(Procedure procedure) { return procedure == Procedure::key_free || procedure == Procedure::comm_free; }

// What a call's error is worth noting for: it may return one.
bool may_return_error(const Action& action) {
  const bool predefined =
      action.operands[0].type == Operand::Type::object && action.operands[0].number >= std::int64_t{predefined_site};
  return action.may_fail || (predefined && action.procedure != Procedure::comm_dup);
}

} // namespace

HistoryText::HistoryText(const History& history) {
  for (const auto& happening : history) {
    switch (happening.type) {
    case Happening::Type::call: call(happening); break;
    case Happening::Type::callback: begin(happening); break;
    case Happening::Type::end: end(happening); break;
    case Happening::Type::return_:
      if (const auto made = making_.back(); made != no_site) made_[made].returned = true;
      making_.pop_back();
      stack_.pop_back();
      if (stack_.empty() && happening.action.procedure != Procedure::finalize) // the order so far
        main_.push_back({fmt::format("at{} := order", calls_), "", note(fmt::format("at{}", calls_), false)});
      break;
    }
  }
}

std::vector<HistoryText::Line>& HistoryText::current() {
  const auto innermost = std::find_if(stack_.rbegin(), stack_.rend(), [](const auto& name) { return !name.empty(); });
  return innermost == stack_.rend() ? main_ : functions_[*innermost].lines;
}

// ---- calls

void HistoryText::call(const Happening& happening) {
  const auto& action = happening.action;
  const bool again = !stack_.empty() && functions_[stack_.back()].closed; // the body is written down already
  if (!again) {
    auto line = line_of(action);
    auto& lines = current();
    lines.push_back(line);
    if (action.may_fail) // failed-out
      lines.push_back({fmt::format("null{} := {} == MPI_COMM_NULL", calls_ + 1, line.result), "",
                       note(fmt::format("null{}", calls_ + 1), false)});
  }
  if (action.operands[0].type == Operand::Type::object && frees(action.procedure) &&
      action.operands[0].number <= sites::last)
    made_[static_cast<std::uint32_t>(action.operands[0].number)].freed = true;
  stack_.emplace_back();
  making_.push_back(action.site);
  ++calls_;
}

std::string HistoryText::operand(const Operand& operand) {
  if (operand.type == Operand::Type::integer) { // the first value is 1, ...
    const auto next = static_cast<int>(values_.size()) + 1;
    return std::to_string(values_.emplace(operand.number, next).first->second);
  }
  if (operand.number >= std::int64_t{predefined_site})
    return std::string(name(static_cast<Constant>(operand.number - predefined_site)));
  auto& object = made_[static_cast<std::uint32_t>(operand.number)];
  if (!object.returned) return "new_handle"; // (where there is none, the case is refused)
  if (!object.freed) return object.variable;
  return saved_[object.variable] = object.variable + "_kept"; // the variable may hold the null handle by now
}

HistoryText::Line HistoryText::line_of(const Action& action) {
  const auto& signature = moot::signature(action.procedure);
  std::vector<std::string> arguments;
  std::string made;
  if (action.site != no_site) {
    const auto kind = sites::kind(action.site);
    made = fmt::format("{}{}", letter(kind), ++count_[kind]);
  }
  for (std::size_t i = 0; i < signature.in.size(); ++i) {
    const auto& each = action.operands.at(i);
    if (each.type == Operand::Type::none) continue;
    if (each.type == Operand::Type::function)
      arguments.push_back(fmt::format("{}: {}", callback_names.at(i),
                                      each.number == null_function ? "null" : made + "_" + callback_names.at(i)));
    else
      arguments.push_back(operand(each));
  }
  Line line;
  line.before = fmt::format("{}({})", signature.name, fmt::join(arguments, ", "));
  if (!made.empty()) {
    line.result = made;
    made_[action.site] = {made};
    if (sites::kind(action.site) == Kind::key) add_functions(made, action);
  }
  if (action.procedure == Procedure::value_get) line.result_note = note(fmt::format("got{}", calls_ + 1), false);
  if (may_return_error(action)) line.error_note = note(fmt::format("error{}", calls_ + 1), false);
  if (action.may_fail) line.before += " may fail";
  return line;
}

// ---- callbacks

// Every function of a key may note its turn, even if it has none in this history: in others it may have come first.
void HistoryText::add_functions(const std::string& key, const Action& create) {
  for (std::size_t i = 0; i < callback_names.size(); ++i) {
    const auto* callback = callback_names.at(i);
    if (create.operands.at(i).number == null_function) continue;
    const auto number = functions_.size() + 1;
    auto& function = functions_[key + "_" + callback];
    function.lines.push_back({fmt::format("order := order * 10 + {}", number), "", note("order", true)});
  }
}

void HistoryText::begin(const Happening& happening) {
  const auto site = static_cast<std::uint32_t>(happening.function / 3) + sites::first_key;
  const auto* callback = callback_names.at(static_cast<std::size_t>(happening.function % 3));
  const auto name = made_[site].variable + "_" + callback;
  auto& function = functions_[name];
  stack_.push_back(name);
  if (function.begun) return;
  function.begun = true;
  for (const auto* argument : {"key", "handle", "value"})
    function.lines.push_back(
        {fmt::format("{}_{} := {}", name, argument, argument), "", note(fmt::format("{}_{}", name, argument), true)});
}

void HistoryText::end(const Happening& happening) {
  auto& function = functions_[stack_.back()];
  function.closed = true;
  function.copies = happening.copies;
  stack_.pop_back();
}

// ---- the text

std::string HistoryText::written(const std::vector<Line>& lines, const std::vector<char>& chosen,
                                 const std::string& indent) const {
  std::string text;
  const auto is_chosen = [&](int note) { return note >= 0 && chosen[static_cast<std::size_t>(note)] != 0; };
  for (const auto& line : lines) {
    if (line.note >= 0 && !is_chosen(line.note)) continue;
    text += indent;
    if (is_chosen(line.error_note)) text += notes_[static_cast<std::size_t>(line.error_note)].variable + " := ";
    const bool may_fail = line.before.ends_with(" may fail");
    text += may_fail ? line.before.substr(0, line.before.size() - 9) : line.before;
    if (!line.result.empty()) text += " -> " + line.result;
    if (is_chosen(line.result_note)) text += " -> " + notes_[static_cast<std::size_t>(line.result_note)].variable;
    if (may_fail) text += " may fail";
    text += "\n";
    if (const auto saved = saved_.find(line.result); saved != saved_.end())
      text += fmt::format("{}{} := {}\n", indent, saved->second, saved->first);
  }
  return text;
}

std::string HistoryText::write(const std::vector<std::size_t>& notes) const {
  std::vector<char> chosen(notes_.size(), 0);
  const bool ordered = std::ranges::any_of(notes, [&](std::size_t note) { return notes_[note].variable == "order"; });
  for (const auto note : notes) chosen[note] = ordered || !notes_[note].variable.starts_with("at") ? 1 : 0;
  std::string callbacks;
  auto main = written(main_, chosen, "");
  for (const auto& [name, function] : functions_) {
    auto body = written(function.lines, chosen, "  ");
    if (function.copies) body += "  new_value := value\n";
    const auto used = fmt::format(": {}", name);
    if (!body.empty()) {
      callbacks += fmt::format("callback {} {{\n{}}}\n", name, body);
      continue;
    }
    for (auto* text : {&main}) // an empty function needs no name
      for (const auto& separated : {fmt::format(", {}{}", name.substr(name.find('_') + 1), used),
                                    fmt::format("{}{}, ", name.substr(name.find('_') + 1), used),
                                    fmt::format("{}{}", name.substr(name.find('_') + 1), used)})
        if (const auto at = text->find(separated); at != std::string::npos) text->erase(at, separated.size());
  }
  return fmt::format("litmus \"\"\nsource ticket304 line 1\n\n{}\n{}{}", callbacks, main, observe(chosen));
}

} // namespace moot
