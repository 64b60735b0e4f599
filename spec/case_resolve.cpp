#include "spec/case_resolve.h"

#include "spec/case_message.h"
#include "spec/nearest.h"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_map>

namespace moot {
namespace {

using syntax::Word;

std::vector<std::string_view> names_of(std::span<const Parameter> parameters, bool named) {
  std::vector<std::string_view> names;
  for (const Parameter& parameter : parameters)
    if (parameter.named == named) names.push_back(parameter.name);
  return names;
}

template <typename Enum> void add_names(std::vector<std::string_view>& names, int count) {
  for (int i = 0; i < count; ++i) names.push_back(name(static_cast<Enum>(i)));
}

std::vector<std::string_view> procedure_names() {
  std::vector<std::string_view> names;
  names.reserve(procedure_count);
  for (int i = 0; i < procedure_count; ++i) names.push_back(signature(static_cast<Procedure>(i)).name);
  return names;
}

std::vector<std::string_view> kind_names() {
  std::vector<std::string_view> names;
  for (Kind kind = Kind::communicator; kind <= Kind::request; // (no keyval holds a value)
       kind = static_cast<Kind>(static_cast<int>(kind) + 1))
    names.push_back(name(kind));
  return names;
}

class Resolver {
public:
  Resolver(const syntax::Case& tree, const std::string& file) : tree_(tree), file_(file) {}

  Program run() {
    head();
    for (const syntax::Callback& callback : tree_.callbacks) declare(callback);
    for (std::size_t i = 0; i < tree_.callbacks.size(); ++i)
      program_.callbacks[i].body = block(tree_.callbacks[i].body);
    program_.main = block(tree_.main);
    if (tree_.observed.size() > CaseLimits::observed)
      wrong(tree_.observed.back(), fmt::format("more than {} observed variables", CaseLimits::observed));
    for (const Word& word : tree_.observed) observe(word);
    for (const syntax::Expect& expect : tree_.expects) program_.expectations.push_back(expectation(expect));
    return std::move(program_);
  }

private:
  [[noreturn]] void wrong(const Word& word, const std::string& what) const { fail(file_, word.position, what); }

  void head() {
    program_.title = tree_.title;
    program_.source = tree_.source.text;
    program_.first_line = tree_.first_line;
    program_.last_line = tree_.last_line;
    for (const Word& word : tree_.questions) program_.questions.emplace_back(word.text);
    for (const Word& word : tree_.shows) program_.shows.emplace_back(word.text);
  }

  void declare(const syntax::Callback& callback) {
    const Word& word = callback.name;
    if (is_mpi_name(word.text)) wrong(word, in_quotes(word.text) + " is a name of MPI's, not one for a callback");
    if (!callbacks_.emplace(word.text, callbacks_.size()).second)
      wrong(word, "callback " + in_quotes(word.text) + " is defined twice");
    program_.callbacks.push_back({std::string(word.text), {}, word.position});
  }

  // A variable that is read or written; its first appearance creates it.
  std::int32_t variable(const Word& word) {
    const auto [place, created] = variables_.emplace(word.text, static_cast<std::int32_t>(variables_.size()));
    if (created) program_.variables.emplace_back(word.text);
    return place->second;
  }

  std::int32_t written(const Word& word) {
    if (is_argument(word.text))
      wrong(word, in_quotes(word.text) + " is an argument of callbacks: it can't be assigned here");
    if (is_mpi_name(word.text)) wrong(word, in_quotes(word.text) + " is a name of MPI's: it can't be assigned");
    if (callbacks_.contains(word.text)) wrong(word, in_quotes(word.text) + " is a callback: it can't be assigned");
    return variable(word);
  }

  [[noreturn]] void unknown_constant(const Word& word) const {
    if (procedure_named(word.text)) wrong(word, in_quotes(word.text) + " is a procedure; a value is expected here");
    std::vector<std::string_view> known;
    add_names<Constant>(known, constant_count);
    add_names<ErrorClass>(known, error_class_count);
    wrong(word, "unknown constant " + in_quotes(word.text) + did_you_mean(word.text, known));
  }

