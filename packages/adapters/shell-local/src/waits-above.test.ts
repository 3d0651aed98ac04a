import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { readMemory } from '../test/read-memory.ts';
import { createCommandShell } from './create-command-shell.ts';
import { lineOf, runLine, type RanCommand } from './test-commands.ts';

const shell = createCommandShell(new Map(), () => null, readMemory);

const isLinux = process.platform === 'linux';
const has = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
/** Without it nobody can tell that the other end of a socket belongs to a process of the command. */
const HAS_PEERS = ['/usr/bin/ss', '/usr/sbin/ss', '/bin/ss', '/sbin/ss'].some((place) => existsSync(place));

const folder = mkdtempSync(join(tmpdir(), 'rook-above-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Where the Node of these tests is, and the rest of what is on the path. */
const ENVIRONMENT = new Map([
  ['PATH', process.env['PATH'] ?? '/usr/bin:/bin'],
  ['NODE', process.execPath],
]);

const FILES = {
  'reads.sh': 'read answer\n',
  Makefile: 'all:\n\tsh ./reads.sh\n',
  list: 'one\n',
  'ask.cjs': `process.stdin.once('data', () => undefined);\n`,
  'package.json': JSON.stringify({ name: 'asks', scripts: { ask: '"$NODE" ask.cjs' } }),
  'inherits.cjs': `require('child_process').spawn('cat', { stdio: 'inherit' });\n`,
  'pipes.cjs': `require('child_process').spawn('cat', { stdio: [0, 'pipe', 'pipe'] });\n`,
  'kills.cjs': `const c = require('child_process').spawn('cat', { stdio: 'inherit' });\nsetTimeout(() => c.kill(), 4000);\nc.on('exit', () => console.log('fine'));\n`,
  'limits.cjs': `try { require('child_process').execSync('cat', { stdio: 'inherit', timeout: 4000 }); } catch { console.log('fine'); }\n`,
  // The clock stands for the one of V8.
  'bin/pnpm.cjs': `require('child_process').spawn('cat', { stdio: 'inherit' });\nsetInterval(() => undefined, 8100).unref();\n`,
  'kills.py': `import subprocess, time\np = subprocess.Popen(['cat'])\ntime.sleep(4)\np.kill()\np.wait()\nprint('fine')\n`,
  'limits.py': `import subprocess\ntry: subprocess.run(['cat'], timeout=4)\nexcept subprocess.TimeoutExpired: print('fine')\n`,
  'alarm.py': `import os, signal, subprocess\np = subprocess.Popen(['cat'])\ndef rings(*_):\n  p.kill()\n  print('fine', flush=True)\n  os._exit(0)\nsignal.signal(signal.SIGALRM, rings)\nsignal.alarm(4)\np.wait()\n`,
  'listens.py': `import socket, subprocess, threading\ns = socket.create_server(('127.0.0.1', 0))\ns.settimeout(4)\np = subprocess.Popen(['cat'])\ntry: s.accept()\nexcept TimeoutError:\n  p.kill()\n  print('fine')\n`,
  'waits.py': `import subprocess\nsubprocess.run(['cat'])\n`,
  'collects.py': `import subprocess\nsubprocess.run(['cat'], stdout=-1, stderr=-1)\n`,
  'asyncio.d/waits.py': `import asyncio\nasync def main():\n  p = await asyncio.create_subprocess_exec('cat')\n  await p.wait()\nasyncio.run(main())\n`,
  'watches.py': `import os, select, subprocess\np = subprocess.Popen(['cat'])\nq = select.poll()\nq.register(os.pidfd_open(p.pid), select.POLLIN)\nq.poll()\n`,
  'signals.py': `import signal, subprocess\nsignal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])\nsubprocess.Popen(['cat'])\nsignal.sigwait([signal.SIGCHLD])\n`,
  // As sudo does it, which passes on what it hears.
  'passes-on.py': `import os, select, signal, subprocess\nread, write = os.pipe()\nos.set_blocking(write, False)\nfor s in ('INT', 'QUIT', 'TSTP', 'TERM', 'HUP', 'ALRM', 'USR1', 'USR2', 'CHLD', 'CONT'): signal.signal(getattr(signal, 'SIG' + s), lambda *_: None)\nsignal.set_wakeup_fd(write)\nsubprocess.Popen(['cat'])\nq = select.poll()\nq.register(read, select.POLLIN)\nq.poll()\n`,
};

beforeAll(() => {
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
});

async function run(command: string): Promise<RanCommand> {
  return runLine(shell, lineOf(command, { cwd: folder, env: ENVIRONMENT }));
}

type Case = readonly [program: string, command: string];
const withPrograms = (cases: readonly Case[]): readonly string[] =>
  cases.flatMap(([program, command]) => (isLinux && has(program) ? [command] : []));

/** Behind each of them stands another command, so that a shell waits above all. */
const SEEN: readonly Case[] = [
  ['sh', `sh -c 'read answer; true'; true`],
  ['env', `env sh -c 'cat; true'; true`],
  ['xargs', `xargs -a list sh -c 'cat; true'; true`],
  ['make', 'make; true'],
  ['make', 'make -j2; true'],
  ['npm', 'npm run ask; true'],
  ['zsh', `zsh -c 'cat; true'; true`],
  ['fish', `fish -c 'cat; true'; true`],
  ['script', `script -qc cat /dev/null; true`],
  ['sh', 'answer=$(cat); true'],
  ['sh', `trap 'true' EXIT; cat; true`],
  ['sort', 'cat | sort'],
  ['sh', '"$NODE" inherits.cjs; true'],
  ['sh', '"$NODE" bin/pnpm.cjs; true'],
  ...(HAS_PEERS ? [['sh', '"$NODE" pipes.cjs; true'] as const] : []),
  ['python3', 'python3 waits.py; true'],
  ['python3', 'python3 collects.py; true'],
  ...(HAS_PEERS ? [['python3', 'python3 asyncio.d/waits.py; true'] as const] : []),
  ['python3', 'python3 watches.py; true'],
  ['python3', 'python3 signals.py; true'],
  ['python3', 'python3 passes-on.py; true'],
];

const LEFT_ALONE: readonly Case[] = [
  ['timeout', 'timeout 4 cat; echo fine'],
  ['timeout', `timeout 4 sh -c 'read answer; true'; echo fine`],
  ['sh', '"$NODE" kills.cjs'],
  ['sh', '"$NODE" limits.cjs'],
  ['python3', 'python3 kills.py'],
  ['python3', 'python3 limits.py'],
  ['python3', 'python3 alarm.py'],
  ['python3', 'python3 listens.py'],
];

describe.skipIf(!isLinux)('those that started what reads', () => {
  it.each(withPrograms(SEEN))(
    'G-07 sees that `%s` waits for input',
    async (command) => {
      expect((await run(command)).by).toBe('waiting');
    },
    90_000,
  );

  it.each(withPrograms(LEFT_ALONE))(
    'G-07 lets `%s` come to its end, because one above has a clock',
    async (command) => {
      const { by, text } = await run(command);
      expect([by, text]).toEqual(['itself', 'fine\n']);
    },
    90_000,
  );
});

const PROMPTS: readonly Case[] = [
  ['openssl', 'openssl passwd'],
  ['openssl', 'openssl genrsa -aes256 -out key.pem 2048; true'],
  ['ssh-keygen', 'ssh-keygen -f key'],
];

describe.skipIf(!isLinux)('those that ask for a passphrase', () => {
  it.each(withPrograms(PROMPTS))(
    'G-07 sees that `%s` waits for input',
    async (command) => {
      expect((await run(command)).by).toBe('waiting');
    },
    90_000,
  );
});
