// Values, callbacks and errors cross from C++ through compiled Fortran into MPI and back, in every interface.
#include "mpi_backend/executor/fortran/fortran.h"

#include <gtest/gtest.h>

#include <array>
#include <initializer_list>
#include <limits>
#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace moot::executor::fortran {

// Open MPI reads the handle that it passes to Fortran's delete functions from the keyval's object, not the holder's.
#ifdef OPEN_MPI
constexpr bool deletes_get_their_handle = false;
#else
constexpr bool deletes_get_their_handle = true;
#endif

bool operator==(const Invocation& left, const Invocation& right) {
  return left.interface == right.interface && left.copy == right.copy && left.number == right.number &&
         (left.handle == right.handle || (!left.copy && !deletes_get_their_handle)) && left.keyval == right.keyval &&
         left.extra_state == right.extra_state && left.value == right.value;
}

void PrintTo(const Invocation& heard, std::ostream* out) {
  *out << (heard.copy ? "copy" : "delete") << heard.number << "(handle " << heard.handle << ", keyval " << heard.keyval
       << ", extra_state " << heard.extra_state << ", value " << heard.value << ")";
}

std::string name(const Interface& interface) {
  static constexpr std::array bindings{"mpif", "use_mpi", "mpi_f08"};
  static constexpr std::array holders{"communicator", "datatype", "window"};
  static constexpr std::array styles{"address", "integer"};
  return std::string(bindings.at(static_cast<std::size_t>(interface.binding))) + "_" +
         holders.at(static_cast<std::size_t>(interface.holder)) + "_" +
         styles.at(static_cast<std::size_t>(interface.style));
}
void PrintTo(const Interface& interface, std::ostream* out) { *out << name(interface); }

namespace {

constexpr std::int64_t two_32 = std::int64_t{1} << 32;
constexpr std::int64_t two_40 = std::int64_t{1} << 40;

// What the callbacks heard, and what they answer.
std::vector<Invocation> heard;
int answer_ierror = MPI_SUCCESS;
bool answer_flag = true;
std::int64_t answer_value = 0;

int hear(const Invocation& invocation) {
  heard.push_back(invocation);
  if (invocation.copy) {
    *invocation.flag = answer_flag;
    *invocation.value_out = answer_value;
  }
  return answer_ierror;
}

MPI_Fint make_holder(Holder holder) {
  if (holder == Holder::communicator) {
    MPI_Comm made = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_SELF, &made);
    return MPI_Comm_c2f(made);
  }
  if (holder == Holder::datatype) {
    MPI_Datatype made = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(3, MPI_INT, &made);
    return MPI_Type_c2f(made);
  }
  void* memory = nullptr;
  MPI_Win made = MPI_WIN_NULL;
  MPI_Win_allocate(8, 1, MPI_INFO_NULL, MPI_COMM_SELF, &memory, &made);
  MPI_Win_set_errhandler(made, MPI_ERRORS_RETURN);
  return MPI_Win_c2f(made);
}

MPI_Fint null_handle(Holder holder) {
  if (holder == Holder::communicator) return MPI_Comm_c2f(MPI_COMM_NULL);
  return holder == Holder::datatype ? MPI_Type_c2f(MPI_DATATYPE_NULL) : MPI_Win_c2f(MPI_WIN_NULL);
}

std::vector<Interface> all() {
  std::vector<Interface> result;
  for (const auto binding : {Binding::mpif, Binding::use_mpi, Binding::mpi_f08})
    for (const auto holder : {Holder::communicator, Holder::datatype, Holder::window})
      for (const auto style : {Style::address, Style::integer})
        if (exists({binding, holder, style})) result.push_back({binding, holder, style});
  return result;
}

class Fortran : public testing::TestWithParam<Interface> {
protected:
  Fortran() {
    heard.clear();
    answer_ierror = MPI_SUCCESS;
    answer_flag = true;
    answer_value = 0;
    receive(hear);
  }
  ~Fortran() override {
    receive(nullptr);
    EXPECT_EQ(free_holder(&handle), MPI_SUCCESS);
  }

