// The bodies of callbacks: they get, set, clear and free, mostly what is not being freed, and tell the order in which they run.
#include "programs/ticket304/manuscript.h"

#include <algorithm>

namespace moot::ticket304 {
namespace {

class Bodies {
public:
  explicit Bodies(Manuscript& manuscript) : m_(manuscript) {}

  void write_body(std::size_t index) {
    auto& body = m_.program.callbacks[index].body;
    const auto role = m_.roles[index];
    if (role == Callback::copy && m_.dice.percent(85)) body.push_back(assign(new_value, copied_value()));
    for (auto n = m_.dice.below(3) + (body.empty() ? 1 : 0); n > 0 && body.size() < 3; --n) react(body, role);
  }

private:
  Expression copied_value() {
    if (m_.dice.percent(15)) return null();
    if (m_.taste.aloof || m_.dice.percent(20)) return m_.small();
    return operation(argument(CallbackArgument::value), Term::Type::add, number(m_.dice.below(2)));
  }

  // A handle for a callback: rather one that main never frees.
  const Handle* lasting(Kind kind) {
    std::vector<const Handle*> fitting;
    for (const auto& handle : m_.handles)
      if ((!handle.freed_by_main || m_.adventurous) && !(handle.spare && m_.taste.aloof) &&
          (kind == Kind::none ? handle.kind != Kind::request : handle.kind == kind))
        fitting.push_back(&handle);
    if (fitting.empty()) return nullptr;
    return std::min(m_.dice.pick(fitting),
                    m_.dice.pick(fitting)); // rather an early one: it is there when callbacks run
  }

  void react(Block& body, Callback role) {
    const auto* key = lasting(Kind::key);
    const auto* on = lasting(Kind::none);
    const auto what = m_.dice.below(100);
    const bool own = (role != Callback::destroy || m_.adventurous) && !m_.taste.aloof; // the handle can be used
    if (what < 30 || key == nullptr || on == nullptr) return body.push_back(note());
    if (what < 50 && own)
      return body.push_back(call(Procedure::value_get, {variable(key->variable), argument(CallbackArgument::handle)},
                                 {m_.numbered('x')}));
    if (what < 55) return body.push_back(m_.get(*key, *on));
    if (what < 75) return free_once(body);
    if (what < 80)
      return body.push_back(call(Procedure::value_set, {variable(key->variable), variable(on->variable), m_.small()}));
    if (what < 83)
      return body.push_back(call(Procedure::value_clear, {variable(key->variable), variable(on->variable)}));
    if (what < 88 && own) return duplicate_once(body);
    if (what < 92 && m_.adventurous && !m_.taste.aloof) return body.push_back(mutate_own(*key));
    if (what < 94 && m_.adventurous && !m_.taste.aloof)
      return body.push_back(call(Procedure::comm_free, {argument(CallbackArgument::handle)}));
    if (what < 97 && !m_.taste.aloof)
      return body.push_back(assign(m_.numbered('x'), operation(argument(CallbackArgument::key), Term::Type::equal,
                                                               constant(Constant::key_null))));
    body.push_back(note());
  }

  // Tells the order of callbacks.
  Statement note() {
    const auto tens = operation(variable(m_.order), Term::Type::multiply, number(10));
    const auto what =
        m_.taste.aloof
            ? m_.small()
            : argument(m_.dice.pick({CallbackArgument::value, CallbackArgument::value, CallbackArgument::context}));
    return assign(m_.order, operation(tens, Term::Type::add, what));
  }

  Statement mutate_own(const Handle& key) {
    const auto own = argument(CallbackArgument::handle);
    if (m_.dice.percent(30)) return call(Procedure::value_clear, {variable(key.variable), own});
    return call(Procedure::value_set, {variable(key.variable), own, m_.small()});
  }

  // `if done == 0 { done := 1, STATEMENT }`, or just the statement.
  void once(Block& body, Statement statement) {
    if (m_.taste.aloof || m_.dice.percent(m_.adventurous ? 20 : 0)) return body.push_back(std::move(statement));
    const auto done = m_.numbered('d');
    body.push_back(branch(operation(variable(done), Term::Type::equal, number(0)), 2));
    body.push_back(assign(done, number(1)));
    body.push_back(std::move(statement));
  }

  void free_once(Block& body) {
    std::vector<const Handle*> fitting;
    for (const auto& handle : m_.handles)
      if (handle.spare || (!m_.taste.aloof && handle.kind != Kind::request &&
                           (!handle.freed_by_main || m_.adventurous) && m_.dice.percent(25)))
        fitting.push_back(&handle);
    if (fitting.empty()) return body.push_back(note());
    const auto& victim = *m_.dice.pick(fitting);
    once(body, ends(victim.kind, variable(victim.variable)));
  }

  void duplicate_once(Block& body) {
    const auto procedure = dup_of(m_.main_kind);
    const auto kind = signature(procedure).in[0].kind;
    once(body, call(procedure, {argument(CallbackArgument::handle)}, {m_.numbered(letter(kind))}));
  }

  Manuscript& m_;
};

} // namespace

void write_callbacks(Manuscript& manuscript) {
  Bodies bodies(manuscript);
  for (std::size_t i = 0; i < manuscript.roles.size(); ++i) bodies.write_body(i);
}

} // namespace moot::ticket304
