import { fail, rookError, succeed } from '@rook/contract';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { judgeCall, RULES } from './judge-call.ts';
import { allowsByRule, userRules } from './rule-user-rules.ts';
import type { CallFacts } from './rule.ts';
import { factsOf, INTENT, rulesOf, WORKSPACE } from './test-user-rules.ts';

type Call = Parameters<typeof factsOf>[1];

const reach = (url: string): Call => ({ tool: 'fetch_url', effect: { kind: 'network', url } });
const run = (source: string, paths: readonly string[] = []): Call => ({
  tool: `mcp_${source}_push`,
  effect: { kind: 'run', source, tool: 'push', paths },
  paths,
});
const on = (...paths: readonly string[]): Call => ({ paths });
const linked = (named: string, path: string): Call => ({
  paths: [{ named, located: succeed({ path, kind: 'file', bytes: 1 }) }],
});

/** A rule without its verdict, calls that it speaks of when it forbids, and calls that it does not speak of. */
const forbidding: readonly (readonly [object, readonly Call[], readonly Call[]])[] = [
  [{}, [{}, on(), reach('https://a.example/'), run('github')], []],
  [{ tools: ['edit'] }, [{}, on('a', 'b')], [{ tool: 'edits' }, { tool: 'Edit' }]],
  [
    { tools: ['mcp_github_*', '*_url'] },
    [run('github'), reach('https://a.example/')],
    [run('gitlab'), { tool: 'x_mcp_github_a' }],
  ],
  [{ tools: ['ab*ba'] }, [{ tool: 'abba' }], [{ tool: 'aba' }]],
  [{ tools: ['a*b*c'] }, [{ tool: 'abc' }, { tool: 'a-b-b-c' }], [{ tool: 'ac' }, { tool: 'abcd' }]],
  [
    { paths: ['docs/**'] },
    [{}, on('src/a.ts', 'docs/b/c.md'), on('DOCS/a.md'), run('github', ['docs/x'])],
    [on('src/docs/a'), on('docs2/a'), on(), reach('https://docs/')],
  ],
  [{ paths: ['**'] }, [{}, linked('.', '')], [on()]],
  [{ paths: ['*.lock'] }, [on('a/b/c.lock')], [on('a.locks')]],
  [{ paths: ['docs/**'] }, [linked('link', 'docs/a'), linked('docs/a', 'src/a')], [linked('link', 'src/a')]],
  [{ files: ['docs/a.md'] }, [{}, on('x', 'Docs/A.md')], [on('docs/a.mdx'), on('docs'), on()]],
  [{ files: ['docs/*'] }, [on('docs/*')], [on('docs/a')]],
  [{ files: [] }, [on(), reach('https://a.example/')], [{}]],
  [
    { hosts: ['a.example', '*.b.example'] },
    [reach('https://A.example:8443/x'), reach('https://a.example./'), reach('http://u@x.b.example/')],
    [reach('https://b.example/'), reach('https://a.example.evil.test/'), {}, run('a.example')],
  ],
  [
    { hosts: ['::1', 'bücher.example'] },
    [reach('http://[::1]:80/'), reach('https://xn--bcher-kva.example/')],
    [],
  ],
  [{ hosts: [] }, [{}, run('github')], [reach('https://a.example/')]],
  [{ sources: ['git*'] }, [run('github')], [run('hub'), {}]],
  [{ sources: [] }, [{}, reach('https://a.example/')], [run('github')]],
  [{ workspace: WORKSPACE }, [{}], [{ workspace: '/ada' }, { workspace: null }]],
  [{ intent: 'INT-001' }, [{ intent: INTENT }], [{}]],
  [{ intent: null }, [{}], [{ intent: INTENT }]],
  [{ tools: ['edit'], paths: ['docs'], intent: null }, [{}], [{ tool: 'x' }, on('x'), { intent: INTENT }]],
];

it.each(forbidding)(
  'N-11 refuses and asks by the rule %j what it speaks of, and nothing else',
  (rule, fits, misses) => {
    for (const verdict of ['refuse', 'ask'] as const) {
      const rules = rulesOf({ verdict, ...rule });
      expect(rules).toMatchObject({ ok: true });
      for (const call of fits) expect(userRules.judge(factsOf(rules, call)).kind).toBe(verdict);
      for (const call of misses) expect(userRules.judge(factsOf(rules, call)).kind).toBe('pass');
    }
  },
);

