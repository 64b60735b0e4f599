// A history as the text of a case, with statements that note what happens: each can be left out.
#pragma once

#include <string>
#include <vector>

namespace moot {

class NotedText {
public:
  virtual ~NotedText() = default;

  // Something that can be noted: a variable that is observed then.
  struct Note {
    std::string variable;
    bool in_callback = false; // it needs a statement of a callback
  };
  const std::vector<Note>& notes() const { return notes_; }

  // The case, with these notes.
  virtual std::string write(const std::vector<std::size_t>& notes) const = 0;

protected:
  // Its number. (A variable may be noted in several places.)
  int note(const std::string& variable, bool in_callback);
  // The line of what is observed, after an empty one; "": nothing is.
  std::string observe(const std::vector<char>& chosen) const;

  std::vector<Note> notes_;
};

} // namespace moot
