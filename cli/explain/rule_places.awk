# Where in the sources each clause and each rule stands, as lines for rule_places.cpp. The files are named as they are to be told. Lists
# of clauses are no place: they only say what a rule uses.
FNR == 1 { in_list = 0 }
/std::array [a-z_]*clauses\{/ || /std::array kernel\{/ { in_list = 1 }
# Clause::free_get_own in code
!in_list {
  line = $0
  sub(/\/\/.*/, "", line)
  while (match(line, /[^A-Za-z_]Clause::[a-z_0-9]+/)) {
    print "CLAUSE(id(" substr(line, RSTART + 1, RLENGTH - 1) "), \"" FILENAME "\", " FNR ")"
    line = substr(line, RSTART + RLENGTH)
  }
}
in_list && /;/ { in_list = 0 }
# t304.free.get-own in a comment
{
  line = $0
  if (!sub(/.*\/\//, "", line)) line = ""
  while (match(line, /[a-z0-9]+\.[a-z0-9.-]*[a-z]/)) {
    print "CLAUSE(\"" substr(line, RSTART, RLENGTH) "\", \"" FILENAME "\", " FNR ")"
    line = substr(line, RSTART + RLENGTH)
  }
}
# void value_get(const Call& call) {
match($0, /void [a-z_0-9]+\(const Call&/) {
  name = substr($0, RSTART + 5, RLENGTH - 5)
  defined[FILENAME, substr(name, 1, index(name, "(") - 1)] = FNR
}
# Rule{Procedure::value_get, value_get, get_clauses}: its function stands before it.
{
  line = $0
  while (match(line, /Rule\{Procedure::[a-z_0-9]+, [a-z_0-9]+/)) {
    rule = substr(line, RSTART + 5, RLENGTH - 5)
    comma = index(rule, ",")
    place = defined[FILENAME, substr(rule, comma + 2)]
    print "RULE(" substr(rule, 1, comma - 1) ", \"" FILENAME "\", " (place ? place : FNR) ")"
    line = substr(line, RSTART + RLENGTH)
  }
}
