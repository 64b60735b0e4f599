/* What differs between tools of the letter's variants, for sources that are compiled for several: generated tools, tests and benchmarks. A tool that
 * people write is written for one variant, and needs none of this.
 *   MPIX_QMPI_PLACE           the first parameters of an interception
 *   MOOT_HERE                 the same, passed on
 *   MOOT_TOOL_ID              its tool_id
 *   MOOT_STORAGE(&storage)    MPIX_QMPI_Context_get_storage
 *   MOOT_NEXT(get, function)  asks `get` (MPIX_QMPI_Get_function or _inline) for what is next: declares next, below, and next_id
 *   MOOT_BELOW                the first arguments of the next function */
#pragma once

#include "mpix_qmpi.h"

#ifdef MPIX_QMPI_ID_IN_CONTEXT
#define MOOT_HERE context
#define MOOT_TOOL_ID context.tool_id
#define MOOT_STORAGE(storage) MPIX_QMPI_Context_get_storage(context, storage)
#define MOOT_BELOW below
#else
#define MOOT_HERE context, tool_id
#define MOOT_TOOL_ID tool_id
#define MOOT_STORAGE(storage) MPIX_QMPI_Context_get_storage(context, tool_id, storage)
#define MOOT_BELOW below, next_id
#endif

#define MOOT_NEXT_IN(call)                                                                                             \
  MPIX_QMPI_Any_function next;                                                                                         \
  MPIX_QMPI_Context below;                                                                                             \
  const int got_next = call;                                                                                           \
  (void)context;                                                                                                       \
  (void)got_next

#if defined(MPIX_QMPI_TABLE_IN_CONTEXT) && defined(MPIX_QMPI_ID_IN_CONTEXT)
#define MOOT_NEXT(get, function) MOOT_NEXT_IN(get(context, function, &next, &below))
#elif defined(MPIX_QMPI_TABLE_IN_CONTEXT)
#define MOOT_NEXT(get, function)                                                                                       \
  int next_id;                                                                                                         \
  MOOT_NEXT_IN(get(context, tool_id, function, &next, &below, &next_id))
#elif defined(MPIX_QMPI_ID_IN_CONTEXT)
#define MOOT_NEXT(get, function) MOOT_NEXT_IN(get(context.tool_id, function, &next, &below))
#else
#define MOOT_NEXT(get, function)                                                                                       \
  int next_id;                                                                                                         \
  MOOT_NEXT_IN(get(tool_id, function, &next, &below, &next_id))
#endif
