// A plan as a Program: callbacks in write_callbacks.cpp, main in write_program.cpp, errors in write_errors.cpp.
#pragma once

#include "model/vocabulary/program.h"
#include "programs/attributes/world.h"

#include <array>

namespace moot::campaign {

class Writer {
public:
  Writer(const Plan& plan, std::string title);
  Program write();

private:
  std::int32_t fresh(std::string name);
  std::int32_t seen();

  // ---- callbacks
  std::optional<Expression> function(const std::string& name, Block body);
  void once(Block& body, std::vector<Statement> what, const char* name);
  std::int32_t first_keyval(Kind kind) const;
  void body_call(Block& body, BodyCall what, const Step& of, std::int32_t keyval);
  static std::optional<Expression> predefined(const Step& step, Predefined deed);
  std::optional<Expression> copy_function(const Step& step, std::int32_t keyval);
  std::optional<Expression> delete_function(const Step& step, std::int32_t keyval);

  // ---- main
  Statement& add(Statement statement, const Step& step);
  void create_keyval(const Step& step);
  bool used_after(std::size_t step, std::uint8_t keyval) const;
  void free_keyval(const Step& step, std::size_t place);
  Expression keyval(const Step& step) const;
  Expression object(std::uint8_t index) const;
  void on_last_rank(const Step& step);
  Expression given(const Step& step);
  void make(Procedure procedure, std::vector<std::optional<Expression>> arguments, Kind kind, const Step& step);
  void name_object(Kind kind);
  void name_request();
  void step(const Step& step, std::size_t place);

  // ---- errors
  std::int32_t kept_error();
  Statement failure(const Functions& functions) const;
  void add_error(Procedure procedure, std::vector<std::optional<Expression>> arguments, const Step& step);
  void error_step(const Step& step, Kind kind);

  const Plan& plan_;
  World world_{World::Limits{255, 255}}; // before the step at hand
  Program program_;
  std::vector<std::int32_t> objects_, keyvals_, saved_, requests_, errors_; // variables
  std::array<int, kind_count> counts_{};
  int seen_ = 0;
  int guards_ = 0;
  int pointers_ = 0;
};

} // namespace moot::campaign
