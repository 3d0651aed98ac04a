import { intentIdSchema, succeed } from '@rook/contract';
import { expect, it } from 'vitest';

import { createGovernance } from '../intents/governance.ts';
import { createIntentBook } from '../intents/intent-book.ts';
import { createFakeOwnFile } from '../ports/fakes/fake-own-file.ts';
import { createFakeWorkspace } from '../ports/fakes/fake-workspace.ts';
import { failedCases, type SuiteCase } from '../ports/suites/failed-cases.ts';
import { createSelectIntent } from '../tools/select-intent.ts';
import { RULES } from './judge-call.ts';
import { createGate, type Gate, type GateSetup } from './pass-gate.ts';
import { intentAllows } from './rule-intent.ts';
import { PASS, type CallFacts, type Rule, type Verdict } from './rule.ts';
import { gateCall, gateSettings, makeGateRoom } from './test-gate.ts';

const INTENTS = `active_intents:
  - {id: INT-001, name: Auth, status: IN_PROGRESS, owned_scope: ['src/auth/**', 'new/**']}
  - {id: INT-002, name: Draft, status: PENDING, draft: true, owned_scope: ['**']}
  - {id: INT-003, name: Done, status: COMPLETED, owned_scope: ['**']}
  - {id: INT-004, name: Empty, status: IN_PROGRESS}
  - {id: INT-005, name: All, status: IN_PROGRESS, owned_scope: ['**']}
`;

interface Room {
  readonly intent?: string;
  readonly yaml?: string | null;
  readonly setting?: 'auto' | 'on' | 'off';
  readonly ignore?: string;
  readonly setup?: Partial<GateSetup>;
  readonly make?: (setup: GateSetup) => Gate;
}

function makeRoom({ intent, yaml = INTENTS, setting = 'auto', ignore, setup = {}, make }: Room = {}) {
  const files = new Map([
    ['src/auth/a.ts', 'a'],
    ['src/b.ts', 'b'],
    ...(yaml === null ? [] : [['.orchestration/active_intents.yaml', yaml] as const]),
    ...(ignore === undefined ? [] : [['.intentignore', ignore] as const]),
  ]);
  const links = new Map([
    ['src/auth/out.ts', '../b.ts'],
    ['in.ts', 'src/auth/a.ts'],
  ]);
  const workspace = createFakeWorkspace(files, links);
  const file = createFakeOwnFile('/w/i', yaml === null ? null : new TextEncoder().encode(yaml));
  let selected = intent === undefined ? null : intentIdSchema.parse(intent);
  const book = createIntentBook({ intents: file });
  const governance = createGovernance({
    setting,
    workspace,
    book,
    selected: () => selected,
    autoEdits: true,
  });
  const record: Parameters<typeof createSelectIntent>[0]['record'] = async (drafts) => {
    for (const draft of drafts) if (draft.event_type === 'intent_selected') selected = draft.intent_id;
    return succeed(undefined);
  };
  const select = createSelectIntent({ book, record, maxContextChars: 8000, mayWrite: () => true });
  const room = makeGateRoom(
    {
      settings: gateSettings('allow'),
      governance: governance.look,
      intent: () => selected,
      sources: {
        workspace,
        ignore: () => ({ isIgnored: async () => null, isSetAside: () => false }),
        isProtected: () => false,
      },
      ...setup,
    },
    undefined,
    make ?? ((given) => createGate({ ...given, tools: [...given.tools, select] })),
  );
  return { ...room, book, selected: () => selected };
}

async function codeOf({ gate }: { readonly gate: Gate }, name: string, input: unknown): Promise<string> {
  const passed = await gate.pass(gateCall(name, input));
  return passed.allowed ? 'allowed' : `${passed.error.code}: ${passed.error.message}`;
}

const change = async (room: Room, ...paths: readonly string[]) => codeOf(makeRoom(room), 'change', { paths });

it('H-09 H-14 refuses everything but reading before an intent is selected, with exactly this sentence', async () => {
  const refused = 'no_intent: No active intent selected. Call select_active_intent first.';
  expect(await change({}, 'src/auth/a.ts')).toBe(refused);
  expect(await change({ setting: 'on', yaml: null }, 'src/auth/a.ts')).toBe(refused);
  expect(await codeOf(makeRoom(), 'reach', { url: 'https://a.example/' })).toBe(refused);
  expect(await codeOf(makeRoom(), 'look', { path: 'src/b.ts' })).toBe('allowed');
});

