#include "spec/language/export/program.h"

#include "model/vocabulary/column.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace moot {
namespace {

using Is = ExportType::Is;

std::string describe(const ExportType& type) {
  if (type.is == Is::error) return "error classes";
  if (type.is == Is::handle)
    return type.kind == Kind::none ? "handles of any kind" : fmt::format("{} handles", name(type.kind));
  return "numbers";
}

bool is_comparison(Term::Type type) { return type == Term::Type::equal || type == Term::Type::unequal; }

bool is_null_handle(const Term& term) {
  return term.type == Term::Type::constant && is_null(static_cast<Constant>(term.number));
}

ExportType type_of_argument(CallbackArgument argument, const ExportedFunction& in) {
  switch (argument) {
  case CallbackArgument::handle:
  case CallbackArgument::new_handle: return {Is::handle, in.kind};
  case CallbackArgument::key: return {Is::handle, Kind::key};
  case CallbackArgument::keyval: return {Is::handle, Kind::keyval};
  default: return {Is::number};
  }
}

class Analysis {
public:
  explicit Analysis(const Program& program) : program_(program), result_{program, {}, {}, {}} {
    result_.variables.resize(program.variables.size());
  }

  ExportedProgram run() {
    do { // what values are set on decides what `handle` is in their callbacks, and the other way round
      changed_ = false;
      collect_functions();
      in_every_block([&](const Block& block, const ExportedFunction* in) { infer(block, in); });
    } while (changed_);
    for (const auto variable : program_.observed) it(variable).observed = it(variable).tracked = true;
    in_every_block([&](const Block& block, const ExportedFunction* in) { track(block, in); });
    find_surely_written();
    close();
    for (auto& variable : result_.variables) {
      if (variable.type.is == Is::unknown) variable.type = {Is::number};
      if (variable.tracked && variable.type.is == Is::handle) result_.shown_kinds.insert(variable.type.kind);
    }
    return std::move(result_);
  }

private:
  ExportedVariable& it(std::int64_t variable) { return result_.variables[static_cast<std::size_t>(variable)]; }

  template <typename Use> void in_every_block(const Use& use) {
    for (const auto& function : std::vector(result_.functions))
      if (function.definition != empty_definition)
        use(program_.callbacks[static_cast<std::size_t>(function.definition)].body, &function);
    use(program_.main, nullptr);
  }

  Kind kind_of_keys() const { return kinds_with_values_.size() == 1 ? *kinds_with_values_.begin() : Kind::none; }

  void collect_functions() {
    auto& functions = result_.functions;
    functions.clear();
    for_each_call(program_, [&](const Statement& call) {
      if (!makes_key(call.procedure)) return;
      const auto& parameters = signature(call.procedure).in;
      for (std::size_t i = 0; i < parameters.size(); ++i) {
        const auto& given = call.arguments[i];
        if (parameters[i].type != Parameter::Type::callback || (given && given->front().type != Term::Type::function))
          continue;
        const auto function = function_of(call, i, kind_of_keys());
        if (std::ranges::find(functions, function) == functions.end()) functions.push_back(function);
      }
    });
    std::ranges::stable_sort(functions, {}, [](const ExportedFunction& function) {
      return static_cast<unsigned>(function.definition); // the empty ones last
    });
  }

  void give(std::int64_t variable, const ExportType& type, SourcePosition position) {
    auto& known = it(variable).type;
    if (type.is == Is::unknown || type == known) return;
    if (type.is == Is::handle && type.kind == Kind::none) {
      if (kinds_with_values_.empty()) return; // not known yet
      refuse(position, fmt::format("'{}' holds handles of several kinds: an exported variable has one type",
                                   program_.variables[static_cast<std::size_t>(variable)]));
    }
    if (known.is != Is::unknown)
      refuse(position,
             fmt::format("'{}' holds {} here and {} elsewhere: an exported variable has one type",
                         program_.variables[static_cast<std::size_t>(variable)], describe(type), describe(known)));
    known = type;
    changed_ = true;
  }

  void infer(const Block& block, const ExportedFunction* in) {
    for (const auto& statement : block) {
      if (statement.type == Statement::Type::call) infer_call(statement, in);
      if (statement.type == Statement::Type::lock || statement.type == Statement::Type::unlock)
        give(statement.target, {Is::number}, statement.position);
      if (statement.target == attribute_val_out) refuse_handle(statement.expression, in, statement.position);
      if (statement.type == Statement::Type::assign && statement.target >= 0) {
        const auto source = only_variable(statement.expression);
        give(statement.target, type_of(result_, statement.expression, in), statement.position);
        const bool null = is_null_value(statement.expression) || (source >= 0 && it(source).maybe_null);
        if (null && !std::exchange(it(statement.target).maybe_null, true)) changed_ = true;
      }
    }
  }

