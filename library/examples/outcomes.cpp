// Prints every outcome of a case, and under which answers it comes about: outcomes CASE.litmus [READING]
#include <moot/explore.h>

#include <iostream>

using namespace moot::v1;

namespace {

void print_under(const std::vector<Answers>& under) {
  for (const auto& answers : under)
    if (!answers.empty()) std::cout << "  if " << to_text(answers) << '\n';
}

void print(const Program& program, const Exploration& found, const LawBook& law) {
  for (const auto& outcome : found.outcomes) {
    std::cout << program.to_text(outcome.observed) << '\n';
    print_under(outcome.under);
  }
  for (const auto& fault : found.erroneous) {
    std::cout << "erroneous: \"" << law.clause(fault.clause).text << "\"\n";
    print_under(fault.under);
  }
  if (found.cut_off) std::cout << found.cut_off->words << '\n';
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "usage: outcomes CASE.litmus [READING]\n";
    return 2;
  }
  try {
    const LawBook law; // as it was installed
    const auto program = Program::from_file(argv[1]);
    const auto reading = law.reading(argc > 2 ? argv[2] : "ticket304");
    std::cout << program.title() << '\n';
    print(program, explore(program, reading), law);
  } catch (const Error& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
