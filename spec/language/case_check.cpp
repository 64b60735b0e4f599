// The static checks of a case, on the finished Program: for parsed ones and for those that are built by hand.
#include "spec/language/case_checks.h"
#include "spec/language/case_outcomes.h"
#include "spec/language/case_place.h"
#include "spec/language/expression.h"
#include "spec/language/nearest.h"

#include <array>
#include <fmt/format.h>
#include <set>

namespace moot {
namespace {

template <typename T> std::size_t index(T i) { return static_cast<std::size_t>(i); }

class Checker : CaseChecks {
public:
  explicit Checker(const Program& program)
      : program_(program), variables_(program.variables.size()), uses_(program.callbacks.size()) {}

  // Throws the first CaseFault; gives back the variables that are written nowhere.
  std::vector<CaseFault> run() {
    head();
    stack();
    names();
    for (std::size_t i = 0; i < program_.callbacks.size(); ++i) block(program_.callbacks[i].body, &uses_[i]);
    block(program_.main, nullptr);
    for (std::size_t i = 0; i < program_.callbacks.size(); ++i) callback_use(program_.callbacks[i], uses_[i]);
    for (std::size_t i = 0; i < program_.variables.size(); ++i) variable_use(i);
    if (unwritten_.empty()) check_outcomes(program_);
    return std::move(unwritten_);
  }

private:
  struct VariableUse {
    bool written = false;
    bool seen = false;
    std::optional<SourcePosition> read; // the first time
  };
  struct CallbackUse {
    std::array<bool, callback_count> given_as{}; // by Callback
    std::optional<SourcePosition> copy_only;     // new_handle or new_value, attribute_val_out, flag
    std::optional<SourcePosition> key_only;      // what a keyval's functions do not have
    std::optional<SourcePosition> keyval_only;   // what a key's do not
    std::optional<SourcePosition> object_only;   // what those of a generalized request do not
    std::optional<SourcePosition> cancel_only;   // complete
    std::optional<SourcePosition> tool_only;     // tool_id
    std::optional<SourcePosition> next_only;     // next
  };

  void stack() {
    if (program_.stack.size() > CaseLimits::tools) wrong(fmt::format("more than {} tools", CaseLimits::tools));
    for (const auto tool : program_.stack)
      require(tool >= 0 && index(tool) < program_.tools.size(), "a tool's index is out of range");
    std::set<std::string_view> names;
    for (const std::string& tool : program_.tools)
      if (!is_name(tool) || !names.insert(tool).second) wrong(in_quotes(tool) + " can't be the name of a tool");
  }

  void head() {
    require(!find_binary(program_.title) && program_.title.find_first_of("\r\n") == std::string::npos,
            "the title must be one line of UTF-8 without control bytes");
    if (!program_.source.empty() || !program_.place.empty()) {
      require_id(program_.source);
      require(is_place_in_source(program_.place), "the place in the source must be given as lines or sections");
    }
    for (const std::string& question : program_.questions) require_id(question);
    for (const std::string& clause : program_.shows) require_id(clause);
  }

  void names() {
    std::set<std::string_view> taken;
    const auto take = [&](const std::string& name) {
      if (!is_variable(name) || is_argument(name.substr(0, name.find('['))))
        wrong(in_quotes(name) + " can't be the name of a variable or callback");
      if (!taken.insert(name).second) wrong("two variables or callbacks are named " + in_quotes(name));
    };
    for (const CallbackDefinition& callback : program_.callbacks) {
      position_ = callback.position;
      require(is_name(callback.name), "a callback can't have the name of an array's element");
      take(callback.name);
    }
    for (const std::string& variable : program_.variables) take(variable);
  }

  // Variables

  // Variables are numbered in the order of their first appearance in the text.
  VariableUse& appear(std::int64_t variable) {
    require(variable >= 0 && index(variable) < variables_.size(), "a variable's index is out of range");
    VariableUse& use = variables_[index(variable)];
    if (!use.seen) require(index(variable) == appeared_++, "variables are not in the order of their first appearance");
    use.seen = true;
    return use;
  }
  void write(std::int32_t variable) { appear(variable).written = true; }

