import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import { contentHashSchema } from '@rook/contract';

import { createLocalWorkspace } from '../../src/index.ts';

/** Adds one to a number in a file as often as told, and says how often that succeeded. `naive` compares and then writes. */
const [root = '', times = '0', how = ''] = process.argv.slice(2);
const workspace = createLocalWorkspace(root);
const hashOf = (bytes: Uint8Array) =>
  contentHashSchema.parse(`sha256:${createHash('sha256').update(bytes).digest('hex')}`);
let done = 0;
writeSync(3, 'ready');
for (let tries = 0; tries < Number(times); tries += 1) {
  const read = await workspace.read('counter');
  if (!read.ok) continue;
  const next = Buffer.from(String(Number(Buffer.from(read.value.bytes).toString()) + 1));
  if (how === 'naive') {
    if (hashOf(readFileSync(join(root, 'counter'))) !== read.value.hash) continue;
    await workspace.list('');
    writeFileSync(join(root, 'counter'), next);
    done += 1;
  } else {
    const applied = await workspace.apply([{ path: 'counter', expected: read.value.hash, bytes: next }]);
    if (applied.ok) done += 1;
    else if (applied.error.code !== 'stale_file' && applied.error.code !== 'busy')
      writeSync(1, `unexpected: ${applied.error.code} ${applied.error.message}\n`);
  }
}
writeSync(1, `${done}\n`);
