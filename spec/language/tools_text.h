// A history of tools as the text of a case (noted_text.h).
#pragma once

#include "model/search/distinguish/search.h"
#include "spec/language/noted_text.h"

#include <map>

namespace moot {

class ToolsText final : public NotedText {
public:
  ToolsText(const History& history, ToolsListed listed);
  std::string write(const std::vector<std::size_t>& notes) const override;

private:
  struct Line {
    std::string text; // "MPI_Initialized()"
    int note = -1;    // the line is only there for this note; or, with `result_note`, the call's result or error is
    int result_note = -1;
    int error_note = -1;
  };
  struct Function {
    std::vector<Line> lines;
    bool closed = false; // it has run: it does the same again
  };

  void call(const Action& action);
  void begin(std::int32_t function);
  void add_function(std::int32_t function);
  Line line_of(const Action& action);
  std::string written(const std::vector<Line>& lines, const std::vector<char>& chosen, const std::string& indent) const;

  const ToolsListed listed_;
  std::vector<Line> main_;
  std::map<std::int32_t, Function> functions_;
  std::vector<std::int32_t> running_; // functions, the innermost last; no_function: a call
  int calls_ = 0;
};

} // namespace moot
