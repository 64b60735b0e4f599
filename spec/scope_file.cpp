#include "spec/scope_file.h"

#include "spec/case_message.h"
#include "spec/nearest.h"
#include "spec/toml_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <vector>

namespace moot {
namespace {

namespace fs = std::filesystem;

// One member after the other; what is left at the end is unknown.
class Table {
public:
  Table(const toml::table& root, std::string_view name, const std::string& file) : name_(name), file_(file) {
    const auto* node = root.get(name);
    if (node == nullptr) throw ScopeError(fmt::format("{}: no table [{}]", file, name));
    table_ = node->as_table();
    if (table_ == nullptr) fail(*node, fmt::format("[{}] must be a table", name));
  }

  void read(std::string_view member, unsigned& number, unsigned most) {
    const auto* node = get(member);
    if (node == nullptr) return;
    const auto value = node->value_exact<std::int64_t>();
    if (!value || *value < 0 || *value > most) fail(*node, fmt::format("'{}' must be a number from 0 to {}", member, most));
    number = static_cast<unsigned>(*value);
  }

  void read(std::string_view member, bool& flag) {
    const auto* node = get(member);
    if (node == nullptr) return;
    const auto value = node->value_exact<bool>();
    if (!value) fail(*node, fmt::format("'{}' must be true or false", member));
    flag = *value;
  }

  // A text, or nothing.
  std::optional<std::string> word(std::string_view member) {
    const auto* node = get(member);
    if (node == nullptr) return std::nullopt;
    auto value = node->value_exact<std::string>();
    if (!value) fail(*node, fmt::format("'{}' must be a text in quotes", member));
    return value;
  }
  bool is_word(std::string_view member) const { return table_->contains(member) && table_->get(member)->is_string(); }

  // Calls `add(text)` for each text of a list; it returns what is wrong with it, or nothing.
  template <typename Add> void list(std::string_view member, const Add& add) {
    const auto* node = get(member);
    if (node == nullptr) return;
    const auto* array = node->as_array();
    if (array == nullptr) fail(*node, fmt::format("'{}' must be a list of texts", member));
    for (const auto& each : *array) {
      const auto text = each.value_exact<std::string>();
      if (!text) fail(each, fmt::format("'{}' must be a list of texts", member));
      if (const auto wrong = add(*text); !wrong.empty()) fail(each, wrong);
    }
  }

  void require_nothing_else() const {
    for (const auto& [key, node] : *table_)
      if (std::ranges::find(known_, key.str()) == known_.end())
        fail(node, fmt::format("there is no {} in [{}]{}", in_quotes(key.str()), name_, did_you_mean(key.str(), known_)));
  }

