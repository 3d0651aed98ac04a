import { fail, type EntryDraft } from '@rook/contract';
import { expect, it } from 'vitest';

import { createFakeClock } from '../ports/fakes/fake-clock.ts';
import { createFakeWorkspace } from '../ports/fakes/fake-workspace.ts';
import { RULES } from './judge-call.ts';
import type { PassedCall } from './pass-gate.ts';
import { gateCall, gateSettings, makeGateRoom, unwritable } from './test-gate.ts';

const signal = new AbortController().signal;

async function run(passed: PassedCall): Promise<string> {
  if (!passed.allowed) return `refused: ${passed.error.code}`;
  const reply = await passed.run(signal);
  return reply.ok ? reply.value.text : `failed: ${reply.error.message}`;
}

const verdicts = (written: readonly EntryDraft[]) =>
  written.map((draft) =>
    draft.event_type === 'tool_call_refused'
      ? `refused by ${draft.rule}: ${draft.error.code}`
      : draft.event_type === 'tool_call_allowed'
        ? `allowed by ${draft.by}: ${draft.effect}`
        : draft.event_type,
  );

it('B-13 runs a call that every rule passes, and has written the verdict before', async () => {
  const { gate, written, done } = makeGateRoom();
  const passed = await gate.pass(gateCall('look', { path: 'src/a.ts' }));
  expect(verdicts(written)).toEqual(['allowed by rules: read']);
  expect(done).toEqual([]);
  expect(await run(passed)).toBe('saw src/a.ts');
  expect(done).toEqual(['src/a.ts']);
});

it('B-07 B-13 refuses what is not the exact name of a tool, and input that is not valid, without running anything', async () => {
  const { gate, written, done } = makeGateRoom();
  const unknown = await gate.pass(gateCall('rm', { path: 'src/a.ts' }));
  const wrong = await gate.pass(gateCall('look', { path: 7, other: true }));
  const broken = await gate.pass(gateCall('look', undefined));
  expect(verdicts(written)).toEqual([
    'refused by known-tool: unknown_tool',
    'refused by valid-input: invalid_input',
    'refused by valid-input: invalid_input',
  ]);
  expect(unknown.allowed ? '' : unknown.error.message).toContain(
    'there are look, look_at_both, reach, change, shell, burst',
  );
  expect(wrong.allowed ? '' : wrong.error.message).toContain('path:');
  expect(broken.allowed ? '' : broken.error.message).toContain('not JSON');
  expect(done).toEqual([]);
});

it('H-24 changes nothing of what Rook itself keeps, whoever says yes', async () => {
  for (const path of ['.rook/chats/2026-11-16/session_x.jsonl', 'sub/.ROOK/settings.json', '.ck3raven/x']) {
    const settings = gateSettings('allow');
    const { gate, written } = makeGateRoom({
      settings,
      answers: 'once',
      protectedAnswers: 'once',
      autoEdits: true,
    });
    await gate.pass(gateCall('change', { paths: ['src/a.ts', path] }));
    expect(verdicts(written)).toEqual(['refused by protected-files: protected']);
  }
});

it.each(['../secret.txt', '/etc/passwd', 'src/../../x'])(
  'H-03 refuses %s, which lies outside',
  async (path) => {
    const { gate, written } = makeGateRoom({ answers: 'once' });
    await gate.pass(gateCall('look', { path }));
    expect(verdicts(written)).toEqual(['refused by inside-workspace: outside_workspace']);
  },
);

async function verdictIn(mode: 'safe' | 'ask' | 'allow', answers: 'once' | 'no' = 'no'): Promise<unknown> {
  const { gate, written } = makeGateRoom({ settings: gateSettings(mode), answers });
  await gate.pass(gateCall('reach', { url: 'https://example.org/' }));
  return verdicts(written)[0];
}

it('N-11 reaches the network as the mode says', async () => {
  expect(await verdictIn('safe')).toBe('refused by known-tool: unknown_tool');
  expect(await verdictIn('safe', 'once')).toBe('refused by known-tool: unknown_tool');
  expect(await verdictIn('ask')).toBe('refused by mode: approval_needed');
  expect(await verdictIn('ask', 'once')).toBe('allowed by --yes: network');
  expect(await verdictIn('allow')).toBe('allowed by rules: network');
});