  void variable_use(std::size_t i) {
    const VariableUse& use = variables_[i];
    if (use.written) return;
    if (!use.read) wrong("variable " + in_quotes(program_.variables[i]) + " appears nowhere");
    std::vector<std::string_view> known{"handle", "key", "value", "context", "new_handle"};
    for (std::size_t j = 0; j < variables_.size(); ++j)
      if (variables_[j].written) known.push_back(program_.variables[j]);
    unwritten_.push_back({*use.read, "variable " + in_quotes(program_.variables[i]) + " is read, but written nowhere" +
                                         did_you_mean(program_.variables[i], known)});
  }

  // Expressions

  ExpressionShape expression(const Expression& terms, CallbackUse* callback) {
    for (const Term& term : terms) {
      if (term.type == Term::Type::variable) {
        VariableUse& use = appear(term.number);
        if (!use.read) use.read = position_;
      }
      if (term.type == Term::Type::argument) {
        const auto argument = static_cast<CallbackArgument>(term.number);
        if (callback == nullptr && is_argument_index(term.number))
          wrong(in_quotes(name(argument)) + " is an argument of callbacks: it exists only in their bodies");
        if (argument == CallbackArgument::new_handle) callback->copy_only = position_;
        if (argument == CallbackArgument::complete) callback->cancel_only = position_;
        if (argument == CallbackArgument::tool_id || argument == CallbackArgument::tool_context) {
          callback->tool_only = position_;
          if (argument == CallbackArgument::tool_context) callback->next_only = position_;
          continue;
        }
        if (argument != CallbackArgument::extra_state && argument != CallbackArgument::complete)
          callback->object_only = position_;
        if (argument >= CallbackArgument::keyval)
          callback->keyval_only = position_;
        else if (argument != CallbackArgument::handle)
          callback->key_only = position_;
      }
    }
    ExpressionShape shape = shape_of(terms);
    if (!shape.fault.empty()) wrong(shape.fault);
    if (shape.nesting > CaseLimits::nesting)
      wrong(fmt::format("parentheses nested deeper than {}", CaseLimits::nesting));
    return shape;
  }
  static bool is_argument_index(std::int64_t number) { return number >= 0 && number < callback_argument_count; }

  // MPI_COMM_DUP_FN goes with MPI_Comm_create_keyval, as `copy:`.
  void predefined(const Signature& signature, const Parameter& parameter, const Term& term) const {
    require(term.number >= 0 && term.number < predefined_count, "a predefined function is out of range");
    const auto function = static_cast<Predefined>(term.number);
    constexpr std::array<std::string_view, 4> procedures{"MPI_Keyval_create", "MPI_Comm_create_keyval",
                                                         "MPI_Type_create_keyval", "MPI_Win_create_keyval"};
    const auto procedure = procedures.at(index(term.number / 3));
    if (signature.name != procedure) wrong(fmt::format("{} is a function for {}", name(function), procedure));
    const auto* const place = deed(function) == Predefined::null_delete_fn ? "delete" : "copy";
    if (parameter.name != place) wrong(fmt::format("{} is given as '{}:'", name(function), place));
  }

  // The name of a tool, or of a procedure: the number of one of so many.
  void named(const Signature& signature, const Parameter& parameter, const Term* only, Term::Type type,
             std::size_t count) const {
    const bool is_name = only != nullptr && only->type == type;
    if (!is_name || only->number < 0 || index(only->number) >= count)
      wrong(fmt::format("{}: '{}' must be the name of a {}", signature.name, parameter.name,
                        type == Term::Type::tool ? "tool" : "procedure"));
  }

