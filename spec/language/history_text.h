// A history of Ticket 304 as the text of a case (noted_text.h).
#pragma once

#include "model/search/distinguish/search.h"
#include "spec/language/noted_text.h"

#include <map>
#include <string>
#include <vector>

namespace moot {

class HistoryText final : public NotedText {
public:
  explicit HistoryText(const History& history);
  std::string write(const std::vector<std::size_t>& notes) const override;

private:
  struct Line {
    std::string before; // what is written: "MPIX_Value_get(k1, c1)"
    std::string result; // a variable that others need: " -> c1"
    int note = -1;      // the line is only there for this note; or, with `result_note`, the call's result or error is
    int result_note = -1;
    int error_note = -1;
  };
  struct Function {
    std::vector<Line> lines;
    bool copies = false;
    bool begun = false;
    bool closed = false; // it has run: it does the same again
  };
  struct Made { // an object of the history
    std::string variable;
    bool freed = false;    // a call that frees it has begun
    bool returned = false; // the call that made it has returned
  };

  void call(const Happening& happening);
  void add_functions(const std::string& key, const Action& create);
  void begin(const Happening& happening);
  void end(const Happening& happening);
  std::string operand(const Operand& operand);
  Line line_of(const Action& action);
  std::vector<Line>& current();
  std::string written(const std::vector<Line>& lines, const std::vector<char>& chosen, const std::string& indent) const;

  std::vector<Line> main_;
  std::map<std::string, Function> functions_; // by name
  std::vector<std::string> stack_;            // functions that run; "": a call
  std::map<std::uint32_t, Made> made_;        // by site: the latest
  std::vector<std::uint32_t> making_;         // by the calls in progress
  std::map<std::string, std::string> saved_;  // variable: its copy
  std::map<Kind, int> count_;
  std::map<std::int64_t, int> values_; // as they are written
  int calls_ = 0;
};

} // namespace moot
