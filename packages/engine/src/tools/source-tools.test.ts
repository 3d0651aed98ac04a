import { fail, rookError, succeed, turnIdSchema } from '@rook/contract';
import { expect, it } from 'vitest';

import { createFakeSource, type FakeSource, type FakeSourceTool } from '../ports/fakes/fake-source.ts';
import type { Source } from '../ports/source.ts';
import { createTools } from './create-tools.ts';
import { createSourceTools, judgeSourceTool, loadSourceTools } from './source-tools.ts';
import { fakePorts } from './test-tools.ts';
import type { Tool, ToolReply } from './tool.ts';

const { signal } = new AbortController();
const around = {
  signal,
  turn: turnIdSchema.parse('t0001'),
  judged: new Set<string>(),
  allow: async () => succeed(undefined),
};

const reading = { readOnlyHint: true };

const NOTES: readonly FakeSourceTool[] = [
  {
    name: 'find',
    description: 'Finds notes.',
    input: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { query: { type: 'string' }, path: { type: 'string' } },
      required: ['query'],
    },
    annotations: reading,
    answer: ({ query }) => ({ text: `found ${String(query)}`, failed: false }),
  },
  { name: 'write', description: 'Writes a note.' },
];

async function load(...sources: readonly Source[]) {
  return loadSourceTools(sources, signal);
}

function find(tools: readonly Tool[], name: string): Tool {
  const found = tools.find((tool) => tool.name === name);
  if (found === undefined) throw new Error(`There is no ${name}.`);
  return found;
}

/** What a call would do, or why it would do nothing. */
function effectOf(tool: Tool, input: unknown): unknown {
  const prepared = tool.prepare(input);
  return prepared.ok ? prepared.value.effect : prepared.error.code;
}

async function run(tool: Tool, input: unknown): Promise<ToolReply | string> {
  const prepared = tool.prepare(input);
  if (!prepared.ok) return prepared.error.message;
  const reply = await prepared.value.run(around);
  return reply.ok ? reply.value : reply.error.message;
}

it('B-15 offers each tool of a source by its own name, and use_mcp_tool for all', async () => {
  const { tools, notices } = await load(createFakeSource(NOTES, { name: 'notes' }));
  expect(notices).toEqual([]);
  expect(tools.map(({ name, effect }) => [name, effect])).toEqual([
    ['mcp_notes_find', 'run'],
    ['mcp_notes_write', 'run'],
    ['use_mcp_tool', 'run'],
  ]);
  expect(find(tools, 'mcp_notes_find').input).toEqual({
    type: 'object',
    properties: { query: { type: 'string' }, path: { type: 'string' } },
    required: ['query'],
  });
  expect(find(tools, 'use_mcp_tool').description).toContain('notes (find, write)');
  expect(await load()).toEqual({ tools: [], notices: [] });
});

it('B-14 ends in the same call by whatever name a tool of a source is called', async () => {
  const source = createFakeSource(NOTES, { name: 'notes' });
  const { tools } = await load(source);
  const input = { query: 'x', path: 'a/b' };
  const own = find(tools, 'mcp_notes_find').prepare(input);
  const generic = find(tools, 'use_mcp_tool').prepare({ server: 'notes', tool: 'find', arguments: input });
  const judged = {
    ok: true,
    value: {
      judgedAs: 'mcp_notes_find',
      effect: { kind: 'run', source: 'notes', tool: 'find', paths: ['a/b'] },
    },
  };
  expect(own).toMatchObject(judged);
  expect(generic).toMatchObject(judged);
  for (const prepared of [own, generic]) if (prepared.ok) await prepared.value.run(around);
  expect(source.called).toEqual([
    { tool: 'find', input },
    { tool: 'find', input },
  ]);
});

it('B-14 says what is wrong with a call of use_mcp_tool, and calls nothing', async () => {
  const source = createFakeSource(NOTES, { name: 'notes' });
  const generic = find((await load(source)).tools, 'use_mcp_tool');
  expect(effectOf(generic, { server: 'notes', tool: 'find' })).toBe('invalid_input');
  expect(effectOf(generic, { server: 'notes', tool: 'write', arguments: null })).toMatchObject({
    kind: 'run',
  });
  expect(effectOf(generic, { server: 'other', tool: 'find', arguments: {} })).toBe('unknown_tool');
  expect(effectOf(generic, { server: 'notes', tool: 'FIND', arguments: {} })).toBe('unknown_tool');
  for (const input of [
    undefined,
    null,
    'x',
    [],
    {},
    { server: 1 },
    { server: 'notes', tool: 'find', arguments: [] },
  ])
    expect(effectOf(generic, input)).toBe('invalid_input');
  expect(source.called).toEqual([]);
});