  void argument(Procedure procedure, std::size_t place, const Expression& given, CallbackUse* callback) {
    const Signature& signature = moot::signature(procedure);
    const Parameter& parameter = signature.in[place];
    const auto mismatch = [&](const std::string& needed, const std::string& found) {
      wrong(fmt::format("{}: '{}' must be {}, not {}", signature.name, parameter.name, needed, found));
    };
    const Term* only = given.size() == 1 ? given.data() : nullptr;
    if (parameter.type == Parameter::Type::kind) {
      if (only != nullptr && only->type == Term::Type::kind)
        return require(kind_of_handle_type(only->number).has_value(), "a kind is out of range");
      const ExpressionShape shape = expression(given, callback);
      if (shape.type != ExpressionShape::Type::integer) mismatch("a kind of object", describe(shape));
      return;
    }
    if (parameter.type == Parameter::Type::callback) {
      if (only != nullptr && *only == Term{Term::Type::null}) {
        if (language_ != Language::c && signature.area == Area::attributes)
          wrong(fmt::format("{}: Fortran has no null pointers", signature.name));
        return;
      }
      if (only != nullptr && only->type == Term::Type::predefined) return predefined(signature, parameter, *only);
      if (only == nullptr || only->type != Term::Type::function) mismatch("a callback or null", "an expression");
      require(only->number >= 0 && index(only->number) < uses_.size(), "a callback's index is out of range");
      uses_[index(only->number)].given_as.at(index(role_of(procedure, place))) = true;
      return;
    }
    if (parameter.type == Parameter::Type::tool)
      return named(signature, parameter, only, Term::Type::tool, program_.tools.size());
    if (parameter.type == Parameter::Type::procedure)
      return named(signature, parameter, only, Term::Type::procedure, procedure_count);
    const ExpressionShape shape = expression(given, callback);
    if (shape.type == ExpressionShape::Type::any) return;
    const bool is_handle = shape.type == ExpressionShape::Type::handle;
    const bool number = parameter.type == Parameter::Type::integer || parameter.type == Parameter::Type::attribute;
    const bool attribute = parameter.type == Parameter::Type::attribute && is_handle;
    if (number && !attribute && shape.type != ExpressionShape::Type::integer) mismatch("an integer", describe(shape));
    if (parameter.type == Parameter::Type::error && shape.type != ExpressionShape::Type::error)
      mismatch("an error class or code", describe(shape));
    if (parameter.type == Parameter::Type::memory && shape.type != ExpressionShape::Type::integer)
      mismatch("memory", describe(shape));
    if (parameter.type == Parameter::Type::handle &&
        (!is_handle || (parameter.kind != Kind::none && parameter.kind != shape.kind)))
      mismatch(parameter.kind == Kind::none ? "a handle" : fmt::format("a {} handle", name(parameter.kind)),
               describe(shape));
  }

  // Statements

  void call(const Statement& call, CallbackUse* callback) {
    require(index(call.procedure) < index(procedure_count), "a procedure is out of range");
    const Signature& signature = moot::signature(call.procedure);
    language_ = call.language;
    if (signature.area == Area::tools && program_.stack.empty())
      wrong(fmt::format("{} is for programs with tools: the case lacks the line 'tools NAME, ...'", signature.name));
    if (call.error != no_variable) write(call.error);
    if (call.arguments.size() != signature.in.size())
      wrong(fmt::format("{}: the number of arguments is wrong", signature.name));
    for (std::size_t i = 0; i < signature.in.size(); ++i) {
      if (call.arguments[i])
        argument(call.procedure, i, *call.arguments[i], callback);
      else if (!signature.in[i].named)
        wrong(fmt::format("{}: argument '{}' is missing", signature.name, signature.in[i].name));
    }
    if (call.results.size() > signature.out.size())
      wrong(fmt::format("{} has only {} results", signature.name, signature.out.size()));
    if (std::set(call.results.begin(), call.results.end()).size() < call.results.size())
      wrong(fmt::format("two results of {} go to the same variable", signature.name));
    for (const std::int32_t result : call.results) {
      write(result);
      require(result != call.error, "the result and the error class of a call go to the same variable");
    }
    if (!exists_in(call.procedure, call.language))
      wrong(fmt::format("{} can't be called in {}", signature.name, name(call.language)));
    const bool is_dup = call.procedure == Procedure::comm_dup || call.procedure == Procedure::type_dup ||
                        call.procedure == Procedure::info_dup;
    if (call.may_fail && !is_dup)
      wrong(fmt::format("{} may not fail: only MPI_Comm_dup, MPI_Type_dup and MPI_Info_dup can be allowed to",
                        signature.name));
  }

