// How many random programs a property tries, unless RC_PARAMS says so.
#include <cstdlib>
#include <string>

namespace {

const bool set_before_main = [] {
  const char* given = std::getenv("RC_PARAMS");
  std::string parameters = given == nullptr ? "" : given;
  if (parameters.find("max_success") == std::string::npos) parameters += " max_success=3000";
  if (parameters.find("max_discard_ratio") == std::string::npos) parameters += " max_discard_ratio=20";
  return setenv("RC_PARAMS", parameters.c_str(), 1) == 0;
}();

} // namespace
