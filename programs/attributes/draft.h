// A plan that is being made, step by step. Whether a step may come next is asked of the machine: no run of what is there, and of
// the step, may break the law.
//
// The readings of campaigns leave much open, and programs are to show where libraries differ. So the machine runs under a
// reading in which all is open, except that no answer says that the program is at fault where another one says what MPI
// does: a program keeps to the law under every way to answer the other questions.
#pragma once

#include "programs/attributes/writer.h"
#include "programs/runs.h"

#include <set>

namespace moot::campaign {

// A window or a file: MPI_Finalize should not come before.
bool must_be_freed(Kind kind);
// Has it a null pointer?
bool is_null(const Functions& functions);

class Draft {
public:
  struct Limits {
    std::size_t keyvals = 3;
    std::size_t objects = 4; // that the plan makes
    Where where{};
  };
  explicit Draft(Limits limits = {3, 4, {}});

  // Makes this the next step. False, and nothing changes: something that it names is not there, or of another kind; or some run
  // would not keep to the law. (A step `at_fault` is to break it by a keyval that is gone, unless MPI uses its handle again; and is the last.)
  bool take(const Step& step);
  bool accepts(const Step& step) const { return Draft(*this).take(step); }
  // Can it be written at all? (Of that, the machine is not asked.)
  bool fits(const Step& step) const;

  const Plan& plan() const { return plan_; }
  const Made& made() const { return writer_.made(); }

  // ---- where the runs have got to
  bool is_live(std::uint8_t object) const;                         // it can be used, in each of them
  bool is_pending(std::uint8_t request) const;                     // in some
  std::set<std::uint8_t> attributes_of(std::uint8_t object) const; // their keyvals, in some

private:
  // The process, and the states in which it may be.
  struct Runs {
    Process process;
    std::vector<State> states;
  };

  bool fits_object(const Step& step) const;
  bool fits_error(const Step& step) const;
  bool fits_function(const Step& step) const;
  bool functions_fit(const Step& step) const;
  bool is_of_sense(const Step& step) const;
  std::vector<Runs> followed(const Step& step); // after it; none: it does not keep to the law
  bool has_object(std::size_t object, Kind kind) const;
  bool has_keyval(Kind kind) const;
  bool has_room() const;
  bool is_handle_in_each_run(std::int32_t variable) const;

  Limits limits_;
  Plan plan_;
  Writer writer_{"draft"}; // its main: what names the constants, and the last step
  std::vector<Runs> runs_; // of each process; once a step is for the last rank alone, of two
  bool over_ = false;
};

} // namespace moot::campaign