  Term value(const Word& word) {
    if (const auto argument = callback_argument_named(word.text))
      return {Term::Type::argument, static_cast<std::int64_t>(*argument)};
    if (const auto constant = constant_named(word.text))
      return {Term::Type::constant, static_cast<std::int64_t>(*constant)};
    if (const auto error = error_class_named(word.text))
      return {Term::Type::error_class, static_cast<std::int64_t>(*error)};
    if (is_mpi_name(word.text)) unknown_constant(word);
    if (target_named(word.text)) wrong(word, in_quotes(word.text) + " can only be assigned");
    if (callbacks_.contains(word.text)) wrong(word, in_quotes(word.text) + " is a callback; a value is expected here");
    return {Term::Type::variable, variable(word)};
  }

  Expression expression(const syntax::Expression& terms) {
    Expression result;
    for (const syntax::Term& term : terms)
      result.push_back(term.type == Term::Type::variable ? value(term.word) : Term{term.type, term.number});
    return result;
  }

  // `copy: NAME`
  Term function(const Word& word) const {
    if (const auto predefined = predefined_named(word.text))
      return {Term::Type::predefined, static_cast<std::int64_t>(*predefined)};
    if (const auto found = callbacks_.find(word.text); found != callbacks_.end())
      return {Term::Type::function, static_cast<std::int64_t>(found->second)};
    std::vector<std::string_view> known;
    for (const CallbackDefinition& callback : program_.callbacks) known.push_back(callback.name);
    wrong(word, "no callback " + in_quotes(word.text) + " is defined" + did_you_mean(word.text, known));
  }

  // `type: NAME`
  Term kind(const Word& word) const {
    if (const auto found = kind_named(word.text)) return {Term::Type::kind, static_cast<std::int64_t>(*found)};
    wrong(word, fmt::format("{} is no kind of object ({})", in_quotes(word.text), fmt::join(kind_names(), ", ")) +
                    did_you_mean(word.text, kind_names()));
  }

  Expression argument(const Parameter& parameter, const syntax::Argument& given) {
    const bool is_word = given.value.size() == 1 && given.value[0].type == Term::Type::variable;
    if (is_word && parameter.type == Parameter::Type::callback) return {function(given.value[0].word)};
    if (is_word && parameter.type == Parameter::Type::kind) return {kind(given.value[0].word)};
    return expression(given.value);
  }

  // The index of the parameter that an argument is for.
  std::size_t parameter_of(const syntax::Argument& argument, const Signature& signature, std::size_t& positional,
                           const std::vector<std::optional<Expression>>& filled) const {
    const auto names = names_of(signature.in, !argument.name.text.empty());
    const std::string_view wanted = argument.name.text;
    if (wanted.empty()) {
      if (positional == names.size())
        fail(file_, argument.position,
             fmt::format("too many arguments: {} takes ({})", signature.name, fmt::join(names, ", ")));
      ++positional;
    } else if (std::find(names.begin(), names.end(), wanted) == names.end()) {
      wrong(argument.name, fmt::format("{} has no argument to be named {}", signature.name, in_quotes(wanted)) +
                               did_you_mean(wanted, names));
    }
    const auto seeks = wanted.empty() ? names[positional - 1] : wanted;
    const auto found =
        std::find_if(signature.in.begin(), signature.in.end(), [&](const Parameter& p) { return p.name == seeks; });
    const auto index = static_cast<std::size_t>(found - signature.in.begin());
    if (filled[index]) wrong(argument.name, fmt::format("{}: '{}' is given twice", signature.name, seeks));
    return index;
  }

  Language language(const Word& word) const {
    if (const auto known = language_named(word.text)) return *known;
    std::vector<std::string_view> known;
    add_names<Language>(known, language_count);
    wrong(word, fmt::format("{} is no language of MPI's ({})", in_quotes(word.text), fmt::join(known, ", ")) +
                    did_you_mean(word.text, known));
  }

