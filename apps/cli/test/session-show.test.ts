import { hash } from 'node:crypto';
import { appendFileSync, readFileSync, truncateSync } from 'node:fs';

import { expect, it } from 'vitest';

import { ENTRIES_MADE, makeSession, sessionFile } from './make-session.ts';
import { valueAt } from './read-output.ts';
import { launcher, runProgram, runRook } from './run-rook.ts';
import { makeSandbox, place } from './sandbox.ts';

const linesOf = (text: string) => text.split('\n').slice(0, -1);
const sha256 = (bytes: string | Uint8Array) => hash('sha256', bytes, 'hex');

/** Whether each line names the hash of the one before it. */
function isChain(lines: readonly string[]): boolean {
  let prev = '0'.repeat(64);
  return lines.every((line) => {
    const value: unknown = JSON.parse(line);
    const follows = valueAt(value, 'prev') === prev;
    prev = sha256(line);
    return follows;
  });
}

it('I-03 prints the lines as they lie in the file, so that the chain can be checked from them', async () => {
  const sandbox = makeSandbox();
  // Characters that JSON leaves as they are and that a screen would obey.
  const session = await makeSession(sandbox, { title: 'a\u007F\u009B31m\u202E\u2028\u200Bz "\\ 😀' });
  const { code, stdout } = await runRook(sandbox, ['session', 'show', '--json']);
  expect(code).toBe(0);
  expect(stdout).toBe(readFileSync(sessionFile(sandbox, session), 'utf8'));
  expect(isChain(linesOf(stdout))).toBe(true);
  // The twin: what is parsed and written anew hashes to something else as soon as one line is not our own.
  const spaced = linesOf(stdout).map((line) =>
    line.replace('{"schema_version":1,', '{ "schema_version": 1.0,'),
  );
  place(sessionFile(sandbox, session), `${spaced.join('\n')}\n`);
  const shown = await runRook(sandbox, ['session', 'show', '--json']);
  expect(linesOf(shown.stdout)).toEqual(spaced);
  expect(spaced.map((line) => JSON.stringify(JSON.parse(line)))).not.toEqual(spaced);
});

it('I-03 tells what is no JSON as a value, with its size and its hash', async () => {
  const sandbox = makeSandbox();
  const session = await makeSession(sandbox);
  const file = sessionFile(sandbox, session);
  const whole = readFileSync(file, 'utf8');
  const bad = [
    Buffer.from('garbage \u001B[2J'),
    Buffer.from([0xff, 0xfe, 0x00]),
    Buffer.from(''),
    Buffer.from(`\uFEFF${linesOf(whole)[3] ?? ''}`),
    Buffer.from('ä'.repeat(5000)),
    Buffer.from('{"torn'),
  ];
  for (const bytes of bad.slice(0, -1)) appendFileSync(file, Buffer.concat([bytes, Buffer.from('\n')]));
  appendFileSync(file, bad.at(-1) ?? '');
  const { code, stdout } = await runRook(sandbox, ['session', 'show', '--json']);
  expect(code).toBe(0);
  expect(stdout.startsWith(whole)).toBe(true);
  const told = linesOf(stdout)
    .slice(ENTRIES_MADE)
    .map((line): unknown => JSON.parse(line));
  expect(told).toMatchObject(
    bad.map((bytes, index) => ({
      unreadable: { line: ENTRIES_MADE + 1 + index, bytes: bytes.length, sha256: sha256(bytes) },
    })),
  );
  expect(valueAt(told[0], 'unreadable', 'preview')).toBe('garbage \u001B[2J');
  expect(String(valueAt(told[4], 'unreadable', 'preview'))).toBe('ä'.repeat(200));
  expect(stdout).not.toContain('\u001B');
});

const hasScript = process.platform === 'linux';
if (!hasScript)
  process.stderr.write('SKIPPED: there is no screen to write to; nothing is proved about it.\n');

it.skipIf(!hasScript)('A-24 lets no screen obey what stands in a line', async () => {
  const sandbox = makeSandbox();
  await makeSession(sandbox, { title: 'a\u007F\u009B31m\u202Ez' });
  const command = `'${process.execPath}' '${launcher}' session show --json`;
  const end = await runProgram('script', ['-qec', command, '/dev/null'], {
    cwd: sandbox.workspace,
    env: { ...sandbox.env, TERM: 'xterm' },
  });
  expect(end.code).toBe(0);
  expect(end.stdout).toContain(String.raw`a\u007f\u009b31m\u202ez`);
  expect(end.stdout).not.toContain('\u009B');
});

it('T-15 shows and verifies a session with a line of three hundred megabytes in flat memory', async () => {
  const sandbox = makeSandbox();
  const session = await makeSession(sandbox);
  const file = sessionFile(sandbox, session);
  const size = readFileSync(file).length;
  truncateSync(file, size + 300 * 1024 * 1024);
  // Node itself reserves close to six hundred megabytes.
  const limited = ['-c', 'ulimit -d 880000; exec "$0" "$@"', process.execPath, launcher];
  const start = { cwd: sandbox.workspace, env: sandbox.env };
  const shown = await runProgram('bash', [...limited, 'session', 'show', '--json'], start);
  expect([shown.code, shown.stderr]).toEqual([0, '']);
  const last: unknown = JSON.parse(linesOf(shown.stdout).at(-1) ?? '');
  expect(last).toMatchObject({
    unreadable: { line: ENTRIES_MADE + 1, bytes: 300 * 1024 * 1024, reason: 'it is too long' },
  });
  const verified = await runProgram('bash', [...limited, 'journal', 'verify', '--json'], start);
  expect(JSON.parse(verified.stdout)).toMatchObject({
    sessions: [{ ok: true, torn: [ENTRIES_MADE + 1], entries: ENTRIES_MADE }],
  });
});
