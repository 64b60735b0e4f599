#include "mpi_backend/recorder/generate/wrapper.h"

#include <algorithm>
#include <fmt/format.h>

namespace moot::recorder {

bool Wrapper::is_one_of(std::initializer_list<std::string_view> names) const {
  return std::ranges::find(names, plan_.function.name) != names.end();
}

bool Wrapper::has_functions() const {
  return handles_errors() || std::ranges::any_of(plan_.in, [](const Item& it) { return it.type == "function"; });
}

bool Wrapper::handles_errors() const {
  return plan_.function.name.ends_with("_create_errhandler") || plan_.is("MPI_Errhandler_create");
}

std::string Wrapper::words(const std::vector<Item>& items) {
  std::size_t count = 0;
  std::string arrays;
  for (const auto& it : items) {
    count += it.type == "handle" ? 2 : 1;
    if (it.count) arrays += fmt::format(" + count_{}", it.name);
  }
  return fmt::format("{}{}", count, arrays);
}

// What only looks, or puts something in its place, takes as long as to look at the clock.
std::string Wrapper::timed() const {
  const auto& name = plan_.function.name;
  const bool is_short = name.ends_with("get_attr") || name.ends_with("set_attr") || name.ends_with("Value_get") ||
                        is_one_of({"MPI_Attr_get", "MPI_Attr_put", "MPI_Finalized"});
  return is_short ? "false" : "true";
}

std::string Wrapper::flag() const {
  for (const auto& it : plan_.out)
    if (it.type == "flagged") return fmt::format(", has_{} ? 1 : 0", it.name);
  return "";
}

std::string Wrapper::any_matters() const {
  std::string text;
  for (const auto& it : plan_.in) {
    const bool is_marked = it.type == "datatype" ||
                           (plan_.relevance == Relevance::operation && it.type == "communicator") ||
                           (plan_.relevance == Relevance::of_requests && it.type == "request");
    if (!is_marked) continue;
    if (it.count)
      text += fmt::format("{}any_matters(Marked::{}, count_{}, [&](std::size_t i) {{ return {}; }})",
                          text.empty() ? "" : " || ", it.type, it.name, handle(it));
    else
      text += fmt::format("{}{}(Marked::{}, [&] {{ return {}; }})", text.empty() ? "" : " || ",
                          plan_.is("MPI_Type_dup") ? "may_have_values" : "matters", it.type, handle(it));
  }
  return text;
}

void Wrapper::pass() {
  const auto passed = fmt::format(" {{\n    const Inside inside;\n    {}\n  }}", passed_on());
  // (The program's functions are replaced in any case: what they call is the program's.)
  if (has_functions()) return line("  if (this_thread.inside != 0)" + passed);
  const auto matters = plan_.relevance == Relevance::always ? "" : any_matters();
  if (plan_.relevance == Relevance::makes_datatype || is_one_of({"MPI_Type_commit", "MPI_Type_free"})) {
    line(fmt::format("  if (passes({}))", kinds()) + passed);
    return pass_datatype();
  }
  line(fmt::format("  if (passes({}){})", kinds(), matters.empty() ? "" : fmt::format(" || !({})", matters)) + passed);
}

// Of one that does not matter yet, it is kept how it came about.
void Wrapper::pass_datatype() {
  const auto matters = any_matters();
  line(fmt::format("  if (!all_matters.load(std::memory_order_relaxed){}) {{",
                   matters.empty() ? "" : fmt::format(" && !({})", matters)));
  const auto& first = plan_.relevance == Relevance::makes_datatype ? plan_.out.front() : plan_.in.front();
  if (plan_.is("MPI_Type_free")) line(fmt::format("    const Word freed = {};", handle(first)));
  line(fmt::format("    const Inside inside;\n    {}", called()));
  line("    if (error == MPI_SUCCESS) {");
  if (plan_.is("MPI_Type_commit")) line(fmt::format("      note_committed({});", handle(first)));
  if (plan_.is("MPI_Type_free")) line("      note_freed(freed);");
  if (plan_.relevance == Relevance::makes_datatype) {
    line(fmt::format("      Making making{{at_{}, {}, {{}}, {{}}}};", plan_.function.name, language()));
    for (const auto& it : plan_.in) {
      if (it.count) line(fmt::format("      making.in.push_back(count_{});", it.name));
      if (it.count) line(fmt::format("      for (std::size_t i = 0; i < count_{}; ++i) {{", it.name));
      if (it.type == "datatype") line("      making.datatypes.push_back(making.in.size());");
      line(fmt::format("      making.in.push_back({});", handle(it)));
      if (it.count) line("      }");
    }
    line(fmt::format("      note_made(std::move(making), {});", handle(first)));
  }
  line(fmt::format("    }}\n    {}\n  }}", ended()));
}

void Wrapper::tell_what_it_needs() {
  if (plan_.is("MPIX_Value_set")) line("  if (handle_type == MPIX_HANDLE_DATATYPE) needs(word(handle));");
  for (const auto& it : plan_.in) {
    if (it.type != "datatype") continue;
    if (it.count)
      line(fmt::format("  for (std::size_t i = 0; i < count_{}; ++i) needs({});", it.name, handle(it)));
    else
      line(fmt::format("  needs({});", handle(it)));
  }
}

void Wrapper::remember_before() {
  for (const auto& it : plan_.in) {
    if (!plan_.is_inout(it) || (it.type != "request" && it.type != "communicator" && it.type != "datatype")) continue;
    if (it.count)
      line(
          fmt::format("  std::vector<Word> before;\n  for (std::size_t i = 0; i < count_{}; ++i) before.push_back({});",
                      it.name, handle(it)));
    else
      line(fmt::format("  const Word before = {};", handle(it)));
  }
}

void Wrapper::note_success() {
  std::string text;
  const auto note = [&](const std::string& what) { text += "    " + what + "\n"; };
  for (const auto& it : plan_.in) {
    if (!plan_.is_inout(it) || (it.type != "request" && it.type != "communicator" && it.type != "datatype")) continue;
    if (it.count)
      note(fmt::format("for (std::size_t i = 0; i < count_{0}; ++i) note_end(Marked::{1}, before[i], {2});", it.name,
                       it.type, handle(it)));
    else
      note(fmt::format("note_end(Marked::{}, before, {});", it.type, handle(it)));
  }
  const auto& in = plan_.in;
  if (is_one_of({"MPI_Comm_set_attr", "MPI_Attr_put", "MPI_Type_set_attr"}))
    note(fmt::format("mark(Marked::{}, {});", in.front().type, handle(in.front())));
  if (plan_.is("MPIX_Value_set")) note("mark_any(handle_type, word(handle));");
  const bool copies = is_one_of({"MPI_Comm_dup", "MPI_Comm_dup_with_info", "MPI_Comm_idup", "MPI_Comm_idup_with_info"});
  if (copies)
    note(fmt::format("if (may_have_values(Marked::communicator, [&] {{ return {}; }})) mark(Marked::communicator, {});",
                     handle(in.front()), handle(plan_.out.front())));
  for (const auto& it : plan_.out) {
    if (it.count || plan_.is_inout(it)) continue;
    const bool matters =
        it.type == "request" || (it.type == "datatype" && plan_.relevance == Relevance::makes_datatype);
    if (matters) note(fmt::format("mark(Marked::{}, {});", it.type, handle(it)));
  }
  if (!text.empty())
    line(fmt::format("  if (error == MPI_SUCCESS && !all_matters.load(std::memory_order_relaxed)) {{\n{}  }}", text));
}

} // namespace moot::recorder
