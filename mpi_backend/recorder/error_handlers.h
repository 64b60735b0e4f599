// Error handlers of the program: what they call is the program's again. They get no extra_state by which ours could know whose it stands for,
// so each function has one of ours to itself, as long as there are any: the calls of further ones are taken for the library's.
#pragma once

#include "generated_functions.h"
#include "mpi_backend/recorder/record.h"

#include <array>
#include <atomic>
#include <utility>

namespace moot::recorder {

inline constexpr std::size_t most_error_handlers = 64; // of each kind of object

template <typename Handle> class ErrorHandlers {
public:
  using Function = void(Handle*, int*, ...);

  // One of ours that calls it; or itself.
  static Function* standing_for(Function* function) {
    if (function == nullptr) return function;
    for (std::size_t i = 0; i < most_error_handlers; ++i) {
      Function* free = nullptr;
      if (functions[i].compare_exchange_strong(free, function) || free == function) return ours[i];
    }
    return function;
  }

private:
  template <std::size_t i> static void handle(Handle* on, int* error, ...) {
    const Outside outside;
    Entry entry(callback_error_handler, 1, 0);
    entry.add(word_of_error(*error));
    entry.begins(State::callback);
    functions[i].load()(on, error);
    entry.ends();
    entry.is_done(0);
  }
  template <std::size_t... i> static constexpr auto all(std::index_sequence<i...>) { return std::array{&handle<i>...}; }

  static inline std::array<std::atomic<Function*>, most_error_handlers> functions{};
  static constexpr std::array<Function*, most_error_handlers> ours =
      all(std::make_index_sequence<most_error_handlers>{});
};

template <typename Handle> void replace_handler(void (*&function)(Handle*, int*, ...)) {
  function = ErrorHandlers<Handle>::standing_for(function);
}

} // namespace moot::recorder
