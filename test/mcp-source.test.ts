import { realpath } from 'node:fs/promises';
import { join } from 'node:path';

import type { Source } from '@rook/engine';
import { failedCases, sourceSuite } from '@rook/engine/testing';
import { createLocalShell } from '@rook/shell-local';
import { afterEach, expect, it } from 'vitest';

import type { OpenedSources } from '../packages/adapters/sources-mcp/src/index.ts';
import { limits, makeNotesRoom, notesConfig } from '../packages/adapters/sources-mcp/test/notes-room.ts';

const opened: OpenedSources[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map(async (sources) => sources.close()));
});

async function openNotes(word: string, more: Readonly<Record<string, unknown>> = {}, setup = {}) {
  const room = await makeNotesRoom(createLocalShell());
  await room.put('notes', notesConfig(word === 'journal' ? room.journal : word, more));
  const sources = await room.open(['notes'], setup);
  opened.push(sources);
  const [source] = sources.sources;
  if (source === undefined) throw new Error(JSON.stringify(sources.problems));
  return { room, source };
}

/** What a call said, or its failure. */
async function say(source: Source, tool: string, input = {}, some = {}): Promise<string> {
  const reply = await source.call(tool, input, limits(some));
  return reply.ok ? reply.value.text : `${reply.error.code}: ${reply.error.message}`;
}

it('N-01 N-03 keeps with a real server over stdio what every source promises', async () => {
  const room = await makeNotesRoom(createLocalShell());
  await room.put('notes', notesConfig(''));
  for (const promise of sourceSuite) {
    const sources = await room.open(['notes']);
    opened.push(sources);
    const failed = await Promise.all(
      sources.sources.map(async (source) => failedCases([promise], () => () => source)),
    );
    expect(failed).toEqual([[]]);
  }
}, 120_000);

it('N-03 starts no server before one is needed, and one for calls that come together', async () => {
  const started: string[] = [];
  const local = createLocalShell();
  const shell: Pick<typeof local, 'open'> = {
    open: async (program, watch) => {
      started.push(program.file);
      return local.open(program, watch);
    },
  };
  const { source } = await openNotes('', {}, { shell });
  expect(started).toEqual([]);
  await Promise.all([source.tools(limits()), say(source, 'echo', { text: 'a' })]);
  expect(started).toHaveLength(1);
  await say(source, 'die');
  await say(source, 'echo', { text: 'b' });
  expect(started).toHaveLength(2);
});

it('N-03 says how a server ended and what it complained about, and starts it again', async () => {
  const { source } = await openNotes('');
  expect(await say(source, 'die')).toMatch(
    /^source_failed: The source notes ended before it answered \(it was ended by SIGKILL; it said: the notes are on fire\); the next call starts it again\.$/,
  );
  expect(await say(source, 'echo', { text: 'again' })).toBe('again');
});

it('N-03 says why a program did not start as a server', async () => {
  const broken = await openNotes('broken');
  expect(await say(broken.source, 'echo')).toMatch(
    /^source_failed: .*did not start as an MCP server.*the code 3; it said: the settings of the notes are wrong/,
  );
  const missing = await openNotes('', { command: 'no-such-program-of-rook' });
  expect(await say(missing.source, 'echo')).toMatch(/^source_failed: .*no program no-such-program-of-rook/);
  const silent = await openNotes('silent');
  expect(await say(silent.source, 'echo', {}, { timeoutMilliseconds: 200 })).toMatch(
    /^timed_out: The source notes did not answer within 0\.2 s/,
  );
});

it('N-03 ends a server that floods, and reads over what is no message', async () => {
  const { source } = await openNotes('journal');
  expect(await say(source, 'flood')).toMatch(
    /^source_failed: .*it sent a message of more than 20 MB.*starts it again\.$/,
  );
  expect(await say(source, 'chatter')).toBe('said');
});

it('N-01 gives a server the least of the environment, and none of the keys of the user', async () => {
  const secret = ['a', 'key'].join('-');
  const variables = new Map([
    ['PATH', process.env['PATH'] ?? ''],
    ['HOME', '/home/somebody'],
    ['ROOK_API_KEY', secret],
    ['ANTHROPIC_API_KEY', secret],
    ['NOTES_TOKEN', 'passed'],
    ['LD_PRELOAD', '/tmp/x.so'],
  ]);
  const config = { env: { NOTES_PLACE: 'here' }, passEnv: ['NOTES_TOKEN'] };
  const { room, source } = await openNotes('journal', config, { variables });
  expect(JSON.parse(await say(source, 'environment'))).toEqual({
    PATH: process.env['PATH'],
    HOME: '/home/somebody',
    NOTES_TOKEN: 'passed',
    NOTES_PLACE: 'here',
    folder: await realpath(join(room.home, 'sources', 'notes')),
  });
});

it('N-01 runs a server in the workspace only if the user says so', async () => {
  const workspace = (await makeNotesRoom(createLocalShell())).home;
  const { source } = await openNotes('journal', { cwd: 'workspace' }, { workspace });
  expect(JSON.parse(await say(source, 'environment'))).toMatchObject({ folder: await realpath(workspace) });
});
