#include "spec/language/case_syntax.h"

#include "spec/language/case_grammar.h"
#include "spec/language/case_hint.h"
#include "spec/language/case_message.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <utility>

namespace moot::syntax {
namespace {

namespace g = grammar;

// What was expected where a rule failed.
struct Expectations {
  template <typename Rule> static constexpr bool raise_on_failure = false; // `must` alone raises
  template <typename Rule> static constexpr const char* message = nullptr;
};
#define EXPECT(rule, text) template <> [[maybe_unused]] constexpr const char* Expectations::message<g::rule> = text

constexpr const char* a_value = "a value (an integer, null, a variable, a constant or '(')";
EXPECT(comma, "','");
EXPECT(equals, "'='");
EXPECT(dash, "'-' and the last line");
EXPECT(colon, "':'");
EXPECT(becomes, "':='");
EXPECT(open_body, "'{'");
EXPECT(close_body, "a statement or '}'");
EXPECT(kw_fail, "'fail' after 'may'");
EXPECT(title_text, "a title");
EXPECT(close_title, "'\"' at the end of the title (on the same line; write \\\" and \\\\ inside)");
EXPECT(title, "a title in quotes");
EXPECT(litmus, "'litmus \"TITLE\"', with which a case begins");
EXPECT(source_id, "the name of a source");
EXPECT(source_place, "'lines FIRST-LAST', 'line NUMBER' or 'section NUMBER'");
EXPECT(section_ids, "the number of a section, like 6.7.2");
EXPECT(section_id, "the number of a section, like 6.7.2");
EXPECT(first_line, "the number of the first line");
EXPECT(last_line, "the number of the last line");
EXPECT(only_line, "the number of the line");
EXPECT(question_id, "the name of a question");
EXPECT(question_ids, "the name of a question");
EXPECT(shows_id, "the name of a clause");
EXPECT(shows_ids, "the name of a clause");
EXPECT(digits, "an integer");
EXPECT(expr, a_value);
EXPECT(sum, a_value);
EXPECT(product, a_value);
EXPECT(factor, a_value);
EXPECT(index_term, "an index: a number, what a 'repeat' counts, or a sum of them");
EXPECT(index, "an index: a number, what a 'repeat' counts, or a sum of them");
EXPECT(close_index, "']'");
EXPECT(repeat_count, "how often: 'repeat 3 { ... }' or 'repeat 3 as i { ... }'");
EXPECT(repeat_counter, "the name of what counts from 0");
EXPECT(condition, a_value);
EXPECT(store_place, a_value);
EXPECT(stored, a_value);
EXPECT(deallocated, "a pointer to memory");
EXPECT(locked, "a variable");
EXPECT(returned, "an error class");
EXPECT(language, "c, mpif, use_mpi or mpi_f08");
EXPECT(open_paren, "'('");
EXPECT(close_paren, "')' or an operator");
EXPECT(statements, "a statement");
EXPECT(open_call, "'(' (a call) or ':=' (an assignment)");
EXPECT(close_call, "',' or ')'");
EXPECT(argument, "an argument");
EXPECT(arguments, "an argument or ')'");
EXPECT(out, "a variable");
EXPECT(outs, "a variable");
EXPECT(assigned, "a call or a value");
EXPECT(callback_name, "the name of a callback");
EXPECT(tool_name, "the name of a tool");
EXPECT(tool_names, "the name of a tool");
EXPECT(observed, "a variable");
EXPECT(observed_names, "a variable");
EXPECT(binding, "VARIABLE = VALUE");
EXPECT(bindings, "VARIABLE = VALUE or '}'");
EXPECT(bound_value, "a value (an integer, null, a variable or a constant)");
EXPECT(close_outcome, "',' or '}'");
EXPECT(clause, "the name of a clause");
EXPECT(diagnosed, "an error class");
EXPECT(reading, "the name of a reading");
EXPECT(results, "a result: '{ VARIABLE = VALUE, ... }', 'erroneous CLAUSE', 'endless' or 'aborts'");
EXPECT(process_rank, "a rank: 'rank 0 of 2'");
EXPECT(kw_of, "'of' and the number of processes");
EXPECT(process_size, "the number of processes");
EXPECT(with_question, "the name of a question");
EXPECT(with_answer, "an answer");
EXPECT(end, "the next part of the case (litmus, source, question, shows, callbacks, statements, observe and expect "
            "stand in this order) or its end");
#undef EXPECT

// What has been read, and is not yet part of the tree.
struct State {
  Case tree;
  Block* block = &tree.main; // where statements go
  Word word;                 // the last one
  std::uint64_t number = 0;  // the last digits
  Word target;
  Word argument_name;
  bool minus = false; // before the next term of an index
  Expression expression;
  std::size_t parentheses = 0;
  std::vector<std::size_t> branches; // open ones: indices into block
  std::size_t results = 0;
  std::uint32_t first_line = 0; // of the source
  std::vector<std::string> sections;

