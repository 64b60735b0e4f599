// What the layer tells: what free and destroy mean in it, and which callbacks are erroneous beyond repair.
#include "mpi_backend/layer/layer_grequest_test.h"

#include <csetjmp>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace moot::layer::test {
namespace {

TEST(Meaning, IsWhatTheDocsSay) {
  std::ifstream file(MOOT_LAYER_DOCS);
  const std::string docs(std::istreambuf_iterator<char>(file), {});
  for (const int type :
       {MPIX_HANDLE_COMM, MPIX_HANDLE_DATATYPE, MPIX_HANDLE_WIN, MPIX_HANDLE_INFO, MPIX_HANDLE_KEY, MPIX_HANDLE_REQUEST,
        MPIX_HANDLE_FILE, MPIX_HANDLE_ERRHANDLER, MPIX_HANDLE_GROUP, MPIX_HANDLE_OP, MPIX_HANDLE_MESSAGE}) {
    ASSERT_NE(MPIX_Layer_free_means(type), nullptr) << type;
    ASSERT_NE(MPIX_Layer_destroy_means(type), nullptr) << type;
    const auto cells = std::string(" | ") + MPIX_Layer_free_means(type) + " | " + MPIX_Layer_destroy_means(type) + " |";
    EXPECT_NE(docs.find(cells), std::string::npos) << cells;
  }
}

TEST(Meaning, IsThereForKindsWithValuesOnly) {
  for (const int type : {-1, 0, 7, 9, 15, 1000}) {
    EXPECT_EQ(MPIX_Layer_free_means(type), nullptr);
    EXPECT_EQ(MPIX_Layer_destroy_means(type), nullptr);
  }
}

// An info object with a value whose destroy callback does this.
class Diagnosis : public testing::Test {
protected:
  void clear_with(std::function<void()> callback) {
    const MPIX_Key key = run_.key("a");
    run_.hooks(key).destroy = [callback = std::move(callback)](const Called&) { callback(); };
    MPI_Info info = MPI_INFO_NULL;
    MPI_Info_create(&info);
    MPIX_Value_set(key, MPIX_HANDLE_INFO, MPIX_HANDLE(info), 1);
    MPIX_Value_clear(key, MPIX_HANDLE_INFO, MPIX_HANDLE(info));
    MPI_Info_free(&info);
  }
  Trial run_;
};

TEST_F(Diagnosis, AnExceptionThroughMPI) {
  EXPECT_DEATH(clear_with([] { throw std::runtime_error("from a callback"); }),
               "moot layer: erroneous: a callback has thrown an exception through MPI");
}

std::jmp_buf before; // the call that is jumped out of
const char* const left_by_a_jump = "moot layer: erroneous: a callback was left by longjmp";

void call() {
  int flag = 0;
  MPI_Aint value = 0;
  MPIX_Value_get(MPIX_KEY_TAG_UB, MPIX_HANDLE_COMM, MPIX_HANDLE(MPI_COMM_WORLD), &value, &flag);
}

// The same where the stack is so deep that the callback would be above it, and is written over.
[[gnu::noinline]] void call_from_deep_down() {
  constexpr std::size_t depth = 100000;
  volatile char stack[depth]; // NOLINT(modernize-avoid-c-arrays)
  for (std::size_t i = 0; i < depth; ++i) stack[i] = 1;
  call();
  EXPECT_EQ(stack[depth - 1], 1); // (it is there until then)
}

template <class Leave> void jump_out(Leave leave, void (*next_call)()) {
  if (setjmp(before) == 0) leave();
  next_call();
}

TEST_F(Diagnosis, AJumpOutOfACallback) {
  const auto leave = [this] { clear_with([] { std::longjmp(before, 1); }); };
  EXPECT_DEATH(jump_out(leave, call), left_by_a_jump);
  EXPECT_DEATH(jump_out(leave, call_from_deep_down), left_by_a_jump);
}

// Functions of generalized requests are callbacks, too.
enum class Function { query, free, cancel };
int jump_out_of_free(void* /*extra_state*/) { std::longjmp(before, 1); }
int jump_out_of_query(void* /*extra_state*/, MPI_Status* /*status*/) { std::longjmp(before, 1); }
int jump_out_of_cancel(void* /*extra_state*/, int /*complete*/) { std::longjmp(before, 1); }

void leave_grequest(Function function) {
  std::atomic<int> count = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Grequest_start(function == Function::query ? jump_out_of_query : give_nothing,
                     function == Function::free ? jump_out_of_free : count_free, jump_out_of_cancel, &count, &request);
  if (function == Function::cancel) MPI_Cancel(&request);
  MPI_Grequest_complete(request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

TEST_F(Diagnosis, AJumpOutOfAFunctionOfAGeneralizedRequest) {
  for (const Function function : {Function::query, Function::free, Function::cancel})
    EXPECT_DEATH(jump_out([function] { leave_grequest(function); }, call_from_deep_down), left_by_a_jump);
}

// Calls inside of callbacks are none of that.
TEST_F(Diagnosis, CallsInCallbacks) {
  int got = 0;
  clear_with([&] {
    int flag = 0;
    MPI_Aint value = 0;
    got = MPIX_Value_get(MPIX_KEY_TAG_UB, MPIX_HANDLE_COMM, MPIX_HANDLE(MPI_COMM_WORLD), &value, &flag);
  });
  EXPECT_EQ(got, MPI_SUCCESS);
}

} // namespace
} // namespace moot::layer::test
