// Error handlers of the program: what they call is the program's again. They get no extra_state by which ours could know whose it stands for,
// so each function has one of ours to itself, as long as there are any: the calls of further ones are taken for the library's.
//
// MPI may give them more than the standard says: Open MPI gives those in C a text. How much, nothing tells. So four pointers are handed on,
// as many as go in registers on every machine here; where there are none, they are what happens to stand there, and nobody reads it.
#pragma once

#include "generated_functions.h"
#include "mpi_backend/recorder/record.h"

#include <array>
#include <atomic>
#include <cstdarg>
#include <utility>

namespace moot::recorder {

inline constexpr std::size_t most_error_handlers = 64; // for each type of handle, in each language

template <typename Handle, std::uint8_t language = 0> class ErrorHandlers {
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
    std::array<void*, 4> more{};
    va_list given; // NOLINT(cppcoreguidelines-init-variables)
    va_start(given, error);
    for (auto& it : more) it = va_arg(given, void*);
    va_end(given);
    record_callback(callback_error_handler, of_all, {word_of_error(*error)}, language, [&] {
      functions[i].load()(on, error, more[0], more[1], more[2], more[3]);
      return 0;
    });
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
