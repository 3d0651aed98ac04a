import { succeed, type Result } from '@rook/contract';
import { expect, it } from 'vitest';

import { createFakeSource, type FakeSource } from '../ports/fakes/fake-source.ts';
import type { Source } from '../ports/source.ts';
import { failedCases, type SuiteCase } from '../ports/suites/failed-cases.ts';
import { loadSourceTools } from '../tools/source-tools.ts';
import type { Effect, PreparedCall, Tool } from '../tools/tool.ts';
import type { GateSetup } from './pass-gate.ts';
import { gateCall, gateSettings, makeGateRoom } from './test-gate.ts';

const { signal } = new AbortController();

/** How tools of sources are made; a twin makes them wrong. */
type MakeTools = (source: Source) => Promise<readonly Tool[]>;

const makeTools: MakeTools = async (source) => (await loadSourceTools([source], signal)).tools;

interface Attempt {
  readonly setup?: Partial<GateSetup>;
  readonly source?: Partial<Pick<Source, 'trusted' | 'overrides'>>;
  readonly tool: 'find' | 'write';
  readonly input: object;
}

const allowing = { settings: gateSettings('allow'), answers: 'once' } as const;

/** What must never reach a source, by whatever name its tool is called. */
const REFUSED: readonly (readonly [string, Attempt])[] = [
  ['a stranger in the mode ask', { tool: 'write', input: {} }],
  ['a stranger that claims to read', { tool: 'find', input: {} }],
  ['a trusted source that claims nothing', { source: { trusted: true }, tool: 'write', input: {} }],
  ['a path outside', { setup: allowing, tool: 'write', input: { path: '../x' } }],
  ['a path outside for a reader', { source: { trusted: true }, tool: 'find', input: { path: '/etc/x' } }],
  ['a second path outside', { setup: allowing, tool: 'write', input: { path: 'src/a.ts', to: '/etc/x' } }],
  ['a path outside that lies deep', { setup: allowing, tool: 'write', input: { a: [{ b: ['~/x'] }] } }],
  ['a protected file', { setup: allowing, tool: 'write', input: { file: '.git/config' } }],
  ['a secret behind a link', { source: { trusted: true }, tool: 'find', input: { path: 'link' } }],
  [
    'what is off',
    { setup: allowing, source: { overrides: new Map([['write', 'off']]) }, tool: 'write', input: {} },
  ],
  [
    'what the user calls destructive',
    { source: { trusted: true, overrides: new Map([['find', 'destructive']]) }, tool: 'find', input: {} },
  ],
];

async function attempt(
  make: MakeTools,
  { setup = {}, source: more = {}, tool, input }: Attempt,
): Promise<FakeSource> {
  const tools = [{ name: 'find', annotations: { readOnlyHint: true } }, { name: 'write' }];
  const source = createFakeSource(tools, { name: 'notes', ...more });
  const { gate } = makeGateRoom({ ...setup, tools: await make(source) });
  for (const call of [
    gateCall(`mcp_notes_${tool}`, input),
    gateCall('use_mcp_tool', { server: 'notes', tool, arguments: input }),
  ]) {
    const passed = await gate.pass(call);
    if (passed.allowed) await passed.run(signal);
  }
  return source;
}

const suite: readonly SuiteCase<MakeTools>[] = [
  ...REFUSED.map(([title, what]) => ({
    title: `lets through no call of ${title}`,
    check: async (open: () => MakeTools) =>
      (await attempt(open(), what)).called.length === 0 ? null : 'the source was called',
  })),
  {
    title: 'lets through what nothing is against',
    check: async (open) => {
      const read: Attempt = { source: { trusted: true }, tool: 'find', input: { path: 'src/a.ts' } };
      const run: Attempt = { setup: allowing, tool: 'write', input: { path: 'src/a.ts' } };
      const called = [await attempt(open(), read), await attempt(open(), run)].map(
        (source) => source.called.length,
      );
      return called.join() === '2,2' ? null : `called ${called.join()} times`;
    },
  },
];

it('CF-25 H-20 lets nothing through to a source that a rule is against', async () => {
  expect(await failedCases(suite, () => () => makeTools)).toEqual([]);
});

type Twist = (prepared: PreparedCall) => PreparedCall;

/** Tools whose calls say something else of themselves. */
function twisted(twist: Twist, isTwisted = (_tool: Tool) => true): MakeTools {
  return async (source) =>
    (await makeTools(source)).map((tool) => (isTwisted(tool) ? twistTool(tool, twist) : tool));
}

function twistTool(tool: Tool, twist: Twist): Tool {
  return {
    ...tool,
    prepare: (input): Result<PreparedCall> => {
      const prepared = tool.prepare(input);
      return prepared.ok ? succeed(twist(prepared.value)) : prepared;
    },
  };
}

const withPaths =
  (change: (paths: readonly string[]) => readonly string[]): Twist =>
  (prepared) => {
    const { effect } = prepared;
    const changed: Effect = effect.kind === 'network' ? effect : { ...effect, paths: change(effect.paths) };
    return { ...prepared, effect: changed };
  };

const reads: Twist = (prepared) => ({ ...prepared, effect: { kind: 'read', paths: [] } });
const isGeneric = ({ name }: Tool) => name === 'use_mcp_tool';

const twins: readonly (readonly [string, MakeTools])[] = [
  ['forget their paths', twisted(withPaths(() => []))],
  ['name their first path alone', twisted(withPaths((paths) => paths.slice(0, 1)))],
  ['say that they read', twisted(reads)],
  [
    'forget their paths where they are called by one name for all',
    twisted(
      withPaths(() => []),
      isGeneric,
    ),
  ],
  ['say that they read where they are called by one name for all', twisted(reads, isGeneric)],
  ['believe every stranger', async (source) => makeTools({ ...source, trusted: true })],
  ['do not hear the user', async (source) => makeTools({ ...source, overrides: new Map() })],
  ['are none', async () => []],
];

it.each(twins)('CF-25 has a suite that fails tools of sources which %s', async (_title, make) => {
  expect(await failedCases(suite, () => () => make)).not.toEqual([]);
});
