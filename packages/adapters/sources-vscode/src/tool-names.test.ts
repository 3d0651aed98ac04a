import { ck3raven, rook } from '@rook/contract';
import { expect, it } from 'vitest';

import { createToolNames } from './tool-names.ts';

const raven = createToolNames(ck3raven.tools);

it('B-07 shows a name without the prefix of its instance, and leaves every other as it is', () => {
  expect(raven.shown('mcp_ck3_lens_abc_ck3_look')).toBe('ck3_look');
  expect(raven.shown('ck3_echo')).toBe('ck3_echo');
  expect(raven.shown('x_mcp_ck3_lens_abc_ck3_look')).toBe('x_mcp_ck3_lens_abc_ck3_look');
});

it.each([
  ['ck3_echo', true],
  ['ck3lens_find', true],
  ['mcp_ck3_lens_abc_ck3_look', true],
  ['mcp_ck3_lens_abc_other', false],
  ['other_ck3_echo', false],
  ['copilot_readFile', false],
  ['', false],
])('B-09 of the tool %s says %s', (name, isAllowed) => {
  expect(raven.isAllowed(name)).toBe(isAllowed);
});

it('B-09 what the user adds is offered too, and nothing that is empty opens everything', () => {
  const names = createToolNames(rook.tools, { further: ['copilot_', ''] });
  expect(['copilot_readFile', 'rook_x', 'other'].map(names.isAllowed)).toEqual([true, true, false]);
});

it('B-09 what we offer to others is not offered back to us, also where the user adds its namespace', () => {
  const own = ['rook_read_file', 'rook_edit'];
  const names = createToolNames(rook.tools, { further: ['rook_read'], own });
  const asked = ['rook_read_file', 'rook_edit', 'rook_echo', 'rook_read_file_of_others'];
  expect(asked.map(names.isAllowed)).toEqual([false, false, true, true]);
  // Without the list all of them would come back.
  expect(asked.every(createToolNames(rook.tools).isAllowed)).toBe(true);
});
