#include "mpi_backend/tools/context.h"

#ifdef MPIX_QMPI_CONTEXT_ALLOCATED

#include <array>

namespace moot::tools {

struct Chunk {
  std::array<MPIX_QMPI_Context_fields, 128> contexts;
  Chunk* before;
  Chunk* after;
};

namespace {

// The thread's chunks: the last in use, of which so many contexts are. (Trivial: tools' contexts may be needed in what threads do at their end.)
thread_local Chunk* chunk [[gnu::tls_model("initial-exec")]] = nullptr;
thread_local unsigned used [[gnu::tls_model("initial-exec")]] = 0;

// Gives the chunks back with the thread.
struct Keeper {
  bool is_alive = true;
  Keeper() = default;
  Keeper(const Keeper&) = delete;
  Keeper& operator=(const Keeper&) = delete;
  ~Keeper() {
    while (chunk != nullptr && chunk->after != nullptr) chunk = chunk->after;
    while (chunk != nullptr) {
      auto* const before = chunk->before;
      delete chunk;
      chunk = before;
    }
    used = 0;
  }
};
thread_local Keeper keeper;

[[gnu::noinline]] void next_chunk() {
  auto* next = chunk == nullptr ? nullptr : chunk->after;
  if (next == nullptr) {
    next = new Chunk{{}, chunk, nullptr};
    if (chunk != nullptr) chunk->after = next;
    static_cast<void>(keeper.is_alive);
  }
  chunk = next;
  used = 0;
}

} // namespace

MPIX_QMPI_Context allocate_context(int tool_id) {
  if (chunk == nullptr || used == chunk->contexts.size()) next_chunk();
  auto& it = chunk->contexts[used++];
  it = MPIX_QMPI_fields_of(&MPIX_QMPI_stack, tool_id);
  return &it;
}

ContextsOfCall::ContextsOfCall() {
  if (chunk == nullptr) next_chunk();
  chunk_ = chunk;
  used_ = used;
}
ContextsOfCall::~ContextsOfCall() {
  chunk = chunk_;
  used = used_;
}

} // namespace moot::tools

#endif
