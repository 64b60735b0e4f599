// Writing the trace of this process: what wrappers and callbacks do for each event. The file: trace_file.h. Its layout: layout.h.
//
// Every function here may be called by any thread, and does nothing if nothing is to be recorded.
#pragma once

#include "mpi_backend/recorder/log.h"

#include <initializer_list>

// What is built of these wrappers may do something else with a record: it has an Entry of its own (mpi_backend/tools/judge/).
#ifndef MOOT_ENTRY
#define MOOT_ENTRY "mpi_backend/recorder/entry.h"
#endif
#include MOOT_ENTRY

namespace moot::recorder {

// What a copy function has come to.
struct Copied {
  int error = 0;
  int flag = 0;
  Word value = 0; // if there is one
};

// A callback with these arguments, about these kinds of object: `run` calls the program's function, and returns its error, or what it copied.
template <typename Run>
auto record_callback(std::uint16_t id, std::uint64_t kinds, std::initializer_list<Word> in, std::uint8_t language,
                     const Run& run) {
  constexpr bool copies = std::is_same_v<decltype(run()), Copied>;
  const Outside outside;
  Entry entry(id, in.size(), copies ? 1 : 0, language, true, outside.wants(kinds));
  for (const Word it : in) entry.add(it);
  entry.begins(State::callback);
  const auto result = run();
  entry.ends();
  if constexpr (copies) {
    entry.add(result.value);
    entry.is_done(result.error, result.flag);
    return result.error;
  } else {
    entry.is_done(result);
    return result;
  }
}

} // namespace moot::recorder
