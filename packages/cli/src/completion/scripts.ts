/** A shell whose completion there is. */
export type Shell = "bash" | "zsh" | "fish";

/**
 * What a shell reads so that the tabulator completes commands, options and their values. Each script asks
 * `diglot complete` for the words. Where there are none, the shell completes names of files.
 */
export const scripts: Readonly<Record<Shell, string>> = {
  bash: `# Completion of diglot for bash.
_diglot() {
  local IFS=$'\\n'
  COMPREPLY=($(diglot complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2> /dev/null | cut -f 1))
}
complete -o default -F _diglot diglot
`,
  zsh: `#compdef diglot
# Completion of diglot for zsh.
_diglot() {
  local -a lines
  lines=("\${(@f)$(diglot complete -- "\${(@)words[2,CURRENT]}" 2> /dev/null)}")
  if [[ -z $lines ]]; then
    _files
    return
  fi
  lines=("\${(@)lines//:/\\\\:}")
  lines=("\${(@)lines//$'\\t'/:}")
  _describe -V diglot lines
}
if [[ $funcstack[1] == _diglot ]]; then
  _diglot "$@"
else
  compdef _diglot diglot
fi
`,
  fish: `# Completion of diglot for fish.
function __diglot_complete
  set -l words (commandline -opc)
  set -l typed (commandline -ct)
  set -l found (diglot complete -- $words[2..] "$typed" 2> /dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c diglot -f -a '(__diglot_complete)'
`,
};
