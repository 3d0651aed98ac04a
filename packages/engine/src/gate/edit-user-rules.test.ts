import { intentIdSchema, sessionIdSchema, type IntentId } from '@rook/contract';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { createFakeOwnFile } from '../ports/fakes/fake-own-file.ts';
import type { OwnFile } from '../ports/own-file.ts';
import { addAlwaysRule, removeRule, type AlwaysAnswer } from './edit-user-rules.ts';
import { createRulesReader } from './load-user-rules.ts';
import { allowsByRule } from './rule-user-rules.ts';
import { factsOf, INTENT, RULES_PATH, rulesFile, textOf, WORKSPACE } from './test-user-rules.ts';

const answer: AlwaysAnswer = {
  tool: 'edit',
  files: ['docs/b.md', 'docs/a.md'],
  host: null,
  source: null,
  commands: null,
  intent: INTENT,
  workspace: WORKSPACE,
  session: sessionIdSchema.parse('rook-20261116-0123abcd'),
  approval: 'ap-1',
  at: '2026-11-16T07:00:00.000Z',
};

async function add(file: OwnFile, changes: Partial<AlwaysAnswer> = {}): Promise<string> {
  const added = await addAlwaysRule(file, { ...answer, ...changes });
  return added.ok ? added.value : `${added.error.code}: ${added.error.message}`;
}

it('N-11 keeps an always answer as one rule, with what it was given for', async () => {
  const file = createFakeOwnFile(RULES_PATH);
  const id = await add(file);
  expect(id).toMatch(/^r-[0-9a-f]{8}$/);
  expect(JSON.parse(await textOf(file))).toEqual({
    rules: [
      {
        id,
        verdict: 'allow',
        tools: ['edit'],
        files: ['docs/a.md', 'docs/b.md'],
        hosts: [],
        sources: [],
        workspace: WORKSPACE,
        intent: 'INT-001',
        given: { session: answer.session, approval: 'ap-1', at: answer.at },
      },
    ],
  });
});

it('N-11 adds the same answer once, whenever and in whatever order it is given', async () => {
  const file = createFakeOwnFile(RULES_PATH);
  const id = await add(file);
  const text = await textOf(file);
  expect(await add(file, { files: ['docs/a.md', 'docs/b.md', 'docs/a.md'], approval: 'ap-2' })).toBe(id);
  expect(await textOf(file)).toBe(text);
  expect(await add(file, { intent: null })).not.toBe(id);
});

const KEPT = `\uFEFF// rules of the house
{
  "rules": [
    // nobody touches the releases
    { "verdict": "refuse", "paths": ["releases/**"] }, // never
    { "id": "r-1", "verdict": "allow", "tools": ["edit"], "paths": ["docs/**"] } // docs
    /* the end */
  ]
}
`;

it('T-15 keeps every comment and every other rule when rules come and go', async () => {
  const file = rulesFile(KEPT);
  const id = await add(file);
  const added = await textOf(file);
  for (const comment of KEPT.match(/\/\/ .*|\/\*.*\*\//g) ?? []) expect(added).toContain(comment);
  expect(await removeRule(file, id)).toEqual({ ok: true, value: undefined });
  expect(await textOf(file)).toBe(KEPT);
  expect(await removeRule(file, 'r-1')).toMatchObject({ ok: true });
  expect(await textOf(file)).toContain('"releases/**"');
});

it('T-15 keeps a remark in a list that is empty', async () => {
  const file = rulesFile('{\n  "rules": [\n    // none yet\n  ]\n}\n');
  const id = await add(file);
  expect(await textOf(file)).toContain('// none yet');
  expect(await removeRule(file, id)).toMatchObject({ ok: true });
  expect(await textOf(file)).toContain('// none yet');
});

it('N-11 says that there is no rule to remove, and writes nothing', async () => {
  for (const file of [createFakeOwnFile(RULES_PATH), rulesFile(KEPT)]) {
    const before = await textOf(file);
    expect(await removeRule(file, 'r-2')).toMatchObject({ ok: false, error: { code: 'not_found' } });
    expect(await textOf(file)).toBe(before);
  }
});

it('H-19 changes nothing in a file that cannot be read', async () => {
  const broken = '{"rules": [{"verdict": "maybe"}]}';
  const file = rulesFile(broken);
  expect(await add(file)).toContain('rules_unreadable');
  expect(await removeRule(file, 'r-1')).toMatchObject({ ok: false, error: { code: 'rules_unreadable' } });
  expect(await textOf(file)).toBe(broken);
});

it.each([
  { tool: 'mcp_*' },
  { files: [], host: '*.example' },
  { files: [], source: 'git*' },
  { files: ['../x'] },
  { files: [], host: 'a.example:80' },
  { workspace: 'work' },
])('N-11 keeps no answer that a rule cannot say exactly: %j', async (changes) => {
  const file = createFakeOwnFile(RULES_PATH);
  expect(await add(file, changes)).toContain('invalid_value: ');
  expect(await textOf(file)).toBe('');
});

it('H-19 makes no file that holds more rules than can be read', async () => {
  const rules = Array.from({ length: 1000 }, () => ({ verdict: 'ask', tools: ['x'] }));
  const file = rulesFile(JSON.stringify({ rules }));
  expect(await add(file)).toContain('invalid_value: ');
  expect(await createRulesReader(file)()).toMatchObject({ ok: true });
});

const intents = fc.constantFrom<(IntentId | null)[]>(INTENT, intentIdSchema.parse('INT-002'), null);
const calls = fc.record({
  tool: fc.constantFrom('edit', 'edit_file', 'push'),
  files: fc.subarray(['docs/a.md', 'docs/b.md', 'src/*', '.env']),
  host: fc.constantFrom(null, 'a.example', 'b.a.example'),
  source: fc.constantFrom(null, 'github', 'git'),
  intent: intents,
  workspace: fc.constantFrom('/ada/work', '/ada/work2', '/ada'),
});
type RuledAnswer = typeof calls extends fc.Arbitrary<infer Call> ? Call : never;

/** A call reaches a host, or names paths, of a source or of its own. */
function factsFor(rules: Parameters<typeof factsOf>[0], call: RuledAnswer): ReturnType<typeof factsOf> {
  const { tool, files, host, source, intent, workspace } = call;
  const paths = files.map((named) => ({ named, looksSecret: named === '.env' }));
  const effect =
    host !== null
      ? ({ kind: 'network', url: `https://${host}/` } as const)
      : source !== null
        ? ({ kind: 'run', source, tool, paths: files } as const)
        : ({ kind: 'write', paths: files } as const);
  return factsOf(rules, { tool, effect, intent, workspace, paths });
}

const normal = (call: RuledAnswer): RuledAnswer =>
  call.host === null ? call : { ...call, files: [], source: null };

it('N-11 CF-07 lets an always answer hold for its own tool, targets, workspace and intent, and for nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(calls.map(normal), calls.map(normal), async (given, other) => {
      const file = createFakeOwnFile(RULES_PATH);
      await add(file, given);
      const rules = await createRulesReader(file)();
      expect(allowsByRule(factsFor(rules, given))).not.toBe(null);
      const isSame =
        (['tool', 'host', 'source', 'intent', 'workspace'] as const).every(
          (key) => given[key] === other[key],
        ) &&
        other.files.every((path) => given.files.includes(path)) &&
        (given.files.length === 0) === (other.files.length === 0);
      expect(allowsByRule(factsFor(rules, other)) !== null).toBe(isSame);
    }),
  );
});
