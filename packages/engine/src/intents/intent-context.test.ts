import { intentIdSchema } from '@rook/contract';
import { expect, it } from 'vitest';

import { describeIntent, showIntent } from './intent-context.ts';
import type { Intent } from './intent.ts';

const intent: Intent = {
  id: intentIdSchema.parse('INT-001'),
  name: 'A & B',
  status: 'IN_PROGRESS',
  ownedScope: ['src/auth/**', 'docs/<x>.md'],
  constraints: ['no new dependency', 'keep\nthe API'],
  acceptanceCriteria: ['tests pass'],
  isDraft: false,
};

it('H-04 H-32 shows scope, constraints and criteria, escaped', () => {
  expect(showIntent(intent, 8000)).toBe(
    [
      '<intent_context>',
      '  <intent_id>INT-001</intent_id>',
      '  <name>A &amp; B</name>',
      '  <owned_scope>src/auth/**, docs/&lt;x&gt;.md</owned_scope>',
      '  <constraints>no new dependency; keep the API</constraints>',
      '  <acceptance_criteria>tests pass</acceptance_criteria>',
      '</intent_context>',
    ].join('\n'),
  );
});

it('H-18 keeps to its budget with five hundred constraints, and says that there is more', () => {
  const constraints = Array.from({ length: 500 }, (_unused, index) => `constraint number ${index}`);
  const text = describeIntent({ ...intent, constraints }, 2000);
  expect(text.length).toBeLessThan(2500);
  expect(text.endsWith('\n  context_truncated=true')).toBe(true);
  expect(text).toContain('<owned_scope>src/auth/**, docs/&lt;x&gt;.md</owned_scope>');
  expect(text).toContain('constraint number 50;');
  expect(text).not.toContain('constraint number 499');
  expect(describeIntent(intent, 8000)).not.toContain('context_truncated');
  expect(describeIntent({ ...intent, name: 'n'.repeat(100_000) }, 2000).length).toBeLessThan(2500);
});
