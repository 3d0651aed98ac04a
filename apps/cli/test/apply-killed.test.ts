import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it, vi } from 'vitest';

import { applyText, hashesOf, replyText } from './apply-rook.ts';
import { entriesOf, journalLines, linesOf, startRook } from './ask-rook.ts';
import { jsonOf, listAt, valueAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const FILES = Array.from({ length: 120 }, (_none, index) => `f${index}.txt`);

it('E-28 what a killed rook apply left in the middle is settled by the next one, which says so', async () => {
  const sandbox = makeSandbox();
  for (const name of FILES) place(join(sandbox.workspace, name), `old ${name}\n`);
  const reply = replyText({
    fileHashes: hashesOf(sandbox, ...FILES),
    fileChanges: FILES.map((path) => ({ path, edits: [{ search: 'old', replace: 'new' }] })),
  });
  const file = join(sandbox.folder, 'reply.json');
  place(file, reply);
  const rook = startRook(sandbox, ['apply', file], { env: {} });
  await vi.waitUntil(() => countNew(sandbox) >= 3, { timeout: 30_000, interval: 1 });
  rook.kill('SIGKILL');
  await rook.ended;

  const next = await applyText(sandbox, replyText({ fileChanges: [{ path: 'other.txt', content: 'x\n' }] }));
  expect(next.code).toBe(0);
  expect([0, FILES.length]).toContain(countNew(sandbox));
  expect(FILES.filter((name) => !existsSync(join(sandbox.workspace, name)))).toEqual([]);
  expect(readdirSync(sandbox.workspace).toSorted()).toEqual(['.rook', 'other.txt', ...FILES].toSorted());
  const listed = linesOf((await runRook(sandbox, ['changes', '--json'])).stdout);
  const statuses = listed.map((line) => valueAt(JSON.parse(line), 'status'));
  expect(statuses).toHaveLength(2);
  expect(statuses).not.toContain('open');
  const ended = ['change_set_applied', 'change_set_refused'].flatMap((type) =>
    entriesOf(journalLines(sandbox), type),
  );
  // Killed in the middle, as nearly always; else it was done before the signal came.
  expect(next.stderr !== '').toBe(ended.some((entry) => valueAt(entry, 'recovered') === true));
  const verified = jsonOf(await runRook(sandbox, ['journal', 'verify', '--json']));
  expect(listAt(verified, 'sessions').every((session) => valueAt(session, 'ok') === true)).toBe(true);
}, 60_000);

function countNew({ workspace }: Sandbox): number {
  return FILES.filter((name) => readNow(join(workspace, name)).startsWith('new')).length;
}

/** Empty while a file is being replaced: between moving the old one aside and placing the new one, nothing has its name. */
function readNow(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
