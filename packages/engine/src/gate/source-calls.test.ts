import { expect, it } from 'vitest';

import { createFakeSource, type FakeSource, type FakeSourceTool } from '../ports/fakes/fake-source.ts';
import type { Source } from '../ports/source.ts';
import { loadSourceTools } from '../tools/source-tools.ts';
import type { GateSetup } from './pass-gate.ts';
import { gateCall, gateSettings, makeGateRoom } from './test-gate.ts';

const { signal } = new AbortController();

const TOOLS: readonly FakeSourceTool[] = [
  { name: 'find', annotations: { readOnlyHint: true } },
  { name: 'write' },
];

interface SourceRoom {
  readonly source: FakeSource;
  readonly offered: readonly string[];
  readonly readsOnly: (name: string) => boolean;
  /** What the gate said of a call, after it was run if it was allowed. */
  readonly call: (name: string, input: unknown) => Promise<string>;
}

async function makeSourceRoom(
  setup: Partial<GateSetup> = {},
  more: Partial<Pick<Source, 'trusted' | 'overrides'>> = {},
): Promise<SourceRoom> {
  const source = createFakeSource(TOOLS, { name: 'notes', ...more });
  const { tools } = await loadSourceTools([source], signal);
  const { gate, written } = makeGateRoom({ ...setup, tools });
  return {
    source,
    offered: gate.tools().map(({ name }) => name),
    readsOnly: (name) => gate.readsOnly(name),
    call: async (name, input) => {
      const passed = await gate.pass(gateCall(name, input));
      if (passed.allowed) await passed.run(signal);
      const draft = written.at(-1);
      if (draft?.event_type === 'tool_call_allowed') return `allowed: ${draft.effect}`;
      return draft?.event_type === 'tool_call_refused' ? `${draft.rule}: ${draft.error.code}` : 'nothing';
    },
  };
}

/** Both ways to a tool of a source. */
const WAYS: readonly (readonly [string, (tool: string, input: object) => readonly [string, unknown]])[] = [
  ['its own name', (tool, input) => [`mcp_notes_${tool}`, input]],
  ['use_mcp_tool', (tool, input) => ['use_mcp_tool', { server: 'notes', tool, arguments: input }]],
];

it.each(WAYS)('CF-25 H-20 asks before a tool of a source runs, called by %s', async (_title, way) => {
  const asked = await makeSourceRoom();
  expect(await asked.call(...way('write', { path: 'src/a.ts' }))).toBe('mode: approval_needed');
  expect(await asked.call(...way('find', {}))).toBe('mode: approval_needed');
  expect(asked.source.called).toEqual([]);
  const allowed = await makeSourceRoom({ settings: gateSettings('allow') });
  expect(await allowed.call(...way('write', { path: 'src/a.ts' }))).toBe('allowed: run');
  expect(allowed.source.called).toHaveLength(1);
});

it.each(WAYS)(
  'CF-25 holds a tool of a source to the paths of the workspace, called by %s',
  async (_title, way) => {
    const setup = { settings: gateSettings('allow'), answers: 'once' } as const;
    for (const trusted of [false, true]) {
      const room = await makeSourceRoom(setup, { trusted });
      for (const path of ['../x', '/etc/passwd', '~/.ssh/id_rsa', 'file:///etc/passwd', '..%2f..%2fx'])
        for (const tool of ['find', 'write'])
          for (const input of [{ path }, { deep: [{ anything: path }] }])
            expect(await room.call(...way(tool, input))).toBe('inside-workspace: outside_workspace');
      expect(await room.call(...way('write', { path: '.git/hooks/x' }))).toBe(
        'protected-files: approval_needed',
      );
      expect(await room.call(...way('write', { file: '.rook/settings.json' }))).toBe(
        'protected-files: protected',
      );
      expect(room.source.called).toEqual([]);
    }
  },
);

it.each(WAYS)(
  'H-20 shows a trusted reader no secret without a question, called by %s',
  async (_title, way) => {
    const room = await makeSourceRoom({}, { trusted: true });
    expect(await room.call(...way('find', { path: 'link' }))).toBe('hidden-files: approval_needed');
    expect(await room.call(...way('find', { path: 'dist/out.js' }))).toBe('hidden-files: approval_needed');
    expect(room.source.called).toEqual([]);
    expect(await room.call(...way('find', { path: 'src/a.ts' }))).toBe('allowed: read');
  },
);

it('H-20 N-11 offers in the mode safe what a trusted source only reads, and no way around', async () => {
  const safe = { settings: gateSettings('safe'), answers: 'once' } as const;
  const trusted = await makeSourceRoom(safe, { trusted: true });
  expect(trusted.offered).toEqual(['mcp_notes_find']);
  expect(await trusted.call('mcp_notes_find', {})).toBe('allowed: read');
  expect(await trusted.call('mcp_notes_write', {})).toBe('known-tool: unknown_tool');
  expect(await trusted.call('use_mcp_tool', { server: 'notes', tool: 'write', arguments: {} })).toBe(
    'known-tool: unknown_tool',
  );
  const stranger = await makeSourceRoom(safe);
  expect(stranger.offered).toEqual([]);
});

it('B-13 runs only the readers of a source side by side', async () => {
  const { readsOnly } = await makeSourceRoom({}, { trusted: true });
  expect(['mcp_notes_find', 'mcp_notes_write', 'use_mcp_tool'].map(readsOnly)).toEqual([true, false, false]);
});

it('H-20 refuses what the user switched off, whatever the mode and the answers', async () => {
  const setup = { settings: gateSettings('allow'), answers: 'once', protectedAnswers: 'once' } as const;
  const room = await makeSourceRoom(setup, { overrides: new Map([['write', 'off']]) });
  expect(await room.call('mcp_notes_write', {})).toBe('known-tool: unknown_tool');
  expect(await room.call('use_mcp_tool', { server: 'notes', tool: 'write', arguments: {} })).toBe(
    'valid-input: rule_refuses',
  );
  expect(room.source.called).toEqual([]);
});
