#include "mpi_backend/recorder/relevance.h"

#include "generated_functions.h"

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <unordered_set>

namespace moot::recorder {

constinit std::atomic<bool> all_matters{false};
constinit std::array<std::atomic<std::uint32_t>, 3> marks{};
constinit std::atomic<std::uint32_t> unrecorded{0};
constinit std::atomic<bool> predefined_have_values{false};
constinit std::array<std::atomic<bool>, 4096> passed_operations{};

namespace {

// ---- marks

struct Marks {
  std::mutex mutex;
  std::array<std::unordered_map<Word, std::uint32_t>, 3> handles; // by Marked: how often (requests share a handle)
  std::unordered_map<Word, Word> grequests;                       // by their functions
};
// Never destroyed: other threads may record while the process ends.
Marks& all_marks() {
  static auto& it = *new Marks; // NOLINT(cppcoreguidelines-owning-memory)
  return it;
}
auto& handles_of(Marked kind) { return all_marks().handles.at(static_cast<std::size_t>(kind)); }

} // namespace

bool is_marked(Marked kind, Word handle) {
  const std::lock_guard lock(all_marks().mutex);
  return handles_of(kind).contains(handle);
}

namespace {

// `again`: it counts if it is there already.
void add_mark(Marked kind, Word handle, bool again) {
  const std::lock_guard lock(all_marks().mutex);
  const auto [it, is_new] = handles_of(kind).try_emplace(handle, 0U);
  if (again || is_new) ++it->second;
  if (is_new) ++marks[static_cast<std::size_t>(kind)];
}

} // namespace

void mark(Marked kind, Word handle) {
  const bool is_request = kind == Marked::request;
  if (!is_request && is_predefined(handle))
    predefined_have_values = true;
  else
    add_mark(kind, handle, is_request);
}

void note_shown(Word datatype) {
  if (!is_predefined(datatype)) add_mark(Marked::datatype, datatype, true);
}

void unmark(Marked kind, Word handle) {
  const std::lock_guard lock(all_marks().mutex);
  const auto found = handles_of(kind).find(handle);
  if (found == handles_of(kind).end() || --found->second > 0) return;
  handles_of(kind).erase(found);
  --marks[static_cast<std::size_t>(kind)];
}

void mark_until_free_fn(Word functions, Word request) {
  mark(Marked::request, request);
  const std::lock_guard lock(all_marks().mutex);
  all_marks().grequests[functions] = request;
}

void free_fn_has_run(Word functions) {
  Word request = 0;
  {
    const std::lock_guard lock(all_marks().mutex);
    const auto found = all_marks().grequests.find(functions);
    if (found == all_marks().grequests.end()) return;
    request = found->second;
    all_marks().grequests.erase(found);
  }
  unmark(Marked::request, request);
}

void has_a_value(Marked kind, Word handle) {
  const bool is_new = !is_marked(kind, handle);
  mark(kind, handle);
  if (!is_new || all_matters || !passed_operation(handle)) return;
  const auto function = kind == Marked::communicator ? earlier_operations_communicator : earlier_operations_datatype;
  Entry entry(function, 1, 0);
  entry.add(handle);
  entry.begins(State::call);
  entry.ends();
  entry.is_done(0);
}

// ---- datatypes

namespace {

struct Datatype {
  Making making;
  Word handle = 0;
  std::vector<std::shared_ptr<Datatype>> parents; // by making.datatypes; null: predefined, or recorded before
  std::vector<std::weak_ptr<Datatype>> children;
  bool is_committed = false;
  bool is_freed = false;
  bool is_recorded = false;
};
using DatatypePtr = std::shared_ptr<Datatype>;

struct Book {
  std::mutex mutex;
  std::unordered_map<Word, DatatypePtr> datatypes; // that the program has handles of, and no record tells of
  std::uint64_t freed = 0;                         // for handles of those that are gone
};
Book& book() {
  static auto& it = *new Book; // NOLINT(cppcoreguidelines-owning-memory)
  return it;
}

void record_call(std::uint16_t function, std::uint8_t language, const std::vector<Word>& in, Word out) {
  Entry entry(function, in.size(), 1, language);
  for (const auto word : in) entry.add(word);
  entry.begins(State::call);
  entry.ends();
  entry.add(out);
  entry.is_done(0);
}

// The oldest first; `told` are those whose making is recorded now. A handle that may be another's by now is replaced by one that is nobody's.
void record(Datatype& it, std::vector<Datatype*>& told) {
  if (it.is_recorded) return;
  it.is_recorded = true;
  constexpr Word of_nobody = Word{1} << 62;
  if (it.is_freed) it.handle = of_nobody | ++book().freed;
  for (std::size_t i = 0; i < it.parents.size(); ++i)
    if (const auto& parent = it.parents[i]) {
      record(*parent, told);
      it.making.in[it.making.datatypes[i]] = parent->handle;
    }
  record_call(it.making.function, it.making.language, it.making.in, it.handle);
  if (it.is_committed) record_call(at_MPI_Type_commit, it.making.language, {it.handle}, it.handle);
  mark(Marked::datatype, it.handle);
  told.push_back(&it);
}

// What was made of it may keep it.
void record_descendants(const Datatype& of, std::vector<Datatype*>& told) {
  std::vector<DatatypePtr> left;
  std::unordered_set<const Datatype*> seen;
  const auto add_children = [&](const Datatype& it) {
    for (const auto& each : it.children)
      if (auto child = each.lock(); child != nullptr && seen.insert(child.get()).second)
        left.push_back(std::move(child));
  };
  add_children(of);
  while (!left.empty()) {
    const auto it = std::move(left.back());
    left.pop_back();
    record(*it, told);
    add_children(*it);
  }
}

// What was freed meanwhile can be freed in the trace when all is recorded that was made of it before.
void record_family(Datatype& it) {
  std::vector<Datatype*> told;
  record(it, told);
  record_descendants(it, told);
  for (std::size_t i = 0; i < told.size(); ++i) // (it grows)
    if (told[i]->is_freed)
      for (const auto& each : told[i]->children)
        if (const auto child = each.lock()) record(*child, told);
  for (const auto* each : told)
    if (each->is_freed) record_call(at_MPI_Type_free, each->making.language, {each->handle}, null_datatype());
}

// (Those that are gone are forgotten before the list would grow: a program may make and free millions of one.)
void add_child(Datatype& parent, const DatatypePtr& child) {
  auto& list = parent.children;
  if (list.size() == list.capacity()) {
    std::erase_if(list, [](const auto& each) { return each.expired(); });
    list.reserve(2 * list.size() + 1);
  }
  list.push_back(child);
}

} // namespace

void note_made(Making making, Word made) {
  auto datatype = std::make_shared<Datatype>();
  auto& all = book();
  const std::lock_guard lock(all.mutex);
  for (const auto place : making.datatypes) {
    const auto found = all.datatypes.find(making.in[place]);
    datatype->parents.push_back(found == all.datatypes.end() ? nullptr : found->second);
    if (const auto& parent = datatype->parents.back()) add_child(*parent, datatype);
  }
  datatype->making = std::move(making);
  datatype->handle = made;
  auto& place = all.datatypes[made];
  if (place == nullptr) ++unrecorded;
  place = std::move(datatype);
}

void note_committed(Word datatype) {
  auto& all = book();
  const std::lock_guard lock(all.mutex);
  if (const auto found = all.datatypes.find(datatype); found != all.datatypes.end()) found->second->is_committed = true;
}

void note_freed(Word datatype) {
  auto& all = book();
  const std::lock_guard lock(all.mutex);
  const auto found = all.datatypes.find(datatype);
  if (found == all.datatypes.end()) return;
  found->second->is_freed = true;
  all.datatypes.erase(found);
  --unrecorded;
}

void record_making(Word datatype) {
  auto& all = book();
  const std::lock_guard lock(all.mutex);
  const auto found = all.datatypes.find(datatype);
  if (found == all.datatypes.end()) return;
  const auto it = found->second; // (which keeps its ancestors)
  record_family(*it);
  std::erase_if(all.datatypes, [](const auto& each) { return each.second->is_recorded; });
  unrecorded = static_cast<std::uint32_t>(all.datatypes.size());
}

} // namespace moot::recorder
