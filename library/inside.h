// What the public classes have inside. Users of the library never see it.
//
// The public names live in moot::v1 and often are those of the model, which lives in moot: here, and in this folder only, the model's
// are written out (moot::Reading).
#pragma once

#include "model/law/naming.h"
#include "model/vocabulary/reading.h"

#include <moot/machine.h>

namespace moot::v1 {

class Reading::Impl {
public:
  moot::Reading reading;
};

class Program::Impl {
public:
  moot::Program program;
};

// For functions of the library that are no members.
struct Inside {
  static const auto& of(const Reading& reading) { return reading.impl_; }
  static const auto& of(const Program& program) { return program.impl_; }
  static Reading reading(moot::Reading reading) {
    return Reading(std::make_shared<const Reading::Impl>(Reading::Impl{std::move(reading)}));
  }
  static Program program(moot::Program program) {
    return Program(std::make_shared<const Program::Impl>(Program::Impl{std::move(program)}));
  }
};

// An error whose message begins with `file`, and perhaps ":LINE:COLUMN".
Error error_of(const std::string& file, const std::string& message);

// Calls `work` and returns what it returns. What the model and its readers throw of bad input becomes an Error.
template <typename Work> auto guarded(const std::string& file, const Work& work) {
  try {
    return work();
  } catch (const Error&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw error_of(file, error.what());
  }
}

} // namespace moot::v1
