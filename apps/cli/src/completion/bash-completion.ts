import { groupByChoices, type CompletionModel, type CompletionNode } from './completion-nodes.ts';

/** A script for bash 3.2 and later; it needs no other completion package. */
export function bashCompletion({ binary, nodes, values, settings }: CompletionModel): string {
  const valueOptions = values.map(({ option }) => option);
  return `# bash completion for ${binary}
_${binary}_values() {
  case "$1" in
${groupByChoices(settings)
  .map(({ names, choices }) => `    ${names.join('|')}) echo '${choices.join(' ')}' ;;`)
  .join('\n')}
  esac
}
_${binary}() {
  local at='' position=0 skip=0 argument='' before='' glued=0 word index
  local -a words
  # bash splits at "=": the sign and what follows it belong to the word before.
  for ((index = 1; index <= COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    if [[ \${#words[@]} -gt 0 && ( $word == = || $glued == 1 && -n $word ) ]]; then
      words[\${#words[@]}-1]+="$word"
    else
      words+=("$word")
    fi
    if [[ $word == = ]]; then glued=1; else glued=0; fi
  done
  local last=$((\${#words[@]} - 1))
  local current="\${words[last]}"
  for ((index = 0; index < last; index++)); do
    word="\${words[index]}"
    before="$word"
    if ((skip)); then skip=0; continue; fi
    case "$word" in
      ${valueOptions.join('|')}) skip=1; continue ;;
      -*) continue ;;
    esac
    case "$at $word" in
${nodes
  .filter(({ path }) => path !== '')
  .map(({ path }) => `      ${pattern(path)}) at="${path}"; position=0; continue ;;`)
  .join('\n')}
    esac
    argument="$word"
    position=$((position + 1))
  done
  COMPREPLY=()
  # What stands before "=" is typed already; it is given again only where bash does not split there.
  local typed="$current" prefix=''
  case "$current" in
    ${valueOptions.map((option) => `${option}=*`).join('|')}) before="\${current%%=*}"; skip=1; typed="\${current#*=}" ;;
  esac
  if ((skip)) && [[ $COMP_WORDBREAKS != *=* ]]; then prefix="\${current%"$typed"}"; fi
  if ((skip)); then case "$before" in
${values.map(({ option, candidates }) => `    ${option}) ${valueReply(binary, candidates, settings)} return ;;`).join('\n')}
  esac; fi
  case "$at:$position" in
${nodes.flatMap((node) => nodeReplies(binary, node)).join('\n')}
  esac
}
complete -F _${binary} ${binary}
`;
}

/** `settings get` is reached from `settings` by `get`; the first command is reached from nothing. */
function pattern(path: string): string {
  return path.includes(' ') ? `"${path}"` : `" ${path}"`;
}

function valueReply(
  binary: string,
  candidates: CompletionModel['values'][number]['candidates'],
  settings: CompletionModel['settings'],
): string {
  if (candidates === 'folder' || candidates === 'file') {
    const kind = candidates === 'file' ? '-f' : '-d';
    return `local IFS=$'\\n'; COMPREPLY=($(compgen -P "$prefix" ${kind} -- "$typed")); compopt -o filenames 2>/dev/null;`;
  }
  if (candidates !== 'assignment') {
    return `COMPREPLY=($(compgen -P "$prefix" -W '${candidates.join(' ')}' -- "$typed"));`;
  }
  const names = settings.map(({ name }) => `${name}=`).join(' ');
  return `if [[ $typed == *=* ]]; then
        [[ $COMP_WORDBREAKS == *=* ]] || prefix="\${current%"\${typed#*=}"}"
        COMPREPLY=($(compgen -P "$prefix" -W "$(_${binary}_values "\${typed%%=*}")" -- "\${typed#*=}"))
      else
        COMPREPLY=($(compgen -P "$prefix" -W '${names}' -- "$typed")); compopt -o nospace 2>/dev/null
      fi;`;
}

function nodeReplies(binary: string, node: CompletionNode): string[] {
  const options = node.options.map(({ word }) => word);
  const places = Math.max(1, node.arguments.length);
  const replies = Array.from({ length: places }, (_unused, position) => {
    const commands = position === 0 ? node.commands.map(({ word }) => word) : [];
    const candidates = node.arguments[position] ?? [];
    const place = `"${node.path}:${position}"`;
    if (candidates === 'value')
      return reply(place, `"$(_${binary}_values "$argument") ${options.join(' ')}"`);
    return reply(place, `'${[...commands, ...candidates, ...options].join(' ')}'`);
  });
  return [...replies, reply(`"${node.path}:"*`, `'${options.join(' ')}'`)];
}

function reply(places: string, words: string): string {
  return `    ${places}) COMPREPLY=($(compgen -W ${words} -- "$current")) ;;`;
}
