// The functions that stand before one function of MPI, for its enumerator and its type.
#pragma once

#include "mpi_backend/tools/context.h"
#include "mpi_backend/tools/fortran.h"
#include "mpi_backend/tools/stack.h"

#include <atomic>
#include <cstdarg>
#include <type_traits>

namespace moot::tools {

// Notes where in the stack this thread is, also when an exception comes through.
class Standing {
public:
  explicit Standing(int tool_id) : before_(place) { place = tool_id; }
  ~Standing() { place = before_; }
  Standing(const Standing&) = delete;
  Standing& operator=(const Standing&) = delete;

private:
  int before_;
};

// Native is the type of PMPI_X. Type is the same, but has a va_list where that has `...`.
template <MPIX_QMPI_Function function, typename Native, typename Type = Native> struct Call;

template <MPIX_QMPI_Function function, typename Native, typename Returns, typename... Arguments>
struct Call<function, Native, Returns(Arguments...)> {
  using Entry = Returns(Arguments...);
#ifdef MPIX_QMPI_ID_IN_CONTEXT
  using Tool = Returns(MPIX_QMPI_Context, Arguments...);
#else
  using Tool = Returns(MPIX_QMPI_Context, int, Arguments...);
#endif
  static constexpr bool is_variadic = !std::is_same_v<Native, Entry>;

  // (acquire: what the stack is made of was written before. On x86 it costs nothing.)
  static Returns go(Arguments... arguments) {
    Tool* const tool = outermost.load(std::memory_order_acquire);
    if (tool != nullptr)
      return call({reinterpret_cast<Any>(tool), MPIX_QMPI_stack.tool_ids[function][0]}, arguments...);
    return entry.load(std::memory_order_acquire)(arguments...);
  }
  static void set_entry(Any to) { entry.store(reinterpret_cast<Entry*>(to), std::memory_order_release); }
  static void set_outermost(Any tool) { outermost.store(reinterpret_cast<Tool*>(tool), std::memory_order_release); }
  static Any get_entry() { return reinterpret_cast<Any>(entry.load(std::memory_order_acquire)); }

  // PMPI_X, called from this address.
  static Returns go_below(const void* caller, Arguments... arguments) {
    if (is_in_fortran(caller)) return go(arguments...);
    if (natives[function].load(std::memory_order_relaxed) == nullptr) find_needed(function);
    return direct(arguments...);
  }

  // ---- entries
  static Returns first(Arguments... arguments) { return reinterpret_cast<Entry*>(begin_at(function))(arguments...); }
  static Returns enter(Arguments... arguments) { return call(place_below(function, 0), arguments...); }
  static Returns enter_placed(Arguments... arguments) { return call(place_of_call(function), arguments...); }
  static Returns direct(Arguments... arguments) {
    if constexpr (is_variadic)
      return without_list(arguments...);
    else
      return reinterpret_cast<Native*>(natives[function].load(std::memory_order_relaxed))(arguments...);
  }

  // ---- places
  static Returns base(MPIX_QMPI_PLACE, Arguments... arguments) { return direct(arguments...); }
  // (Callbacks of the program that MPI calls are no calls of tools.)
  static Returns base_placed(MPIX_QMPI_PLACE, Arguments... arguments) {
    const Standing outside(0);
    return direct(arguments...);
  }
  static Returns step(MPIX_QMPI_PLACE, Arguments... arguments) {
    const Standing here(MOOT_TOOL_ID);
    return reinterpret_cast<Tool*>(tool_at(function, MOOT_TOOL_ID))(MOOT_HERE, arguments...);
  }

private:
  static constinit inline std::atomic<Entry*> entry = &first;
  // Where a call goes without asking the entry: null, or the outermost tool. (A jump less.)
  static constinit inline std::atomic<Tool*> outermost = nullptr;

  static Returns call(Place next, Arguments... arguments) {
    [[maybe_unused]] const ContextsOfCall contexts;
    const auto below = allocate_context(next.tool_id);
    [[maybe_unused]] const int next_id = next.tool_id;
    return reinterpret_cast<Tool*>(next.function)(MOOT_BELOW, arguments...);
  }
  // C can't pass a va_list on to `...`: what is behind the level is lost below the tools. (MPI_Pcontrol of both libraries reads none of it.)
  template <typename Level, typename List> static Returns without_list(Level level, List) {
    return reinterpret_cast<Native*>(natives[function].load(std::memory_order_relaxed))(level);
  }
};

template <typename It> Function function_of(const char* name, bool begins_mpi) {
  const auto any = [](auto* pointer) { return reinterpret_cast<Any>(pointer); };
  return {name,
          begins_mpi,
          any(&It::first),
          any(&It::enter),
          any(&It::enter_placed),
          any(&It::step),
          any(&It::base),
          any(&It::base_placed),
          &It::set_entry,
          &It::set_outermost,
          &It::get_entry,
          It::is_variadic ? any(&It::direct) : nullptr};
}

} // namespace moot::tools
