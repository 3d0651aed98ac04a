import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { readScript } from './read-script.ts';

function scriptFile(content: string | Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'rook-script-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'script.json'), content);
  return join(folder, 'script.json');
}

it('C-03 reads a script, also with a byte order mark', async () => {
  const script = { version: 1, steps: [{ answer: { events: [{ kind: 'text', text: 'hi' }] } }] };
  expect(await readScript(scriptFile(`\uFEFF${JSON.stringify(script)}`))).toEqual({
    ok: true,
    value: script,
  });
});

it('C-03 says why a script cannot be read, with its path', async () => {
  const missing = join(tmpdir(), 'rook-script-that-is-not-there.json');
  expect(JSON.stringify(await readScript(missing))).toMatch(
    /not-there\.json cannot be read: there is no such file/,
  );
  expect(JSON.stringify(await readScript(tmpdir()))).toContain('no plain file');
  expect(JSON.stringify(await readScript(scriptFile(Buffer.from([0xff, 0xfe]))))).toContain('no UTF-8 text');
  expect(JSON.stringify(await readScript(scriptFile('{"version": 2}')))).toMatch(
    /script\.json is wrong at version/,
  );
});
