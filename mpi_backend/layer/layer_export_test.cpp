// Exported programs with keys in Fortran: they compile, link the layer, and show what the cases expect.
#include "spec/language/export/export_run_test.h"
#include "spec/language/export/found_cases_test.h"

#include <filesystem>

namespace moot {
namespace {

// What the reading of these cases says where the layer would draw.
constexpr auto answers = "value-after-free-callback=kept,copy-order=any,destroy-order=any,handle-in-destroy=null,"
                         "key-freed-meanwhile=null-from-next,deferred-destroy-where=completing-call";

class LayerExport : public ExportRun {
protected:
  LayerExport() {
    setenv("MPIX_LAYER_ANSWERS", answers, 1);
    const auto include = std::filesystem::absolute("spec/include").string();
    const auto layer = fmt::format("-L{0} -lmoot_layer_{1} -Wl,-rpath,{0}", MOOT_LAYERS, library());
    before_ = fmt::format(" -I{0} {0}/mpix.f90", include);
    after_ = ' ' + layer;
    environment_ = fmt::format("MOOT='{}' LAYER='{}'", std::filesystem::current_path().string(), layer);
  }

  using Runner = Ran (ExportRun::*)(const Program&, const std::vector<Expected>&) const;
  static constexpr Runner in_fortran = &LayerExport::run_fortran;
  static constexpr Runner in_both = &LayerExport::run_both;
  void passes(const std::string& name, Runner runner) const {
    const auto program = parse_case_file("spec/litmus/ticket304/" + name + ".litmus");
    const auto ran = (this->*runner)(program, program.expectations.at(0).results);
    EXPECT_EQ(ran.code, 0) << name << '\n' << ran.out;
    EXPECT_THAT(ran.out, testing::StartsWith("expected: ")) << name; // no compiler has said anything
  }
};

TEST_P(LayerExport, Fortran) {
  need("mpifort");
  if (IsSkipped()) return;
  for (const std::string binding : {"mpif", "use-mpi", "mpi-f08"})
    for (const std::string name : {"fortran-callbacks-", "fortran-objects-"}) passes(name + binding, in_fortran);
}

TEST_P(LayerExport, Both) {
  need("mpicc");
  need("mpifort");
  if (IsSkipped()) return;
  for (const std::string binding : {"mpif", "use-mpi", "mpi-f08"})
    for (const std::string name : {"fortran-value-", "fortran-uses-a-key-of-c-", "fortran-key-used-in-c-"})
      passes(name + binding, in_both);
  passes("fortran-bindings-together", in_both);
}

INSTANTIATE_TEST_SUITE_P(Libraries, LayerExport, testing::Values("openmpi", "mpich"),
                         [](const auto& test) { return std::string(test.param); });

} // namespace
} // namespace moot
