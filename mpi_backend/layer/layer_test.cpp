// What is not open: keys, values, free, destroy, copy, errors (docs/readings.md, first part).
#include "mpi_backend/layer/layer_test.h"

#include <vector>

namespace moot::layer::test {

// ---- What layer_test.h declares ----

constexpr const char* base_reading =
    "other-key-in-free=by-order,mutate-in-free=erroneous,value-after-free-callback=kept,"
    "key-in-copy-after-free=key-null,copy-of-freed-key=yes,handle-in-destroy=original,get-in-destroy=old,"
    "set-in-destroy=erroneous,key-cycle=leak,destroy-time=at-destruction,deferred-destroy-where=completing-call,"
    "copy-order=last-set-first,destroy-order=last-set-first,use-in-destroy=erroneous,mutate-in-destroy=erroneous,"
    "derived-keeps-datatype=yes,duplicate-keeps-datatype=no,dup-in-destroy=copied,free-in-callback=erroneous,"
    "hidden-copy=no,predefined-key-elsewhere=nowhere,failed-out=null-handle,mutate-in-copy=erroneous,dup-in-free=all,"
    "key-freed-meanwhile=null-from-next,stale-key=works,"
    "null-callbacks=allowed,predefined-key=error-code,cascade-order=nested,failed-dup=destroyed,";

struct Callbacks {
  static Trial::Key* find(MPI_Aint context) { return reinterpret_cast<Trial::Key*>(context); }

  static void copy(MPIX_Key key, int type, MPIX_Handle handle, MPIX_Handle new_handle, MPI_Aint context, MPI_Aint value,
                   MPI_Aint* new_value, int* flag) {
    run(context, "copy", {key, type, handle, new_handle, value}, &Hooks::copy);
    *new_value = value + 100;
    *flag = 1;
  }
  static void free(MPIX_Key key, int type, MPIX_Handle handle, MPI_Aint context, MPI_Aint value) {
    run(context, "free", {key, type, handle, 0, value}, &Hooks::free);
  }
  static void destroy(MPIX_Key key, int type, MPIX_Handle handle, MPI_Aint context, MPI_Aint value) {
    run(context, "destroy", {key, type, handle, 0, value}, &Hooks::destroy);
  }

