/* The new attributes of MPI Forum Ticket 304 (Squyres and Tillier, Madrid 2013), with the prefix MPIX_.
 *
 * A *key* is made once and works on objects of every kind. A *value* (an MPI_Aint) is set under a key on an object. The
 * key's three functions are called when an object with a value is duplicated, freed and destroyed.
 *
 * Errors are MPI's: a function that fails calls the error handler of the communicator that it was given, or that of
 * MPI_COMM_WORLD, and returns the error code if the handler returns. MPI_Error_class of the code is MPIX_ERR_KEY,
 * MPIX_ERR_HANDLE or a class of MPI; MPI_Error_string says what is wrong. A function that fails does nothing.
 *
 * Every function may be called from any thread where MPI allows calls, and from inside the callbacks below. The layer
 * holds no lock while a callback runs. Call them after MPI_Init and before the end of MPI_Finalize, except MPIX_Layer_*.
 */
#ifndef MPIX_H
#define MPIX_H

#include <mpi.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Keys and handles ---- */

/* A handle of a key, compared with ==. MPIX_Key_free sets it to MPIX_KEY_NULL; other copies of it become stale. */
typedef struct mpix_key* MPIX_Key;

#define MPIX_KEY_NULL ((MPIX_Key)0)
/* Predefined keys: never created or freed. MPIX_Value_get of them on MPI_COMM_WORLD gives what the MPI library's own
 * attribute says (MPI_TAG_UB, ...), and on other communicators what the question predefined-key-elsewhere answers. Objects
 * of other kinds have no value under them, and none can be set or cleared. They can hold values, as other keys can. */
#define MPIX_KEY_TAG_UB ((MPIX_Key)1)
#define MPIX_KEY_HOST ((MPIX_Key)2)
#define MPIX_KEY_IO ((MPIX_Key)3)
#define MPIX_KEY_WTIME_IS_GLOBAL ((MPIX_Key)4)

/* The kinds of object that hold values: the argument `handle_type`. */
enum {
  MPIX_HANDLE_COMM = 1,
  MPIX_HANDLE_DATATYPE = 2,
  MPIX_HANDLE_WIN = 3,
  MPIX_HANDLE_INFO = 4,
  MPIX_HANDLE_KEY = 5,
  MPIX_HANDLE_REQUEST = 6,
  MPIX_HANDLE_FILE = 8,
  MPIX_HANDLE_ERRHANDLER = 10,
  MPIX_HANDLE_GROUP = 11,
  MPIX_HANDLE_OP = 12,
  MPIX_HANDLE_SESSION = 13, /* with a library that has sessions (MPI 4.0) */
  MPIX_HANDLE_MESSAGE = 14  /* what MPI_Mprobe has matched */
};

/* Any handle: MPIX_HANDLE(comm) makes one of a handle of MPI, whether the library's handles are integers or pointers. */
typedef intptr_t MPIX_Handle;
#define MPIX_HANDLE(handle) ((MPIX_Handle)(handle))

/* The way back. The caller knows the kind (in a callback: `handle_type`). */
static inline MPI_Comm MPIX_Handle_comm(MPIX_Handle handle) { return (MPI_Comm)handle; }
static inline MPI_Datatype MPIX_Handle_datatype(MPIX_Handle handle) { return (MPI_Datatype)handle; }
static inline MPI_Win MPIX_Handle_win(MPIX_Handle handle) { return (MPI_Win)handle; }
static inline MPI_Info MPIX_Handle_info(MPIX_Handle handle) { return (MPI_Info)handle; }
static inline MPIX_Key MPIX_Handle_key(MPIX_Handle handle) { return (MPIX_Key)handle; }
static inline MPI_Request MPIX_Handle_request(MPIX_Handle handle) { return (MPI_Request)handle; }
static inline MPI_File MPIX_Handle_file(MPIX_Handle handle) { return (MPI_File)handle; }
static inline MPI_Errhandler MPIX_Handle_errhandler(MPIX_Handle handle) { return (MPI_Errhandler)handle; }
static inline MPI_Group MPIX_Handle_group(MPIX_Handle handle) { return (MPI_Group)handle; }
static inline MPI_Op MPIX_Handle_op(MPIX_Handle handle) { return (MPI_Op)handle; }
static inline MPI_Message MPIX_Handle_message(MPIX_Handle handle) { return (MPI_Message)handle; }
#if MPI_VERSION >= 4
static inline MPI_Session MPIX_Handle_session(MPIX_Handle handle) { return (MPI_Session)handle; }
#endif

/* ---- Callbacks ---- */

/* They return nothing, and nothing they do changes what the call that runs them returns. `key` is MPIX_KEY_NULL if the
 * program has freed the key; `key_context` is always the one given to MPIX_Key_create. A callback that throws an exception
 * or is left by longjmp is erroneous: the layer says so and aborts, where it can tell. */

