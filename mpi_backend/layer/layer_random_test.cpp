// Random programs under random seeds, erroneous ones among them: whatever they do, the layer must survive it.
#include "mpi_backend/layer/layer_test.h"

#include <random>
#include <vector>

namespace moot::layer::test {
namespace {

// A program that makes random calls on a few objects, from its callbacks too.
class Program {
public:
  explicit Program(std::uint64_t seed) : trial_("", seed), random_(seed) {
    EXPECT_EQ(MPIX_Layer_start(seed, ""), MPI_SUCCESS); // every question open
    for (int i = 0; i < 3; ++i) make_key();
    comms_.assign(3, MPI_COMM_SELF);
    types_.assign(3, MPI_INT);
    requests_.assign(2, MPI_REQUEST_NULL);
  }

  void run() {
    for (int i = 0; i < 40; ++i) step();
    for (MPI_Request& request : requests_) finish(request);
  }

private:
  static constexpr int most_nested = 3;

  void make_key() {
    const MPIX_Key key = trial_.key("k");
    const auto act = [this](const Called&) {
      if (depth_ >= most_nested || ++in_callbacks_ > 100) return;
      ++depth_;
      step();
      --depth_;
    };
    trial_.hooks(key) = {act, act, act};
    keys_.push_back(key);
  }

  std::size_t below(std::size_t n) { return random_() % n; }
  template <class T> T& pick(std::vector<T>& from) { return from[below(from.size())]; }

  // Completes a receive from this process: its message may not have been sent.
  void finish(MPI_Request& request) {
    if (request == MPI_REQUEST_NULL) return;
    int flag = 0;
    MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    if (flag == 0) MPI_Cancel(&request), MPI_Wait(&request, MPI_STATUS_IGNORE);
  }

  void on_value() {
    const std::size_t kind = below(3);
    const MPIX_Handle handle = kind == 0   ? any_handle(pick(comms_))
                               : kind == 1 ? any_handle(pick(types_))
                                           : any_handle(pick(keys_));
    const int type = kind == 0 ? MPIX_HANDLE_COMM : kind == 1 ? MPIX_HANDLE_DATATYPE : MPIX_HANDLE_KEY;
    const MPIX_Key key = pick(keys_);
    switch (below(4)) {
    case 0: MPIX_Value_clear(key, type, handle); break;
    case 1: get(key, type, handle); break;
    default: MPIX_Value_set(key, type, handle, static_cast<MPI_Aint>(below(100))); break;
    }
  }

  void on_request() {
    MPI_Request& request = pick(requests_);
    const MPI_Comm comm = pick(comms_);
    if (depth_ > 0) return; // one owner of the variables
    if (request != MPI_REQUEST_NULL) {
      finish(request);
    } else if (MPI_Irecv(&buffer_, 1, MPI_INT, 0, 0, comm, &request) == MPI_SUCCESS && below(2) == 0) {
      MPI_Send(&sent_, 1, MPI_INT, 0, 0, comm);
    }
  }

  void step() {
    switch (below(10)) {
    case 0: MPI_Comm_dup(pick(comms_), &pick(comms_)); break;
    case 1: MPIX_Layer_may_fail_next_dup(); break;
    case 2: free_copy(pick(comms_), MPI_COMM_SELF, MPI_Comm_free); break;
    case 3: MPI_Type_contiguous(2, pick(types_), &pick(types_)); break;
    case 4: free_copy(pick(types_), MPI_INT, MPI_Type_free); break;
    case 5: free_copy(pick(keys_), MPIX_KEY_TAG_UB, MPIX_Key_free); break;
    case 6: on_request(); break;
    case 7: make_key(); break;
    default: on_value(); break;
    }
  }

  // Frees through a copy, so that a stale handle stays behind now and then.
  template <class Handle> void free_copy(Handle& variable, Handle otherwise, int (*free)(Handle*)) {
    Handle copy = variable;
    if (below(3) != 0) variable = otherwise;
    free(&copy);
  }

  Trial trial_;
  std::mt19937_64 random_;
  std::vector<MPIX_Key> keys_;
  std::vector<MPI_Comm> comms_;
  std::vector<MPI_Datatype> types_;
  std::vector<MPI_Request> requests_;
  int buffer_ = 0;
  int sent_ = 0;
  int depth_ = 0;
  int in_callbacks_ = 0;
};

TEST(Random, ProgramsDoNotCrashTheLayer) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) Program(seed).run();
}

} // namespace
} // namespace moot::layer::test
