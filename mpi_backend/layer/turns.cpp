#include "mpi_backend/layer/turns.h"

#include <algorithm>
#include <condition_variable>

namespace moot::layer {
namespace {

using Turns = boost::intrusive::list<Turn, boost::intrusive::constant_time_size<false>>;

// Guarded by the lock. (Never destroyed: threads may outlive main.)
Turns& turns() {
  static auto& all = *new Turns;
  return all;
}
std::condition_variable_any& ended() {
  static auto& some = *new std::condition_variable_any;
  return some;
}

bool has(const Object& key, Function function) {
  switch (function) {
  case Function::copy: return key.copy_function != nullptr;
  case Function::free: return key.free_function != nullptr;
  case Function::destroy: return key.destroy_function != nullptr;
  }
  return false;
}

int waiting = 0; // threads
std::uint64_t turns_begun = 0;

} // namespace

template <class Fits> bool Turn::any_elsewhere(Fits fits) {
  const auto here = std::this_thread::get_id();
  return std::ranges::any_of(turns(), [&](const Turn& one) { return one.thread_ != here && fits(one); });
}

bool Turn::is_taken(const Object* object, const Object& key) {
  return any_elsewhere([&](const Turn& one) { return one.object_ == object && &one.key_ == &key; });
}

bool Turn::must_wait(const Lock& lock, const Object& key, Function next) {
  return lock.keeps_others_out() && has(key, next) && is_taken(nullptr, key) &&
         is(Question::callback_threads, Answer::serialised);
}

Turn::Turn(Lock& lock, const Object& key, Function next) : key_(key) {
  while (must_wait(lock, key, next)) await_an_end(lock);
  join();
}

Turn::Turn(const Object& object, const Object& key) : object_(&object), key_(key) { join(); }

void Turn::join() {
  number_ = ++turns_begun;
  turns().push_back(*this);
}

Turn::~Turn() {
  turns().erase(Turns::s_iterator_to(*this));
  if (waiting > 0) ended().notify_all();
}

bool Turn::elsewhere(const Object& object, const Object& key) { return is_taken(&object, key); }

bool Turn::elsewhere(const Object& object, std::uint64_t since) {
  return any_elsewhere([&](const Turn& one) { return one.object_ == &object && one.number_ > since; });
}

std::uint64_t Turn::begun() { return turns_begun; }

void Turn::await_an_end(Lock& lock) {
  ++waiting;
  ended().wait(lock);
  --waiting;
}

} // namespace moot::layer
