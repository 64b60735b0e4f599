// Random stacks beside a plain model of them: tools that register some functions, call others inside, and appear twice; under random answers.
#include "mpi_backend/tools/test/test_tools.h"

#include <fmt/format.h>
#include <random>

namespace moot::tools {
namespace {

struct Random {
  std::mt19937 dice;
  int below(int end) { return static_cast<int>(dice() % static_cast<unsigned>(end)); }
};

enum class Calls { FromTop, FromBelow, NotAtAll };

struct Stack {
  std::vector<std::string> list; // as the environment has it
  std::string tools, answers;
  struct Place {
    std::string name;
    std::size_t tool_id; // its number in the list
  };
  std::vector<Place> places; // outermost first
  Calls calls = Calls::FromTop;
};

Behaviour random_behaviour(Random& random) {
  Behaviour it;
  it.registers.clear();
  for (int f = 0; f < called_count; ++f) {
    if (random.below(3) != 0) it.registers.insert(f);
    if (f > 0 && random.below(4) == 0) it.calls[f] = random.below(f); // (a lower one: so it ends)
  }
  return it;
}

Stack random_stack(Random& random) {
  Stack it;
  const int count = random.below(6);
  for (int i = 0; i < count; ++i) it.list.push_back(std::string(1, static_cast<char>('a' + random.below(4))));
  for (const auto& name : it.list) it.tools += (it.tools.empty() ? "" : ",") + name;
  const bool once = random.below(2) == 1;
  const bool last_outermost = random.below(2) == 1;
  it.calls = static_cast<Calls>(random.below(3));
  constexpr std::array<const char*, 3> calls{"from-top", "from-below", "not-at-all"};
  it.answers =
      fmt::format("tool-twice={},stack-order={},calls-of-tools={}", once ? "once" : "each-place",
                  last_outermost ? "last-outermost" : "first-outermost", calls[static_cast<std::size_t>(it.calls)]);
  std::set<std::string> known;
  for (std::size_t i = 0; i < it.list.size(); ++i)
    if (known.insert(it.list[i]).second || !once) it.places.push_back({it.list[i], i + 1});
  if (last_outermost) it.places = {it.places.rbegin(), it.places.rend()};
  return it;
}

// What is seen of a call that is made at this place; 0 is the program.
void model(const Stack& stack, int function, std::size_t place, std::vector<std::string>& sees) {
  for (auto at = place; at < stack.places.size(); ++at) {
    const auto& [name, tool_id] = stack.places[at];
    const auto& behaviour = behaviours[name];
    if (!behaviour.registers.contains(function)) continue;
    sees.push_back(fmt::format("{}{} > {}", name, tool_id, function));
    if (const auto inside = behaviour.calls.find(function); inside != behaviour.calls.end()) {
      if (stack.calls == Calls::FromTop) model(stack, inside->second, 0, sees);
      if (stack.calls == Calls::FromBelow) model(stack, inside->second, at + 1, sees);
    }
    model(stack, function, at + 1, sees);
    sees.push_back(fmt::format("{}{} < {}", name, tool_id, function));
    return;
  }
}

TEST(RandomStacks, DoWhatTheModelSays) {
  for (unsigned seed = 0; seed < 500 && !testing::Test::HasFailure(); ++seed) {
    Random random{std::mt19937(seed)};
    for (const char* name : {"a", "b", "c", "d"}) behaviours[name] = random_behaviour(random);
    const auto stack = random_stack(random);
    in_a_process(stack.tools, stack.answers, [&] {
      for (const char name : {'a', 'b', 'c', 'd'}) register_tool(name);
      std::string wrong;
      for (int call = 0; call < 8; ++call) {
        const int function = random.below(called_count);
        std::vector<std::string> sees;
        model(stack, function, 0, sees);
        wrong += differs(calls_of(function), joined(sees));
      }
      return wrong.empty() ? "" : fmt::format("seed {}: {}", seed, wrong);
    });
  }
}

} // namespace
} // namespace moot::tools
