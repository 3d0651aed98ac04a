import { fail, rookError } from '@rook/contract';
import { expect, it } from 'vitest';

import { createFakeOwnFile } from '../ports/fakes/fake-own-file.ts';
import { createRulesReader } from './load-user-rules.ts';
import { bytesOf, RULES_PATH, rulesFile, rulesOf } from './test-user-rules.ts';
import { readUserRules } from './user-rules.ts';

const read = (text: string) => readUserRules(RULES_PATH, bytesOf(text));

it('N-11 reads rules with comments, trailing commas and a byte order mark, and no rules', () => {
  const text = '\uFEFF// mine\n{ "rules": [\n  { "verdict": "ask", "tools": ["edit"], }, // always\n] }';
  expect(read(text)).toMatchObject({ ok: true, value: { rules: [{ number: 1 }] } });
  for (const empty of ['', '// nothing yet\n', '{}', '{"rules": []}'])
    expect(read(empty)).toEqual({ ok: true, value: { rules: [] } });
});

it.each([
  ['{"rules": [', 'line 1: '],
  ['[]', 'as in {"rules": []}'],
  ['{"rules": {}}', 'rules: '],
  ['{"rules": [], "rule": []}', '"rule"'],
  ['{"rules": [],\n "rules": []}', 'line 2: rules stands there a second time'],
  ['{"rules": [{"verdict": "refuse",\n "verdict": "allow", "tools": ["a"]}]}', 'line 2: verdict stands'],
  ['{"rules": [{"verdict": "ask"},\n 7]}', 'rule 2 (line 2)'],
  ['{"rules": [{"tools": ["edit"]}]}', 'rule 1 (line 1) verdict: '],
  ['{"rules": [{"verdict": "deny"}]}', 'verdict: '],
  ['{"rules": [{"verdict": "refuse", "tols": ["edit"]}]}', '"tols"'],
  ['{"rules": [{"verdict": "refuse", "__proto__": {"tools": ["edit"]}}]}', '__proto__'],
  ['{"rules": [{"verdict": "refuse", "tools": []}]}', 'tools: '],
  ['{"rules": [{"verdict": "refuse", "tools": "edit"}]}', 'tools: '],
  ['{"rules": [{"verdict": "refuse", "paths": ["../x"]}]}', 'paths.0: takes a path from the root'],
  ['{"rules": [{"verdict": "refuse", "files": ["/etc/passwd"]}]}', 'files.0: takes a path from the root'],
  ['{"rules": [{"verdict": "refuse", "paths": ["a"], "files": ["b"]}]}', 'take one of them'],
  ['{"rules": [{"verdict": "refuse", "hosts": ["https://a.example/"]}]}', 'hosts.0: takes the name'],
  ['{"rules": [{"verdict": "refuse", "hosts": ["a.example:443"]}]}', 'hosts.0: takes the name'],
  ['{"rules": [{"verdict": "refuse", "workspace": "work"}]}', 'workspace: takes the whole path'],
  ['{"rules": [{"verdict": "refuse", "workspace": "/ada/shop/"}]}', 'workspace: takes the whole path'],
  ['{"rules": [{"verdict": "allow"}]}', 'rule 1 (line 1) allows everything'],
  ['{"rules": [{"verdict": "allow", "workspace": "/w", "files": []}]}', 'allows everything'],
  [
    '{"rules": [{"verdict": "ask", "id": "a"}, {"verdict": "ask", "id": "a"}]}',
    'rule 2 (line 1) has the id of',
  ],
])('H-19 reads nothing from %s and says where and what', (text, said) => {
  const result = read(text);
  expect(result).toMatchObject({ ok: false, error: { code: 'rules_unreadable', kind: 'error' } });
  const message = result.ok ? '' : result.error.message;
  expect(message).toContain(RULES_PATH);
  expect(message).toContain(said);
  expect(message).toMatch(/\. The user mends the file, or takes it away\.$/);
});

it('H-19 reads nothing from bytes that are no text', () => {
  expect(readUserRules(RULES_PATH, new Uint8Array([0x7b, 0xff, 0x7d]))).toMatchObject({ ok: false });
});

it('H-19 checks the examples of a rule when it is read', () => {
  const rule = { verdict: 'refuse', tools: ['edit'], paths: ['docs/**'], workspace: '/w', intent: 'INT-1' };
  const [fits, misses] = [
    { tool: 'edit', paths: ['docs/a.md'] },
    { tool: 'edit', paths: ['src/a.ts'] },
  ];
  expect(rulesOf({ ...rule, examples: { fits: [fits], misses: [misses] } }).ok).toBe(true);
  const elsewhere = [
    { ...fits, workspace: '/v' },
    { ...fits, intent: null },
    { ...fits, tool: 'read_file' },
  ];
  expect(rulesOf({ ...rule, examples: { misses: elsewhere } }).ok).toBe(true);
  for (const [examples, said] of [
    [{ fits: [fits, misses] }, 'rule 2 (line 1) does not fit its example fits.1'],
    [{ misses: [misses, fits] }, 'rule 2 (line 1) fits its example misses.1'],
  ]) {
    const result = rulesOf({ verdict: 'ask' }, { ...rule, examples });
    expect(result.ok ? '' : result.error.message).toContain(said);
  }
});

it('N-11 takes up a file that was changed, and prepares the same one only once', async () => {
  const file = rulesFile('{"rules": [{"verdict": "ask"}]}');
  const load = createRulesReader(file);
  const first = await load();
  expect(await load()).toBe(first);
  await file.update(async () => ({ ok: true, value: bytesOf('{"rules": []}') }));
  expect(await load()).toEqual({ ok: true, value: { rules: [] } });
  await file.update(async () => ({ ok: true, value: bytesOf('{"rules": 1}') }));
  expect(await load()).toMatchObject({ ok: false, error: { code: 'rules_unreadable' } });
});

it('H-19 takes a file that cannot be opened for an unreadable one, and none for no rules', async () => {
  const missing = createFakeOwnFile(RULES_PATH);
  expect(await createRulesReader(missing)()).toEqual({ ok: true, value: { rules: [] } });
  const closed = { ...missing, read: async () => fail(rookError('not_readable', 'It is closed.')) };
  const result = await createRulesReader(closed)();
  expect(result).toMatchObject({ ok: false, error: { code: 'rules_unreadable' } });
  expect(result.ok ? '' : result.error.message).toContain('It is closed.');
});
