// The functions that wrappers call: those of the next library that has them, which is MPI, or a layer on it.
#pragma once

#include "generated_functions.h"

#include <array>
#include <atomic>

namespace moot::recorder {

// A function that the process has after this library, or in the MPI library where that was loaded later (by Python). Null: none.
void* find_symbol(const char* name);
void* needed_symbol(const char* name); // ends the process, with a line, if there is none
// A variable or function as the program sees its address: a program may have a copy of a variable of the library's, which the library uses.
void* find_address(const char* name);

// Of a function of C's: is it the library of another language's binding that calls it? The functions that it gives are not C's then.
bool is_in_other_binding(const void* caller);

extern std::array<std::atomic<void*>, function_count> next_functions;
void* find_next(std::uint16_t function); // as needed_symbol

template <typename Function> Function* next_of(std::uint16_t function) {
  void* found = next_functions[function].load(std::memory_order_relaxed);
  if (found == nullptr) [[unlikely]]
    found = find_next(function);
  return reinterpret_cast<Function*>(found);
}

} // namespace moot::recorder
