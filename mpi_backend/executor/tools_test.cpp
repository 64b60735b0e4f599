// Below a stack of tools, programs are what they are without one: on each MPI library.
#include "mpi_backend/library_test.h"
#include "programs/attributes/programs.h"
#include "programs/tools/under_tools.h"
#include "spec/language/case_parser.h"

#include <cstdlib>

namespace moot {
namespace {

// MOOT_STACKS=5000 tries as many.
std::uint64_t count() {
  const char* const given = std::getenv("MOOT_STACKS");
  return given == nullptr ? 500 : std::strtoull(given, nullptr, 10);
}

class ToolsExecutorTest : public LibraryTest {
protected:
  ToolsExecutorTest() : LibraryTest(2000, "tools") {}

  void SetUp() override {
    LibraryTest::SetUp();
    for (const auto& library : installed_libraries(MOOT_EXECUTORS))
      if (library.id == GetParam() && library.through == "native")
        native_ = std::make_unique<Runner>(library, RunnerLimits{.events = 2000});
  }

  // In a process of its own, too: what one program does to another is not the question.
  Trace run_native(const Program& program) {
    native_->renew();
    return native_->run({print_case(program), "plain", 0, ""});
  }

private:
  std::unique_ptr<Runner> native_;
};

INSTANTIATE_TEST_SUITE_P(Libraries, ToolsExecutorTest, testing::Values("openmpi", "mpich"),
                         [](const auto& test) { return test.param; });

TEST_P(ToolsExecutorTest, AProgramHasTheTraceThatItHasWithoutTools) {
  const campaign::Programs programs(16, 1, {.tools = true});
  std::uint64_t compared = 0;
  std::uint64_t seen_by_several = 0;
  std::uint64_t storages = 0;
  for (std::uint64_t i = 0; i < count(); ++i) {
    const auto tooled = programs[programs.small() + i];
    Trace below;
    try {
      below = runner().run({print_case(tooled), "below", i, ""});
    } catch (const CannotRun&) {
      continue;
    }
    const auto plain = run_native(without_tools(tooled));
    const auto seen = seen_by_tools(below.events);
    SCOPED_TRACE(print_case(tooled) + show(below));
    ASSERT_EQ(show(seen.program), show(plain.events));
    ASSERT_EQ(seen.program, plain.events);
    ASSERT_EQ(below.ending->type, plain.ending->type);
    for (std::size_t call = 0; call < seen.calls.size(); ++call) {
      seen_by_several += seen.calls[call].size() > 1 ? 1 : 0;
      const std::vector<int> back(seen.calls[call].rbegin(), seen.calls[call].rend());
      if (plain.ending->broke_off()) continue;
      ASSERT_EQ(seen.returns[call], back);
    }
    for (const auto& [id, found] : seen.storages) ASSERT_EQ(found, storage_of(id));
    storages += seen.storages.size();
    ++compared;
  }
  EXPECT_GE(compared, count() * 8 / 10);
  EXPECT_GE(seen_by_several, count());
  EXPECT_GE(storages, count());
}

} // namespace
} // namespace moot
