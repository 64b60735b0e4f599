// Whatever the bytes: reading them gives events that can be shown, or a TraceError with one short line. Seeds: recorded programs, and the
// hand-made traces of the tests.
#include "traces/format/trace_reader.h"

#include <cstdint>
#include <cstdlib>

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  moot::Trace trace;
  try {
    trace = moot::read_trace(bytes, "fuzz.moot");
  } catch (const moot::TraceError& error) {
    const std::string_view line(error.what());
    require(line.size() < 1000 && line.find('\n') == std::string_view::npos);
    return 0;
  }
  require(!moot::show(trace).empty());
  return 0;
}
