// Changing programs: what is left of one when a part of it goes.
#pragma once

#include "model/vocabulary/program.h"

#include <vector>

namespace moot {

// The bodies of the callbacks in their order, then main.
std::vector<Block*> blocks(Program& program);
std::vector<const Block*> blocks(const Program& program);
// What a statement reads, in the order of the text: the arguments that are given, or the one expression of what is no call.
std::vector<Expression*> expressions(Statement& statement);
std::vector<const Expression*> expressions(const Statement& statement);

// Removes the statements [first, last) and shortens the branches around them.
void erase(Block& block, std::size_t first, std::size_t last);

// Takes out what makes a program ill formed after such a change: statements that read a variable which nothing writes,
// branches around nothing, callbacks that no keyval is given; and numbers its variables by appearance.
Program tidied(Program program);

// How many calls it has, in callbacks and in main.
std::size_t calls(const Program& program);

} // namespace moot
