// What wrappers of C's functions and of Fortran's procedures have in common: which calls are recorded, and what follows from them for others.
#pragma once

#include "mpi_backend/recorder/generate/plan.h"

namespace moot::recorder {

class Wrapper {
public:
  explicit Wrapper(const Plan& plan) : plan_(plan) {}
  virtual ~Wrapper() = default;
  Wrapper(const Wrapper&) = delete;
  Wrapper& operator=(const Wrapper&) = delete;

protected:
  // ---- how the language has it

  // The word of a handle, now; of an array, of its element `i`.
  virtual std::string handle(const Item& item) const = 0;
  // As statements: the call, which ends the wrapper; the call, after which `error` is known; and the wrapper's end then.
  virtual std::string passed_on() const = 0;
  virtual std::string called() const = 0;
  virtual std::string ended() const = 0;
  virtual std::string language() const = 0;                // as an expression
  virtual std::string kind_of(const Item& item) const = 0; // of a handle of any kind, as an expression
  // Whether its functions are none of the program's, in this language: an expression.
  virtual std::string has_others_functions() const { return "this_thread.inside != 0"; }
  virtual std::string count(const Item& array) const = 0;
  // As lines: the call, `error` from then on; a word for an item, before the call and after it; ours in the place of the program's functions.
  virtual std::string recorded_call() const = 0;
  virtual void add_in(const Item& item) = 0;
  virtual void add_out(const Item& item) = 0;
  virtual void replace_functions() = 0;
  virtual std::string functions_id() const = 0; // of a request's, after that: as an expression

  // All of it: the call is recorded, or passed on.
  void log();

  bool is(std::string_view name) const { return plan_.is(name); }
  void line(const std::string& text) { text_ += text + "\n"; }
  // For each element `i` of an array.
  static std::string for_each_of(const Item& array, const std::string& statement);
  void add_handles(const Item& array);
  // The same of what comes out; of MPI_Type_get_contents' datatypes as many as there are.
  void add_new_handles(const Item& array);
  bool handles_errors() const; // one of the functions is an error handler

  const Plan& plan_;
  std::string text_;

private:
  bool has_functions() const;
  // How many words the items take: "3 + count_array".
  static std::string words(const std::vector<Item>& items);
  std::string timed() const; // an expression: has its end a time?
  std::string flag() const;  // an argument for is_done: of what comes out with a flag; "": nothing does

  void count_arrays();
  // Where the call is not recorded, it is passed on. Needs count_X for arrays.
  void pass();
  // Before it is recorded: datatypes of which no record tells yet.
  void tell_what_it_needs();
  // After it was recorded and has succeeded: what matters from now on. `before`: words of the requests that went in.
  void remember_before();
  void note_success();

  bool may_end(const Item& item) const;
  std::string any_matters() const; // as an expression
  void pass_datatype();
  bool is_one_of(std::initializer_list<std::string_view> names) const;
};

} // namespace moot::recorder