  Statement& add_statement(moot::Statement::Type type, SourcePosition position) {
    Statement& statement = block->emplace_back();
    statement.type = type;
    statement.target = std::exchange(target, {});
    statement.position = statement.target.text.empty() ? position : statement.target.position;
    return statement;
  }
  void add_term(moot::Term::Type type, std::int64_t value = 0) { expression.push_back({type, value, {}}); }
  Result& add_result(Expected::Type type, SourcePosition position) {
    if (++results > CaseLimits::results)
      fail(position, "more than " + std::to_string(CaseLimits::results) + " results in one case");
    return tree.expects.back().results.emplace_back(Result{type, {}, false, {}, {}});
  }
};

template <typename Input> SourcePosition position(const Input& in) {
  return {static_cast<std::uint32_t>(in.iterator().line), static_cast<std::uint32_t>(in.iterator().column)};
}

template <typename Rule> struct Action : g::nothing<Rule> {};

// An action that gets the matched text; `in` and `s` are its names for the text and the state.
#define ON(rule)                                                                                                       \
  template <> struct Action<g::rule> {                                                                                 \
    template <typename Input> static void apply(const Input& in, State& s) { run(in.string_view(), position(in), s); } \
    static void run(std::string_view text, SourcePosition at, State& s);                                               \
  };                                                                                                                   \
  void Action<g::rule>::run([[maybe_unused]] std::string_view text, [[maybe_unused]] SourcePosition at, State& s)

ON(id) { s.word = {text, at, {}}; }
ON(any_id) { s.word = {text, at, {}}; }
ON(name) { s.word = {text, at, {}}; }
ON(index_sign) { s.minus = text == "-"; }
void add_index(State& s, std::int64_t number, std::string_view counter, SourcePosition at) {
  s.word.index.push_back({std::exchange(s.minus, false), number, counter, at});
}
ON(index_number) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number > static_cast<std::int64_t>(CaseLimits::elements))
    fail(at, "an array has at most " + std::to_string(CaseLimits::elements) + " elements");
  add_index(s, number, {}, at);
}
ON(index_counter) { add_index(s, 0, text, at); }
ON(any_word) { s.word = {text, at, {}}; }
ON(digits) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), s.number);
  if (error != std::errc() || s.number > std::uint64_t{1} << 63) fail(at, "integer too large: " + in_quotes(text));
}

ON(title_text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') ++i; // the grammar has seen to it that '"' or '\' follows
    s.tree.title += text[i];
  }
}
std::uint32_t source_line(const State& s, SourcePosition at) {
  if (s.number > std::numeric_limits<std::uint32_t>::max()) fail(at, "line number too large");
  if (s.number < std::max<std::uint64_t>(1, s.first_line))
    fail(at, "lines of a source are numbered from 1, and the last is not before the first");
  return static_cast<std::uint32_t>(s.number);
}
std::string lines(std::uint32_t first, std::uint32_t last) {
  return first == last ? fmt::format("line {}", first) : fmt::format("lines {}-{}", first, last);
}
ON(source_id) { s.tree.source = s.word; }
ON(first_line) { s.first_line = source_line(s, at); }
ON(last_line) { s.tree.place = lines(s.first_line, source_line(s, at)); }
ON(only_line) {
  s.first_line = source_line(s, at);
  s.tree.place = lines(s.first_line, s.first_line);
}
ON(section_number) { s.sections.emplace_back(text); }
ON(section_ids) {
  s.tree.place = fmt::format("section{} {}", s.sections.size() > 1 ? "s" : "", fmt::join(s.sections, ", "));
}
ON(question_id) { s.tree.questions.push_back(s.word); }
ON(shows_id) { s.tree.shows.push_back(s.word); }

