import { expect, it } from 'vitest';

import { judgeCommand } from './judge-command.ts';
import { testPolicy } from './test-policy.ts';

const policy = testPolicy(
  `wc base64 sort uniq rg fd tree make gcc sed jq diff xxd date pytest mocha tsx split prettier shuf git`.split(
    ' ',
  ),
);

it.each([
  'wc -l .env',
  'base64 keys/server.pem',
  'sed -n p .env',
  'rg x .env',
  'rg -f.env x',
  'rg --file=.env x',
  'diff .env src/a.ts',
  'jq . @.env',
  'uniq a.txt .git/config',
  'uniq a.txt .husky/pre-commit',
  'split -b 1 a.txt .husky/',
  'prettier --write .vscode/settings.json',
])('G-06 asks about %s: a program of the own list is not known to leave guarded files alone', (line) => {
  expect(judgeCommand(line, policy).verdict).toBe('ask');
});

it.each([
  'rg --pre id x',
  'rg --pre=./x y',
  'rg --hostname-bin=./x y',
  'rg --hidden x',
  'rg -uuu x',
  'rg -. x',
  'fd -x id',
  'fd --exec-batch id',
  'fd -HX id',
  'sort --compress-program=./x a',
  'sort -uo out a',
  'shuf -o out a',
  'tree -o out',
  'split --filter=id a',
  'make build SHELL=./x',
  'make CC=id',
  'make -f/etc/x',
  'make build -E x',
  'gcc -wrapper id a.c',
  'gcc -B. a.c',
  'gcc @args',
  'gcc -I/usr/include a.c',
  'jq --from-file x',
  'xxd -r a b',
  'date -s x',
  'pytest -p evil',
  'mocha -r ./x',
  'tsx -e id',
  'git grep -Oid x',
])('G-06 asks about %s: the option may start something or write', (line) => {
  expect(judgeCommand(line, policy).verdict).toBe('ask');
});

it.each([
  'wc -l src/a.ts',
  'rg -n x src',
  'rg x',
  'fd -e ts',
  'sort -u a.txt',
  'make build VERBOSE=1',
  'make build -j4',
  'gcc -Wall -O2 a.c',
  'pytest -q tests/test_a.py',
  'prettier --check src',
  'git show HEAD~1',
])('G-06 still allows %s by the own list', (line) => {
  expect(judgeCommand(line, policy).verdict).toBe('allow');
});