const secret = { named: '.env', looksSecret: true } as const;

/** A rule that allows, calls that it answers, and calls that it does not. */
const allowing: readonly (readonly [object, readonly Call[], readonly Call[]])[] = [
  [{ tools: ['edit'] }, [{}, on()], [{ tool: 'x' }, { paths: [secret] }]],
  [
    { paths: ['docs/**'] },
    [{}, on('docs/a', 'docs/b'), linked('link', 'docs/a')],
    [on('docs/a', 'src/a'), on('Docs/a'), on(), reach('https://a.example/'), linked('docs/a', 'src/a')],
  ],
  [{ paths: ['**'] }, [{}], [{ paths: [secret] }, { paths: [{ named: 'dist/x', ignored: 'gitignore' }] }]],
  [{ files: ['.'] }, [linked('.', '')], [{}]],
  [
    { paths: ['**'] },
    [{}, linked('.', '')],
    [{ paths: [{ named: 'x', located: fail(rookError('not_found', 'Gone.')) }] }],
  ],
  [
    { files: ['docs/a.md', '.env'] },
    [{}, { paths: ['docs/a.md', secret] }],
    [on('docs/A.md'), on('docs/a.md', 'docs/b.md'), on(), reach('https://a.example/')],
  ],
  [{ tools: ['edit', 'fetch_url'], files: [], hosts: [] }, [on()], [{}, reach('https://a.example/')]],
  [{ hosts: ['a.example'] }, [reach('https://a.example/')], [reach('https://b.example/'), {}, run('a')]],
  [{ sources: ['github'] }, [run('github'), run('github', ['docs/a'])], [run('gitlab'), {}]],
  [{ tools: ['*'], workspace: WORKSPACE, intent: 'INT-001' }, [{ intent: INTENT }], [{}]],
];

it.each(allowing)(
  'N-11 allows by the rule %j what it speaks of whole, and nothing else',
  (rule, fits, misses) => {
    const rules = rulesOf({ verdict: 'allow', ...rule });
    expect(rules).toMatchObject({ ok: true });
    for (const call of fits) expect(allowsByRule(factsOf(rules, call))?.number).toBe(1);
    for (const call of misses) expect(allowsByRule(factsOf(rules, call))).toBe(null);
    for (const call of [...fits, ...misses]) expect(userRules.judge(factsOf(rules, call)).kind).toBe('pass');
  },
);

/** What the gate comes to when nobody can be asked and rules of the user may answer. */
function decide(facts: CallFacts): string {
  const { rule, verdict } = judgeCall(RULES, facts);
  if (verdict.kind === 'refuse') return `refuse by ${rule}`;
  if (verdict.kind === 'pass') return 'allow';
  return allowsByRule(facts) === null ? `ask by ${rule}` : 'allow';
}

const about = { tools: ['*'] };
const files = { files: ['docs/a.md', '.env', '.git/config', 'x'] };
const effects: Readonly<Record<string, Call>> = {
  read: { effect: { kind: 'read', paths: ['docs/a.md'] } },
  write: {},
  run: run('github', ['x']),
  network: reach('https://a.example/'),
  protected: { paths: [{ named: '.git/config', isProtected: true }] },
};

it.each([
  // mode, rule, then: read, write, run, network, protected
  ['safe', [], 'allow', ...Array<string>(4).fill('refuse by mode')],
  ['safe', ['allow'], 'allow', ...Array<string>(4).fill('refuse by mode')],
  ['safe', ['ask'], 'ask by user-rules', ...Array<string>(4).fill('refuse by mode')],
  ['safe', ['refuse'], ...Array<string>(5).fill('refuse by user-rules')],
  ['ask', [], 'allow', 'ask by mode', 'ask by mode', 'ask by mode', 'ask by protected-files'],
  ['ask', ['allow'], 'allow', 'allow', 'allow', 'allow', 'ask by protected-files'],
  ['ask', ['ask'], ...Array<string>(4).fill('ask by user-rules'), 'ask by protected-files'],
  ['ask', ['allow', 'ask'], ...Array<string>(4).fill('ask by user-rules'), 'ask by protected-files'],
  ['ask', ['allow', 'ask', 'refuse'], ...Array<string>(5).fill('refuse by user-rules')],
  ['allow', [], 'allow', 'allow', 'allow', 'allow', 'ask by protected-files'],
  ['allow', ['allow'], 'allow', 'allow', 'allow', 'allow', 'ask by protected-files'],
  ['allow', ['ask'], ...Array<string>(4).fill('ask by user-rules'), 'ask by protected-files'],
  ['allow', ['refuse', 'allow'], ...Array<string>(5).fill('refuse by user-rules')],
] as const)(
  'N-11 CF-07 H-24 decides in mode %s with the rules %j as the table says',
  (mode, verdicts, ...expected) => {
    const rules = rulesOf(...verdicts.map((verdict) => ({ verdict, ...about })));
    const decided = Object.values(effects).map((call) => decide(factsOf(rules, { ...call, mode })));
    expect(decided).toEqual(expected);
  },
);