  [[noreturn]] void fail(const toml::node& node, const std::string& what) const {
    throw ScopeError(fmt::format("{}:{}: {}", file_, node.source().begin.line, what));
  }
  const toml::node& node(std::string_view member) const { return *table_->get(member); }

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
constexpr std::array callable{Procedure::key_create,      Procedure::key_free,  Procedure::value_set,
                              Procedure::value_get,       Procedure::value_clear, Procedure::comm_dup,
                              Procedure::comm_free,       Procedure::type_contiguous, Procedure::type_dup,
                              Procedure::type_commit,     Procedure::type_free, Procedure::info_create,
                              Procedure::info_dup,        Procedure::info_free};

std::string add_procedure(std::vector<Procedure>& list, const std::string& name) {
  std::vector<std::string_view> names;
  for (const auto procedure : callable) names.push_back(signature(procedure).name);
  const auto procedure = procedure_named(name);
  if (!procedure || std::ranges::find(callable, *procedure) == callable.end())
    return fmt::format("a survey's client can't call {}{}", in_quotes(name), did_you_mean(name, names));
  list.push_back(*procedure);
  return {};
}

void read_slots(const toml::table& root, const std::string& file, Scope& scope) {
  Table slots(root, "slots", file);
  slots.read("handles", scope.handles, most_slots);
  slots.read("keys", scope.keys, most_slots);
  slots.read("values", scope.values, most_values);
  if (const auto word = slots.word("kind")) {
    const auto kind = kind_named(*word);
    if (kind != Kind::communicator && kind != Kind::datatype && kind != Kind::info)
      slots.fail(slots.node("kind"), fmt::format("{} is no kind that a survey's client can have handles of: communicator, "
                                                 "datatype, info", in_quotes(*word)));
    scope.kind = *kind;
  }
  slots.require_nothing_else();
}

void read_start(const toml::table& root, const std::string& file, Scope& scope) {
  Table start(root, "start", file);
  scope.all_handles_at_start = start.is_word("handles");
  if (!scope.all_handles_at_start)
    start.read("handles", scope.handles_at_start, most_slots);
  else if (start.word("handles") != "all")
    start.fail(start.node("handles"), "'handles' must be a number or \"all\"");
  start.read("keys", scope.keys_at_start, most_slots);
  start.require_nothing_else();
}

void read_calls(const toml::table& root, const std::string& file, Scope& scope) {
  Table calls(root, "calls", file);
  calls.list("procedures", [&](const std::string& name) { return add_procedure(scope.calls, name); });
  calls.list("return-apart", [&](const std::string& name) { return add_procedure(scope.returns_apart, name); });
  scope.values_on_handles = scope.values_on_keys = false;
  calls.list("values-on", [&](const std::string& what) -> std::string {
    (what == "keys" ? scope.values_on_keys : scope.values_on_handles) = true;
    return what == "keys" || what == "handles" ? "" : "'values-on' lists \"handles\" and \"keys\"";
  });
  calls.read("free-last-handle", scope.frees_last_handle);
  calls.read("clear-nothing", scope.clears_nothing);
  calls.read("dups-may-fail", scope.dups_may_fail);
  calls.require_nothing_else();
}

void read_callbacks(const toml::table& root, const std::string& file, Scope& scope) {
  Table callbacks(root, "callbacks", file);
  scope.copy_skips = scope.copy_copies = false;
  callbacks.list("copy", [&](const std::string& what) -> std::string {
    (what == "same" ? scope.copy_copies : scope.copy_skips) = true;
    return what == "same" || what == "skip" ? "" : "'copy' lists \"skip\" and \"same\"";
  });
  if (!scope.copy_skips && !scope.copy_copies) throw ScopeError(file + ": 'copy' of [callbacks] must list \"skip\" or \"same\"");
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
  require_sensible(scope, file);
  return scope;
}

void require_sensible(const Scope& scope, const std::string& file) {
  const auto fail = [&](const std::string& what) { throw ScopeError(fmt::format("{}: {}", file, what)); };
  if (scope.handles > most_slots) fail(fmt::format("{} handles are too many (up to {})", scope.handles, most_slots));
  if (scope.keys > most_slots) fail(fmt::format("{} keys are too many (up to {})", scope.keys, most_slots));
  if (scope.values > most_values) fail(fmt::format("{} values are too many (up to {})", scope.values, most_values));
  if (!scope.all_handles_at_start && scope.handles_at_start > scope.handles)
    fail(fmt::format("{} handles at the start, but room for {}", scope.handles_at_start, scope.handles));
  if (scope.keys_at_start > scope.keys)
    fail(fmt::format("{} keys at the start, but room for {}", scope.keys_at_start, scope.keys));
  if (scope.calls.empty()) fail("the client may call nothing: 'procedures' of [calls] is empty");
}

Scope read_scope(const std::string& name, const std::string& directory) {
  const bool is_path = name.find('/') != std::string::npos || name.ends_with(".toml");
  const auto path = is_path ? fs::path(name) : fs::path(directory) / (name + ".toml");
  std::error_code error;
  if (!is_path && !fs::exists(path, error)) {
    const auto names = toml_names(directory);
    throw ScopeError(fmt::format("there is no scope {} in {}{}", in_quotes(name), directory,
                                 did_you_mean(name, std::vector<std::string_view>(names.begin(), names.end()))));
  }
  return parse_scope(read_toml<ScopeError>(path, "scope"), path.string());
}

} // namespace moot
