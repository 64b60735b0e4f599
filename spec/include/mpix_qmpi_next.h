/* The table that says what is next, and how a tool reaches it. Include mpix_qmpi.h. */
#ifndef MPIX_QMPI_NEXT_H_INCLUDED
#define MPIX_QMPI_NEXT_H_INCLUDED

#ifdef __cplusplus
extern "C" {
#endif

/* MPI's memory; read it only. [function][tool_id]: what is below that tool; below 0 is the outermost. (Two arrays: each tool waits for the
 * tool_id that the one before has loaded, and a processor finds elements of 4 bytes fastest.) */
enum { MPIX_QMPI_MOST_TOOLS = 31 }; /* in one stack */
struct MPIX_QMPI_Stack {
  void* storages[MPIX_QMPI_MOST_TOOLS + 1]; /* [tool_id]; here, so that no tool has to load a pointer to them */
  int tools;                                /* places in the list: their numbers, from 1 to this, are the tool_ids */
  MPIX_QMPI_Any_function functions[MPIX_QMPI_FUNCTIONS][MPIX_QMPI_MOST_TOOLS + 1];
  int tool_ids[MPIX_QMPI_FUNCTIONS][MPIX_QMPI_MOST_TOOLS + 1]; /* 0: it is MPI's function */
};
extern struct MPIX_QMPI_Stack MPIX_QMPI_stack;

/* What MPIX_QMPI_HANDED hands to a tool: pointers to the functions of the same names. */
struct MPIX_QMPI_Functions {
  __typeof__(MPIX_QMPI_Register_tool)* Register_tool; /* (It comes first in each variant.) */
  __typeof__(MPIX_QMPI_Register_tool_storage)* Register_tool_storage;
  __typeof__(MPIX_QMPI_Register_function)* Register_function;
  __typeof__(MPIX_QMPI_Context_get_storage)* Context_get_storage;
  __typeof__(MPIX_QMPI_Get_function)* Get_function;
  __typeof__(MPIX_QMPI_Get_entry)* Get_entry;
  const struct MPIX_QMPI_Stack* stack;
};
/* The library calls this function of a tool that it has loaded. */
typedef void MPIX_QMPI_Begin_t(const struct MPIX_QMPI_Functions* functions);
/* For a tool that nobody loads, as it is a part of the program. */
const struct MPIX_QMPI_Functions* MPIX_QMPI_Get_functions(void);

static inline struct MPIX_QMPI_Context_fields MPIX_QMPI_fields_of(const struct MPIX_QMPI_Stack* stack, int tool_id) {
  struct MPIX_QMPI_Context_fields it;
  (void)tool_id;
#ifdef MPIX_QMPI_TABLE_IN_CONTEXT
  it.stack = stack;
#else
  it.storages = stack->storages;
#endif
#ifdef MPIX_QMPI_ID_IN_CONTEXT
  it.tool_id = tool_id;
#endif
  return it;
}

#ifndef MPIX_QMPI_CONTEXT_ALLOCATED
static inline int MPIX_QMPI_Get_next(const struct MPIX_QMPI_Stack* stack, int tool_id,
                                     enum MPIX_QMPI_Function function_enum, MPIX_QMPI_Any_function* function_ptr,
                                     MPIX_QMPI_Context* next_tool_context, int* next_tool_id) {
  const unsigned place = (unsigned)tool_id; /* (An index that needs no sign is there a cycle sooner.) */
  *function_ptr = stack->functions[function_enum][place];
  *next_tool_id = stack->tool_ids[function_enum][place];
  *next_tool_context = MPIX_QMPI_fields_of(stack, *next_tool_id);
  return MPI_SUCCESS;
}
#endif

#ifdef __cplusplus
}
#endif

/* ---- by name, or handed */

#ifdef MPIX_QMPI_HANDED
/* (One for all files of the tool.) */
__attribute__((weak, visibility("hidden"))) const struct MPIX_QMPI_Functions* MPIX_QMPI_functions;
#define MPIX_QMPI_Register_tool MPIX_QMPI_functions->Register_tool
#define MPIX_QMPI_Register_tool_storage MPIX_QMPI_functions->Register_tool_storage
#define MPIX_QMPI_Register_function MPIX_QMPI_functions->Register_function
#define MPIX_QMPI_Context_get_storage MPIX_QMPI_functions->Context_get_storage
#define MPIX_QMPI_Get_function MPIX_QMPI_functions->Get_function
#define MPIX_QMPI_Get_entry MPIX_QMPI_functions->Get_entry
#define MPIX_QMPI_STACK MPIX_QMPI_functions->stack
#else
#define MPIX_QMPI_STACK (&MPIX_QMPI_stack)
#endif

