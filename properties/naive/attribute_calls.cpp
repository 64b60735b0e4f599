// The procedures, each as docs/readings.md has it.
#include "properties/naive/attribute_run.h"

#include <algorithm>

namespace moot::properties::naive {
namespace {

using Arguments = std::vector<std::optional<Value>>;

Value null_of(Kind kind) { return constant_value(*constant_named(null_handle(kind))); }

std::int64_t number_of(const std::optional<Value>& value) {
  if (!value) return 0;
  if (value->type != Value::Type::integer) throw NotCovered("an integer argument that is none");
  return value->number;
}

} // namespace

Run::Result Run::perform(const Statement& statement, const Arguments& arguments) {
  const auto style = moot::style(statement.procedure, statement.language);
  const auto& a = arguments;
  switch (statement.procedure) {
  case Procedure::comm_create_keyval:
  case Procedure::keyval_create: return create_keyval(statement, a, Kind::communicator);
  case Procedure::type_create_keyval: return create_keyval(statement, a, Kind::datatype);
  case Procedure::win_create_keyval: return create_keyval(statement, a, Kind::window);
  case Procedure::comm_free_keyval:
  case Procedure::keyval_free: return free_keyval(*a[0], Kind::communicator);
  case Procedure::type_free_keyval: return free_keyval(*a[0], Kind::datatype);
  case Procedure::win_free_keyval: return free_keyval(*a[0], Kind::window);
  case Procedure::comm_set_attr:
  case Procedure::attr_put: return set_attribute(*a[0], *a[1], *a[2], Kind::communicator, style);
  case Procedure::type_set_attr: return set_attribute(*a[0], *a[1], *a[2], Kind::datatype, style);
  case Procedure::win_set_attr: return set_attribute(*a[0], *a[1], *a[2], Kind::window, style);
  case Procedure::comm_get_attr:
  case Procedure::attr_get: return get_attribute(*a[0], *a[1], Kind::communicator, style);
  case Procedure::type_get_attr: return get_attribute(*a[0], *a[1], Kind::datatype, style);
  case Procedure::win_get_attr: return get_attribute(*a[0], *a[1], Kind::window, style);
  case Procedure::comm_delete_attr:
  case Procedure::attr_delete: return delete_attribute(*a[0], *a[1], Kind::communicator);
  case Procedure::type_delete_attr: return delete_attribute(*a[0], *a[1], Kind::datatype);
  case Procedure::win_delete_attr: return delete_attribute(*a[0], *a[1], Kind::window);
  case Procedure::comm_dup_with_info: use(*a[1], Kind::info); return duplicate(*a[0], Kind::communicator, false);
  case Procedure::comm_dup: return duplicate(*a[0], Kind::communicator, false);
  case Procedure::comm_idup_with_info: use(*a[1], Kind::info); return duplicate(*a[0], Kind::communicator, true);
  case Procedure::comm_idup: return duplicate(*a[0], Kind::communicator, true);
  case Procedure::type_dup: return duplicate(*a[0], Kind::datatype, false);
  case Procedure::comm_split: use(*a[0], Kind::communicator); return {{}, {handle_of(make(Kind::communicator))}, {}};
  case Procedure::type_contiguous: {
    const int base = use(*a[1], Kind::datatype);
    const int made = make(Kind::datatype);
    if (ask<DerivedKeepsDatatype>() == DerivedKeepsDatatype::yes) objects_.at(made).base = base;
    return {{}, {handle_of(made)}, {}};
  }
  case Procedure::type_commit: objects_.at(use(*a[0], Kind::datatype)).committed = true; return {};
  case Procedure::win_allocate: return make_on(*a[0], Kind::window);
  case Procedure::file_open: return make_on(*a[0], Kind::file);
  case Procedure::comm_disconnect: { // "that begins while an operation on the communicator cannot complete or ..."
    const int comm = use(*a[0], Kind::communicator);
    if (waited_for(comm) || is_under_way(comm)) throw Erroneous();
    return free(*a[0], Kind::communicator);
  }
  case Procedure::comm_free: return free(*a[0], Kind::communicator);
  case Procedure::type_free: return free(*a[0], Kind::datatype);
  case Procedure::win_free: return free(*a[0], Kind::window);
  case Procedure::file_close: return free(*a[0], Kind::file);
  case Procedure::irecv:
  case Procedure::isend: return start(statement, a);
  case Procedure::wait: return wait(*a[0], false);
  case Procedure::test: return wait(*a[0], true);
  case Procedure::finalized: return {{}, {integer(finalized_ ? 1 : 0)}, {}};
  case Procedure::finalize: return finalize();
  default: throw NotCovered(std::string(signature(statement.procedure).name));
  }
}

Function Run::function(const std::optional<Expression>& given, bool& null) const {
  if (!given) return {}; // an empty function of the program
  const auto& term = given->front();
  if (term.type == Term::Type::null) null = true;
  if (term.type == Term::Type::function) return {Function::Type::body, static_cast<std::size_t>(term.number)};
  if (term.type == Term::Type::predefined && deed(static_cast<Predefined>(term.number)) == Predefined::dup_fn)
    return {Function::Type::duplicate, 0};
  return {};
}

Run::Result Run::create_keyval(const Statement& statement, const Arguments& arguments, Kind of) {
  bool null = false;
  Keyval keyval;
  keyval.of = of;
  keyval.copy = function(statement.arguments[0], null);
  keyval.remove = function(statement.arguments[1], null);
  keyval.extra_state = put(arguments[2].value_or(integer(0)), moot::style(statement.procedure, statement.language));
  if (null && ask<NullFunctions>() == NullFunctions::error) return failing(ErrorClass::an_error);
  keyval.number = new_number(Kind::keyval);
  keyval.place = lowest_place();
  const int id = static_cast<int>(keyvals_.size());
  keyvals_[id] = keyval;
  return {{}, {handle_of_keyval(id)}, {}};
}

std::optional<Run::Result> Run::refused(const Value& keyval, Kind of, bool get, std::optional<Question> stale) {
  const auto wrong_kind = [&]() -> Result {
    if (ask<WrongKind>() == WrongKind::erroneous) throw Erroneous();
    if (get && ask<WrongKind>() == WrongKind::unset) return {{}, {Value{Value::Type::null}}, {}};
    return failing(ErrorClass::an_error);
  };
  if (keyval.type == Value::Type::constant && is_attached_by_mpi(static_cast<Constant>(keyval.number))) {
    const bool of_windows = static_cast<Constant>(keyval.number) >= Constant::win_base;
    if (of_windows != (of == Kind::window) || of == Kind::datatype) return wrong_kind();
    if (get) return std::nullopt;
    if (erroneous_by(of_windows ? Question::predefined_window_keyval : Question::predefined_keyval)) throw Erroneous();
    return failing(ErrorClass::an_error);
  }
  const int id = keyval_of(keyval);
  if (id < 0) throw Erroneous();
  if (keyvals_.at(id).freed && stale && erroneous_by(*stale)) throw Erroneous();
  if (keyvals_.at(id).of != of) return wrong_kind();
  return std::nullopt;
}

Run::Result Run::free_keyval(const Value& keyval, Kind of) {
  const int id = keyval_of(keyval);
  // "by a call for another kind of object it is wrong-kind"
  if (id >= 0 && keyvals_.at(id).freed && keyvals_.at(id).of == of) throw Erroneous();
  if (auto result = refused(keyval, of, false, std::nullopt)) return *result;
  keyvals_.at(id).freed = true;
  keyval_may_go(id);
  return {{}, {}, constant_value(Constant::keyval_invalid)};
}

Run::Result Run::set_attribute(const Value& on, const Value& keyval, const Value& value, Kind of, Style style) {
  const int object = use(on, of);
  if (auto result = refused(keyval, of, false, Question::stale_keyval)) return *result;
  const int id = keyval_of(keyval);
  may_mutate(object, id);
  const auto as_put = put(value, style);
  const auto* old = find(object, id, false);
  if (old == nullptr) {
    attach(object, id, as_put);
    return {};
  }
  const auto replaced = old->id;
  ++objects_.at(object).calls;
  const auto error = delete_one(object, id, false);
  if (!error) {
    const bool moves = ask<ResetMoves>() == ResetMoves::yes;
    auto& attributes = objects_.at(object).attributes;
    // A second one goes silently.
    std::vector<AttributeId> second;
    for (const auto& attribute : attributes)
      if (attribute.keyval == id && attribute.id != replaced && !is_dying(attribute.id)) second.push_back(attribute.id);
    attach(object, id, as_put); // before the old one goes, so that the keyval lives
    for (const auto attribute : second) remove(object, attribute);
    if (!moves) {
      for (auto& attribute : attributes)
        if (attribute.id == replaced) std::swap(attribute, attributes.back());
    }
    remove(object, replaced);
  }
  --objects_.at(object).calls;
  release(object);
  return error ? failing(*error) : Result{};
}

Run::Result Run::get_attribute(const Value& on, const Value& keyval, Kind of, Style style) {
  const int object = use(on, of);
  if (auto result = refused(keyval, of, true, Question::stale_keyval)) return *result;
  if (keyval.type == Value::Type::constant)
    return {{}, {predefined_attribute(objects_.at(object), static_cast<Constant>(keyval.number), style)}, {}};
  const int id = keyval_of(keyval);
  if (const auto* attribute = find(object, id, false)) return {{}, {read(*attribute, style)}, {}};
  if (const auto* own = find(object, id, true)) {
    if (ask<VisibleInOwnDelete>() == VisibleInOwnDelete::undefined) throw Erroneous();
    if (ask<VisibleInOwnDelete>() == VisibleInOwnDelete::old) return {{}, {read(*own, style)}, {}};
  }
  return {{}, {Value{Value::Type::null}}, {}};
}

Value Run::predefined_attribute(const Object& object, Constant constant, Style style) {
  const auto yes = [&](auto answer) { return answer == decltype(answer)::yes; };
  bool there = true;
  if (object.kind == Kind::communicator) {
    if (constant == Constant::universe_size) there = yes(ask<UniverseSizeSet>());
    if (constant == Constant::appnum) there = yes(ask<AppnumSet>());
    if (constant == Constant::wtime_is_global) there = yes(ask<WtimeIsGlobalSet>());
    if (object.predefined != Constant::comm_world) {
      const auto elsewhere = [&](auto answer) {
        using Answer = decltype(answer);
        return answer == Answer::everywhere || (answer == Answer::on_duplicates && object.of_world);
      };
      there = there && (constant == Constant::last_used_code ? elsewhere(ask<LastUsedCodeElsewhere>())
                                                             : elsewhere(ask<PredefinedElsewhere>()));
    }
  }
  if (!there) return {Value::Type::null};
  if (style != Style::pointer || constant == Constant::win_base)
    return {Value::Type::attached, static_cast<std::int64_t>(constant), Kind::none};
  const auto place = -1 - static_cast<AttributeId>(constant);
  const auto as = constant == Constant::win_size ? Style::address_kind : Style::integer;
  places_[place] = {as, {Value::Type::attached, static_cast<std::int64_t>(constant), Kind::none}};
  return {Value::Type::address, place, Kind::none};
}

Run::Result Run::delete_attribute(const Value& on, const Value& keyval, Kind of) {
  const int object = use(on, of);
  if (auto result = refused(keyval, of, false, Question::stale_keyval_delete)) return *result;
  const int id = keyval_of(keyval);
  may_mutate(object, id);
  if (find(object, id, false) == nullptr) { // in its own delete callback, too: "a delete finds nothing"
    return ask<DeleteAbsent>() == DeleteAbsent::error ? failing(ErrorClass::an_error) : Result{};
  }
  ++objects_.at(object).calls;
  const auto error = delete_one(object, id, true);
  --objects_.at(object).calls;
  release(object);
  return error ? failing(*error) : Result{};
}

Run::Result Run::duplicate(const Value& of, Kind kind, bool idup) {
  const int from = use(of, kind);
  const int to = make(kind);
  objects_.at(to).of_world = objects_.at(from).of_world;
  objects_.at(to).committed = objects_.at(from).committed;
  if (kind == Kind::datatype && ask<DuplicateKeepsDatatype>() == DuplicateKeepsDatatype::yes)
    objects_.at(to).base = from;
  ++objects_.at(from).calls;
  const auto error = copy_all(from, to);
  Result result{{}, {handle_of(to)}, {}};
  if (error) {
    result = failing(*error);
  } else if (idup) {
    const int request = make(Kind::request);
    auto& operation = objects_.at(request);
    operation.operation = Object::Operation::idup;
    operation.comm = from;
    operation.other = to;
    operation.matched = true;
    result.out.push_back(handle_of(request));
  }
  --objects_.at(from).calls;
  release(from);
  return result;
}

Run::Result Run::make_on(const Value& comm, Kind kind) {
  const int from = use(comm, Kind::communicator);
  const int made = make(kind);
  if (ask<HiddenDup>() == HiddenDup::no) return {{}, {handle_of(made)}, {}};
  const int hidden = make(Kind::communicator);
  objects_.at(hidden).of_world = objects_.at(from).of_world;
  objects_.at(hidden).valid = false;
  objects_.at(made).base = hidden;
  ++objects_.at(from).calls;
  const auto error = copy_all(from, hidden);
  --objects_.at(from).calls;
  release(from);
  if (!error) return {{}, {handle_of(made)}, {}};
  objects_.at(made).base = -1;
  objects_.at(made).valid = false;
  objects_.at(made).gone = true;
  return failing(*error);
}

Run::Result Run::free(const Value& handle, Kind kind) {
  const int object = use(handle, kind);
  auto& it = objects_.at(object);
  if (it.predefined || it.being_freed || !it.valid) throw Erroneous();
  for (std::size_t i = 0; i < frames_.size(); ++i)
    if (frames_[i].object == object) // in a callback of a call that works on it
      if (ask<FreeInAttributeCallback>() == FreeInAttributeCallback::erroneous) throw Erroneous();
  bool at_once = true;
  const auto by = [&](auto answer) {
    using Answer = decltype(answer);
    if (answer != Answer::either) return answer == Answer::at_free;
    return choices_.choose(2) == 0;
  };
  // "while an operation still needs the object": taken to be said of a call in progress, too.
  if ((needed(object) || it.calls > 0) && !it.attributes.empty())
    at_once = kind == Kind::datatype ? by(ask<TypeDeleteTime>()) : by(ask<DeleteTime>());
  if (at_once) {
    it.being_freed = true;
    // "both have attributes"
    const bool goes = !needed(object) && it.calls == 0 && !it.attributes.empty();
    if (goes && ask<KeptDeleteOrder>() == KeptDeleteOrder::kept_first) empty_what_nothing_else_keeps(object);
    const auto error = delete_all({object}, Told::caller, ask<DeleteOrder>() == DeleteOrder::last_set_first);
    it.being_freed = false;
    if (error) return failing(*error);
  }
  if (is_under_way(object)) throw Erroneous(); // "that, after its callbacks, leaves a message on it"
  it.valid = false;
  release(object);
  return {{}, {}, null_of(kind)};
}

Run::Result Run::start(const Statement& statement, const Arguments& arguments) {
  const int datatype = use(*arguments[0], Kind::datatype);
  const int comm = use(*arguments[1], Kind::communicator);
  if (!objects_.at(datatype).committed) throw Erroneous();
  const int request = make(Kind::request);
  auto& operation = objects_.at(request);
  operation.operation = statement.procedure == Procedure::irecv ? Object::Operation::receive : Object::Operation::send;
  operation.comm = comm;
  operation.other = datatype;
  operation.tag = number_of(arguments[2]);
  if (statement.procedure == Procedure::irecv)
    receive(request);
  else
    send(request);
  return {{}, {handle_of(request)}, {}};
}

// "A receive takes the oldest one on its communicator with its tag."
void Run::receive(int request) {
  auto& mine = objects_.at(request);
  const auto message = std::find_if(under_way_.begin(), under_way_.end(),
                                    [&](const Message& it) { return it.comm == mine.comm && it.tag == mine.tag; });
  if (message == under_way_.end()) return;
  mine.matched = true;
  if (message->sender >= 0) objects_.at(message->sender).matched = true;
  under_way_.erase(message);
}

// standard-send: "kept: it is complete at once. waits: it is complete when a receive has begun that gets the message"
void Run::send(int request) {
  auto& mine = objects_.at(request);
  for (auto& [id, other] : objects_) { // the oldest first
    if (other.kind != Kind::request || other.operation != Object::Operation::receive) continue;
    if (other.gone || other.matched || other.comm != mine.comm || other.tag != mine.tag) continue;
    mine.matched = other.matched = true;
    return;
  }
  const bool kept = ask<StandardSend>() == StandardSend::kept;
  under_way_.push_back({mine.comm, mine.tag, kept ? -1 : request});
  mine.matched = kept;
}

bool Run::is_under_way(int comm) const {
  return std::any_of(under_way_.begin(), under_way_.end(), [&](const Message& it) { return it.comm == comm; });
}

Run::Result Run::wait(const Value& request, bool test) {
  if (is(request, Constant::request_null)) return {{}, test ? std::vector{integer(1)} : std::vector<Value>{}, {}};
  const int id = use(request, Kind::request);
  auto& operation = objects_.at(id);
  if (test && (!operation.matched || choices_.choose(2) == 0)) return {{}, {integer(0)}, {}};
  if (!operation.matched) throw Endless();
  operation.gone = true;
  operation.valid = false;
  const auto later = ask<DeferredDestroyWhere>();
  for (const int kept : {operation.comm, operation.other}) {
    if (objects_.at(kept).valid || objects_.at(kept).gone) continue;
    // Of those with callbacks: also in a later call.
    if (later == DeferredDestroyWhere::completing_call || !owes(kept)) release(kept);
  }
  return {{}, test ? std::vector{integer(1)} : std::vector<Value>{}, constant_value(Constant::request_null)};
}

Run::Result Run::finalize() {
  if (!under_way_.empty()) throw Erroneous(); // "or a message received"
  for (const auto& [id, object] : objects_)
    if (!object.gone && (object.kind == Kind::file || object.kind == Kind::request)) throw Erroneous();
  const auto predefined = [&](Constant constant) {
    for (const auto& [id, object] : objects_)
      if (object.predefined == constant) return id;
    throw NotCovered("a predefined object that is not there");
  };
  delete_all({predefined(Constant::comm_self)}, Told::fatal, true);
  const auto world = ask<WorldAtFinalize>();
  if (world != WorldAtFinalize::no) {
    finalized_ = world == WorldAtFinalize::yes_true;
    delete_all({predefined(Constant::comm_world)}, Told::fatal, true);
  }
  finalized_ = true; // "MPI_Finalized true"
  if (ask<DatatypesAtFinalize>() == DatatypesAtFinalize::yes)
    delete_all({predefined(Constant::type_int), predefined(Constant::type_double)}, Told::fatal, false);
  return {};
}

} // namespace moot::properties::naive
