// Whatever the text: parse_scope throws ScopeError with a short message of one line, or a client can have its scope.
#include "spec/language/law/scope_file.h"

#include "model/search/survey/client.h"

#include <cstdint>
#include <cstdlib>

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

// Begins to do what the scope lets it do: never more than a few steps, whatever the numbers of slots.
void walk(const moot::Scope& scope) {
  const moot::Reading reading; // the first answer to each question
  const moot::Client client(scope, reading);
  auto state = client.initial();
  moot::Steps steps;
  client.moves(state, steps);
  if (steps.empty()) return;
  client.apply(state, steps.back());
  if (state.erroneous == moot::Clause::none) client.moves(state, steps);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  moot::Scope scope;
  try {
    scope = moot::parse_scope(text, "fuzz.toml");
  } catch (const moot::ScopeError& error) {
    const std::string_view message = error.what();
    require(message.size() < 1000 && message.find('\n') == std::string_view::npos);
    return 0;
  }
  moot::require_sensible(scope, "fuzz.toml"); // throws nothing
  require(scope.handles <= moot::most_slots && scope.keys <= moot::most_slots && scope.values <= moot::most_values);
  require(scope.copy_skips || scope.copy_copies);
  walk(scope);
  return 0;
}
