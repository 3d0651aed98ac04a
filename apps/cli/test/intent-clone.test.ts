import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { agentTraceSchema } from '@rook/engine/testing';
import { expect, it } from 'vitest';

import { applyJson, hashesOf } from './apply-rook.ts';
import { contentOf } from './approval-rook.ts';
import { playing } from './ask-rook.ts';
import { calling, govern, select, write } from './intent-rook.ts';
import { jsonOf, listAt, textAt, valueAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, type Sandbox } from './sandbox.ts';

const FILE = 'src/auth/a.ts';
const MAP = '.orchestration/intent_map.md';
const LEDGER = '.orchestration/agent_trace.jsonl';

/** A workspace with a set of the assistant, one that was applied and one that was taken back, and a map. */
async function work(): Promise<Sandbox> {
  const sandbox = makeSandbox();
  govern(sandbox);
  const env = playing(sandbox, calling(select('INT-001'), write(FILE, 'one\ntwo\n')));
  await runRook(sandbox, ['ask', '--yes', 'Move to JWT'], { env });
  await apply(sandbox, FILE, 'one\ntwo\nthree\n');
  await apply(sandbox, FILE, 'one\nTWO\nthree\n');
  expect((await runRook(sandbox, ['rewind', '--yes'])).code).toBe(0);
  expect((await runRook(sandbox, ['intent', 'map', '--write'])).code).toBe(0);
  return sandbox;
}

/** Each test starts a dozen processes, on whatever machine. */
const LONG = { timeout: 120_000 };

/** What another person gets with the repository. */
function clone({ workspace }: Sandbox): Sandbox {
  const sandbox = makeSandbox();
  cpSync(workspace, sandbox.workspace, { recursive: true });
  rmSync(join(sandbox.workspace, '.rook'), { recursive: true, force: true });
  return sandbox;
}

async function apply(sandbox: Sandbox, path: string, content: string): Promise<void> {
  const fileHashes = contentOf(sandbox, path) === null ? {} : hashesOf(sandbox, path);
  const reply = { fileChanges: [{ path, content }], fileHashes };
  const { codes } = await applyJson(sandbox, reply, '--intent', 'INT-001');
  expect(codes).toEqual([]);
}

async function rangesOf(sandbox: Sandbox, target = FILE): Promise<readonly unknown[]> {
  return listAt(jsonOf(await runRook(sandbox, ['intent', 'why', target, '--json'])), 'ranges');
}

/** The files of the record, without who made it when. */
async function exported(sandbox: Sandbox): Promise<unknown> {
  return agentTraceSchema.parse(jsonOf(await runRook(sandbox, ['intent', 'export', '--json']))).files;
}

it('H-30 H-34 says in a clone what the ledger says, as far as lines can be followed', LONG, async () => {
  const first = await work();
  const second = clone(first);
  const [here, there] = [await rangesOf(first), await rangesOf(second)];
  for (const key of ['start', 'end', 'origin', 'changeSet', 'session', 'turn', 'broughtBackBy'])
    expect(there.map((range) => valueAt(range, key))).toEqual(here.map((range) => valueAt(range, key)));
  expect(there.map((range) => [valueAt(range, 'source'), textAt(range, 'intent', 'id')])).toEqual(
    here.map(() => ['ledger', 'INT-001']),
  );
  expect(valueAt(there[0], 'model')).toBe('scripted');
  const shown = await runRook(second, ['intent', 'why', `${FILE}:1`]);
  expect(shown.stdout).toContain('the ledger says so; the journal of the session is not here');
  expect(await exported(second)).toEqual(await exported(first));

  await apply(second, FILE, 'one\ntwo\nthree\nfour\n');
  expect((await rangesOf(second)).map((range) => valueAt(range, 'source'))).toEqual([
    ...there.map(() => 'ledger'),
    'journal',
  ]);
});

it('H-30 only hints at the ledger where its contents are not here, and denies nothing', LONG, async () => {
  const second = clone(await work());
  writeFileSync(join(second.workspace, FILE), 'one\nmine\n');
  const [range] = await rangesOf(second);
  expect(range).toMatchObject({ start: 1, end: 2, origin: 'unknown', ledgerNames: { intent: 'INT-001' } });
  expect(textAt(range, 'reason')).toContain('the ledger names this file');
});

it(
  'H-29 counts in a clone what the ledger tells, and drops no row that it cannot make anew',
  LONG,
  async () => {
    const first = await work();
    const row = '| src/auth/a.ts | 2 (1 taken back) | 3 | 0 |';
    expect(contentOf(first, MAP)).toContain(row);
    const second = clone(first);
    await apply(second, 'src/auth/c.ts', 'c\n');
    expect(contentOf(second, MAP)).toContain(`${row} 1-3 |\n| src/auth/c.ts | 1 | 1 | 0 | 1 |`);
    const third = clone(first);
    rmSync(join(third.workspace, LEDGER));
    await apply(third, 'src/auth/c.ts', 'c\n');
    await apply(third, FILE, 'one\ntwo\nthree\nfour\n');
    expect(contentOf(third, MAP)).toContain(`${row} not known here |\n| src/auth/c.ts | 1 | 1 | 0 | 1 |`);
    expect((await runRook(third, ['intent', 'map', '--write'])).code).toBe(0);
    expect(contentOf(third, MAP)).toContain('| src/auth/a.ts | 1 | 1 | 0 | 4 |');
  },
);

it('H-30 does not call outside what a purged session wrote while the ledger tells of it', LONG, async () => {
  const sandbox = await work();
  const before = await rangesOf(sandbox);
  for (const session of new Set(before.map((range) => textAt(range, 'session'))))
    expect((await runRook(sandbox, ['session', 'delete', session, '--purge', '--yes'])).code).toBe(0);
  const after = await rangesOf(sandbox);
  expect(after.map((range) => valueAt(range, 'changeSet'))).toEqual(
    before.map((range) => valueAt(range, 'changeSet')),
  );
  expect(after.map((range) => valueAt(range, 'source'))).toEqual(before.map(() => 'ledger'));
});
