import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Confinement } from '@rook/engine';
import { expect, it, onTestFinished } from 'vitest';

import { confineProgram } from './confine-program.ts';
import { createCommandShell } from './create-command-shell.ts';
import { lineOf, runLine, type RanCommand } from './test-commands.ts';

const shell = createCommandShell(new Map([['PATH', process.env['PATH'] ?? '/usr/bin:/bin']]));
const sandbox = await shell.sandbox();
if (sandbox === null)
  process.stderr.write('There is no sandbox here, so what confines commands is not tested.\n');

const NONE = { home: '/', folders: [] };

interface Place {
  readonly inside: string;
  readonly outside: string;
}

function makePlace(): Place {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rook-confined-')));
  const [inside, outside] = [join(folder, 'inside'), join(folder, 'outside')];
  for (const made of [inside, outside, join(inside, '.rook')]) mkdirSync(made);
  writeFileSync(join(outside, 'kept'), 'kept\n');
  return { inside, outside };
}

async function confined(
  { inside }: Place,
  command: string,
  more: Partial<Confinement> = {},
): Promise<RanCommand> {
  const confinement = {
    writable: [inside],
    readOnly: [join(inside, '.rook')],
    caches: NONE,
    repository: null,
    network: true,
    ...more,
  };
  return runLine(shell, lineOf(command, { cwd: inside, confinement }));
}

it.skipIf(sandbox === null)(
  'T-14 a confined command writes where it may and nowhere else',
  async () => {
    const place = makePlace();
    const ended = await confined(
      place,
      `echo x > here && ! echo x > '${place.outside}/kept' && ! rm '${place.outside}/kept' && ! touch .rook/x && cat '${place.outside}/kept'`,
    );
    expect(ended).toMatchObject({ code: 0, by: 'itself' });
    expect(ended.text).toContain('kept\n');
    expect(readFileSync(join(place.inside, 'here'), 'utf8')).toBe('x\n');
    expect(readFileSync(join(place.outside, 'kept'), 'utf8')).toBe('kept\n');
  },
  60_000,
);

