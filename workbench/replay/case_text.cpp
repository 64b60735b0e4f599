#include "workbench/replay/case_text.h"

#include "traces/check/matching.h"
#include "workbench/shared/usage_error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace moot {
namespace {

std::string name_of(Kind kind, std::uint32_t number) { return fmt::format("{}{}", letter(kind), number); }

// How an object comes about of which nothing is known.
std::string maker(Kind kind) {
  switch (kind) {
  case Kind::communicator: return "MPI_Comm_split(MPI_COMM_WORLD, 0, 0)";
  case Kind::datatype: return "MPI_Type_contiguous(1, MPI_INT)";
  case Kind::window: return "MPI_Win_allocate(MPI_COMM_SELF)";
  case Kind::file: return "MPI_File_open(MPI_COMM_SELF)";
  case Kind::info: return "MPI_Info_create()";
  case Kind::group: return "MPI_Comm_group(MPI_COMM_SELF)";
  case Kind::op: return "MPI_Op_create()";
  case Kind::errhandler: return "MPI_Comm_create_errhandler()";
  case Kind::session: return "MPI_Session_init()";
  case Kind::request: return "MPI_Irecv(MPI_INT, MPI_COMM_SELF)";
  case Kind::message: return "MPI_Mprobe(MPI_COMM_SELF)";
  default:
    throw UsageError(fmt::format("a {} of which the trace does not show what made it can't be replayed", name(kind)));
  }
}

bool is_given(const Field& field) { return field.value.type != Seen::Type::null; }

// In C, where cases know no other binding of it.
std::string in_language(const Event& call) {
  const auto bindings = signature(call.procedure).bindings;
  const bool is_in_c = call.language == Language::c || bindings == Bindings::c ||
                       (bindings == Bindings::not_f08 && call.language == Language::mpi_f08);
  return is_in_c ? "" : fmt::format(" in {}", name(call.language));
}

const Seen* field(const Event& event, std::string_view name) {
  const auto found = std::ranges::find(event.fields, name, &Field::name);
  return found == event.fields.end() ? nullptr : &found->value;
}

std::string word_of(const Event& event, std::string_view name) {
  const auto* seen = field(event, name);
  return seen == nullptr ? "" : seen->word;
}

Seen value_of(const Event& event, std::string_view name) {
  const auto* seen = field(event, name);
  return seen == nullptr ? Seen{} : *seen;
}

} // namespace

// ---- what is told

void CaseText::told(const Event& event, std::uint64_t) {
  if (event.thread != 0) throw UsageError("a trace of several threads can't be replayed yet");
  if (is_finalized_) return;
  switch (event.type) {
  case Event::Type::call: return call(event);
  case Event::Type::callback: return callback(event);
  case Event::Type::end: return ends(event);
  case Event::Type::return_: return returns(event);
  }
}

void CaseText::arrives(Kind kind, std::uint32_t number) {
  if (kind == Kind::message || kind == Kind::request)
    add(fmt::format("MPI_Isend(MPI_INT, MPI_COMM_SELF) -> sent_as_{}", name_of(kind, number)));
  add(fmt::format("{} -> {}", maker(kind), name_of(kind, number)));
}

// As a message to the process itself that may still be under way.
void CaseText::may_be_kept(Kind kind, std::uint32_t number) {
  const auto name = name_of(kind, number);
  const bool is_type = kind == Kind::datatype;
  if (is_type) add(fmt::format("MPI_Type_commit({})", name));
  const auto arguments = is_type ? name + ", MPI_COMM_SELF" : "MPI_INT, " + name;
  ++kept_;
  add(fmt::format("MPI_Irecv({}) -> received{}", arguments, kept_));
  add(fmt::format("MPI_Isend({}) -> sent{}", arguments, kept_));
  before_return_.push_back(fmt::format("MPI_Waitall(received{0}, sent{0})", kept_));
}

void CaseText::call(const Event& event) {
  std::vector<std::string> arguments;
  for (const auto& parameter : signature(event.procedure).in) {
    const auto* seen = field(event, parameter.name);
    if (seen == nullptr) continue;
    // (In Fortran an INTEGER does not tell its kind.)
    if (parameter.type == Parameter::Type::kind && event.language != Language::c) continue;
    const auto text = seen->type == Seen::Type::null ? "null" : value(*seen);
    arguments.push_back(parameter.named ? fmt::format("{}: {}", parameter.name, text) : text);
  }
  auto& line = add(fmt::format("{}({})", signature(event.procedure).name, fmt::join(arguments, ", ")));
  note_freed(event, line);
  open_.push_back({&line, nullptr, event, std::exchange(before_return_, {})});
}

