/** The command `completion`, which prints a script that completes subcommands and options. The script contains the whole tree. */
import { Argument, type Command } from 'commander';

import type { Open } from './command.ts';

/** The words that can follow a command: its subcommands and its options. */
type CompletionBranch = { readonly path: string; readonly words: readonly string[] };

export function addCompletion(program: Command, open: Open): void {
  program
    .command('completion')
    .summary('print a script that completes commands in a shell')
    .addArgument(new Argument('<shell>', 'which shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText(
      'after',
      '\nExamples:\n  source <(atelier completion bash)\n  atelier completion fish > ~/.config/fish/completions/atelier.fish',
    )
    .action((shell: string, _options, command) => {
      const branches = branchesOf(program, []);
      const script = shell === 'fish' ? fish(branches) : shell === 'zsh' ? zsh(branches) : bash(branches);
      open(command).say(script);
    });
}

function branchesOf(command: Command, path: readonly string[]): CompletionBranch[] {
  const subcommands = command.commands.filter((one) => one.name() !== 'help');
  const options = [...command.options, ...(path.length === 0 ? [] : rootOptions(command))].flatMap(({ long }) =>
    long ? [long] : [],
  );
  const own = { path: path.join(' '), words: [...subcommands.map((one) => one.name()), ...new Set([...options, '--help'])] };
  return [own, ...subcommands.flatMap((one) => branchesOf(one, [...path, one.name()]))];
}

const rootOptions = (command: Command): Command['options'] =>
  command.parent === null ? command.options : rootOptions(command.parent);

/** The words of the tree consist of letters and dashes and need no quotes. */
const cases = (branches: readonly CompletionBranch[]): string =>
  branches.map(({ path, words }) => `    '${path}') words='${words.join(' ')}' ;;`).join('\n');

/** The path is the longest chain of commands; other words (documents, values) are skipped. */
const bash = (branches: readonly CompletionBranch[]): string => `_atelier() {
  local path='' word words='' index
  for ((index = 1; index < COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    case " ${branches.map(({ path }) => path.replaceAll(' ', '/')).join(' ')} " in
      *" \${path:+$path/}$word "*) path="\${path:+$path/}$word" ;;
    esac
  done
  case "\${path//\\// }" in
${cases(branches)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _atelier atelier
`;

const zsh = (branches: readonly CompletionBranch[]): string => `#compdef atelier
autoload -U +X bashcompinit && bashcompinit
${bash(branches)}`;

const fish = (branches: readonly CompletionBranch[]): string =>
  [
    'function __atelier_words',
    "  set -l path ''",
    '  for word in (commandline -opc)[2..-1]',
    '    set -l longer (string trim -- "$path $word")',
    `    if contains -- "$longer" ${branches.map(({ path }) => `'${path}'`).join(' ')}`,
    '      set path "$longer"',
    '    end',
    '  end',
    '  switch "$path"',
    ...branches.map(({ path, words }) => `    case '${path}'\n      string split ' ' -- '${words.join(' ')}'`),
    '  end',
    'end',
    "complete -c atelier -a '(__atelier_words)'",
    '',
  ].join('\n');
