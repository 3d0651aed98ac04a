import { succeed } from '@rook/contract';
import { expect, it } from 'vitest';

import { createFakeStore } from '../fakes/fake-store.ts';
import type { KeptOutputs, OutputDraft } from '../kept-outputs.ts';
import { failedCases } from './failed-cases.ts';
import { keptLooksSuite } from './kept-looks-suite.ts';
import { keptOutputsSuite, type KeptOutputsStage } from './kept-outputs-suite.ts';

async function failuresOf(alter: (stage: KeptOutputsStage) => KeptOutputs): Promise<readonly string[]> {
  return failedCases(keptOutputsSuite, () => {
    const { outputs, blobs } = createFakeStore();
    const altered = alter({ outputs, blobs });
    return () => ({ outputs: altered, blobs });
  });
}

function withDrafts(
  { outputs }: KeptOutputsStage,
  breakIt: (draft: OutputDraft) => Partial<OutputDraft>,
): KeptOutputs {
  return {
    ...outputs,
    begin: async (session, command) => {
      const begun = await outputs.begin(session, command);
      return begun.ok ? succeed({ ...begun.value, ...breakIt(begun.value) }) : begun;
    },
  };
}

it('G-08 is passed by the fake, as is what looks promise', async () => {
  expect(await failuresOf(({ outputs }) => outputs)).toEqual([]);
  const asLooks = await failedCases(keptLooksSuite, () => {
    const { outputs } = createFakeStore();
    return () => outputs;
  });
  expect(asLooks).toEqual([]);
});

const twins: readonly (readonly [string, (stage: KeptOutputsStage) => KeptOutputs])[] = [
  [
    'says that all is found',
    (stage) =>
      withDrafts(stage, (draft) => ({
        waiting: async () => {
          const waiting = await draft.waiting();
          if (!waiting.ok) return waiting;
          const { found, behind } = waiting.value;
          return succeed({ found: found + behind.length, behind: new Uint8Array() });
        },
      })),
  ],
  [
    'says that nothing waits',
    (stage) =>
      withDrafts(stage, (draft) => ({
        waiting: async () => {
          const waiting = await draft.waiting();
          return waiting.ok ? succeed({ ...waiting.value, behind: new Uint8Array() }) : waiting;
        },
      })),
  ],
  [
    'lets all of it wait',
    ({ outputs, blobs }) => {
      const kept: Uint8Array[] = [];
      const waiting = async () => succeed({ found: 0, behind: Buffer.concat(kept) });
      const add: OutputDraft['add'] = async (bytes) => succeed(void kept.push(bytes));
      return withDrafts({ outputs, blobs }, () => ({ add, waiting }));
    },
  ],
  [
    'tells the hash when nobody finds it as left any more',
    (stage) =>
      withDrafts(stage, (draft) => ({
        keep: async (named) => {
          const kept = await draft.keep(async () => undefined);
          if (kept.ok) await named(kept.value);
          return kept;
        },
      })),
  ],
  [
    'tells no hash',
    (stage) => withDrafts(stage, (draft) => ({ keep: async () => draft.keep(async () => undefined) })),
  ],
  [
    'finds the output of any command',
    ({ outputs }) => ({ ...outputs, read: (session) => outputs.read(session, 'c-1') }),
  ],
  [
    'drops the note alone',
    ({ outputs, blobs }) => {
      const notes = createFakeStore().looks;
      return withDrafts({ outputs: { ...outputs, ...notes }, blobs }, () => ({}));
    },
  ],
  ['lets nothing go', (stage) => withDrafts(stage, () => ({ drop: async () => undefined }))],
  ['clears nothing', ({ outputs }) => ({ ...outputs, clear: async () => undefined })],
  [
    'goes on with what was begun before',
    (stage) => {
      const drafts = new Map<string, ReturnType<KeptOutputs['begin']>>();
      return {
        ...stage.outputs,
        begin: async (session, command) => {
          const name = `${session}/${command}`;
          const begun = drafts.get(name) ?? stage.outputs.begin(session, command);
          drafts.set(name, begun);
          return begun;
        },
      };
    },
  ],
];

it.each(twins)('G-08 rejects a place for outputs that %s', async (_title, breakIt) => {
  expect(await failuresOf(breakIt)).not.toEqual([]);
});
