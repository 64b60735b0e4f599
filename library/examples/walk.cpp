// Walks through a case once, and takes the last of several ways wherever MPI has a choice: walk CASE.litmus READING
#include <moot/machine.h>

#include <iostream>

using namespace moot::v1;

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: walk CASE.litmus READING\n";
    return 2;
  }
  try {
    const auto program = Program::from_file(argv[1]);
    const Machine machine(program, LawBook().reading(argv[2]));
    auto state = machine.initial();
    std::vector<Event> events;
    int choices = 0;
    for (auto moves = machine.moves(state); !moves.empty(); moves = machine.moves(state)) {
      if (moves.size() > 1) ++choices;
      for (auto& event : machine.apply(state, moves.back())) events.push_back(std::move(event));
    }
    std::cout << to_text(events) << choices << " choices: " << program.to_text(machine.observed(state)) << '\n';
    if (const auto clause = state.erroneous()) std::cout << "erroneous: " << *clause << '\n';
  } catch (const Error& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