  MPI_Fint keyval(int copy, int del, std::int64_t extra_state = 0) const {
    MPI_Fint made = MPI_KEYVAL_INVALID;
    EXPECT_EQ(mpi.create_keyval(copy, del, extra_state, extra_state, &made), MPI_SUCCESS);
    EXPECT_NE(made, MPI_KEYVAL_INVALID);
    return made;
  }
  int dup(MPI_Fint holder, MPI_Fint* made) const {
    const auto& other = object_calls(interface.binding);
    return (interface.holder == Holder::communicator ? other.comm_dup : other.type_dup)(holder, made);
  }
  int free_holder(MPI_Fint* holder) const {
    const auto& other = object_calls(interface.binding);
    if (interface.holder == Holder::communicator) return other.comm_free(holder);
    return (interface.holder == Holder::datatype ? other.type_free : other.win_free)(holder);
  }
  // "5", "none", or "error".
  std::string get(MPI_Fint holder, MPI_Fint keyval) const {
    std::int64_t value = -1;
    bool flag = false;
    if (mpi.get_attr(holder, keyval, &value, &flag) != MPI_SUCCESS) return "error";
    return flag ? std::to_string(value) : "none";
  }
  // What the interface makes of a value.
  std::int64_t kept(std::int64_t value) const { return integers ? static_cast<std::int32_t>(value) : value; }

  const Interface interface = GetParam();
  const bool integers = interface.style == Style::integer;
  const bool dups = interface.holder != Holder::window;
  const Calls& mpi = calls(interface);
  const std::vector<std::int64_t> values{5,          -5,      std::numeric_limits<std::int32_t>::max(),
                                         two_32 + 5, -two_40, two_40 - 1};
  MPI_Fint handle = make_holder(interface.holder);
};

TEST_P(Fortran, SetGetDelete) {
  MPI_Fint k = keyval(null_copy_fn, null_delete_fn);
  EXPECT_EQ(get(handle, k), "none");
  for (const std::int64_t value : values) {
    EXPECT_EQ(mpi.set_attr(handle, k, value), MPI_SUCCESS);
    EXPECT_EQ(get(handle, k), std::to_string(kept(value)));
  }
  EXPECT_EQ(mpi.delete_attr(handle, k), MPI_SUCCESS);
  EXPECT_EQ(get(handle, k), "none");
  EXPECT_EQ(mpi.free_keyval(&k), MPI_SUCCESS);
  EXPECT_EQ(k, MPI_KEYVAL_INVALID);
}

TEST_P(Fortran, DeleteHearsItsArguments) {
  for (const std::int64_t extra_state : values)
    for (const std::int64_t value : values) {
      MPI_Fint k = keyval(null_copy_fn, 3, extra_state);
      EXPECT_EQ(mpi.set_attr(handle, k, value), MPI_SUCCESS);
      EXPECT_EQ(mpi.delete_attr(handle, k), MPI_SUCCESS);
      EXPECT_EQ(heard, std::vector<Invocation>({{interface, false, 3, handle, k, kept(extra_state), kept(value)}}));
      heard.clear();
      EXPECT_EQ(mpi.free_keyval(&k), MPI_SUCCESS);
    }
}

TEST_P(Fortran, ExtraStateIsItsVariableInMpich) {
  MPI_Fint k = MPI_KEYVAL_INVALID;
  EXPECT_EQ(mpi.create_keyval(null_copy_fn, 0, -5, two_40 + 6, &k), MPI_SUCCESS);
  EXPECT_EQ(mpi.set_attr(handle, k, 5), MPI_SUCCESS);
  EXPECT_EQ(mpi.delete_attr(handle, k), MPI_SUCCESS);
  ASSERT_EQ(heard.size(), 1);
#ifdef MPICH_VERSION
  EXPECT_EQ(heard[0].extra_state, kept(two_40 + 6));
#else
  EXPECT_EQ(heard[0].extra_state, -5);
#endif
  EXPECT_EQ(mpi.free_keyval(&k), MPI_SUCCESS);
}

TEST_P(Fortran, DeleteRefuses) {
  MPI_Fint k = keyval(null_copy_fn, 0);
  EXPECT_EQ(mpi.set_attr(handle, k, 5), MPI_SUCCESS);
  answer_ierror = MPI_ERR_OTHER;
  EXPECT_EQ(mpi.delete_attr(handle, k), MPI_ERR_OTHER);
  answer_ierror = MPI_SUCCESS;
  EXPECT_EQ(mpi.delete_attr(handle, k), MPI_SUCCESS);
  EXPECT_EQ(mpi.free_keyval(&k), MPI_SUCCESS);
}

