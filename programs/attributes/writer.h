// A plan as a program: callbacks in write_callbacks.cpp, main in write_program.cpp, errors in write_errors.cpp.
#pragma once

#include "model/vocabulary/program.h"
#include "programs/attributes/plan.h"

#include <array>

namespace moot::campaign {

// The objects that every plan begins with.
inline constexpr std::uint8_t comm_self = 0;
inline constexpr std::uint8_t type_int = 1;
inline constexpr std::uint8_t comm_world = 2;
inline constexpr std::uint8_t made_objects = 3; // the first that a plan makes
inline constexpr std::array predefined_objects{Constant::comm_self, Constant::type_int, Constant::comm_world};

// What the steps so far have made, by the numbers under which steps name it, and the variable of each. Whether it is still there,
// the machine knows (draft.h).
struct Made {
  struct Object {
    Kind kind = Kind::communicator;
    std::int32_t variable = no_variable; // the predefined ones have none
    bool is_inter = false;               // an intercommunicator
  };
  struct Keyval {
    Kind of = Kind::communicator;
    Functions functions;
    std::int32_t variable = no_variable;
    std::int32_t saved = no_variable; // keeps the keyval when it is freed
  };
  struct Request {
    std::int32_t variable = no_variable;
    std::uint8_t comm = 0;
    bool of_dup = false; // MPI_Comm_idup's
  };
  struct Error {
    enum class Type : std::uint8_t { of_call, added_class, added_code }; // of_call: nothing is known of it
    Type type = Type::of_call;
    std::int32_t variable = no_variable;
  };
  std::vector<Object> objects{{}, {Kind::datatype}, {}};
  std::vector<Keyval> keyvals{};
  std::vector<Request> requests{};
  std::vector<Error> errors{};
  std::vector<std::int32_t> memory{}; // pointers to what MPI_Alloc_mem gave
};

class Writer {
public:
  explicit Writer(std::string title) { program_.title = std::move(title); }

  // Appends what the step does to main. `keeps_keyval`: of a free_keyval, whether a later step uses the keyval. What the step names has to
  // be there, and of a kind that fits.
  void write(const Step& step, bool keeps_keyval);
  // What no later step uses, but MPI_Finalize.
  void free_memory();

  const Made& made() const { return made_; }
  const Program& program() const { return program_; }
  Program& program() { return program_; } // main and the process are the caller's to change

  // To take back all that was written since, but main.
  struct Mark;
  Mark mark() const;
  void back_to(const Mark& mark);

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
  void free_keyval(const Step& step, bool keeps_keyval);
  Expression keyval(const Step& step) const;
  Expression object(std::uint8_t index) const;
  void on_last_rank(const Step& step);
  Expression given(const Step& step);
  void make(Procedure procedure, std::vector<std::optional<Expression>> arguments, Kind kind, const Step& step);
  void make_from(const Step& step, Kind kind); // (write_makers.cpp)
  void generalized_request(const Step& step);
  void call_function(const Step& step);
  void make_intercommunicator(const Step& step);
  std::int32_t name_object(Kind kind, bool is_inter = false);
  std::int32_t name_request(const Step& step);
  void on_attribute(Procedure comm, const Step& step, Expression keyval, std::optional<Expression> value = {});

  // ---- errors
  std::int32_t kept_error();
  Statement failure(const Functions& functions) const;
  void add_error(Procedure procedure, std::vector<std::optional<Expression>> arguments, const Step& step);
  void error_step(const Step& step, Kind kind);

  struct Counts { // for names
    std::array<int, kind_count> objects{};
    int seen = 0;
    int guards = 0;
    int pointers = 0;
    int locals = 0;
    int grids = 0;
  };

  Made made_;
  Counts counts_;
  Program program_;
};

struct Writer::Mark {
  Made made;
  Counts counts;
  std::size_t variables = 0;
  std::size_t callbacks = 0;
  std::size_t observed = 0;
};

} // namespace moot::campaign
