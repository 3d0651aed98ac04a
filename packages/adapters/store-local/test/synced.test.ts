import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { makeFolder, makeRoom, tellEntries, type FaultRoom } from './fault-room.ts';
import { bundlePrograms } from './run-program.ts';

const traced = spawnSync('strace', ['-f', '-e', 'trace=fdatasync', 'true']);
const canTrace = traced.status === 0;
if (!canTrace)
  process.stderr.write(
    'SKIPPED: there is no strace that may trace here; nothing is proved with the calls of the system.\n',
  );

/** Runs a program under strace; answers with what it asked of the journal and when it said so. */
function trace(
  room: FaultRoom,
  program: string,
  words: readonly string[],
  inject?: string,
): readonly string[] {
  const log = join(makeFolder(), 'trace');
  const calls = 'trace=write,pwrite64,writev,pwritev,fdatasync,fsync';
  const options = ['-f', '-y', '-s', '16', '-o', log, '-e', calls];
  const faults = inject === undefined ? [] : ['-e', `inject=${inject}`];
  const line = [process.execPath, program, room.home, room.folder, room.session, ...words];
  const { status, stderr } = spawnSync('strace', [...options, ...faults, ...line], {
    encoding: 'utf8',
    // Syncs are waited for on one thread beside the first, so their order in the trace is that of time.
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', UV_THREADPOOL_SIZE: '1' },
  });
  expect(status, stderr).toBe(0);
  return readFileSync(log, 'utf8')
    .split('\n')
    .flatMap((text) => describeCall(text, room.file));
}

/** A call that another thread interrupted is traced in two parts; what counts is when it had ended. */
function describeCall(text: string, journal: string): readonly string[] {
  const isEnd = /(?:\) +|resumed>.*)= (-?\d+)/.exec(text);
  if (text.includes(`<${journal}>`)) {
    if (/ (?:write|writev)\(/.test(text)) return ['write'];
    if (/ pwrite(?:64|v)\(/.test(text)) return ['rewrite'];
    if (/ fdatasync\(/.test(text)) return isEnd === null ? [] : [isEnd[1] === '0' ? 'sync' : 'failed sync'];
  }
  if (/fdatasync resumed>/.test(text)) return [isEnd?.[1] === '0' ? 'sync' : 'failed sync'];
  if (/ write\(1</.test(text)) return ['acknowledged'];
  return [];
}

/** What is wrong with the order of the calls, in words; empty when nothing is. */
function judgeOrder(asked: readonly string[]): readonly string[] {
  /** Whether anything was written that no sync has confirmed. */
  let isOpen = false;
  return asked.flatMap((what, index) => {
    const [before, after] = [asked[index - 1] ?? 'nothing', asked[index + 1] ?? 'nothing'];
    if (what === 'write') isOpen = true;
    if (what === 'sync') isOpen = false;
    if (what === 'acknowledged' && before !== 'sync') return [`acknowledged after ${before}`];
    // Each thread has its own count of faults, so the last sync of all may be one that fails too.
    const isMended = after === 'rewrite' || after === 'nothing' || !isOpen;
    return what === 'failed sync' && !isMended ? [`${after} after a sync that failed`] : [];
  });
}

it.skipIf(!canTrace)('T-15 the system is asked to write, then to sync, and only then it is said', () => {
  const program = bundlePrograms('write-durably')('write-durably');
  const asked = trace(makeRoom(), program, []);
  expect(judgeOrder(asked)).toEqual([]);
  expect(asked.slice(0, 3)).toEqual(['write', 'sync', 'acknowledged']);
  expect(asked.filter((what) => what === 'acknowledged')).toHaveLength(4);
  const twin = trace(makeRoom(), program, ['unsynced']);
  expect(judgeOrder(twin)[0]).toBe('acknowledged after write');
});

it.skipIf(!canTrace)('T-15 after a sync that the system refused all is written over itself', async () => {
  const program = bundlePrograms('write-durably')('write-durably');
  const room = makeRoom();
  const asked = trace(room, program, [], 'fdatasync:error=EIO:when=2');
  expect(judgeOrder(asked)).toEqual([]);
  expect(asked).toContain('failed sync');
  expect(asked).toContain('rewrite');
  expect(await room.verify()).toMatchObject({ ok: true, anchored: true, torn: [] });
  expect(tellEntries(await room.lines())).toEqual(['tag', 'tag', 'tag', 'tag']);
});
