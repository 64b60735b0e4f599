// The report as one HTML page, for screens and paper.
#include "workbench/report/html.h"
#include "workbench/report/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace moot {
namespace {

std::string code(std::string_view text) { return fmt::format("<code>{}</code>", escaped_html(text)); }

class Html {
public:
  explicit Html(const Report& report) : report_(report) {}

  std::string text() {
    head();
    disagreements();
    expectations("missed", &ReportCase::missed);
    const auto undecided = [](const ReportCase& each) { return !each.undecided.empty(); };
    if (std::ranges::any_of(report_.cases, undecided)) expectations("not decided", &ReportCase::undecided);
    add("<h2 id=\"cases\">All cases</h2>\n");
    legend();
    table();
    return html_page(fmt::format("Moot: {}", report_.input), out_);
  }

private:
  template <typename... Args> void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
  }

  void head() {
    add("<header>\n<h1>What MPI libraries do, and what is allowed</h1>\n<p>Moot on {}, <time>{}</time>: {}</p>\n",
        code(report_.input), report_.date, escaped_html(summary(report_)));
    add("<dl>\n");
    for (const auto& each : report_.libraries)
      add("<dt>{}</dt><dd>{} {}</dd>\n", code(each.id), escaped_html(each.library), escaped_html(each.version));
    for (const auto& each : report_.readings)
      add("<dt>{}</dt><dd>{}</dd>\n", code(each.name), escaped_html(each.title));
    for (const auto& each : report_.answers) add("<dt>over each reading</dt><dd>{}</dd>\n", code(each));
    if (report_.known) add("<dt>compared with</dt><dd>{}</dd>\n", code(*report_.known));
    for (const auto& each : report_.failed) add("<dt>not settled</dt><dd>{}</dd>\n", escaped_html(each));
    add("</dl>\n</header>\n");
  }

  static std::string_view css_class(Mark mark) {
    if (mark == Mark::endless) return "endless";
    return mark == Mark::not_run || mark == Mark::undecided ? "not-run" : name(mark);
  }
  static std::string word(Mark mark) {
    return fmt::format(R"(<span class="word"><span aria-hidden="true">{}</span> {}</span>)", symbol(mark), name(mark));
  }

  void legend() {
    constexpr std::array<std::pair<Mark, std::string_view>, marks.size()> meanings{
        {{Mark::allowed, "under every answer that the reading leaves open"},
         {Mark::unspecified, "under some answers only"},
         {Mark::endless, "the program waits or goes on for ever"},
         {Mark::erroneous, "the program breaks a clause"},
         {Mark::forbidden, "the library did what a reading that governs it does not allow"},
         {Mark::not_run, "the library has no such procedure, or Moot's executor can't run the case on it"},
         {Mark::undecided, "not all is known: the model was cut off, or does not know such calls"}}};
    add("<ul class=\"legend\">\n");
    for (const auto& [mark, meaning] : meanings)
      add("<li><span class=\"line {}\">{}</span> {}</li>\n", css_class(mark), word(mark), meaning);
    add("</ul>\n<p class=\"faint\">What a library did is judged under each reading that governs it, and the worst "
        "counts. A description of a library governs nothing; what it allows is known. An empty cell: the reading is "
        "not about the case, or the library has no executor here for such cases.</p>\n");
  }

  void cell(const std::map<std::string, Cell>& cells, const std::string& column, const ReportCase& of) {
    add("<td>");
    if (const auto found = cells.find(column); found != cells.end())
      for (const auto& line : found->second) {
        auto verdict = word(line.mark);
        if (line.disagreement)
          verdict = fmt::format("<a href=\"#d{}\">{}</a>", of.disagreements[*line.disagreement].number, verdict);
        add("<div class=\"line {}\">{}{}</div>", css_class(line.mark), verdict,
            line.text.empty() ? "" : " " + code(line.text));
      }
    add("</td>");
  }

  void table() {
    add("<input type=\"checkbox\" id=\"only\"><label for=\"only\">Only cases with a disagreement or a missed "
        "expectation</label>\n"
        "<div class=\"scroll\" role=\"region\" aria-label=\"All cases\" tabindex=\"0\">\n<table>\n"
        "<caption>Rows: cases. Columns: what each library did, then what each reading allows.</caption>\n"
        "<thead>\n<tr><th scope=\"col\">case</th>");
    for (const auto& each : report_.libraries)
      add("<th scope=\"col\">{} {}</th>", escaped_html(each.library), escaped_html(each.version));
    for (const auto& each : report_.readings) add("<th scope=\"col\">{}</th>", escaped_html(each.name));
    add("</tr>\n</thead>\n");
    std::string folder;
    for (const auto& each : report_.cases) {
      if (folder_of(each.file) != folder) begin_group(folder, folder_of(each.file));
      add(R"(<tr id="{}"{}><th scope="row">{}<details><summary class="file">{}</summary><pre>{}</pre></details></th>)",
          anchor(each), each.disagreements.empty() && each.missed.empty() ? " class=\"plain\"" : "",
          escaped_html(each.title), code(file_name(each.file)), escaped_html(each.program));
      for (const auto& library : report_.libraries) cell(each.libraries, library.id, each);
      for (const auto& reading : report_.readings) cell(each.readings, reading.name, each);
      add("</tr>\n");
    }
    add("{}</table>\n</div>\n", folder.empty() ? "" : "</tbody>\n");
  }

