// One run of a program of today's attributes, as MPI's choices have it. Internal to the naive evaluator.
#pragma once

#include "properties/naive/attribute_world.h"
#include "properties/naive/attributes.h"
#include "properties/naive/choices.h"

namespace moot::properties::naive {

// How a run can end but by its last statement.
struct Erroneous {};
struct Endless {};

class Run {
public:
  Run(const Program& program, const Reading& reading, Choices& choices);
  Observed play(); // throws Erroneous, Endless, NotCovered
  // Rare things, by name, that have been told otherwise elsewhere.
  const std::set<std::string>& came_to() const { return came_to_; }

private:
  // ---- the language (attributes.cpp)
  bool execute(const Block& block, std::size_t begin, std::size_t end); // true: it came to a `return`
  void assign(std::int32_t target, const Value& value);
  Value evaluate(const Expression& expression);
  Value operand(const Term& term);
  Value calculate(Term::Type type, const Value& left, const Value& right);
  bool equal(const Value& left, const Value& right);
  Value pointed_to(const Value& address, Style style);
  void call(const Statement& statement);
  void receive(std::int32_t variable, const Value& value);
  std::optional<Seen> seen(const Value& value) const;
  std::string name_of(const Value& handle) const;

  // ---- procedures (attribute_calls.cpp)
  struct Result {
    ErrorClass error = ErrorClass::success;
    std::vector<Value> out;
    std::optional<Value> in_place; // what the variable of the first argument becomes
  };
  static Result failing(ErrorClass error) { return {error, {}, {}}; }
  Result perform(const Statement& statement, const std::vector<std::optional<Value>>& arguments);
  Result create_keyval(const Statement& statement, const std::vector<std::optional<Value>>& arguments, Kind of);
  Result free_keyval(const Value& keyval, Kind of);
  Result set_attribute(const Value& on, const Value& keyval, const Value& value, Kind of, Style style);
  Result get_attribute(const Value& on, const Value& keyval, Kind of, Style style);
  Result delete_attribute(const Value& on, const Value& keyval, Kind of);
  Result duplicate(const Value& of, Kind kind, bool idup);
  Result make_on(const Value& comm, Kind kind); // a window, a file
  Result free(const Value& handle, Kind kind);
  Result start(const Statement& statement, const std::vector<std::optional<Value>>& arguments);
  Result wait(const Value& request, bool test);
  Result finalize();
  Function function(const std::optional<Expression>& given, bool& null) const;
  // None: go on. What a use of it comes to, if it is no keyval for this call.
  std::optional<Result> refused(const Value& keyval, Kind of, bool get, std::optional<Question> stale);
  Value predefined_attribute(const Object& object, Constant constant, Style style);
  void receive(int request);
  void send(int request);
  bool is_under_way(int comm) const;

  // ---- attributes (attribute_rules.cpp)
  int use(const Value& handle, Kind kind);  // the object, if the handle can be used
  int keyval_of(const Value& keyval) const; // its identity; -1: there is none
  void may_mutate(int object, int keyval);
  Attribute* find(int object, int keyval, bool dying);
  bool is_dying(AttributeId attribute) const;
  void attach(int object, int keyval, const Put& put);
  void remove(int object, AttributeId attribute);
  void keyval_may_go(int keyval);
  Value read(const Attribute& attribute, Style style) const;
  static Put put(const Value& value, Style style);
  // What the delete function says.
  std::optional<ErrorClass> call_delete(int object, AttributeId attribute);
  enum class Told { caller, nobody, fatal };
  std::optional<ErrorClass> delete_all(const std::vector<int>& objects, Told told, bool last_set_first);
  bool has_newer(int object, AttributeId attribute) const;
  std::optional<ErrorClass> delete_one(int object, int keyval,
                                       bool all); // over which a set puts, or that a call deletes
  std::optional<ErrorClass> copy_all(int from, int to);
  bool copy_one(int from, int to, AttributeId attribute, std::vector<ErrorClass>& errors);
  std::vector<int> in_copy_order(int from); // keyvals
  ErrorClass told(const std::vector<ErrorClass>& errors) const;
  void run_body(Frame frame, const Function& function, Frame& after);

  // ---- lives of objects (attribute_lives.cpp)
  int make(Kind kind);
  std::int64_t new_number(Kind kind);
  std::int64_t lowest_place() const;
  std::set<std::int64_t> held_numbers(Kind kind) const; // of what is no more
  Value handle_of(int object) const;
  Value handle_of_keyval(int keyval) const;
  bool needed(int object) const; // by an operation, or by what is made of it
  bool referenced(int object) const;
  bool waited_for(int object) const; // by an operation that can't complete
  bool can_go(int object) const;     // once operations that can complete have
  bool owes(int object) const;       // it, or what goes with it, has attributes
  void release(int object);          // it goes, if nothing keeps it
  void go(int object);
  void not_after_phase() const; // cascade-order, in a delete callback
  void release_kept(int object);
  void lose_attributes(int object);
  void empty_what_nothing_else_keeps(int object); // "before the free has called any of its own"
  void progress();                                // what any call may do for an operation that can complete

  // ---- the reading
  template <typename Answer> Answer ask() const {
    const auto answer = reading_[question_of<Answer>];
    if (answer == open_answer) throw NotCovered("an open question");
    return static_cast<Answer>(answer);
  }
  bool erroneous_by(Question question) const {
    const auto answer = reading_[question];
    if (answer == open_answer) throw NotCovered("an open question");
    return text(question).answers[answer] == "erroneous";
  }

  const Program& program_;
  const Reading& reading_;
  Choices& choices_;
  std::vector<Value> variables_;
  std::map<int, Object> objects_;
  std::vector<Message> under_way_; // the oldest first
  std::map<int, Keyval> keyvals_;
  std::map<AttributeId, Put> places_; // of attributes that are there: what C reads through an address
  std::vector<Frame> frames_;
  std::map<Kind, std::int64_t> last_number_;
  AttributeId last_attribute_ = 0;
  bool finalized_ = false;
  std::set<std::string> came_to_;
  std::size_t steps_ = 0;
};

} // namespace moot::properties::naive
