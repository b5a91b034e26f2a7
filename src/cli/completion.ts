import type { CAC } from 'cac';
import { print, UsageError } from './output.ts';

interface Word {
  readonly name: string;
  readonly about: string;
  /** With their dashes. */
  readonly options: readonly { readonly name: string; readonly about: string }[];
}

const writers: Readonly<Record<string, (name: string, words: readonly Word[]) => string>> = {
  bash,
  zsh,
  fish,
};

/** `completion SHELL`: a script that completes commands and options, made from the commands themselves. */
export function addCompletion(program: CAC): void {
  const shells = Object.keys(writers).join(', ');
  program
    .command('completion <shell>', `A script that completes commands and options: ${shells}`)
    .example('source <(kubelet-debugger completion bash)')
    .action((shell: string) => {
      const write = Object.hasOwn(writers, shell) ? writers[shell] : undefined;
      if (write === undefined) throw new UsageError(`completion is for ${shells}, not ${shell}.`);
      print(write(program.name, wordsOf(program)));
    });
}

function wordsOf(program: CAC): Word[] {
  return program.commands.map(({ name, description, options }) => ({
    name,
    about: description,
    options: [...options, ...program.globalCommand.options]
      .filter((option) => option.name !== 'version')
      .map(({ rawName, description: about }) => ({
        name: `--${/--([\w-]+)/.exec(rawName)?.[1] ?? rawName}`,
        about,
      })),
  }));
}

function bash(name: string, words: readonly Word[]): string {
  const id = `_${name.replaceAll('-', '_')}`;
  const cases = words.map(
    (word) => `    ${word.name}) words='${word.options.map((option) => option.name).join(' ')}' ;;`,
  );
  return `${id}() {
  local cur=\${COMP_WORDS[COMP_CWORD]} words=
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${words.map((word) => word.name).join(' ')} --help --version' -- "$cur"))
    return
  fi
  case $cur in -*) ;; *) COMPREPLY=(); return ;; esac
  case \${COMP_WORDS[1]} in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -o bashdefault -F ${id} ${name}`;
}

function zsh(name: string, words: readonly Word[]): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  const described = ({ name: word, about }: { name: string; about: string }): string =>
    quoted(`${word}:${about}`);
  const cases = words.map(
    (word) => `    ${word.name}) options=(${word.options.map(described).join(' ')}) ;;`,
  );
  return `#compdef ${name}
_${name}() {
  local -a commands options
  commands=(${words.map(described).join(' ')})
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case $words[2] in
${cases.join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then _describe option options; else _files; fi
}
if [ "$funcstack[1]" = "_${name}" ]; then _${name} "$@"; else compdef _${name} ${name}; fi`;
}

function fish(name: string, words: readonly Word[]): string {
  const quoted = (text: string): string =>
    `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  return words
    .flatMap((word) => [
      `complete -c ${name} -n __fish_use_subcommand -f -a ${word.name} -d ${quoted(word.about)}`,
      ...word.options.map(
        (option) =>
          `complete -c ${name} -n '__fish_seen_subcommand_from ${word.name}' -l ${option.name.slice(2)} -d ${quoted(option.about)}`,
      ),
    ])
    .join('\n');
}