it.skipIf(sandbox === null)(
  'T-14 a confined command reaches the network only where it may',
  async () => {
    const server = createServer((socket) => socket.end('hello'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const command = `exec 3<>/dev/tcp/127.0.0.1/${port} && cat <&3`;
    expect(await confined(makePlace(), command)).toMatchObject({ code: 0, text: 'hello' });
    expect((await confined(makePlace(), command, { network: false })).code).not.toBe(0);
  },
  60_000,
);

it.skipIf(sandbox === null)(
  'T-14 G-07 waiting and orphans of a confined command are seen as those of any other',
  async () => {
    expect(await confined(makePlace(), 'cat')).toMatchObject({ by: 'waiting' });
    const place = makePlace();
    const mark = `confined-${process.pid}`;
    const confinement = {
      writable: [place.inside],
      readOnly: [],
      caches: NONE,
      repository: null,
      network: true,
    };
    const line = lineOf('setsid sleep 600 & sleep 600', {
      cwd: place.inside,
      confinement,
      mark,
      timeoutMilliseconds: 1500,
    });
    expect(await runLine(shell, line)).toMatchObject({ by: 'timeout' });
    expect(await shell.endMarked([mark])).toEqual([]);
  },
  90_000,
);

it.skipIf(sandbox === null)(
  'G-07 a confined command that left nothing behind is not said to have',
  async () => {
    const place = makePlace();
    for (const command of ['ls', 'exit 7', 'echo > f', 'ls | cat', ':'])
      expect(await confined(place, command)).toMatchObject({ by: 'itself', leftBehind: 0 });
  },
  60_000,
);

it.skipIf(sandbox === null)(
  'T-14 a confined command changes nothing that starts programs when git is used, nor moves it away',
  async () => {
    const place = makePlace();
    const git = join(place.inside, '.git');
    mkdirSync(join(git, 'hooks'), { recursive: true });
    writeFileSync(join(git, 'config'), '[core]\n');
    const ended = await confined(
      place,
      '! touch .git/hooks/x && ! echo x >> .git/config && ! mv .git/hooks .git/away && ! rm .git/config && ! mv .git away && touch .git/index',
      { repository: place.inside },
    );
    expect(ended).toMatchObject({ code: 0 });
    expect(readdirSync(git).toSorted()).toEqual(['config', 'hooks', 'index']);
    expect(readFileSync(join(git, 'config'), 'utf8')).toBe('[core]\n');
  },
  60_000,
);

it.skipIf(sandbox === null)(
  'T-14 a link is confined by what it leads to, and opens nothing where commands can make links',
  async () => {
    const place = makePlace();
    const link = join(place.inside, '..', 'link');
    symlinkSync(place.outside, link);
    const opened = await confined(place, `touch '${link}/made'`, { writable: [place.inside, link] });
    expect([opened.code, existsSync(join(place.outside, 'made'))]).toEqual([0, true]);
    const swapped = join(place.inside, 'swapped');
    symlinkSync(place.outside, swapped);
    const kept = await confined(place, `! touch '${swapped}/other'`, { writable: [place.inside, swapped] });
    expect([kept.code, existsSync(join(place.outside, 'other'))]).toEqual([0, false]);
    const readOnly = [join(place.inside, 'hooks')];
    mkdirSync(join(place.inside, 'real'));
    symlinkSync(join(place.inside, 'real'), join(place.inside, 'hooks'));
    expect(await confined(place, '! touch hooks/x && ! touch real/x', { readOnly })).toMatchObject({
      code: 0,
    });
  },
  60_000,
);

it('T-14 what cannot be confined is not run', async () => {
  const bare = createCommandShell(new Map([['PATH', '/no/such/folder']]));
  const place = makePlace();
  const confinement = {
    writable: [place.inside],
    readOnly: [],
    caches: NONE,
    repository: null,
    network: true,
  };
  const started = await bare.start(lineOf('touch made', { cwd: place.inside, confinement }), () => undefined);
  expect(started).toMatchObject({ ok: false, error: { code: 'no_sandbox' } });
});

it('T-14 tells seatbelt what may be written', () => {
  const place = makePlace();
  const git = join(place.inside, '.git');
  mkdirSync(git);
  const { file, args } = confineProgram(
    'seatbelt',
    { file: '/bin/sh', args: ['-c', 'ls'] },
    {
      writable: ['/w "x"'],
      readOnly: ['/w/.rook'],
      caches: NONE,
      repository: place.inside,
      network: false,
    },
  );
  expect(file).toBe('/usr/bin/sandbox-exec');
  expect(args[1]).toContain('(allow file-write* (subpath "/dev") (subpath "/w \\"x\\""))');
  const rules = [`(allow file-write* (subpath "${git}"))`, `(deny file-write* (subpath "${git}/hooks"))`];
  expect(args[1]).toContain([...rules, '(deny file-write* (subpath "/w/.rook"))'].join('\n'));
  expect(args[1]).toContain('(deny network*)');
  expect(args.slice(2)).toEqual(['/bin/sh', '-c', 'ls']);
});

it.skipIf(sandbox === null)(
  'T-14 a confined command makes no hooks where there are none',
  async () => {
    const place = makePlace();
    const git = join(place.inside, '.git');
    mkdirSync(git);
    const command =
      'mkdir -p .git/hooks; ! echo x > .git/hooks/pre-commit && ! rm -r .git/hooks && echo x > .git/index';
    expect(await confined(place, command, { repository: place.inside })).toMatchObject({ code: 0 });
    expect(readdirSync(git).toSorted()).toEqual(['hooks', 'index']);
    expect(readdirSync(join(git, 'hooks'))).toEqual([]);
  },
  60_000,
);

/** Ends the line once it printed `up`. */
async function cancelled(command: string): Promise<RanCommand & { readonly place: Place }> {
  const place = makePlace();
  const cancel = new AbortController();
  const { inside } = place;
  const confinement = { writable: [inside], readOnly: [], caches: NONE, repository: null, network: true };
  const line = lineOf(command, { cwd: inside, confinement, signal: cancel.signal });
  const ended = await runLine(shell, line, (text) => {
    if (text.includes('up\n')) cancel.abort();
  });
  return { ...ended, place };
}

const TIDY = `bash -c 'trap "sleep 0.5; echo x > tidy; exit 3" TERM; sleep 600 & echo up; wait'`;

it.skipIf(sandbox !== 'bubblewrap').each([
  ['the line itself', TIDY, { code: 3, signal: null }],
  ['a part of a line, which goes on with none of the rest', `${TIDY}; touch more`, { code: 143 }],
  ['a part that was stopped', `${TIDY.replace('up;', 'up; kill -STOP $$;')}; touch more`, { code: 143 }],
  ['what lies deeper', `bash -c "${TIDY.replaceAll('"', '\\"')}; touch more"; touch more`, { code: 143 }],
  ['beside what does not hear it', `(trap '' TERM; sleep 600) & ${TIDY}; touch more`, { signal: 'SIGKILL' }],
])(
  'G-07 in a sandbox what is asked to end has time to tidy up: %s',
  async (_title, command, end) => {
    const { place, ...ended } = await cancelled(command);
    expect(ended).toMatchObject({ by: 'cancelled', ...end });
    expect(readdirSync(place.inside).toSorted()).toEqual(['.rook', 'tidy']);
  },
  60_000,
);

it.skipIf(sandbox !== 'bubblewrap').each([
  ['ignores the wish', "trap '' TERM INT; echo up; while :; do sleep 1; done"],
  ['hears it and goes on', "trap 'echo heard' TERM; echo up; while :; do sleep 1; done"],
  ['was stopped', 'echo up; kill -STOP $$'],
  ['waits for one that ignores it', 'sh -c \'trap "" TERM; echo up; while :; do sleep 1; done\'; touch more'],
])(
  'G-07 in a sandbox nothing is left of a command that %s',
  async (_title, command) => {
    const mark = `9${process.pid}${Date.now()}`;
    const { place, by } = await cancelled(`: ${mark}; ${command}`);
    expect(by).toBe('cancelled');
    expect(readdirSync(place.inside)).toEqual(['.rook']);
    const running = readdirSync('/proc').filter((id) => readCommandLine(id).includes(mark));
    expect(running).toEqual([]);
  },
  60_000,
);

function readCommandLine(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}
