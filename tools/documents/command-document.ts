import { commandTable, globalOptions } from '../../apps/cli/src/command-table.ts';
import type { CommandSpec, OptionSpec } from '../../apps/cli/src/command.ts';

/** Every command with its arguments, options and examples, as `docs/commands.md` shows it. */
export function commandDocument(): string {
  return `# Commands

This page is made from the command table of \`apps/cli\` by \`npm run documents\`. \`rook COMMAND --help\` says the same.

Exit codes: 0 done; 1 refused or failed, with a reason; 2 the command line was not understood; 130 cancelled. With \`--json\` a
failure is the last value on standard output: \`{"error": {"code", "kind", "message", "retryable"}}\`, where \`kind\` is
\`invalid\` (the call was wrong), \`denied\` (a policy said no) or \`error\` (the system broke). A reader that closes the pipe early
is not an error.

Every command takes:

${optionRows(globalOptions)}

${commandTable.map((spec) => commandSection(spec, 'rook')).join('\n')}`;
}

function commandSection(spec: CommandSpec, before: string): string {
  const name = `${before} ${spec.name}`;
  if (spec.commands !== undefined) {
    const inner = spec.commands.map((child) => commandSection(child, name)).join('\n');
    const detail = spec.detail === undefined ? '' : ` ${spec.detail}`;
    const examples = spec.examples === undefined ? '' : `\n\n${examplesBlock(spec.examples)}`;
    return `## ${name}\n\n${sentence(spec.summary)}${detail}${examples}\n\n${inner}`;
  }
  const words = (spec.arguments ?? []).map(({ name: word, required }) => (required ? word : `[${word}]`));
  const parts = [
    `${before === 'rook' ? '##' : '###'} ${[name, ...words].join(' ')}`,
    sentence(spec.summary),
    (spec.arguments ?? [])
      .map(({ name: word, summary, choices }) => `- \`${word}\`: ${summary}${choicesText(choices)}`)
      .join('\n'),
    optionRows(spec.options ?? []),
    spec.examples === undefined ? '' : examplesBlock(spec.examples),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function optionRows(options: readonly OptionSpec[]): string {
  return options
    .map(({ name, value, valueOptional, summary, choices }) => {
      const shown = valueOptional === true ? `[${value}]` : value;
      const typed = value === undefined ? `--${name}` : `--${name} ${shown}`;
      return `- \`${typed}\`: ${summary}${choicesText(choices)}`;
    })
    .join('\n');
}

function choicesText(choices: readonly string[] | undefined): string {
  return choices === undefined ? '' : ` (${choices.join(', ')})`;
}

function examplesBlock(examples: readonly (readonly [string, string])[]): string {
  const lines = examples.map(([typed, does]) => `$ ${typed}\n    # ${does}`);
  return `\`\`\`sh\n${lines.join('\n')}\n\`\`\``;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
