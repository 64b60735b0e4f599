// Judges a trace: judge FILE.trace READING
#include <moot/check.h>

#include <iostream>

using namespace moot::v1;

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: judge FILE.trace READING\n";
    return 2;
  }
  try {
    const LawBook law;
    const auto report = check_file(argv[1], law.reading(argv[2]));
    for (const auto& finding : report.findings) {
      std::cout << "event " << finding.sequence << ": " << name(finding.verdict) << '\n';
      if (finding.event) std::cout << to_text({*finding.event});
      if (!finding.clause.empty()) std::cout << "  \"" << law.clause(finding.clause).text << "\"\n";
      for (const auto& event : finding.allowed) std::cout << "allowed:\n" << to_text({event});
    }
    std::cout << report.events << " events: " << name(report.verdict) << '\n';
    return report.verdict == Verdict::forbidden ? 1 : 0;
  } catch (const Error& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