  static void run(MPI_Aint context, const char* function, const Called& called,
                  std::function<void(const Called&)> Hooks::*hook) {
    Trial::Key* const key = find(context);
    ASSERT_NE(key, nullptr) << "context lost";
    key->run->record(*key, function, called);
    if (key->hooks.*hook) (key->hooks.*hook)(called);
  }
};

Trial::Trial(const std::string& answers, std::uint64_t seed) {
  EXPECT_EQ(MPIX_Layer_start(seed, (base_reading + answers).c_str()), MPI_SUCCESS);
}

MPIX_Key Trial::key(const std::string& name) {
  Key& made = keys_.emplace_back(Key{this, name, {}});
  MPIX_Key key = MPIX_KEY_NULL;
  EXPECT_EQ(
      MPIX_Key_create(Callbacks::copy, Callbacks::free, Callbacks::destroy, reinterpret_cast<MPI_Aint>(&made), &key),
      MPI_SUCCESS);
  by_handle_[key] = &made;
  return called(name, key);
}

Hooks& Trial::hooks(MPIX_Key key) { return by_handle_.at(key)->hooks; }

MPI_Comm Trial::comm(const std::string& name) {
  MPI_Comm made = MPI_COMM_NULL;
  EXPECT_EQ(MPI_Comm_dup(MPI_COMM_SELF, &made), MPI_SUCCESS);
  return called(name, made);
}

void Trial::record(const Key& key, const char* function, const Called& called) {
  const bool is_null = called.handle == any_handle(MPI_COMM_NULL) || called.handle == any_handle(MPI_DATATYPE_NULL) ||
                       called.handle == any_handle(MPIX_KEY_NULL);
  const auto named = names_.find(called.handle);
  const std::string handle = is_null ? "null" : named == names_.end() ? "?" : named->second;
  const std::string shown = called.key == MPIX_KEY_NULL ? "null" : key.name;
  if (called.key != MPIX_KEY_NULL && by_handle_.at(called.key) != &key) say("another key in");
  say(std::string(function) + "(" + shown + "," + handle + "," + std::to_string(called.value) + ")");
}

std::string Trial::log() { return std::exchange(log_, ""); }

void Trial::say(const std::string& word) { log_ += (log_.empty() ? "" : " ") + word; }

int set(MPIX_Key key, MPI_Comm comm, MPI_Aint value) {
  return MPIX_Value_set(key, MPIX_HANDLE_COMM, any_handle(comm), value);
}
int clear(MPIX_Key key, MPI_Comm comm) { return MPIX_Value_clear(key, MPIX_HANDLE_COMM, any_handle(comm)); }
MPI_Aint get(MPIX_Key key, MPI_Comm comm) { return get(key, MPIX_HANDLE_COMM, any_handle(comm)); }
MPI_Aint get(MPIX_Key key, int type, MPIX_Handle handle) {
  MPI_Aint value = -1;
  int flag = 0;
  if (MPIX_Value_get(key, type, handle, &value, &flag) != MPI_SUCCESS) return -2;
  return flag != 0 ? value : -1;
}

std::string error(int code) {
  int error_class = MPI_SUCCESS;
  MPI_Error_class(code, &error_class);
  if (error_class == MPI_SUCCESS) return "ok";
  if (error_class == MPIX_ERR_KEY) return "key";
  if (error_class == MPIX_ERR_HANDLE) return "handle";
  if (error_class == MPI_ERR_OTHER) return "other";
  return error_class == MPI_ERR_ARG ? "arg" : "class " + std::to_string(error_class);
}

// ---- Tests ----

TEST(Value, SetGetClear) {
  Trial run;
  const MPIX_Key a = run.key("a");
  MPI_Comm c = run.comm("c");
  EXPECT_EQ(get(a, c), -1);
  EXPECT_EQ(error(clear(a, c)), "ok");
  EXPECT_EQ(run.log(), "");
  set(a, c, 1);
  EXPECT_EQ(get(a, c), 1);
  set(a, c, 2);
  EXPECT_EQ(run.log(), "destroy(a,c,1)");
  EXPECT_EQ(get(a, c), 2);
  clear(a, c);
  EXPECT_EQ(run.log(), "destroy(a,c,2)");
  EXPECT_EQ(get(a, c), -1);
  MPI_Comm_free(&c);
  EXPECT_EQ(run.log(), "");
}

TEST(Value, FreeThenDestroy) {
  Trial run;
  const MPIX_Key a = run.key("a");
  MPI_Comm c = run.comm("c");
  set(a, c, 1);
  run.hooks(a).free = [&](const Called&) { run.say(std::to_string(get(a, c))); };
  MPI_Comm_free(&c);
  EXPECT_EQ(run.log(), "free(a,c,1) -1 destroy(a,c,1)");
  EXPECT_TRUE(c == MPI_COMM_NULL);
}

TEST(Value, FreeCallbacksComeInAnyOrder) {
  std::map<std::string, int> seen;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Trial run("", seed);
    MPI_Comm c = run.comm("c");
    const MPIX_Key a = run.key("a");
    const MPIX_Key b = run.key("b");
    set(a, c, 1);
    set(b, c, 2);
    MPI_Comm_free(&c);
    ++seen[run.log()];
  }
  EXPECT_EQ(seen.size(), 2U);
  EXPECT_GT(seen["free(a,c,1) free(b,c,2) destroy(b,c,2) destroy(a,c,1)"], 5);
  EXPECT_GT(seen["free(b,c,2) free(a,c,1) destroy(b,c,2) destroy(a,c,1)"], 5);
}

TEST(Value, EveryKind) {
  Trial run;
  const MPIX_Key k = run.key("k");
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(2, MPI_INT, &type);
  MPI_Win win = MPI_WIN_NULL;
  void* base = nullptr;
  MPI_Win_allocate(8, 1, MPI_INFO_NULL, MPI_COMM_SELF, static_cast<void*>(&base), &win);
  MPI_Info info = MPI_INFO_NULL;
  MPI_Info_create(&info);
  MPIX_Key other = run.key("o");
  run.called("t", type), run.called("w", win), run.called("i", info);
  MPIX_Value_set(k, MPIX_HANDLE_DATATYPE, any_handle(type), 1);
  MPIX_Value_set(k, MPIX_HANDLE_WIN, any_handle(win), 2);
  MPIX_Value_set(k, MPIX_HANDLE_INFO, any_handle(info), 3);
  MPIX_Value_set(k, MPIX_HANDLE_KEY, any_handle(other), 4);
  MPI_Type_free(&type);
  MPI_Win_free(&win);
  MPI_Info_free(&info);
  MPIX_Key_free(&other);
  EXPECT_EQ(run.log(), "free(k,t,1) destroy(k,t,1) free(k,w,2) destroy(k,w,2) free(k,i,3) destroy(k,i,3) free(k,o,4) "
                       "destroy(k,o,4)");
}

