import {
  groupByChoices,
  type Candidate,
  type CompletionModel,
  type CompletionNode,
} from './completion-nodes.ts';
import { shellQuote } from './shell-quote.ts';

/** A script for zsh; it is to be read after \`compinit\`. */
export function zshCompletion({ binary, nodes, values, settings }: CompletionModel): string {
  const valueOptions = values.map(({ option }) => option).join('|');
  const replies = values.map(({ option, candidates }) => {
    return { option, offer: valueReply(binary, candidates, settings) };
  });
  return `#compdef ${binary}
_${binary}_values() {
  case "$1" in
${groupByChoices(settings)
  .map(({ names, choices }) => `    ${names.join('|')}) reply=(${choices.join(' ')}) ;;`)
  .join('\n')}
    *) reply=() ;;
  esac
}
_${binary}() {
  local at='' argument='' word typed="$words[CURRENT]"
  local -i position=0 skip=0
  local -a candidates reply
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
    argument="$word"
    position+=1
  done
  if (( skip )); then case "$words[CURRENT-1]" in
${replies.map(({ option, offer }) => `    ${option}) ${offer} return ;;`).join('\n')}
  esac; fi
  case "$typed" in
${replies.map(({ option, offer }) => `    ${option}=*) typed="\${typed#*=}"; compset -P '${option}='; ${offer} return ;;`).join('\n')}
  esac
  case "$at:$position" in
${nodes.flatMap((node) => nodeReplies(binary, node)).join('\n')}
  esac
  _describe ${shellQuote(binary)} candidates
}
if (( $+functions[compdef] )); then compdef _${binary} ${binary}; fi
`;
}

function valueReply(
  binary: string,
  candidates: CompletionModel['values'][number]['candidates'],
  settings: CompletionModel['settings'],
): string {
  if (candidates === 'folder') return '_files -/;';
  if (candidates === 'file') return '_files;';
  if (candidates !== 'assignment') return `compadd -- ${candidates.map(shellQuote).join(' ')};`;
  const names = settings.map(({ name }) => shellQuote(`${name}=`)).join(' ');
  return `if [[ $typed == *=* ]]; then
        _${binary}_values "\${typed%%=*}"; compset -P '*='; compadd -- $reply
      else
        compadd -S '' -- ${names}
      fi;`;
}

function nodeReplies(binary: string, node: CompletionNode): string[] {
  const places = Math.max(1, node.arguments.length);
  const replies = Array.from({ length: places }, (_unused, position) => {
    const place = `"${node.path}:${position}"`;
    const candidates = node.arguments[position] ?? [];
    if (candidates === 'value') {
      return `    ${place}) _${binary}_values "$argument"; candidates=($reply ${describe(node.options)}) ;;`;
    }
    const words = candidates.map((word) => ({ word, summary: '' }));
    const commands = position === 0 ? node.commands : [];
    return reply(place, [...commands, ...words, ...node.options]);
  });
  return [...replies, reply(`"${node.path}:"*`, node.options)];
}

function reply(places: string, candidates: readonly Candidate[]): string {
  return `    ${places}) candidates=(${describe(candidates)}) ;;`;
}

function describe(candidates: readonly Candidate[]): string {
  return candidates
    .map(({ word, summary }) => shellQuote(summary === '' ? word : `${word}:${summary}`))
    .join(' ');
}
