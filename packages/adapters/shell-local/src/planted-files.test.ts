import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { createCommandShell } from './create-command-shell.ts';
import { lineOf, runLine, type RanCommand } from './test-commands.ts';

function setAside(path: string): string {
  const name = [1, 2, 3].map((index) => `${path}.set-aside-${index}`).find((one) => !existsSync(one)) ?? '';
  renameSync(path, name);
  return name;
}

const variables = new Map([['PATH', process.env['PATH'] ?? '/usr/bin:/bin']]);
const shell = createCommandShell(variables, undefined, undefined, undefined, setAside);
const sandbox = await shell.sandbox();

function makeRepository(at: string): void {
  mkdirSync(at, { recursive: true });
  execFileSync('git', ['init', '-q'], { cwd: at });
}

function makeFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rook-planted-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  makeRepository(join(folder, 'work'));
  makeRepository(join(folder, 'work', 'nested'));
  return folder;
}

async function confined(folder: string, command: string): Promise<RanCommand> {
  const work = join(folder, 'work');
  const confinement = {
    writable: [work],
    readOnly: [],
    caches: { home: '/', folders: [] },
    repository: work,
    nested: [join(work, 'nested/.git')],
    network: true,
  };
  return runLine(shell, lineOf(command, { cwd: work, confinement }));
}

it.skipIf(sandbox === null)(
  'T-14 a file by which git would take settings from elsewhere is set aside when the command has ended',
  async () => {
    const folder = makeFolder();
    const work = join(folder, 'work');
    const plant = `mkdir -p evil/objects evil/refs; cp .git/HEAD evil; printf '[core]\\nrepositoryformatversion=0\\nfsmonitor="touch ${folder}/PLANTED;false"\\n' > evil/config; for g in .git nested/.git; do echo '${work}/evil' > $g/commondir; done`;
    const ended = await confined(folder, plant);
    const paths = ['.git/commondir', 'nested/.git/commondir'].map((path) => join(work, path));
    expect(ended.setAside).toEqual(paths.map((path) => ({ path, name: `${path}.set-aside-1` })));
    expect(paths.filter((path) => existsSync(path))).toEqual([]);
    for (const cwd of [work, join(work, 'nested')]) execFileSync('git', ['status'], { cwd });
    expect(existsSync(join(folder, 'PLANTED'))).toBe(false);
    const again = await confined(folder, 'echo ../x > .git/commondir');
    expect(again.setAside?.map(({ name }) => name)).toEqual([`${paths[0]}.set-aside-2`]);
    expect((await confined(folder, 'git status')).setAside).toBeUndefined();
  },
  60_000,
);

it.skipIf(sandbox === null)(
  'T-14 nothing is renamed in a folder that was put in the place of the one that was watched',
  async () => {
    const folder = makeFolder();
    const other = join(folder, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'commondir'), '../..\n');
    const ended = await confined(folder, 'mv nested/.git nested/away; ln -s ../../other nested/.git');
    expect(ended).toMatchObject({ code: 0 });
    expect(ended.setAside).toBeUndefined();
    expect(readFileSync(join(other, 'commondir'), 'utf8')).toBe('../..\n');
  },
  60_000,
);
