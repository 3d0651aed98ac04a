import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { expect, it } from 'vitest';

import { applyText, hashesOf, replyText } from './apply-rook.ts';
import { launcher, runProgram } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const canTrace = spawnSync('strace', ['-f', '-e', 'trace=fsync', 'true']).status === 0;
if (!canTrace)
  process.stderr.write(
    'SKIPPED: there is no strace that may trace here; nothing is proved with the calls of the system.\n',
  );

/** Changes one file under strace; answers with what was asked of the system for it, in order. */
async function traceChange(sandbox: Sandbox): Promise<readonly string[]> {
  place(join(sandbox.workspace, 'src', 'a.txt'), 'first\n');
  // What is made once, such as the note, is there then.
  expect((await applyText(sandbox, replaceText(sandbox, 'first', 'old'))).code).toBe(0);
  const log = join(sandbox.folder, 'trace');
  const calls = 'trace=write,pwrite64,fdatasync,fsync,rename,link,unlink';
  const end = await runProgram(
    'strace',
    ['-f', '-y', '-s', '2000', '-o', log, '-e', calls, process.execPath, launcher, 'apply', '-'],
    { cwd: sandbox.workspace, env: sandbox.env, input: replaceText(sandbox, 'old', 'new') },
  );
  expect(end.code, end.stderr).toBe(0);
  return describeCalls(readFileSync(log, 'utf8').split('\n'));
}

function replaceText(sandbox: Sandbox, search: string, replace: string): string {
  return replyText({
    fileHashes: hashesOf(sandbox, 'src/a.txt'),
    fileChanges: [{ path: 'src/a.txt', edits: [{ search, replace }] }],
  });
}

/** A call that others interrupted is traced in two parts: a wait counts when it has ended, and all else when it began. */
function describeCalls(lines: readonly string[]): readonly string[] {
  const waiting = new Map<string, string>();
  return lines.flatMap((line) => {
    const [, thread = '', rest = ''] = /^(\d+) +(.*)$/u.exec(line) ?? [];
    if (/^<\.\.\. f(?:data)?sync resumed>/u.test(rest)) return [`${waiting.get(thread)} synced`];
    const what = nameOf(/^\w+\(\d+<([^>]+)>/u.exec(rest)?.[1] ?? '');
    if (/^f(?:data)?sync\(/u.test(rest)) {
      if (!rest.includes('unfinished')) return what === null ? [] : [`${what} synced`];
      waiting.set(thread, what ?? 'something else');
    }
    if (/^p?write(?:64)?\(/u.test(rest)) {
      const type = /event_type\\":\\"(change_set_\w+)/u.exec(rest)?.[1];
      if (what === 'journal') return type === undefined ? [] : [`${type} written`];
      return what === null ? [] : [`${what} written`];
    }
    if (/^rename\(".*\/a\.txt", ".*\.held"/u.test(rest)) return ['old file taken'];
    if (/^(?:link|rename)\(.*\.draft", ".*a\.txt"/u.test(rest)) return ['draft placed'];
    return /^unlink\(.*\.held"/u.test(rest) ? ['old file removed'] : [];
  });
}

function nameOf(path: string): string | null {
  if (path.endsWith('.jsonl')) return 'journal';
  if (path.endsWith('.pack')) return 'pack';
  if (path.endsWith('changes.session')) return 'note';
  if (/\/\.rook-[^/]*\.draft$/u.test(path)) return 'draft';
  return basename(path) === 'src' ? 'folder' : null;
}

const ORDER: readonly (readonly [first: string, then: string])[] = [
  ['change_set_started written', 'draft written'],
  ['change_set_started written', 'journal synced'],
  ['pack written', 'pack synced'],
  ['draft written', 'draft synced'],
  ['journal synced', 'old file taken'],
  ['pack synced', 'old file taken'],
  ['note synced', 'old file taken'],
  ['draft synced', 'old file taken'],
  ['old file taken', 'draft placed'],
  ['draft placed', 'folder synced'],
  ['folder synced', 'old file removed'],
  ['old file removed', 'change_set_applied written'],
];

/** What came before it should, in words; empty when nothing did. */
function judgeOrder(calls: readonly string[]): readonly string[] {
  const begin = calls.indexOf('change_set_started written');
  const set = calls.filter((call, index) => index >= begin || /^(?:pack|note)/u.test(call));
  const early = ORDER.flatMap(([first, then]) => {
    const [one, other] = [set.indexOf(first), set.indexOf(then)];
    return one !== -1 && one < other ? [] : [`${then} before ${first}`];
  });
  return set.lastIndexOf('journal synced') > set.indexOf('change_set_applied written')
    ? early
    : [...early, 'the last line not synced'];
}

it.skipIf(!canTrace)(
  'E-25 the old file is moved when the disk has all that brings it back, and not before',
  async () => {
    const calls = await traceChange(makeSandbox());
    expect(judgeOrder(calls), calls.join('\n')).toEqual([]);
    const taken = calls.indexOf('old file taken');
    const others = calls.filter((call) => call !== 'old file taken');
    for (const what of ['journal', 'pack', 'note', 'draft']) {
      const twin = others.toSpliced(others.indexOf(`${what} synced`), 0, 'old file taken');
      expect(judgeOrder(twin)).toContain(`old file taken before ${what} synced`);
    }
    const unsynced = calls.filter((call, index) => call !== 'folder synced' || index < taken);
    expect(judgeOrder(unsynced)).not.toEqual([]);
  },
  60_000,
);
