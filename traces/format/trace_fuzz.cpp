// Whatever the bytes: read_trace throws TraceError with a short message, or its trace survives writing and reading.
#include "traces/format/trace.h"

#include <cstdint>
#include <cstdlib>
#include <sstream>

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  moot::Trace trace;
  try {
    trace = moot::read_trace(text, "fuzz.trace");
  } catch (const moot::TraceError& error) {
    require(std::string_view(error.what()).size() < 1000);
    return 0;
  }
  std::ostringstream out;
  moot::write(out, trace);
  require(moot::read_trace(out.str(), "written.trace") == trace);
  require(!moot::show(trace).empty());
  return 0;
}
