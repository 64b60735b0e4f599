#include "mpi_backend/tools/judge/judgement.h"

#include "model/search/answers.h"
#include "spec/language/law/clause_file.h"
#include "spec/language/law/reading_file.h"
#include "traces/binary/binary_reader.h"
#include "traces/binary/records.h"
#include "traces/judge/judge.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace moot {

using binary::Word;

// One record at a time.
class Given : public binary::RecordSource {
public:
  explicit Given(std::string head_text) : text_(std::move(head_text)) {}
  binary::Head head() override {
    binary::Head head{};
    head.rank = head.size = -1;
    return head;
  }
  std::string text() override { return text_; }
  std::span<const Word> next() override { return std::exchange(record_, {}); }
  void give(std::span<const Word> record) { record_ = record; }

private:
  std::string text_;
  std::span<const Word> record_;
};

namespace {

std::string line_of(const Event& event) {
  const auto line = show_line(event, nullptr, false);
  return line.substr(std::min(line.find_first_not_of(' '), line.size()));
}

} // namespace

class Judgement::Impl {
public:
  Impl(const std::string& reading, const std::string& spec)
      : reading_(read_reading(reading, spec + "/readings")), clauses_(read_clauses(spec + "/clauses")) {}

  void begins(const std::string& head_text) {
    auto given = std::make_unique<Given>(head_text);
    given_ = given.get();
    events_ = binary::read_recorded(std::move(given));
    judge_ = std::make_unique<Judge>(reading_, events_->header());
  }
  bool has_begun() const { return judge_ != nullptr; }
  void expects_threads() { judge_->expect_threads(); }

  std::optional<std::string> hears(std::span<const Word> record) {
    given_->give(record);
    std::optional<std::string> finding;
    while (events_->next(event_)) {
      ++count_;
      if (not_judged_.empty()) judge();
      if (const auto now = judge_->verdict(); now != said_) {
        said_ = now;
        finding = last_finding();
      }
    }
    return finding;
  }

  Verdict verdict() const { return has_begun() ? judge_->verdict() : Verdict::allowed; }
  std::string summary() const {
    const auto not_judged = not_judged_.empty() ? "" : "; not judged " + not_judged_;
    return fmt::format("{} under {}: {} event{}{}", name(verdict()), reading_.name, count_, count_ == 1 ? "" : "s",
                       not_judged);
  }

private:
  void judge() {
    try {
      judge_->event(event_);
    } catch (const NotModelled& reason) {
      not_judged_ = fmt::format("from event {} on: {}", count_, reason.what());
    }
  }

  std::optional<std::string> last_finding() const {
    const auto report = judge_->report();
    if (report.findings.empty()) return std::nullopt;
    const auto& it = report.findings.back();
    auto text = fmt::format("event {}: {} under {}: {}", it.sequence, name(it.verdict), reading_.name,
                            it.event ? line_of(*it.event) : "the run ended here");
    for (const auto& event : it.allowed) text += "; allowed here: " + line_of(event);
    if (it.verdict == Verdict::unspecified)
      for (const auto& answers : it.allowed_under) text += "; allowed if " + to_text(answers);
    if (const auto clause = std::ranges::find(clauses_, id(it.clause), &ClauseText::id); clause != clauses_.end())
      text += fmt::format("; {}: \"{}\" ({}, {})", clause->id, clause->text, clause->source, clause->place);
    std::ranges::replace(text, '\n', ' ');
    return text;
  }

  Reading reading_;
  std::vector<ClauseText> clauses_;
  Given* given_ = nullptr; // of events_
  std::unique_ptr<EventSource> events_;
  std::unique_ptr<Judge> judge_;
  Event event_;
  std::uint64_t count_ = 0;
  Verdict said_ = Verdict::allowed;
  std::string not_judged_; // why
};

Judgement::Judgement(const std::string& reading, const std::string& spec)
    : impl_(std::make_unique<Impl>(reading, spec)) {}
Judgement::~Judgement() = default;
void Judgement::begins(const std::string& head_text) { impl_->begins(head_text); }
void Judgement::expects_threads() { impl_->expects_threads(); }
std::optional<std::string> Judgement::hears(std::span<const Word> record) { return impl_->hears(record); }
Verdict Judgement::verdict() const { return impl_->verdict(); }
std::string Judgement::summary() const { return impl_->summary(); }

} // namespace moot
