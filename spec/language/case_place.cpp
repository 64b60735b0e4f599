#include "spec/language/case_place.h"

#include <tao/pegtl.hpp>

namespace moot {
namespace {

using namespace tao::pegtl;

struct line : seq<range<'1', '9'>, star<digit>> {};
struct section : seq<sor<digit, upper>, star<digit>, star<one<'.'>, plus<digit>>> {};
struct next_section : seq<string<',', ' '>, section> {};
struct place : seq<sor<seq<TAO_PEGTL_STRING("lines "), line, one<'-'>, line>, seq<TAO_PEGTL_STRING("line "), line>,
                       seq<TAO_PEGTL_STRING("sections "), section, plus<next_section>>,
                       seq<TAO_PEGTL_STRING("section "), section>>,
                   eof> {};

} // namespace

bool is_place_in_source(std::string_view text) {
  memory_input input(text.data(), text.data() + text.size(), "");
  return parse<place>(input);
}

} // namespace moot
