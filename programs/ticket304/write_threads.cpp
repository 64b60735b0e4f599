#include "programs/ticket304/manuscript.h"

#include <array>
#include <utility>

namespace moot::ticket304 {
namespace {

// A thread of the program. It makes an object of its own, on which it works under the keys of all, or under one of its own; and at times it
// sets a value on an object of all. Or it sends itself messages, or completes an operation of its own, or does what MPI-4.0 brought.
class Thread : Passage {
public:
  // `comm`: a communicator that no other thread uses, since what is collective on one may come from one thread at a time.
  Thread(Manuscript& all, const std::vector<std::int32_t>& keys, const std::vector<std::int32_t>& objects,
         Expression comm)
      : Passage(all, no_variable), keys_(keys), objects_(objects), comm_(std::move(comm)) {}

  std::vector<Statement> write() {
    if (all_.is_rich() && all_.dice.percent(30)) return work_of_its_own(key());
    if (all_.is_rich() && all_.dice.percent(20)) make_key();
    use_an_object();
    if (own_key_ != no_variable && all_.dice.percent(60)) add(Procedure::key_free, {variable(own_key_)});
    return std::move(body_);
  }

private:
  std::vector<Statement> work_of_its_own(std::int32_t key) {
    if (all_.taste.mpi_4 && all_.dice.percent(40)) return what_mpi_4_brought(all_, comm_, key);
    if (all_.taste.grequests && all_.dice.percent(40)) return generalized_request(all_, key);
    return messages(all_, comm_, key);
  }

  // From now on all its values are under it.
  void make_key() {
    own_key_ = all_.numbered('t');
    add(Procedure::key_create,
        {all_.function_for(Callback::copy), all_.function_for(Callback::free), all_.function_for(Callback::destroy)},
        {own_key_});
  }

  void use_an_object() {
    const auto kind = all_.is_rich() ? all_.dice.pick(kinds) : all_.dice.pick({Kind::info, Kind::datatype});
    const auto own = make(kind);
    for (auto n = 1 + all_.dice.below(2); n > 0; --n) set(own);
    if (!objects_.empty() && all_.dice.percent(30)) set(all_.dice.pick(objects_));
    if (kind == Kind::request) add(Procedure::send, {constant(Constant::type_int), comm_});
    const bool has_dup = kind == Kind::info || kind == Kind::datatype || kind == Kind::communicator;
    if (has_dup && all_.dice.percent(50)) duplicate(own, kind);
    if (all_.dice.percent(30)) add(Procedure::value_clear, {variable(key()), variable(own)});
    if (all_.dice.percent(30)) add(Procedure::value_get, {variable(key()), variable(own)}, {all_.numbered('x')});
    if (all_.dice.percent(70) || kind == Kind::request) end(own, kind);
  }

  static constexpr std::array kinds{Kind::info,  Kind::datatype, Kind::communicator, Kind::window, Kind::file,
                                    Kind::group, Kind::op,       Kind::errhandler,   Kind::request};

  std::int32_t make(Kind kind) {
    const auto own = all_.numbered('t');
    switch (kind) {
    case Kind::datatype: add(Procedure::type_contiguous, {number(2), constant(Constant::type_int)}, {own}); break;
    case Kind::communicator: add(Procedure::comm_dup, {comm_}, {own}); break;
    case Kind::window: add(Procedure::win_allocate, {comm_}, {own}); break;
    case Kind::file: add(Procedure::file_open, {comm_}, {own}); break;
    case Kind::group: add(Procedure::comm_group, {comm_}, {own}); break;
    case Kind::request: add(Procedure::irecv, {constant(Constant::type_int), comm_}, {own}); break;
    case Kind::op: add(Procedure::op_create, {}, {own}); break;
    case Kind::errhandler: add(Procedure::comm_create_errhandler, {}, {own}); break;
    default: add(Procedure::info_create, {}, {own});
    }
    return own;
  }

  std::int32_t key() { return own_key_ != no_variable ? own_key_ : all_.dice.pick(keys_); }
  void set(std::int32_t on) { add(Procedure::value_set, {variable(key()), variable(on), all_.small()}); }
  void duplicate(std::int32_t from, Kind kind) {
    const auto made = all_.numbered('t');
    add(dup_of(kind), {variable(from)}, {made});
    end(made, kind);
  }
  void end(std::int32_t it, Kind kind) { add(kind == Kind::request ? Procedure::wait : free_of(kind), {variable(it)}); }

  const std::vector<std::int32_t>& keys_;
  std::int32_t own_key_ = no_variable;
  const std::vector<std::int32_t>& objects_;
  const Expression comm_;
};

} // namespace

void write_threads(Manuscript& all) {
  std::vector<std::int32_t> keys;
  std::vector<std::int32_t> objects;
  for (const auto& handle : all.handles) {
    if (!handle.live || handle.spare || handle.kind == Kind::request) continue;
    (handle.kind == Kind::key ? keys : objects).push_back(handle.variable);
  }
  if (keys.empty()) return;
  std::vector<Block> threads;
  for (auto n = 2 + all.dice.below(2); n > 0; --n) {
    const auto comm = all.numbered('t');
    all.add(call(Procedure::comm_dup, {constant(Constant::comm_self)}, {comm}));
    threads.push_back(Thread(all, keys, objects, variable(comm)).write());
  }
  for (const auto& body : threads) add_thread(all.program.main, body);
}

} // namespace moot::ticket304
