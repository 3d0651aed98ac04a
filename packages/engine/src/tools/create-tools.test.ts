import { expect, it } from 'vitest';

import { createTools } from './create-tools.ts';
import { fakePorts } from './test-tools.ts';

it('B-15 has the reading tools, each with what its calls do and what it takes', () => {
  const tools = createTools(fakePorts({}));
  expect(
    tools.map(({ name, effect, input }) => [
      name,
      effect,
      Object.keys(input['properties'] ?? {}),
      input['required'],
      input['additionalProperties'],
    ]),
  ).toEqual([
    ['read_file', 'read', ['path', 'start', 'end'], ['path'], false],
    ['list_files', 'read', ['path', 'depth'], undefined, false],
    ['find_files', 'read', ['pattern'], ['pattern'], false],
    [
      'search_files',
      'read',
      ['pattern', 'path', 'glob', 'context', 'literal', 'ignoreCase'],
      ['pattern'],
      false,
    ],
    ['outline_file', 'read', ['path'], ['path'], false],
    [
      'search_sessions',
      'read',
      ['query', 'session', 'since', 'before', 'type', 'tag', 'tool', 'file', 'limit'],
      ['query'],
      false,
    ],
    ['fetch_url', 'network', ['url'], ['url'], false],
    ['read_result', 'read', ['result', 'start'], ['result'], false],
    ['write_to_file', 'write', ['path', 'content', 'hash', 'todoIndex'], ['path', 'content'], false],
    [
      'edit',
      'write',
      ['path', 'edits', 'lineOperations', 'lineRange', 'content', 'hash', 'todoIndex'],
      ['path'],
      false,
    ],
    ['apply_diff', 'write', ['path', 'diff', 'hash', 'todoIndex'], ['path', 'diff'], false],
    ['apply_patch', 'write', ['patch', 'todoIndex'], ['patch'], false],
    ['delete_file', 'write', ['path', 'hash', 'todoIndex'], ['path'], false],
    ['move_file', 'write', ['path', 'to', 'hash', 'todoIndex'], ['path', 'to'], false],
    ['apply_changes', 'write', ['fileChanges', 'fileHashes'], ['fileChanges'], false],
    ['record_lesson', 'write', ['lesson', 'file'], ['lesson', 'file'], false],
  ]);
  for (const { description } of tools) expect(description.length).toBeLessThan(700);
});

it('B-15 reads any input without a throw, and says in one sentence what is wrong', () => {
  for (const tool of createTools(fakePorts({})))
    for (const input of [
      undefined,
      null,
      7,
      'x',
      [],
      { path: 7 },
      { path: { toString: 1 } },
      JSON.parse('{"__proto__":{"path":"x"}}'),
    ]) {
      const prepared = tool.prepare(input);
      if (prepared.ok) continue;
      expect(prepared.error.code).toBe('invalid_input');
      expect(prepared.error.message).toMatch(new RegExp(`^The input of ${tool.name} is not valid: .*\\.$`));
    }
});
