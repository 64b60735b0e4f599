// What the judge thinks of the records of one process, as they come. It knows nothing of MPI: so it calls nothing of it.
#pragma once

#include "traces/binary/layout.h"
#include "traces/check/check.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace moot {

class Judgement {
public:
  // `spec`: the folder with readings/ and clauses/. Throws ReadingError or ClauseError: there is no such reading.
  Judgement(const std::string& reading, const std::string& spec);
  ~Judgement();
  Judgement(const Judgement&) = delete;
  Judgement& operator=(const Judgement&) = delete;

  // Before the first record: the text of the trace's head.
  void begins(const std::string& head_text);
  // The program has asked for several threads, and got them.
  void expects_threads();
  // A record. A finding that makes the verdict worse, in one line: "event 13: forbidden: ..."
  std::optional<std::string> hears(std::span<const binary::Word> record);

  Verdict verdict() const;
  std::string summary() const; // "allowed under mpi-3.1: 17 events"

private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace moot