  void refuse_handle(const Expression& given, const ExportedFunction* in, SourcePosition position) const {
    if (type_of(result_, given, in).is == Is::handle) refuse(position, "a handle as an attribute is not exported yet");
  }

  void infer_call(const Statement& call, const ExportedFunction* in) {
    const auto& out = signature(call.procedure).out;
    if (call.error != no_variable) give(call.error, {Is::error}, call.position);
    for (std::size_t i = 0; i < call.results.size(); ++i) {
      const bool handle = out[i].type == Parameter::Type::handle;
      give(call.results[i], {handle ? Is::handle : Is::number, handle ? out[i].kind : Kind::none}, call.position);
      const bool maybe_null = out[i].type == Parameter::Type::flag_value || out[i].type == Parameter::Type::index;
      if (maybe_null && !std::exchange(it(call.results[i]).maybe_null, true)) changed_ = true;
    }
    for (std::size_t i = 0; i < call.arguments.size(); ++i)
      if (signature(call.procedure).in[i].type == Parameter::Type::attribute && call.arguments[i])
        refuse_handle(*call.arguments[i], in, call.position);
    if (call.procedure != Procedure::value_set) return;
    const auto on = type_of(result_, *call.arguments[1], in);
    if (on.is == Is::handle && on.kind != Kind::none && kinds_with_values_.insert(on.kind).second) changed_ = true;
  }

  // Where more than the value counts: a null that is given on as a flag, and an absent handle beside a null one.
  void track(const Block& block, const ExportedFunction* in) {
    for (const auto& statement : block) {
      const auto source = only_variable(statement.expression);
      if (statement.type == Statement::Type::assign &&
          (statement.target == new_value || statement.target == attribute_val_out) && source >= 0 &&
          it(source).maybe_null)
        it(source).tracked = true;
      track(statement.expression, in);
      for (const auto& argument : statement.arguments)
        if (argument) track(*argument, in);
    }
  }
  void track(const Expression& terms, const ExportedFunction*) {
    for (std::size_t i = 0; i + 2 < terms.size(); ++i) {
      if (!is_comparison(terms[i + 2].type)) continue;
      for (const auto& [a, b] : {std::pair{i, i + 1}, std::pair{i + 1, i}})
        if (terms[a].type == Term::Type::variable && is_null_handle(terms[b])) compared_.insert(terms[a].number);
    }
  }

  // Main begins with an unconditional `x := ...`, or a call that gives x whatever comes.
  void find_surely_written() {
    std::set<std::int64_t> seen;
    std::size_t branch_ends = 0;
    for (std::size_t i = 0; i < program_.main.size(); ++i) {
      const auto& statement = program_.main[i];
      if (statement.type == Statement::Type::branch) branch_ends = std::max(branch_ends, i + 1 + statement.length);
      const auto read = [&](const Expression& terms) {
        for (const auto& term : terms)
          if (term.type == Term::Type::variable) seen.insert(term.number);
      };
      read(statement.expression);
      for (const auto& argument : statement.arguments)
        if (argument) read(*argument);
      const auto target = statement.type == Statement::Type::assign          ? statement.target
                          : statement.may_fail && !statement.results.empty() ? statement.results[0]
                                                                             : no_variable;
      if (target >= 0 && i >= branch_ends && !seen.contains(target)) it(target).surely_written = true;
      for (const auto result : statement.results) seen.insert(result);
      if (statement.target >= 0) seen.insert(statement.target);
    }
    for (const auto variable : compared_)
      if (!it(variable).surely_written) it(variable).tracked = true;
  }

  // x := y hands on what is known of y.
  void close() {
    for (bool more = true; more;) {
      more = false;
      in_every_block([&](const Block& block, const ExportedFunction*) {
        for (const auto& statement : block) {
          if (statement.type != Statement::Type::assign || statement.target < 0 || !it(statement.target).tracked)
            continue;
          const auto source = only_variable(statement.expression);
          if (source >= 0 && !std::exchange(it(source).tracked, true)) more = true;
        }
      });
    }
  }

