// Text inside HTML, and a page around it that needs nothing else: no script, no other file.
#pragma once

#include <string>
#include <string_view>

namespace moot {

// Text and values of attributes: &, <, > and quotes as entities. What no page may hold (control characters, what is not
// UTF-8) becomes U+FFFD.
std::string escaped_html(std::string_view text);

// `body` is HTML. Light or dark as the reader has it, and light on paper.
std::string html_page(std::string_view title, std::string_view body);

} // namespace moot