TEST_P(Fortran, CopyHearsItsArgumentsAndAnswers) {
  if (!dups) return;
  for (const std::int64_t extra_state : values)
    for (const std::int64_t value : values) {
      MPI_Fint k = keyval(7, null_delete_fn, extra_state);
      EXPECT_EQ(mpi.set_attr(handle, k, value), MPI_SUCCESS);
      for (const bool flag : {true, false}) {
        answer_flag = flag;
        answer_value = value + 1;
        MPI_Fint made = null_handle(interface.holder);
        EXPECT_EQ(dup(handle, &made), MPI_SUCCESS);
        EXPECT_EQ(heard, std::vector<Invocation>({{interface, true, 7, handle, k, kept(extra_state), kept(value)}}));
        heard.clear();
        EXPECT_EQ(get(made, k), flag ? std::to_string(kept(value + 1)) : "none");
        EXPECT_EQ(get(handle, k), std::to_string(kept(value)));
        EXPECT_EQ(free_holder(&made), MPI_SUCCESS);
        EXPECT_EQ(made, null_handle(interface.holder));
      }
      EXPECT_EQ(mpi.delete_attr(handle, k), MPI_SUCCESS);
      EXPECT_EQ(mpi.free_keyval(&k), MPI_SUCCESS);
    }
}

TEST_P(Fortran, CopyRefuses) {
  if (!dups) return;
  MPI_Fint k = keyval(0, null_delete_fn);
  EXPECT_EQ(mpi.set_attr(handle, k, 5), MPI_SUCCESS);
  answer_ierror = MPI_ERR_OTHER;
  MPI_Fint made = null_handle(interface.holder);
  EXPECT_NE(dup(handle, &made), MPI_SUCCESS); // Open MPI's MPI_TYPE_DUP returns MPI_ERR_INTERN
  answer_ierror = MPI_SUCCESS;
  EXPECT_EQ(mpi.delete_attr(handle, k), MPI_SUCCESS);
  EXPECT_EQ(mpi.free_keyval(&k), MPI_SUCCESS);
}

TEST_P(Fortran, MpisOwnCopyFunctions) {
  if (!dups) return;
  MPI_Fint null_copy = keyval(null_copy_fn, null_delete_fn);
  MPI_Fint dup_copy = keyval(dup_fn, null_delete_fn);
  for (const std::int64_t value : values) {
    EXPECT_EQ(mpi.set_attr(handle, null_copy, value), MPI_SUCCESS);
    EXPECT_EQ(mpi.set_attr(handle, dup_copy, value), MPI_SUCCESS);
    MPI_Fint made = null_handle(interface.holder);
    EXPECT_EQ(dup(handle, &made), MPI_SUCCESS);
    EXPECT_EQ(get(made, null_copy), "none");
    EXPECT_EQ(get(made, dup_copy), std::to_string(kept(value)));
    EXPECT_EQ(free_holder(&made), MPI_SUCCESS);
  }
  EXPECT_EQ(mpi.free_keyval(&null_copy), MPI_SUCCESS);
  EXPECT_EQ(mpi.free_keyval(&dup_copy), MPI_SUCCESS);
}

TEST_P(Fortran, EveryCallbackKnowsItsNumber) {
  for (int number = 0; number < most_callbacks; ++number) {
    const int other = most_callbacks - 1 - number;
    MPI_Fint k = keyval(number, other);
    EXPECT_EQ(mpi.set_attr(handle, k, 5), MPI_SUCCESS);
    std::vector<Invocation> expected;
    if (dups) {
      answer_flag = false;
      MPI_Fint made = null_handle(interface.holder);
      EXPECT_EQ(dup(handle, &made), MPI_SUCCESS);
      EXPECT_EQ(free_holder(&made), MPI_SUCCESS);
      expected.push_back({interface, true, number, handle, k, 0, 5});
    }
    EXPECT_EQ(mpi.delete_attr(handle, k), MPI_SUCCESS);
    expected.push_back({interface, false, other, handle, k, 0, 5});
    EXPECT_EQ(heard, expected);
    heard.clear();
    EXPECT_EQ(mpi.free_keyval(&k), MPI_SUCCESS);
  }
}

