// Judges any trace. Of one of a real program (`through` "recorded") a Checker is told what the model can judge, and of the rest what may follow
// from it (retelling.h).
#pragma once

#include "traces/check/check.h"

#include <memory>

namespace moot {

class TraceReader;

class Judge {
public:
  // Both must outlive it.
  Judge(const Reading& reading, const TraceHeader& header);
  ~Judge();
  Judge(const Judge&) = delete;
  Judge& operator=(const Judge&) = delete;

  // Throws TraceError as a Checker does, and NotModelled where the model knows a call, but not this.
  void event(const Event& event);
  void ending(const TraceEnding& ending);
  // As Checker::expect_threads: where the header could not say so yet.
  void expect_threads();
  Verdict verdict() const; // of the report
  // Its findings name events and objects as the trace does.
  CheckReport report() const;

private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

// Of a trace that nothing was read of yet, to its end.
CheckReport judged(TraceReader& trace, const Reading& reading);

} // namespace moot
