import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, it } from 'vitest';

import { checkLaws } from './check-laws.ts';
import { judgeTree } from './judge-tree.ts';

// These trees are put together here because the repository itself must not hold them: secrets, paths of machines,
// names that Windows cannot check out, files over the limit.

const repeat = (line: string, count: number): string => `${line}\n`.repeat(count);
const DIGITS = 'q7RtZ4kLm9XwB2vNc8Yd';
const TOKEN = `${DIGITS}${DIGITS.toLowerCase()}`;

it.each([
  ['file of 401 lines', 'tools/a.ts', repeat('// line', 401), 401, 'The file has 401 lines'],
  ['test of 401 lines', 'tools/test/a.ts', repeat('// line', 401), 401, 'The file has 401 lines'],
  ['style of 401 lines', 'packages/ui/src/a.css', repeat('/* line */', 401), 401, 'The file has 401 lines'],
  [
    'function of 81 lines',
    'tools/a.ts',
    wrap('export function act(): void {', 79, '}'),
    1,
    'The function act has 81 lines',
  ],
  [
    'arrow of 81 lines',
    'tools/a.ts',
    wrap('export const act = (): void => {', 79, '};'),
    1,
    'The function act has 81 lines',
  ],
  [
    'callback of 81 lines',
    'tools/a.ts',
    wrap("describe('all', () => {", 79, '});'),
    1,
    'This function has 81 lines',
  ],
  [
    'component of 201 lines',
    'packages/ui/src/a.tsx',
    wrap('export function Board(): void {', 199, '}'),
    1,
    'The component Board has 201',
  ],
])('T-13 a %s is caught', async (_case, file, text, line, says) => {
  expect(await judgeTree({ [file]: text })).toEqual([
    expect.stringContaining(`${file}:${line}  sizes: ${says}`),
  ]);
});

it.each([
  ['file of 400 lines', 'tools/a.ts', repeat('// line', 400)],
  ['function of 80 lines', 'tools/a.ts', wrap('export function act(): void {', 78, '}')],
  ['component of 200 lines', 'packages/ui/src/a.tsx', wrap('export function Board(): void {', 198, '}')],
  ['document of 401 lines', 'docs/a.md', repeat('line', 401)],
])('T-13 a %s is lawful', async (_case, file, text) => {
  expect(await judgeTree({ [file]: text })).toEqual([]);
});

it.each(['aux.ts', 'nul', 'com1.json', 'con/a.ts', 'LPT1.md'])(
  'T-16 the reserved name %s is caught',
  async (name) => {
    expect(await judgeTree({ [`tools/${name}`]: '\n' })).toEqual([
      expect.stringContaining(`tools/${name}:1  names: Windows reserves`),
    ]);
  },
);

it.skipIf(process.platform === 'win32')('T-16 a name that ends with a dot or a space is caught', async () => {
  expect(await judgeTree({ 'tools/a.': '\n', 'tools/b ': '\n' })).toEqual([
    expect.stringContaining('tools/a.:1  names: The name "a." ends with a dot'),
    expect.stringContaining('tools/b :1  names: The name "b " ends with a dot or a space'),
  ]);
});

it.skipIf(process.platform !== 'linux')('T-16 two paths that differ only in case are caught', async () => {
  expect(await judgeTree({ 'docs/READ.md': '\n', 'docs/read.md': '\n' })).toEqual([
    expect.stringContaining('docs/read.md:1  names: The path differs from docs/READ.md only in case'),
  ]);
});

it.skipIf(process.platform === 'win32')('T-16 a fixture must be portable too', async () => {
  expect(await judgeTree({ 'a.ts': '\n', 'fixtures/Bad_Style.ts': '\n', 'fixtures/what?.ts': '\n' })).toEqual(
    [expect.stringContaining('fixtures/what?.ts:1  names: The name "what?.ts" has a character that Windows')],
  );
});

it.skipIf(process.platform === 'win32')('T-16 a symbolic link is caught and not followed', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'rook-laws-'));
  writeFileSync(path.join(root, 'a.ts'), 'export const value = 1 as number;\n');
  mkdirSync(path.join(root, 'tools'));
  symlinkSync(path.join(root, 'a.ts'), path.join(root, 'tools', 'b.ts'));
  const { violations } = await checkLaws(root);
  rmSync(root, { recursive: true });
  expect(violations.map(({ path: file, law }) => [file, law])).toEqual([
    ['a.ts', 'casts'],
    ['a.ts', 'names'],
    ['tools/b.ts', 'names'],
  ]);
});

