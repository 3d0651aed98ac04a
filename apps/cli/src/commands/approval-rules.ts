import { succeed, type Result } from '@rook/contract';
import { createRulesReader, type UserRule } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { compose, openRules } from '../compose.ts';
import type { Style, Terminal } from '../terminal/terminal.ts';
import { visibleLine } from '../terminal/visible.ts';

const STYLES: Readonly<Record<UserRule['words']['verdict'], Style>> = {
  allow: 'green',
  ask: 'yellow',
  refuse: 'red',
};

export async function listRules(call: CommandCall): Promise<Result<void>> {
  const composed = await compose(call);
  if (!composed.ok) return composed;
  const file = openRules(composed.value.folders);
  const loaded = await createRulesReader(file)();
  if (!loaded.ok) return loaded;
  const { rules } = loaded.value;
  if (call.json) {
    const listed = rules.map(({ number, words }) => ({ number, ...words }));
    call.terminal.printJson({ file: file.path, rules: listed });
    return succeed(undefined);
  }
  for (const rule of rules) {
    print(call.terminal, rule);
    await call.terminal.ready();
  }
  if (rules.length === 0) call.terminal.note(`There are no rules in ${visibleLine(file.path)}.`);
  return succeed(undefined);
}

function print(terminal: Terminal, { number, words }: UserRule): void {
  const { id, verdict, reason, given } = words;
  terminal.print(
    { text: id ?? `rule ${number}, without an id`, style: id === undefined ? 'dim' : 'bold' },
    '  ',
    { text: verdict, style: STYLES[verdict] },
    `  ${visibleLine(describeCalls(words))}`,
  );
  if (reason !== undefined) terminal.print({ text: `    because: ${visibleLine(reason)}`, style: 'dim' });
  const from =
    given === undefined
      ? 'written by hand'
      : `an answer of ${given.at} in ${given.session}, to ${given.approval}`;
  terminal.print({ text: `    ${visibleLine(from)}`, style: 'dim' });
}

/** Which calls a rule speaks of. */
function describeCalls(words: UserRule['words']): string {
  const { tools, paths, files, hosts, sources, commands, workspace, intent } = words;
  // What a rule names none of goes without saying beside what it names.
  const isNamed = [files, hosts, sources, commands].some((texts) => texts !== undefined && texts.length > 0);
  const parts = [
    list('', tools),
    list('paths ', paths),
    list('', files, isNamed ? '' : 'no file'),
    list('host ', hosts, isNamed ? '' : 'no host'),
    list('source ', sources, isNamed ? '' : 'no source'),
    list('command ', commands, isNamed ? '' : 'no command'),
    workspace === undefined ? '' : `in ${workspace}`,
    intent === undefined ? '' : intent === null ? 'without an intent' : `for ${intent}`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'every call' : parts.join('; ');
}

const MOST_NAMED = 10;

function list(before: string, texts: readonly string[] | undefined, none = ''): string {
  if (texts === undefined) return '';
  if (texts.length === 0) return none;
  const more = texts.length > MOST_NAMED ? ` and ${texts.length - MOST_NAMED} more` : '';
  return `${before}${texts.slice(0, MOST_NAMED).join(', ')}${more}`;
}
