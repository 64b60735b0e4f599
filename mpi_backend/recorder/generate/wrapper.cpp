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
  return plan_.function.name.ends_with("_create_errhandler") || is("MPI_Errhandler_create");
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
                          is("MPI_Type_dup") ? "may_have_values" : "matters", it.type, handle(it));
  }
  return text;
}

std::string Wrapper::for_each_of(const Item& array, const std::string& statement) {
  return fmt::format("for (std::size_t i = 0; i < count_{}; ++i) {}", array.name, statement);
}

void Wrapper::add_handles(const Item& array) {
  line(fmt::format("  entry.add(count_{});", array.name));
  line("  " + for_each_of(array, fmt::format("entry.add({});", handle(array))));
}

void Wrapper::add_new_handles(const Item& array) {
  if (array.type == "datatype")
    line(fmt::format("  if (error == MPI_SUCCESS) count_{0} = contents_of({1}, count_{0});", array.name,
                     handle(plan_.in.front())));
  add_handles(array);
}

void Wrapper::log() {
  count_arrays();
  pass();
  tell_what_it_needs();
  remember_before();
  line(fmt::format("  Entry entry(at_{}, {}, {}, {}, {}, are_wanted({}));", plan_.function.name, words(plan_.in),
                   words(plan_.out), language(), timed(), plan_.kinds));
  for (const auto& it : plan_.in) add_in(it);
  line("  entry.begins(State::call);");
  if (has_functions()) replace_functions();
  line(recorded_call());
  if (is("MPI_Init") || is("MPI_Init_thread")) line("  if (error == MPI_SUCCESS) is_initialised();");
  line("  entry.ends();");
  for (const auto& it : plan_.out) add_out(it);
  line(fmt::format("  entry.is_done(error{});", flag()));
  note_success();
  if (is("MPI_Finalize")) line("  if (error == MPI_SUCCESS) note_finalized();");
}

void Wrapper::count_arrays() {
  std::vector<std::string> counted;
  for (const auto* list : {&plan_.in, &plan_.out})
    for (const auto& it : *list)
      if (it.count && std::ranges::find(counted, it.name) == counted.end()) {
        line(fmt::format("  auto count_{} = {};", it.name, count(it)));
        counted.push_back(it.name);
      }
}

void Wrapper::pass() {
  std::string noted;
  const bool begins_one =
      plan_.relevance == Relevance::operation || (plan_.relevance == Relevance::uses_datatype && plan_.in.size() > 1);
  for (const auto& it : plan_.in)
    if (begins_one && !it.count && (it.type == "datatype" || it.type == "communicator"))
      noted += fmt::format("    note_passed([&] {{ return {}; }});\n", handle(it));
  const auto left_out = fmt::format(" {{\n    const Passing passing;\n    {}\n  }}", passed_on());
  const auto passed = fmt::format(" {{\n{}    const Inside inside;\n    {}\n  }}", noted, passed_on());
  // (The program's functions are replaced in any case: what they call is the program's.)
  if (has_functions()) return line(fmt::format("  if ({})", has_others_functions()) + left_out);
  line(fmt::format("  if (passes({}))", plan_.kinds) + left_out);
  const auto matters = plan_.relevance == Relevance::always ? "" : any_matters();
  if (plan_.relevance == Relevance::makes_datatype || is_one_of({"MPI_Type_commit", "MPI_Type_free"}))
    return pass_datatype();
  if (!matters.empty()) line(fmt::format("  if (!({}))", matters) + passed);
}

