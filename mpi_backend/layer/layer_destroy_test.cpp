// The questions about destroy callbacks, each answer pinned (docs/readings.md, second part).
#include "mpi_backend/layer/layer_test.h"

namespace moot::layer::test {
namespace {

// Replaces 1 by 2; the destroy callback of 1 first shows what a get says, then does `action`. Then what is set.
std::string in_destroy(const std::string& answers, const std::function<int(MPIX_Key, MPI_Comm)>& action,
                       bool replace = true) {
  Trial run(answers);
  const MPIX_Key a = run.key("a");
  MPI_Comm c = run.comm("c");
  set(a, c, 1);
  int times = 0;
  run.hooks(a).destroy = [&](const Called&) {
    if (++times == 1) run.say(std::to_string(get(a, c))), run.say(error(action(a, c)));
  };
  replace ? set(a, c, 2) : clear(a, c);
  run.say(std::to_string(get(a, c)));
  return run.log();
}

TEST(Answers, GetInDestroy) {
  const auto nothing = [](MPIX_Key, MPI_Comm) { return MPI_SUCCESS; };
  EXPECT_EQ(in_destroy("get-in-destroy=old", nothing), "destroy(a,c,1) 1 ok 2");
  EXPECT_EQ(in_destroy("get-in-destroy=unset", nothing), "destroy(a,c,1) -1 ok 2");
}

TEST(Answers, SetInDestroy) {
  const auto set3 = [](MPIX_Key key, MPI_Comm comm) { return set(key, comm, 3); };
  const std::string begin = "destroy(a,c,1) 1 ";
  EXPECT_EQ(in_destroy("set-in-destroy=erroneous", set3), begin + "handle 2");
  EXPECT_EQ(in_destroy("set-in-destroy=inner-wins", set3), begin + "ok 3");
  EXPECT_EQ(in_destroy("set-in-destroy=outer-wins-inner-destroyed", set3), begin + "ok destroy(a,c,3) 2");
  EXPECT_EQ(in_destroy("set-in-destroy=outer-wins-inner-silent", set3), begin + "ok 2");
  EXPECT_EQ(in_destroy("set-in-destroy=recurses", set3), begin + "destroy(a,c,1) ok 2");
  EXPECT_EQ(in_destroy("set-in-destroy=inner-wins", set3, false), begin + "ok 3");
  EXPECT_EQ(in_destroy("set-in-destroy=outer-wins-inner-destroyed", set3, false), begin + "ok destroy(a,c,3) -1");
  EXPECT_EQ(in_destroy("set-in-destroy=outer-wins-inner-silent", set3, false), begin + "ok -1");
  EXPECT_EQ(in_destroy("set-in-destroy=recurses", set3, false), begin + "destroy(a,c,1) ok -1");
}

TEST(Answers, ClearInDestroy) {
  const std::string begin = "destroy(a,c,1) 1 ";
  EXPECT_EQ(in_destroy("set-in-destroy=erroneous", clear, false), begin + "handle -1");
  EXPECT_EQ(in_destroy("set-in-destroy=inner-wins", clear, false), begin + "ok -1");
  EXPECT_EQ(in_destroy("set-in-destroy=recurses", clear, false), begin + "destroy(a,c,1) ok -1");
}

// The same in a destruction.
std::string in_destruction(const std::string& answers, const std::function<int(MPIX_Key, MPI_Comm)>& action) {
  Trial run(answers);
  const MPIX_Key a = run.key("a");
  const MPIX_Key b = run.key("b");
  MPI_Comm c = run.comm("c");
  set(b, c, 2), set(a, c, 1); // a's destroy callback runs first
  int times = 0;
  run.hooks(a).destroy = [&](const Called&) {
    if (++times > 1) return;
    run.say(std::to_string(get(a, c)) + "/" + std::to_string(get(b, c)));
    run.say(error(action(b, c)));
  };
  MPI_Comm_free(&c);
  std::string log = run.log();
  return log.substr(log.find("destroy"));
}

TEST(Answers, UseInDestroyAndMutateInDestroy) {
  const auto set5 = [](MPIX_Key key, MPI_Comm comm) { return set(key, comm, 5); };
  EXPECT_EQ(in_destruction("use-in-destroy=erroneous", set5), "destroy(a,c,1) -2/-2 handle destroy(b,c,2)");
  EXPECT_EQ(in_destruction("use-in-destroy=works", set5), "destroy(a,c,1) 1/2 handle destroy(b,c,2)");
  EXPECT_EQ(in_destruction("use-in-destroy=unset", set5), "destroy(a,c,1) -1/-1 handle destroy(b,c,2)");
  EXPECT_EQ(in_destruction("use-in-destroy=works,mutate-in-destroy=allowed", set5),
            "destroy(a,c,1) 1/2 destroy(b,c,2) ok destroy(b,c,5)");
  EXPECT_EQ(in_destruction("use-in-destroy=works,mutate-in-destroy=allowed", clear),
            "destroy(a,c,1) 1/2 destroy(b,c,2) ok");
}

TEST(Answers, DupInDestroy) {
  const auto dup = [](MPIX_Key key, MPI_Comm comm) {
    MPI_Comm made = MPI_COMM_NULL;
    const int code = MPI_Comm_dup(comm, &made);
    EXPECT_EQ(code == MPI_SUCCESS, made != MPI_COMM_NULL);
    if (code == MPI_SUCCESS) {
      EXPECT_EQ(error(clear(key, made)), "ok");
      MPI_Comm_free(&made);
    }
    return code;
  };
  EXPECT_EQ(in_destruction("use-in-destroy=erroneous", dup), "destroy(a,c,1) -2/-2 handle destroy(b,c,2)");
  EXPECT_EQ(in_destruction("use-in-destroy=works,get-in-destroy=unset,dup-in-destroy=left-out", dup),
            "destroy(a,c,1) -1/2 copy(b,c,2) destroy(b,?,102) ok destroy(b,c,2)");
  EXPECT_EQ(in_destruction("use-in-destroy=unset", dup), "destroy(a,c,1) -1/-1 ok destroy(b,c,2)");
}

TEST(Answers, SetInDestroyInADestruction) {
  const auto run_with = [](const std::string& answer) {
    Trial run("use-in-destroy=works,set-in-destroy=" + answer);
    const MPIX_Key a = run.key("a");
    MPI_Comm c = run.comm("c");
    set(a, c, 1);
    int times = 0;
    run.hooks(a).destroy = [&](const Called&) {
      if (++times == 1) run.say(error(set(a, c, 3)));
    };
    MPI_Comm_free(&c);
    return run.log().substr(std::string("free(a,c,1) ").size());
  };
  EXPECT_EQ(run_with("erroneous"), "destroy(a,c,1) handle");
  EXPECT_EQ(run_with("inner-wins"), "destroy(a,c,1) ok destroy(a,c,3)");
  EXPECT_EQ(run_with("outer-wins-inner-destroyed"), "destroy(a,c,1) ok destroy(a,c,3)");
  EXPECT_EQ(run_with("outer-wins-inner-silent"), "destroy(a,c,1) ok");
  EXPECT_EQ(run_with("recurses"), "destroy(a,c,1) destroy(a,c,1) ok");
}

// A destroy callback of c (a, then b) frees the communicator d, which has a value under a.
TEST(Answers, CascadeOrder) {
  for (const bool nested : {true, false}) {
    Trial run(nested ? "cascade-order=nested" : "cascade-order=after-phase,handle-in-destroy=null");
    const MPIX_Key a = run.key("a");
    const MPIX_Key b = run.key("b");
    MPI_Comm c = run.comm("c");
    MPI_Comm d = run.comm("d");
    set(b, c, 2), set(a, c, 1), set(b, d, 3);
    run.hooks(a).destroy = [&](const Called&) {
      MPI_Comm_free(&d);
      run.say("freed");
    };
    MPI_Comm_free(&c);
    const std::string log = run.log();
    EXPECT_EQ(log.substr(log.find("destroy")),
              nested ? "destroy(a,c,1) free(b,d,3) destroy(b,d,3) freed destroy(b,c,2)"
                     : "destroy(a,c,1) free(b,d,3) freed destroy(b,c,2) destroy(b,null,3)");
  }
}

TEST(Answers, CascadeOfAKeyThatLosesItsLastValue) {
  for (const bool nested : {true, false}) {
    Trial run(nested ? "cascade-order=nested" : "cascade-order=after-phase");
    MPIX_Key a = run.key("a");
    const MPIX_Key b = run.key("b");
    MPI_Comm c = run.comm("c");
    set(b, c, 2), set(a, c, 1);
    MPIX_Value_set(b, MPIX_HANDLE_KEY, any_handle(a), 3);
    MPIX_Key_free(&a);
    MPI_Comm_free(&c);
    const std::string log = run.log();
    EXPECT_EQ(log.substr(log.find("destroy")), nested ? "destroy(null,c,1) destroy(b,a,3) destroy(b,c,2)"
                                                      : "destroy(null,c,1) destroy(b,c,2) destroy(b,a,3)");
  }
}

} // namespace
} // namespace moot::layer::test
