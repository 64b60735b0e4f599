// The fields of a state's parts, once for all that reads, writes or hashes them (codecs): a new member of `State` or of its
// parts must be put here.
//
// A codec has `number(field)` and `group<widths...>(fields...)`: small numbers that belong together, and how many bits each
// needs in most states. `Codec::writes`: it looks at fields; else it sets them.
#pragma once

#include "model/law/state.h"

#include <tuple>
#include <variant>

namespace moot {

// Numbers stand as they are; signed ones, slots and attribute values say so.
template <typename T> struct Signed { T& it; };
template <typename T> Signed(T&) -> Signed<T>;
template <typename T> struct SlotOf { T& it; };
template <typename T> SlotOf(T&) -> SlotOf<T>;
template <typename T> struct Attribute { T& it; };
template <typename T> Attribute(T&) -> Attribute<T>;
template <typename T> struct Site { T& it; };
template <typename T> Site(T&) -> Site<T>;
template <typename T> struct ErrorOf { T& it; }; // one that the program added has a slot in it
template <typename T> ErrorOf(T&) -> ErrorOf<T>;

// What codecs that look at fields share: a field as a number without a sign, small for small magnitudes.
template <typename T> std::uint64_t plain_number(const T& value) { return static_cast<std::uint64_t>(value); }
template <typename T> std::uint64_t plain_number(const Signed<T>& value) {
  const auto wide = static_cast<std::int64_t>(value.it);
  return static_cast<std::uint64_t>(wide) << 1 ^ static_cast<std::uint64_t>(wide >> 63);
}

// A number that may be a packed handle.
template <typename Codec, typename T> void packed_fields(Codec& codec, T& number);

template <typename Codec, typename T> void value_fields(Codec& codec, T& value) {
  auto slot = static_cast<Slot>(value.number);
  auto site = site_of(value.number);
  auto name = name_of(value.number);
  auto type = value.type;
  auto kind = value.kind;
  if constexpr (Codec::writes) {
    if (type == Value::Type::object) return codec.template group<4, 3, 24>(type, kind, SlotOf{slot});
    if (type == Value::Type::stale) return codec.template group<4, 3, 10, 14>(type, kind, Site{site}, name);
    return codec.template group<4, 3, 24>(type, kind, Signed{value.number});
  } else {
    // What the rest is depends on what comes first.
    auto ahead = codec;
    std::uint64_t rest = 0;
    ahead.template group<4, 3, 24>(type, kind, rest);
    if (type == Value::Type::stale) {
      codec.template group<4, 3, 10, 14>(value.type, value.kind, Site{site}, name);
      value.number = static_cast<std::int64_t>(std::uint64_t{site} << 32 | name);
    } else if (type == Value::Type::object) {
      codec.template group<4, 3, 24>(value.type, value.kind, SlotOf{slot});
      value.number = slot;
    } else {
      codec.template group<4, 3, 24>(value.type, value.kind, Signed{value.number});
    }
  }
}

template <typename Codec, typename T> void packed_fields(Codec& codec, T& number) {
  if constexpr (Codec::writes) {
    const Value handle = unpacked(number);
    value_fields(codec, handle);
  } else {
    Value handle;
    value_fields(codec, handle);
    number = packed(handle);
  }
}

// Values, most of which are absent: `present` has a bit for each that is not.
template <typename... Values> unsigned present(const Values&... values) {
  unsigned mask = 0;
  unsigned bit = 1;
  ((mask |= values.type == Value::Type::absent ? 0 : bit, bit <<= 1), ...);
  return mask;
}
template <typename Codec, typename... Values> void values_fields(Codec& codec, unsigned present, Values&... values) {
  unsigned bit = 1;
  (((present & bit) != 0 ? value_fields(codec, values) : void(), bit <<= 1), ...);
}

// What a communicator keeps, and a group or error handler counts: mostly nothing. A datatype's second base.
inline bool keeps(const Object& object) {
  if (object.kind == Kind::datatype) return object.comm != no_slot;
  return object.kind == Kind::communicator && (object.base != no_slot || object.comm != no_slot || object.tag != 0);
}
template <typename Codec, typename T> void kept_fields(Codec& codec, T& object) {
  codec.template group<12, 12, 5>(SlotOf{object.base}, SlotOf{object.comm}, Signed{object.tag});
}

// All that changes of a predefined one.
template <typename Codec, typename T> void predefined_fields(Codec& codec, T& object) {
  bool special = keeps(object) || object.tag != 0;
  codec.template group<29, 1, 1>(object.references, object.fatal, special);
  if (special) kept_fields(codec, object);
}

// A keyval, what a generalized request was given, a place of a tool, with its storage, or a function of a tool.
inline bool has_functions_and_extra_state(const Object& object) {
  return object.kind == Kind::keyval || object.kind == Kind::grequest || object.kind == Kind::tool ||
         object.kind == Kind::interception;
}

// A key of C with empty functions and context 0 is common, and says so in one bit.
template <typename Codec, typename T> void object_fields(Codec& codec, T& object) {
  constexpr auto all_empty = [](const auto& key) {
    const auto& [copy, free, destroy] = key.functions;
    return key.context == 0 && key.language == Language::c &&
           (copy & free & destroy) == empty_function; // (all bits set)
  };
  bool plain = all_empty(object);
  bool named = object.name != 0;
  bool special = object.matched || keeps(object); // (only requests are matched)
  codec.template group<3, 1, 1, 1, 1, 1, 1, 1, 10, 11>(object.kind, object.handle_live, object.destructing, special,
                                                       object.committed, object.fatal, plain, named, Site{object.site},
                                                       object.references);
  if constexpr (!Codec::writes) {
    object.matched = special && object.kind == Kind::request;
    if (has_functions_and_extra_state(object) || plain) object.functions.fill(empty_function);
  }
  if (named) codec.number(object.name);
  if (has_functions_and_extra_state(object)) {
    codec.template group<3, 2, 2, 4, 16>(object.of, object.language, object.style, object.put, Signed{object.tag});
    if (is_handle(object.put))
      packed_fields(codec, object.context);
    else
      codec.number(Signed{object.context});
    auto& [first, second, third] = object.functions;
    codec.template group<15, 1, 15>(Signed{first}, Signed{second}, Signed{third});
  }
  if (object.kind == Kind::key && !plain) {
    codec.number(Signed{object.context});
    auto& [copy, free, destroy] = object.functions;
    codec.template group<9, 9, 9, 2>(Signed{copy}, Signed{free}, Signed{destroy}, object.language);
  } else if (object.kind == Kind::datatype) {
    codec.template group<12, 6, 12>(SlotOf{object.base}, Signed{object.tag}, Signed{object.context});
    if (special) codec.number(SlotOf{object.comm});
  } else if (object.kind == Kind::window || object.kind == Kind::file ||
             (object.kind == Kind::communicator && special)) {
    kept_fields(codec, object);
  } else if (object.kind == Kind::group || object.kind == Kind::errhandler) {
    codec.number(Signed{object.tag});
  } else if (object.kind == Kind::error_code) {
    codec.number(SlotOf{object.base});
    codec.number(object.context);
  } else if (object.kind == Kind::request || object.kind == Kind::message) {
    codec.template group<10, 10, 8, 2>(SlotOf{object.base}, SlotOf{object.comm}, Signed{object.tag}, object.lasting);
    codec.number(Signed{object.context});
  }
}

// ---- frames: the first group of each begins with its type, on which the rest depends

template <typename Codec, typename Thread, typename T>
void code_fields(Codec& codec, std::size_t& type, Thread& thread, T& code) {
  codec.template group<3, 2, 10, 16>(type, thread, Signed{code.block}, code.position);
}

template <typename Codec, typename Thread, typename T>
void callback_fields(Codec& codec, std::size_t& type, Thread& thread, T& it) {
  unsigned values = present(it.key_argument, it.handle_argument, it.new_handle, it.result.value, it.result.flag);
  bool fortran = it.language != Language::c;
  bool typed = !is_a_number(column_of(it.callback));
  codec.template group<3, 2, 9, 7, 4, 5, 1>(type, thread, Signed{it.code.block}, it.code.position, ErrorOf{it.error},
                                            values, fortran);
  codec.template group<3, 1, 13, 13>(it.callback, typed, SlotOf{it.key}, SlotOf{it.object});
  if (fortran) codec.number(it.language);
  values_fields(codec, values, it.key_argument, it.handle_argument, it.new_handle, it.result.value, it.result.flag);
  if (typed) codec.template group<4, 4, 4>(it.value.type, it.context.type, it.put);
  if (it.value.is_handle())
    value_fields(codec, it.value);
  else
    codec.number(Attribute{it.value.number});
  if (it.context.is_handle())
    value_fields(codec, it.context);
  else
    codec.number(Signed{it.context.number});
}

template <typename Codec, typename Thread, typename T>
void call_fields(Codec& codec, std::size_t& type, Thread& thread, T& it) {
  unsigned arguments = std::apply([](auto&... each) { return present(each...); }, it.arguments);
  unsigned results = present(it.result, it.second_result);
  bool special = it.language != Language::c || it.completed != 0 || it.passed_over != 0 || it.found != 0 ||
                 it.below != 0 || it.passed_on || it.intercepted;
  codec.template group<3, 2, 6, 4, 1, 1, 4, 2, 1, 7>(type, thread, it.procedure, ErrorOf{it.error}, it.may_fail,
                                                     it.failed, arguments, results, special, SlotOf{it.created});
  if (special)
    codec.template group<3, 2, 2, 2, 2, 2, 1, 1>(it.language, it.completed, it.passed_over, it.nulled, it.found,
                                                 it.below, it.passed_on, it.intercepted);
  std::apply([&](auto&... each) { values_fields(codec, arguments, each...); }, it.arguments);
  values_fields(codec, results, it.result, it.second_result);
}

// A frame of this type, as it stands in the variant.
template <std::size_t i = 0> void become(Frame& frame, std::size_t type) {
  if constexpr (i < std::variant_size_v<decltype(frame.what)>)
    type == i ? static_cast<void>(frame.what.template emplace<i>()) : become<i + 1>(frame, type);
}

template <typename Codec, typename T> void frame_fields(Codec& codec, T& frame) {
  auto type = frame.what.index();
  if constexpr (!Codec::writes) {
    auto ahead = codec;
    std::uint64_t rest = 0;
    ahead.template group<3, 28>(type, rest);
    become(frame, type);
  }
  if (frame.is_call()) return call_fields(codec, type, frame.thread, frame.call());
  if (frame.is_callback()) return callback_fields(codec, type, frame.thread, frame.callback());
  if (frame.is_code()) return code_fields(codec, type, frame.thread, frame.code());
  if (frame.is_returned()) return call_fields(codec, type, frame.thread, frame.returned().call);
  codec.template group<3, 2>(type, frame.thread);
}

template <typename Codec, typename T> void phase_fields(Codec& codec, T& phase) {
  bool valued = phase.value != 0;
  bool special =
      phase.put != Put::address || phase.failed || phase.may_defer || phase.silent || phase.stage != AtFinalize::self;
  codec.template group<5, 3, 7, 7, 7, 1, 1>(phase.frame, phase.type, SlotOf{phase.object}, SlotOf{phase.created},
                                            SlotOf{phase.key}, valued, special);
  if (special) codec.template group<4, 1, 1, 1, 3>(phase.put, phase.failed, phase.may_defer, phase.silent, phase.stage);
  if (is_handle(phase.put))
    packed_fields(codec, phase.value);
  else if (valued)
    codec.number(Attribute{phase.value});
}

template <typename Codec, typename T> void attachment_fields(Codec& codec, T& value) {
  bool special = value.put != Put::address;
  bool handle = is_handle(value.put);
  if (handle) {
    std::int64_t elsewhere = 0;
    codec.template group<9, 9, 1, 1, 11>(SlotOf{value.object}, SlotOf{value.key}, value.dying, special,
                                         Signed{elsewhere});
  } else {
    codec.template group<9, 9, 1, 1, 11>(SlotOf{value.object}, SlotOf{value.key}, value.dying, special,
                                         Attribute{value.value});
  }
  if (special) codec.number(value.put);
  if (is_handle(value.put)) packed_fields(codec, value.value);
}

template <typename Codec, typename T> void cell_fields(Codec& codec, T& cell) {
  codec.template group<1, 1, 16>(cell.live, cell.mpis, cell.site);
  codec.number(cell.name);
  value_fields(codec, cell.value);
}

template <typename Codec, typename T> void obligation_fields(Codec& codec, T& owed) {
  codec.template group<8, 10, 10, 1>(owed.phase, SlotOf{owed.object}, SlotOf{owed.key}, owed.key_freed);
}

} // namespace moot
