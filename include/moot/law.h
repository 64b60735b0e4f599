// The law as data: its questions with their answers, its clauses, and readings. A reading is one way to read the law: it gives
// each question an answer or leaves it open.
//
// For all headers of this library:
// - Questions, answers, clauses, procedures and callbacks go by their names, as in the files of the law. So a new question or
//   procedure breaks no program.
// - Everything is a value: what you get is yours, copies are independent, and no object refers to another one that you must keep.
// - What can't be done throws Error; std::bad_alloc may be thrown by everything. After an exception nothing has changed, unless a
//   function says otherwise.
// - There is no global state. Threads may share an object as long as none of them changes it: const means that it is not changed.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace moot::v1 {

// What was given can't be used. what() is the whole message, which may have several lines.
class Error : public std::runtime_error {
public:
  Error(std::string where, const std::string& what) : std::runtime_error(what), where_(std::move(where)) {}
  // The place, with which what() begins: "FILE", "FILE:LINE" or "FILE:LINE:COLUMN"; "" if no file is to blame.
  const std::string& where() const noexcept { return where_; }

private:
  std::string where_;
};

std::string_view version(); // of this library: "0.1.0"

// What is said of a run, or of an outcome.
enum class Verdict {
  allowed,
  forbidden,   // MPI broke a clause
  erroneous,   // the program broke a clause: nothing that comes after it is judged
  unspecified, // allowed under some answers to the questions that the reading leaves open
};
std::string_view name(Verdict verdict); // "allowed", ...

// ---- Questions

// Something that the documents leave open, with the answers that one could give. (docs/readings.md says what each means.)
struct Question {
  std::string id;                   // "other-key-in-free"
  std::vector<std::string> answers; // "by-order", "present", "absent"
  bool asked = true;                // false: the model can't ask it yet; no answer makes a difference
};

// All of them, always in the same order.
std::vector<Question> questions();

// One answer to one question.
struct Answer {
  std::string question;
  std::string answer;
  bool operator==(const Answer&) const = default;
};
// Each question at most once, in the order of questions(). Questions that it does not name make no difference.
using Answers = std::vector<Answer>;

std::string to_text(const Answers& answers); // "other-key-in-free = by-order, copy-order = any"; "" for none

// ---- Readings

// A copy is cheap: copies share what they have in common.
class Reading {
public:
  // Every question is open.
  explicit Reading(std::string name = "open");

  const std::string& name() const noexcept;

  // The answer to a question; nullopt: it is open. Throws Error: there is no such question.
  std::optional<std::string> answer(std::string_view question) const;

  // The same reading with one more answer, or another one; "open" opens the question. Throws Error: there is no such question or
  // answer; the message has the names that there are.
  Reading with(std::string_view question, std::string_view answer) const;

  class Impl;

private:
  explicit Reading(std::shared_ptr<const Impl> impl);
  std::shared_ptr<const Impl> impl_; // never null, unless moved from
  friend struct Inside;
};

// ---- The files of the law

// One sentence of a document, and where it stands.
struct Clause {
  std::string id;           // "t304.free.order", "mpi.attr.free"
  std::string text;         // a quotation; of the MPI standard partly in our own words
  std::string source;       // of the document: "ticket304", "mpi-3.1"
  std::string place;        // in it: "lines 129-131", "section 6.7.2"
  bool informative = false; // it binds nobody
};

// A folder with the law as data: clauses/, readings/ (TOML files), and cases in litmus/. Files are read when a function
// is called, each time anew; they must not be changed meanwhile.
class LawBook {
public:
#ifdef MOOT_LAW_FOLDER
  // The folder that was installed with this library. The CMake target Moot::law says where that is; without it, name the folder.
  LawBook() : LawBook(MOOT_LAW_FOLDER) {}
#endif
  // Throws Error: there is no such folder, or it has no readings/.
  explicit LawBook(std::filesystem::path folder);

  const std::filesystem::path& folder() const noexcept { return folder_; }

  // The names of its readings, sorted.
  std::vector<std::string> readings() const;

  // A reading by its name, or from a file ("my.toml", "./my.toml"); what that extends is looked for beside it, then in this folder.
  // Throws Error: it can't be read, or is no reading that answers every question or says `open`.
  Reading reading(const std::string& name_or_file) const;

  // All clauses, sorted by id. Throws Error: a file can't be read, or is none of clauses.
  std::vector<Clause> clauses() const;

  // Throws Error: there is no such clause; or as `clauses`.
  Clause clause(std::string_view id) const;

  // What a question asks, in a sentence. Throws Error: there is no such question.
  static std::string sentence(std::string_view question);

private:
  std::filesystem::path folder_;
};

} // namespace moot::v1
