#include "properties/defaults.h"

#include <cstdlib>
#include <string>

namespace moot::properties {
namespace {

constexpr int slower = MOOT_SANITIZED ? 20 : 1;

} // namespace

bool choose_programs(int usual) {
  const char* given = std::getenv("RC_PARAMS");
  const char* programs = std::getenv("MOOT_PROGRAMS");
  std::string parameters = given == nullptr ? "" : given;
  const auto add_unless_given = [&](const std::string& name, const std::string& value) {
    if (parameters.find(name + "=") == std::string::npos) parameters += " " + name + "=" + value;
  };
  add_unless_given("max_success", programs == nullptr ? std::to_string(usual / slower) : programs);
  add_unless_given("max_discard_ratio", "20");
  if (given == nullptr && programs == nullptr) add_unless_given("seed", "304");
  return setenv("RC_PARAMS", parameters.c_str(), 1) == 0;
}

} // namespace moot::properties
