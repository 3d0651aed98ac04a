import { succeed } from '@rook/contract';
import { expect, it } from 'vitest';

import { createFakeOutline } from '../fakes/fake-outline.ts';
import type { Outline, OutlineSymbol } from '../outline.ts';
import { failedCases } from './failed-cases.ts';
import { outlineSuite } from './outline-suite.ts';

it('is passed by the fake', async () => {
  expect(await failedCases(outlineSuite, () => createFakeOutline)).toEqual([]);
});

type Change = (symbols: readonly OutlineSymbol[]) => readonly OutlineSymbol[];
const changed = (change: Change) => (outline: Outline) => ({
  outline: async (path: string, text: string) => {
    const outlined = await outline.outline(path, text);
    return outlined.ok ? succeed(change(outlined.value)) : outlined;
  },
});

const twins: readonly (readonly [string, (outline: Outline) => Outline])[] = [
  ['counts lines from 0', changed((all) => all.map((one) => ({ ...one, startLine: one.startLine - 1 })))],
  ['leaves the last line out', changed((all) => all.map((one) => ({ ...one, endLine: one.endLine - 1 })))],
  ['is flat', changed((all) => all.map((one) => ({ ...one, depth: 0 })))],
  ['sorts by name', changed((all) => all.toSorted((a, b) => (a.name < b.name ? -1 : 1)))],
  ['leaves methods out', changed((all) => all.filter(({ depth }) => depth === 0))],
  [
    'takes every file for one of its language',
    (outline) => ({ outline: async (_path, text) => outline.outline('a.ts', text) }),
  ],
  [
    'gives up at the first mistake',
    (outline) => ({
      outline: async (path, text) => (text.includes('%%') ? succeed([]) : outline.outline(path, text)),
    }),
  ],
];

it.each(twins)('rejects an outline that %s', async (_title, breakIt) => {
  expect(await failedCases(outlineSuite, () => () => breakIt(createFakeOutline()))).not.toEqual([]);
});
