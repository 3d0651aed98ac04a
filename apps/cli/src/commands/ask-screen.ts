import { nameCommandEnd, parseEntry, warnOfChanges, type Entry, type EntryOf } from '@rook/contract';
import type { SessionListener } from '@rook/engine';

import type { Style, Terminal } from '../terminal/terminal.ts';
import { cutToWidth } from '../terminal/text-width.ts';
import { visibleLine } from '../terminal/visible.ts';
import { describeCall, describeResult } from './describe-call.ts';
import { describeCommandEnd } from './describe-command-end.ts';
import { describeUsage, tokensRead } from './describe-usage.ts';
import { listCommands } from './list-commands.ts';

/** Shows a session as it goes: the answer on standard output, all the rest on standard error. */
export interface AskScreen extends SessionListener {
  /** Ends the line that is open, and takes away what said how far it is. */
  settle(): void;
  /** A line about the session, below what was said so far. */
  say(text: string, style?: Style): void;
  /** The same for what is said beside an answer that comes: not in the middle of a word, nor long after it was said. */
  interject(text: string): void;
}

/** A model that says nothing for so long may be in the middle of a word for a while. */
const PAUSE_MILLISECONDS = 300;

interface Shown {
  /** Whether the answer that comes now has been seen in pieces. */
  streamed: boolean;
  leftOut: number;
  readonly calls: Map<string, string>;
  readonly refused: Set<string>;
  /** How deep each call lies in others. */
  readonly depths: Map<string, number>;
  /** Commands of the reply that nobody has run. */
  offered: readonly string[];
  /** Commands run one after the other, and what is told of that says it already. */
  isInBatch: boolean;
  /** Commands that run and that somebody waits for. */
  readonly awaited: Set<string>;
  /** Commands in the background, by their ids. */
  readonly jobs: Map<string, string>;
  isTurnOver: boolean;
  /** How the command of the call that is made now ended. */
  ended: EntryOf<'command_ended'> | null;
}

export function createAskScreen(terminal: Terminal): AskScreen {
  const text = terminal.startText();
  const shown: Shown = {
    streamed: false,
    leftOut: 0,
    calls: new Map(),
    refused: new Set(),
    depths: new Map(),
    offered: [],
    isInBatch: false,
    awaited: new Set(),
    jobs: new Map(),
    isTurnOver: true,
    ended: null,
  };
  let isWaiting = false;
  let isInWord = false;
  let held: string[] = [];
  let pause: NodeJS.Timeout | undefined;

  const progress = (line: string) => {
    // On a screen it would overwrite the line of the answer that is not over.
    if (text.isOpen() || (line === '' && !isWaiting)) return;
    isWaiting = line !== '';
    // A line that wraps could not be taken away again.
    terminal.progress(cutToWidth(visibleLine(line), terminal.columns - 1));
  };
  const settle = () => {
    progress('');
    text.endLine();
    isInWord = false;
    clearTimeout(pause);
    const lines = held;
    held = [];
    for (const line of lines) terminal.note({ text: visibleLine(line), style: 'dim' });
  };
  const say = (line: string, style: Style = 'dim') => {
    settle();
    terminal.note({ text: visibleLine(line), style });
  };
  const interject = (line: string) => {
    if (!isInWord) {
      say(line);
      return;
    }
    if (held.length === 0) pause = setTimeout(settle, PAUSE_MILLISECONDS);
    held.push(line);
  };
  const write = (piece: string) => {
    if (piece === '') return;
    text.write(piece);
    isInWord = !/\s$/.test(piece);
  };
  const stream = (piece: string) => {
    if (piece === '') return;
    progress('');
    shown.streamed = true;
    const wordEnd = held.length === 0 ? -1 : piece.search(/\s/);
    write(piece.slice(0, wordEnd + 1));
    if (wordEnd !== -1) settle();
    write(piece.slice(wordEnd + 1));
  };
  return {
    settle,
    say,
    interject,
    delta: (delta) => {
      if (delta.type === 'text') stream(delta.text);
      else if (delta.type === 'command_output') progress(lastLine(delta.text, terminal.columns));
      else if (delta.type !== 'preview') progress(delta.type === 'thinking' ? 'Thinking …' : delta.text);
    },
    entry: (entry) => {
      const read = parseEntry(entry);
      if (read.kind === 'known') showEntry(read.entry, shown, { say, interject, stream, settle });
    },
  };
}

