import { ck3raven, rook } from '@rook/contract';
import { listTools } from '@rook/engine';
import { expect, it } from 'vitest';
import * as z from 'zod';

import { contributeTools } from './contribute-tools.ts';
import { describeCall } from './describe-call.ts';
import { LEFT_OUT, OFFERED_TOOLS, ownToolNames } from './tool-table.ts';

const contributed = z.array(
  z.strictObject({
    name: z.string().regex(/^rook_[a-z_]+$/u),
    displayName: z.string().min(1),
    modelDescription: z.string().min(20),
    userDescription: z.string().min(20),
    canBeReferencedInPrompt: z.literal(true),
    toolReferenceName: z.string().regex(/^[\w-]+$/u),
    icon: z.string().regex(/^\$\([a-z-]+\)$/u),
    tags: z.tuple([z.literal('rook'), z.enum(['read', 'write', 'network', 'command'])]),
    inputSchema: z.looseObject({ type: z.literal('object') }),
  }),
);

it('B-15 every tool is offered to others or left out for a reason, and none that is not there', () => {
  const named = [...OFFERED_TOOLS.map(({ name }) => name), ...LEFT_OUT.keys()];
  expect(named.toSorted()).toEqual(
    listTools()
      .map(({ name }) => name)
      .toSorted(),
  );
});

it('B-15 contributes the tools as models are told of them, under names of the brand', () => {
  const tools = contributed.parse(contributeTools(rook));
  expect(tools.map(({ name }) => name)).toEqual(ownToolNames(rook));
  const told = new Map(listTools().map((tool) => [`rook_${tool.name}`, tool]));
  for (const { name, tags } of tools) expect(told.get(name)?.effect).toBe(tags[1]);
  for (const { name, inputSchema } of tools.filter((tool) => tool.name !== 'rook_execute_command'))
    expect(inputSchema).toEqual(told.get(name)?.input);
  expect(tools.find(({ name }) => name === 'rook_edit')?.modelDescription).toContain(
    'must have been read with rook_read_file',
  );
});

it('B-15 offers others nothing that would go on in the background, and no name that they cannot call', () => {
  const text = JSON.stringify(contributeTools(rook));
  expect(text).not.toContain('background');
  for (const { name } of OFFERED_TOOLS.filter((tool) => tool.name.includes('_'))) {
    const bare = text.replaceAll(/(?:refusals|Results that were cut) name it \w+/gu, '');
    expect(bare.replaceAll(`rook_${name}`, '')).not.toMatch(new RegExp(String.raw`\b${name}\b`, 'u'));
  }
});

it('B-09 a brand that offers none of our tools contributes none', () => {
  expect(contributeTools(ck3raven)).toEqual([]);
  expect(ownToolNames(ck3raven)).toEqual([]);
});

it('says in one line what is called, whatever it is given', () => {
  expect(describeCall('read_file', { path: 'src/a.ts' })).toBe('Read a File: src/a.ts');
  expect(describeCall('execute_command', { command: 'a\n\u202eb' })).toBe('Run a Command: a b');
  expect(describeCall('edit', null)).toBe('Edit a File');
  expect(describeCall('read_file', { path: 7 })).toBe('Read a File');
  expect(describeCall('search_files', { pattern: 'x'.repeat(500) })).toHaveLength(
    'Search Files: '.length + 101,
  );
});
