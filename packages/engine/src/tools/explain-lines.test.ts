import { fail, parseCallOutput, rookError } from '@rook/contract';
import { expect, it } from 'vitest';

import { createTools } from './create-tools.ts';
import type { ExplainLines } from './explain-lines.ts';
import { fakePorts, toolText } from './test-tools.ts';

const WRITTEN = {
  start: 3,
  end: 4,
  broughtBackBy: null,
  movedBy: null,
  text: ['the content', 'of the file'],
  origin: 'assistant',
  changeSet: 'cs-1',
  session: 'rook-20261114-0a1b2c3d',
  turn: 't0003',
  timestamp: '2026-11-14T10:00:00.000Z',
  kind: 'edit',
  by: 'assistant',
  source: 'journal',
  intent: { id: 'INT-001', name: 'Rounding', status: 'IN_PROGRESS' },
  prompt: `round\n  it ${'x'.repeat(400)}`,
  model: 'm-1',
  approval: { allowedBy: 'approval ap-1', answeredBy: null, scope: null, timestamp: null },
};
const OUTSIDE = {
  start: 5,
  end: 5,
  broughtBackBy: null,
  movedBy: null,
  origin: 'outside',
  changeSet: null,
  intent: null,
  reason: 'It was written outside of the record.',
};

/** Says this of every file, and keeps what it was asked. */
function makeRoom(ranges: readonly object[]) {
  const asked: unknown[] = [];
  const explain: ExplainLines = async (path, lines) => {
    asked.push([path, lines]);
    if (path === 'none.ts') return fail(rookError('not_found', 'There is no file none.ts here.'));
    const told = { file: path, exists: true, isText: true, lines: 5, ranges, changes: [], moreChanges: 0 };
    return parseCallOutput('why', told);
  };
  return { asked, ports: fakePorts({ 'a.ts': 'a\n' }, { explain }) };
}

it('H-34 says which change wrote lines, for what and who allowed it, and shows nothing of the file', async () => {
  const { asked, ports } = makeRoom([WRITTEN, OUTSIDE]);
  const text = await toolText(ports, 'explain_lines', { path: './a.ts', start: 3, end: 5 });
  expect(asked).toEqual([['a.ts', { start: 3, end: 5 }]]);
  expect(text.split('\n')).toEqual([
    '### a.ts',
    'Lines 3-4: The assistant wrote them at 2026-11-14T10:00:00.000Z (rook-20261114-0a1b2c3d, t0003, cs-1).',
    '  Intent: INT-001, Rounding',
    `  Asked for: round it ${'x'.repeat(291)}…`,
    '  Model: m-1',
    '  Allowed by: approval ap-1',
    'Line 5: It was written outside of the record.',
  ]);
});

it('H-34 takes one line, all of them, and says what is wrong with others', async () => {
  const { asked, ports } = makeRoom(Array.from({ length: 150 }, () => OUTSIDE));
  await toolText(ports, 'explain_lines', { path: 'a.ts', start: 2 });
  await toolText(ports, 'explain_lines', { path: 'a.ts', end: 2 });
  const all = await toolText(ports, 'explain_lines', { path: 'a.ts' });
  expect(asked).toEqual([
    ['a.ts', { start: 2, end: 2 }],
    ['a.ts', { start: 1, end: 2 }],
    ['a.ts', null],
  ]);
  expect(all.split('\n')).toHaveLength(102);
  expect(all).toContain('(50 more ranges; ask for some lines.)');
  expect(await toolText(ports, 'explain_lines', { path: 'a.ts', start: 3, end: 2 })).toBe(
    'invalid_input: The last line, 2, stands before the first, 3.',
  );
  expect(await toolText(ports, 'explain_lines', { path: 'none.ts' })).toMatch(/^not_found: /u);
});

it('H-34 is not there where nobody can tell', () => {
  expect(createTools(fakePorts({})).some(({ name }) => name === 'explain_lines')).toBe(false);
});
