import { writeSync } from 'node:fs';

import { succeed } from '@rook/contract';
import { previewRewind, type BlobDraft, type Store } from '@rook/engine';

import { composePrograms } from '../../src/compose-programs.ts';
import { makeSetup } from '../make-change-set.ts';

/** Looks after what a dead process left, and dies at the step of the given number: after something was read or written. */
const [rookHome = '', workspace = '', number = '0'] = process.argv.slice(2);
let steps = 0;

function step(): void {
  steps += 1;
  if (steps === Number(number)) process.kill(process.pid, 'SIGKILL');
}

async function after<Answer>(work: Promise<Answer>): Promise<Answer> {
  const answer = await work;
  step();
  return answer;
}

function watched(store: Store): Store {
  const { blobs, looks, outputs } = store;
  return {
    ...store,
    open: async (...given) => {
      const opened = await store.open(...given);
      if (!opened.ok) return opened;
      const writer = opened.value;
      return succeed({ ...writer, append: async (...piece) => after(writer.append(...piece)) });
    },
    changing: async (work, wait) => store.changing(async (mark) => after(work(mark)), wait),
    blobs: {
      ...blobs,
      put: async (bytes) => after(blobs.put(bytes)),
      begin: async () => {
        const begun = await after(blobs.begin());
        if (!begun.ok) return begun;
        const draft = begun.value;
        const add: BlobDraft['add'] = async (bytes) => after(draft.add(bytes));
        return succeed({ ...draft, add, keep: async () => after(draft.keep()) });
      },
    },
    outputs: {
      ...outputs,
      load: async (...place) => after(outputs.load(...place)),
      clear: async (session) => after(outputs.clear(session)),
    },
    looks: {
      ...looks,
      load: async (...place) => after(looks.load(...place)),
      clear: async (session) => after(looks.clear(session)),
    },
  };
}

const setup = await makeSetup({ rookHome, workspace });
const variables = new Map(Object.entries(process.env).map(([name, value]) => [name, value ?? '']));
const preview = await previewRewind(
  { ...setup, ...composePrograms(variables), store: watched(setup.store) },
  { direction: 'rewind', cascade: false },
);
writeSync(1, preview.ok ? 'done' : preview.error.message);