const JUDGED: readonly (readonly [string, Partial<Source>, FakeSourceTool['annotations'], string])[] = [
  ['a stranger says nothing', {}, {}, 'destructive'],
  ['a stranger says that it reads', {}, reading, 'destructive'],
  ['a trusted source says nothing', { trusted: true }, {}, 'destructive'],
  ['a trusted source says that it reads', { trusted: true }, reading, 'read'],
  [
    'it says that it reads and destroys',
    { trusted: true },
    { ...reading, destructiveHint: true },
    'destructive',
  ],
  ['it says that it destroys nothing', { trusted: true }, { destructiveHint: false }, 'destructive'],
  ['the user says that a stranger reads', { overrides: new Map([['t', 'read']]) }, {}, 'read'],
  [
    'the user says that it destroys',
    { trusted: true, overrides: new Map([['t', 'destructive']]) },
    reading,
    'destructive',
  ],
  ['the user says off', { trusted: true, overrides: new Map([['t', 'off']]) }, reading, 'off'],
  ['the user speaks of another tool', { overrides: new Map([['u', 'read']]) }, reading, 'destructive'],
];

it.each(JUDGED)('H-20 CF-25 judges a tool when %s', (_title, more, annotations = {}, expected) => {
  const source = createFakeSource([], more);
  expect(judgeSourceTool(source, { name: 't', annotations })).toBe(expected);
});

it('H-20 neither offers nor calls a tool that the user switched off', async () => {
  const source = createFakeSource(NOTES, {
    name: 'notes',
    trusted: true,
    overrides: new Map([['find', 'off']]),
  });
  const { tools } = await load(source);
  expect(tools.map(({ name }) => name)).toEqual(['mcp_notes_write', 'use_mcp_tool']);
  const generic = find(tools, 'use_mcp_tool');
  expect(generic.description).not.toContain('find');
  expect(effectOf(generic, { server: 'notes', tool: 'find', arguments: { query: 'x' } })).toBe(
    'rule_refuses',
  );
  expect(source.called).toEqual([]);
});

it('H-08 labels every tool of the catalogue safe or destructive, unknown ones destructive', async () => {
  const trusted = createFakeSource(NOTES, { name: 'notes', trusted: true });
  const stranger = createFakeSource(NOTES, { name: 'stranger' });
  const { tools } = await load(trusted, stranger);
  const labels = [...createTools(fakePorts({})), ...tools].map(
    ({ name, effect }) => `${name}: ${effect === 'read' ? 'safe' : 'destructive'}`,
  );
  expect(labels).toEqual([
    'read_file: safe',
    'list_files: safe',
    'find_files: safe',
    'search_files: safe',
    'outline_file: safe',
    'search_sessions: safe',
    'fetch_url: destructive',
    'read_result: safe',
    'write_to_file: destructive',
    'edit: destructive',
    'apply_diff: destructive',
    'apply_patch: destructive',
    'delete_file: destructive',
    'move_file: destructive',
    'apply_changes: destructive',
    'record_lesson: destructive',
    'mcp_notes_find: safe',
    'mcp_notes_write: destructive',
    'mcp_stranger_find: destructive',
    'mcp_stranger_write: destructive',
    'use_mcp_tool: destructive',
  ]);
});

it('H-20 checks an input against what the tool takes, and sends what was judged', async () => {
  const source = createFakeSource(NOTES, { name: 'notes', trusted: true });
  const tool = find((await load(source)).tools, 'mcp_notes_find');
  expect(effectOf(tool, { query: 'x', path: '../y' })).toEqual({
    kind: 'read',
    paths: ['../y'],
    source: 'notes',
  });
  for (const input of [undefined, null, 'x', [], {}, { query: 7 }])
    expect(effectOf(tool, input)).toBe('invalid_input');
  expect(await run(tool, { path: 'x' })).toMatch(/^The input of mcp_notes_find is not valid: query: .*\.$/);
  expect(await run(tool, { query: 'x' })).toEqual({ text: 'found x', failed: false });
});

