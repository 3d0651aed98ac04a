import { sessionIdSchema } from '@rook/contract';
import { expect, test } from 'vitest';

import { CONNECT_HASH, formatRoute, parseRoute } from './route.ts';

const session = sessionIdSchema.parse('rook-20261116-0000abcd');

test('Q-04 reads back every address that it writes', () => {
  expect(parseRoute(formatRoute(null))).toEqual({ session: null, turn: null, isUnknown: false });
  expect(parseRoute(formatRoute(session))).toEqual({ session, turn: null, isUnknown: false });
  expect(parseRoute(formatRoute(session, 't0003'))).toEqual({ session, turn: 't0003', isUnknown: false });
});

test.each(['#/session/', '#/session/nonsense', '#/elsewhere', '#/session/../../etc'])(
  'Q-20 knows that %s is no session',
  (hash) => {
    expect(parseRoute(hash)).toEqual({ session: null, turn: null, isUnknown: true });
  },
);

test('Q-04 takes no address for a new session', () => {
  for (const hash of ['', '#', '#/', CONNECT_HASH])
    expect(parseRoute(hash)).toEqual({ session: null, turn: null, isUnknown: false });
});
