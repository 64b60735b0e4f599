#include "programs/ticket304/manuscript.h"

#include <utility>

namespace moot::ticket304 {
namespace {

class Messages : Passage {
public:
  Messages(Manuscript& all, Expression comm, std::int32_t key) : Passage(all, key), comm_(std::move(comm)) {}

  std::vector<Statement> write() {
    all_.dice.percent(50) ? probe() : complete_two();
    return std::move(body_);
  }

private:
  void probe() {
    const auto sent = all_.numbered('r');
    const auto message = receive(Kind::message);
    add(Procedure::isend, {datatype_, comm_}, {sent});
    if (all_.dice.percent(50)) return perhaps_find(message, sent);
    add(Procedure::mprobe, {comm_}, {message});
    maybe_set(message);
    if (all_.dice.percent(60)) {
      add(Procedure::mrecv, {variable(message), datatype_});
    } else {
      const auto request = receive(Kind::request);
      add(Procedure::imrecv, {variable(message), datatype_}, {request});
      maybe_set(request);
      add(Procedure::wait, {variable(request)});
    }
    add(Procedure::wait, {variable(sent)});
  }

  // MPI_Improbe need not find it: a receive gets it then.
  void perhaps_find(std::int32_t message, std::int32_t sent) {
    const auto flag = all_.numbered('x');
    add(Procedure::improbe, {comm_}, {flag, message});
    when(flag, 1, [&] {
      maybe_set(message);
      add(Procedure::mrecv, {variable(message), datatype_});
    });
    when(flag, 0, [&] {
      const auto request = receive(Kind::request);
      add(Procedure::irecv, {datatype_, comm_}, {request});
      add(Procedure::wait, {variable(request)});
    });
    add(Procedure::wait, {variable(sent)});
  }

  template <typename Write> void when(std::int32_t variable_is, std::int64_t value, const Write& write) {
    const auto place = body_.size();
    write();
    const auto length = body_.size() - place;
    const auto condition = operation(variable(variable_is), Term::Type::equal, number(value));
    body_.insert(body_.begin() + static_cast<std::ptrdiff_t>(place), branch(condition, length));
  }

  // Two receives; a receive and what is sent to it; or a request that MPI_Start has started and one of an operation that begins at once.
  void complete_two() {
    const auto first = receive(Kind::request);
    const auto second = receive(Kind::request);
    const auto way = all_.dice.below(3);
    add(way == 2 ? Procedure::recv_init : Procedure::irecv, {datatype_, comm_}, {first});
    maybe_set(first);
    if (way == 2) add(Procedure::start, {variable(first)});
    add(way == 0 ? Procedure::irecv : Procedure::isend, {datatype_, comm_}, {second});
    maybe_set(second);
    if (way == 0)
      for (int i = 0; i < 2; ++i) add(Procedure::send, {datatype_, comm_});
    const auto several = all_.dice.pick({Procedure::waitall, Procedure::waitany, Procedure::waitsome,
                                         Procedure::testall, Procedure::testany, Procedure::testsome});
    std::vector<std::int32_t> results;
    for (std::size_t i = 0; i < signature(several).out.size(); ++i) results.push_back(all_.numbered('x'));
    add(several, {variable(first), variable(second)}, results);
    if (several != Procedure::waitall && all_.dice.percent(70))
      add(Procedure::waitall, {variable(second), variable(first)});
    if (way == 2) add(Procedure::request_free, {variable(first)});
  }

  Expression comm_;
  const Expression datatype_ = constant(Constant::type_int);
};

} // namespace

std::vector<Statement> messages(Manuscript& all, const Expression& comm, std::int32_t key) {
  return Messages(all, comm, key).write();
}

} // namespace moot::ticket304