TEST(Value, CopiesAtDup) {
  Trial run;
  const MPIX_Key a = run.key("a");
  MPI_Comm c = run.comm("c");
  MPI_Comm d = MPI_COMM_NULL;
  set(a, c, 1);
  run.hooks(a).copy = [&](const Called& called) {
    EXPECT_EQ(get(a, MPIX_HANDLE_COMM, called.new_handle), -1); // works, and has no value yet
    EXPECT_TRUE(d == MPI_COMM_NULL);                            // receives the handle at return
  };
  MPI_Comm_dup(c, &d);
  EXPECT_EQ(run.log(), "copy(a,c,1)");
  EXPECT_EQ(get(a, d), 101);
  MPI_Comm_free(&c);
  run.called("d", d);
  MPI_Comm_free(&d);
  EXPECT_EQ(run.log(), "free(a,c,1) destroy(a,c,1) free(a,d,101) destroy(a,d,101)");
}

TEST(Value, ClearedBeforeItsTurnIsNotCopied) {
  Trial run("mutate-in-copy=allowed");
  const MPIX_Key a = run.key("a");
  const MPIX_Key b = run.key("b");
  const MPIX_Key d = run.key("d");
  MPI_Comm c = run.comm("c");
  set(a, c, 1), set(b, c, 2), set(d, c, 3); // last set first: d's callback runs first
  run.hooks(d).copy = [&](const Called&) { clear(b, c), set(a, c, 5); };
  MPI_Comm fresh = MPI_COMM_NULL;
  MPI_Comm_dup(c, &fresh);
  EXPECT_EQ(run.log(), "copy(d,c,3) destroy(b,c,2) destroy(a,c,1) copy(a,c,5)");
  EXPECT_EQ(get(b, fresh), -1);
  EXPECT_EQ(get(a, fresh), 105);
}

TEST(Key, LivesAsLongAsItsValues) {
  Trial run;
  MPIX_Key a = run.key("a");
  const MPIX_Key copy = a;
  const MPIX_Key b = run.key("b");
  MPI_Comm c = run.comm("c");
  set(a, c, 1);
  MPIX_Value_set(b, MPIX_HANDLE_KEY, any_handle(a), 7);
  MPIX_Key_free(&a);
  EXPECT_TRUE(a == MPIX_KEY_NULL);
  EXPECT_EQ(run.log(), "free(b,a,7)");
  EXPECT_EQ(MPIX_Key_c2f(copy), MPIX_Key_c2f(MPIX_Key_f2c(MPIX_Key_c2f(copy))));
  MPI_Comm_free(&c);
  EXPECT_EQ(run.log(), "free(null,c,1) destroy(null,c,1) destroy(b,a,7)");
  EXPECT_EQ(MPIX_Key_c2f(copy), 0);
}

TEST(Key, Predefined) {
  Trial run;
  int* tag_ub = nullptr;
  int flag = 0;
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, static_cast<void*>(&tag_ub), &flag);
  ASSERT_EQ(flag, 1);
  EXPECT_EQ(get(MPIX_KEY_TAG_UB, MPI_COMM_WORLD), *tag_ub);
  EXPECT_EQ(get(MPIX_KEY_TAG_UB, MPIX_HANDLE_DATATYPE, any_handle(MPI_INT)), -1);
  MPIX_Key key = MPIX_KEY_IO;
  EXPECT_EQ(error(set(key, MPI_COMM_WORLD, 1)), "key");
  EXPECT_EQ(error(clear(key, MPI_COMM_WORLD)), "key");
  EXPECT_EQ(error(MPIX_Key_free(&key)), "key");
  EXPECT_EQ(error(set(MPIX_KEY_NULL, MPI_COMM_WORLD, 1)), "key");
}