/** Of what a command prints, as much as a line holds; the call says how it ended. */
function lastLine(text: string, columns: number): string {
  return (text.trimEnd().split('\n').at(-1) ?? '').slice(0, columns - 1);
}

interface Ways {
  readonly say: (line: string, style?: Style) => void;
  readonly interject: (line: string) => void;
  readonly stream: (piece: string) => void;
  readonly settle: () => void;
}

function showEntry(entry: Entry, shown: Shown, ways: Ways): void {
  switch (entry.event_type) {
    case 'message_admitted':
      if (entry.steers !== undefined)
        ways.interject(`to the turn: ${typeof entry.text === 'string' ? entry.text : entry.text.preview}`);
      break;
    case 'turn_started':
      shown.streamed = false;
      shown.isTurnOver = false;
      break;
    case 'budget_reserved':
      if (entry.instead_of !== undefined)
        ways.say(
          `${entry.model} answers instead of ${entry.instead_of}, which would cost too much`,
          'yellow',
        );
      break;
    case 'answer_received':
      showAnswer(entry, shown, ways);
      break;
    case 'tool_call_requested':
      if (entry.tool.name === 'execute_command') shown.offered = [];
      shown.calls.set(entry.tool_use_id, describeCall(entry.tool));
      shown.depths.set(entry.tool_use_id, depthOf(entry, shown.depths));
      break;
    case 'change_set_applied':
      for (const line of warnOfChanges(entry)) ways.say(line, 'yellow');
      break;
    case 'intent_selected':
      ways.say(`Active intent: ${entry.intent_id ?? 'none'}`);
      break;
    case 'reply_read':
      shown.offered = listCommands(entry);
      showNextSteps(entry, ways);
      break;
    case 'approval_answered':
      showScope(entry, ways);
      break;
    case 'approval_voided':
      ways.say(`⊘ ${entry.approval_id} needs no answer any more: ${entry.reason}`, 'yellow');
      break;
    case 'command_started':
      if (entry.background !== true) shown.awaited.add(entry.command_id);
      else shown.jobs.set(entry.command_id, textOf(entry.command));
      break;
    case 'command_ended':
      if (shown.awaited.delete(entry.command_id)) shown.ended = entry;
      else showJobEnd(entry, shown, ways);
      break;
    case 'batch_started':
      shown.isInBatch = true;
      break;
    case 'batch_ended':
      shown.isInBatch = false;
      if (entry.ended_by === 'crashed') ways.say(`${entry.turn_id}: ${entry.reason ?? ''}`, 'yellow');
      break;
    case 'tool_call_refused':
      if (!shown.isInBatch) showRefusal(entry, shown, ways);
      break;
    case 'tool_call':
      if (!shown.isInBatch && (entry.tool_use_id === undefined || !shown.refused.delete(entry.tool_use_id)))
        showCall(entry, shown, ways);
      shown.ended = null;
      break;
    case 'turn':
      shown.isTurnOver = true;
      showTurn(entry, shown, ways);
      break;
    default:
  }
}

function showAnswer(entry: EntryOf<'answer_received'>, shown: Shown, ways: Ways): void {
  ways.settle();
  shown.streamed = false;
  const leftOut = entry.request?.left_out_turns ?? 0;
  if (leftOut > shown.leftOut)
    ways.say(
      `${leftOut} older ${leftOut === 1 ? 'turn' : 'turns'} had no room and ${leftOut === 1 ? 'was' : 'were'} left out`,
    );
  shown.leftOut = leftOut;
}

