import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

const SETUP = join(import.meta.dirname, 'install.mjs');
const OLD_NODE = '/usr/bin/node';
const oldVersion = spawnSync(OLD_NODE, ['--version'], { encoding: 'utf8' }).stdout ?? '';
const hasOldNode = Number(/^v(\d+)/.exec(oldVersion)?.[1] ?? 24) < 24;

const installed = {
  'node_modules/needed': { version: '1.0.0' },
  'node_modules/@scope/deep': { version: '2.0.0' },
  'node_modules/own': { link: true },
  'packages/own': { version: '0.1.0' },
};
const locked = { ...installed, 'node_modules/elsewhere': { version: '1.0.0', optional: true } };

interface Tree {
  readonly root: string;
  /** What npm was called with, one call for a line. */
  readonly calls: () => readonly string[];
}

it('installs nothing when all that is locked is there but what this system does not take', () => {
  const tree = makeTree();
  expect(setUp(tree)).toEqual({ status: 0, said: '' });
  expect(tree.calls()).toEqual([]);
});

it.each([
  'node_modules/needed',
  'node_modules/@scope/deep',
  'node_modules/needed/package.json',
  'node_modules/own',
])('T-16 installs when %s was deleted, although npm noted it as installed', (path) => {
  const tree = makeTree();
  rmSync(join(tree.root, path), { recursive: true });
  const { status, said } = setUp(tree);
  expect(status).toBe(0);
  expect(said).toMatch(/^Installing \(.*(missing|not linked)\); /);
  expect(tree.calls()).toEqual(['ci --ignore-scripts --no-audit --no-fund --loglevel=error']);
});

it('T-16 installs when nothing is installed, and when a version changed', () => {
  const bare = makeTree();
  rmSync(join(bare.root, 'node_modules'), { recursive: true });
  expect(setUp(bare).said).toContain('nothing is installed yet');
  const changed = makeTree();
  const packages = { ...locked, 'node_modules/needed': { version: '1.0.1' } };
  writeJson(join(changed.root, 'package-lock.json'), { packages });
  expect(setUp(changed).said).toContain('needed changed');
  expect([bare.calls().length, changed.calls().length]).toEqual([1, 1]);
});

const nodes = [
  { which: 'this Node', node: process.execPath, isMissing: false },
  { which: 'an older Node', node: OLD_NODE, isMissing: !hasOldNode },
];
for (const { which, node, isMissing } of nodes) {
  it.skipIf(isMissing)(`T-16 a failed installation ends with one message on ${which}`, () => {
    const tree = makeTree('process.stderr.write("no network\\n"); process.exitCode = 1;');
    rmSync(join(tree.root, 'node_modules'), { recursive: true });
    const { status, said } = setUp(tree, node);
    expect(status).toBe(1);
    const [first, ...others] = said.split('\n');
    expect(first).toMatch(/^Installing \(nothing is installed yet\)/);
    expect(others).toEqual([
      'no network',
      'Installing failed (see above); check the network and run the same command again.',
      '',
    ]);
  });
}

it.skipIf(!hasOldNode)('T-16 names Node 24 on an older Node that npm brought no other for', () => {
  const { status, said } = setUp(makeTree(), OLD_NODE);
  expect(status).toBe(1);
  expect(said).toMatch(/^Rook needs Node 24 or later, this is v[^\n]*\n$/);
});

it('T-16 every script of the repository installs first', () => {
  const text = readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8');
  const [, section = ''] = /"scripts": \{([^}]*)\}/.exec(text) ?? [];
  const scripts = new Map(
    [...section.matchAll(/"(\w+)": "([^"]*)"/g)].map(([, name = '', typed]) => [name, typed]),
  );
  const names = [...scripts.keys()].filter((name) => !name.startsWith('pre'));
  expect(names).toEqual(expect.arrayContaining(['start', 'test', 'check', 'bench', 'documents', 'lint']));
  for (const name of names) expect(scripts.get(`pre${name}`), name).toBe('node tools/setup/install.mjs');
});

/** A copy of the setup in a tree of its own, with an npm that notes how it was called and installs nothing. */
function makeTree(npm = ''): Tree {
  const root = mkdtempSync(join(tmpdir(), 'rook-setup-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const calls = join(root, 'calls');
  const noted = `${JSON.stringify(calls)}, process.argv.slice(2).join(' ') + '\\n'`;
  place(join(root, 'npm.cjs'), `require('node:fs').appendFileSync(${noted}); ${npm}`);
  mkdirSync(join(root, 'tools', 'setup'), { recursive: true });
  cpSync(SETUP, join(root, 'tools', 'setup', 'install.mjs'));
  writeJson(join(root, 'package-lock.json'), { packages: locked });
  writeJson(join(root, 'node_modules', '.package-lock.json'), { packages: installed });
  for (const path of ['packages/own', 'node_modules/needed', 'node_modules/@scope/deep']) {
    writeJson(join(root, path, 'package.json'), {});
  }
  symlinkSync('../packages/own', join(root, 'node_modules', 'own'));
  return {
    root,
    calls: () => (existsSync(calls) ? readFileSync(calls, 'utf8').trimEnd().split('\n') : []),
  };
}

function setUp(
  { root }: Tree,
  node = process.execPath,
): { readonly status: number | null; readonly said: string } {
  const { status, stdout, stderr } = spawnSync(node, [join(root, 'tools', 'setup', 'install.mjs')], {
    encoding: 'utf8',
    env: { npm_execpath: join(root, 'npm.cjs') },
  });
  return { status, said: stdout + stderr };
}

function writeJson(file: string, value: unknown): void {
  place(file, JSON.stringify(value));
}

function place(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