/* A dup of `old_handle`. The layer sets *flag to 0 before; a callback that sets it to 1 gives *new_value to new_handle. */
typedef void MPIX_Value_copy_function(MPIX_Key key, int handle_type, MPIX_Handle old_handle, MPIX_Handle new_handle,
                                      MPI_Aint key_context, MPI_Aint old_value, MPI_Aint* new_value, int* flag);
/* The program frees `handle`, which still works. */
typedef void MPIX_Value_free_function(MPIX_Key key, int handle_type, MPIX_Handle handle, MPI_Aint key_context,
                                      MPI_Aint value);
/* `value` is about to go: its object is destroyed, or the value is cleared or replaced. */
typedef void MPIX_Value_destroy_function(MPIX_Key key, int handle_type, MPIX_Handle handle, MPI_Aint key_context,
                                         MPI_Aint value);

/* ---- Keys ---- */

/* Makes a key for objects of any kind. Whether a function may be null is the question null-callbacks. */
int MPIX_Key_create(MPIX_Value_copy_function* value_copy_fn, MPIX_Value_free_function* value_free_fn,
                    MPIX_Value_destroy_function* value_destroy_fn, MPI_Aint context, MPIX_Key* key);

/* Frees the handle and sets it to MPIX_KEY_NULL. The key itself lives, with its functions, until no value is left
 * under it. A key may hold values like any object: their callbacks run as for every free. */
int MPIX_Key_free(MPIX_Key* key);

/* A key as a Fortran INTEGER (mpix.f90) and back; its functions stay those of the language that made it. An integer that names no living key gives MPIX_KEY_NULL, which is 0. */
MPI_Fint MPIX_Key_c2f(MPIX_Key key);
MPIX_Key MPIX_Key_f2c(MPI_Fint key);

/* ---- Values ---- */

/* Sets the value. One that is there already is destroyed first (its destroy callback runs). */
int MPIX_Value_set(MPIX_Key key, int handle_type, MPIX_Handle handle, MPI_Aint value);

/* *flag tells whether a value is set; only if it is 1, *value is written. */
int MPIX_Value_get(MPIX_Key key, int handle_type, MPIX_Handle handle, MPI_Aint* value, int* flag);

/* Destroys the value (its destroy callback runs). Where none is set it does nothing, and succeeds. */
int MPIX_Value_clear(MPIX_Key key, int handle_type, MPIX_Handle handle);

/* ---- Error classes ---- */

/* Registered with MPI_Add_error_class at first use; the same for the rest of the process. */
#define MPIX_ERR_KEY MPIX_Err_key() /* not a key, or one that this call cannot take */
#define MPIX_ERR_HANDLE                                                                                                \
  MPIX_Err_handle() /* not a handle of a living object of that kind, or one that this call cannot take */
int MPIX_Err_key(void);
int MPIX_Err_handle(void);

/* ---- Control: what the layer does where the law leaves it free ---- */

/* Starts a new run: forgets every key, value and object of the runs before (no callbacks), and draws from `seed` from now
 * on: the answer to each open question at its first use, the order of callbacks, the time of deferred ones. Two runs of
 * one single-threaded program with the same seed make the same choices. `answers` pins answers:
 * "question=answer,question=answer" (`open` leaves a question to the seed); null and "" pin none. The questions and their
 * answers are those of docs/readings.md. Returns MPI_SUCCESS, or MPI_ERR_ARG if `answers` names something unknown (then
 * nothing is pinned). Call it while no other call is in progress and no request is pending.
 *
 * A program that never calls it has a run of its own, with the seed MPIX_LAYER_SEED (0) and the answers
 * MPIX_LAYER_ANSWERS from its environment. */
int MPIX_Layer_start(uint64_t seed, const char* answers);

/* The answers drawn so far in this run, as "question=answer,question=answer" in the order of drawing, without those that
 * were pinned. Writes at most `length` bytes including the final zero; returns the length of the whole text, as snprintf. */
int MPIX_Layer_drawn(char* text, int length);

/* The next dup of this process may fail, after some of its copy callbacks; the seed decides whether and when. It then
 * returns MPI_ERR_OTHER through the communicator's error handler, with a null handle. For communicators of one process. */
void MPIX_Layer_may_fail_next_dup(void);

/* What the layer takes for the free, and for the destruction, of objects of a kind, in words: a library tells nobody when it lets go of an
 * object, and no more is claimed (docs/layer.md has the table). The texts are the layer's. Null: it has no values on this kind. */
const char* MPIX_Layer_free_means(int handle_type);
const char* MPIX_Layer_destroy_means(int handle_type);

#ifdef __cplusplus
}
#endif

#endif
