// States up to renaming: equal if they differ only in which slot of the client holds what, or in which of the client's values
// is which. What can be told apart by nothing else is symmetric.
#pragma once

#include "model/search/encode.h"
#include "model/search/survey/client.h"

#include <string>
#include <string_view>

namespace moot {

// The canonical bytes of a state of this client, up to renaming of its handles, its keys and its values: the same for all
// states that a renaming turns into one another, different for all others. They are the encoding (model/search/encode.h) of one
// of these states, which `decode` gives. One of these serves one thread.
class Canonical {
public:
  explicit Canonical(const Client& client) : client_(client) {} // must outlive it

  // Valid until the next call.
  std::string_view operator()(const State& state);

private:
  class Search;

  const Client& client_;
  Buffer buffer_;
  std::string best_;
};

} // namespace moot
