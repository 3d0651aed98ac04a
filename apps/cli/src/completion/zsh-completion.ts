import type { Candidate, CompletionModel, CompletionNode } from './completion-nodes.ts';
import { shellQuote } from './shell-quote.ts';

/** A script for zsh; it is to be read after \`compinit\`. */
export function zshCompletion({ binary, nodes, values }: CompletionModel): string {
  const valueOptions = values.map(({ option }) => option).join('|');
  return `#compdef ${binary}
_${binary}() {
  local at='' word
  local -i position=0 skip=0
  local -a candidates
  for word in "\${(@)words[2,CURRENT-1]}"; do
    if (( skip )); then skip=0; continue; fi
    case "$word" in
      ${valueOptions}) skip=1; continue ;;
      -*) continue ;;
    esac
    case "$at $word" in
${nodes
  .filter(({ path }) => path !== '')
  .map(
    ({ path }) =>
      `      ${path.includes(' ') ? `"${path}"` : `" ${path}"`}) at="${path}"; position=0; continue ;;`,
  )
  .join('\n')}
    esac
    position+=1
  done
  case "$words[CURRENT-1]" in
${values.map(({ option, candidates }) => `    ${option}) ${valueReply(candidates)} return ;;`).join('\n')}
  esac
  case "$at:$position" in
${nodes.flatMap(nodeReplies).join('\n')}
  esac
  _describe ${shellQuote(binary)} candidates
}
if (( $+functions[compdef] )); then compdef _${binary} ${binary}; fi
`;
}

function valueReply(candidates: readonly string[] | 'folder'): string {
  if (candidates === 'folder') return '_files -/;';
  const suffix = candidates.some((candidate) => candidate.endsWith('=')) ? "-S '' " : '';
  return `compadd ${suffix}-- ${candidates.map(shellQuote).join(' ')};`;
}

function nodeReplies(node: CompletionNode): string[] {
  const places = Math.max(1, node.arguments.length);
  const replies = Array.from({ length: places }, (_unused, position) => {
    const words = (node.arguments[position] ?? []).map((word) => ({ word, summary: '' }));
    const commands = position === 0 ? node.commands : [];
    return reply(`"${node.path}:${position}"`, [...commands, ...words, ...node.options]);
  });
  return [...replies, reply(`"${node.path}:"*`, node.options)];
}

function reply(places: string, candidates: readonly Candidate[]): string {
  const described = candidates.map(({ word, summary }) =>
    shellQuote(summary === '' ? word : `${word}:${summary}`),
  );
  return `    ${places}) candidates=(${described.join(' ')}) ;;`;
}
