import { expect, it } from 'vitest';

import {
  actionIdSchema,
  changeSetIdSchema,
  contentHashSchema,
  entryIdSchema,
  intentIdSchema,
  messageIdSchema,
  sessionIdSchema,
  turnIdSchema,
} from './ids.ts';

const cases = [
  {
    name: 'session',
    schema: sessionIdSchema,
    right: ['rook-20261115-0a1b2c3d', 'ck3raven-20261115-ffffffff'],
    wrong: [
      'rook-2026-0a1b2c3d',
      'rook-20261115-0A1B2C3D',
      '../rook-20261115-0a1b2c3d',
      'rook-20261115-0a1b2c3d\n',
    ],
  },
  {
    name: 'turn',
    schema: turnIdSchema,
    right: ['t0001', 't12345', 't999999999'],
    wrong: ['t1', 'a0001', 't0001 ', 't1000000000', `t${'9'.repeat(400)}`],
  },
  {
    name: 'action',
    schema: actionIdSchema,
    right: ['a0001', 'a999999999'],
    wrong: ['t0001', 'a', 'a1000000000'],
  },
  {
    name: 'entry',
    schema: entryIdSchema,
    right: ['2c5ea4c0-4067-11e9-8bad-9b1deb4d3b7d', 'mhzk1x2y-0123456789abcdef'],
    wrong: ['', 'mhzk1x2y'],
  },
  {
    name: 'message',
    schema: messageIdSchema,
    right: ['msg-1763240000000-k3j2'],
    wrong: ['msg-x-1', 'msg-1'],
  },
  {
    name: 'change set',
    schema: changeSetIdSchema,
    right: ['cs-1763240000000', 'cs-1763240000000-2'],
    wrong: ['cs-', 'cs-1/2'],
  },
  {
    name: 'intent',
    schema: intentIdSchema,
    right: ['INT-001', 'auth.v1'],
    wrong: ['', '-x', 'a b', 'a\u001B[31m', 'x'.repeat(65)],
  },
  {
    name: 'content hash',
    schema: contentHashSchema,
    right: [`sha256:${'0'.repeat(64)}`],
    wrong: ['0'.repeat(64), `sha256:${'0'.repeat(63)}`, `md5:${'0'.repeat(32)}`],
  },
];

it.each(cases)('tells a right $name id from a wrong one', ({ schema, right, wrong }) => {
  for (const text of right) expect(schema.safeParse(text).success, text).toBe(true);
  for (const text of wrong) expect(schema.safeParse(text).success, text).toBe(false);
});
