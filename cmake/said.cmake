# What the command says of itself, as files: cmake -DMOOT=PATH -DFOLDER=FOLDER -P said.cmake
file(MAKE_DIRECTORY ${FOLDER})

function(say file)
  execute_process(COMMAND ${MOOT} ${ARGN} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "'${MOOT}'" "moot" text "${text}")
  file(WRITE ${FOLDER}/${file} "${text}")
endfunction()

say(moot.1 --man)
say(moot.bash completion bash)
say(_moot completion zsh)
# zsh loads it when TAB is pressed for the first time, and expects an answer to that, too.
file(READ ${FOLDER}/_moot text)
file(WRITE ${FOLDER}/_moot "#compdef moot\n${text}_bash_complete -o default -F _moot\n")
