import { groupByChoices, type CompletionModel, type CompletionNode } from './completion-nodes.ts';
import { fishQuote } from './shell-quote.ts';

/** A script for fish 3 and later. */
export function fishCompletion({ binary, nodes, values, settings }: CompletionModel): string {
  const paths = nodes.map(({ path }) => path).filter((path) => path !== '');
  return `# fish completion for ${binary}
function __${binary}_values
    switch "$argv[1]"
${groupByChoices(settings)
  .map(
    ({ names, choices }) =>
      `        case ${names.join(' ')}\n            string split ' ' '${choices.join(' ')}'`,
  )
  .join('\n')}
    end
end
function __${binary}_assignments
    set -l typed (string replace -r '^--[a-z]+=' '' -- (commandline -ct))
    set -l parts (string split -m 1 = -- "$typed")
    if test (count $parts) -eq 2
        for value in (__${binary}_values $parts[1])
            echo "$parts[1]=$value"
        end
    else
        string split ' ' '${settings.map(({ name }) => `${name}=`).join(' ')}'
    end
end
function __${binary}_place
    set -l at ''
    set -l argument ''
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
        set argument $word
        set position (math $position + 1)
    end
    if test "$argv[1]" = argument
        echo $argument
    else
        echo "$at:$position"
    end
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
    ...node.arguments.flatMap((words, position) => {
      const offered =
        words === 'value' ? `(__${binary}_values (__${binary}_place argument))` : words.join(' ');
      return words.length === 0 ? [] : [`${complete} ${here(position)} -a ${fishQuote(offered)}`];
    }),
    ...node.options.flatMap(({ word, summary }) => {
      const option = `${complete} ${anywhere} -l ${word.slice(2)}`;
      const value = values.find((candidate) => candidate.option === word);
      const described = `${option} -d ${fishQuote(summary)}`;
      return value === undefined
        ? [described]
        : [`${described} -x`, `${option} -x -a ${valueWords(binary, value.candidates)}`];
    }),
  ];
}

function valueWords(binary: string, candidates: CompletionModel['values'][number]['candidates']): string {
  if (candidates === 'folder') return "'(__fish_complete_directories)'";
  if (candidates === 'file') return "'(__fish_complete_path)'";
  return candidates === 'assignment' ? `'(__${binary}_assignments)'` : fishQuote(candidates.join(' '));
}
