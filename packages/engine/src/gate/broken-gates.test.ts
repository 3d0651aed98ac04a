import { fail, rookError, succeed, type EntryDraft, type Result } from '@rook/contract';
import { expect, it } from 'vitest';

import type { GovernanceFacts } from '../intents/governance.ts';
import { failedCases, type SuiteCase } from '../ports/suites/failed-cases.ts';
import type { FactSources } from './gather-facts.ts';
import { RULES } from './judge-call.ts';
import { createGate, type Gate, type GateSetup } from './pass-gate.ts';
import { gateCall, gateSettings, makeGateRoom, unwritable, type GateRoom } from './test-gate.ts';
import { rulesOf } from './test-user-rules.ts';

/** How a gate is made; a twin makes it wrong. */
type MakeGate = (setup: GateSetup) => Gate;
type GateCase = SuiteCase<MakeGate>;

const signal = new AbortController().signal;

async function isRun({ gate, done }: GateRoom, name: string, input: unknown, repeats = 0): Promise<boolean> {
  const passed = await gate.pass(gateCall(name, input, repeats));
  if (passed.allowed) await passed.run(signal);
  return done.length > 0;
}

function refuses(title: string, look: (make: MakeGate) => Promise<boolean>): GateCase {
  return {
    title: `refuses ${title}`,
    check: async (open) => ((await look(open())) ? 'it was run' : null),
  };
}

const answered = { answers: 'once' } as const;
const UNSELECTED: GovernanceFacts = {
  isOn: true,
  active: null,
  intents: [],
  problem: rookError('no_intent', 'None.'),
  judge: () => 'out',
  autoEdits: true,
};
const page = { url: 'https://a.example/' };

/** What every gate must keep, whatever it is made of. */
const gateSuite: readonly GateCase[] = [
  {
    title: 'lets through what nothing is against',
    check: async (open) =>
      (await isRun(makeGateRoom({}, undefined, open()), 'look', { path: 'src/a.ts' }))
        ? null
        : 'it was not run',
  },
  refuses('a path outside', async (make) =>
    isRun(makeGateRoom(answered, undefined, make), 'look', { path: '../x' }),
  ),
  refuses('a second path outside', async (make) =>
    isRun(makeGateRoom(answered, undefined, make), 'look_at_both', {
      first: 'src/a.ts',
      second: '/etc/passwd',
    }),
  ),
  refuses('a secret behind a link', async (make) =>
    isRun(makeGateRoom({}, undefined, make), 'look', { path: 'link' }),
  ),
  refuses('a secret', async (make) => isRun(makeGateRoom({}, undefined, make), 'look', { path: '.env' })),
  refuses('what is ignored', async (make) =>
    isRun(makeGateRoom({}, undefined, make), 'look', { path: 'dist/out.js' }),
  ),
  refuses('the network in mode ask', async (make) => isRun(makeGateRoom({}, undefined, make), 'reach', page)),
  refuses('a change in mode ask', async (make) =>
    isRun(makeGateRoom({}, undefined, make), 'change', { paths: ['src/a.ts'] }),
  ),
  refuses('a change of a protected file', async (make) =>
    isRun(makeGateRoom({ ...answered, autoEdits: true }, undefined, make), 'change', {
      paths: ['src/a.ts', '.git/config'],
    }),
  ),
  refuses('a change of instructions that later sessions follow', async (make) =>
    isRun(
      makeGateRoom({ ...answered, autoEdits: true, settings: gateSettings('allow') }, undefined, make),
      'change',
      { paths: ['src/a.ts', 'agents.md'] },
    ),
  ),
  refuses('a command in mode ask', async (make) =>
    isRun(makeGateRoom({}, undefined, make), 'shell', { command: 'ls' }),
  ),
  refuses('a redirect of a command to a protected file', async (make) =>
    isRun(makeGateRoom({ ...answered, autoEdits: true }, undefined, make), 'shell', {
      command: 'ls > .git/config',
    }),
  ),
  refuses('a redirect of a command to instructions that later sessions follow', async (make) =>
    isRun(
      makeGateRoom({ ...answered, autoEdits: true, settings: gateSettings('allow') }, undefined, make),
      'shell',
      { command: 'echo x >> AGENTS.md' },
    ),
  ),
  refuses('what a rule of the user refuses', async (make) =>
    isRun(
      makeGateRoom(
        { userRules: async () => rulesOf({ verdict: 'refuse', paths: ['src'] }) },
        undefined,
        make,
      ),
      'look_at_both',
      { first: 'README.md', second: 'src/a.ts' },
    ),
  ),
  refuses('a change that no intent is for', async (make) =>
    isRun(makeGateRoom({ ...answered, governance: async () => UNSELECTED }, undefined, make), 'change', {
      paths: ['src/a.ts'],
    }),
  ),
  refuses('a call that was made before', async (make) =>
    isRun(makeGateRoom({}, undefined, make), 'look', { path: 'src/a.ts' }, 2),
  ),
  refuses('an effect that cannot be recorded', async (make) =>
    isRun(
      makeGateRoom(answered, () => fail(unwritable), make),
      'reach',
      page,
    ),
  ),
  {
    title: 'writes the verdict before anything runs',
    check: async (open) => {
      const order: string[] = [];
      const room: { done?: readonly string[] } = {};
      const note = (drafts: readonly EntryDraft[]): Result<unknown> => {
        order.push(...(room.done ?? []), ...drafts.map(({ event_type: type }) => type));
        return succeed(undefined);
      };
      const { gate, done } = makeGateRoom({}, note, open());
      room.done = done;
      await gate.pass(gateCall('look', { path: 'src/a.ts' }));
      return order.join() === 'tool_call_allowed' ? null : `the order was ${order.join()}`;
    },
  },
];

