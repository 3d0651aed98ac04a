import { tmpdir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

import type { Result } from '@rook/contract';
import type { Program, ProgramEnd } from '@rook/engine';
import { failedCases, shellSuite, type StagedProgram } from '@rook/engine/testing';
import { expect, it } from 'vitest';

import { createLocalShell } from './create-local-shell.ts';
import { findRipgrep } from './find-ripgrep.ts';

const shell = createLocalShell();
type Run = typeof shell.run;

/** Both ways in which a program is run. */
const WAYS: readonly (readonly [string, Run])[] = [
  ['any', async (program, watch) => shell.run(program, watch)],
  ['a brief one', async (program, watch) => shell.run({ ...program, isBrief: true }, watch)],
];

/** A program of Node, written on the command line. */
function script(code: string, more: Partial<Program> = {}): Program {
  return {
    file: process.execPath,
    args: ['-e', code],
    cwd: tmpdir(),
    env: new Map(),
    timeoutMilliseconds: 20_000,
    keepBytes: 10_000,
    ...more,
  };
}

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** What a program printed, of each stream. */
function outputOf(ended: Result<ProgramEnd>): readonly [string, string] {
  return ended.ok ? [textOf(ended.value.stdout), textOf(ended.value.stderr)] : [ended.error.message, ''];
}

/** Starts a child that outlives its parent unless it is ended, and says its id. */
const GRANDCHILD =
  "const c=require('child_process').spawn(process.execPath,['-e','setInterval(()=>0,1000)'],{stdio:'inherit'});console.log(c.pid);";

async function isGone(id: number): Promise<boolean> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    try {
      process.kill(id, 0);
    } catch {
      return true;
    }
    await wait(50);
  }
  return false;
}

it.each(WAYS)(
  'G-07 runs a program to its end, with the environment and the input that it is given: %s',
  async (_way, run) => {
    const code = 'process.stdin.pipe(process.stdout);process.stderr.write(JSON.stringify(process.env));';
    const ended = await run(script(code, { input: Buffer.from('hello'), env: new Map([['ONE', 'a b']]) }));
    expect(ended).toMatchObject({ ok: true, value: { code: 0, signal: null, droppedBytes: 0 } });
    const [output, errors] = outputOf(ended);
    expect(output).toBe('hello');
    expect(JSON.parse(errors)).toEqual({ ONE: 'a b' });
  },
);

it.each(WAYS)('G-07 tells how a program failed, which is no failure of the shell: %s', async (_way, run) => {
  expect(await run(script('process.exit(3)'))).toMatchObject({
    ok: true,
    value: { code: 3, signal: null },
  });
  expect(await run(script("process.kill(process.pid,'SIGKILL')"))).toMatchObject({
    ok: true,
    value: { code: null, signal: 'SIGKILL' },
  });
});

it.each(WAYS)('G-07 says when there is no such program, or no such folder: %s', async (_way, run) => {
  const missing = { ok: false, error: { code: 'not_found' } };
  expect(await run(script('', { file: 'no-such-program-of-rook' }))).toMatchObject(missing);
  expect(await run(script('', { cwd: '/no/such/folder' }))).toMatchObject(missing);
});

it.each(WAYS)(
  'G-08 keeps of a flood what it was asked to keep, counts the rest, and shows all of it: %s',
  async (_way, run) => {
    const code =
      "for(let i=0;i<5000;i+=1)process.stdout.write('x'.repeat(10000));process.stderr.write('y'.repeat(20));";
    let seen = 0;
    const ended = await run(script(code, { keepBytes: 15 }), ({ bytes }) => {
      seen += bytes.length;
    });
    expect(ended).toMatchObject({ ok: true, value: { code: 0, droppedBytes: 50_000_020 - 30 } });
    expect(seen).toBe(50_000_020);
    expect(outputOf(ended)).toEqual(['x'.repeat(15), 'y'.repeat(15)]);
  },
);

