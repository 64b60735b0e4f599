// The trace of a real program, told again in calls that the model knows (treatment.h).
//
// A real program makes calls that the model lacks, and handles come from where the recorder sees nothing. None of that is a fault: what is
// not known may be either way.
#pragma once

#include "traces/format/trace.h"

#include <memory>

namespace moot {

// Who is told. Objects have the names of the trace.
class Listener {
public:
  virtual ~Listener() = default;
  // A call, callback, end or return that the model can judge; `sequence`: of the event of the trace.
  virtual void told(const Event& event, std::uint64_t sequence) = 0;
  // The same of a callback in a call that no event tells of, or about an object of which it knows too little: if the model knows
  // no reason for it, there may be one.
  virtual void doubtful(const Event& event, std::uint64_t sequence) { told(event, sequence); }
  // An object that a call has made of which nothing is told.
  virtual void arrives(Kind kind, std::uint32_t number) = 0;
  // Before a communicator or datatype is freed: something of which nothing is told, an operation mostly, may keep it until any time.
  virtual void may_be_kept(Kind kind, std::uint32_t number) = 0;
};

class Retelling {
public:
  // `header`: of the trace. The listener must outlive it.
  Retelling(Listener& listener, const TraceHeader& header);
  ~Retelling();
  Retelling(const Retelling&) = delete;
  Retelling& operator=(const Retelling&) = delete;

  // Throws TraceError where events do not fit one another, NotModelled where the model knows a call, but not this.
  void event(const Event& event);

private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace moot
