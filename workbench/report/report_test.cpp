// What the report says, and that it says it safely in each of its three forms.
#include "workbench/report/html.h"
#include "workbench/report/report.h"
#include "workbench/settle/settled_test.h"

namespace moot {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr auto nasty = R"(Is <b>a & "b"</b> | `c`?)";

Report report_of(const std::vector<Settled>& all, std::optional<std::string> baseline = {},
                 SettleRequest request = {}) {
  request.law.spec = "spec";
  request.inputs = {"folder"};
  Reporter reporter(request);
  for (const auto& settled : all) {
    auto found = disagreements(settled);
    if (baseline)
      for (auto& each : found) each.in_baseline = true;
    reporter.add(settled, std::move(found));
  }
  auto report = reporter.finish(std::move(baseline));
  report.date = "2026-01-31";
  return report;
}

TEST(Report, HasACellForEachReadingAndLibrary) {
  const auto report = report_of({with_disagreement("t")});
  ASSERT_EQ(report.readings.size(), 2); // of all in spec/readings: those that are about it
  EXPECT_EQ(report.readings[1].title, "What MPICH 4.0.2 does");
  ASSERT_EQ(report.libraries.size(), 2);
  const auto& one = report.cases.at(0);
  EXPECT_EQ(one.readings.at("mpi-3.1").at(0).text, "seen = 5");
  EXPECT_EQ(one.libraries.at("mpich").at(0).mark, Mark::allowed);
  EXPECT_EQ(one.libraries.at("openmpi").at(0).mark, Mark::forbidden);
  EXPECT_EQ(one.libraries.at("openmpi").at(0).disagreement, 0);
  EXPECT_THAT(one.program, Not(HasSubstr("expect")));
  EXPECT_EQ(program_of(one.disagreements.at(0)), one.program); // nothing was shortened
  const auto& told = one.disagreements.at(0);
  EXPECT_EQ(told.event, "MPI_Comm_get_attr(c1, v1) -> 7");
  EXPECT_THAT(told.before, HasSubstr("MPI_Comm_set_attr(c1, v1, 5)\n"));
  EXPECT_FALSE(told.clause.text.empty());
  EXPECT_EQ(told.reproduce[0], "moot run folder/one.litmus --on openmpi --seed 1 -o run.trace");
  EXPECT_EQ(told.reproduce[1], "moot check run.trace --reading mpi-3.1");
}

// What a library can't run is no question that a reading leaves open.
TEST(Report, MarksWhatDidNotRun) {
  auto settled = made_up("t", "folder/one.litmus");
  settled.trials.push_back(no_trials(open_mpi, 0));
  settled.trials.back().not_run = "the library has no MPI_Comm_dup";
  const auto report = report_of({settled});
  const auto& cell = report.cases.at(0).libraries.at("openmpi");
  ASSERT_EQ(cell.size(), 1);
  EXPECT_EQ(cell[0].mark, Mark::not_run);
  EXPECT_THAT(to_markdown(report), HasSubstr("; ✗ forbidden; – not run; … not decided\n"));
  EXPECT_THAT(to_markdown(report), HasSubstr("| – not run `the library has no MPI_Comm_dup` | ✓ allowed"));
  EXPECT_THAT(to_html(report), HasSubstr("<li><span class=\"line not-run\">"));
  EXPECT_THAT(to_html(report), HasSubstr("<td><div class=\"line not-run\">"));
  EXPECT_THAT(to_html(report), HasSubstr("\n.not-run { background:"));
  const auto library = to_json(report)["cases"][0]["libraries"]["openmpi"];
  EXPECT_EQ(library["not_run"], "the library has no MPI_Comm_dup");
  EXPECT_EQ(library["verdict"], Json::object());
}

// The trace and what was allowed are those of the shortest program, and the way the case ended is the case's.
TEST(Report, TellsTheShortestProgram) {
  auto shorter = made_up("t", "folder/one.litmus");
  shorter.program.title = "shorter";
  run_made_up(shorter, open_mpi, 8);
  auto report = report_of({with_disagreement("t")});
  auto& told = report.cases.at(0).disagreements.at(0);
  tell(told, {shorter.program, disagreements(shorter).at(0)});
  EXPECT_THAT(program_of(told), testing::StartsWith("litmus \"shorter\""));
  EXPECT_EQ(told.event, "MPI_Comm_get_attr(c1, v1) -> 8");
  EXPECT_EQ(told.allowed.size(), 1);
  const auto json = to_json(report)["cases"][0]["disagreements"][0];
  EXPECT_EQ(json["program"], program_of(told));
  EXPECT_EQ(json["event"]["results"]["attribute_val"], 8);
  EXPECT_EQ(json["ended"], "seen = 7");
  for (const auto& text : {to_html(report), to_markdown(report)}) {
    EXPECT_THAT(text, HasSubstr("MPI_Comm_get_attr(c1, v1) -"));
    EXPECT_THAT(text, HasSubstr("shorter"));
    EXPECT_THAT(text, HasSubstr("ended with"));
  }
}

// The simplest program that the case can be.
TEST(Report, OffersAReproducerInTheLanguagesOfTheCase) {
  const auto offered = [](const std::string& text) {
    auto settled = made_up("t", "f.litmus");
    settled.program = parse_case("litmus \"t\" source mpi line 1\n" + text + " observe seen", "f.litmus");
    run_made_up(settled, open_mpi, 7);
    return report_of({settled}).cases.at(0).disagreements.at(0).reproduce.back();
  };
  const auto get = [](const std::string& make, const std::string& set) {
    return "MPI_Comm_create_keyval(delete: MPI_COMM_NULL_DELETE_FN) -> k " + make +
           " MPI_Comm_dup(MPI_COMM_SELF) -> a MPI_Comm_set_attr(a, k, 5) " + set +
           " MPI_Comm_get_attr(a, k) -> seen in use_mpi";
  };
  EXPECT_EQ(offered(get("in use_mpi", "in use_mpi")), "moot export --fortran f.litmus --reading mpi-3.1");
  EXPECT_EQ(offered(get("", "in use_mpi")), "moot export --both f.litmus --reading mpi-3.1");
}

TEST(Report, SaysHowManyProcessesARunHad) {
  SettleRequest request;
  request.np = 3;
  request.law.answers = {"idup-copy-time=call"};
  const auto report = report_of({with_disagreement("t")}, {}, request);
  EXPECT_EQ(report.cases.at(0).disagreements.at(0).reproduce.at(0),
            "moot settle folder/one.litmus --on openmpi --np 3 --reading mpi-3.1 --answer idup-copy-time=call -v");
}

TEST(Report, SaysThatItWasStopped) {
  auto report = report_of({with_disagreement("t")});
  EXPECT_EQ(to_json(report)["stopped"], false);
  report.stopped = true;
  EXPECT_EQ(to_json(report)["stopped"], true);
  EXPECT_THAT(to_markdown(report), HasSubstr("0 expectations missed. Stopped before all cases were done.\n"));
  EXPECT_THAT(to_html(report), HasSubstr("0 expectations missed. Stopped before all cases were done.</p>"));
}

TEST(Report, NumbersFirstWhatIsForbiddenWhateverTheAnswers) {
  auto unexplained = made_up("t", "a/first.litmus");
  run_made_up(unexplained, open_mpi, 5);
  unexplained.trials[0].shown[0].observed = {Seen{Seen::Type::integer, 6, ""}};
  const auto report = report_of({unexplained, with_disagreement("t", "b/second.litmus")});
  EXPECT_EQ(report.cases[0].disagreements.at(0).number, 2);
  EXPECT_EQ(report.cases[1].disagreements.at(0).number, 1);
  EXPECT_EQ(summary(report), "2 cases, 2 readings, 2 libraries: 2 disagreements, 1 of them forbidden whatever the "
                             "answers; 2 of the disagreements new; 0 expectations missed.");
}

TEST(Report, QuotesNamesOfFilesForTheShell) {
  const auto report = report_of({with_disagreement("t", "it's here/$one.litmus")});
  EXPECT_THAT(report.cases[0].disagreements[0].reproduce[0], HasSubstr(R"(moot run 'it'\''s here/$one.litmus' --on)"));
}

TEST(Html, EscapesWhatIsNoText) {
  EXPECT_EQ(escaped_html(R"(a < b & "c" > 'd')"), "a &lt; b &amp; &quot;c&quot; &gt; &#39;d&#39;");
  EXPECT_EQ(escaped_html("é✗𝄞\n\t"), "é✗𝄞\n\t");
  const std::string bad = "\xef\xbf\xbd";
  EXPECT_EQ(escaped_html("\x1b[1m"), bad + "[1m");
  EXPECT_EQ(escaped_html("\xff\xc3"), bad + bad);
  EXPECT_EQ(escaped_html("\xed\xa0\x80"), bad + bad + bad); // a surrogate
  EXPECT_EQ(escaped_html(std::string_view("\0", 1)), bad);
}

TEST(Html, IsOnePageThatHoldsAnyTitle) {
  auto settled = with_disagreement(nasty);
  settled.missed.push_back({{7, 1}, "mpi-3.1", "expected, not found: <5>\n"});
  const auto page = to_html(report_of({settled}));
  EXPECT_THAT(page, testing::StartsWith("<!DOCTYPE html>\n<html lang=\"en\">"));
  EXPECT_THAT(page, HasSubstr("<h3>Is &lt;b&gt;a &amp; &quot;b&quot;&lt;/b&gt; | `c`?</h3>"));
  EXPECT_THAT(page, Not(HasSubstr("<b>")));
  EXPECT_THAT(page, HasSubstr("expected, not found: &lt;5&gt;"));
  EXPECT_THAT(page, HasSubstr("<a href=\"#d1\">"));
  EXPECT_THAT(page, HasSubstr("<article id=\"d1\">"));
  EXPECT_THAT(page, HasSubstr("<mark>MPI_Comm_get_attr(c1, v1) -&gt; 7</mark>"));
  for (const auto* outside : {"<script", "http:", "https:", "url(", "<link", "@import"})
    EXPECT_THAT(page, Not(HasSubstr(outside)));
}

// Disagreements, libraries beside the case, and a way from each to the other.
TEST(Html, BeginsWithWhatDisagrees) {
  const auto page = to_html(report_of({made_up("fine", "folder/fine.litmus"), with_disagreement("t")}));
  EXPECT_LT(page.find("<h2>Disagreements</h2>"), page.find("<h2 id=\"cases\">All cases</h2>"));
  EXPECT_THAT(
      page,
      HasSubstr(
          "<li><a href=\"#d1\">t</a>: Open MPI 4.1.4: forbidden whatever the answers, <strong>new</strong></li>"));
  EXPECT_THAT(page, HasSubstr("<a href=\"#c2\"><code>folder/one.litmus</code></a>"));
  EXPECT_THAT(page, HasSubstr("<tr id=\"c1\" class=\"plain\">"));
  EXPECT_THAT(page, HasSubstr("<tr id=\"c2\"><th"));
  EXPECT_LT(page.find("<th scope=\"col\">Open MPI 4.1.4</th>"), page.find("<th scope=\"col\">mpi-3.1</th>"));
}

TEST(Report, NumbersFirstWhatIsNew) {
  SettleRequest request;
  request.law.spec = "spec";
  Reporter reporter(request);
  for (const bool known : {true, false}) {
    auto found = disagreements(with_disagreement(known ? "known" : "new"));
    found.at(0).in_baseline = known;
    reporter.add(with_disagreement(known ? "known" : "new"), std::move(found));
  }
  const auto report = reporter.finish({});
  EXPECT_EQ(report.cases.at(0).disagreements.at(0).number, 2);
  EXPECT_EQ(report.cases.at(1).disagreements.at(0).number, 1);
}

TEST(Html, SaysWhatIsNew) {
  EXPECT_THAT(to_html(report_of({with_disagreement("t")})), HasSubstr("(new)"));
  EXPECT_THAT(to_html(report_of({with_disagreement("t")}, "known.toml")), HasSubstr("(known: it is in the baseline)"));
}

TEST(Markdown, KeepsItsTableWhateverTheTitle) {
  const auto text = to_markdown(report_of({with_disagreement(nasty)}));
  EXPECT_THAT(
      text,
      HasSubstr(R"(| Is &lt;b&gt;a &amp; "b"&lt;/b&gt; \| \`c\`?<br>`one.litmus` | [✗ forbidden](#d1) `seen = 7` |)"));
  EXPECT_THAT(text, HasSubstr("| [✗ forbidden](#d1) `seen = 7` | ✓ allowed `seen = 5` | ✓ allowed `seen = 5` |"));
  EXPECT_THAT(text, HasSubstr("<a id=\"d1\"></a>"));
  EXPECT_THAT(text, HasSubstr("```\nlitmus "));
}

TEST(ReportJson, AddsDisagreementsToWhatSettleSays) {
  const auto json = to_json(report_of({with_disagreement(nasty)}));
  EXPECT_EQ(json["disagreements"], 1);
  const auto& one = json["cases"][0];
  EXPECT_EQ(one["question"], nasty);
  const auto& told = one["disagreements"][0];
  EXPECT_EQ(told["library"], "openmpi");
  EXPECT_EQ(told["whatever_the_answers"], true);
  EXPECT_EQ(told["event"]["results"]["attribute_val"], 7);
  EXPECT_EQ(told["allowed"][0]["results"]["attribute_val"], 5);
  EXPECT_EQ(told["trace"].size(), told["sequence"]);
  EXPECT_EQ(told["known"], false);
  EXPECT_EQ(one["libraries"]["openmpi"]["overall"]["verdict"], "forbidden");
  EXPECT_EQ(one["libraries"]["openmpi"]["overall"]["new"], true);
}

TEST(ReportFiles, AreNamedForWhatTheyAre) {
  EXPECT_THROW(ReportFiles({"report.pdf"}), UsageError);
  EXPECT_THROW(ReportFiles({"/nonexistent/report.html"}), UsageError);
}

} // namespace
} // namespace moot