TEST(Errors, HandlesThatNameNoObject) {
  Trial run;
  const MPIX_Key a = run.key("a");
  MPI_Comm c = run.comm("c");
  const MPI_Comm stale = c;
  MPI_Comm_free(&c);
  MPI_Comm again = stale;
  MPI_Comm world = MPI_COMM_WORLD;
  MPI_Datatype integer = MPI_INT;
  EXPECT_EQ(error(set(a, stale, 1)), "handle");
  EXPECT_EQ(error(set(a, MPI_COMM_NULL, 1)), "handle");
  EXPECT_EQ(error(MPI_Comm_free(&again)), "handle");
  EXPECT_EQ(error(MPI_Comm_dup(stale, &c)), "handle");
  EXPECT_EQ(error(MPI_Comm_free(&world)), "handle");
  EXPECT_EQ(error(MPI_Type_free(&integer)), "handle");
  EXPECT_EQ(error(MPIX_Value_set(a, MPIX_HANDLE_COMM, any_handle(MPI_INT), 1)), "handle");
  EXPECT_EQ(error(MPIX_Value_set(a, MPIX_HANDLE_DATATYPE, any_handle(MPI_COMM_WORLD), 1)), "handle");
  EXPECT_EQ(error(MPIX_Value_set(a, 77, any_handle(MPI_INT), 1)), "handle");
  MPI_Comm split = MPI_COMM_NULL; // likely to have the old value: no longer stale
  MPI_Comm_split(MPI_COMM_SELF, 0, 0, &split);
  EXPECT_EQ(error(set(a, split, 1)), "ok");
  MPI_Comm_free(&split);
}

TEST(Errors, FreedAgainInItsFreeCallback) {
  Trial run;
  const MPIX_Key a = run.key("a");
  MPI_Comm c = run.comm("c");
  set(a, c, 1);
  run.hooks(a).free = [&](const Called&) {
    MPI_Comm again = c;
    run.say(error(MPI_Comm_free(&again)));
  };
  MPI_Comm_free(&c);
  EXPECT_EQ(run.log(), "free(a,c,1) handle destroy(a,c,1)");
}

static int raised_code = 0;
static void note_code(MPI_Comm*, int* code, ...) { raised_code = *code; }

TEST(Errors, GoToTheErrorHandlerOfTheCommunicator) {
  Trial run;
  const MPIX_Key a = run.key("a");
  MPI_Comm c = run.comm("c");
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  MPI_Comm_create_errhandler(note_code, &handler);
  MPI_Comm_set_errhandler(c, handler);
  EXPECT_EQ(error(set(MPIX_KEY_IO, c, 1)), "key");
  EXPECT_EQ(error(raised_code), "key");
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(raised_code, text, &length);
  EXPECT_NE(std::string(text).find("predefined key"), std::string::npos) << text;
  EXPECT_EQ(error(set(a, c, 1)), "ok");
  MPI_Errhandler_free(&handler);
  MPI_Comm_free(&c);
}

TEST(Seed, SameSeedSameChoices) {
  const auto text = [](std::uint64_t seed) {
    MPIX_Layer_start(seed, "mutate-in-free=queued");
    MPIX_Key_create(nullptr, nullptr, nullptr, 0, std::vector<MPIX_Key>(1).data());
    char drawn[100];
    EXPECT_LT(MPIX_Layer_drawn(drawn, sizeof drawn), 100);
    return std::string(drawn);
  };
  std::map<std::string, int> seen;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    EXPECT_EQ(text(seed), text(seed));
    ++seen[text(seed)];
  }
  EXPECT_EQ(seen.size(), 2U);
  EXPECT_GT(seen["null-callbacks=allowed"], 0);
  EXPECT_EQ(MPIX_Layer_start(1, "no-such-question=yes"), MPI_ERR_ARG);
  EXPECT_EQ(MPIX_Layer_start(1, "stale-key=maybe"), MPI_ERR_ARG);
}

} // namespace moot::layer::test

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  int level = MPI_THREAD_SINGLE;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  for (const MPI_Comm comm : {MPI_COMM_WORLD, MPI_COMM_SELF}) MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  const int failed = RUN_ALL_TESTS();
  moot::layer::test::Trial run("key-cycle=collected-at-finalize,handle-in-destroy=null");
  MPIX_Key a = run.key("a");
  MPIX_Value_set(a, MPIX_HANDLE_KEY, moot::layer::test::any_handle(a), 1);
  MPIX_Key_free(&a);
  run.log();
  MPI_Finalize();
  return failed != 0 || run.log() != "destroy(null,null,1)" ? 1 : 0;
}
