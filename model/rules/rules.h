// The rules, by kind of object. Each file of rules lists its own; rules.cpp puts the lists together.
#pragma once

#include "model/rules/step.h"

namespace moot::rules {

std::span<const Rule> key_rules();
std::span<const Rule> value_rules();
std::span<const Rule> communicator_rules();
std::span<const Rule> datatype_rules();
std::span<const Rule> window_rules();
std::span<const Rule> info_rules();
std::span<const Rule> request_rules();
std::span<const Rule> completion_rules();
std::span<const Rule> partitioned_rules();
std::span<const Rule> grequest_rules();
std::span<const Rule> keyval_rules();
std::span<const Rule> predefined_function_rules();
std::span<const Rule> attribute_rules();
std::span<const Rule> environment_rules();
std::span<const Rule> error_rules();
std::span<const Rule> errhandler_rules();
std::span<const Rule> group_rules();
std::span<const Rule> op_rules();
std::span<const Rule> session_rules();
std::span<const Rule> message_rules();
std::span<const Rule> memory_rules();
std::span<const Rule> tool_rules();

} // namespace moot::rules