  std::string link(const ReportCase& to, std::string_view text) const {
    return fmt::format("<a href=\"#{}\">{}</a>", anchor(to), code(text));
  }

  std::string anchor(const ReportCase& of) const { return fmt::format("c{}", &of - report_.cases.data() + 1); }

  void begin_group(std::string& folder, std::string next) {
    add("{}<tbody>\n<tr><th scope=\"rowgroup\" colspan=\"{}\">{}</th></tr>\n", folder.empty() ? "" : "</tbody>\n",
        1 + report_.readings.size() + report_.libraries.size(), escaped_html(next));
    folder = std::move(next);
  }

  void disagreements() {
    add("<h2>Disagreements</h2>\n");
    if (report_.disagreements() == 0) add("<p>None.</p>\n");
    contents();
    for (const auto* each : report_.disagreeing()) {
      add("<section>\n<h3>{}</h3>\n<p class=\"file\">{}</p>\n", escaped_html(each->title), link(*each, each->file));
      for (const auto& told : each->disagreements) disagreement(told);
      add("</section>\n");
    }
  }

  // A line for each, with where it is told.
  void contents() {
    if (report_.disagreements() == 0) return;
    add("<ol>\n");
    for (const auto* each : report_.disagreeing())
      for (const auto& told : each->disagreements) {
        const auto& library = library_of(report_, told);
        add("<li><a href=\"#d{}\">{}</a>: {} {}: forbidden {}, {}</li>\n", told.number, escaped_html(each->title),
            escaped_html(library.library), escaped_html(library.version), escaped_html(forbidden_under(told)),
            told.found.is_new() ? "<strong>new</strong>" : "known");
      }
    add("</ol>\n<p><a href=\"#cases\">All cases</a></p>\n");
  }

  void disagreement(const Told& told) {
    const auto& library = library_of(report_, told);
    const auto known = fmt::format(" ({})", escaped_html(standing(told.found)));
    add("<article id=\"d{}\">\n<h4>{}. {} {}: <span class=\"line forbidden\">{}</span> {}{}</h4>\n", told.number,
        told.number, escaped_html(library.library), escaped_html(library.version), word(Mark::forbidden),
        escaped_html(forbidden_under(told)), known);
    if (told.found.whatever && !told.found.readings.empty())
      add("<p>Readings that forbid it whatever the answers: {}.</p>\n",
          escaped_html(fmt::format("{}", fmt::join(told.found.readings, ", "))));
    add("<p>The case{} ended with {}</p>\n", told.found.through == "layer" ? ", run through the layer," : "",
        code(told.found.came_to));
    if (const auto reason = why(told); !reason.empty()) add("<p>{}</p>\n", escaped_html(reason));
    if (!told.clause.id.empty())
      add("<blockquote>{} {} <span class=\"faint\">({}, {})</span></blockquote>\n", code(told.clause.id),
          escaped_html(told.clause.text), escaped_html(told.clause.source), escaped_html(told.clause.place));
    add("<p>The shortest program that shows it:</p>\n<pre>{}</pre>\n", escaped_html(program_of(told)));
    add("<p>Its trace up to event {}; the marked line is forbidden.</p>\n<pre>{}<mark>{}</mark></pre>\n",
        told.shortest.shows.finding.sequence, escaped_html(told.before), escaped_html(told.event));
    if (!told.allowed.empty()) {
      add("<p>Allowed instead:</p>\n<pre>");
      for (const auto& event : told.allowed) add("{}\n", escaped_html(event));
      add("</pre>\n");
    }
    add("<p>To see it again, in the case:</p>\n<pre>{}</pre>\n</article>\n",
        escaped_html(fmt::format("{}", fmt::join(told.reproduce, "\n"))));
  }

  void expectations(std::string_view what, std::vector<Missed> ReportCase::*of) {
    add("<h2>Expectations {}</h2>\n", what);
    bool any = false;
    for (const auto& each : report_.cases)
      for (const auto& expectation : each.*of) {
        any = true;
        add("<p>{} under {}</p>\n<pre>{}</pre>\n",
            link(each, fmt::format("{}:{}", each.file, expectation.position.line)), escaped_html(expectation.reading),
            escaped_html(expectation.what));
      }
    if (!any) add("<p>None.</p>\n");
  }

  const Report& report_;
  std::string out_;
};

} // namespace

std::string to_html(const Report& report) { return Html(report).text(); }

} // namespace moot