  void assign(const Statement& statement, CallbackUse* callback) {
    if (statement.target < no_variable) {
      require(statement.target >= flag_out, "the target of an assignment is out of range");
      if (callback == nullptr) wrong(fmt::format("'{}' exists only in a copy callback", target_name(statement.target)));
      callback->copy_only = position_;
      (statement.target == new_value ? callback->key_only : callback->keyval_only) = position_;
    } else {
      write(statement.target);
    }
    expression(statement.expression, callback);
  }

  // A pointer, or what stands there: no handle, no error class.
  void memory(const Expression& terms, CallbackUse* callback, const char* what) {
    const auto shape = expression(terms, callback);
    if (shape.type != ExpressionShape::Type::any && shape.type != ExpressionShape::Type::integer)
      wrong(fmt::format("{}, not {}", what, describe(shape)));
  }

  // A statement holds nothing but what its type uses; otherwise text could not say it.
  static bool is_tidy(const Statement& statement) {
    Statement same;
    same.type = statement.type;
    if (statement.type == Statement::Type::call) {
      same.procedure = statement.procedure;
      same.arguments = statement.arguments;
      same.results = statement.results;
      same.error = statement.error;
      same.may_fail = statement.may_fail;
      same.language = statement.language;
    } else if (statement.type == Statement::Type::next) {
      same.error = statement.error;
    } else {
      same.expression = statement.expression;
      const bool has_target = !has_body(statement.type) && statement.type != Statement::Type::return_ &&
                              statement.type != Statement::Type::store && statement.type != Statement::Type::deallocate;
      if (has_target) same.target = statement.target;
      if (statement.type == Statement::Type::store) same.arguments = statement.arguments;
      if (has_body(statement.type)) same.length = statement.length;
    }
    return same == statement;
  }

  // Of the statement with this number. `ends`: of the bodies that it stands in.
  void open_body(const Block& block, std::size_t i, std::vector<std::size_t>& ends) const {
    const std::size_t room = (ends.empty() ? block.size() : ends.back()) - i - 1;
    require(block[i].length <= room, "the body of an 'if' or a 'thread' ends outside its block");
    ends.push_back(i + 1 + block[i].length);
  }

  // `callback`: of the callback that has this body; nullptr: main.
  void block(const Block& block, CallbackUse* callback) {
    std::vector<std::size_t> ends; // of the bodies around
    for (std::size_t i = 0; i < block.size(); ++i) {
      const Statement& statement = block[i];
      position_ = statement.position;
      while (!ends.empty() && ends.back() == i) ends.pop_back();
      require(is_tidy(statement), "a statement has fields of another type of statement");
      switch (statement.type) {
      case Statement::Type::call:
        call(statement, callback);
        if (statement.procedure == Procedure::finalize)
          require(callback == nullptr && ends.empty() && i + 1 == block.size(),
                  "MPI_Finalize must be the last statement of the case, and in no callback, no 'if' and no 'thread'");
        break;
      case Statement::Type::assign: assign(statement, callback); break;
      case Statement::Type::next:
        require(callback != nullptr, "'next' exists only in the interceptions of tools");
        callback->next_only = position_;
        if (statement.error != no_variable) write(statement.error);
        break;
      case Statement::Type::return_:
        require(callback != nullptr, "'return' exists only in callbacks");
        callback->keyval_only = position_;
        if (const auto type = expression(statement.expression, callback).type;
            type != ExpressionShape::Type::error && type != ExpressionShape::Type::any)
          wrong("'return' gives back an error class, such as MPI_SUCCESS or MPI_ERR_OTHER");
        break;
      case Statement::Type::branch: {
        const ExpressionShape shape = expression(statement.expression, callback);
        if (shape.type == ExpressionShape::Type::handle || shape.type == ExpressionShape::Type::error)
          wrong("the condition of 'if' must be an integer, not " + describe(shape));
        open_body(block, i, ends);
        if (ends.size() > CaseLimits::nesting) wrong(fmt::format("'if' nested deeper than {}", CaseLimits::nesting));
        break;
      }
      case Statement::Type::thread:
        require(callback == nullptr && ends.empty(),
                "'thread' stands in the program's main, and in no 'if' and no other 'thread': move it out");
        if (++threads_ > CaseLimits::threads) wrong(fmt::format("more than {} threads", CaseLimits::threads));
        open_body(block, i, ends);
        break;
      case Statement::Type::allocate:
        require(statement.target >= 0, "what allocate gives goes to a variable");
        write(statement.target);
        memory(statement.expression, callback, "what is allocated holds an integer");
        break;
      case Statement::Type::store:
        require(statement.arguments.size() == 1 && statement.arguments[0].has_value(), "a store has one place");
        memory(*statement.arguments[0], callback, "what 'at' writes to is memory that was allocated");
        memory(statement.expression, callback, "what is allocated holds an integer");
        break;
      case Statement::Type::deallocate:
        memory(statement.expression, callback, "what is freed is memory that was allocated");
        break;
      case Statement::Type::lock:
      case Statement::Type::unlock:
        require(statement.target >= 0 && statement.expression.empty(), "only a variable can be locked");
        write(statement.target);
        break;
      default: wrong("a statement's type is out of range");
      }
    }
  }

