import { intentIdSchema, type IntentId, type SettingValues, type Usage } from '@rook/contract';
import type { Session } from '@rook/engine';

import { describeUsage } from './describe-usage.ts';

/** What a line that was typed in a conversation means. */
type Typed =
  | { readonly kind: 'send'; readonly text: string; readonly steer: boolean }
  | { readonly kind: 'say'; readonly lines: readonly string[] }
  | { readonly kind: 'mode'; readonly mode: Mode }
  | { readonly kind: 'intent'; readonly intent: IntentId }
  | { readonly kind: 'run'; readonly commands: readonly string[] }
  | { readonly kind: 'end' };

export type Mode = SettingValues['mode'];

const HELP = [
  'Enter sends a message; while a turn runs it waits for the next one. A \\ at the end of a line goes on in the next.',
  '/steer TEXT  says something to the turn that runs, at its next step',
  '/run [N …]   runs the commands of the last reply: all, or those with these numbers; the model looks after them',
  '/cost        tokens and cost of this conversation',
  '/session     the session, and how to take it up again',
  '/model       the model that is asked',
  '/mode MODE   what may be done in this session: safe, ask or allow; without MODE it says which',
  '/intent ID   what the work is for, in a governed workspace; without ID it says which',
  '/approvals   what was asked in this conversation, and what was answered',
  '/exit        ends the conversation, as Ctrl-D does',
  'Ctrl-C cancels the turn and keeps what there is. A message that begins with / begins with a space.',
];

function toSay(...lines: readonly string[]): Typed {
  return { kind: 'say', lines };
}

interface Known {
  readonly session: Session;
  readonly usage: Usage;
  readonly modelName: string;
  readonly isBusy: boolean;
  /** A line for each question. */
  readonly approvals: readonly string[];
  /** The commands of the last reply. */
  readonly offered: readonly string[];
}

export function readTyped(text: string, known: Known): Typed {
  const { session, usage, modelName, isBusy, approvals } = known;
  if (text.trim() === '') return toSay();
  const [, word, rest = ''] = /^\/(\S*)\s*(.*)$/s.exec(text) ?? [];
  switch (word) {
    case undefined:
      return { kind: 'send', text, steer: false };
    case 'steer':
      if (rest === '') return toSay('/steer needs a text.');
      return isBusy
        ? { kind: 'send', text: rest, steer: true }
        : toSay('No turn runs; type it as a message.');
    case 'run':
      return readRun(rest.trim(), known);
    case 'cost':
      return toSay(describeUsage(usage));
    case 'session':
      return toSay(`${session.id}; \`rook ask --session ${session.id}\` goes on with it later.`);
    case 'model':
      return toSay(`${modelName}; \`rook ask --model MODEL --session ${session.id}\` asks another.`);
    case 'mode':
      return readMode(rest.trim(), session.state().mode);
    case 'intent':
      return readIntent(rest.trim(), session.state().activeIntent);
    case 'approvals':
      return toSay(...(approvals.length === 0 ? ['Nothing was asked in this conversation.'] : approvals));
    case 'help':
      return toSay(...HELP);
    case 'exit':
    case 'quit':
      return { kind: 'end' };
    default:
      return toSay(`There is no /${word}; /help lists what there is.`);
  }
}

function readRun(numbers: string, { offered }: Known): Typed {
  if (offered.length === 0) return toSay('The last reply names no commands to run.');
  if (numbers === '') return { kind: 'run', commands: offered };
  const chosen = numbers.split(/[\s,]+/u).map((number) => offered[Number(number) - 1]);
  const commands = chosen.filter((command) => command !== undefined);
  if (commands.length === chosen.length) return { kind: 'run', commands };
  return toSay(
    `/run takes numbers from 1 to ${offered.length}:`,
    ...offered.map((command, index) => `${index + 1}  $ ${command}`),
  );
}

const MODES: Readonly<Record<Mode, string>> = {
  safe: 'only reading in the workspace; everything else is refused',
  ask: 'changes, the network and protected files are asked about',
  allow: 'changes and the network are allowed; protected files are asked about',
};

function readMode(wanted: string, mode: Mode): Typed {
  if (wanted === '') return toSay(describeMode(mode));
  if (wanted !== 'safe' && wanted !== 'ask' && wanted !== 'allow')
    return toSay(`There is no mode ${wanted}; it is safe, ask or allow.`);
  return { kind: 'mode', mode: wanted };
}

function readIntent(wanted: string, active: IntentId | null): Typed {
  if (wanted === '') return toSay(describeIntent(active));
  const read = intentIdSchema.safeParse(wanted);
  return read.success
    ? { kind: 'intent', intent: read.data }
    : toSay('That is no id of an intent; `rook intent list` shows them.');
}

export function describeIntent(active: IntentId | null): string {
  return active === null ? 'No intent is active; /intent ID selects one.' : `The active intent is ${active}.`;
}

export function describeMode(mode: Mode): string {
  return `The mode is ${mode}: ${MODES[mode]}.`;
}