#if defined(MPIX_QMPI_HANDED) || defined(MPIX_QMPI_TABLE_IN_CONTEXT) || defined(MPIX_QMPI_ID_IN_CONTEXT) ||            \
    defined(MPIX_QMPI_CONTEXT_ALLOCATED)
#define MPIX_QMPI_Register_tool_name(name, init) MPIX_QMPI_Register_tool(MPIX_QMPI_VARIANT, name, init)
#endif

#ifdef __cplusplus
#define MPIX_QMPI_EXTERN_C extern "C"
#else
#define MPIX_QMPI_EXTERN_C
#endif
#ifdef MPIX_QMPI_HANDED
#define MPIX_QMPI_TOOL(name, init)                                                                                     \
  MPIX_QMPI_EXTERN_C __attribute__((visibility("default"))) MPIX_QMPI_Begin_t MPIX_QMPI_Begin;                         \
  void MPIX_QMPI_Begin(const struct MPIX_QMPI_Functions* functions) {                                                  \
    MPIX_QMPI_functions = functions;                                                                                   \
    MPIX_QMPI_Register_tool_name(name, init);                                                                          \
  }
#else
#define MPIX_QMPI_TOOL(name, init)                                                                                     \
  __attribute__((constructor)) static void MPIX_QMPI_Begin(void) { MPIX_QMPI_Register_tool_name(name, init); }
#endif

/* ---- MPIX_QMPI_Get_function_inline; where the context has the table, it is MPIX_QMPI_Get_function, too */

#ifdef MPIX_QMPI_CONTEXT_ALLOCATED
#define MPIX_QMPI_Get_function_inline MPIX_QMPI_Get_function
#else
static inline int MPIX_QMPI_Get_function_inline(
#if defined(MPIX_QMPI_TABLE_IN_CONTEXT) && defined(MPIX_QMPI_ID_IN_CONTEXT)
    MPIX_QMPI_Context context, enum MPIX_QMPI_Function function_enum, MPIX_QMPI_Any_function* function_ptr,
    MPIX_QMPI_Context* next_tool_context) {
  int next_tool_id;
  return MPIX_QMPI_Get_next(context.stack, context.tool_id, function_enum, function_ptr, next_tool_context,
                            &next_tool_id);
}
#elif defined(MPIX_QMPI_TABLE_IN_CONTEXT)
    MPIX_QMPI_Context context, int tool_id, enum MPIX_QMPI_Function function_enum, MPIX_QMPI_Any_function* function_ptr,
    MPIX_QMPI_Context* next_tool_context, int* next_tool_id) {
  return MPIX_QMPI_Get_next(context.stack, tool_id, function_enum, function_ptr, next_tool_context, next_tool_id);
}
#elif defined(MPIX_QMPI_ID_IN_CONTEXT)
    int tool_id, enum MPIX_QMPI_Function function_enum, MPIX_QMPI_Any_function* function_ptr,
    MPIX_QMPI_Context* next_tool_context) {
  int next_tool_id;
  return MPIX_QMPI_Get_next(MPIX_QMPI_STACK, tool_id, function_enum, function_ptr, next_tool_context, &next_tool_id);
}
#else
    int tool_id, enum MPIX_QMPI_Function function_enum, MPIX_QMPI_Any_function* function_ptr,
    MPIX_QMPI_Context* next_tool_context, int* next_tool_id) {
  return MPIX_QMPI_Get_next(MPIX_QMPI_STACK, tool_id, function_enum, function_ptr, next_tool_context, next_tool_id);
}
#endif
#endif
#ifdef MPIX_QMPI_TABLE_IN_CONTEXT
#undef MPIX_QMPI_Get_function
#define MPIX_QMPI_Get_function MPIX_QMPI_Get_function_inline
#endif

#endif