void CaseText::returns(const Event& event) {
  if (open_.empty()) return;
  const auto open = std::move(open_.back());
  open_.pop_back();
  is_finalized_ = event.procedure == Procedure::finalize;
  std::vector<std::string> made;
  for (const auto& result : event.fields)
    if (object_word(result.value.word)) made.push_back(result.value.word);
  // (Numbers that come out are the library's affair.)
  if (!made.empty()) open.line->text += fmt::format(" -> {}", fmt::join(made, ", "));
  open.line->text += in_language(event);
  const bool duplicates = event.procedure == Procedure::comm_dup || event.procedure == Procedure::type_dup ||
                          event.procedure == Procedure::info_dup;
  open.line->may_fail = duplicates && event.error != ErrorClass::success;
  if (event.procedure == Procedure::value_set && event.error == ErrorClass::success)
    values_.push_back({word_of(open.begin, "key"), word_of(open.begin, "handle"), value_of(open.begin, "value")});
  if (!made.empty()) note_functions(open.begin, made.front());
  for (const auto& line : open.after) add(line);
}

void CaseText::note_functions(const Event& call, const std::string& made) {
  const auto& in = signature(call.procedure).in;
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (in[i].type != Parameter::Type::callback) continue;
    const auto* function = field(call, in[i].name);
    if (function == nullptr || function->type != Seen::Type::word || predefined_named(function->word)) continue;
    function_of_[{made, role_of(call.procedure, i)}] = function->word;
    has_keys_ = has_keys_ || column_of(role_of(call.procedure, i)) == Column::values;
    functions_.try_emplace(function->word);
  }
}

void CaseText::note_freed(const Event& call, Line& line) {
  const auto& in = signature(call.procedure).in;
  if (in.empty() || !in[0].inout || call.fields.empty()) return;
  const auto object = object_word(call.fields.front().value.word);
  const bool frees = object && call.procedure != Procedure::type_commit && call.procedure != Procedure::start;
  if (frees) freed_[call.fields.front().value.word] = &line;
}

// A key that was freed shows as MPIX_KEY_NULL. Then it is one with this value; on this object, if that has a handle still.
std::string CaseText::function_of(const Event& callback) const {
  // (One of a generalized request's: the call is about that.)
  for (auto open = open_.rbegin(); open != open_.rend() && open->body == nullptr; ++open)
    for (const auto& argument : open->begin.fields)
      if (const auto known = function_of_.find({argument.value.word, callback.callback}); known != function_of_.end())
        if (object_word(argument.value.word)->first == Kind::request) return known->second;
  const bool is_of_key = column_of(callback.callback) == Column::values;
  const auto under = word_of(callback, is_of_key ? "key" : "keyval");
  const auto known = function_of_.find({under, callback.callback});
  if (known != function_of_.end()) return known->second;
  const auto handle = word_of(callback, "handle");
  const auto value = value_of(callback, "value");
  for (const bool on_this : {true, false})
    for (const auto& it : values_) {
      const auto function = function_of_.find({it.key, callback.callback});
      const bool fits = is_of_key && it.value == value && (!on_this || it.handle == handle);
      if (fits && freed_.contains(it.key) && function != function_of_.end()) return function->second;
    }
  throw UsageError("a callback of which the trace does not show whose function it is can't be replayed");
}

void CaseText::callback(const Event& event) {
  auto& runs = functions_[function_of(event)].runs;
  open_.push_back({nullptr, &runs.emplace_back(), event, {}});
}

void CaseText::ends(const Event& event) {
  if (open_.empty()) return;
  if (const auto copied = value_of(event, "new_value"); copied.type != Seen::Type::null)
    values_.push_back({word_of(open_.back().begin, "key"), word_of(open_.back().begin, "new_handle"), copied});
  const auto* given = field(open_.back().begin, "attribute_val");
  if (given == nullptr) given = field(open_.back().begin, "value");
  for (const auto& result : event.fields) {
    const auto to = result.name == "flag" ? "flag_out" : result.name;
    const bool is_same = given != nullptr && result.value == *given && to != "flag_out";
    const auto* const same = to == "new_value" ? "value" : "attribute_val";
    add(fmt::format("{} := {}", to, is_same ? same : is_given(result) ? value(result.value) : "null"));
  }
  if (event.error != ErrorClass::success)
    add(fmt::format("return {}", is_added(event.error)                 ? to_text(event.error)
                                 : event.error == ErrorClass::an_error ? "MPI_ERR_OTHER"
                                                                       : std::string(name(event.error))));
  open_.pop_back();
}

