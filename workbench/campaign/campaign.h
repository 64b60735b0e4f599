// A campaign: programs by number, run on a library in batches, judged, and what deviates grouped, confirmed and shrunk.
//
// Each batch of consecutive programs begins a process of the library, so that what one program does to another depends on
// their numbers alone. Batches are taken in their order: the same campaign finds the same, whatever the number of threads,
// and whether it was stopped in between (as far as the library does the same each time).
#pragma once

#include "programs/attributes/programs.h"
#include "workbench/campaign/laboratory.h"

#include <array>
#include <atomic>
#include <functional>
#include <map>
#include <string>

namespace moot::campaign {

inline constexpr std::uint64_t batch_size = 250;

// A program that showed a deviation, by what makes one example better than another.
struct Example {
  std::size_t calls = 0;
  std::uint64_t number = 0;
  auto operator<=>(const Example&) const = default;
};

// The programs that showed the same.
struct Group {
  std::uint64_t seen = 0;
  std::vector<Example> shortest; // a few of them, sorted
  void add(const Example& example);
  void add(const Group& other);
  bool operator==(const Group&) const = default;
};

// What is known after the first programs of a campaign. A plain value: it can be written down and taken up again.
struct Findings {
  std::uint64_t programs = 0;              // run and judged
  std::array<std::uint64_t, 4> verdicts{}; // how many, by Verdict
  std::uint64_t refused = 0;               // programs that the executor or the model did not take
  double seconds = 0;                      // spent so far, in all runs
  std::map<Symptom, Group> groups;
  void add(const Findings& other); // of the programs that follow
};

struct Work {
  const Library& library;
  const Reading& reading;
  const Programs& programs;
  std::uint64_t count = 0; // how many programs
  unsigned jobs = 1;
  const std::atomic<bool>& stop;
  // Told from time to time, in the calling thread, what is known: to write it down.
  std::function<void(const Findings&)> save;
};

// Goes on from `findings`, to the end or until it is stopped: then fewer programs are done than asked for. Returns what was found until
// then in batches that are not among `findings`: whoever goes on finds it again.
Findings search(const Work& work, Findings& findings);

// A deviation that was seen again in a process of its own.
struct Deviation {
  Symptom symptom;
  std::uint64_t seen = 0;
  std::uint64_t number = 0;   // the program that showed it
  Program program;            // a shortest one, if it was not stopped
  std::vector<Program> after; // none: it shows alone; else these have to run before, in the same process
  Finding finding;            // what the program shows
};

struct Confirmed {
  std::vector<Deviation> deviations; // in the order of the numbers of their programs
  std::uint64_t unconfirmed = 0;     // programs whose deviation did not show again by itself: nothing is said of it
};

// Once `work.stop` is set, what is left is neither confirmed nor shrunk, but there.
Confirmed confirm_and_shrink(const Work& work, const Findings& findings);

} // namespace moot::campaign
