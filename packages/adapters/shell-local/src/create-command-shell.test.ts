import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { CommandEnd, CommandMark, CommandShell } from '@rook/engine';
import {
  commandShellSuite,
  failedCases,
  type CommandShellStage,
  type StagedLine,
} from '@rook/engine/testing';
import { expect, it } from 'vitest';

import { readMemory } from '../test/read-memory.ts';
import { createCommandShell } from './create-command-shell.ts';
import { areGone, idsIn, isRunning, lineOf, runLine } from './test-commands.ts';

const shell = createCommandShell(new Map(), openMark, readMemory);

function openMark(): CommandMark {
  const path = join(tmpdir(), `rook-mark-${randomUUID()}`);
  const file = openSync(path, 'wx');
  unlinkSync(path);
  return { file, close: () => closeSync(file) };
}

const NODE = JSON.stringify(process.execPath);

it('G-07 runs a line as a shell does, and tells its exit code and its signal as they are', async () => {
  const plain = { by: 'itself', leftBehind: 0, signal: null };
  expect(await runLine(shell, lineOf('printf "%s" a | cat && (exit 3)'))).toEqual({
    ...plain,
    code: 3,
    text: 'a',
  });
  expect(await runLine(shell, lineOf('no_such_program_of_rook'))).toMatchObject({ ...plain, code: 127 });
  expect(await runLine(shell, lineOf('kill -KILL $$'))).toMatchObject({ code: null, signal: 'SIGKILL' });
  expect(await runLine(shell, lineOf('[[ a == a ]] && printf "a\\0b"'))).toMatchObject({ text: 'a\0b' });
});

/** Each prints the ids of what it starts, and none of them ends by itself. */
const STUBBORN: Readonly<Record<string, string>> = {
  'a sleeper': 'echo $$; sleep 600',
  'a child in the background': 'sleep 600 & echo $!; echo $$; wait',
  'one that ignores SIGTERM': "trap '' TERM HUP INT; echo $$; while :; do sleep 1; done",
  'one in a session of its own': "setsid sh -c 'echo $$; exec sleep 600' & echo $$; wait",
  'a double fork that ignores SIGTERM':
    '(setsid sh -c \'trap "" TERM; echo $$; while :; do sleep 1; done\' &) ; echo $$; sleep 600',
  'one without its environment': "env -i setsid sh -c 'echo $$; exec sleep 600' & echo $$; wait",
  'one without input and output':
    "(setsid sh -c 'echo $$ >&3; exec 3>&-; exec sleep 600' 3>&1 </dev/null >/dev/null 2>&1 &); echo $$; sleep 600",
  'one that was stopped': 'echo $$; kill -STOP $$',
  nohup: "nohup sh -c 'echo $$; exec sleep 600' & echo $$; wait",
  'one that gives up all but its open files':
    "env -i setsid -f sh -c 'echo $$ >&3; exec 3>&-; exec sleep 600' 3>&1 </dev/null >/dev/null 2>&1; echo $$; sleep 600",
};

/** Ends a line once it has said the ids of all that it starts, and says which of them are left. */
async function leftAfterCancel(one: CommandShell, command: string): Promise<readonly number[]> {
  const cancel = new AbortController();
  const wanted = command.split('echo $').length - 1;
  const ended = await runLine(one, lineOf(command, { signal: cancel.signal }), (text) => {
    if (idsIn(text).length === wanted) cancel.abort();
  });
  expect(ended.by).toBe('cancelled');
  const ids = idsIn(ended.text);
  expect(ids).toHaveLength(wanted);
  const left = (await areGone(ids)) ? [] : ids.filter((id) => isRunning(id));
  for (const id of left) process.kill(id, 'SIGKILL');
  return left;
}

it.each(Object.entries(STUBBORN))(
  'G-07 leaves no orphan of %s',
  async (_name, command) => {
    expect(await leftAfterCancel(shell, command)).toEqual([]);
  },
  60_000,
);

