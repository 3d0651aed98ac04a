import { tmpdir } from 'node:os';

import { createCommandShell } from '@rook/shell-local';

import { collectOutput } from '../packages/engine/src/commands/command-output.ts';

/** Watches a command print so many bytes, as a session does. */
const bytes = Number(process.argv[2]);
const output = collectOutput();
const started = await createCommandShell(new Map()).start(
  {
    command: `yes 'a line of text' | head -c ${bytes}`,
    cwd: tmpdir(),
    env: new Map([['PATH', process.env['PATH'] ?? '/usr/bin:/bin']]),
    mark: `flood-${process.pid}`,
    timeoutMilliseconds: null,
    signal: new AbortController().signal,
    endsWaiting: true,
    confinement: null,
  },
  (piece) => {
    output.add(piece.bytes);
    return undefined;
  },
);
if (!started.ok) throw new Error(started.error.message);
await started.value.ended;
if (output.end().bytes !== bytes) throw new Error(`It printed ${output.end().bytes} bytes.`);
