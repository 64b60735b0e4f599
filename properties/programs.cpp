#include "properties/programs.h"

#include "programs/shrink/shrink.h"
#include "properties/dice.h"
#include "properties/readings.h"
#include "spec/language/case_parser.h"

#include <ostream>

namespace moot {

rc::Gen<Program> properties::programs(const Taste& taste) {
  return [taste](const rc::Random& random, int size) {
    auto dice = dice_from(random);
    return rc::shrinkable::shrinkRecur(random_program(dice, strict(), taste, static_cast<std::uint32_t>(size)),
                                       [](const Program& program) { return rc::seq::fromContainer(smaller(program)); });
  };
}

void showValue(const Program& program, std::ostream& out) { out << '\n' << print_case(program); }

} // namespace moot
