import { expect, it } from 'vitest';

import { createRedactor } from '../journal/redact-secrets.ts';
import { cleanEnvironment } from './clean-environment.ts';

const redactor = createRedactor({ secrets: ['opensesame'] });
const clean = (given: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  cleanEnvironment(new Map(Object.entries(given)), (text) => redactor.redactText(text).found.length > 0);

const SECRET = [
  'GITHUB_TOKEN',
  'AWS_SECRET_ACCESS_KEY',
  'ANTHROPIC_API_KEY',
  'PGPASSWORD',
  'NPM_AUTH',
  'ROOK_API_KEY',
  'ROOK_HOME',
  'DB_PASS',
  'BASH_ENV',
];
const PLAIN = [
  'PATH',
  'HOME',
  'LANG',
  'PWD',
  'NVM_DIR',
  'JAVA_HOME',
  'VIRTUAL_ENV',
  'SSH_AUTH_SOCK',
  'GOPATH',
  'KEYBOARD',
];

it('G-19 passes on what programs need and nothing that is secret by its name', () => {
  const passed = clean(Object.fromEntries([...SECRET, ...PLAIN].map((name) => [name, 'x'])));
  expect([...SECRET, ...PLAIN].filter((name) => passed.has(name))).toEqual(PLAIN);
});

it('G-19 passes on nothing that is secret by its value, and no function of an old shell', () => {
  const passed = clean({
    STORE: 'postgres://me:opensesame@db/x',
    WORD: 'opensesame',
    FUNCTION: '() { :; }',
    FINE: 'x',
  });
  expect(['STORE', 'WORD', 'FUNCTION', 'FINE'].filter((name) => passed.has(name))).toEqual(['FINE']);
});

it('G-07 has programs ask nobody and show nothing page by page', () => {
  const passed = clean({ PAGER: 'less', GIT_ASKPASS: '/usr/bin/ask' });
  expect(Object.fromEntries(passed)).toMatchObject({
    PAGER: 'cat',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS_REQUIRE: 'never',
    DEBIAN_FRONTEND: 'noninteractive',
  });
});

it.each(['BASHOPTS', 'SHELLOPTS', 'GLOBIGNORE', 'BASH_COMPAT', 'POSIXLY_CORRECT', 'CDPATH'])(
  'G-06 takes %s away, with which a shell reads a line in another way than it was judged',
  (name) => {
    expect(clean({ [name]: 'dotglob', PATH: '/bin' }).has(name)).toBe(false);
  },
);