TEST_P(Fortran, FreeDeletes) {
  MPI_Fint k = keyval(null_copy_fn, 2, -9);
  MPI_Fint other = make_holder(interface.holder);
  const MPI_Fint other_was = other;
  EXPECT_EQ(mpi.set_attr(other, k, -5), MPI_SUCCESS);
  EXPECT_EQ(free_holder(&other), MPI_SUCCESS);
  EXPECT_EQ(other, null_handle(interface.holder));
  EXPECT_EQ(heard, std::vector<Invocation>({{interface, false, 2, other_was, k, -9, -5}}));
  EXPECT_EQ(mpi.free_keyval(&k), MPI_SUCCESS);
}

// A callback that calls MPI, which calls the same callback: Fortran's procedures have to be RECURSIVE.
TEST_P(Fortran, CallbacksCallMpi) {
  static Interface inner;
  static MPI_Fint second;
  MPI_Fint k = keyval(null_copy_fn, 4);
  inner = interface;
  second = make_holder(interface.holder);
  EXPECT_EQ(mpi.set_attr(handle, k, 1), MPI_SUCCESS);
  EXPECT_EQ(mpi.set_attr(second, k, 2), MPI_SUCCESS);
  receive([](const Invocation& invocation) {
    heard.push_back(invocation);
    if (invocation.value == 1) {
      EXPECT_EQ(calls(inner).delete_attr(second, invocation.keyval), MPI_SUCCESS);
    }
    heard.push_back(invocation); // what it was given is still there
    return MPI_SUCCESS;
  });
  EXPECT_EQ(mpi.delete_attr(handle, k), MPI_SUCCESS);
  const Invocation first{interface, false, 4, handle, k, 0, 1};
  const Invocation nested{interface, false, 4, second, k, 0, 2};
  EXPECT_EQ(heard, std::vector<Invocation>({first, nested, nested, first}));
  EXPECT_EQ(free_holder(&second), MPI_SUCCESS);
  EXPECT_EQ(mpi.free_keyval(&k), MPI_SUCCESS);
}

TEST_P(Fortran, WithoutReceiverNothingIsCopied) {
  receive(nullptr);
  MPI_Fint k = keyval(1, 1);
  EXPECT_EQ(mpi.set_attr(handle, k, 5), MPI_SUCCESS);
  MPI_Fint made = null_handle(interface.holder);
  if (dups) {
    EXPECT_EQ(dup(handle, &made), MPI_SUCCESS);
    EXPECT_EQ(get(made, k), "none");
    EXPECT_EQ(free_holder(&made), MPI_SUCCESS);
  }
  EXPECT_EQ(mpi.delete_attr(handle, k), MPI_SUCCESS);
  EXPECT_EQ(mpi.free_keyval(&k), MPI_SUCCESS);
}

INSTANTIATE_TEST_SUITE_P(Every, Fortran, testing::ValuesIn(all()), [](const auto& of) { return name(of.param); });

TEST(Interfaces, AreEleven) {
  EXPECT_EQ(all().size(), interfaces);
  EXPECT_THROW(calls({Binding::mpi_f08, Holder::communicator, Style::integer}), std::logic_error);
}

// Of predefined attributes Fortran gets the value itself.
TEST(Interfaces, GetPredefinedAttributes) {
  const MPI_Fint world = MPI_Comm_c2f(MPI_COMM_WORLD);
  int* tag_ub = nullptr;
  int found = 0;
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, static_cast<void*>(&tag_ub), &found);
  ASSERT_TRUE(found);
  for (const Interface& interface : all()) {
    if (interface.holder != Holder::communicator) continue;
    std::int64_t value = 0;
    bool flag = false;
    EXPECT_EQ(calls(interface).get_attr(world, MPI_TAG_UB, &value, &flag), MPI_SUCCESS);
    EXPECT_TRUE(flag);
    EXPECT_EQ(value, *tag_ub);
  }
}

} // namespace
} // namespace moot::executor::fortran

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  int level = MPI_THREAD_SINGLE;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  for (const MPI_Comm comm : {MPI_COMM_WORLD, MPI_COMM_SELF}) MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  const int failed = RUN_ALL_TESTS();
  MPI_Finalize();
  return failed;
}
