#include "programs/ticket304/manuscript.h"

#include <algorithm>

namespace moot::ticket304 {
namespace {

// A thread of the program. It makes an object of its own, on which it works under the keys of all; and at times it sets a value on an
// object of all.
class Thread {
public:
  Thread(Manuscript& all, const std::vector<std::int32_t>& keys, const std::vector<std::int32_t>& objects)
      : all_(all), keys_(keys), objects_(objects) {}

  std::vector<Statement> write() {
    const auto kind = all_.dice.percent(50) ? Kind::info : Kind::datatype;
    const auto own = all_.numbered('t');
    body_.push_back(kind == Kind::info
                        ? call(Procedure::info_create, {}, {own})
                        : call(Procedure::type_contiguous, {number(2), constant(Constant::type_int)}, {own}));
    for (auto n = 1 + all_.dice.below(2); n > 0; --n) set(own);
    if (!objects_.empty() && all_.dice.percent(30)) set(all_.dice.pick(objects_));
    if (all_.dice.percent(50)) duplicate(own, kind);
    if (all_.dice.percent(30)) body_.push_back(call(Procedure::value_clear, {variable(key()), variable(own)}));
    if (all_.dice.percent(30))
      body_.push_back(call(Procedure::value_get, {variable(key()), variable(own)}, {all_.numbered('x')}));
    if (all_.dice.percent(70)) free(own, kind);
    return std::move(body_);
  }

private:
  std::int32_t key() { return all_.dice.pick(keys_); }
  void set(std::int32_t on) {
    body_.push_back(call(Procedure::value_set, {variable(key()), variable(on), all_.small()}));
  }
  void duplicate(std::int32_t from, Kind kind) {
    const auto made = all_.numbered('t');
    body_.push_back(call(dup_of(kind), {variable(from)}, {made}));
    free(made, kind);
  }
  void free(std::int32_t it, Kind kind) { body_.push_back(call(free_of(kind), {variable(it)})); }

  Manuscript& all_;
  const std::vector<std::int32_t>& keys_;
  const std::vector<std::int32_t>& objects_;
  std::vector<Statement> body_;
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
  for (auto n = 2 + all.dice.below(2); n > 0; --n) add_thread(all.program.main, Thread(all, keys, objects).write());
}

} // namespace moot::ticket304
