// moot settle --report: each disagreement's shortest program, on a library that is made up: the model, whose gets invent.
#include "cli/command_test.h"

#include <nlohmann/json.hpp>

namespace moot {
namespace {

class CommandShortestTest : public CommandTest {
protected:
  void SetUp() override {
    file_ = add("one.litmus", "litmus \"Is it there?\" source ticket304 line 1\n"
                              "callback copies { new_value := value }\n"
                              "MPIX_Key_create(copy: copies) -> k MPIX_Key_create() -> unused\n"
                              "MPI_Comm_dup(MPI_COMM_WORLD) -> c MPIX_Value_set(unused, c, 3)\n"
                              "if 1 == 1 { MPIX_Value_set(k, c, 1) }\n"
                              "MPIX_Value_get(k, c) -> seen MPIX_Value_get(unused, c) -> other observe seen, other\n");
    std::filesystem::create_directory(path("executors"));
  }

  // A library that runs a program as the model does, and then does this, with its trace as $run.
  void install(const std::string& edit) const {
    const std::string begin = R"(echo '{"library":"MPICH","version":"4.0.2"}' >&3
[ "$3" = --version ] && exit
echo >&3
run=$0.$$.trace
while read -r job; do
  printf '%s\n' "$job" | sed 's/.*"program":"//; s/","seed":.*//; s/\\n/\n/g; s/\\"/"/g' >"$0.$$.litmus"
  $MOOT run "$0.$$.litmus" --on model --seed 1 -o "$run" >&2 || exit 1
)";
    add_script("executors/moot_executor_mpich", begin + "  " + edit + "\n  echo >&3\ndone\n");
  }

  // The shortest program, from its first call on, of the disagreement; "": there is not just one.
  std::string shortest() const {
    const auto ran =
        shell("export MOOT_EXECUTORS=" + path("executors") + " MOOT_SPEC=$PWD/spec\n$MOOT settle --seeds 1 " + file_ +
              " --report " + path("r.json") + " --report " + path("r.html") + " --report " + path("r.md"));
    EXPECT_EQ(ran.code, 1) << ran.err;
    const auto json = nlohmann::json::parse(content(path("r.json")));
    const auto& all = json["cases"][0]["disagreements"];
    if (all.size() != 1) return "";
    const std::string program = all[0]["program"];
    EXPECT_NE(json["cases"][0]["program"], program);
    return program.substr(program.find("\n\n") + 2);
  }

  std::string file_;
};

TEST_F(CommandShortestTest, KeepsTheEventThatIsForbidden) {
  install(R"(sed 's/"results":{"value":1}/"results":{"value":7}/; s/"seen":1/"seen":7/' "$run" >&3)");
  const std::string program =
      "MPIX_Key_create() -> k\nMPIX_Value_set(k, MPI_COMM_SELF, 1)\nMPIX_Value_get(k, MPI_COMM_SELF) -> seen\n";
  EXPECT_EQ(shortest(), program);
  EXPECT_THAT(content(path("r.md")), testing::HasSubstr(program + "```\n\nIts trace up to event 6:"));
  EXPECT_THAT(content(path("r.html")), testing::HasSubstr("<p>The shortest program that shows it:</p>\n<pre>litmus "));
  EXPECT_THAT(content(path("r.html")), testing::HasSubstr("MPIX_Value_get(k, MPI_COMM_SELF) -&gt; seen\n</pre>"));
}

TEST_F(CommandShortestTest, KeepsWhatIsObservedIfTheOutcomeIsForbidden) {
  install(R"(sed 's/"seen":1/"seen":7/' "$run" >&3)");
  EXPECT_THAT(shortest(), testing::EndsWith("MPIX_Value_get(k, MPI_COMM_SELF) -> seen\n\nobserve seen\n"));
}

TEST_F(CommandShortestTest, KeepsWhatTheLibraryDiesOf) {
  install(R"(grep -q '"procedure":"MPIX_Value_set".*"value":3' "$run" && kill -SEGV $$; cat "$run" >&3)");
  EXPECT_EQ(shortest(), "MPIX_Key_create() -> unused\nMPIX_Value_set(unused, MPI_COMM_SELF, 3)\n");
}

} // namespace
} // namespace moot
