#include <moot/program.h>

#include "library/convert.h"
#include "library/inside.h"
#include "spec/language/case_parser.h"

namespace moot::v1 {

std::string to_text(const Value& value) { return moot::to_text(to_model(value)); }

Program::Program(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

Program Program::parse(std::string_view text, const std::string& file) {
  return guarded(file, [&] { return Inside::program(moot::parse_case(text, file)); });
}

Program Program::from_file(const std::filesystem::path& file) {
  return guarded(file.string(), [&] { return Inside::program(moot::parse_case_file(file.string())); });
}

std::string Program::print() const { return moot::print_case(impl_->program); }

const std::string& Program::title() const noexcept { return impl_->program.title; }

std::vector<std::string> Program::observed() const {
  std::vector<std::string> names;
  for (const auto variable : impl_->program.observed)
    names.push_back(impl_->program.variables[static_cast<std::size_t>(variable)]);
  return names;
}

std::string Program::to_text(const Observed& values) const {
  const auto names = observed();
  if (names.size() != values.size())
    throw Error("",
                std::to_string(values.size()) + " values for " + std::to_string(names.size()) + " observed variables");
  std::string text;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i]) text += (text.empty() ? "" : ", ") + names[i] + " = " + v1::to_text(*values[i]);
  return text.empty() ? "(nothing observed)" : text;
}

bool Program::uses_keyvals() const noexcept { return moot::areas_of(impl_->program).attributes; }
bool Program::uses_keys() const noexcept { return moot::areas_of(impl_->program).ticket304; }

Program Program::run_by(int rank, int size) const {
  if (rank < 0 || rank >= size)
    throw Error("", "there is no rank " + std::to_string(rank) + " of " + std::to_string(size) + " processes");
  auto program = impl_->program;
  program.process = {rank, size};
  return Inside::program(std::move(program));
}

bool Program::operator==(const Program& other) const { return impl_->program == other.impl_->program; }

} // namespace moot::v1