it('G-07 ends the whole tree when the time is over, and says so', async () => {
  const command = STUBBORN['a double fork that ignores SIGTERM'] ?? '';
  const ended = await runLine(shell, lineOf(command, { timeoutMilliseconds: 1500 }));
  expect(ended).toMatchObject({ by: 'timeout', code: null });
  expect(await areGone(idsIn(ended.text))).toBe(true);
}, 60_000);

it('G-07 ends what a command leaves behind when it comes to its end, and counts it', async () => {
  const ended = await runLine(
    shell,
    lineOf(
      'setsid sh -c \'echo $$; exec sleep 600\' & sleep 600 & echo $!; while [ -z "$(jobs -r)" ]; do :; done; sleep 0.3',
    ),
  );
  expect(ended).toMatchObject({ code: 0, by: 'itself', leftBehind: 2 });
  expect(await areGone(idsIn(ended.text))).toBe(true);
}, 60_000);

it.skipIf(process.platform !== 'linux')(
  'G-07 ends what gave up its environment, session, parent and output before the command came to its end',
  async () => {
    // The outer shell waits until the id was said; then nothing of it is left but the open file.
    const command =
      "id=$(env -i setsid -f sh -c 'echo $$; exec >/dev/null; exec sleep 600' </dev/null 2>/dev/null); echo $id; sleep 0.3";
    const ended = await runLine(shell, lineOf(command));
    expect(ended).toMatchObject({ code: 0, by: 'itself' });
    const ids = idsIn(ended.text);
    expect(ids).toHaveLength(1);
    expect(await areGone(ids)).toBe(true);
  },
  60_000,
);

it.skipIf(process.platform !== 'linux')(
  'G-07 gives a command no open file but its input, its output and the mark',
  async () => {
    const { text } = await runLine(
      shell,
      lineOf('for n in 0 1 2 3 4 5 6 7 8 9; do [ -e /proc/$$/fd/$n ] && echo $n; done'),
    );
    expect(idsIn(text)).toEqual([0, 1, 2, 9]);
  },
);

