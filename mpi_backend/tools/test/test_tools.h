// Tools that write down what they see, in processes of their own: a process has one stack.
#pragma once

#include "mpi_backend/tools/variants/portable.h"

#include <cstdlib>
#include <functional>
#include <gmock/gmock.h>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace moot::tools {

// The functions that the tests' tools intercept: each may be called before MPI_Init. A tool may call those with a lower number inside.
enum Called { Initialized, Finalized, Get_version, Library_version, called_count };
inline constexpr std::array<MPIX_QMPI_Function, called_count> enumerators{
    MPIX_QMPI_INITIALIZED, MPIX_QMPI_FINALIZED, MPIX_QMPI_GET_VERSION, MPIX_QMPI_GET_LIBRARY_VERSION};

struct Behaviour {
  std::set<int> registers{Initialized, Finalized, Get_version, Library_version};
  std::map<int, int> calls; // inside the interception of the first, MPI's second
};

// What a place in the stack keeps.
struct Storage {
  std::string name;
  int tool_id;
  const Behaviour* behaviour;
};

inline std::vector<std::string> seen; // "a1 > 0", "a1 < 0": tool, tool_id, function
inline std::map<std::string, Behaviour> behaviours;
inline std::vector<std::string> inits; // "a1"

// Nobody loads the tests' tools: where tools are handed their functions, these fetch them.
inline void be_handed_functions() {
#ifdef MPIX_QMPI_HANDED
  MPIX_QMPI_functions = MPIX_QMPI_Get_functions();
#endif
}

bool call_mpi(int function); // whether MPI answered
void register_tool(char name, void (*init)(int tool_id) = nullptr);
void (*init_of(char name))(int tool_id);

// In another process, with this environment. The body says what is wrong.
void in_a_process(const std::string& tools, const std::string& answers, const std::function<std::string()>& body);
// The process ends with exit code 2 and such a line.
void refuses(const std::string& tools, const std::string& answers, const std::function<void()>& body,
             const std::string& line);

// Of a vector, in one line; and "" if the two are the same.
std::string joined(const std::vector<std::string>& words);
std::string differs(const std::string& is, const std::string& should_be);
inline std::string in_turn(std::initializer_list<std::string> wrong) { // (operands of + have no order)
  std::string all;
  for (const auto& it : wrong) all += it;
  return all;
}
std::string calls_of(int function); // what is seen of a call of the program

} // namespace moot::tools
