// How many random programs a property tries, unless RC_PARAMS says so.
#include <cstdlib>
#include <string>

namespace {

#ifdef __SANITIZE_ADDRESS__ // ten times slower; the other tree tries them all
constexpr auto programs = " max_success=500";
#else
constexpr auto programs = " max_success=3000";
#endif

const bool set_before_main = [] {
  const char* given = std::getenv("RC_PARAMS");
  std::string parameters = given == nullptr ? "" : given;
  if (parameters.find("max_success") == std::string::npos) parameters += programs;
  if (parameters.find("max_discard_ratio") == std::string::npos) parameters += " max_discard_ratio=20";
  return setenv("RC_PARAMS", parameters.c_str(), 1) == 0;
}();

} // namespace