/** It ends the child that it started, and nothing else. */
const childOnly: CommandShell = {
  ...shell,
  start: async (line, watch) => {
    const child = spawn('/bin/bash', ['-c', line.command], {
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    child.stdout.on('data', (bytes: Uint8Array) => void watch({ stream: 'stdout', bytes }));
    const end = (): void => {
      child.kill('SIGKILL');
      child.stdout.destroy();
    };
    line.signal.addEventListener('abort', end);
    const ended = new Promise<CommandEnd>((resolve) => {
      child.once('exit', (code, signal) => resolve({ code, signal, by: 'cancelled', leftBehind: 0 }));
    });
    return { ok: true, value: { ended, stop: async () => end() } };
  },
};

it('G-07 finds the orphans of a shell that ends its own child alone', async () => {
  const left = await leftAfterCancel(childOnly, STUBBORN['a child in the background'] ?? '');
  expect(left).toHaveLength(1);
}, 60_000);

const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0;

/** All of them would go on for ever if somebody could type. */
const READERS: readonly string[] = [
  'cat',
  'read answer',
  'echo before; sh -c "cat > /dev/null"',
  'grep needle',
  `${NODE} -e "require('readline').createInterface({input:process.stdin}).question('Sure? ',()=>0)"`,
  `${NODE} -e "process.stdin.on('data',()=>0)"`,
  ...(HAS_PYTHON
    ? [
        `python3 -c "import threading; threading.Thread(target=input).start()"`,
        `python3 -c "import select, sys; select.select([sys.stdin], [], [])"`,
        `python3 -c "import select; p = select.poll(); p.register(0, select.POLLIN); p.poll()"`,
      ]
    : []),
];

it.each(READERS)(
  'G-07 sees that `%s` waits for input, and ends it',
  async (command) => {
    expect(await runLine(shell, lineOf(command))).toMatchObject({ by: 'waiting', leftBehind: 0 });
  },
  60_000,
);

it('G-07 takes nothing for waiting that is only silent, or reads what it was given', async () => {
  const silent = [
    'sleep 3',
    'sleep 2 | cat',
    'echo a | (sleep 2; cat)',
    `${NODE} -e "setTimeout(()=>0,2500)"`,
    'cat < /dev/null; sleep 2',
    ...(HAS_PYTHON
      ? [
          // Another thread is at work, or will be; or it waits for a while only.
          `python3 -c "import threading, time, os; threading.Thread(target=input, daemon=True).start(); time.sleep(2.5); os._exit(0)"`,
          `python3 -c "import threading, os; threading.Thread(target=input, daemon=True).start(); threading.Event().wait(2.5); os._exit(0)"`,
          `python3 -c "import select, sys; select.select([sys.stdin], [], [], 2.5)"`,
          `python3 -c "import select, socket, sys; s = socket.socket(); s.bind(('127.0.0.1', 0)); s.listen(); select.select([sys.stdin, s], [], [], 2.5)"`,
        ]
      : []),
  ];
  const ended = await Promise.all(silent.map(async (command) => runLine(shell, lineOf(command))));
  expect(ended.map(({ by, code }) => [by, code])).toEqual(silent.map(() => ['itself', 0]));
}, 60_000);

it('G-07 gives a command no terminal, so that nothing can be asked there', async () => {
  const ended = await runLine(shell, lineOf('read answer < /dev/tty'));
  expect(ended).toMatchObject({ by: 'itself', code: 1 });
  expect(ended.text).toContain('/dev/tty');
});

it('G-08 hands on all of a flood while whoever watches is slow', async () => {
  let [seen, busy, most] = [0, 0, 0];
  const started = await shell.start(
    lineOf('head -c 20000000 /dev/zero; printf end >&2'),
    async ({ bytes }) => {
      busy += 1;
      most = Math.max(most, busy);
      seen += bytes.length;
      await new Promise((resolve) => setImmediate(resolve));
      busy -= 1;
    },
  );
  expect(started.ok && (await started.value.ended)).toMatchObject({ code: 0, by: 'itself' });
  expect(seen).toBe(20_000_003);
  expect(most).toBeLessThanOrEqual(2);
}, 60_000);

it('G-07 ends by its mark what a process of Rook that died had left running', async () => {
  const mark = `left-${process.pid}`;
  const child = spawn('/bin/sh', ['-c', 'sleep 600 & echo $!; wait'], {
    env: { ROOK_COMMAND: mark, PATH: '/usr/bin:/bin' },
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const said = await new Promise<string>((resolve) =>
    child.stdout.once('data', (bytes) => resolve(String(bytes))),
  );
  expect(await shell.endMarked(['never-used', mark])).toEqual([mark]);
  expect(await areGone([...idsIn(said.trim()), child.pid ?? 0])).toBe(true);
}, 60_000);

it('G-07 says when there is no such folder', async () => {
  expect(await shell.start(lineOf('true', { cwd: '/no/such/folder' }), () => undefined)).toMatchObject({
    ok: false,
    error: { code: 'not_found' },
  });
});

const STAGED: Readonly<Record<StagedLine, string>> = {
  both: 'echo out; echo err >&2; exit 3',
  flood: "head -c 300000 /dev/zero | tr '\\0' x; printf end",
  killed: 'kill -KILL $$',
  children: "setsid sh -c 'echo $$; exec sleep 600' & echo $$; wait",
  left: 'sleep 600 & echo $!',
  escapes: "echo $(env -i setsid -f sh -c 'echo $$; exec >/dev/null; exec sleep 600' </dev/null 2>/dev/null)",
  waits: 'echo $$; read answer',
  nowhere: 'true',
};

const stage = (): CommandShellStage => ({
  shell,
  line: (name, signal) =>
    lineOf(STAGED[name], { signal, ...(name === 'nowhere' ? { cwd: '/no/such/folder' } : {}) }),
  isRunning,
  patienceMilliseconds: 30_000,
});

it('N-03 G-07 keeps what every shell for commands promises', async () => {
  expect(await failedCases(commandShellSuite, () => stage)).toEqual([]);
}, 120_000);
