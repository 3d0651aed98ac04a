import { expect, it } from 'vitest';

import { askForReply } from './ask-for-reply.ts';

it('C-09 asks through the structured output where it is wanted and can be had', () => {
  const asked = askForReply({ structured: 'strict' }, 'grok-4', true);
  expect(asked.structured).toMatchObject({
    name: 'grok_response',
    schema: { required: ['summary'], type: 'object' },
  });
  expect(asked.notice).toBeNull();
  expect(asked.rules).not.toContain('JSON schema');
});

it('C-09 asks by prompt when nothing else is wanted', () => {
  const asked = askForReply({ structured: 'strict' }, 'grok-4', false);
  expect(asked).not.toHaveProperty('structured');
  expect(asked.notice).toBeNull();
  expect(asked.rules).toContain('JSON schema');
});

it('C-12 falls back to text with a notice where the model cannot', () => {
  const asked = askForReply({ structured: 'none' }, 'grok-2', true);
  expect(asked).not.toHaveProperty('structured');
  expect(asked.notice).toContain('grok-2 cannot be held to a schema');
  expect(asked.rules).toContain('JSON schema');
});
