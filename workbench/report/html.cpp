#include "workbench/report/html.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace moot {
namespace {

// Each colour stands once for the light and once for the dark; paper is white.
constexpr std::string_view style_sheet = R"(
:root {
  color-scheme: light dark;
  --page: #fff; --text: #1b1b1f; --faint: #5c5c66; --line: #d0d0d8; --box: #f5f5f8; --link: #0b57b0;
  --allowed: #e3f4e6; --unspecified: #fdf3d3; --endless: #fdf3d3; --erroneous: #ffe6cc; --forbidden: #fbdcdc;
  --not-run: #ececf1; --not-run-word: #5c5c66;
  --allowed-word: #14602a; --unspecified-word: #6b5000; --endless-word: #6b5000; --erroneous-word: #8a4200;
  --forbidden-word: #9b1212;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --page: #17171a; --text: #e6e6ea; --faint: #a3a3ad; --line: #3c3c44; --box: #212126; --link: #8ab8ff;
    --allowed: #16301d; --unspecified: #332b10; --endless: #332b10; --erroneous: #3d2610; --forbidden: #461b1b;
    --not-run: #2a2a30; --not-run-word: #a3a3ad;
    --allowed-word: #8fd9a3; --unspecified-word: #ecce72; --endless-word: #ecce72; --erroneous-word: #ffb878;
    --forbidden-word: #ff9d9d;
  }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 110rem; background: var(--page); color: var(--text);
  font: 1rem/1.45 system-ui, sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.2; }
h2 { margin-top: 2.5rem; font-size: 1.3rem; border-bottom: 1px solid var(--line); }
h3 { margin-bottom: .2rem; font-size: 1.1rem; }
h4 { margin: 0; font-size: 1rem; }
p, ul, dl, blockquote, article { max-width: 60rem; }
a { color: var(--link); }
code, pre { font: .875rem/1.4 ui-monospace, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
pre { margin: .5rem 0; padding: .5rem .75rem; background: var(--box); border: 1px solid var(--line); border-radius: .25rem;
  white-space: pre-wrap; }
blockquote { margin: .5rem 0; padding-left: .75rem; border-left: .25rem solid var(--line); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; }
dd { margin: 0; }
.file, .faint { color: var(--faint); font-weight: normal; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .875rem; }
caption { text-align: left; color: var(--faint); padding-bottom: .25rem; }
th, td { padding: .3rem .5rem; border: 1px solid var(--line); text-align: left; vertical-align: top; }
td { min-width: 8rem; }
th[scope=row] { min-width: 16rem; font-weight: normal; }
thead th, th[scope=rowgroup] { background: var(--box); }
td code { font-size: .8125rem; }
.line { margin: 0 0 .2rem; padding: .05rem .3rem; border-radius: .2rem; }
.word { font-weight: 600; white-space: nowrap; }
.allowed { background: var(--allowed); } .allowed .word { color: var(--allowed-word); }
.unspecified { background: var(--unspecified); } .unspecified .word { color: var(--unspecified-word); }
.endless { background: var(--endless); } .endless .word { color: var(--endless-word); }
.erroneous { background: var(--erroneous); } .erroneous .word { color: var(--erroneous-word); }
.forbidden { background: var(--forbidden); } .forbidden .word { color: var(--forbidden-word); }
.not-run { background: var(--not-run); } .not-run .word { color: var(--not-run-word); }
.legend { padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
article { margin: 1rem 0; padding: .75rem; border: 1px solid var(--line); border-radius: .25rem; }
#only:checked ~ .scroll tr.plain { display: none; }
summary { cursor: pointer; }
article:target, tr:target { outline: 2px solid var(--link); }
mark { background: var(--forbidden); color: inherit; font-weight: 600; }
@media (min-width: 70rem) {
  th[scope=row], thead th:first-child { position: sticky; left: 0; background: var(--page); }
  thead th:first-child { background: var(--box); }
}
@media print {
  @page { size: A4 landscape; margin: 12mm; }
  :root { color-scheme: light; }
  body { padding: 0; max-width: none; font-size: 9pt; }
  .scroll { overflow: visible; }
  #only, #only + label { display: none; }
  table { width: 100%; font-size: 7pt; }
  th, td { padding: .15rem .25rem; }
  td { min-width: 0; }
  th[scope=row] { min-width: 0; width: 22%; position: static; }
  thead th:first-child { position: static; }
  td code, code, pre { font-size: 7pt; }
  thead { display: table-header-group; }
  tr, article { break-inside: avoid; }
  h2, h3, th[scope=rowgroup] { break-after: avoid; }
  .line, mark, thead th, th[scope=rowgroup] { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  a { color: inherit; text-decoration: none; }
}
)";

// How many bytes the character at the beginning has; 0: it is none that a page may hold.
std::size_t character(std::string_view text) {
  const auto byte = [&](std::size_t i) -> std::uint32_t { return static_cast<unsigned char>(text[i]); };
  const auto first = byte(0);
  if (first < 0x80) return (first >= 0x20 && first != 0x7f) || first == '\n' || first == '\t' ? 1 : 0;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  std::uint32_t code = first & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80) return 0;
    code = code << 6U | (byte(i) & 0x3fU);
  }
  const bool too_long = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool no_character = code < 0xa0 || (code >= 0xd800 && code < 0xe000) || code > 0x10ffff ||
                            (code & 0xfffeU) == 0xfffe || (code >= 0xfdd0 && code < 0xfdf0);
  return too_long || no_character ? 0 : length;
}

} // namespace

std::string escaped_html(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const auto length = character(text);
    switch (text.front()) {
    case '&': result += "&amp;"; break;
    case '<': result += "&lt;"; break;
    case '>': result += "&gt;"; break;
    case '"': result += "&quot;"; break;
    case '\'': result += "&#39;"; break;
    default: result += length == 0 ? "\xef\xbf\xbd" : text.substr(0, length);
    }
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return result;
}

std::string html_page(std::string_view title, std::string_view body) {
  return fmt::format("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n"
                     "<style>{}</style>\n</head>\n<body>\n{}</body>\n</html>\n",
                     escaped_html(title), style_sheet, body);
}

} // namespace moot
