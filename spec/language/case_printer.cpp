#include "spec/language/case_message.h"
#include "spec/language/case_parser.h"
#include "spec/language/expression.h"

#include <fmt/format.h>

namespace moot {
namespace {

std::string escaped(std::string_view title) {
  std::string text;
  for (const char c : title) {
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text;
}

std::string_view symbol(Term::Type type) {
  switch (type) {
  case Term::Type::add: return " + ";
  case Term::Type::subtract: return " - ";
  case Term::Type::multiply: return " * ";
  case Term::Type::equal: return " == ";
  case Term::Type::unequal: return " != ";
  default: return " < ";
  }
}

class Printer {
public:
  explicit Printer(const Program& program) : program_(program) {}

  std::string run() {
    head();
    if (!program_.stack.empty()) out_ += fmt::format("\ntools {}\n", stack());
    if (!program_.callbacks.empty()) out_ += '\n';
    for (const CallbackDefinition& callback : program_.callbacks) definition(callback);
    if (!program_.main.empty()) out_ += '\n';
    block(program_.main, 0);
    if (!program_.observed.empty()) out_ += "\nobserve " + observed() + '\n';
    if (!program_.expectations.empty()) out_ += '\n';
    for (const Expectation& expectation : program_.expectations) expect(expectation);
    return std::move(out_);
  }

  std::string simple(const Statement& statement) const {
    if (statement.type == Statement::Type::call) return call(statement);
    if (statement.type == Statement::Type::next)
      return statement.error == no_variable ? "next" : variable(statement.error) + " := next";
    if (statement.type == Statement::Type::return_) return "return " + expression(statement.expression);
    if (statement.type == Statement::Type::deallocate) return "deallocate " + expression(statement.expression);
    if (statement.type == Statement::Type::allocate)
      return variable(statement.target) + " := allocate(" + expression(statement.expression) + ')';
    if (statement.type == Statement::Type::store)
      return "at(" + expression(*statement.arguments[0]) + ") := " + expression(statement.expression);
    if (statement.type == Statement::Type::lock) return "lock " + variable(statement.target);
    if (statement.type == Statement::Type::unlock) return "unlock " + variable(statement.target);
    const std::string target =
        statement.target < no_variable ? std::string(target_name(statement.target)) : variable(statement.target);
    return target + " := " + expression(statement.expression);
  }

private:
  void head() {
    out_ += fmt::format("litmus \"{}\"\n", escaped(program_.title));
    if (!program_.source.empty()) out_ += fmt::format("source {} {}\n", program_.source, program_.place);
    if (!program_.questions.empty()) out_ += fmt::format("question {}\n", fmt::join(program_.questions, ", "));
    if (!program_.shows.empty()) out_ += fmt::format("shows {}\n", fmt::join(program_.shows, ", "));
  }

  std::string stack() const {
    std::vector<std::string_view> names;
    for (const auto tool : program_.stack) names.push_back(program_.tools.at(static_cast<std::size_t>(tool)));
    return fmt::format("{}", fmt::join(names, ", "));
  }

  const std::string& variable(std::int64_t index) const {
    return program_.variables.at(static_cast<std::size_t>(index));
  }

  std::string operand(const Term& term) const {
    switch (term.type) {
    case Term::Type::integer: return std::to_string(term.number);
    case Term::Type::handle_type: return std::string(handle_type(static_cast<Kind>(term.number)));
    case Term::Type::rank: return "rank";
    case Term::Type::size: return "size";
    case Term::Type::variable: return variable(term.number);
    case Term::Type::argument: return std::string(name(static_cast<CallbackArgument>(term.number)));
    case Term::Type::constant: return std::string(name(static_cast<Constant>(term.number)));
    case Term::Type::error_class: return std::string(name(static_cast<ErrorClass>(term.number)));
    case Term::Type::kind: return std::string(name(static_cast<Kind>(term.number)));
    case Term::Type::predefined: return std::string(name(static_cast<Predefined>(term.number)));
    case Term::Type::tool: return program_.tools.at(static_cast<std::size_t>(term.number));
    case Term::Type::procedure: return std::string(signature(static_cast<Procedure>(term.number)).name);
    case Term::Type::function: return program_.callbacks.at(static_cast<std::size_t>(term.number)).name;
    default: return "null";
    }
  }

  std::string expression(const Expression& terms) const {
    struct Part {
      std::string text;
      Term::Type top;
    };
    const auto wrap = [](Part& part, Term::Type parent, bool is_left) {
      if (needs_parentheses(part.top, parent, is_left)) part.text = '(' + part.text + ')';
    };
    std::vector<Part> parts;
    for (const Term& term : terms) {
      if (dereferences(term.type)) {
        const auto* read = term.type == Term::Type::at       ? "at("
                           : term.type == Term::Type::int_at ? "int_at("
                                                             : "aint_at(";
        auto& operand = parts.back();
        operand = {read + operand.text + ')', term.type};
        continue;
      }
      if (precedence(term.type) == 4) {
        parts.push_back({operand(term), term.type});
        continue;
      }
      Part right = std::move(parts.back());
      parts.pop_back();
      Part& left = parts.back();
      wrap(left, term.type, true);
      wrap(right, term.type, false);
      left.text.append(symbol(term.type)).append(right.text);
      left.top = term.type;
    }
    return std::move(parts.back().text);
  }

  std::string call(const Statement& call) const {
    const Signature& signature = moot::signature(call.procedure);
    std::vector<std::string> arguments;
    for (std::size_t i = 0; i < signature.in.size(); ++i) {
      if (!call.arguments[i]) continue;
      const std::string label = signature.in[i].named ? std::string(signature.in[i].name) + ": " : "";
      arguments.push_back(label + expression(*call.arguments[i]));
    }
    std::string text = call.error == no_variable ? "" : variable(call.error) + " := ";
    text += fmt::format("{}({})", signature.name, fmt::join(arguments, ", "));
    for (std::size_t i = 0; i < call.results.size(); ++i) text += (i == 0 ? " -> " : ", ") + variable(call.results[i]);
    if (call.language != Language::c) text += fmt::format(" in {}", name(call.language));
    return call.may_fail ? text + " may fail" : text;
  }

  void block(const Block& statements, std::size_t indent) {
    std::vector<std::size_t> ends; // of the enclosing branches
    const auto line = [&](const std::string& text) {
      out_.append(2 * (indent + ends.size()), ' ').append(text) += '\n';
    };
    for (std::size_t i = 0; i <= statements.size(); ++i) {
      while (!ends.empty() && ends.back() == i) {
        ends.pop_back();
        line("}");
      }
      if (i == statements.size()) break;
      const Statement& statement = statements[i];
      if (!has_body(statement.type)) {
        line(simple(statement));
        continue;
      }
      line(statement.type == Statement::Type::thread ? "thread {" : "if " + expression(statement.expression) + " {");
      ends.push_back(i + 1 + statement.length);
    }
  }

  void definition(const CallbackDefinition& callback) {
    out_ += "callback " + callback.name + " {";
    const Block& body = callback.body;
    if (body.empty()) {
      out_ += " }\n";
    } else if (body.size() == 1 && !has_body(body[0].type)) {
      out_ += " " + simple(body[0]) + " }\n";
    } else {
      out_ += '\n';
      block(body, 1);
      out_ += "}\n";
    }
  }

  std::string observed() const {
    std::vector<std::string_view> names;
    for (const std::int32_t index : program_.observed) names.push_back(variable(index));
    return fmt::format("{}", fmt::join(names, ", "));
  }

  std::string result(const Expected& expected) const {
    if (expected.type == Expected::Type::endless) return "endless";
    if (expected.type == Expected::Type::aborts) return "aborts";
    if (expected.type == Expected::Type::erroneous)
      return fmt::format("erroneous {}{}{}", expected.clause, expected.diagnosed ? " diagnosed " : "",
                         expected.diagnosed ? name(*expected.diagnosed) : "");
    std::vector<std::string> bindings;
    for (std::size_t i = 0; i < expected.observed.size(); ++i)
      if (const auto& value = expected.observed[i])
        bindings.push_back(variable(program_.observed[i]) + " = " + to_text(*value));
    const std::string text = bindings.empty() ? "{ }" : fmt::format("{{ {} }}", fmt::join(bindings, ", "));
    return expected.unspecified ? text + " unspecified" : text;
  }

  // Results that don't fit into one line stand below, one a line.
  void expect(const Expectation& expectation) {
    std::string head = "expect " + expectation.reading;
    if (expectation.process != Process{})
      head += fmt::format(" rank {} of {}", expectation.process.rank, expectation.process.size);
    for (const auto& [question, answer] : expectation.answers)
      head +=
          fmt::format("{} {} = {}", &question == &expectation.answers.front().first ? " with" : ",", question, answer);
    std::vector<std::string> results;
    for (const Expected& expected : expectation.results) results.push_back(result(expected));
    const std::string line = fmt::format("{} {}\n", head, fmt::join(results, " "));
    out_ += line.size() <= 120 ? line : fmt::format("{}\n  {}\n", head, fmt::join(results, "\n  "));
  }

  const Program& program_;
  std::string out_;
};

} // namespace

std::string print_case(const Program& program) { return Printer(program).run(); }

std::string print_statement(const Program& program, const Statement& statement) {
  return Printer(program).simple(statement);
}

} // namespace moot
