// Every sentence of the law that our code carries out: the steps of rules, the fields of phases, and the few that belong to neither.
// What is said of clauses anywhere (moot explain, docs/clauses.md, the tests of the law) comes from here.
#pragma once

#include "model/law/sentence.h"
#include "model/vocabulary/procedure.h"

#include <span>
#include <string>
#include <vector>

namespace moot {

// Each once: what the kernel does, then steps, then phases. (Those that name no clause are left out: what is not modelled, and what a
// table has to say.)
std::span<const Sentence* const> all_sentences();

// The procedures whose rules have this step; of what is no step, none.
std::vector<Procedure> procedures_with(const Sentence& sentence);
// The clauses of a procedure's steps, in their order, each once.
std::vector<Clause> clauses_of(Procedure procedure);

// Is it a name for what the kernel does for all cells and columns alike (why callbacks are owed)? It has no function of its own.
bool is_a_label(const Sentence& sentence);

// Is it there for the checker alone, which names its clause where a library breaks it? Nothing in a run goes by it.
bool only_names(const Sentence& sentence);

// "model/rules/value.cpp:112"
std::string to_text(const Place& place);

// ---- sentences that others ask for by name
extern const Sentence call_succeeds;    // errors.cpp: what a call's result rests on where no other sentence says more
extern const Sentence call_completes;   // operations.cpp: that a call returns at all
extern const Sentence call_aborts;      // errors.cpp: where an error goes to MPI_ERRORS_ARE_FATAL
extern const Sentence integer_is_there; // evaluate.cpp: what the program reads through an attribute's address
// Is this a fault by which the program may have damaged the library: of a callback, or of a handle that is no more?
bool may_damage(Clause fault);

// ---- by the file that has them
std::span<const Sentence* const> sentences_of_phases();       // phases/rows.cpp
std::span<const Sentence* const> sentences_of_completion();   // phases/complete.cpp
std::span<const Sentence* const> sentences_of_finalize();     // phases/finalize.cpp
std::span<const Sentence* const> sentences_of_references();   // destruction.cpp
std::span<const Sentence* const> sentences_of_handles();      // objects.cpp
std::span<const Sentence* const> sentences_of_operations();   // operations.cpp
std::span<const Sentence* const> sentences_of_what_is_kept(); // kept.cpp
std::span<const Sentence* const> sentences_of_languages();    // interop.cpp
std::span<const Sentence* const> sentences_of_errors();       // errors.cpp
std::span<const Sentence* const> sentences_of_threads();      // threads.cpp
std::span<const Sentence* const> sentences_of_tools();        // stack.cpp
std::span<const Sentence* const> sentences_of_shared();       // rules/group.cpp
std::span<const Sentence* const> sentences_of_programs();     // evaluate.cpp

} // namespace moot
