#include "spec/language/case_resolve.h"

#include "spec/language/case_calls.h"
#include "spec/language/case_message.h"
#include "spec/language/nearest.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <span>
#include <unordered_map>

namespace moot {
namespace {

using syntax::Word;

class Resolver {
public:
  Resolver(const syntax::Case& tree, std::vector<CaseFault>& unknown) : tree_(tree), unknown_(unknown) {}

  Program run() {
    head();
    for (const syntax::Callback& callback : tree_.callbacks) declare(callback);
    for (std::size_t i = 0; i < tree_.callbacks.size(); ++i) block(tree_.callbacks[i].body, program_.callbacks[i].body);
    block(tree_.main, program_.main);
    if (tree_.observed.size() > CaseLimits::observed)
      wrong(tree_.observed.back(), fmt::format("more than {} observed variables", CaseLimits::observed));
    for (const Word& word : tree_.observed) observe(word);
    for (const syntax::Expect& expect : tree_.expects) program_.expectations.push_back(expectation(expect));
    return std::move(program_);
  }

private:
  enum class Use { variable, array, counter };
  struct Counter {
    std::string_view name; // may be empty
    std::int64_t count;
  };

  void unknown(const Word& word, const std::string& what) { unknown_.push_back({word.position, what}); }

  void head() {
    program_.title = tree_.title;
    program_.source = tree_.source.text;
    program_.place = tree_.place;
    for (const Word& word : tree_.questions) program_.questions.emplace_back(word.text);
    for (const Word& word : tree_.shows) program_.shows.emplace_back(word.text);
    for (const Word& word : tree_.stack) program_.stack.push_back(static_cast<std::int32_t>(tool(word)));
  }

  void declare(const syntax::Callback& callback) {
    const Word& word = callback.name;
    if (is_mpi_name(word.text)) wrong(word, in_quotes(word.text) + " is a name of MPI's, not one for a callback");
    if (!callbacks_.emplace(word.text, callbacks_.size()).second)
      wrong(word, "callback " + in_quotes(word.text) + " is defined twice");
    program_.callbacks.push_back({std::string(word.text), {}, word.position});
  }

  // ---- Variables, and elements of arrays

  // What a `repeat` around the statement has counted, if that is its name.
  std::optional<std::int64_t> counted(std::string_view name) const {
    const auto found = std::ranges::find(counters_, name, &Counter::name);
    return found == counters_.end() ? std::nullopt : std::optional(found->count);
  }

  std::int64_t index_of(const Word& word) const {
    std::int64_t index = 0;
    for (const syntax::IndexTerm& term : word.index) {
      const auto number = term.counter.empty() ? term.number : counted(term.counter);
      if (!number)
        fail(term.position, in_quotes(term.counter) + " is neither a number nor what a 'repeat' around this counts");
      index += term.minus ? -*number : *number;
    }
    if (index < 0 || index >= static_cast<std::int64_t>(CaseLimits::elements))
      wrong(word, fmt::format("{}[{}]: an array has elements 0 to {}", word.text, index, CaseLimits::elements - 1));
    return index;
  }

  std::string name_of(const Word& word) const {
    return word.index.empty() ? std::string(word.text) : fmt::format("{}[{}]", word.text, index_of(word));
  }

  // A name is one variable's, an array's, or of what a `repeat` counts.
  void use(const Word& word, Use as) {
    const auto [place, created] = uses_.emplace(word.text, as);
    if (place->second == as) return;
    const auto is = [](Use use) {
      return use == Use::variable ? "a variable" : use == Use::array ? "an array" : "what a 'repeat' counts";
    };
    wrong(word, fmt::format("{} is {}: it can't be {}, too", in_quotes(word.text), is(place->second), is(as)));
  }

  // A variable that is read or written; its first appearance creates it.
  std::int32_t variable(const Word& word) {
    use(word, word.index.empty() ? Use::variable : Use::array);
    const auto [place, created] = variables_.emplace(name_of(word), static_cast<std::int32_t>(variables_.size()));
    if (created) program_.variables.push_back(place->first);
    return place->second;
  }

  std::int32_t written(const Word& word) {
    if (is_argument(word.text))
      wrong(word, in_quotes(word.text) + " is an argument of callbacks: it can't be assigned here");
    if (is_mpi_name(word.text)) wrong(word, in_quotes(word.text) + " is a name of MPI's: it can't be assigned");
    if (callbacks_.contains(word.text)) wrong(word, in_quotes(word.text) + " is a callback: it can't be assigned");
    return variable(word);
  }

  void unknown_constant(const Word& word) {
    if (procedure_named(word.text)) wrong(word, in_quotes(word.text) + " is a procedure; a value is expected here");
    std::vector<std::string_view> known;
    add_names<Constant>(known, constant_count);
    add_names<ErrorClass>(known, error_class_count);
    unknown(word, "unknown constant " + in_quotes(word.text) + did_you_mean(word.text, known));
  }

