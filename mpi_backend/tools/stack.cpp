#include "mpi_backend/tools/stack.h"

#include "mpi_backend/tools/answers.h"
#include "mpi_backend/tools/load.h"
#include "mpi_backend/tools/say.h"

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <string>
#include <vector>

#pragma GCC visibility push(default)
MPIX_QMPI_Stack MPIX_QMPI_stack{};
#pragma GCC visibility pop

namespace moot::tools {

thread_local int place [[gnu::tls_model("initial-exec")]] = 0;

namespace {

using Init = void (*)(int tool_id);

struct Name {
  std::string name;
  Init init;
  int variant;
};
struct Tool {
  Init init = nullptr; // null: nothing is there
  std::vector<Any> functions =
      std::vector<Any>(MPIX_QMPI_FUNCTIONS); // as the tool registered them; null where it did not
};

enum class State { Open, Loading, Beginning, Begun };

// It is never destroyed: programs call MPI in what they do at exit.
struct Stack {
  // One thread begins the stack, and may come back meanwhile: tools register in their init functions.
  std::recursive_mutex mutex;
  State state = State::Open;
  std::deque<Name> names;
  std::vector<Tool> tools; // [tool_id], the number of its place in the list; 0 is none
  Answers answers;
};

std::string environment(const char* name) {
  const char* text = std::getenv(name);
  return text == nullptr ? "" : text;
}

Stack& stack() {
  static auto* const it = [] {
    auto* const made = new Stack;
    made->answers = answers_in(environment("MOOT_QMPI_ANSWERS"));
    return made;
  }();
  return *it;
}

// ---- beginning

// The macros that a tool or library was compiled with.
std::string variant_name(int variant) {
  std::string text;
  const auto add = [&](int part, const char* name) {
    if ((variant & part) != 0) text += (text.empty() ? "" : " and ") + std::string(name);
  };
  add(MPIX_QMPI_VARIANT_TABLE, "MPIX_QMPI_TABLE_IN_CONTEXT");
  add(MPIX_QMPI_VARIANT_ID, "MPIX_QMPI_ID_IN_CONTEXT");
  add(MPIX_QMPI_VARIANT_ALLOCATED, "MPIX_QMPI_CONTEXT_ALLOCATED");
  return text.empty() ? "no variant" : text;
}

// The init function of what is listed there; null: nothing is to be there.
Init init_of(const Listed& it, bool is_again) {
  const auto& own = stack();
  if (is_again && own.answers.tool_twice_is_once) return nullptr;
  const auto name = std::ranges::find(own.names, it.name, &Name::name);
  if (name == own.names.end()) {
    if (own.answers.unknown_tool_is_ignored) return nullptr;
    refuse("MOOT_QMPI_TOOLS: no tool has registered the name %s%s%s", it.name.c_str(),
           it.path.empty() ? "" : "; what was loaded is ", it.path.c_str());
  }
  if (name->variant != MPIX_QMPI_VARIANT)
    refuse("MOOT_QMPI_TOOLS: the tool %s was built for %s, and this library for %s", it.name.c_str(),
           variant_name(name->variant).c_str(), variant_name(MPIX_QMPI_VARIANT).c_str());
  if (name->init == nullptr) refuse("MOOT_QMPI_TOOLS: the tool %s has no init function", it.name.c_str());
  return name->init;
}

// From the innermost upwards.
std::vector<std::size_t> places_upwards() {
  std::vector<std::size_t> places;
  for (std::size_t tool = 1; tool < stack().tools.size(); ++tool)
    if (stack().tools[tool].init != nullptr) places.push_back(tool);
  if (!stack().answers.last_is_outermost) std::ranges::reverse(places);
  return places;
}

// What is next below each place.
void build_places() {
  auto& own = stack();
  const auto upwards = places_upwards();
  const bool notes_places = own.answers.calls_of_tools != Answers::Calls::FromTop;
  for (std::size_t f = 0; f < functions().size(); ++f) {
    Place next{notes_places ? functions()[f].base_placed : functions()[f].base, 0};
    if (natives[f].load() == nullptr) next.function = nullptr;
    for (const auto tool : upwards) {
      MPIX_QMPI_stack.functions[f][tool] = next.function;
      MPIX_QMPI_stack.tool_ids[f][tool] = next.tool_id;
      const auto function = own.tools[tool].functions[f];
      if (function != nullptr) next = {notes_places ? functions()[f].step : function, static_cast<int>(tool)};
    }
    MPIX_QMPI_stack.functions[f][0] = next.function;
    MPIX_QMPI_stack.tool_ids[f][0] = next.tool_id;
  }
}

Any native_entry(std::size_t f) { return functions()[f].direct != nullptr ? functions()[f].direct : natives[f].load(); }

void set_entries() {
  const bool notes_places = stack().answers.calls_of_tools != Answers::Calls::FromTop;
  const bool has_tools = !places_upwards().empty();
  for (std::size_t f = 0; f < functions().size(); ++f) {
    const auto& function = functions()[f];
    const bool is_registered = MPIX_QMPI_stack.tool_ids[f][0] != 0;
    // (Where places are noted, callbacks that MPI runs in any function are outside of the tool that calls it.)
    const bool notes_place = notes_places && has_tools && natives[f] != nullptr;
    if (is_registered || notes_place)
      function.set_entry(notes_places ? function.enter_placed : function.enter);
    else if (natives[f] != nullptr)
      function.set_entry(native_entry(f));
    if (is_registered && !notes_places) function.set_outermost(MPIX_QMPI_stack.functions[f][0]);
  }
}

void begin() {
  auto& own = stack();
  own.state = State::Loading;
  const auto list = listed_in(environment("MOOT_QMPI_TOOLS"));
  for (const auto& it : list) load(it);
  own.state = State::Beginning;
  if (list.size() > MPIX_QMPI_MOST_TOOLS)
    refuse("MOOT_QMPI_TOOLS: %zu tools are more than %d", list.size(), int{MPIX_QMPI_MOST_TOOLS});
  own.tools.resize(1);
  for (auto it = list.begin(); it != list.end(); ++it) {
    const bool is_again =
        std::find_if(list.begin(), it, [&](const Listed& other) { return other.name == it->name; }) != it;
    own.tools.push_back({init_of(*it, is_again)});
  }
  MPIX_QMPI_stack.tools = static_cast<int>(own.tools.size()) - 1;
  for (std::size_t tool = 1; tool < own.tools.size(); ++tool)
    if (own.tools[tool].init != nullptr) own.tools[tool].init(static_cast<int>(tool));
  build_places();
  set_entries();
  own.state = State::Begun;
}

// ---- registering

int late(const char* what) {
  if (!stack().answers.late_registration_is_error) return MPI_SUCCESS;
  say("%s: too late, the stack has begun", what);
  return MPI_ERR_OTHER;
}

bool is_tool(int tool_id) {
  return tool_id > 0 && tool_id < static_cast<int>(stack().tools.size()) &&
         stack().tools[static_cast<std::size_t>(tool_id)].init != nullptr;
}

} // namespace

Any begin_at(MPIX_QMPI_Function function) {
  auto& own = stack();
  const std::scoped_lock lock(own.mutex);
  find_natives();
  const bool may_begin = functions()[function].begins_mpi || !own.answers.before_init_untouched;
  if (own.state == State::Open && may_begin) begin();
  if (own.state == State::Begun) {
    const auto entry = functions()[function].get_entry();
    if (entry != functions()[function].first) return entry;
  }
  find_needed(function);
  return native_entry(function);
}

Place place_of_call(MPIX_QMPI_Function function) {
  static const bool not_at_all = stack().answers.calls_of_tools == Answers::Calls::NotAtAll;
  // The innermost tool is next to MPI, whatever it registered.
  static const int innermost = static_cast<int>(places_upwards().front());
  return place_below(function, not_at_all && place != 0 ? innermost : place);
}

Any tool_at(MPIX_QMPI_Function function, int tool_id) {
  return stack().tools[static_cast<std::size_t>(tool_id)].functions[function];
}

int register_name(int variant, const char* name, Init init) {
  if (name == nullptr || *name == '\0') {
    say("MPIX_QMPI_Register_tool_name: a tool without a name");
    return MPI_ERR_ARG;
  }
  auto& own = stack();
  const std::scoped_lock lock(own.mutex);
  if (own.state > State::Loading) return late("MPIX_QMPI_Register_tool_name");
  const auto known = std::ranges::find(own.names, std::string(name), &Name::name);
  if (known == own.names.end()) {
    own.names.push_back({name, init, variant});
    return MPI_SUCCESS;
  }
  if (own.answers.second_registration == Answers::Second::Replaces) *known = {name, init, variant};
  if (own.answers.second_registration != Answers::Second::Error) return MPI_SUCCESS;
  say("MPIX_QMPI_Register_tool_name: the name %s is registered already", name);
  return MPI_ERR_OTHER;
}

int register_storage(int tool_id, void* storage) {
  auto& own = stack();
  const std::scoped_lock lock(own.mutex);
  if (!is_tool(tool_id)) {
    say("MPIX_QMPI_Register_tool_storage: no tool has the tool_id %d", tool_id);
    return MPI_ERR_ARG;
  }
  MPIX_QMPI_stack.storages[tool_id] = storage;
  return MPI_SUCCESS;
}

int register_function(int tool_id, int function, Any interception) {
  auto& own = stack();
  const std::scoped_lock lock(own.mutex);
  if (own.state == State::Begun) return late("MPIX_QMPI_Register_function");
  if (!is_tool(tool_id) || function < 0 || function >= MPIX_QMPI_FUNCTIONS || interception == nullptr) {
    say("MPIX_QMPI_Register_function: tool_id %d, function %d: %s", tool_id, function,
        interception == nullptr ? "a null pointer" : "there is no such tool or function");
    return MPI_ERR_ARG;
  }
  own.tools[static_cast<std::size_t>(tool_id)].functions[static_cast<std::size_t>(function)] = interception;
  return MPI_SUCCESS;
}

} // namespace moot::tools
