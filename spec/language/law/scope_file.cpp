#include "spec/language/law/scope_file.h"

#include "spec/language/case_message.h"
#include "spec/language/law/toml_text.h"
#include "spec/language/nearest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <vector>

namespace moot {
namespace {

namespace fs = std::filesystem;

struct Word {
  std::string text;
  const toml::node* node;
};
struct Flag {
  std::string_view word;
  bool* it;
};

// One member after the other; what is left at the end is unknown. What is not there stays as it is.
class Table {
public:
  Table(const toml::table& root, std::string_view name, const std::string& file) : name_(name), file_(file) {
    const auto* node = root.get(name);
    if (node == nullptr)
      throw ScopeError(
          fmt::format("{}: no table [{}]; a scope has [slots], [start], [calls] and [callbacks]", file, name));
    table_ = node->as_table();
    if (table_ == nullptr) fail(*node, fmt::format("[{}] must be a table", name));
  }

  void read(std::string_view member, unsigned& number, unsigned most, std::string_view or_else = "") {
    const auto* node = get(member);
    if (node == nullptr) return;
    const auto value = node->value_exact<std::int64_t>();
    if (!value || *value < 0 || *value > most)
      fail(*node, fmt::format("'{}' must be a whole number from 0 to {}{}", member, most, or_else));
    number = static_cast<unsigned>(*value);
  }

  void read(std::string_view member, bool& flag) {
    const auto* node = get(member);
    if (node == nullptr) return;
    const auto value = node->value_exact<bool>();
    if (!value) fail(*node, fmt::format("'{}' must be true or false", member));
    flag = *value;
  }

  // Is the member this text, or not there?
  bool is(std::string_view member, std::string_view text) {
    const auto* node = get(member);
    return node == nullptr || node->value_exact<std::string_view>() == text;
  }

  // A text, or nothing.
  std::optional<Word> word(std::string_view member) {
    const auto* node = get(member);
    if (node == nullptr) return std::nullopt;
    auto text = node->value_exact<std::string>();
    if (!text) fail(*node, fmt::format("'{}' must be a text in quotes", member));
    return Word{*text, node};
  }

  // A list of different texts, or nothing.
  std::optional<std::vector<Word>> words(std::string_view member) {
    const auto* node = get(member);
    if (node == nullptr) return std::nullopt;
    const auto* array = node->as_array();
    if (array == nullptr) fail(*node, fmt::format("'{}' must be a list of texts", member));
    std::vector<Word> words;
    for (const auto& each : *array) {
      const auto text = each.value_exact<std::string>();
      if (!text) fail(each, fmt::format("'{}' must be a list of texts", member));
      if (std::ranges::find(words, *text, &Word::text) != words.end())
        fail(each, fmt::format("'{}' lists {} twice", member, in_quotes(*text)));
      words.push_back({*text, &each});
    }
    return words;
  }

  // A list of words: each sets its flag, and those that are not listed are cleared.
  void read(std::string_view member, const std::array<Flag, 2>& flags) {
    const auto listed = words(member);
    if (!listed) return;
    for (const auto& flag : flags) *flag.it = false;
    for (const auto& word : *listed) {
      const auto* const flag = std::ranges::find(flags, word.text, &Flag::word);
      if (flag == flags.end())
        fail(*word.node, fmt::format(R"('{}' lists "{}" and "{}", not {})", member, flags[0].word, flags[1].word,
                                     in_quotes(word.text)));
      *flag->it = true;
    }
  }

  void require_nothing_else() const {
    for (const auto& [key, node] : *table_)
      if (std::ranges::find(known_, key.str()) == known_.end())
        fail(node,
             fmt::format("there is no {} in [{}]{}", in_quotes(key.str()), name_, did_you_mean(key.str(), known_)));
  }

  [[noreturn]] void fail(const toml::node& node, const std::string& what) const {
    throw ScopeError(fmt::format("{}:{}: {}", file_, node.source().begin.line, what));
  }

private:
  const toml::node* get(std::string_view member) {
    known_.push_back(member);
    return table_->get(member);
  }