// Of one that does not matter yet, it is kept how it came about.
void Wrapper::pass_datatype() {
  const auto matters = any_matters();
  line(fmt::format("  if (!all_matters.load(std::memory_order_relaxed){}) {{",
                   matters.empty() ? "" : fmt::format(" && !({})", matters)));
  const auto& first = plan_.relevance == Relevance::makes_datatype ? plan_.out.front() : plan_.in.front();
  if (is("MPI_Type_free")) line(fmt::format("    const Word freed = {};", handle(first)));
  line(fmt::format("    const Inside inside;\n    {}", called()));
  line("    if (error == MPI_SUCCESS) {");
  if (is("MPI_Type_commit")) line(fmt::format("      note_committed({});", handle(first)));
  if (is("MPI_Type_free")) line("      note_freed(freed);");
  if (plan_.relevance == Relevance::makes_datatype) {
    line(fmt::format("      Making making{{at_{}, {}, {{}}, {{}}}};", plan_.function.name, language()));
    for (const auto& it : plan_.in) {
      if (it.count) line(fmt::format("      making.in.push_back(count_{});", it.name));
      if (it.count) line("      " + for_each_of(it, "{"));
      if (it.type == "datatype") line("      making.datatypes.push_back(making.in.size());");
      line(fmt::format("      making.in.push_back({});", handle(it)));
      if (it.count) line("      }");
    }
    line(fmt::format("      note_made(std::move(making), {});", handle(first)));
  }
  line(fmt::format("    }}\n    {}\n  }}", ended()));
}

void Wrapper::tell_what_it_needs() {
  for (const auto& it : plan_.in) {
    if (it.type == "handle" && is("MPIX_Value_set"))
      line(fmt::format("  if ({} == MPIX_HANDLE_DATATYPE) needs({});", kind_of(it), handle(it)));
    if (it.type != "datatype") continue;
    if (it.count)
      line("  " + for_each_of(it, fmt::format("needs({});", handle(it))));
    else
      line(fmt::format("  needs({});", handle(it)));
  }
}

bool Wrapper::may_end(const Item& item) const {
  return plan_.is_inout(item) && (item.type == "request" || item.type == "communicator" || item.type == "datatype");
}

void Wrapper::remember_before() {
  for (const auto& it : plan_.in) {
    if (!may_end(it)) continue;
    if (it.count)
      line("  std::vector<Word> before;\n  " + for_each_of(it, fmt::format("before.push_back({});", handle(it))));
    else
      line(fmt::format("  const Word before = {};", handle(it)));
  }
}

void Wrapper::note_success() {
  std::string text;
  const auto note = [&](const std::string& what) { text += "    " + what + "\n"; };
  for (const auto& it : plan_.in) {
    if (!may_end(it)) continue;
    if (it.count)
      note(for_each_of(it, fmt::format("note_end(Marked::{}, before[i], {});", it.type, handle(it))));
    else
      note(fmt::format("note_end(Marked::{}, before, {});", it.type, handle(it)));
  }
  const auto& in = plan_.in;
  if (is_one_of({"MPI_Comm_set_attr", "MPI_Attr_put", "MPI_Type_set_attr"}))
    note(fmt::format("has_a_value(Marked::{}, {});", in.front().type, handle(in.front())));
  if (is("MPIX_Value_set")) note(fmt::format("mark_any({}, {});", kind_of(in.at(1)), handle(in.at(1))));
  const bool copies = is_one_of({"MPI_Comm_dup", "MPI_Comm_dup_with_info", "MPI_Comm_idup", "MPI_Comm_idup_with_info"});
  if (copies)
    note(fmt::format("if (may_have_values(Marked::communicator, [&] {{ return {}; }})) mark(Marked::communicator, {});",
                     handle(in.front()), handle(plan_.out.front())));
  for (const auto& it : plan_.out) {
    if (plan_.is_inout(it)) continue;
    const bool is_made =
        it.type == "request" || (it.type == "datatype" && plan_.relevance == Relevance::makes_datatype);
    const auto shown = fmt::format("note_shown({});", handle(it)); // its free is one that matters
    if (it.type == "datatype" && !is_made) note(it.count ? for_each_of(it, shown) : shown);
    if (is_made && !it.count) note(fmt::format("mark(Marked::{}, {});", it.type, handle(it)));
  }
  if (is("MPI_Grequest_start"))
    note(fmt::format("mark_until_free_fn({}, {});", functions_id(), handle(plan_.out.front())));
  if (!text.empty())
    line(fmt::format("  if (error == MPI_SUCCESS && !all_matters.load(std::memory_order_relaxed)) {{\n{}  }}", text));
}

} // namespace moot::recorder
