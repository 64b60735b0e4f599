// The names of objects, as the model is told them: predefined datatypes that the model has no name for come first. And numbers, which
// may be addresses: whoever recorded a real program saw numbers only.
#pragma once

#include "model/vocabulary/event.h"

#include <optional>
#include <string>
#include <vector>

namespace moot {

class JudgedNames {
public:
  static constexpr std::uint32_t most_predefined = 1'024; // the numbers of all others come after these

  // "t5" -> "t1029"; "MPI_FLOAT" -> "t1". `arrives` is told of a predefined object that is named for the first time. (Functions, kinds and
  // numbers stay what they are.)
  template <typename Arrives> void tell(Event& event, const Arrives& arrives) {
    for (auto& field : event.fields) tell(field.value, arrives);
    if (is_added(event.error)) event.error = added_error(added_number(event.error) + most_predefined);
  }
  void back(Event& event) const;

  static std::uint32_t told(std::uint32_t number) { return number + most_predefined; }

private:
  // (Where programs have no memory: at the beginning.)
  static bool may_be_an_address(const Seen& seen) { return seen.type == Seen::Type::integer && seen.number >= 65'536; }
  template <typename Arrives> void tell(Seen& seen, const Arrives& arrives) {
    if (may_be_an_address(seen)) seen.word = address_word;
    if (seen.type != Seen::Type::word) return;
    if (shift(seen)) return;
    if (const auto number = predefined(seen)) arrives(Kind::datatype, *number);
  }
  static bool shift(Seen& seen);                       // an object's name
  std::optional<std::uint32_t> predefined(Seen& seen); // its number, if it is seen for the first time

  std::vector<std::string> predefined_; // by number, from 1
};

} // namespace moot
