import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { createCommandShell } from './create-command-shell.ts';
import { lineOf, runLine, type RanCommand } from './test-commands.ts';

const shell = createCommandShell(new Map([['PATH', process.env['PATH'] ?? '/usr/bin:/bin']]));
const confines = process.platform === 'linux' && (await shell.sandbox()) !== null;
const isRoot = process.getuid?.() === 0;

function makeFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rook-root-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'inside'));
  return folder;
}

async function confined(folder: string, command: string): Promise<RanCommand> {
  const inside = join(folder, 'inside');
  const caches = { home: '/', folders: [] };
  const confinement = { writable: [inside], readOnly: [], caches, repository: null, network: true };
  return runLine(shell, lineOf(command, { cwd: inside, confinement }));
}

/** By these a command could take off what confines it: modules, devices, mounts, traces, and files by their number. */
const NEVER: readonly bigint[] = [2n, 12n, 16n, 17n, 18n, 19n, 21n, 27n];

it.skipIf(!confines)(
  'T-14 no confined command has what takes a sandbox off',
  async () => {
    const { text } = await confined(makeFolder(), 'grep -E "^Cap(Inh|Prm|Eff|Amb)" /proc/self/status');
    const sets = [...text.matchAll(/:\s*([0-9a-f]+)/gu)].map(([, digits]) => BigInt(`0x${digits ?? '0'}`));
    expect(sets).toHaveLength(4);
    for (const set of sets) expect(NEVER.filter((bit) => ((set >> bit) & 1n) === 1n)).toEqual([]);
  },
  60_000,
);

it.skipIf(!confines || !isRoot)(
  'T-14 root opens nothing by mounting it anew, also not in a space of names of its own',
  async () => {
    const folder = makeFolder();
    const again = `mount -o remount,bind,rw / ; mount -o bind,rw / /mnt && touch '/mnt${folder}/planted'; touch '${folder}/planted'`;
    await confined(folder, `${again}; unshare -Urm sh -c "${again}"; unshare -m sh -c "${again}"`);
    expect(existsSync(join(folder, 'planted'))).toBe(false);
  },
  60_000,
);

it.skipIf(!confines || !isRoot)(
  'G-07 root builds inside as before: it gives files away, writes those of others, and becomes another user',
  async () => {
    const folder = makeFolder();
    const command =
      'touch a && chown 65534:65534 a && chmod 600 a && echo x >> a && chmod u+s a && touch -d @1 a && setpriv --reuid 65534 --regid 65534 --clear-groups id -u';
    const ended = await confined(folder, command);
    expect(ended).toMatchObject({ code: 0, text: '65534\n' });
    expect(statSync(join(folder, 'inside', 'a')).uid).toBe(65_534);
  },
  60_000,
);
