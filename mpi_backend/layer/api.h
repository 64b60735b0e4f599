// The C interfaces that the layer exports: mpix.h, and the functions of MPI that it wraps.
#pragma once

#include "mpix.h"

#define MOOT_API __attribute__((visibility("default")))
