import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { errorOf, harmfulCharacters, jsonOf } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const rulesFile = ({ rookHome }: Sandbox) => join(rookHome, 'rules.json');

const RULES = `// rules of the house
{
  "rules": [
    // nobody touches them
    { "verdict": "refuse", "paths": ["releases/**"], "reason": "the build makes them" }, // never
    {
      "id": "r-1a2b3c4d",
      "verdict": "allow",
      "tools": ["edit"],
      "files": ["docs/a.md"],
      "hosts": [],
      "sources": [],
      "workspace": "/work",
      "intent": null,
      "given": { "session": "rook-20261116-0123abcd", "approval": "ap-1", "at": "2026-11-16T07:00:00.000Z" }
    }
  ]
}
`;

function sandboxWith(text: string): Sandbox {
  const sandbox = makeSandbox();
  place(rulesFile(sandbox), text);
  return sandbox;
}

it('N-11 lists every rule with what it says, what it is about and where it comes from', async () => {
  const { code, stdout, stderr } = await runRook(sandboxWith(RULES), ['approval', 'rules']);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toBe(`rule 1, without an id  refuse  paths releases/**
    because: the build makes them
    written by hand
r-1a2b3c4d  allow  edit; docs/a.md; in /work; without an intent
    an answer of 2026-11-16T07:00:00.000Z in rook-20261116-0123abcd, to ap-1
`);
});

it('N-11 lists rules for a script, and says that there are none', async () => {
  const sandbox = sandboxWith(RULES);
  expect(jsonOf(await runRook(sandbox, ['approval', 'rules', '--json']))).toMatchObject({
    file: rulesFile(sandbox),
    rules: [
      { number: 1, verdict: 'refuse', paths: ['releases/**'] },
      { number: 2, id: 'r-1a2b3c4d', verdict: 'allow', intent: null },
    ],
  });
  const empty = await runRook(makeSandbox(), ['approval', 'rules']);
  expect([empty.code, empty.stdout]).toEqual([0, '']);
  expect(empty.stderr).toContain('There are no rules in ');
});

it('H-19 says where and why the rules cannot be used', async () => {
  const sandbox = sandboxWith('{"rules": [\n{"verdict": "ask"},\n{"verdict": "refuse", "path": ["x"]}]}');
  const end = await runRook(sandbox, ['approval', 'rules']);
  expect([end.code, end.stdout]).toEqual([1, '']);
  expect(end.stderr).toContain(rulesFile(sandbox));
  expect(end.stderr).toContain('rule 2 (line 3)');
  expect(end.stderr).toContain('"path"');
  expect(errorOf(await runRook(sandbox, ['approval', 'rules', '--json'])).code).toBe('rules_unreadable');
  expect(errorOf(await runRook(sandbox, ['approval', 'forget', 'x', '--json'])).code).toBe(
    'rules_unreadable',
  );
});

it('N-11 forgets one rule and not one other byte of what stands around it', async () => {
  const sandbox = sandboxWith(RULES);
  const end = await runRook(sandbox, ['approval', 'forget', 'r-1a2b3c4d']);
  expect([end.code, end.stdout, end.stderr]).toEqual([0, 'The rule r-1a2b3c4d is taken out.\n', '']);
  const start = RULES.indexOf('    {\n');
  const rest = `${RULES.slice(0, start)}  ]\n}\n`.replace(' }, // never', ' } // never');
  expect(readFileSync(rulesFile(sandbox), 'utf8')).toBe(rest);
  expect((await runRook(sandbox, ['approval', 'forget', ' '])).code).toBe(2);
  const again = await runRook(sandbox, ['approval', 'forget', 'r-1a2b3c4d', '--json']);
  expect([again.code, errorOf(again).code]).toEqual([1, 'not_found']);
  expect(readFileSync(rulesFile(sandbox), 'utf8')).toBe(rest);
});

it('N-11 loses nothing when several processes forget at once', async () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const rules = ids.map(
    (id) => `    { "id": "${id}", "verdict": "ask", "tools": ["${id}"] }, // about ${id}`,
  );
  const sandbox = sandboxWith(`{\n  "rules": [\n${rules.join('\n')}\n  ] // all\n}\n`);
  const ends = await Promise.all(
    ids.slice(1).map(async (id) => runRook(sandbox, ['approval', 'forget', id])),
  );
  expect(ends.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  expect(readFileSync(rulesFile(sandbox), 'utf8')).toBe(`{\n  "rules": [\n${rules[0]}\n  ] // all\n}\n`);
});

it('T-16 shows nothing of a rule that a terminal would obey', async () => {
  const text = JSON.stringify({
    rules: [{ verdict: 'ask', tools: ['\u001b[2J\u202e'], reason: '\u0007\nrook: all is well' }],
  });
  const { code, stdout } = await runRook(sandboxWith(text), ['approval', 'rules']);
  expect([code, harmfulCharacters(stdout), stdout.split('\n').length]).toEqual([0, [], 4]);
});