it('H-20 believes no claim of a tool whose schema it cannot read, and checks no patterns of strangers', async () => {
  const strange = { type: 'object', properties: { a: { not: { type: 'string' } } } };
  const slow = { type: 'object', properties: { pattern: { type: 'string', pattern: '^(a+)+$' } } };
  const source = createFakeSource(
    [
      { name: 'strange', input: strange, annotations: reading },
      { name: 'slow', input: slow, annotations: reading },
      { name: 'twice', annotations: reading },
      { name: 'twice' },
    ],
    { trusted: true },
  );
  const { tools } = await load(source);
  expect(effectOf(find(tools, 'mcp_fake_strange'), { a: 1 })).toMatchObject({ kind: 'run' });
  expect(effectOf(find(tools, 'mcp_fake_strange'), [])).toBe('invalid_input');
  expect(effectOf(find(tools, 'mcp_fake_slow'), { pattern: `${'a'.repeat(40)}!` })).toMatchObject({
    kind: 'read',
  });
  expect(effectOf(find(tools, 'mcp_fake_slow'), { pattern: 7 })).toBe('invalid_input');
  expect(find(tools, 'mcp_fake_twice').effect).toBe('run');
  expect(tools.filter(({ name }) => name === 'mcp_fake_twice')).toHaveLength(1);
});

it('B-15 gives every tool a name that models can use and that no other has', async () => {
  const names = ['a', 'a b', 'a_b', 'a.b', 'x'.repeat(100), `${'x'.repeat(100)}y`, 'é'];
  const first = await load(createFakeSource(names.map((name) => ({ name }))));
  const taken = first.tools.map(({ name }) => name);
  const copies = taken
    .filter((name) => name.startsWith('mcp_fake_'))
    .map((name) => name.slice('mcp_fake_'.length));
  const { tools } = await load(createFakeSource([...names, ...copies].map((name) => ({ name }))));
  const offered = tools.map(({ name }) => name);
  expect(new Set(offered).size).toBe(offered.length);
  for (const name of offered) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  expect(offered).toEqual(expect.arrayContaining(taken));
});

it('N-03 names a source that fails, breaks or offers what cannot be used, and loads the others', async () => {
  const failing: Source = {
    ...createFakeSource([], { name: 'failing' }),
    tools: async () => fail(rookError('source_failed', 'It is on fire.')),
  };
  const breaking: Source = {
    ...createFakeSource([], { name: 'breaking' }),
    tools: async () => {
      throw new Error('it burst');
    },
  };
  const odd = createFakeSource([{ name: 'odd', input: { type: 'string' } }, { name: 'a\nb' }], {
    name: 'odd',
  });
  const { tools, notices } = await load(failing, createFakeSource(NOTES, { name: 'notes' }), breaking, odd);
  expect(tools.map(({ name }) => name)).toEqual(['mcp_notes_find', 'mcp_notes_write', 'use_mcp_tool']);
  expect(notices.map(({ source, error }) => `${source}: ${error.message}`)).toEqual([
    'failing: It is on fire.',
    'breaking: The source breaking broke: it burst.',
    'odd: The tool odd of the source odd takes no object, so it is left out.',
    'odd: A tool of the source odd has a name that cannot be used, so it is left out.',
  ]);
});

it('B-15 offers no more tools than a model can read of, and calls the others through use_mcp_tool', () => {
  const many = Array.from({ length: 150 }, (_unused, index) => ({ name: `t${index}` }));
  const source: FakeSource = createFakeSource(many);
  const annotations = {};
  const listed = many.map(({ name }) => ({
    name,
    description: 'x\u0007'.repeat(2000),
    input: { type: 'object' },
    annotations,
  }));
  const { tools } = createSourceTools([{ source, tools: listed }]);
  expect(tools).toHaveLength(101);
  for (const { description } of tools) {
    expect(description.length).toBeLessThan(2500);
    expect(description).not.toContain('\u0007');
  }
  expect(
    effectOf(find(tools, 'use_mcp_tool'), { server: 'fake', tool: 't149', arguments: {} }),
  ).toMatchObject({
    kind: 'run',
    tool: 't149',
  });
});

it('N-03 hands on the failure of a source and of its tool', async () => {
  const source = createFakeSource([
    { name: 'fail', answer: () => ({ text: 'no such note', failed: true }) },
    { name: 'die', answer: 'dead' },
  ]);
  const { tools } = await load(source);
  expect(await run(find(tools, 'mcp_fake_fail'), {})).toEqual({ text: 'no such note', failed: true });
  expect(await run(find(tools, 'mcp_fake_die'), {})).toBe('The source ended.');
});
