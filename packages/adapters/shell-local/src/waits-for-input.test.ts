import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { readMemory } from '../test/read-memory.ts';
import { createCommandShell } from './create-command-shell.ts';
import { createPeerFinder } from './find-peer.ts';
import { lineOf, runLine } from './test-commands.ts';
import { THREADS_IN_C } from './test-threads.ts';

const shell = createCommandShell(new Map(), () => null, readMemory);

const has = (program: string, ...words: readonly string[]): boolean => spawnSync(program, words).status === 0;
const isLinux = process.platform === 'linux';
const HAS_C = isLinux && has('gcc', '--version');
const HAS_PYTHON = isLinux && has('python3', '--version');
const HAS_JAVA = isLinux && has('javac', '-version');
/** Without it nobody can tell that both ends of a socket belong to one process. */
const HAS_PEERS =
  isLinux && ['/usr/bin/ss', '/usr/sbin/ss', '/bin/ss', '/sbin/ss'].some((place) => existsSync(place));

const folder = mkdtempSync(join(tmpdir(), 'rook-waits-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function endOf(command: string): Promise<string> {
  return (await runLine(shell, lineOf(command, { cwd: folder }))).by;
}

const WAITING: readonly (readonly [string, string])[] = [
  ['Go that reads', 'sleeps watch-of-go sleeps event reads'],
  ['Go whose first thread reads', 'reads watch-of-go sleeps event-pipe'],
  ['Rust whose pool reads', 'event reads sleeps sleeps'],
  ['a loop over its input', 'input-event-pipe sleeps'],
];
const WITH_PAIRS: readonly (readonly [string, string])[] = [
  ['Rust that hears signals', 'event-pair reads sleeps'],
  ['a loop over its input with a pair to wake it', 'input-pair'],
];

const WORKING = {
  'a thread sleeps for a while': 'reads wakes-soon',
  'a clock of Go is set': 'reads watch-of-go event-while',
  'the watch of Go sees that something runs': 'sleeps busy-watch reads',
  'a thread waits for the network': 'reads accepts',
  'a thread waits for many on the network': 'reads event-network',
  'it waits for the network too': 'input-network',
  'it waits for files to change': 'input-files',
  'another thread waits for files to change': 'reads files',
  'it waits for a clock too': 'input-clock',
  'another thread waits for a clock': 'reads clock',
  'it waits for a while': 'input-while',
  'an alarm is heard': 'reads-until-alarm',
  'a timer was made': 'reads-until-timer',
  'nobody reads': 'sleeps event watch-of-go',
};

describe.skipIf(!HAS_C)('threads as runtimes have them', () => {
  beforeAll(() => {
    writeFileSync(join(folder, 'threads.c'), THREADS_IN_C);
    const made = spawnSync('gcc', ['-pthread', '-w', '-o', 'threads', 'threads.c'], { cwd: folder });
    if (made.status !== 0) throw new Error(made.stderr.toString());
  }, 60_000);

  it.each([...WAITING, ...(HAS_PEERS ? WITH_PAIRS : [])])(
    'G-07 sees that %s waits for input (%s)',
    async (_name, threads) => {
      expect(await endOf(`./threads 50 ${threads}`)).toBe('waiting');
    },
    60_000,
  );

  it('G-07 does not end a program in which a thread works or waits for something else', async () => {
    const ends = await Promise.all(
      Object.entries(WORKING).map(async ([name, threads]) => [name, await endOf(`./threads 4 ${threads}`)]),
    );
    expect(ends).toEqual(Object.keys(WORKING).map((name) => [name, 'itself']));
  }, 60_000);
});

describe.skipIf(!isLinux)('processes beside each other', () => {
  it.each(['cat | sort', 'cat <&0 & wait', '(cat)'])(
    'G-07 sees that `%s` waits for input',
    async (command) => {
      expect(await endOf(command)).toBe('waiting');
    },
    60_000,
  );

  it('G-07 ends nothing while another process of the command has something to do', async () => {
    const commands = ['cat <&0 & sleep 2.5; kill $!', '(sleep 2.5; kill -INT $$) & read answer'];
    expect(await Promise.all(commands.map(endOf))).toEqual(['itself', 'itself']);
  }, 60_000);
});

const ASYNC_INPUT =
  'import asyncio, sys\nasync def main():\n  reader = asyncio.StreamReader()\n  loop = asyncio.get_running_loop()\n  await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)\n';

describe.skipIf(!HAS_PYTHON)('Python', () => {
  it.skipIf(!HAS_PEERS).each([
    ['a loop that reads its input', `${ASYNC_INPUT}  await reader.readline()\nasyncio.run(main())\n`],
    [
      'a loop whose thread reads',
      'import asyncio\nasync def main():\n  await asyncio.to_thread(input)\nasyncio.run(main())\n',
    ],
  ])(
    'G-07 sees that %s waits for input',
    async (name, text) => {
      writeFileSync(join(folder, 'waits.py'), text);
      expect(await endOf('exec python3 waits.py'), name).toBe('waiting');
    },
    60_000,
  );

  it.each([
    [
      'it waits for a while',
      `${ASYNC_INPUT}  try: await asyncio.wait_for(reader.readline(), 2.5)\n  except TimeoutError: pass\nasyncio.run(main())\n`,
    ],
    [
      'it serves the network beside',
      `import signal\nsignal.alarm(4)\n${ASYNC_INPUT}  await asyncio.start_server(lambda *_: None, '127.0.0.1', 0)\n  await reader.readline()\nasyncio.run(main())\n`,
    ],
    [
      'an alarm will ring',
      'import os, signal\nsignal.signal(signal.SIGALRM, lambda *_: os._exit(0))\nsignal.alarm(3)\ninput()\n',
    ],
    [
      'its other process works',
      `import os, time\nif os.fork() == 0:\n  time.sleep(2.5)\n  os.kill(os.getppid(), 15)\n  os._exit(0)\ninput()\n`,
    ],
    [
      'its first thread reads and another one sleeps',
      'import threading, time, os\nthreading.Thread(target=lambda: (time.sleep(2.5), os._exit(0))).start()\ninput()\n',
    ],
  ])(
    'G-07 does not end a program where %s',
    async (name, text) => {
      writeFileSync(join(folder, 'works.py'), text);
      expect(await endOf('exec python3 works.py'), name).toBe('itself');
    },
    60_000,
  );

  it('G-07 does not end a program of Node that watches files beside its input', async () => {
    const watch = `require('fs').watch('.');process.stdin.resume()`;
    const command = `exec python3 -c "import os, signal; signal.alarm(4); os.execv('${process.execPath}', ['node', '-e', '''${watch}'''])"`;
    expect(await endOf(command)).toBe('itself');
  }, 60_000);
});

function compileJava(name: string, body: string): string {
  writeFileSync(
    join(folder, `${name}.java`),
    `public class ${name} { public static void main(String[] words) throws Exception { ${body} } }\n`,
  );
  const made = spawnSync('javac', [`${name}.java`], { cwd: folder });
  if (made.status !== 0) throw new Error(made.stderr.toString());
  return `java -cp . ${name}`;
}

const READS = 'new java.util.Scanner(System.in).nextLine();';

describe.skipIf(!HAS_JAVA)('Java', () => {
  it('G-07 sees that a program of Java waits for input', async () => {
    expect(await endOf(compileJava('Waits', READS))).toBe('waiting');
  }, 120_000);

  it.each([
    [
      'sleeps while another thread reads',
      `Thread t = new Thread(() -> { ${READS} }); t.setDaemon(true); t.start(); Thread.sleep(4000);`,
    ],
    [
      'waits for the network while it reads',
      `java.net.ServerSocket s = new java.net.ServerSocket(0); s.setSoTimeout(4000); new Thread(() -> { try { s.accept(); } catch (Exception e) { Runtime.getRuntime().halt(0); } }).start(); ${READS}`,
    ],
  ])(
    'G-07 does not end one that %s',
    async (name, body) => {
      expect(await endOf(compileJava('Works', body)), name).toBe('itself');
    },
    120_000,
  );
});

const ESBUILD = join(import.meta.dirname, '../../../../node_modules/esbuild/bin/esbuild');

it.skipIf(!isLinux || !existsSync(ESBUILD))(
  'G-07 sees that a real program in Go waits for input',
  async () => {
    expect(await endOf(`${ESBUILD} --loader=ts`)).toBe('waiting');
  },
  60_000,
);

it('G-07 knows both ends of a pair by the list of the system alone', () => {
  const lists = [
    'u_str ESTAB 0 0 * 12 * 11\nu_str ESTAB 0 0 /run/a 13 * 14\nu_dgr UNCONN 0 0 * 15 * 0\n',
    null,
  ];
  let asked = 0;
  const find = createPeerFinder(() => {
    asked += 1;
    return lists[0] ?? null;
  });
  expect([find(12), find(13), find(15), find(99), find(99)]).toEqual([11, null, null, null, null]);
  expect(asked).toBe(4);
  expect(createPeerFinder(() => null)(12)).toBe(null);
});
