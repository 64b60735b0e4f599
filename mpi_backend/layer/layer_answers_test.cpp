// The questions about free and copy callbacks and about keys, each answer pinned (docs/readings.md, second part).
#include "mpi_backend/layer/layer_test.h"

namespace moot::layer::test {
namespace {

// The log of freeing a communicator with values 1 under a and 2 under b, where each free callback shows both.
std::string seen_in_free(const std::string& answer) {
  Trial run(answer, 3);
  const MPIX_Key a = run.key("a");
  const MPIX_Key b = run.key("b");
  MPI_Comm c = run.comm("c");
  set(a, c, 1), set(b, c, 2);
  const auto show = [&](const Called&) { run.say(std::to_string(get(a, c)) + "/" + std::to_string(get(b, c))); };
  run.hooks(a).free = run.hooks(b).free = show;
  MPI_Comm_free(&c);
  std::string log = run.log();
  return log.substr(0, log.find(" destroy"));
}

TEST(Answers, OtherKeyInFree) {
  const std::string by_order = seen_in_free("other-key-in-free=by-order");
  const std::string a_first = "free(a,c,1) -1/2 free(b,c,2) -1/-1";
  const std::string b_first = "free(b,c,2) 1/-1 free(a,c,1) -1/-1";
  EXPECT_TRUE(by_order == a_first || by_order == b_first) << by_order;
  const std::string present = seen_in_free("other-key-in-free=present");
  EXPECT_NE(present.find("free(a,c,1) -1/2"), std::string::npos) << present;
  EXPECT_NE(present.find("free(b,c,2) 1/-1"), std::string::npos) << present;
  const std::string absent = seen_in_free("other-key-in-free=absent");
  EXPECT_NE(absent.find("free(a,c,1) -1/-1"), std::string::npos) << absent;
  EXPECT_NE(absent.find("free(b,c,2) -1/-1"), std::string::npos) << absent;
}

// A free callback that does `action` once, to its own key's value 1.
std::string in_free(const std::string& answers, const std::function<int(MPIX_Key, MPI_Comm)>& action) {
  Trial run(answers);
  const MPIX_Key a = run.key("a");
  MPI_Comm c = run.comm("c");
  set(a, c, 1);
  bool done = false;
  run.hooks(a).free = [&](const Called&) {
    if (!std::exchange(done, true)) run.say(error(action(a, c)));
  };
  MPI_Comm_free(&c);
  return run.log();
}

TEST(Answers, MutateInFree) {
  const auto set2 = [](MPIX_Key key, MPI_Comm comm) { return set(key, comm, 2); };
  EXPECT_EQ(in_free("mutate-in-free=erroneous", set2), "free(a,c,1) handle destroy(a,c,1)");
  EXPECT_EQ(in_free("mutate-in-free=erroneous", clear), "free(a,c,1) handle destroy(a,c,1)");
  EXPECT_EQ(in_free("mutate-in-free=queued", set2), "free(a,c,1) destroy(a,c,1) ok free(a,c,2) destroy(a,c,2)");
  EXPECT_EQ(in_free("mutate-in-free=queued", clear), "free(a,c,1) destroy(a,c,1) ok");
  EXPECT_EQ(in_free("mutate-in-free=queued,value-after-free-callback=cleared", set2), "free(a,c,1) ok free(a,c,2)");
  EXPECT_EQ(in_free("mutate-in-free=queued,value-after-free-callback=cleared", clear), "free(a,c,1) ok");
}

TEST(Answers, AnOwedFreeCallbackIsCancelledByAClear) {
  Trial run("mutate-in-free=queued");
  const MPIX_Key a = run.key("a");
  const MPIX_Key b = run.key("b");
  MPI_Comm c = run.comm("c");
  set(a, c, 1), set(b, c, 1);
  run.hooks(a).free = [&](const Called&) { clear(b, c); };
  run.hooks(b).free = [&](const Called&) { clear(a, c); };
  MPI_Comm_free(&c);
  const std::string log = run.log();
  EXPECT_TRUE(log == "free(a,c,1) destroy(b,c,1) destroy(a,c,1)" || log == "free(b,c,1) destroy(a,c,1) destroy(b,c,1)")
      << log;
}

TEST(Answers, ValueAfterFreeCallback) {
  for (const bool kept : {true, false}) {
    Trial run(kept ? "value-after-free-callback=kept" : "value-after-free-callback=cleared");
    const MPIX_Key a = run.key("a");
    MPI_Comm c = run.comm("c");
    set(a, c, 1);
    MPI_Comm_free(&c);
    EXPECT_EQ(run.log(), kept ? "free(a,c,1) destroy(a,c,1)" : "free(a,c,1)");
  }
}

std::string dup_under_freed_key(const std::string& answers) {
  Trial run(answers);
  MPIX_Key a = run.key("a");
  MPI_Comm c = run.comm("c");
  set(a, c, 1);
  MPIX_Key_free(&a);
  MPI_Comm d = MPI_COMM_NULL;
  MPI_Comm_dup(c, &d);
  run.called("d", d);
  MPI_Comm_free(&d);
  return run.log();
}

TEST(Answers, KeyInCopyAfterFreeAndCopyOfFreedKey) {
  EXPECT_EQ(dup_under_freed_key("key-in-copy-after-free=key-null"),
            "copy(null,c,1) free(null,d,101) destroy(null,d,101)");
  EXPECT_EQ(dup_under_freed_key("key-in-copy-after-free=key"), "copy(a,c,1) free(null,d,101) destroy(null,d,101)");
  EXPECT_EQ(dup_under_freed_key("copy-of-freed-key=no"), "");
}

TEST(Answers, KeyCycle) {
  for (const char* answer : {"leak", "erroneous"}) {
    Trial run(std::string("key-cycle=") + answer);
    MPIX_Key a = run.key("a");
    MPIX_Key b = run.key("b");
    MPIX_Value_set(a, MPIX_HANDLE_KEY, any_handle(b), 1);
    MPIX_Value_set(b, MPIX_HANDLE_KEY, any_handle(a), 2);
    EXPECT_EQ(error(MPIX_Key_free(&a)), "ok");
    EXPECT_EQ(error(MPIX_Key_free(&b)), answer == std::string("leak") ? "ok" : "key");
    EXPECT_EQ(run.log(), "free(b,a,2) free(null,b,1)");
  }
}

TEST(Answers, CopyOrderAndDestroyOrder) {
  std::map<std::string, int> seen;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Trial run("copy-order=any,destroy-order=any", seed);
    const MPIX_Key a = run.key("a");
    const MPIX_Key b = run.key("b");
    MPI_Comm c = run.comm("c");
    set(a, c, 1), set(b, c, 2);
    MPI_Comm d = MPI_COMM_NULL;
    MPI_Comm_dup(c, &d);
    ++seen[run.log()];
    MPI_Comm_free(&c);
    const std::string log = run.log();
    ++seen[log.substr(log.find("destroy"))];
    MPI_Comm_free(&d);
  }
  EXPECT_EQ(seen.size(), 4U); // two orders of copies, two of destroys
}

TEST(Answers, MutateInCopy) {
  for (const bool allowed : {false, true}) {
    Trial run(allowed ? "mutate-in-copy=allowed" : "mutate-in-copy=erroneous");
    const MPIX_Key a = run.key("a");
    MPI_Comm c = run.comm("c");
    set(a, c, 1);
    run.hooks(a).copy = [&](const Called& called) {
      run.called("d", called.new_handle);
      run.say(error(MPIX_Value_set(a, MPIX_HANDLE_COMM, called.new_handle, 7)));
      run.say(error(MPIX_Value_clear(a, MPIX_HANDLE_COMM, any_handle(MPI_COMM_SELF)))); // no part of this dup
    };
    MPI_Comm d = MPI_COMM_NULL;
    MPI_Comm_dup(c, &d);
    EXPECT_EQ(run.log(), allowed ? "copy(a,c,1) ok ok destroy(a,d,7)" : "copy(a,c,1) handle ok");
    EXPECT_EQ(get(a, d), 101);
  }
}

TEST(Answers, DupInFree) {
  for (const char* answer : {"all", "not-yet-run", "erroneous"}) {
    Trial run(std::string("dup-in-free=") + answer);
    const MPIX_Key a = run.key("a");
    const MPIX_Key b = run.key("b");
    MPI_Comm c = run.comm("c");
    MPI_Comm d = MPI_COMM_NULL;
    set(a, c, 1), set(b, c, 2);
    bool first = true;
    run.hooks(a).free = run.hooks(b).free = [&](const Called& called) {
      if (!std::exchange(first, false)) return;
      run.log();
      run.say(error(MPI_Comm_dup(c, &d)));
      const bool a_runs = called.value == 1;
      const std::string others = a_runs ? "copy(b,c,2) ok" : "copy(a,c,1) ok";
      const std::string all = "copy(b,c,2) copy(a,c,1) ok";
      EXPECT_EQ(run.log(), *answer == 'a' ? all : *answer == 'n' ? others : "handle");
    };
    MPI_Comm_free(&c);
  }
}

TEST(Answers, KeyFreedMeanwhile) {
  for (const bool fixed : {false, true}) {
    Trial run(fixed ? "key-freed-meanwhile=fixed-at-start" : "key-freed-meanwhile=null-from-next");
    MPIX_Key a = run.key("a");
    const MPIX_Key b = run.key("b");
    MPI_Comm c = run.comm("c");
    set(a, c, 1), set(b, c, 2); // last set first: b's destroy callback frees the key a
    run.hooks(b).destroy = [&](const Called&) { MPIX_Key_free(&a); };
    MPI_Comm_free(&c);
    const std::string log = run.log();
    EXPECT_EQ(log.substr(log.find("destroy")),
              fixed ? "destroy(b,c,2) destroy(a,c,1)" : "destroy(b,c,2) destroy(null,c,1)");
  }
}

// What a destroy callback sets again is owed its own when that has ended: the key was freed before.
TEST(Answers, KeyFreedAfterItsValueWasSetAgain) {
  Trial run("key-freed-meanwhile=fixed-at-start,use-in-destroy=works,set-in-destroy=inner-wins");
  MPIX_Key a = run.key("a");
  MPI_Comm c = run.comm("c");
  set(a, c, 1);
  run.hooks(a).destroy = [&](const Called& called) {
    if (called.value == 1) set(a, MPIX_Handle_comm(called.handle), 2), MPIX_Key_free(&a);
  };
  MPI_Comm_free(&c);
  const std::string log = run.log();
  EXPECT_EQ(log.substr(log.find("destroy")), "destroy(a,c,1) destroy(null,c,2)");
}

TEST(Answers, StaleKey) {
  for (const bool works : {false, true}) {
    Trial run(works ? "stale-key=works" : "stale-key=erroneous");
    MPIX_Key a = run.key("a");
    MPIX_Key copy = a;
    MPI_Comm c = run.comm("c");
    set(a, c, 1);
    MPIX_Key_free(&a);
    EXPECT_EQ(get(copy, c), works ? 1 : -2);
    EXPECT_EQ(error(set(copy, c, 2)), works ? "ok" : "key");
    EXPECT_EQ(MPIX_Key_c2f(copy) != 0, works);
    EXPECT_EQ(error(MPIX_Key_free(&copy)), "key"); // in any case
    MPI_Comm_free(&c);
    EXPECT_EQ(run.log(),
              works ? "destroy(null,c,1) free(null,c,2) destroy(null,c,2)" : "free(null,c,1) destroy(null,c,1)");
    EXPECT_EQ(get(copy, MPI_COMM_WORLD), -2);
  }
}

TEST(Answers, NullCallbacks) {
  MPIX_Key key = MPIX_KEY_NULL;
  const Trial erroneous("null-callbacks=erroneous");
  EXPECT_EQ(error(MPIX_Key_create(nullptr, nullptr, nullptr, 0, &key)), "arg");
  Trial allowed("null-callbacks=allowed");
  EXPECT_EQ(error(MPIX_Key_create(nullptr, nullptr, nullptr, 0, &key)), "ok");
  MPI_Comm c = allowed.comm("c");
  MPI_Comm d = MPI_COMM_NULL;
  set(key, c, 1);
  MPI_Comm_dup(c, &d);
  EXPECT_EQ(get(key, d), -1);
  MPI_Comm_free(&c);
  MPI_Comm_free(&d);
}

TEST(Answers, FailedDup) {
  for (const bool destroyed : {true, false}) {
    std::map<std::string, int> seen;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      Trial run(destroyed ? "failed-dup=destroyed" : "failed-dup=none", seed);
      const MPIX_Key a = run.key("a");
      MPI_Comm c = run.comm("c");
      set(a, c, 1);
      MPIX_Layer_may_fail_next_dup();
      MPI_Comm d = MPI_COMM_NULL;
      run.say(error(MPI_Comm_dup(c, &d)));
      EXPECT_EQ(get(a, c), 1);
      ++seen[run.log()];
      if (d != MPI_COMM_NULL) MPI_Comm_free(&d);
      MPI_Comm_free(&c);
    }
    EXPECT_EQ(seen.size(), 3U);
    EXPECT_GT(seen["copy(a,c,1) ok"], 0);
    EXPECT_GT(seen["other"], 0);
    EXPECT_GT(seen[destroyed ? "copy(a,c,1) destroy(a,?,101) other" : "copy(a,c,1) other"], 0);
  }
}

} // namespace
} // namespace moot::layer::test
