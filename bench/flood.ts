import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sessionIdSchema } from '@rook/contract';
import { createCommandShell } from '@rook/shell-local';
import { createLocalStore } from '@rook/store-local';

import { systemClock } from '../apps/cli/src/system-clock.ts';
import { keepOutput } from '../packages/engine/src/commands/keep-output.ts';
import { createRedactor } from '../packages/engine/src/journal/redact-secrets.ts';

/** Watches a command print so many bytes and keeps all of them without secrets, as a session does. */
const bytes = Number(process.argv[2]);
const root = mkdtempSync(join(tmpdir(), 'rook-flood-'));
try {
  const store = createLocalStore({ home: join(root, 'home'), folder: join(root, '.rook') });
  const redactor = createRedactor({ secrets: ['a secret of the settings'] });
  const session = sessionIdSchema.parse('rook-20261116-00000001');
  const keeper = keepOutput({
    blobs: store.blobs,
    left: {
      begin: async () => store.outputs.begin(session, 'c-1'),
      note: async (pieces) => store.outputs.keep(session, 'c-1', pieces),
    },
    clock: systemClock,
    redact: (text) => redactor.redactText(text).text,
    unfinishedFrom: redactor.unfinishedFrom,
  });
  const started = await createCommandShell(new Map()).start(
    {
      command: `yes 'a line of text, as a program prints it' | head -c ${bytes}`,
      cwd: tmpdir(),
      env: new Map([['PATH', process.env['PATH'] ?? '/usr/bin:/bin']]),
      mark: `flood-${process.pid}`,
      timeoutMilliseconds: null,
      signal: new AbortController().signal,
      endsWaiting: true,
      confinement: null,
    },
    (piece) => keeper.add(piece.bytes),
  );
  if (!started.ok) throw new Error(started.error.message);
  await started.value.ended;
  const { blob, droppedBytes } = await keeper.end();
  if (blob === null || droppedBytes > 0) throw new Error('Not all of it was kept.');
  const kept = await store.blobs.read(blob);
  if (!kept.ok || kept.value === null) throw new Error('It cannot be read.');
  let read = 0;
  for await (const piece of kept.value) read += piece.ok ? piece.value.length : Number.NaN;
  if (read !== bytes) throw new Error(`Of ${bytes} bytes ${read} were kept.`);
} finally {
  rmSync(root, { recursive: true, force: true });
}