it.each(WAYS)(
  'G-07 ends a program whose time is over, and the children that it has: %s',
  async (_way, run) => {
    let said = '';
    const ended = await run(
      script(`${GRANDCHILD}setInterval(()=>0,1000)`, { timeoutMilliseconds: 700 }),
      ({ bytes }) => {
        said += textOf(bytes);
      },
    );
    expect(ended).toMatchObject({ ok: false, error: { code: 'timed_out' } });
    expect(await isGone(Number(said))).toBe(true);
  },
);

it.each(WAYS)('G-07 ends a program that does not want to end when it is cancelled: %s', async (_way, run) => {
  const cancel = new AbortController();
  const stubborn = `process.on('SIGTERM',()=>0);${GRANDCHILD}setInterval(()=>0,1000)`;
  let said = '';
  const running = run(script(stubborn, { signal: cancel.signal }), ({ bytes }) => {
    said += textOf(bytes);
    cancel.abort();
  });
  expect(await running).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  expect(await isGone(Number(said))).toBe(true);
  expect(await run(script('', { signal: cancel.signal }))).toMatchObject({
    error: { code: 'cancelled' },
  });
});

it.each(WAYS)('G-07 ends what a program left behind, and does not wait for it: %s', async (_way, run) => {
  const ended = await run(script(`${GRANDCHILD}c.unref();setTimeout(()=>process.exit(0),100)`));
  expect(ended).toMatchObject({ ok: true, value: { code: 0 } });
  expect(await isGone(Number(outputOf(ended)[0]))).toBe(true);
});

it('I-30 finds the ripgrep that was installed', async () => {
  const ripgrep = await findRipgrep();
  expect(ripgrep.ok).toBe(true);
  const ended = await shell.run(script('', { file: ripgrep.ok ? ripgrep.value : '', args: ['--version'] }));
  expect(outputOf(ended)[0]).toMatch(/^ripgrep \d/);
});

const PROGRAMS: Readonly<Record<StagedProgram, string>> = {
  echo: 'process.stdin.pipe(process.stdout)',
  both: "process.stdout.write('out');process.stderr.write('err');process.exitCode=3",
  stubborn: "process.on('SIGTERM',()=>0);setInterval(()=>0,1000);process.stdout.write('ready')",
  missing: '',
};

const staged = (name: StagedProgram) =>
  script(PROGRAMS[name], name === 'missing' ? { file: 'no-such-program-of-rook' } : {});

it('N-03 keeps what every shell promises about programs that go on', async () => {
  expect(await failedCases(shellSuite, () => () => ({ shell, program: staged }))).toEqual([]);
}, 60_000);

it('N-03 gives a program that goes on the environment it is given, and ends its children with it', async () => {
  let said = '';
  const known = Promise.withResolvers<void>();
  const opened = await shell.open(
    script(`${GRANDCHILD}console.log(JSON.stringify(process.env));setInterval(()=>0,1000)`, {
      env: new Map([['ONE', 'a b']]),
    }),
    ({ bytes }) => {
      said += textOf(bytes);
      if (said.includes('}\n')) known.resolve();
    },
  );
  expect(opened.ok).toBe(true);
  if (!opened.ok) return;
  await Promise.race([known.promise, opened.value.ended]);
  const [id = '', environment = ''] = said.split('\n');
  expect(JSON.parse(environment)).toEqual({ ONE: 'a b' });
  await opened.value.close();
  expect(await isGone(Number(id))).toBe(true);
});

it('G-07 does not wait for what left the group of a program and holds its output open', async () => {
  const away =
    "require('child_process').spawn(process.execPath,['-e','setTimeout(()=>0,60000)'],{stdio:'inherit',detached:true})";
  const ended = await shell.run(
    script(`const c=${away};console.log(c.pid);c.unref();process.exitCode=4`, { isBrief: true }),
  );
  expect(ended).toMatchObject({ ok: true, value: { code: 4 } });
  const id = Number(outputOf(ended)[0]);
  process.kill(id, 'SIGKILL');
  expect(await isGone(id)).toBe(true);
});
