import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Result } from '@rook/contract';
import { expect, it, onTestFinished } from 'vitest';

import { createCommandShell } from './create-command-shell.ts';
import { lineOf } from './test-commands.ts';

const PATH = process.env['PATH'] ?? '/usr/bin:/bin';
const shell = createCommandShell(new Map([['PATH', PATH]]));
const confines = process.platform === 'linux' && (await shell.sandbox()) !== null;

interface Place {
  readonly folder: string;
  readonly inside: string;
  readonly secret: string;
}

function makeGit(git: string): void {
  mkdirSync(join(git, 'hooks'), { recursive: true });
  for (const name of ['config', 'HEAD']) writeFileSync(join(git, name), '');
}

/** A repository in a folder with a blank in its name, and a folder beside it that looks like a git folder. */
function makePlace(): Place {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rook-checked-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [inside, secret] = [join(folder, 'in side \\ *'), join(folder, 'secret')];
  makeGit(join(inside, '.git'));
  makeGit(secret);
  symlinkSync('../secret', join(inside, 'link'));
  return { folder, inside, secret };
}

/** `meanwhile` happens when all was looked at, and before bubblewrap lays anything: what a job in the background would do. */
async function run(
  { folder, inside }: Place,
  command: string,
  meanwhile: string,
): Promise<Result<{ readonly code: number | null }>> {
  const programs = join(folder, 'programs');
  mkdirSync(programs, { recursive: true });
  const wrapper = join(programs, 'bwrap');
  writeFileSync(wrapper, `#!/bin/sh\nPATH='${PATH}'\n${meanwhile}\nexec bwrap "$@"\n`);
  chmodSync(wrapper, 0o755);
  const caches = { home: '/', folders: [] };
  const confinement = { writable: [inside], readOnly: [], caches, repository: inside, network: true };
  const env = new Map([['PATH', `${programs}:${PATH}`]]);
  const started = await shell.start(lineOf(command, { cwd: inside, confinement, env }), () => undefined);
  return started.ok ? { ok: true, value: await started.value.ended } : started;
}

it.skipIf(!confines)(
  'T-14 a link that is put in the place of the git folder meanwhile opens nothing, and the command is not run',
  async () => {
    const place = makePlace();
    const command = `touch ran; touch '${place.secret}/PLANTED'`;
    const ended = await run(place, command, 'mv .git away && mv link .git');
    expect(ended).toMatchObject({ ok: false, error: { code: 'no_sandbox' } });
    expect(existsSync(join(place.secret, 'PLANTED'))).toBe(false);
    expect(existsSync(join(place.inside, 'ran'))).toBe(false);
  },
  60_000,
);

it.skipIf(!confines)(
  'T-14 the command is not run where settings came into the git folder that nothing closes',
  async () => {
    const place = makePlace();
    rmSync(join(place.inside, '.git', 'config'));
    expect(await run(place, 'touch ran', 'echo > .git/config')).toMatchObject({
      ok: false,
      error: { code: 'no_sandbox' },
    });
    expect(existsSync(join(place.inside, 'ran'))).toBe(false);
  },
  60_000,
);

it.skipIf(!confines)(
  'T-14 G-07 it is run where all lies as it was seen, whatever the folder is called, and whether or not there are hooks',
  async () => {
    const place = makePlace();
    const command = '! touch .git/hooks/x && ! mv .git away && ! rm .git/config && touch .git/index';
    expect(await run(place, command, ':')).toMatchObject({ ok: true, value: { code: 0 } });
    rmSync(join(place.inside, '.git', 'hooks'), { recursive: true });
    expect(await run(place, command, ':')).toMatchObject({ ok: true, value: { code: 0 } });
  },
  60_000,
);
