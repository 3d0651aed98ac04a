import type { CompletionModel, CompletionNode } from './completion-nodes.ts';
import { fishQuote } from './shell-quote.ts';

/** A script for fish 3 and later. */
export function fishCompletion({ binary, nodes, values }: CompletionModel): string {
  const paths = nodes.map(({ path }) => path).filter((path) => path !== '');
  return `# fish completion for ${binary}
function __${binary}_place
    set -l at ''
    set -l position 0
    set -l skip 0
    set -l words (commandline -opc)
    for word in $words[2..-1]
        if test $skip -eq 1
            set skip 0
            continue
        end
        switch $word
            case ${values.map(({ option }) => option).join(' ')}
                set skip 1
                continue
            case '-*'
                continue
        end
        switch "$at $word"
${paths.map((path) => `            case ${fishQuote(path.includes(' ') ? path : ` ${path}`)}\n                set at ${fishQuote(path)}\n                set position 0\n                continue`).join('\n')}
        end
        set position (math $position + 1)
    end
    echo "$at:$position"
end
complete -c ${binary} -f
${nodes.flatMap((node) => nodeLines(binary, node, values)).join('\n')}
`;
}

function nodeLines(binary: string, node: CompletionNode, values: CompletionModel['values']): string[] {
  const complete = `complete -c ${binary}`;
  const here = (position: number) =>
    `-n ${fishQuote(`test (__${binary}_place) = "${node.path}:${position}"`)}`;
  const anywhere = `-n ${fishQuote(`string match -q -- "${node.path}:*" (__${binary}_place)`)}`;
  return [
    ...node.commands.map(({ word, summary }) => `${complete} ${here(0)} -a ${word} -d ${fishQuote(summary)}`),
    ...node.arguments.flatMap((words, position) =>
      words.length === 0 ? [] : [`${complete} ${here(position)} -a ${fishQuote(words.join(' '))}`],
    ),
    ...node.options.flatMap(({ word, summary }) => {
      const option = `${complete} ${anywhere} -l ${word.slice(2)}`;
      const value = values.find((candidate) => candidate.option === word);
      const described = `${option} -d ${fishQuote(summary)}`;
      return value === undefined
        ? [described]
        : [`${described} -x`, `${option} -x -a ${valueWords(value.candidates)}`];
    }),
  ];
}

function valueWords(candidates: readonly string[] | 'folder'): string {
  return candidates === 'folder' ? "'(__fish_complete_directories)'" : fishQuote(candidates.join(' '));
}
