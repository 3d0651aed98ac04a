import {
  describeOrigin,
  keyOf,
  writerOf,
  type ChangeReason,
  type Explained,
  type HistorySet,
  type WhyFacts,
  type WhyRange,
} from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { systemClock } from '../system-clock.ts';
import { visibleLine } from '../terminal/visible.ts';
import { describeAge } from './describe-age.ts';

/** All that is known of the lines of one range. */
export function printLine(
  { terminal }: CommandCall,
  { path, traced, facts }: Explained,
  range: WhyRange,
): void {
  const place = range.start === range.end ? `${range.start}` : `${range.start}-${range.end}`;
  const text = traced.text?.[range.start - 1] ?? '';
  terminal.print(
    { text: `${visibleLine(path)}:${place}`, style: 'bold' },
    `  ${shorten(text, terminal.columns)}`,
  );
  const { origin, backBy, movedBy } = range.run;
  if (origin.kind === 'written')
    for (const [name, value] of factsOf(origin.set, facts))
      terminal.print({ text: `  ${name.padEnd(12)}`, style: 'dim' }, visibleLine(value));
  else terminal.print(`  ${visibleLine(describeOrigin(origin))}`);
  if (backBy !== null)
    terminal.print({ text: `  ${'back by'.padEnd(12)}`, style: 'dim' }, `${backBy.kind} ${backBy.id}`);
  if (movedBy !== null) terminal.print({ text: `  ${'moved by'.padEnd(12)}`, style: 'dim' }, movedBy.id);
}

function factsOf(set: HistorySet, { reasons, intents }: WhyFacts): readonly (readonly [string, string])[] {
  const reason = reasons.get(keyOf(set));
  const intent = set.intent === null ? 'none' : `${set.intent}  ${intents.get(set.intent)?.name ?? ''}`;
  const model = reason?.model ?? null;
  const said = [
    ['prompt', reason?.prompt ?? 'not written down'],
    ...(reason?.further ?? []).map((text) => ['and then', text] as const),
    ['approval', describeApproval(reason)],
  ] as const;
  return [
    ['intent', intent.trimEnd()],
    ...(set.ledger === undefined ? said : [['source', FROM_LEDGER] as const]),
    ['change set', `${set.id}  ${whoOf(set)}  ${describeAge(set.timestamp, systemClock.now())}`],
    ['turn', `${set.turn ?? '?'} of ${set.session}${model === null ? '' : `  ${model}`}`],
  ];
}

const FROM_LEDGER = 'the ledger says so; the journal of the session is not here';

function whoOf(set: HistorySet): string {
  const word = writerOf(set);
  return word === 'user' ? 'applied by the user' : `by the ${word}`;
}

/** A line for each range, or what became of a file that is gone. */
export async function printRanges({ terminal }: CommandCall, explained: Explained): Promise<void> {
  const { path, traced, ranges, isThere, facts } = explained;
  const isText = traced.text !== null;
  const state = !isThere
    ? '  is not there any more'
    : isText
      ? ''
      : '  is no text: what is said is about all of it';
  terminal.print({ text: visibleLine(path), style: 'bold' }, state);
  const [newest] = traced.sets;
  if (!isThere && newest !== undefined)
    terminal.print(`  last changed by ${describeSet(newest, facts, terminal.columns)}`);
  const width = `${ranges.at(-1)?.end ?? 0}`.length;
  for (const { start, end, run } of ranges) {
    const place = !isText ? 'all' : `${`${start}`.padStart(width)}-${`${end}`.padEnd(width)}`;
    const back = run.backBy === null ? '' : ` (back by ${run.backBy.id})`;
    const moved = run.movedBy === null ? '' : ` (moved by ${run.movedBy.id})`;
    const said =
      run.origin.kind === 'written'
        ? describeSet(run.origin.set, facts, terminal.columns)
        : visibleLine(describeOrigin(run.origin));
    terminal.print({ text: `  ${place}  `, style: 'dim' }, `${said}${back}${moved}`);
    await terminal.ready();
  }
  if (isThere && ranges.length === 0) terminal.note('The file is empty.');
  else if (isThere && isText)
    terminal.note(`\`rook intent why ${visibleLine(path)}:LINE\` says more of a line.`);
}

function describeSet(set: HistorySet, { reasons }: WhyFacts, columns: number): string {
  const prompt = reasons.get(keyOf(set))?.prompt ?? '';
  const why = set.ledger === undefined ? shorten(prompt, columns) : 'the ledger says so';
  return `${set.intent ?? 'no intent'}  ${set.id}  ${writerOf(set)}  ${why}`;
}

/** On one line, not much longer than half of the screen. */
function shorten(text: string, columns: number): string {
  const most = Math.max(30, Math.floor(columns / 2));
  const line = visibleLine(text.trim());
  return line.length <= most ? line : `${line.slice(0, most).toWellFormed()}…`;
}

/** Who said yes, and for how long it counts. */
function describeApproval(reason: ChangeReason | undefined): string {
  const approval = reason?.approval ?? null;
  if (approval === null) return 'not written down';
  if (approval.answer !== null)
    return `yes by ${approval.answer.by}, for ${SCOPES[approval.answer.scope]} (${approval.answer.id})`;
  if (approval.allowedBy === 'rules') return 'not asked: the rules allow it';
  return approval.allowedBy.startsWith('--')
    ? `yes in advance, by the flag ${approval.allowedBy}`
    : `yes in advance, by ${approval.allowedBy}`;
}

const SCOPES = { once: 'this call', session: 'the session', always: 'always' } as const;
