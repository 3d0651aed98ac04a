import type { CompletionModel, CompletionNode } from './completion-nodes.ts';

/** A script for bash 3.2 and later; it needs no other completion package. */
export function bashCompletion({ binary, nodes, values }: CompletionModel): string {
  const valueOptions = values.map(({ option }) => option).join('|');
  return `# bash completion for ${binary}
_${binary}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
  local at='' position=0 skip=0 word index
  for ((index = 1; index < COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    # bash splits at "=": the sign and what follows it belong to the option or value before.
    if [[ $word == = ]]; then skip=1; continue; fi
    if ((skip)); then skip=0; continue; fi
    case "$word" in
      ${valueOptions}) skip=1; continue ;;
      -*) continue ;;
    esac
    case "$at $word" in
${nodes
  .filter(({ path }) => path !== '')
  .map(({ path }) => `      ${pattern(path)}) at="${path}"; position=0; continue ;;`)
  .join('\n')}
    esac
    position=$((position + 1))
  done
  COMPREPLY=()
  case "$before" in
${values.map(({ option, candidates }) => `    ${option}) ${valueReply(candidates)} return ;;`).join('\n')}
  esac
  case "$at:$position" in
${nodes.flatMap(nodeReplies).join('\n')}
  esac
}
complete -F _${binary} ${binary}
`;
}

/** `settings get` is reached from `settings` by `get`; the first command is reached from nothing. */
function pattern(path: string): string {
  return path.includes(' ') ? `"${path}"` : `" ${path}"`;
}

function valueReply(candidates: readonly string[] | 'folder'): string {
  if (candidates === 'folder') {
    return `local IFS=$'\\n'; COMPREPLY=($(compgen -d -- "$current")); compopt -o filenames 2>/dev/null;`;
  }
  const space = candidates.some((candidate) => candidate.endsWith('='))
    ? ' compopt -o nospace 2>/dev/null;'
    : '';
  return `COMPREPLY=($(compgen -W '${candidates.join(' ')}' -- "$current"));${space}`;
}

function nodeReplies(node: CompletionNode): string[] {
  const options = node.options.map(({ word }) => word);
  const places = Math.max(1, node.arguments.length);
  const replies = Array.from({ length: places }, (_unused, position) => {
    const commands = position === 0 ? node.commands.map(({ word }) => word) : [];
    return reply(`"${node.path}:${position}"`, [
      ...commands,
      ...(node.arguments[position] ?? []),
      ...options,
    ]);
  });
  return [...replies, reply(`"${node.path}:"*`, options)];
}

function reply(places: string, words: readonly string[]): string {
  return `    ${places}) COMPREPLY=($(compgen -W '${words.join(' ')}' -- "$current")) ;;`;
}
