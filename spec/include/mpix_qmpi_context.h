/* The context, and what a tool is built for. Include mpix_qmpi.h. */
#ifndef MPIX_QMPI_CONTEXT_H_INCLUDED
#define MPIX_QMPI_CONTEXT_H_INCLUDED

#if defined(MPIX_QMPI_CONTEXT_ALLOCATED) && (defined(MPIX_QMPI_TABLE_IN_CONTEXT) || defined(MPIX_QMPI_ID_IN_CONTEXT))
#error "MPIX_QMPI_CONTEXT_ALLOCATED stands alone"
#endif

/* A tool's MPIX_QMPI_VARIANT has to be that of the library; 0: no macro is defined. */
enum { MPIX_QMPI_VARIANT_TABLE = 1, MPIX_QMPI_VARIANT_ID = 2, MPIX_QMPI_VARIANT_ALLOCATED = 4 };
enum {
  MPIX_QMPI_VARIANT = 0
#ifdef MPIX_QMPI_TABLE_IN_CONTEXT
                      + MPIX_QMPI_VARIANT_TABLE
#endif
#ifdef MPIX_QMPI_ID_IN_CONTEXT
                      + MPIX_QMPI_VARIANT_ID
#endif
#ifdef MPIX_QMPI_CONTEXT_ALLOCATED
                      + MPIX_QMPI_VARIANT_ALLOCATED
#endif
};

/* Opaque. It leads to the storages of all tools. */
struct MPIX_QMPI_Stack;
struct MPIX_QMPI_Context_fields {
#ifdef MPIX_QMPI_TABLE_IN_CONTEXT
  const struct MPIX_QMPI_Stack* stack;
#else
  void* const* storages;
#endif
#ifdef MPIX_QMPI_ID_IN_CONTEXT
  int tool_id;
#endif
};
#ifdef MPIX_QMPI_CONTEXT_ALLOCATED
/* Valid until MPI_X, in which MPI allocated it, returns to its caller. */
typedef const struct MPIX_QMPI_Context_fields* MPIX_QMPI_Context;
#else
/* It may be kept. It is the same for each tool on the way down, but with MPIX_QMPI_ID_IN_CONTEXT. */
typedef struct MPIX_QMPI_Context_fields MPIX_QMPI_Context;
#endif

/* The first parameters of an interception. */
#ifdef MPIX_QMPI_ID_IN_CONTEXT
#define MPIX_QMPI_PLACE MPIX_QMPI_Context context
#else
#define MPIX_QMPI_PLACE MPIX_QMPI_Context context, int tool_id
#endif

#endif