it('H-09 asks for no intent where governance is off', async () => {
  expect(await change({ setting: 'off' }, 'src/b.ts')).toBe('allowed');
  expect(await change({ yaml: null }, 'src/b.ts')).toBe('allowed');
});

it('H-16 H-17 CF-24 refuses for a file that cannot be read and for an intent that nobody confirmed', async () => {
  expect(await change({ yaml: 'active_intents: [' }, 'src/auth/a.ts')).toMatch(
    /^intents_malformed: .*cannot be used/,
  );
  expect(await change({ intent: 'INT-002' }, 'src/auth/a.ts')).toMatch(
    /^no_intent: Invalid intent_id: INT-002 is a draft/,
  );
  expect(await change({ intent: 'INT-009' }, 'src/auth/a.ts')).toMatch(
    /^no_intent: Invalid intent_id: there is no/,
  );
  expect(await change({ intent: 'INT-003' }, 'src/auth/a.ts')).toMatch(
    /^no_intent: The intent INT-003 is COMPLETED/,
  );
});

it('H-22 names the path and the scope of what lies outside', async () => {
  expect(await change({ intent: 'INT-001' }, 'src/b.ts')).toBe(
    'out_of_scope: src/b.ts lies outside the scope of the intent INT-001, which is src/auth/**, new/**. Stay inside, select another intent, or let the user widen it with `rook intent edit INT-001 --add-scope PATTERN`.',
  );
  expect(await change({ intent: 'INT-001' }, 'src/auth/out.ts')).toMatch(
    /^out_of_scope: src\/auth\/out.ts \(src\/b.ts\)/,
  );
  expect(await change({ intent: 'INT-004' }, 'src/b.ts')).toMatch(/which is empty/);
});

it('H-23 lets through what .intentignore exempts, and asks about it', async () => {
  const room = { intent: 'INT-001', ignore: 'src/b.ts\n' };
  expect(await change(room, 'src/b.ts')).toBe('allowed');
  expect(await change({ ...room, setup: { settings: gateSettings('ask') } }, 'src/b.ts')).toMatch(
    /^approval_needed/,
  );
  expect(await change({ ignore: 'src/b.ts\n' }, 'src/b.ts')).toMatch(/^no_intent/);
});

it('CF-07 takes an edit in the scope as approved in mode ask, and nothing else', async () => {
  const asking = { intent: 'INT-001', setup: { settings: gateSettings('ask') } };
  expect(await change(asking, 'src/auth/a.ts', 'new/folder/b.ts', 'in.ts')).toBe('allowed');
  const free = { ...asking, intent: 'INT-001', yaml: null, setup: { ...asking.setup, autoEdits: true } };
  expect(await change(free, 'src/b.ts')).toBe('allowed');
  expect(await codeOf(makeRoom(asking), 'reach', { url: 'https://a.example/' })).toMatch(/^approval_needed/);
});

/** Whatever a model selects, the person decides. */
it('CF-24 H-15 writes an intent that nobody wrote only with the yes of a person, in every mode', async () => {
  const select = async (room: ReturnType<typeof makeRoom>, id: string) => {
    const passed = await room.gate.pass(gateCall('select_active_intent', { intent_id: id }));
    if (!passed.allowed) return passed.error.message;
    const done = await passed.run(new AbortController().signal);
    return done.ok ? done.value.text : `${done.error.code}: ${done.error.message}`;
  };
  const ids = async ({ book }: ReturnType<typeof makeRoom>) => {
    const read = await book.read();
    return read.ok ? read.value.filter(({ isDraft }) => !isDraft).map(({ id }) => id) : [];
  };
  const alone = makeRoom({ setup: { answers: 'once' } });
  for (const id of ['INT-009', 'INT-002'])
    expect(await select(alone, id)).toMatch(/^no_intent: Invalid intent_id/);
  expect(await ids(alone)).not.toContain('INT-002');
  expect(alone.selected()).toBeNull();
  const asked = makeRoom({ setup: { protectedAnswers: 'once' } });
  expect(await select(asked, 'INT-009')).toMatch(/^Active intent set to INT-009\.\n<intent_context>/);
  expect(await codeOf(asked, 'change', { paths: ['src/b.ts'] })).toMatch(/which is empty/);
  expect(await select(asked, 'INT-002')).toContain('Active intent set to INT-002.');
  expect(await ids(asked)).toContain('INT-002');
  expect(await codeOf(asked, 'change', { paths: ['src/b.ts'] })).toBe('allowed');
  expect(await select(asked, 'INT-003')).toMatch(/^no_intent: The intent INT-003 is COMPLETED/);
  const broken = makeRoom({ yaml: 'active_intents: [', setup: { protectedAnswers: 'once' } });
  expect(await select(broken, 'INT-009')).toMatch(/^intents_malformed/);
});

