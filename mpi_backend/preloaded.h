// What the libraries have in common that are loaded into programs and stand before MPI: the recorder and the stack of tools. Each is built with it
// (MOOT_LIBRARY_NAME: the MPI library's file, "libmpi.so.40").
#pragma once

#include <cstdarg>

namespace moot::preloaded {

// The rank of this process, from before MPI_Init, by the launchers' names for it; 0 if nobody says so. (MPI can't be asked: its functions are what
// the library stands before.)
int rank_from_environment();

// On standard error, in one write: "moot record: rank 3: ...", where `who` is "record".
[[gnu::format(printf, 2, 0)]] void say(const char* who, const char* format, std::va_list arguments);

// As dlsym finds it; or in the MPI library, where that was loaded for one module only (as Python does), so that its names are in it, but not
// after this library. Null: nowhere.
void* find(void* where, const char* name);

} // namespace moot::preloaded