function offered(mode: 'safe' | 'ask', allow: string[] | null): readonly string[] {
  const { gate } = makeGateRoom({ settings: gateSettings(mode, allow) });
  return gate.tools().map(({ name }) => name);
}

it('B-09 B-19 offers in a mode that only reads no tool that does more, and only what tools.allow begins', () => {
  expect(offered('safe', null)).toEqual(['look', 'look_at_both', 'burst']);
  expect(offered('ask', null)).toEqual(['look', 'look_at_both', 'reach', 'change', 'shell', 'burst']);
  expect(offered('ask', ['re'])).toEqual(['reach']);
  expect(offered('ask', [])).toEqual([]);
});

it.each([
  ['.env', 'looks like it holds secrets'],
  ['dist/out.js', 'is left out by .gitignore'],
])('E-23 does not show %s to a model without a question', async (path, reason) => {
  const room = makeGateRoom();
  const refused = await room.gate.pass(gateCall('look', { path }));
  expect(verdicts(room.written)).toEqual(['refused by hidden-files: approval_needed']);
  expect(refused.allowed ? '' : refused.error.message).toContain(reason);
  const asked = makeGateRoom({ answers: 'once', settings: gateSettings('safe') });
  expect(await run(await asked.gate.pass(gateCall('look', { path })))).toBe(`saw ${path}`);
});

it('B-32 stops the same call at the third time', async () => {
  const { gate, written } = makeGateRoom();
  for (const repeats of [0, 1, 2, 3]) await gate.pass(gateCall('look', { path: 'src/a.ts' }, repeats));
  expect(verdicts(written)).toEqual([
    'allowed by rules: read',
    'allowed by rules: read',
    'refused by repeats: repeated_call',
    'refused by repeats: repeated_call',
  ]);
});

it('H-19 refuses when a rule throws, also when every other passes and everything is answered with yes', async () => {
  const broken = {
    name: 'broken',
    judge: () => {
      throw new Error('no data');
    },
  };
  for (const rules of [[broken], [...RULES, broken], [broken, ...RULES]]) {
    const { gate, written, done } = makeGateRoom({ rules, answers: 'once' });
    await gate.pass(gateCall('look', { path: 'src/a.ts' }));
    expect(verdicts(written)).toEqual(['refused by broken: internal']);
    expect(done).toEqual([]);
  }
});

const ignore = () => ({
  isSetAside: () => false,
  isIgnored: async () => Promise.reject(new Error('the disk is gone')),
});

it('H-19 refuses when what a rule needs cannot be fetched', async () => {
  const workspace = createFakeWorkspace(new Map([['a.txt', 'a']]));
  const { gate, written } = makeGateRoom({
    sources: { workspace, ignore, isProtected: () => false },
    answers: 'once',
  });
  await gate.pass(gateCall('look', { path: 'a.txt' }));
  expect(verdicts(written)).toEqual(['refused by gate: internal']);
});

it('H-19 refuses when what a rule needs does not arrive in time', async () => {
  const clock = createFakeClock();
  const workspace = createFakeWorkspace(new Map());
  const never = new Promise<never>(() => undefined);
  const sources = {
    workspace: { ...workspace, locate: async () => never },
    ignore: unasked,
    isProtected: () => false,
  };
  const { gate, written, done } = makeGateRoom({
    clock,
    sources,
    answers: 'once',
    settings: gateSettings('allow'),
  });
  const passing = gate.pass(gateCall('change', { paths: ['src/a.ts'] }));
  clock.advance(60_000);
  expect(await run(await passing)).toBe('refused: facts_missing');
  expect(verdicts(written)).toEqual(['refused by gate: facts_missing']);
  expect(done).toEqual([]);
});

const unasked = () => ({ isIgnored: async () => null, isSetAside: () => false });

