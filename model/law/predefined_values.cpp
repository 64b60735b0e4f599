// The bounds of the numbers that MPI attaches itself: what a case may conclude from comparing them (Mpi::bounds, evaluate.cpp).
#include "model/law/predefined_values.h"

#include <algorithm>

namespace moot {
namespace {

constexpr std::int64_t greatest = any_integer.greatest;

// Every window of a case has 8 bytes, a displacement unit of 1 and one flavor, whose number the library chooses. Two windows have
// two bases, and need not have one model: those have no bounds that hold for both. (That a number is the same on all processes is not
// checked: the model follows one.)
constexpr std::array values{
    PredefinedValue{{Constant::key_tag_ub, Constant::tag_ub},
                    by(Clause::predefined_tag_ub),
                    "the tag upper bound must be at least 32767",
                    {32767, greatest}},
    PredefinedValue{{Constant::key_wtime_is_global, Constant::wtime_is_global},
                    by(Clause::predefined_wtime),
                    "MPI_WTIME_IS_GLOBAL is 1 if clocks are synchronized, 0 otherwise",
                    {0, 1}},
    PredefinedValue{{Constant::appnum, Constant::appnum},
                    by(Clause::predefined_optional),
                    "the numbering of MPI_APPNUM starts from zero",
                    {0, greatest}},
    PredefinedValue{{Constant::universe_size, Constant::universe_size},
                    by(Clause::none),
                    "nothing is said of the number that MPI_UNIVERSE_SIZE is",
                    any_integer},
    // (Which communicators have it: is_attached_to_world, rules/attribute.cpp. Once the program has added classes or codes, it is not
    // modelled: refuse_if_grown, rules/predefined.cpp.)
    PredefinedValue{{Constant::last_used_code, Constant::last_used_code},
                    by(Clause::predefined_last_used_code),
                    "MPI_LASTUSEDCODE is at least MPI_ERR_LASTCODE, and so above MPI_SUCCESS",
                    {1, greatest}},
    PredefinedValue{
        {Constant::key_host, Constant::host}, by(Clause::none), "MPI_HOST is a rank, or MPI_PROC_NULL", any_integer},
    PredefinedValue{{Constant::key_io, Constant::io},
                    by(Clause::none),
                    "MPI_IO is a rank, or MPI_ANY_SOURCE, or MPI_PROC_NULL",
                    any_integer},
    PredefinedValue{
        {Constant::win_size, Constant::win_size}, by(Clause::win_predefined), "the size of the window", {8, 8}},
    PredefinedValue{{Constant::win_disp_unit, Constant::win_disp_unit},
                    by(Clause::win_predefined),
                    "the displacement unit of the window",
                    {1, 1}},
    PredefinedValue{{Constant::win_create_flavor, Constant::win_create_flavor},
                    by(Clause::none),
                    "how the window was created",
                    any_integer},
};

} // namespace

const PredefinedValue* predefined_value(Constant key) {
  const auto* found =
      std::ranges::find_if(values, [&](const PredefinedValue& it) { return it.of[0] == key || it.of[1] == key; });
  return found == values.end() ? nullptr : found;
}

std::span<const PredefinedValue> predefined_values() { return values; }

} // namespace moot