using Type = moot::Term::Type;
ON(number) {
  if (s.number >> 63 != 0) fail(at, "integer too large: " + in_quotes(text));
  s.add_term(Type::integer, static_cast<std::int64_t>(s.number));
}
ON(negative) { s.add_term(Type::integer, static_cast<std::int64_t>(-s.number)); } // unsigned: -2^63 is fine
ON(null) { s.add_term(Type::null); }
ON(rank) { s.add_term(Type::rank); }
ON(size) { s.add_term(Type::size); }
ON(word) { s.expression.push_back({Type::variable, 0, s.word}); }
ON(multiply) { s.add_term(Type::multiply); }
ON(add) { s.add_term(Type::add); }
ON(subtract) { s.add_term(Type::subtract); }
ON(equal) { s.add_term(Type::equal); }
ON(unequal) { s.add_term(Type::unequal); }
ON(less) { s.add_term(Type::less); }
ON(at_memory) { s.add_term(Type::at); }
ON(int_at) { s.add_term(Type::int_at); }
ON(aint_at) { s.add_term(Type::aint_at); }
ON(open_paren) {
  if (++s.parentheses > CaseLimits::nesting)
    fail(at, "parentheses nested deeper than " + std::to_string(CaseLimits::nesting));
}
ON(close_paren) { --s.parentheses; }

ON(target) { s.target = s.word; }
ON(assign) { s.add_statement(moot::Statement::Type::assign, at).expression = std::exchange(s.expression, {}); }
ON(allocation) { s.add_statement(moot::Statement::Type::allocate, at).expression = std::exchange(s.expression, {}); }
ON(store_place) {
  s.add_statement(moot::Statement::Type::store, at).arguments.push_back({{}, std::exchange(s.expression, {}), at});
}
ON(stored) { s.block->back().expression = std::exchange(s.expression, {}); }
ON(deallocated) { s.add_statement(moot::Statement::Type::deallocate, at).expression = std::exchange(s.expression, {}); }
ON(procedure) { s.add_statement(moot::Statement::Type::call, at).procedure = s.word; }
ON(argument_name) { s.argument_name = s.word; }
ON(argument) {
  s.block->back().arguments.push_back({std::exchange(s.argument_name, {}), std::exchange(s.expression, {}), at});
}
ON(out) { s.block->back().results.push_back(s.word); }
ON(language) { s.block->back().language = s.word; }
ON(tool_name) { s.tree.stack.push_back(s.word); }
ON(next) { s.add_statement(moot::Statement::Type::next, at); }
ON(kw_return) { s.add_statement(moot::Statement::Type::return_, at); }
ON(locked) { s.target = s.word; }
ON(lock) { s.add_statement(moot::Statement::Type::lock, at); }
ON(unlock) { s.add_statement(moot::Statement::Type::unlock, at); }
ON(returned) { s.block->back().expression = std::exchange(s.expression, {}); }
ON(may_fail) { s.block->back().may_fail = true; }
void open_branch(State& s, SourcePosition at, moot::Statement::Type type = moot::Statement::Type::branch) {
  s.branches.push_back(s.block->size());
  s.add_statement(type, at);
  if (s.branches.size() > CaseLimits::nesting)
    fail(at, "'if', 'repeat' and 'thread' nested deeper than " + std::to_string(CaseLimits::nesting));
}
void close_branch(State& s) {
  const std::size_t self = s.branches.back();
  s.branches.pop_back();
  (*s.block)[self].length = static_cast<std::uint32_t>(s.block->size() - self - 1);
}
ON(kw_if) { open_branch(s, at); }
ON(condition) { s.block->back().expression = std::exchange(s.expression, {}); }
ON(branch) { close_branch(s); }
ON(kw_thread) { open_branch(s, at, moot::Statement::Type::thread); }
ON(thread) { close_branch(s); }
ON(kw_repeat) { open_branch(s, at); }
ON(repeat_count) { s.block->back().times = s.number; }
ON(repeat_counter) { s.block->back().counter = s.word; }
ON(repeat) { close_branch(s); }
ON(callback_name) { s.block = &s.tree.callbacks.emplace_back(Callback{s.word, {}}).body; }
ON(callback) { s.block = &s.tree.main; }

