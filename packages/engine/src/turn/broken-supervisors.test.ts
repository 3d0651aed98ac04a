import { emptyUsage, succeed, turnIdSchema, type EntryDraft } from '@rook/contract';
import { expect, it } from 'vitest';

import type { BatchVerdict } from '../commands/batch-verdict.ts';
import type { Gate } from '../gate/pass-gate.ts';
import { createFakeClock } from '../ports/fakes/fake-clock.ts';
import { createFakeStore } from '../ports/fakes/fake-store.ts';
import { createCallRepeats } from './call-repeats.ts';
import { runBatch, type BatchSetup } from './run-batch.ts';

const turn = turnIdSchema.parse('t0001');
const clock = createFakeClock(new Date(0));

const record = async (_drafts: readonly EntryDraft[]) => succeed(undefined);

/** Lets every call pass and notes it; the batch is what is looked at. */
function noteGate(lines: string[]): Gate {
  return {
    tools: () => [],
    readsOnly: () => false,
    shownName: (name) => name,
    pass: async ({ input }) => ({
      allowed: true,
      effect: 'command',
      run: async () => {
        lines.push(JSON.stringify(input));
        return succeed({ text: 'ok' });
      },
    }),
  };
}

type Twist = (verdict: BatchVerdict) => BatchVerdict;

/** What runs of three commands when the model stops after the first, or a person does. */
async function linesAfter(by: 'model' | 'person', twist: Twist, isDeaf = false): Promise<readonly string[]> {
  const lines: string[] = [];
  const stop = new AbortController();
  const judge: BatchSetup['judge'] = async () => {
    if (by === 'person') stop.abort();
    const verdict = twist({ decision: by === 'model' ? 'stop' : 'continue' });
    return { verdict: succeed(verdict), isAsked: true, answer: '', model: 'm', usage: emptyUsage() };
  };
  const signal = isDeaf ? new AbortController().signal : stop.signal;
  const calls: BatchSetup['calls'] = (round) => ({
    turn,
    round,
    gate: noteGate(lines),
    repeats: createCallRepeats(),
    clock,
    blobs: createFakeStore().blobs,
    record,
    signal,
    status: () => undefined,
    maxResultChars: 1000,
  });
  await runBatch(
    { turn, calls, judge, record, show: () => undefined, mostReplacements: 1, signal },
    {
      commands: [{ command: 'a' }, { command: 'b' }, { command: 'c' }],
      firstRound: 1,
      isOrdered: true,
      asksLast: false,
    },
  );
  return lines;
}

const honest: Twist = (verdict) => verdict;
const optimist: Twist = () => ({ decision: 'continue' });

it('G-12 G-21 after a stop of the model or of a person nothing more runs, and a twin that ignores it is seen', async () => {
  expect(await linesAfter('model', honest)).toHaveLength(1);
  expect(await linesAfter('person', honest)).toHaveLength(1);
  expect(await linesAfter('model', optimist)).toHaveLength(3);
  expect(await linesAfter('person', honest, true)).toHaveLength(3);
});