/** What a rule forbids looks different from what the model got wrong. */
function showRefusal(
  { tool_use_id: id, error }: EntryOf<'tool_call_refused'>,
  shown: Shown,
  ways: Ways,
): void {
  shown.refused.add(id);
  const what = shown.calls.get(id) ?? 'the call that waited';
  if (error.kind === 'denied') ways.say(`⊘ ${what}  refused: ${error.message}`, 'yellow');
  else ways.say(`✗ ${what}  ${error.message}`);
}

/** A yes that holds for longer is worth a word. */
function showScope({ answer, scope }: EntryOf<'approval_answered'>, ways: Ways): void {
  if (answer === 'no' || scope === 'once') return;
  const until = scope === 'session' ? 'for this session' : 'in this workspace, also in later sessions';
  ways.say(`The same tool is not asked about the same target again ${until}.`);
}

function showCall(
  { tool, result, tool_use_id: id = '' }: EntryOf<'tool_call'>,
  shown: Shown,
  ways: Ways,
): void {
  const indent = '  '.repeat(shown.depths.get(id) ?? 0);
  const end = shown.ended === null ? null : describeCommandEnd(shown.ended);
  ways.say(
    `${indent}${result.ok ? '▸' : '✗'} ${describeCall(tool)}  ${end?.words ?? describeResult(result)}`,
  );
  for (const line of end?.lines ?? []) ways.say(`${indent}    ${line.replaceAll('\t', '  ')}`);
}

/** Nobody waits for it, and with the last turn of a call it is over too. */
function showJobEnd(end: EntryOf<'command_ended'>, { jobs, isTurnOver }: Shown, ways: Ways): void {
  const command = jobs.get(end.command_id);
  if (command === undefined) return;
  const why = isTurnOver && end.ended_by === 'stopped' ? ', because it ends with the session' : '';
  ways.interject(`■ ${command}  in the background: ${nameCommandEnd(end)}${why}`);
}

function textOf(text: EntryOf<'command_started'>['command']): string {
  return typeof text === 'string' ? text : text.preview;
}

/** A call without a parent is not nested; one whose parent nobody saw counts as not nested either. */
export function depthOf(
  { parent_tool_use_id: parent }: Pick<EntryOf<'tool_call_requested'>, 'parent_tool_use_id'>,
  depths: ReadonlyMap<string, number>,
): number {
  const above = parent === undefined ? undefined : depths.get(parent);
  return above === undefined ? 0 : Math.min(above + 1, DEEPEST);
}

const DEEPEST = 8;

/** What the model offers to do next; a person types it, or something else. */
function showNextSteps({ complete, next_steps: steps }: EntryOf<'reply_read'>, ways: Ways): void {
  if (!complete || !Array.isArray(steps)) return;
  const offered: readonly unknown[] = steps;
  for (const step of offered.slice(0, MOST_STEPS)) {
    const text: unknown =
      typeof step === 'object' && step !== null && 'inputText' in step ? step.inputText : null;
    if (typeof text === 'string') ways.say(`→ next: ${text}`);
  }
}

const MOST_STEPS = 5;

function showTurn({ turn_id: id, status, error, usage }: EntryOf<'turn'>, shown: Shown, ways: Ways): void {
  ways.settle();
  for (const [index, command] of shown.offered.entries()) ways.say(`$ ${command}  [▶ Run ${index + 1}]`);
  if (shown.offered.length > 1) ways.say(`Run ${shown.offered.length} cmds`);
  shown.offered = [];
  shown.isInBatch = false;
  shown.calls.clear();
  shown.refused.clear();
  shown.depths.clear();
  // It was found when the session was taken up.
  if (status === 'crashed') ways.say(`${id} crashed: ${error?.message ?? 'what it had is kept'}`, 'yellow');
  else if (usage !== undefined && tokensRead(usage) + usage.output_tokens > 0) ways.say(describeUsage(usage));
}
