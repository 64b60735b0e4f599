#include "spec/language/law/reading_file.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>

namespace moot {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

// A folder of readings for one test, beside those of spec/readings.
class ReadingFileTest : public testing::Test {
protected:
  ReadingFileTest() {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~ReadingFileTest() override { fs::remove_all(folder_); }
  ReadingFileTest(const ReadingFileTest&) = delete;
  ReadingFileTest& operator=(const ReadingFileTest&) = delete;

  std::string add(const std::string& name, const std::string& content) const {
    std::ofstream(folder_ / name, std::ios::binary) << content;
    return (folder_ / name).string();
  }
  // Extends `base`, with these lines under [answers].
  std::string add_over(const std::string& name, const std::string& base, const std::string& answers) const {
    return add(name, "extends = \"" + base + "\"\n[answers]\n" + answers);
  }
  std::string folder() const { return folder_.string(); }

  static Reading load(const std::string& name) { return read_reading(name, "spec/readings"); }

  // What is said of a reading that can't be loaded: always one line that begins with a file, or names the folder.
  static std::string refusal(const std::string& name, const std::string& folder = "spec/readings") {
    try {
      read_reading(name, folder);
    } catch (const ReadingError& error) {
      const std::string message = error.what();
      EXPECT_LT(message.size(), 400);
      EXPECT_EQ(message.find('\n'), std::string::npos) << message;
      return message;
    }
    ADD_FAILURE() << name << " was accepted";
    return "";
  }

private:
  fs::path folder_ = fs::temp_directory_path() / ("moot-reading-" + std::to_string(getpid()));
};

std::string answer(const Reading& reading, const std::string& question) {
  const auto which = *question_named(question);
  return reading[which] == open_answer ? "open" : std::string(text(which).answers[reading[which]]);
}

// ---- what loads

TEST_F(ReadingFileTest, LoadsByName) {
  EXPECT_EQ(load("ticket304").name, "ticket304");
  EXPECT_EQ(answer(load("ticket304"), "other-key-in-free"), "open");
  EXPECT_EQ(answer(load("ticket304-strict"), "other-key-in-free"), "by-order");
}

TEST_F(ReadingFileTest, ExtendsAnother) {
  const auto queued = read_reading_file("ticket304-queued", "spec/readings");
  EXPECT_EQ(answer(queued.reading, "mutate-in-free"), "queued");
  EXPECT_EQ(answer(queued.reading, "copy-order"), "any"); // of ticket304-strict
  EXPECT_EQ(queued.reading.name, "ticket304-queued");
  EXPECT_NE(queued.title, read_reading_file("ticket304-strict", "spec/readings").title);
  EXPECT_EQ(queued.grounds.at(static_cast<std::size_t>(Question::copy_order)).clause, "t304.copy.when");
}

TEST_F(ReadingFileTest, LoadsOwnFilesByPath) {
  const auto own = add_over("own.toml", "ticket304-strict", "copy-order = \"last-set-first\"\n");
  EXPECT_EQ(answer(load(own), "copy-order"), "last-set-first");
  EXPECT_EQ(load(own).name, "own"); // after its file, unless it says otherwise
  const auto named = add("named.toml", "name = \"mine\"\nextends = \"own\"\n[answers]\n"); // beside it
  EXPECT_EQ(answer(load(named), "copy-order"), "last-set-first");
  EXPECT_EQ(load(named).name, "mine");
  const auto reopened = add_over("reopened.toml", "own.toml", "copy-order = \"open\"\n");
  EXPECT_EQ(answer(load(reopened), "copy-order"), "open");
}

TEST_F(ReadingFileTest, TwoWaysToTheSameBaseAreNoCycle) {
  add_over("a.toml", "ticket304-strict", "");
  EXPECT_EQ(load(add_over("b.toml", "a", "")).name, "b");
}

TEST_F(ReadingFileTest, OneAnswerCanBeOverridden) {
  auto reading = load("ticket304-strict");
  override_answer(reading, "other-key-in-free=present");
  EXPECT_EQ(answer(reading, "other-key-in-free"), "present");
  override_answer(reading, "other-key-in-free=open");
  EXPECT_EQ(answer(reading, "other-key-in-free"), "open");
  EXPECT_EQ(answer(reading, "mutate-in-free"), "erroneous");
}

TEST_F(ReadingFileTest, NamesTheReadingsOfAFolder) {
  EXPECT_THAT(reading_names("spec/readings"),
              testing::ElementsAre("attribute-interop", "mpi-3.1", "mpi-4.1", "mpi-5.0", "mpich-4.0.2", "mpich-qmpi",
                                   "openmpi-4.1.4", "qmpi-2020", "ticket304", "ticket304-queued", "ticket304-strict"));
  EXPECT_THAT(reading_names("no/such/folder"), testing::IsEmpty());
}

// ---- what does not

TEST_F(ReadingFileTest, RefusesUnknownReadings) {
  EXPECT_EQ(refusal("ticket304-strikt"),
            "there is no reading 'ticket304-strikt' in spec/readings; did you mean 'ticket304-strict'?");
  EXPECT_EQ(refusal("something"), "there is no reading 'something' in spec/readings");
  EXPECT_EQ(refusal(""), "there is no reading '' in spec/readings");
  EXPECT_EQ(refusal("no/such.toml"), "no/such.toml: no such file");
  EXPECT_EQ(refusal(folder() + "/"), folder() + "/: is a directory; a reading is a file");
  EXPECT_THAT(refusal(add_over("own.toml", "ticket304-strikt", "")), HasSubstr("did you mean 'ticket304-strict'?"));
}

TEST_F(ReadingFileTest, RefusesAMissingAnswer) {
  const auto file = add("own.toml", "[answers]\nother-key-in-free = \"present\"\n");
  EXPECT_EQ(refusal(file),
            file + ": no answer to 'mutate-in-free' (an answer, or \"open\", is needed for each question)");
  const auto empty = add("empty.toml", "");
  EXPECT_EQ(refusal(empty), empty + ": no table [answers]");
  const auto mute = add_over("mute.toml", "ticket304", "copy-order = { reason = \"it is so\" }\n");
  EXPECT_EQ(refusal(mute), mute + ":3: 'copy-order' has no answer");
  const auto number = add_over("number.toml", "ticket304", "copy-order = 1\n");
  EXPECT_EQ(refusal(number), number + ":3: 'copy-order' has no answer");
}

TEST_F(ReadingFileTest, RefusesUnknownQuestionsAndAnswers) {
  const auto question = add_over("question.toml", "ticket304", "copy-ordre = \"any\"\n");
  EXPECT_EQ(refusal(question), question + ":3: there is no question 'copy-ordre'; did you mean 'copy-order'?");
  const auto answer = add_over("answer.toml", "ticket304", "copy-order = \"some\"\n");
  EXPECT_EQ(refusal(answer),
            answer + ":3: 'some' is no answer to 'copy-order'; its answers are any, last-set-first, open");
}

TEST_F(ReadingFileTest, RefusesACycle) {
  add_over("a.toml", "b", "");
  add_over("b.toml", "c", "");
  add_over("c.toml", "a", "");
  EXPECT_THAT(refusal(folder() + "/b.toml"), AllOf(HasSubstr("extends itself"), HasSubstr("/a.toml")));
  EXPECT_THAT(refusal(add_over("self.toml", "self", "")), HasSubstr("extends itself"));
}

// A file's name without a folder: its neighbours are beside it all the same.
TEST_F(ReadingFileTest, LooksBesideTheFileInTheWorkingFolder) {
  add_over("top.toml", "below", "");
  add_over("below.toml", "top", "");
  const auto root = fs::current_path();
  fs::current_path(folder());
  EXPECT_THAT(refusal("top.toml", (root / "spec/readings").string()), HasSubstr("extends itself"));
  fs::current_path(root);
}

TEST_F(ReadingFileTest, SaysWhichFileExtendsWhatIsMissing) {
  const auto file = add_over("top.toml", "below", "");
  EXPECT_EQ(refusal(file), file + ": extends: there is no reading 'below' in spec/readings");
}

TEST_F(ReadingFileTest, RefusesAnEndlessChain) {
  for (int i = 0; i < 200; ++i)
    add_over("r" + std::to_string(i) + ".toml", i == 199 ? "ticket304" : "r" + std::to_string(i + 1), "");
  EXPECT_THAT(refusal(folder() + "/r0.toml"), HasSubstr("more than 32 readings extend one another"));
}

TEST_F(ReadingFileTest, RefusesWhatIsNoToml) {
  const auto text = add("text.toml", "name = \"x\"\n[answers\n");
  EXPECT_THAT(refusal(text), AllOf(HasSubstr(text + ":2:"), HasSubstr("]")));
  EXPECT_THAT(refusal(add("word.toml", "x = t\n[a]\n")), HasSubstr("word.toml:1:"));
  EXPECT_THAT(refusal(add("binary.toml", std::string("\x7f\x45\x4c\x46\0\xff\xfe", 7))), HasSubstr("binary.toml:1:"));
  EXPECT_THAT(refusal(add("long.toml", std::string(10'000'000, 'x'))), HasSubstr("too large"));
  EXPECT_THAT(refusal(add("wide.toml", "x = " + std::string(900'000, 'x'))), HasSubstr("wide.toml:1:"));
  EXPECT_THAT(refusal(add("deep.toml", "x = " + std::string(500'000, '['))), HasSubstr("deep.toml:1:"));
  const auto odd = add("odd.toml", "answers = 3\nextends = 4\nname = []\n");
  EXPECT_EQ(refusal(odd), odd + ":2: 'extends' must be a text in quotes");
}

TEST_F(ReadingFileTest, RefusesBadOverrides) {
  auto reading = load("ticket304");
  const auto refused = [&](const std::string& assignment) -> std::string {
    try {
      override_answer(reading, assignment);
    } catch (const ReadingError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(refused("copy-order"), "'copy-order' is not of the form QUESTION=ANSWER");
  EXPECT_EQ(refused("copy-ordre=any"), "there is no question 'copy-ordre'; did you mean 'copy-order'?");
  EXPECT_EQ(refused("copy-order="), "'' is no answer to 'copy-order'; its answers are any, last-set-first, open");
  EXPECT_EQ(refused("=any"), "there is no question ''");
}

} // namespace
} // namespace moot