// ---- lines and words

const CaseText::Open* CaseText::innermost_callback() const {
  const auto open = std::find_if(open_.rbegin(), open_.rend(), [](const Open& o) { return o.body != nullptr; });
  return open == open_.rend() ? nullptr : &*open;
}

CaseText::Body& CaseText::current() {
  const auto* open = innermost_callback();
  return open == nullptr ? main_ : *open->body;
}

CaseText::Line& CaseText::add(const std::string& text) { return current().lines.emplace_back(Line{text, "", false}); }

std::string CaseText::value(const Seen& seen) {
  if (seen.type == Seen::Type::integer) return number(seen.number);
  if (seen.word == name(ErrorClass::an_error)) return "MPI_ERR_OTHER"; // (a class of the library's)
  // In a callback, what it got.
  if (const auto* open = innermost_callback(); open != nullptr && object_word(seen.word)) {
    const auto argument = std::ranges::find(open->begin.fields, seen, &Field::value);
    if (argument != open->begin.fields.end()) return argument->name;
  }
  if (object_word(seen.word)) {
    const auto freed = freed_.find(seen.word);
    if (freed == freed_.end()) return seen.word;
    freed->second->kept = seen.word;
    return seen.word + "_kept";
  }
  return predefined(seen.word);
}

std::string CaseText::number(std::int64_t number) {
  constexpr std::int64_t small = std::int64_t{1} << 32;
  if (number > -small && number < small) return std::to_string(number);
  const auto [known, is_new] =
      small_numbers_.try_emplace(number, 1'000'000 + static_cast<std::int64_t>(small_numbers_.size()));
  return std::to_string(known->second);
}

// Datatypes of which cases know nothing are made anew.
std::string CaseText::predefined(const std::string& word) {
  const bool is_known = constant_named(word) || predefined_named(word) || error_class_named(word) || kind_named(word) ||
                        !word.starts_with("MPI_");
  if (is_known) return word;
  if (std::ranges::find(predefined_, word) == predefined_.end()) predefined_.push_back(word);
  return "of_" + word;
}

// ---- the text

std::string CaseText::lines_of(const std::deque<Line>& lines, const std::string& indent) const {
  std::string text;
  for (const auto& line : lines) {
    if (has_keys_ && line.text.starts_with("MPI_Finalized(")) continue; // no call of cases with keys
    if (!line.kept.empty()) text += fmt::format("{0}{1}_kept := {1}\n", indent, line.kept);
    text += fmt::format("{}{}{}\n", indent, line.text, line.may_fail && has_keys_ ? " may fail" : "");
  }
  return text;
}

std::string CaseText::text_of(const std::string& name, const Function& function) const {
  std::vector<std::string> bodies;
  for (const auto& run : function.runs) bodies.push_back(lines_of(run.lines, "  "));
  const bool are_one = std::ranges::all_of(bodies, [&](const std::string& body) { return body == bodies.front(); });
  if (are_one) return fmt::format("callback {} {{\n{}}}\n", name, bodies.empty() ? "" : bodies.front());
  std::string text = fmt::format("callback {0} {{\n  runs_of_{0} := runs_of_{0} + 1\n", name);
  // (The last run first: one that runs in another has a higher number, which nothing after it asks for.)
  for (auto i = function.runs.size(); i-- > 0;)
    text += fmt::format("  if runs_of_{} == {} {{\n{}  }}\n", name, i + 1, lines_of(function.runs[i].lines, "    "));
  return text + "}\n";
}

std::string CaseText::text(const std::string& title) const {
  auto quoted = title;
  std::ranges::replace(quoted, '"', '\'');
  std::string text = fmt::format("litmus \"{}\"\n\n", quoted);
  for (const auto& [name, function] : functions_) text += text_of(name, function);
  text += "\n";
  for (const auto& word : predefined_) text += fmt::format("MPI_Type_contiguous(1, MPI_INT) -> of_{}\n", word);
  return text + lines_of(main_.lines, "");
}

} // namespace moot
