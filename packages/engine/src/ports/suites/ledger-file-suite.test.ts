import { succeed } from '@rook/contract';
import { expect, it } from 'vitest';

import { createFakeLedgerFile } from '../fakes/fake-ledger-file.ts';
import type { HeldLedger, LedgerFile } from '../ledger-file.ts';
import { failedCases } from './failed-cases.ts';
import { ledgerFileSuite } from './ledger-file-suite.ts';

it('H-33 the ledger in memory keeps every promise of the port', async () => {
  const failed = await failedCases(ledgerFileSuite, () => {
    const file = createFakeLedgerFile();
    return () => file;
  });
  expect(failed).toEqual([]);
});

type Break = (ledger: HeldLedger) => HeldLedger;

const twins: readonly (readonly [string, Break])[] = [
  ['drops what is added second', dropping()],
  [
    'adds twice',
    (ledger) => ({ ...ledger, append: async (bytes, mark) => ledger.append(twice(bytes), mark) }),
  ],
  ['forgets the bookmark', (ledger) => ({ ...ledger, bookmark: null })],
  ['forgets what was kept last', (ledger) => ({ ...ledger, lastBookmark: null })],
  ['leaves what is to be replaced', (ledger) => ({ ...ledger, replace: async () => succeed(undefined) })],
  ['keeps the first bookmark', keepingFirst()],
];

function twice(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from([...bytes, ...bytes]);
}

function dropping(): Break {
  let count = 0;
  return (ledger) => ({
    ...ledger,
    append: async (bytes, mark) => {
      count += 1;
      return ledger.append(count % 2 === 0 ? new Uint8Array() : bytes, mark);
    },
  });
}

function keepingFirst(): Break {
  let first: string | null = null;
  return (ledger) => ({
    ...ledger,
    append: async (bytes, mark) => {
      first ??= mark;
      return ledger.append(bytes, first);
    },
  });
}

it.each(twins)('H-33 the suite catches a ledger that %s', async (_name, breakIt) => {
  const failed = await failedCases(ledgerFileSuite, () => {
    const file = createFakeLedgerFile();
    const broken: LedgerFile = {
      ...file,
      hold: async (work) => file.hold(async (held) => work(breakIt(held))),
    };
    return () => broken;
  });
  expect(failed).not.toEqual([]);
});

it('H-33 the suite catches a ledger that lets several in at once', async () => {
  const failed = await failedCases(ledgerFileSuite, () => {
    const file = createFakeLedgerFile();
    const broken: LedgerFile = {
      ...file,
      hold: async (work) => {
        const kept: (readonly [Uint8Array, string])[] = [];
        const done = await work({
          bookmark: null,
          lastBookmark: null,
          replace: async () => ({ ok: true, value: undefined }),
          append: async (bytes, mark) => {
            kept.push([bytes, mark]);
            return { ok: true, value: undefined };
          },
        });
        for (const [bytes, mark] of kept) await file.hold(async (held) => held.append(bytes, mark));
        return done;
      },
    };
    return () => broken;
  });
  expect(failed.join('\n')).toContain('wait for each other');
});