it('B-13 judges what shows only on the way by the same rules', async () => {
  const { gate } = makeGateRoom({ answers: 'once' });
  const passed = await gate.pass(gateCall('reach', { url: 'https://example.org/', next: '/etc/passwd' }));
  expect(await run(passed)).toContain('failed:');
});

it('B-13 gives a call out to be run once', async () => {
  const { gate, done } = makeGateRoom();
  const passed = await gate.pass(gateCall('look', { path: 'src/a.ts' }));
  expect(await run(passed)).toBe('saw src/a.ts');
  expect(await run(passed)).toContain('failed:');
  expect(done).toEqual(['src/a.ts']);
});

it('B-04 turns a tool that throws into a failure', async () => {
  const { gate } = makeGateRoom();
  expect(await run(await gate.pass(gateCall('burst', {})))).toBe('failed: burst broke: it burst.');
});

it('I-14 lets only reading go on while the journal cannot be written', async () => {
  const { gate, done } = makeGateRoom({ answers: 'once' }, () => fail(unwritable));
  const read = await gate.pass(gateCall('look', { path: 'src/a.ts' }));
  const reached = await gate.pass(gateCall('reach', { url: 'https://example.org/' }));
  expect(await run(read)).toBe('saw src/a.ts');
  expect(await run(reached)).toBe('refused: journal_unavailable');
  expect(done).toEqual(['src/a.ts']);
});

it('B-13 passes nothing but talk where there is no workspace', async () => {
  const { gate, written } = makeGateRoom({ sources: null, answers: 'once' });
  await gate.pass(gateCall('look', { path: 'src/a.ts' }));
  expect(verdicts(written)).toEqual(['refused by inside-workspace: no_workspace']);
});

async function judge(overrides: Parameters<typeof makeGateRoom>[0]): Promise<unknown> {
  const { gate, written } = makeGateRoom(overrides);
  await gate.pass(gateCall('change', { paths: ['src/a.ts'] }));
  return verdicts(written)[0];
}

it('CF-07 N-11 changes files as the mode and the user say', async () => {
  expect(await judge({ settings: gateSettings('safe'), answers: 'once' })).toBe(
    'refused by known-tool: unknown_tool',
  );
  expect(await judge({})).toBe('refused by mode: approval_needed');
  expect(await judge({ answers: 'once' })).toBe('allowed by --yes: write');
  expect(await judge({ autoEdits: true })).toBe('allowed by rules: write');
  expect(await judge({ settings: gateSettings('allow') })).toBe('allowed by rules: write');
});

it('E-23 H-24 never changes a protected file without a question of its own, in any mode', async () => {
  const paths = ['src/a.ts', '.git/hooks/x'];
  for (const overrides of [
    { settings: gateSettings('allow') },
    { settings: gateSettings('allow'), answers: 'once' as const },
    { autoEdits: true, answers: 'once' as const },
  ]) {
    const { gate, written, done } = makeGateRoom(overrides);
    const passed = await gate.pass(gateCall('change', { paths }));
    expect(verdicts(written)).toEqual(['refused by protected-files: approval_needed']);
    expect(passed.allowed ? '' : passed.error.message).toContain('--yes-protected');
    expect(done).toEqual([]);
  }
  const { gate, written } = makeGateRoom({ autoEdits: true, protectedAnswers: 'once' });
  await gate.pass(gateCall('change', { paths }));
  expect(verdicts(written)).toEqual(['allowed by --yes-protected: write']);
});

const ignoring = () => ({ isSetAside: () => true, isIgnored: async () => 'settings' as const });

it('E-23 changes nothing that the setting edits.ignore names, whoever says yes', async () => {
  const workspace = createFakeWorkspace(new Map([['a.gen', 'a']]));
  const { gate, written } = makeGateRoom({
    sources: { workspace, ignore: ignoring, isProtected: () => false },
    settings: gateSettings('allow'),
    answers: 'once',
    protectedAnswers: 'once',
  });
  await gate.pass(gateCall('change', { paths: ['a.gen'] }));
  await gate.pass(gateCall('look', { path: 'a.gen' }));
  expect(verdicts(written)).toEqual(['refused by hidden-files: protected', 'allowed by --yes: read']);
});
