import { messageIdSchema, rook, sessionIdSchema } from '@rook/contract';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { createMessageId, sessionIdFor } from './create-ids.ts';

it('I-02 names the session of a first message always alike, whatever the message is called', () => {
  const digits = fc.stringMatching(/^\d{1,40}$/u);
  fc.assert(
    fc.property(digits, fc.stringMatching(/^[0-9a-z]{1,20}$/u), (time, random) => {
      const message = messageIdSchema.parse(`msg-${time}-${random}`);
      const name = sessionIdFor(rook, message);
      expect(sessionIdSchema.safeParse(name).success).toBe(true);
      expect(sessionIdFor(rook, message)).toBe(name);
    }),
  );
  const now = new Date(Date.UTC(2026, 10, 16, 12));
  const names = Array.from({ length: 20 }, () => sessionIdFor(rook, createMessageId(now)));
  expect(new Set(names).size).toBe(names.length);
  expect(names[0]).toMatch(/^rook-20261116-/u);
});
