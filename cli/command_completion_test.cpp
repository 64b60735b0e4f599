// What a shell completes, and the manual page: both are told by the options themselves.
#include "cli/command_test.h"

namespace moot {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;
using testing::StartsWith;

using Lines = std::vector<std::string>;

class CompletionTest : public CommandTest {
protected:
  // What may stand for the last of the words.
  Lines completed(const std::string& words) const { return lines(moot("completion words " + words)); }

  // What bash has in COMPREPLY where its words are these.
  Lines in_bash(const std::string& words) const {
    add("script", moot("completion bash").out);
    return lines(shell("exec bash -c 'source \"$0\"; COMP_WORDS=(moot \"$@\"); COMP_CWORD=$#; $(complete -p moot | sed "
                       "\"s/.*-F //; s/ .*//\"); printf \"%s\\n\" \"${COMPREPLY[@]}\"' '" +
                       path("script") + "' " + words));
  }

  // The verbs of `moot --help`, and the long options of `moot VERB --help`.
  Lines verbs_of_help() const {
    return found("$MOOT --help | sed -n '/^Subcommands:/,/^$/s/^  \\([a-z]*\\) .*/\\1/p'");
  }
  Lines options_of_help(const std::string& verb) const {
    return found("$MOOT " + verb + " --help | grep -oE '^  -[^ ]+' | grep -oE -e '--[a-z-]+'");
  }

private:
  Lines found(const std::string& script) const { return lines(shell(script)); }
  static Lines lines(const Ran& ran) {
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_THAT(ran.err, IsEmpty());
    std::istringstream text(ran.out);
    Lines result;
    for (std::string line; std::getline(text, line);) result.push_back(line);
    return result;
  }
};

TEST_F(CompletionTest, EachVerbAndEachOfItsOptions) {
  const auto verbs = verbs_of_help();
  EXPECT_THAT(verbs, IsSupersetOf({"settle", "show", "explain", "completion"}));
  EXPECT_THAT(completed("''"), IsSupersetOf(verbs));
  EXPECT_THAT(completed("help ''"), testing::ElementsAreArray(verbs));
  const auto page = moot("--man").out;
  for (const auto& verb : verbs) {
    const auto options = options_of_help(verb);
    EXPECT_THAT(options, Contains("--help"));
    EXPECT_THAT(completed(verb + " x -"), IsSupersetOf(options)) << verb;
    EXPECT_THAT(page, HasSubstr("\n.SS moot " + verb + "\n"));
  }
  EXPECT_THAT(options_of_help("settle"), IsSupersetOf({"--reading", "--on", "--seeds", "--jobs"}));
}

TEST_F(CompletionTest, NamesWhereAnOptionTakesOne) {
  for (const std::string option : {"-r ", "--reading ", "--reading = ", "--reading="}) {
    const auto begin = option == "--reading=" ? option : "";
    EXPECT_THAT(completed("settle " + option + (begin.empty() ? "''" : "")),
                IsSupersetOf({begin + "ticket304-strict", begin + "mpi-3.1"}));
  }
  EXPECT_THAT(completed("distinguish ticket304 mpi-3"), ElementsAre("mpi-3.1"));
  EXPECT_THAT(completed("explore x --answer copy-ord"), ElementsAre("copy-order="));
  EXPECT_THAT(completed("explore x --answer copy-order ="), ElementsAre("any", "last-set-first", "open"));
  EXPECT_THAT(completed("explore x --answer copy-order = l"), ElementsAre("last-set-first"));
  EXPECT_THAT(completed("explore x --answer copy-order=l"), ElementsAre("copy-order=last-set-first"));
  EXPECT_THAT(completed("settle --on m"), ElementsAre("mpich", "mpicc"));
  EXPECT_THAT(completed("run x --on mo"), ElementsAre("model"));
  EXPECT_THAT(completed("settle --json --rea"), ElementsAre("--reading")); // a flag takes no value
  EXPECT_THAT(completed("explain --json t304.free.get-ow"), ElementsAre("t304.free.get-own"));
  EXPECT_THAT(completed("survey --scope attribute-c"), ElementsAre("attribute-cache"));
  EXPECT_THAT(completed("random --only MPI_Comm_dup,MPIX_Key_f"), ElementsAre("MPI_Comm_dup,MPIX_Key_free"));
  EXPECT_THAT(completed("explain ''"),
              IsSupersetOf({"ticket304", "t304.free.get-own", "mutate-in-free", "MPI_Comm_dup"}));
}

// There the shell completes files.
TEST_F(CompletionTest, NothingWhereAnythingMayStand) {
  for (const std::string words : {"", "settle ''", "settle spec/li", "settle --seeds ''", "settle --report=",
                                  "settle --json x", "check -r spec/readings/t", "nothing ''", "help show ''"})
    EXPECT_THAT(completed(words), IsEmpty()) << words;
}

TEST_F(CompletionTest, InBash) {
  EXPECT_THAT(in_bash("set"), ElementsAre("settle"));
  EXPECT_THAT(in_bash("settle --rea"), ElementsAre("--reading"));
  EXPECT_THAT(in_bash("settle --reading ticket304-s"), ElementsAre("ticket304-strict"));
  EXPECT_THAT(in_bash("settle --reading = ticket304-s"), ElementsAre("ticket304-strict"));
}

// The program is gone, or in a folder with such a name.
TEST_F(CompletionTest, ScriptAsksTheProgramThatPrintedIt) {
  const auto other = path("it's");
  const auto answer = [&](const std::string& after) {
    return shell(
        "cp $MOOT \"" + other + "\"; \"" + other + "\" completion bash >'" + path("script") + "'; " + after +
        "exec bash -c 'source \"$0\"; COMP_WORDS=(moot set); COMP_CWORD=1; _moot; echo \"${#COMPREPLY[@]}\"' '" +
        path("script") + "'");
  };
  EXPECT_EQ(answer("").out, "1\n");
  const auto gone = answer("rm \"" + other + "\"; ");
  EXPECT_EQ(gone.out, "0\n");
  EXPECT_THAT(gone.err, IsEmpty());
}

TEST_F(CompletionTest, Shells) {
  EXPECT_THAT(moot("completion zsh").out, AllOf(HasSubstr("bashcompinit"), HasSubstr("complete -o default -F _moot")));
  const auto checked = shell("command -v shellcheck >&2 || exit 0; $MOOT completion bash | shellcheck -s bash -");
  EXPECT_EQ(checked.code, 0) << checked.out;
  const auto other = moot("completion fish");
  EXPECT_EQ(other.code, 2);
  EXPECT_EQ(other.err, "moot: completion: there is none for 'fish', only for bash and zsh\n");
  EXPECT_THAT(moot("completion").err, HasSubstr("shell is required"));
}

TEST_F(CompletionTest, ManualPage) {
  const auto page = moot("--man");
  EXPECT_EQ(page.code, 0);
  EXPECT_EQ(moot("help --man").out, page.out);
  EXPECT_THAT(moot("--help").out, HasSubstr("\n  --man "));
  EXPECT_THAT(page.out, StartsWith(".TH MOOT 1 \"\" \"moot "));
  EXPECT_THAT(
      page.out,
      AllOf(HasSubstr("\n\\fB\\-r,\\-\\-reading\\fR READING ...\n"),
            HasSubstr("\n\\fBmoot settle spec/litmus/ticket304\\fR\nthe same for a folder, one line per case\n"),
            HasSubstr("\nExit codes: 0 nothing new;"), HasSubstr("Exit codes: 0 allowed;")));
  const auto checked = shell("command -v groff >&2 || exit 0; $MOOT --man | groff -man -ww -z");
  EXPECT_EQ(checked.code, 0);
  EXPECT_THAT(checked.err, Not(HasSubstr("warning")));
}

} // namespace
} // namespace moot