ON(observed) { s.tree.observed.push_back(s.word); }
ON(reading) { s.tree.expects.push_back({s.word, {}, {}, {}}); }
std::int32_t process_number(const State& s, SourcePosition at) {
  if (s.number > CaseLimits::processes) fail(at, fmt::format("more than {} processes", CaseLimits::processes));
  return static_cast<std::int32_t>(s.number);
}
ON(process_rank) { s.tree.expects.back().process.rank = process_number(s, at); }
ON(process_size) {
  auto& process = s.tree.expects.back().process;
  process.size = process_number(s, at);
  if (process.rank >= process.size) fail(at, "ranks are numbered from 0: the last is one less than their number");
}
ON(with_question) { s.tree.expects.back().answers.push_back({s.word, {}}); }
ON(with_answer) { s.tree.expects.back().answers.back().second = s.word; }
ON(open_outcome) { s.add_result(Expected::Type::outcome, at); }
ON(bound_name) { s.target = s.word; }
ON(binding) {
  s.tree.expects.back().results.back().bindings.push_back({std::exchange(s.target, {}), s.expression.back()});
  s.expression.clear();
}
ON(unspecified) { s.tree.expects.back().results.back().unspecified = true; }
ON(clause) { s.add_result(Expected::Type::erroneous, at).clause = s.word; }
ON(diagnosed) { s.tree.expects.back().results.back().diagnosed = s.word; }
ON(aborts) { s.add_result(Expected::Type::aborts, at); }
ON(endless) { s.add_result(Expected::Type::endless, at); }
#undef ON

// The token at the start of `rest`, as an error shows it.
std::string unexpected(std::string_view rest) {
  if (rest.empty()) return "unexpected end of the file";
  std::size_t length = 0;
  while (length < rest.size() && (std::isalnum(static_cast<unsigned char>(rest[length])) != 0 || rest[length] == '_'))
    ++length;
  if (length == 0) // not a word: one character, of several bytes in UTF-8
    for (length = 1; length < rest.size() && (static_cast<unsigned char>(rest[length]) & 0xc0) == 0x80;) ++length;
  return rest[0] == '\n' || rest[0] == '\r' ? "unexpected end of the line"
                                            : "unexpected " + in_quotes(rest.substr(0, length));
}

// What the parser says where it stopped.
CaseFault stopped(std::string_view text, std::size_t offset, std::string_view expected) {
  const bool after_name = expected == Expectations::message<g::open_call>;
  if (const auto meant = hint(text, offset, after_name))
    return {position_of(text, meant->offset), unexpected(text.substr(meant->offset)) + meant->what};
  return {position_of(text, offset), unexpected(text.substr(offset)) + "; expected " + std::string(expected)};
}

} // namespace

Case parse(std::string_view text) {
  g::memory_input input(text.data(), text.data() + text.size(), "");
  State state;
  try {
    g::parse<g::file, Action, g::must_if<Expectations>::control>(input, state);
  } catch (const g::parse_error& error) {
    throw stopped(text, error.positions().front().byte, error.message());
  }
  return std::move(state.tree);
}

} // namespace moot::syntax
