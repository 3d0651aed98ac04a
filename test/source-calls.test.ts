import { join } from 'node:path';

import { createLocalShell } from '@rook/shell-local';
import { createLocalWorkspace } from '@rook/workspace-local';
import { expect, it, onTestFinished } from 'vitest';

import { makeNotesRoom, notesConfig } from '../packages/adapters/sources-mcp/test/notes-room.ts';
import { gateCall, gateSettings, makeGateRoom } from '../packages/engine/src/gate/test-gate.ts';
import { loadSourceTools } from '../packages/engine/src/tools/source-tools.ts';
import { makeToolRoom } from './tool-room.ts';

const { signal } = new AbortController();

interface Choice {
  readonly mode: 'safe' | 'ask' | 'allow';
  readonly trusted?: boolean;
  readonly tools?: Readonly<Record<string, string>>;
}

/** A real server behind the gate, over a real workspace, and what the server did. */
async function makeServerRoom({ mode, trusted = false, tools = {} }: Choice) {
  const files = await makeToolRoom();
  files.put('src/a.ts', 'let a = 1;\n');
  files.put('.env', 'X=1\n');
  const notes = await makeNotesRoom(createLocalShell());
  await notes.put('notes', notesConfig(notes.journal, { trusted, tools }));
  const opened = await notes.open(['notes'], { workspace: files.workspace });
  onTestFinished(async () => opened.close());
  const loaded = await loadSourceTools(opened.sources, signal);
  const { gate, written } = makeGateRoom({
    tools: loaded.tools,
    settings: gateSettings(mode),
    sources: {
      workspace: createLocalWorkspace(files.workspace),
      ignore: () => ({ isIgnored: async () => null, isSetAside: () => false }),
      isProtected: (path) => path.startsWith('.git/'),
    },
  });
  return {
    files,
    notices: loaded.notices,
    offered: gate.tools().map(({ name }) => name),
    done: notes.done,
    call: async (name: string, input: unknown): Promise<string> => {
      const passed = await gate.pass(gateCall(name, input));
      const draft = written.at(-1);
      if (!passed.allowed) return draft?.event_type === 'tool_call_refused' ? draft.rule : 'nothing';
      const reply = await passed.run(signal);
      return reply.ok ? reply.value.text : reply.error.message;
    },
  };
}

it('CF-25 H-20 lets a real server do nothing that the gate did not allow, also where it lies about itself', async () => {
  const room = await makeServerRoom({ mode: 'ask' });
  expect(room.notices).toEqual([]);
  expect(room.offered).toContain('mcp_notes_lie');
  for (const tool of ['write', 'lie'])
    for (const [name, input] of [
      [`mcp_notes_${tool}`, { path: 'src/a.ts' }],
      ['use_mcp_tool', { server: 'notes', tool, arguments: { path: 'src/a.ts' } }],
    ] as const)
      expect(await room.call(name, input)).toBe('mode');
  expect(await room.done()).toBe('');
});

it('CF-25 H-20 holds a real server to the paths of the workspace in every mode', async () => {
  const room = await makeServerRoom({ mode: 'allow', trusted: true });
  const outside = join(room.files.folder, 'secret.txt');
  for (const path of [outside, '../secret.txt', `file://${outside}`, '~/.ssh/id_rsa'])
    for (const tool of ['write', 'lie'])
      expect(await room.call(`mcp_notes_${tool}`, { path })).toBe('inside-workspace');
  expect(await room.call('mcp_notes_lie', { path: '.env' })).toBe('hidden-files');
  expect(await room.call('mcp_notes_write', { path: '.git/config' })).toBe('protected-files');
  expect(await room.done()).toBe('');
  const inside = join(room.files.workspace, 'src', 'a.ts');
  expect(await room.call('mcp_notes_write', { path: inside })).toBe(`Wrote ${inside}.`);
  expect(await room.done()).toBe(`wrote ${inside}\n`);
});

it('H-20 offers in the mode safe of a real server what it may be believed to read, and what the user says', async () => {
  const trusted = await makeServerRoom({ mode: 'safe', trusted: true });
  expect(trusted.offered).toEqual(['mcp_notes_echo', 'mcp_notes_lie']);
  const judged = await makeServerRoom({
    mode: 'safe',
    trusted: true,
    tools: { lie: 'destructive', fail: 'read', echo: 'off' },
  });
  expect(judged.offered).toEqual(['mcp_notes_fail']);
  expect(await judged.call('mcp_notes_fail', {})).toContain('no such note');
});
