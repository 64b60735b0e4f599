// For runner_test: an executor that misbehaves as the name of the job says.
#include <csignal>
#include <iostream>
#include <string>
#include <string_view>
#include <unistd.h>

namespace {

constexpr std::string_view header =
    R"({"moot_trace":1,"library":"Fake","version":"1","through":"layer","program":"","seed":0,"rank":0,"size":1,"filtered":[]})"
    "\n";
constexpr std::string_view event =
    R"({"n":1,"event":"call","thread":0,"depth":0,"by":"program","language":"c","procedure":"MPI_Info_create","arguments":{}})"
    "\n";
constexpr std::string_view returned =
    R"({"n":2,"event":"return","thread":0,"depth":0,"by":"program","language":"c","procedure":"MPI_Info_create","results":{"info":"i1"},"error":"MPI_SUCCESS"})"
    "\n";
constexpr std::string_view ending = "{\"end\":\"finished\"}\n";

void say(std::string_view text) {
  while (!text.empty()) {
    const auto size = write(3, text.data(), text.size());
    if (size <= 0) _exit(1);
    text.remove_prefix(static_cast<std::size_t>(size));
  }
}

[[noreturn]] void die(int number) {
  signal(number, SIG_DFL); // a sanitizer may have taken it
  raise(number);
  _exit(1);
}

// FAKE_TROUBLE=campaign: what some of its programs do to a library. (Their names end in numbers.)
std::string_view trouble_of_program(std::string_view name) {
  if (name.ends_with("13")) return "crash";
  if (name.ends_with("27")) return "abort";
  if (name.ends_with("44")) return "garbage";
  if (name.ends_with("101")) return "hang";
  if (name.ends_with("66")) return "die-idle";
  return "fine";
}

void behave(std::string_view name) {
  static int jobs = 0;
  if (name == "wrong-in-a-used-process") name = jobs > 0 ? "wrong-job" : "fine";
  ++jobs;
  if (name == "garbage") return say("I am a teapot\n\n");
  if (name == "nothing") return say("\n");
  say(header);
  if (name == "no-ending") return say("\n");
  if (name == "refused")
    return say(R"({"end":"aborted","detail":"the executor cannot run it: more than 64 callbacks"})"
               "\n\n");
  if (name == "wrong-job")
    return say(R"({"end":"aborted","detail":"the job is wrong: 1:1: why"})"
               "\n\n");
  say(event);
  if (name == "crash") die(SIGSEGV);
  if (name == "crash-in-line") say(R"({"n":2,"ev)"), die(SIGBUS);
  if (name == "abort") std::cerr << "first\nwhy it aborts\n\n" << std::flush, die(SIGABRT);
  if (name == "reported-abort")
    std::cerr
        << "free(): invalid pointer\n[vm:7] *** Process received signal ***\n[vm:8] *** Process received signal ***\n"
           "[vm:7] Signal: Aborted (6)\n[vm:8] *** End of error message ***\n"
        << std::flush,
        die(SIGABRT);
  if (name == "exit") std::cerr << "why it exits" << std::flush, _exit(7);
  if (name == "leave") _exit(0);
  if (name == "litter") std::cerr << getenv("TMPDIR") << std::flush, _exit(7);
  if (name == "close") close(3), pause();
  if (name == "hang") pause();
  if (name == "endless")
    for (;;) say("{}\n");
  if (name == "long-line")
    for (;;) say("{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{");
  if (name == "noisy")
    std::cout << std::string(1 << 20, 'o') << std::flush, std::cerr << std::string(1 << 20, 'e') << std::flush;
  say(returned);
  if (name == "too-much") return say(std::string(ending) + '\n' + std::string(event));
  say(ending);
  if (name == "crash-after") die(SIGSEGV);
  say("\n");
  if (name == "die-idle") _exit(0);
}

} // namespace

int main(int argc, char** argv) {
  const std::string_view last = argv[argc - 1];
  const std::string_view trouble = getenv("FAKE_TROUBLE") == nullptr ? "" : getenv("FAKE_TROUBLE");
  if (trouble == "start-crash") die(SIGSEGV);
  if (trouble == "start-hang") pause();
  if (trouble == "start-exit") std::cerr << "MPI_Init failed\n" << std::flush, _exit(1);
  say("{\"library\":\"Fake\",\"version\":\"1\"}\n");
  if (last == "--version") return 0;
  say("\n");
  for (std::string line; std::getline(std::cin, line);) {
    const auto begin = line.find(R"("name":")") + 8;
    const auto name = std::string_view(line).substr(begin, line.find('"', begin) - begin);
    behave(trouble == "campaign" ? trouble_of_program(name) : name);
  }
  return 0;
}
