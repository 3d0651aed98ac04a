import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { succeed } from '@rook/contract';
import { expect, it, onTestFinished } from 'vitest';

import { createGovernanceFile } from './governance-file.ts';

async function makeWorkspace(): Promise<string> {
  const workspace = await mkdtemp(join(tmpdir(), 'rook-governed-'));
  onTestFinished(async () => rm(workspace, { recursive: true, force: true }));
  return workspace;
}

const bytes = (text: string) => new TextEncoder().encode(text);

function fileIn(workspace: string): ReturnType<typeof createGovernanceFile> {
  const folder = join(workspace, '.orchestration');
  return createGovernanceFile({ folder, name: 'intents', workspaceFolder: join(workspace, '.rook') });
}

it('H-01 makes the folder with the first content, and puts nothing else into it', async () => {
  const workspace = await makeWorkspace();
  const file = fileIn(workspace);
  expect(await file.read()).toEqual({ ok: true, value: null });
  expect((await file.update(async () => succeed(null))).ok).toBe(true);
  expect(await readdir(workspace)).toEqual(['.rook']);
  expect((await file.update(async () => succeed(bytes('one')))).ok).toBe(true);
  expect(await readdir(join(workspace, '.orchestration'))).toEqual(['intents']);
  expect(await readFile(file.path, 'utf8')).toBe('one');
});

it('H-33 loses no change of several that come at once', async () => {
  const workspace = await makeWorkspace();
  const words = Array.from({ length: 20 }, (_unused, index) => `w${index};`);
  const done = await Promise.all(
    words.map(async (word) =>
      fileIn(workspace).update(async (before) =>
        succeed(bytes(`${new TextDecoder().decode(before ?? bytes(''))}${word}`)),
      ),
    ),
  );
  expect(done.every(({ ok }) => ok)).toBe(true);
  const text = await readFile(fileIn(workspace).path, 'utf8');
  expect(words.filter((word) => !text.includes(word))).toEqual([]);
});

it('H-01 H-16 refuses a folder or a file that is a link, and a file that everybody can change', async () => {
  const workspace = await makeWorkspace();
  await mkdir(join(workspace, 'elsewhere'));
  await writeFile(join(workspace, 'elsewhere', 'intents'), 'not ours');
  await symlink(join(workspace, 'elsewhere'), join(workspace, '.orchestration'));
  const linked = fileIn(workspace);
  expect(await linked.read()).toMatchObject({ ok: false, error: { code: 'unsafe_folder' } });
  expect(await linked.update(async () => succeed(bytes('x')))).toMatchObject({ ok: false });
  expect(await readFile(join(workspace, 'elsewhere', 'intents'), 'utf8')).toBe('not ours');

  const other = await makeWorkspace();
  await mkdir(join(other, '.orchestration'));
  await symlink(join(workspace, 'elsewhere', 'intents'), fileIn(other).path);
  expect(await fileIn(other).read()).toMatchObject({ ok: false, error: { code: 'not_readable' } });

  const open = await makeWorkspace();
  await mkdir(join(open, '.orchestration'));
  await writeFile(fileIn(open).path, 'one');
  await chmod(fileIn(open).path, 0o664);
  expect(await fileIn(open).read()).toMatchObject({ ok: true });
  await chmod(fileIn(open).path, 0o666);
  expect(await fileIn(open).read()).toMatchObject({ ok: false, error: { code: 'not_readable' } });
});
