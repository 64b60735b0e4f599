// The syntax tree of a case: what the grammar sees, before names have a meaning. Internal to the parser.
//
// Words are views into the text of the case, which must outlive the tree.
#pragma once

#include "model/vocabulary/program.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace moot {

// What a case may need, at most. Real cases are some 30 lines; the limits keep the parser safe on any input.
struct CaseLimits {
  static constexpr std::size_t bytes = 1 << 20;
  static constexpr std::size_t nesting = 64;     // of parentheses in an expression, and of `if`, `repeat` and `thread`
  static constexpr std::size_t repeated = 10000; // statements that `repeat` makes
  static constexpr std::size_t elements = 10000; // of an array
  static constexpr std::size_t observed = 64;    // variables
  static constexpr std::size_t threads = 64;
  static constexpr std::size_t tools = 100; // places in the stack
  static constexpr std::size_t processes = 1000000;
  static constexpr std::size_t results = 10000; // all `expect` lines together
};

namespace syntax {

// A term of an array's index: a number or, where `counter` is not empty, what a `repeat` counts.
struct IndexTerm {
  bool minus = false;
  std::int64_t number = 0;
  std::string_view counter;
  SourcePosition position;
};

struct Word {
  std::string_view text;
  SourcePosition position;
  std::vector<IndexTerm> index{}; // of an element of the array `text`; empty: it is none
};

// As moot::Term, but Type::variable is any word: its meaning depends on where it stands.
struct Term {
  moot::Term::Type type{};
  std::int64_t number = 0;
  Word word;
};
using Expression = std::vector<Term>;

struct Argument {
  Word name; // empty: positional
  Expression value;
  SourcePosition position;
};

struct Statement {
  moot::Statement::Type type{};
  Word target; // assign; also call, where it may be empty
  Word procedure;
  std::vector<Argument> arguments;
  std::vector<Word> results;
  bool may_fail = false;
  Word language;            // of a call; may be empty
  Expression expression;    // assign, branch, return_
  std::uint32_t length = 0; // branch, thread
  // `repeat`: a branch whose body stands so often in the program, and what counts from 0 in it (may be empty).
  std::optional<std::uint64_t> times;
  Word counter;
  SourcePosition position;
};
using Block = std::vector<Statement>;

struct Callback {
  Word name;
  Block body;
};

struct Binding {
  Word name;
  Term value;
};

struct Result {
  Expected::Type type{};
  std::vector<Binding> bindings;
  bool unspecified = false;
  Word clause;
  Word diagnosed; // an error class; may be empty
};

struct Expect {
  Word reading;
  Process process;
  std::vector<std::pair<Word, Word>> answers; // question, answer
  std::vector<Result> results;
};

struct Case {
  std::string title;
  Word source;
  std::string place; // in the source
  std::vector<Word> questions;
  std::vector<Word> shows;
  std::vector<Word> stack; // names of tools
  std::vector<Callback> callbacks;
  Block main;
  std::vector<Word> observed;
  std::vector<Expect> expects;
};

// The grammar's half of parse_case; throws a CaseFault.
Case parse(std::string_view text);

} // namespace syntax
} // namespace moot