  void call(const syntax::Statement& from, Statement& to) {
    const auto procedure = procedure_named(from.procedure.text);
    if (!procedure)
      wrong(from.procedure, "unknown procedure " + in_quotes(from.procedure.text) +
                                did_you_mean(from.procedure.text, procedure_names()));
    const Signature& signature = moot::signature(*procedure);
    if (!from.target.text.empty()) to.error = written(from.target);
    to.procedure = *procedure;
    to.may_fail = from.may_fail;
    if (!from.language.text.empty()) to.language = language(from.language);
    to.arguments.resize(signature.in.size());
    std::size_t positional = 0;
    bool named = false;
    for (const syntax::Argument& argument_ : from.arguments) {
      const bool is_named = !argument_.name.text.empty();
      if (named && !is_named) fail(file_, argument_.position, "an argument without a name after one with a name");
      named = named || is_named;
      const std::size_t index = parameter_of(argument_, signature, positional, to.arguments);
      to.arguments[index] = argument(signature.in[index], argument_);
    }
    if (const auto names = names_of(signature.in, false); positional < names.size())
      wrong(from.procedure, fmt::format("too few arguments: {} takes ({})", signature.name, fmt::join(names, ", ")));
    if (from.results.size() > signature.out.size())
      wrong(from.results[signature.out.size()],
            fmt::format("{} has only {} results", signature.name, signature.out.size()));
    for (const Word& word : from.results) to.results.push_back(written(word));
  }

  Block block(const syntax::Block& from) {
    Block to;
    for (const syntax::Statement& statement : from) {
      Statement& made = to.emplace_back();
      made.type = statement.type;
      made.position = statement.position;
      made.length = statement.length;
      if (statement.type == Statement::Type::call) call(statement, made);
      if (statement.type == Statement::Type::assign) {
        const auto target = target_named(statement.target.text);
        made.target = target ? *target : written(statement.target);
      }
      if (statement.type == Statement::Type::lock || statement.type == Statement::Type::unlock)
        made.target = written(statement.target);
      made.expression = expression(statement.expression);
    }
    return to;
  }

  std::int32_t existing(const Word& word) const {
    if (const auto found = variables_.find(word.text); found != variables_.end()) return found->second;
    const std::vector<std::string_view> known(program_.variables.begin(), program_.variables.end());
    wrong(word, "no variable " + in_quotes(word.text) + did_you_mean(word.text, known));
  }

  void observe(const Word& word) {
    const std::int32_t index = existing(word);
    if (std::find(program_.observed.begin(), program_.observed.end(), index) != program_.observed.end())
      wrong(word, in_quotes(word.text) + " is observed twice");
    program_.observed.push_back(index);
  }

  Seen seen(const syntax::Term& term) const {
    if (term.type == Term::Type::null) return {};
    if (term.type == Term::Type::integer) return {Seen::Type::integer, term.number, {}};
    const Word& word = term.word;
    if (word.text == address_word || word.text == name(ErrorClass::an_error)) {
      // what no variable holds by that name
    } else if (is_mpi_name(word.text)) {
      if (!constant_named(word.text) && !error_class_named(word.text)) unknown_constant(word);
    } else {
      existing(word);
    }
    return {Seen::Type::word, 0, std::string(word.text)};
  }

  Expected expected(const syntax::Result& from) const {
    Expected to{from.type, {}, from.unspecified, std::string(from.clause.text)};
    if (from.type == Expected::Type::outcome) to.observed.resize(program_.observed.size());
    for (const syntax::Binding& binding : from.bindings) {
      const auto found = std::find(program_.observed.begin(), program_.observed.end(), existing(binding.name));
      if (found == program_.observed.end()) wrong(binding.name, in_quotes(binding.name.text) + " is not observed");
      auto& place = to.observed[static_cast<std::size_t>(found - program_.observed.begin())];
      if (place) wrong(binding.name, in_quotes(binding.name.text) + " has two values");
      place = seen(binding.value);
    }
    return to;
  }

  Expectation expectation(const syntax::Expect& from) const {
    Expectation to{std::string(from.reading.text), {}, {}, from.reading.position};
    for (const auto& [question, answer] : from.answers) to.answers.emplace_back(question.text, answer.text);
    for (const syntax::Result& result : from.results) to.results.push_back(expected(result));
    return to;
  }

  const syntax::Case& tree_;
  const std::string& file_;
  Program program_;
  std::unordered_map<std::string_view, std::size_t> callbacks_;
  std::unordered_map<std::string_view, std::int32_t> variables_;
};

} // namespace

Program resolve(const syntax::Case& tree, const std::string& file) { return Resolver(tree, file).run(); }

} // namespace moot