  Term value(const Word& word) {
    if (!word.index.empty()) return {Term::Type::variable, written(word)};
    if (const auto number = counted(word.text)) return {Term::Type::integer, *number};
    if (const auto argument = callback_argument_named(word.text))
      return {Term::Type::argument, static_cast<std::int64_t>(*argument)};
    if (const auto constant = constant_named(word.text))
      return {Term::Type::constant, static_cast<std::int64_t>(*constant)};
    if (const auto kind = kind_of_handle_type(word.text))
      return {Term::Type::handle_type, static_cast<std::int64_t>(*kind)};
    if (const auto error = error_class_named(word.text))
      return {Term::Type::error_class, static_cast<std::int64_t>(*error)};
    if (is_mpi_name(word.text)) {
      unknown_constant(word);
      return {};
    }
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
  Term function(const Word& word) {
    if (const auto predefined = predefined_named(word.text))
      return {Term::Type::predefined, static_cast<std::int64_t>(*predefined)};
    if (const auto found = callbacks_.find(word.text); found != callbacks_.end())
      return {Term::Type::function, static_cast<std::int64_t>(found->second)};
    std::vector<std::string_view> known;
    for (const CallbackDefinition& callback : program_.callbacks) known.push_back(callback.name);
    unknown(word, "no callback " + in_quotes(word.text) + " is defined" + did_you_mean(word.text, known));
    return {};
  }

  // The number of a tool: its first appearance counts.
  std::int64_t tool(const Word& word) {
    if (is_mpi_name(word.text)) wrong(word, in_quotes(word.text) + " is a name of MPI's, not one for a tool");
    if (!word.index.empty()) wrong(word, "the name of a tool has no index");
    const auto found = std::ranges::find(program_.tools, word.text);
    if (found == program_.tools.end()) program_.tools.emplace_back(word.text);
    return std::ranges::find(program_.tools, word.text) - program_.tools.begin();
  }

  Term procedure(const Word& word) {
    if (!word.index.empty()) wrong(word, "the name of a procedure has no index");
    if (const auto procedure = procedure_named(word.text))
      return {Term::Type::procedure, static_cast<std::int64_t>(*procedure)};
    unknown(word, unknown_procedure(word.text));
    return {};
  }

  // `type: MPIX_HANDLE_WIN`, `type: handle_type`: as an expression. (A variable alone is no kind, and no integer in every run.)
  static bool is_number(std::string_view word) { return !kind_named(word) && (is_mpi_name(word) || is_argument(word)); }

  Expression argument(const Parameter& parameter, const syntax::Argument& given) {
    const bool is_word = given.value.size() == 1 && given.value[0].type == Term::Type::variable;
    if (is_word && parameter.type == Parameter::Type::callback) return {function(given.value[0].word)};
    if (is_word && parameter.type == Parameter::Type::tool) return {{Term::Type::tool, tool(given.value[0].word)}};
    if (is_word && parameter.type == Parameter::Type::procedure) return {procedure(given.value[0].word)};
    if (is_word && parameter.type == Parameter::Type::kind && !is_number(given.value[0].word.text))
      return {kind_meant(given.value[0].word)};
    return expression(given.value);
  }

  // The other names in it are looked at all the same.
  void unknown_call(const syntax::Statement& from) {
    unknown(from.procedure, unknown_procedure(from.procedure.text));
    for (const syntax::Argument& argument : from.arguments)
      for (const syntax::Term& term : argument.value)
        if (term.type == Term::Type::variable && !callbacks_.contains(term.word.text)) value(term.word);
    if (!from.target.text.empty()) written(from.target);
    for (const Word& word : from.results) written(word);
  }

  void call(const syntax::Statement& from, Statement& to) {
    const auto procedure = procedure_named(from.procedure.text);
    if (!procedure) return unknown_call(from);
    const Signature& signature = moot::signature(*procedure);
    if (!from.target.text.empty()) to.error = written(from.target);
    to.procedure = *procedure;
    to.may_fail = from.may_fail;
    if (!from.language.text.empty()) to.language = language_meant(from.language);
    to.arguments.resize(signature.in.size());
    std::size_t positional = 0;
    bool named = false;
    for (const syntax::Argument& argument_ : from.arguments) {
      const bool is_named = !argument_.name.text.empty();
      if (named && !is_named) fail(argument_.position, "an argument without a name after one with a name");
      named = named || is_named;
      const std::size_t index = parameter_of(argument_, signature, positional, to.arguments);
      to.arguments[index] = argument(signature.in[index], argument_);
    }
    if (const auto names = names_of(signature.in, false); positional < names.size())
      wrong(from.procedure, fmt::format("too few arguments: {} takes ({})", signature.name, taken(signature)));
    if (from.results.size() > signature.out.size())
      wrong(from.results[signature.out.size()],
            fmt::format("{} has only {} results", signature.name, signature.out.size()));
    for (const Word& word : from.results) to.results.push_back(written(word));
  }

  // ---- Statements

  void count_repeated(SourcePosition position) {
    if (++repeated_ > CaseLimits::repeated)
      fail(position, fmt::format("'repeat' makes more than {} statements", CaseLimits::repeated));
  }

  void simple(const syntax::Statement& from, Statement& to) {
    if (!counters_.empty()) count_repeated(from.position);
    to.type = from.type;
    to.position = from.position;
    if (from.type == Statement::Type::call) call(from, to);
    if (from.type == Statement::Type::assign) {
      const auto target = target_named(from.target.text);
      to.target = target ? *target : written(from.target);
    }
    if (from.type == Statement::Type::next && !from.target.text.empty()) to.error = written(from.target);
    if (from.type == Statement::Type::store) to.arguments = {expression(from.arguments[0].value)};
    const bool has_target = from.type == Statement::Type::lock || from.type == Statement::Type::unlock ||
                            from.type == Statement::Type::allocate;
    if (has_target) to.target = written(from.target);
    to.expression = expression(from.expression);
  }

  void repeat(const syntax::Statement& from, std::span<const syntax::Statement> body, Block& to) {
    const Word& counter = from.counter;
    if (!counter.text.empty()) {
      if (is_argument(counter.text) || is_mpi_name(counter.text) || callbacks_.contains(counter.text))
        wrong(counter, in_quotes(counter.text) + " can't be the name of what a 'repeat' counts");
      if (counted(counter.text))
        wrong(counter, in_quotes(counter.text) + " already counts in the 'repeat' around this");
      use(counter, Use::counter);
    }
    counters_.push_back({counter.text, 0});
    for (std::uint64_t i = 0; i < *from.times; ++i, ++counters_.back().count) {
      count_repeated(from.position); // an empty body counts, too
      block(body, to);
    }
    counters_.pop_back();
  }

  void block(std::span<const syntax::Statement> from, Block& to) {
    for (std::size_t i = 0; i < from.size(); i += 1 + from[i].length) {
      const auto body = from.subspan(i + 1, from[i].length);
      if (from[i].times) {
        repeat(from[i], body, to);
        continue;
      }
      const std::size_t self = to.size();
      simple(from[i], to.emplace_back());
      block(body, to);
      to[self].length = static_cast<std::uint32_t>(to.size() - self - 1);
    }
  }

  // ---- Outcomes

  std::int32_t existing(const Word& word) const {
    const auto name = name_of(word);
    if (const auto found = variables_.find(name); found != variables_.end()) return found->second;
    const std::vector<std::string_view> known(program_.variables.begin(), program_.variables.end());
    wrong(word, "no variable " + in_quotes(name) + did_you_mean(name, known));
  }

  void observe(const Word& word) {
    const std::int32_t index = existing(word);
    if (std::find(program_.observed.begin(), program_.observed.end(), index) != program_.observed.end())
      wrong(word, in_quotes(name_of(word)) + " is observed twice");
    program_.observed.push_back(index);
  }

  Seen seen(const syntax::Term& term) {
    if (term.type == Term::Type::null) return {};
    if (term.type == Term::Type::integer) return {Seen::Type::integer, term.number, {}};
    const Word& word = term.word;
    const bool names_no_variable =
        word.text == address_word || word.text == undefined_word || word.text == name(ErrorClass::an_error);
    if (!word.index.empty() || !(names_no_variable || is_mpi_name(word.text)))
      existing(word);
    else if (!names_no_variable && !constant_named(word.text) && !error_class_named(word.text))
      unknown_constant(word);
    return {Seen::Type::word, 0, name_of(word)};
  }

  std::optional<ErrorClass> diagnosed(const Word& word) {
    if (word.text.empty()) return std::nullopt;
    const auto error = error_class_named(word.text);
    if (!error) unknown_constant(word);
    return error;
  }

  Expected expected(const syntax::Result& from) {
    Expected to{from.type, {}, from.unspecified, std::string(from.clause.text), diagnosed(from.diagnosed)};
    if (from.type == Expected::Type::outcome) to.observed.resize(program_.observed.size());
    for (const syntax::Binding& binding : from.bindings) {
      const auto found = std::find(program_.observed.begin(), program_.observed.end(), existing(binding.name));
      if (found == program_.observed.end()) wrong(binding.name, in_quotes(name_of(binding.name)) + " is not observed");
      auto& place = to.observed[static_cast<std::size_t>(found - program_.observed.begin())];
      if (place) wrong(binding.name, in_quotes(name_of(binding.name)) + " has two values");
      place = seen(binding.value);
    }
    return to;
  }

  Expectation expectation(const syntax::Expect& from) {
    Expectation to{std::string(from.reading.text), from.process, {}, {}, from.reading.position};
    for (const auto& [question, answer] : from.answers) to.answers.emplace_back(question.text, answer.text);
    for (const syntax::Result& result : from.results) to.results.push_back(expected(result));
    return to;
  }

  const syntax::Case& tree_;
  std::vector<CaseFault>& unknown_;
  Program program_;
  std::unordered_map<std::string_view, std::size_t> callbacks_;
  std::unordered_map<std::string, std::int32_t> variables_;
  std::unordered_map<std::string_view, Use> uses_;
  std::vector<Counter> counters_; // of the `repeat`s around a statement, from the outermost
  std::size_t repeated_ = 0;      // statements so far
};

} // namespace

Program resolve(const syntax::Case& tree, std::vector<CaseFault>& unknown) { return Resolver(tree, unknown).run(); }

} // namespace moot