  const toml::table* table_ = nullptr;
  std::string_view name_;
  const std::string& file_;
  std::vector<std::string_view> known_;
};

// The procedures that a survey's client can call: it can make up all their arguments.
constexpr std::array callable{Procedure::key_create,  Procedure::key_free,        Procedure::value_set,
                              Procedure::value_get,   Procedure::value_clear,     Procedure::comm_dup,
                              Procedure::comm_free,   Procedure::type_contiguous, Procedure::type_dup,
                              Procedure::type_commit, Procedure::type_free,       Procedure::info_create,
                              Procedure::info_dup,    Procedure::info_free};
constexpr std::array<std::string_view, 3> kinds{"communicator", "datatype", "info"}; // of the handles that it can have

void read_slots(const toml::table& root, const std::string& file, Scope& scope) {
  Table slots(root, "slots", file);
  slots.read("handles", scope.handles, most_slots);
  slots.read("keys", scope.keys, most_slots);
  slots.read("values", scope.values, most_values);
  if (const auto kind = slots.word("kind")) {
    if (std::ranges::find(kinds, kind->text) == kinds.end())
      slots.fail(*kind->node, fmt::format("'kind' must be one of {}, not {}{}", fmt::join(kinds, ", "),
                                          in_quotes(kind->text), did_you_mean(kind->text, kinds)));
    scope.kind = *kind_named(kind->text);
  }
  slots.require_nothing_else();
}

void read_start(const toml::table& root, const std::string& file, Scope& scope) {
  Table start(root, "start", file);
  if (!start.is("handles", "all")) {
    start.read("handles", scope.handles_at_start, most_slots, ", or \"all\"");
    scope.all_handles_at_start = false;
  }
  start.read("keys", scope.keys_at_start, most_slots);
  start.require_nothing_else();
}

std::vector<Procedure> procedures(Table& calls, std::string_view member) {
  std::vector<Procedure> procedures;
  for (const auto& word : calls.words(member).value_or(std::vector<Word>())) {
    const auto procedure = procedure_named(word.text);
    if (!procedure || std::ranges::find(callable, *procedure) == callable.end()) {
      std::vector<std::string_view> names;
      names.reserve(callable.size());
      for (const auto each : callable) names.push_back(signature(each).name);
      calls.fail(*word.node,
                 fmt::format("{} {}{}", procedure ? "a survey's client can't call" : "there is no procedure",
                             in_quotes(word.text), did_you_mean(word.text, names)));
    }
    procedures.push_back(*procedure);
  }
  return procedures;
}

void read_calls(const toml::table& root, const std::string& file, Scope& scope) {
  Table calls(root, "calls", file);
  scope.calls = procedures(calls, "procedures");
  scope.returns_apart = procedures(calls, "return-apart");
  calls.read("values-on", {{{"handles", &scope.values_on_handles}, {"keys", &scope.values_on_keys}}});
  calls.read("free-last-handle", scope.frees_last_handle);
  calls.read("clear-nothing", scope.clears_nothing);
  calls.read("dups-may-fail", scope.dups_may_fail);
  calls.require_nothing_else();
}

void read_callbacks(const toml::table& root, const std::string& file, Scope& scope) {
  Table callbacks(root, "callbacks", file);
  callbacks.read("copy", {{{"skip", &scope.copy_skips}, {"same", &scope.copy_copies}}});
  callbacks.read("calls", scope.calls_in_callback, most_slots);
  callbacks.read("nested", scope.callbacks_that_call, most_slots);
  callbacks.require_nothing_else();
}

void require_known_members(const toml::table& root, const std::string& file) {
  constexpr std::array<std::string_view, 6> known{"name", "title", "slots", "start", "calls", "callbacks"};
  for (const auto& [key, node] : root)
    if (std::ranges::find(known, key.str()) == known.end())
      throw ScopeError(fmt::format("{}:{}: there is no {} in a scope{}", file, node.source().begin.line,
                                   in_quotes(key.str()), did_you_mean(key.str(), known)));
}

// ---- what makes no sense, although each member is right

struct Complaint {
  std::string_view table, member; // where it is in the file,
  std::string_view word;          //   and in a list
  std::string what;
};

// The kind of handle that a procedure is about, beside keys.
std::optional<Kind> kind_of(Procedure procedure) {
  for (const auto& parameters : {signature(procedure).in, signature(procedure).out})
    for (const auto& parameter : parameters)
      if (parameter.type == Parameter::Type::handle && parameter.kind != Kind::none && parameter.kind != Kind::key)
        return parameter.kind;
  return std::nullopt;
}

bool is_about_values(Procedure procedure) {
  return procedure == Procedure::value_set || procedure == Procedure::value_get || procedure == Procedure::value_clear;
}

// Why a call can never be made, however many slots there are. "": it may be made.
std::string why_never(const Scope& scope, Procedure procedure) {
  const auto may_call = [&](Procedure other) { return std::ranges::find(scope.calls, other) != scope.calls.end(); };
  const auto kind = kind_of(procedure);
  const bool values = is_about_values(procedure);
  if (kind && kind != scope.kind) return fmt::format("'kind' of [slots] is {}", name(scope.kind));
  if (values && !scope.values_on_handles && !scope.values_on_keys) return "'values-on' is empty";
  if ((values || procedure == Procedure::key_free) && scope.keys_at_start == 0 && !may_call(Procedure::key_create))
    return "there is no key at the start, and no MPIX_Key_create";
  const bool needs_handle = kind ? procedure != Procedure::info_create : values && !scope.values_on_keys;
  const bool has_handle = scope.all_handles_at_start || scope.handles_at_start > 0 || may_call(Procedure::info_create);
  return needs_handle && !has_handle ? "there is no handle at the start" : "";
}

std::optional<Complaint> complaint(const Scope& scope) {
  const auto too_many = [](std::string_view member, unsigned number, unsigned most) {
    return Complaint{"slots", member, "", fmt::format("{} {} are too many (up to {})", number, member, most)};
  };
  const auto beyond_room = [](std::string_view member, unsigned number, unsigned room) {
    return Complaint{
        "start", member, "",
        fmt::format("{} {} at the start, but room for {} ('{}' of [slots])", number, member, room, member)};
  };
  if (scope.handles > most_slots) return too_many("handles", scope.handles, most_slots);
  if (scope.keys > most_slots) return too_many("keys", scope.keys, most_slots);
  if (scope.values > most_values) return too_many("values", scope.values, most_values);
  if (scope.handles + scope.keys == 0)
    return Complaint{"slots", "handles", "", "the client has room for nothing: 'handles' and 'keys' of [slots] are 0"};
  if (!scope.all_handles_at_start && scope.handles_at_start > scope.handles)
    return beyond_room("handles", scope.handles_at_start, scope.handles);
  if (scope.keys_at_start > scope.keys) return beyond_room("keys", scope.keys_at_start, scope.keys);
  if (scope.calls.empty())
    return Complaint{"calls", "procedures", "",
                     "the client may call nothing: list procedures in 'procedures' of [calls]"};
  if (!scope.copy_skips && !scope.copy_copies)
    return Complaint{"callbacks", "copy", "", R"('copy' is empty: list "skip", "same" or both)"};
  for (const auto procedure : scope.calls)
    if (const auto why = why_never(scope, procedure); !why.empty()) {
      const auto word = signature(procedure).name;
      return Complaint{"calls", "procedures", word, fmt::format("{} can never be called: {}", word, why)};
    }
  for (const auto procedure : scope.returns_apart)
    if (std::ranges::find(scope.calls, procedure) == scope.calls.end()) {
      const auto word = signature(procedure).name;
      return Complaint{"calls", "return-apart", word,
                       fmt::format("{} is in 'return-apart', but not in 'procedures'", word)};
    }
  return std::nullopt;
}

// The line that a complaint is about: of a text in a list, of a member, or at least of its table.
std::uint32_t line(const toml::table& root, const Complaint& complaint) {
  const auto& table = *root.get_as<toml::table>(complaint.table);
  const auto* member = table.get(complaint.member);
  if (member == nullptr) return table.source().begin.line;
  if (const auto* list = member->as_array())
    for (const auto& each : *list)
      if (each.value_exact<std::string_view>() == complaint.word) return each.source().begin.line;
  return member->source().begin.line;
}

} // namespace

Scope parse_scope(std::string_view text, const std::string& file) {
  const auto root = parse_toml<ScopeError>(text, file);
  require_known_members(root, file);
  Scope scope;
  scope.name = toml_word<ScopeError>(root, "name", file).value_or(fs::path(file).stem().string());
  scope.title = toml_word<ScopeError>(root, "title", file).value_or("");
  read_slots(root, file, scope);
  read_start(root, file, scope);
  read_calls(root, file, scope);
  read_callbacks(root, file, scope);
  if (const auto wrong = complaint(scope))
    throw ScopeError(fmt::format("{}:{}: {}", file, line(root, *wrong), wrong->what));
  return scope;
}

void require_sensible(const Scope& scope, const std::string& file) {
  if (const auto wrong = complaint(scope)) throw ScopeError(fmt::format("{}: {}", file, wrong->what));
}

std::vector<std::string> scope_names(const std::string& directory) { return toml_names(directory); }

Scope read_scope(const std::string& name, const std::string& directory) {
  const bool is_path = name.find('/') != std::string::npos || name.ends_with(".toml");
  const auto path = is_path ? fs::path(name) : fs::path(directory) / (name + ".toml");
  std::error_code error;
  if (!is_path && !fs::exists(path, error)) {
    const auto names = scope_names(directory);
    auto hint = did_you_mean(name, std::vector<std::string_view>(names.begin(), names.end()));
    if (hint.empty() && !names.empty()) hint = fmt::format("; there are {}", fmt::join(names, ", "));
    throw ScopeError(fmt::format("there is no scope {} in {}{}", in_quotes(name), directory, hint));
  }
  return parse_scope(read_toml<ScopeError>(path, "scope"), path.string());
}

} // namespace moot
