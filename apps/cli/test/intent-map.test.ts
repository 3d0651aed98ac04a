import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { applyJson, hashesOf } from './apply-rook.ts';
import { contentOf } from './approval-rook.ts';
import { govern } from './intent-rook.ts';
import { errorOf, jsonOf, listAt, valueAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const FILE = '.orchestration/intent_map.md';

async function apply(sandbox: Sandbox, path: string, content: string): Promise<void> {
  const fileHashes = contentOf(sandbox, path) === null ? {} : hashesOf(sandbox, path);
  const { codes } = await applyJson(
    sandbox,
    { fileChanges: [{ path, content }], fileHashes },
    '--intent',
    'INT-001',
  );
  expect(codes).toEqual([]);
}

async function write(sandbox: Sandbox): Promise<unknown> {
  return jsonOf(await runRook(sandbox, ['intent', 'map', '--write', '--json']));
}

it('H-29 lists both files after two mutations, and follows later ones', async () => {
  const sandbox = makeSandbox();
  govern(sandbox);
  await apply(sandbox, 'src/auth/a.ts', '1\n2\n');
  await apply(sandbox, 'src/auth/b.ts', 'b\n');
  expect(existsSync(join(sandbox.workspace, FILE))).toBe(false);
  const map = jsonOf(await runRook(sandbox, ['intent', 'map', '--json']));
  expect(existsSync(join(sandbox.workspace, FILE))).toBe(false);
  expect(listAt(map, 'intents')).toMatchObject([
    {
      id: 'INT-001',
      name: 'JWT Authentication Migration',
      files: [
        { path: 'src/auth/a.ts', changeSets: 1, takenBack: 0, added: 2, removed: 0, exists: true },
        { path: 'src/auth/b.ts', lines: [{ start: 1, end: 1 }] },
      ],
    },
  ]);
  expect(valueAt(await write(sandbox), 'written')).toBe(true);
  expect(contentOf(sandbox, FILE)).toContain(
    '| src/auth/a.ts | 1 | 2 | 0 | 1-2 |\n| src/auth/b.ts | 1 | 1 | 0 | 1 |',
  );
  expect(valueAt(await write(sandbox), 'written')).toBe(false);

  await apply(sandbox, 'src/auth/a.ts', '1\nx\ny\n2\n');
  expect(contentOf(sandbox, FILE)).toContain('| src/auth/a.ts | 2 | 4 | 0 | 1-4 |');
  expect((await runRook(sandbox, ['rewind', '--yes', '--json'])).code).toBe(0);
  expect(contentOf(sandbox, FILE)).toContain('| src/auth/a.ts | 1 (1 taken back) | 2 | 0 | 1-2 |');
});

it('H-29 keeps what the user wrote around the map, and writes nothing where the marks are broken', async () => {
  const sandbox = makeSandbox();
  govern(sandbox);
  await apply(sandbox, 'src/auth/a|<b>`.ts', '1\n');
  await write(sandbox);
  const made = contentOf(sandbox, FILE) ?? '';
  expect(made).toContain(String.raw`| src/auth/a\|\<b\>\`.ts | 1 |`);
  const mine = `mine\r\n${made}and more`;
  place(join(sandbox.workspace, FILE), mine);
  await apply(sandbox, 'src/auth/c.ts', 'c\n');
  const now = contentOf(sandbox, FILE) ?? '';
  expect(now.startsWith('mine\r\n# Intent map\n')).toBe(true);
  expect(now.endsWith('<!-- rook:intent-map end -->\nand more')).toBe(true);
  expect(now).toContain('src/auth/c.ts');

  const broken = `${now}\n<!-- rook:intent-map begin -->\n`;
  place(join(sandbox.workspace, FILE), broken);
  const end = await runRook(sandbox, ['intent', 'map', '--write', '--json']);
  expect(errorOf(end).code).toBe('malformed');
  await apply(sandbox, 'src/auth/d.ts', 'd\n');
  expect(contentOf(sandbox, FILE)).toBe(broken);

  place(join(sandbox.workspace, FILE), 'no map any more\n');
  await apply(sandbox, 'src/auth/e.ts', 'e\n');
  expect(contentOf(sandbox, FILE)).toBe('no map any more\n');
});

it('H-29 a map makes no workspace governed, and follows no link', async () => {
  const sandbox = makeSandbox();
  await applyJson(sandbox, { fileChanges: [{ path: 'a.ts', content: 'a\n' }] });
  expect(errorOf(await runRook(sandbox, ['intent', 'map', '--write', '--json'])).code).toBe('not_found');
  expect(existsSync(join(sandbox.workspace, '.orchestration'))).toBe(false);
  const shown = await runRook(sandbox, ['intent', 'map']);
  expect(shown.stdout).toContain('Without an intent\n  a.ts  1 change set  +1 -0  lines 1');

  govern(sandbox);
  place(join(sandbox.folder, 'elsewhere'), 'mine\n');
  symlinkSync(join(sandbox.folder, 'elsewhere'), join(sandbox.workspace, FILE));
  expect((await runRook(sandbox, ['intent', 'map', '--write', '--json'])).code).toBe(1);
  expect(readFileSync(join(sandbox.folder, 'elsewhere'), 'utf8')).toBe('mine\n');
});

it('H-29 a map that cannot be written fails no change', async () => {
  const sandbox = makeSandbox();
  govern(sandbox);
  await apply(sandbox, 'src/auth/a.ts', '1\n');
  await write(sandbox);
  const map = join(sandbox.workspace, '.orchestration', 'intent_map.md');
  rmSync(map);
  mkdirSync(map);
  await apply(sandbox, 'src/auth/b.ts', '1\n');
  expect(contentOf(sandbox, 'src/auth/b.ts')).toBe('1\n');
});