const failures = async (make: MakeGate) => failedCases(gateSuite, () => () => make);

it('B-13 keeps what every gate must keep', async () => {
  expect(await failures(createGate)).toEqual([]);
});

it.each(RULES.map(({ name }) => name))(
  'B-13 has a suite that a gate without the rule %s fails',
  async (name) => {
    const without: MakeGate = (setup) =>
      createGate({ ...setup, rules: RULES.filter((rule) => rule.name !== name) });
    expect(await failures(without)).not.toEqual([]);
  },
);

/** Gates that are wrong in one way each. */
const twins: Readonly<Record<string, MakeGate>> = {
  'looks at the first path alone': (setup) =>
    createGate({
      ...setup,
      rules: RULES.map(({ name, judge }) => ({
        name,
        judge: (facts) => judge({ ...facts, targets: facts.targets.slice(0, 1) }),
      })),
    }),
  'believes the name and not where it leads': (setup) =>
    createGate({ ...setup, sources: setup.sources === null ? null : believing(setup.sources) }),
  'takes every question for a yes': (setup) => createGate({ ...setup, answers: 'once' }),
  'runs before it writes': (setup) => {
    const gate = createGate({ ...setup, record: async () => ({ ok: true, value: undefined }) });
    return {
      ...gate,
      pass: async (call) => {
        const passed = await gate.pass(call);
        if (!passed.allowed) return passed;
        const reply = await passed.run(signal);
        await setup.record([
          {
            event_type: 'tool_call_allowed',
            turn_id: call.turn,
            tool_use_id: call.id,
            effect: 'read',
            by: 'x',
          },
        ]);
        return { ...passed, run: async () => reply };
      },
    };
  },
  'does not care whether it was written': (setup) =>
    createGate({
      ...setup,
      record: async (drafts) => {
        await setup.record(drafts);
        return { ok: true, value: undefined };
      },
    }),
};

function believing(sources: FactSources): FactSources {
  return {
    ...sources,
    workspace: {
      ...sources.workspace,
      locate: async (path) => {
        const located = await sources.workspace.locate(path);
        return located.ok ? { ok: true, value: { ...located.value, path } } : located;
      },
    },
  };
}

it.each(Object.keys(twins))('B-13 has a suite that fails a gate which %s', async (name) => {
  const twin = twins[name];
  expect(await failures(twin ?? createGate)).not.toEqual([]);
});