it.each([
  ['a private key', glue('-----BEGIN RSA PRIV', 'ATE KEY-----')],
  ['an AWS key', glue('key AK', 'IA', 'Q7R4'.repeat(4))],
  ['an Anthropic key', glue('sk', '-ant-api03-', DIGITS)],
  ['an OpenAI key', glue('sk', '-proj-', TOKEN)],
  ['a GitHub token', glue('gh', 'p_', TOKEN.slice(0, 36))],
  ['an npm token', glue('np', 'm_', TOKEN.slice(0, 36))],
  ['an xAI key', glue('xa', 'i-', TOKEN)],
  ['a Google key', glue('AI', 'za', TOKEN.slice(0, 35))],
  ['a Slack token', glue('xo', 'xb-1234567890-', DIGITS)],
  ['a signed token', glue('ey', 'J', DIGITS, '.ey', 'J', DIGITS, '.', DIGITS)],
  ['a bearer token', glue('authorization: Bear', 'er ', TOKEN)],
  ['a password', glue('const password = "', DIGITS, '"')],
  ['a password', glue('"api_key": "', DIGITS, '"')],
  ['a password', glue("api_key = 'sk", '-ant-api03-', DIGITS, "'")],
])('T-08 %s is caught', async (name, text) => {
  expect(await judgeTree({ 'docs/notes.txt': `first line\n${text}\n` })).toEqual([
    expect.stringContaining(`docs/notes.txt:2  texts: The text holds what looks like ${name};`),
  ]);
});

it('T-08 a secret below fixtures is caught too', async () => {
  expect(await judgeTree({ 'a.ts': '\n', 'a/fixtures/b.ts': glue('xa', 'i-', TOKEN, '\n') })).toEqual([
    expect.stringContaining('a/fixtures/b.ts:1  texts: The text holds what looks like an xAI key'),
  ]);
});

it.each([
  'const password = process.env.PASSWORD ?? askForPassword();',
  'password: "correct-horse-battery"',
  'token = "${TOKEN_FROM_ENVIRONMENT_1}"',
  'authorization: Bearer <your token, 24 letters or more>',
  'sources are listed at https://registry.modelcontextprotocol.io',
  'a task-oriented-assistant-with-long-words-in-2024 and sk-learn-like-names-of-packages',
  '"integrity": "sha512-TC8MkTuZUtcTSiFeuC0ksCh9QIJ5+F21MvZ4Wn4ORfYaFJ/0dsiudv5tVkejgwZlwQ39jL9WWDe2lz8x0WglOA=="',
])('T-08 a plain text is no secret: %s', async (text) => {
  expect(await judgeTree({ 'docs/notes.txt': `${text}\n` })).toEqual([]);
});

it.each([
  ['docs/a.md', glue('see regis', 'try.npmjs.org'), 'host of a package registry'],
  ['docs/a.md', glue('see https', '://artifactory.example.com/npm'), 'host of a package registry'],
  ['.npmrc', glue('regis', 'try=x'), 'host of a package registry'],
  ['package-lock.json', glue('"resolved": "https', '://example.com/a.tgz"'), 'names a download address'],
  [
    'package-lock.json',
    glue('"resolved": "https', '://regis', 'try.npmjs.org/a.tgz"'),
    'host of a package registry',
  ],
  ['docs/a.md', glue('see /ho', 'me/ada/notes'), 'path of one machine'],
  ['docs/a.md', glue('see /Us', 'ers/ada/notes'), 'path of one machine'],
  ['docs/a.md', glue('see /ro', 'ot/notes'), 'path of one machine'],
  ['docs/a.md', glue('see /wo', 'rk/main'), 'path of one machine'],
  ['docs/a.md', glue('see C:\\Us', 'ers\\ada'), 'path of one machine'],
])('T-08 a trace of a machine is caught in %s: %s', async (file, text, says) => {
  const violations = await judgeTree({ [file]: `${text}\n` });
  expect(violations).toEqual([expect.stringContaining(`${file}:1  texts: `)]);
  expect(violations).toEqual([expect.stringContaining(says)]);
});

it.each([
  ['a NUL byte', 'a\0b\n', 'has a NUL byte'],
  ['a carriage return', 'a\r\n', 'has a carriage return'],
  ['a byte order mark', '\uFEFFa\n', 'byte order mark'],
  ['no final newline', 'a', 'does not end with a newline'],
  ['an unfinished merge', `${'<'.repeat(7)} HEAD\n`, 'unfinished merge'],
])('T-08 a text with %s is caught', async (_case, text, says) => {
  expect(await judgeTree({ 'docs/a.txt': text })).toEqual([
    expect.stringMatching(new RegExp(`^docs/a.txt:1 {2}texts: .*${says}`, 'u')),
  ]);
});

it.each(['.env', 'apps/cli/.env.local', '.claude/settings.local.json'])(
  'T-08 the private file %s is caught',
  async (file) => {
    expect(await judgeTree({ [file]: '\n' })).toEqual([expect.stringContaining(`${file}:1  texts: `)]);
  },
);

function wrap(first: string, count: number, last: string): string {
  return `${first}\n${repeat('  // line', count)}${last}\n`;
}

/** Joins at run time what must not stand in this file in one piece. */
function glue(...parts: readonly string[]): string {
  return parts.join('');
}