  void callback_use(const CallbackDefinition& callback, const CallbackUse& use) {
    position_ = callback.position;
    const auto [copy, free, destroy, copy_attr, delete_attr, query_fn, free_fn, cancel_fn, init, intercept] =
        use.given_as;
    const bool of_key = copy || free || destroy;
    const bool of_keyval = copy_attr || delete_attr;
    const bool of_grequest = query_fn || free_fn || cancel_fn;
    const bool of_tool = init || intercept;
    if (!of_key && !of_keyval && !of_grequest && !of_tool)
      wrong("callback " + in_quotes(callback.name) +
            " is never given to MPIX_Key_create, MPI_Comm_create_keyval, QMPI_Register_function, ...");
    const auto refuse = [&](const std::optional<SourcePosition>& where, const std::string& what) {
      if (!where) return;
      position_ = *where;
      wrong(fmt::format(fmt::runtime(what), in_quotes(callback.name)));
    };
    if (of_key || of_keyval || of_grequest)
      for (const auto& where : {use.tool_only, use.next_only})
        refuse(where,
               "'tool_id', 'tool_context' and 'next' exist only in functions of tools, and {} is given to others");
    if (init)
      refuse(use.next_only,
             "'next' and 'tool_context' exist only in interceptions, and {} is given to QMPI_Register_tool_name");
    if (of_tool)
      for (const auto& where : {use.key_only, use.copy_only, use.cancel_only})
        refuse(where, "the functions of a tool have no such argument, and {} is given to QMPI_Register_tool_name or "
                      "QMPI_Register_function");
    if (of_keyval) refuse(use.key_only, "this exists only in a key's callbacks, and {} is given to a keyval");
    if (of_key) refuse(use.keyval_only, "this exists only in a keyval's callbacks, and {} is given to MPIX_Key_create");
    if (of_grequest) {
      for (const auto& where : {use.key_only, use.copy_only, use.object_only})
        refuse(where,
               "the functions of a generalized request have no such argument, and {} is given to MPI_Grequest_start");
    }
    if (of_keyval || query_fn || free_fn)
      refuse(use.cancel_only,
             "'complete' exists only in a cancel function of MPI_Grequest_start, and {} is given elsewhere");
    if (free || destroy || delete_attr)
      refuse(use.copy_only,
             fmt::format("'new_handle', 'new_value', 'attribute_val_out' and 'flag_out' exist only in copy "
                         "callbacks, and {{}} is also given as '{}:'",
                         free      ? "free"
                         : destroy ? "destroy"
                                   : "delete"));
  }

  const Program& program_;
  Language language_ = Language::c; // of the call
  std::vector<VariableUse> variables_;
  std::vector<CallbackUse> uses_; // by callback
  std::size_t appeared_ = 0;      // variables so far
  std::size_t threads_ = 0;
  std::vector<CaseFault> unwritten_;
};

} // namespace

std::vector<CaseFault> faults(const Program& program) {
  try {
    return Checker(program).run();
  } catch (const CaseFault& found) {
    return {found};
  }
}

std::string why_ill_formed(const Program& program) {
  const auto found = faults(program);
  return found.empty() ? "" : found.front().what;
}

} // namespace moot