type MakeGate = (setup: GateSetup) => Gate;

function refuses(title: string, ...paths: readonly string[]): SuiteCase<MakeGate> {
  return {
    title: `refuses ${title}`,
    check: async (open) => {
      const said = await change({ intent: 'INT-001', make: open() }, ...paths);
      return said.startsWith('out_of_scope') ? null : said;
    },
  };
}

/** What every check of a scope must keep. */
const scopeSuite: readonly SuiteCase<MakeGate>[] = [
  refuses('a file outside', 'src/b.ts'),
  refuses('the second of two files', 'src/auth/a.ts', 'src/b.ts'),
  refuses('the first of two files', 'src/b.ts', 'src/auth/a.ts'),
  refuses('a link in the scope that leads out of it', 'src/auth/out.ts'),
  refuses('another spelling of the folder', 'SRC/auth/a.ts'),
  refuses('a way through the folder', 'src/auth/../b.ts'),
  refuses('a folder whose name begins alike', 'src/authority/a.ts'),
  refuses('a new file beside', 'src/new/c.ts'),
  {
    title: 'lets a link outside pass that leads into the scope',
    check: async (open) => {
      const said = await change({ intent: 'INT-001', make: open() }, 'in.ts', 'src/auth/not/there/yet.ts');
      return said === 'allowed' ? null : said;
    },
  },
];

function withRule(judge: (facts: CallFacts) => Verdict): MakeGate {
  const twin: Rule = { name: intentAllows.name, judge };
  const rules = RULES.map((rule) => (rule.name === intentAllows.name ? twin : rule));
  return (setup) => createGate({ ...setup, rules });
}

const twins: Readonly<Record<string, MakeGate>> = {
  'looks at the named path only': withRule((facts) =>
    intentAllows.judge({
      ...facts,
      targets: facts.targets.map((target) => ({
        ...target,
        located: succeed({ path: target.named, kind: 'file', bytes: 1 }),
      })),
    }),
  ),
  'forgets the second target': withRule((facts) =>
    intentAllows.judge({ ...facts, targets: facts.targets.slice(0, 1) }),
  ),
  'forgets the first target': withRule((facts) =>
    intentAllows.judge({ ...facts, targets: facts.targets.slice(-1) }),
  ),
  'compares beginnings': withRule(({ targets }) =>
    targets.some(({ located }) => located.ok && !/^(?:src\/auth|new)/u.test(located.value.path))
      ? intentAllows.judge(outOf(targets))
      : PASS,
  ),
  'takes no scope for every scope': withRule(() => PASS),
};

function outOf(targets: CallFacts['targets']): CallFacts {
  const active = {
    id: intentIdSchema.parse('INT-001'),
    name: '',
    status: 'IN_PROGRESS',
    isDraft: false,
  } as const;
  const lists = { ownedScope: [], constraints: [], acceptanceCriteria: [] };
  return {
    tool: 'change',
    effect: { kind: 'write', paths: [] },
    mode: 'allow',
    autoEdits: false,
    targets,
    repeats: 0,
    userRules: succeed({ rules: [] }),
    intent: active.id,
    workspace: null,
    command: null,
    governance: {
      isOn: true,
      active: { ...active, ...lists },
      intents: [],
      problem: null,
      judge: () => 'out',
      autoEdits: false,
    },
  };
}

it('H-22 keeps what every check of a scope must keep', async () => {
  expect(await failedCases(scopeSuite, () => () => createGate)).toEqual([]);
});

it.each(Object.entries(twins))('H-22 has a suite that a check fails which %s', async (_title, make) => {
  expect(await failedCases(scopeSuite, () => () => make)).not.toEqual([]);
});