it('H-24 never answers a question about a protected file, even where a rule names it', () => {
  for (const rule of [about, files, { paths: ['**'] }]) {
    const rules = rulesOf({ verdict: 'allow', ...rule });
    for (const mode of ['ask', 'allow'] as const)
      expect(decide(factsOf(rules, { ...effects['protected'], mode }))).toBe('ask by protected-files');
  }
});

it('E-23 shows a secret by a rule only where it names the file itself', () => {
  const call: Call = { effect: { kind: 'read', paths: ['.env'] }, paths: [secret] };
  expect(decide(factsOf(rulesOf({ verdict: 'allow', ...files }), call))).toBe('allow');
  expect(decide(factsOf(rulesOf({ verdict: 'allow', ...about }), call))).toBe('ask by hidden-files');
  expect(decide(factsOf(rulesOf({ verdict: 'allow', ...files }), { ...call, mode: 'safe' }))).toBe(
    'ask by hidden-files',
  );
});

it.each(['safe', 'ask', 'allow'] as const)(
  'H-19 refuses in mode %s everything but reading while the rules cannot be read',
  (mode) => {
    const broken = rulesOf({ verdict: 'nothing' });
    for (const [kind, call] of Object.entries(effects)) {
      const facts = factsOf(broken, { ...call, mode, autoEdits: true });
      expect(decide(facts)).toBe(kind === 'read' ? 'allow' : 'refuse by user-rules');
      expect(allowsByRule(facts)).toBe(null);
    }
  },
);

it('H-24 tells the model which rule refused, why and about which path', () => {
  const rules = rulesOf({
    id: 'no-docs',
    verdict: 'refuse',
    paths: ['docs'],
    reason: 'They are made by hand.',
  });
  expect(userRules.judge(factsOf(rules, on('src/a', 'docs/b')))).toEqual({
    kind: 'refuse',
    path: 'docs/b',
    error: rookError(
      'rule_refuses',
      "The user's rule no-docs refuses this call of edit (They are made by hand); go on without it.",
    ),
  });
  expect(userRules.judge(factsOf(rulesOf({ verdict: 'ask', tools: ['edit'] })))).toEqual({
    kind: 'ask',
    reason: "the user's rule number 1 wants a question before this call of edit",
  });
});

const rule = fc.record(
  {
    verdict: fc.constantFrom('allow', 'ask', 'refuse'),
    tools: fc.subarray(['edit', 'e*', 'x'], { minLength: 1 }),
    paths: fc.subarray(['docs/**', '*.ts', 'src/a.ts'], { minLength: 1 }),
    workspace: fc.constantFrom(WORKSPACE, '/bob'),
    intent: fc.constantFrom(INTENT, null),
  },
  { requiredKeys: ['verdict', 'tools'] },
);

const strictness = (facts: CallFacts): number =>
  ['allow', 'ask', 'refuse'].indexOf(decide(facts).split(' ')[0] ?? '');

it('H-19 loosens nothing by a rule that forbids, wherever it stands among others', () => {
  fc.assert(
    fc.property(
      fc.array(rule, { maxLength: 5 }),
      rule,
      fc.nat(5),
      fc.subarray(['docs/a.md', 'src/a.ts', 'b.ts']),
      fc.constantFrom('safe', 'ask', 'allow'),
      (others, added, place, paths, mode) => {
        fc.pre(added.verdict !== 'allow');
        const before = strictness(factsOf(rulesOf(...others), { paths, mode }));
        const after = strictness(factsOf(rulesOf(...others.toSpliced(place, 0, added)), { paths, mode }));
        expect(after).toBeGreaterThanOrEqual(before);
      },
    ),
  );
});
