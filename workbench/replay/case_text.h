// The text of a case that is written as a trace goes by.
#pragma once

#include "traces/judge/retelling.h"

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace moot {

class CaseText : public Listener {
public:
  void told(const Event& event, std::uint64_t sequence) override;
  void arrives(Kind kind, std::uint32_t number) override;
  void may_be_kept(Kind kind, std::uint32_t number) override;

  std::string text(const std::string& title) const;

private:
  struct Line {
    std::string text;
    std::string kept;      // a variable that the line takes a handle from: a copy of it is used later
    bool may_fail = false; // a duplication that did
  };
  // One run of a function, or main.
  struct Body {
    std::deque<Line> lines; // which never move
  };
  struct Function {
    std::deque<Body> runs; // the same
  };
  struct Open {
    Line* line = nullptr; // of a call
    Body* body = nullptr; // of a function that runs
    Event begin;
    std::vector<std::string> after; // lines that follow the call
  };

  void call(const Event& event);
  void returns(const Event& event);
  void callback(const Event& event);
  void ends(const Event& event);

  const Open* innermost_callback() const; // that runs: null outside of all
  std::string function_of(const Event& callback) const;
  Body& current();
  Line& add(const std::string& text);
  std::string value(const Seen& seen);
  std::string number(std::int64_t number);
  std::string predefined(const std::string& word);
  void note_functions(const Event& call, const std::string& made);
  void note_freed(const Event& call, Line& line);

  std::string text_of(const std::string& name, const Function& function) const;
  std::string lines_of(const std::deque<Line>& lines, const std::string& indent) const;

  Body main_;
  std::map<std::string, Function> functions_;
  std::map<std::pair<std::string, Callback>, std::string> function_of_; // of a keyval or key, by what it is for
  std::vector<Open> open_;
  struct SetValue { // under a key
    std::string key, handle;
    Seen value;
  };
  std::vector<SetValue> values_;       // that were set or copied: a freed key's callbacks don't tell its name
  std::map<std::string, Line*> freed_; // by variable: the line that set it to a null handle
  std::map<std::int64_t, std::int64_t> small_numbers_; // for addresses
  std::vector<std::string> predefined_;                // datatypes that cases have no name for
  std::vector<std::string> before_return_;             // lines for after the call that comes next
  unsigned kept_ = 0;
  bool is_finalized_ = false; // cases end there
  bool has_keys_ = false;     // it runs on the layer, which can let a duplication fail, as a library of its own can't
};

} // namespace moot