  const Program& program_;
  ExportedProgram result_;
  std::set<Kind> kinds_with_values_;
  std::set<std::int64_t> compared_; // with a null handle
  bool changed_ = false;
};

} // namespace

bool ExportedProgram::uses(Area area) const {
  bool found = false;
  for_each_call(program, [&](const Statement& call) { found = found || signature(call.procedure).area == area; });
  return found;
}

namespace {

void require_exportable(const Block& block) {
  for (const auto& statement : block) {
    if (statement.type == Statement::Type::thread) refuse(statement.position, "threads are not exported yet");
    const bool asks_mpi = statement.type == Statement::Type::call &&
                          (statement.procedure == Procedure::alloc_mem || statement.procedure == Procedure::free_mem);
    if (asks_mpi || statement.type >= Statement::Type::allocate)
      refuse(statement.position, "memory is not exported yet");
  }
}

} // namespace

ExportedProgram exported(const Program& program) {
  if (looks_at_process(program))
    refuse({}, "it looks at its rank or at the number of processes, and an exported program is for one process");
  if (!program.stack.empty()) refuse({}, "tools are not exported yet");
  require_exportable(program.main);
  for (const auto& callback : program.callbacks) require_exportable(callback.body);
  for_each_call(program, [](const Statement& call) {
    const auto& called = signature(call.procedure);
    for (const auto parameters : {called.in, called.out})
      for (const auto& parameter : parameters)
        if (parameter.type == Parameter::Type::error || parameter.kind == Kind::errhandler)
          refuse(call.position, fmt::format("{} can't be exported yet", called.name));
  });
  return Analysis(program).run();
}

ExportType type_of(const ExportedProgram& exported, const Expression& expression, const ExportedFunction* in) {
  if (expression.size() != 1) return {Is::number};
  const auto& term = expression.front();
  switch (term.type) {
  case Term::Type::variable: return exported.variables[static_cast<std::size_t>(term.number)].type;
  case Term::Type::constant: return {Is::handle, kind(static_cast<Constant>(term.number))};
  case Term::Type::error_class: return {Is::error};
  case Term::Type::argument: return type_of_argument(static_cast<CallbackArgument>(term.number), *in);
  default: return {Is::number};
  }
}

ExportedFunction function_of(const Statement& call, std::size_t parameter, Kind kind_of_keys) {
  const auto& signature = moot::signature(call.procedure);
  const auto& given = call.arguments[parameter];
  ExportedFunction function;
  function.definition = given ? static_cast<int>(given->front().number) : empty_definition;
  function.style = style(call.procedure, call.language);
  function.role = role_of(call.procedure, parameter);
  function.kind = gets_any_handle(column_of(function.role)) ? kind_of_keys : signature.of;
  return function;
}

std::size_t index_of_function(const ExportedProgram& exported, const Statement& call, std::size_t parameter) {
  const auto is_wanted = [&](const ExportedFunction& other) {
    return other == function_of(call, parameter, other.kind);
  };
  const auto found = std::ranges::find_if(exported.functions, is_wanted);
  return static_cast<std::size_t>(found - exported.functions.begin());
}

bool makes_key(Procedure procedure) {
  const auto takes_function = [](const Parameter& it) { return it.type == Parameter::Type::callback; };
  return std::ranges::any_of(signature(procedure).in, takes_function);
}

void refuse(SourcePosition position, const std::string& what) {
  throw ExportError(position.line > 0 ? fmt::format("line {}: {}", position.line, what) : what);
}

std::int64_t only_variable(const Expression& expression) {
  return expression.size() == 1 && expression[0].type == Term::Type::variable ? expression[0].number : no_variable;
}

bool is_null_value(const Expression& expression) {
  return expression.size() == 1 && expression[0].type == Term::Type::null;
}

std::set<Constant> constants_of(const Program& program) {
  std::set<Constant> constants;
  const auto in = [&](const Expression& terms) {
    for (const auto& term : terms)
      if (term.type == Term::Type::constant) constants.insert(static_cast<Constant>(term.number));
  };
  const auto in_block = [&](const Block& block) {
    for (const auto& statement : block) {
      in(statement.expression);
      for (const auto& argument : statement.arguments)
        if (argument) in(*argument);
    }
  };
  for (const auto& callback : program.callbacks) in_block(callback.body);
  in_block(program.main);
  return constants;
}

std::set<Constant> constants_shown(const Program& program) {
  auto constants = constants_of(program);
  constants.insert({Constant::comm_world, Constant::comm_self});
  return constants;
}

} // namespace moot
