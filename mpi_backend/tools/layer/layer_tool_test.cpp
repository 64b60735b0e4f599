// The layer as the tool `ticket304`: its own tests, and programs.
#include "mpi_backend/tools/from_pmpi/tool_test.h"

namespace moot {
namespace {

using testing::HasSubstr;

class LayerToolTest : public ToolTest {
protected:
  Ran with_layer(const std::string& tools, const std::string& program, const std::string& environment = "") const {
    return under(tools, program, environment, {tool_file("layer")});
  }
  std::string test_of_layer(const std::string& name) const { return MOOT_LAYERS "/" + name + "_" + backend(); }
};
MOOT_ON_EACH_LIBRARY(LayerToolTest);

// (It returns 3 where no value is copied.)
TEST_P(LayerToolTest, KeysWorkInAnyPlace) {
  for (const auto& tools : {layer(), layer() + "," + loaded("count"), loaded("count") + "," + layer(),
                            loaded("pass") + ",ticket304,pass"}) {
    const auto ran = with_layer(tools, program("ticket304"));
    EXPECT_EQ(ran.code, 0) << tools << "\n" << ran.err;
  }
  // What is preloaded and not listed is in no place.
  EXPECT_EQ(with_layer(loaded("count"), program("ticket304")).code, 3);
}

TEST_P(LayerToolTest, ItsTestsPass) {
  const auto c = with_layer("ticket304," + loaded("count"), test_of_layer("layer_c_test"));
  EXPECT_EQ(c.code, 0) << c.err;
  EXPECT_THAT(c.err, HasSubstr("count 2: MPI_Send 1"));
  const auto all = with_layer("ticket304," + loaded("pass"), test_of_layer("layer_test"));
  EXPECT_EQ(all.code, 0) << all.out << all.err;
  EXPECT_THAT(all.out, HasSubstr("PASSED"));
}

// The layer that the program is linked with stays asleep.
TEST_P(LayerToolTest, TakesThePlaceOfAnotherLayer) {
  const auto ran = with_layer(layer(), program("ticket304"), "LD_DEBUG=bindings");
  EXPECT_EQ(ran.code, 0);
  EXPECT_THAT(ran.err, testing::ContainsRegex("binding file .*/ticket304 .* to .*/liblayer.so .*MPIX_Key_create"));
}

TEST_P(LayerToolTest, SaysWhatIsWrong) {
  const auto another = under(layer(), program("ticket304"));
  EXPECT_EQ(another.code, 2);
  EXPECT_THAT(lines_of(another.err, "moot "),
              testing::MatchesRegex("moot tools: rank 0: the tool ticket304: the program calls functions of "
                                    ".*/libmoot_layer_.*: load .*/liblayer.so with LD_PRELOAD\n"));
  const auto twice = with_layer("ticket304," + loaded("pass") + ",ticket304", program("ticket304"));
  EXPECT_EQ(twice.code, 2);
  EXPECT_EQ(lines_of(twice.err, "moot "), "moot tools: rank 0: MOOT_QMPI_TOOLS: the tool ticket304 can have one place "
                                          "only, and is listed for 1 and 3\n");
}

} // namespace
} // namespace moot
