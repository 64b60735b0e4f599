#include "workbench/replay/case_of_trace.h"

#include "traces/format/trace_reader.h"
#include "workbench/replay/case_text.h"
#include "workbench/shared/usage_error.h"

namespace moot {

std::string case_of_trace(TraceReader& trace, const std::string& title) {
  if (trace.header().through != "recorded")
    throw UsageError("it was not recorded from a real program: the case that it is a trace of can be run again");
  CaseText text;
  Retelling retelling(text);
  for (Event event; trace.next(event);) retelling.event(event);
  return text.text(title);
}

} // namespace moot
