import { succeed } from '@rook/contract';
import { expect, it } from 'vitest';

import { createFakeSyntax } from '../fakes/fake-syntax.ts';
import type { Syntax, SyntaxNode } from '../syntax.ts';
import { failedCases } from './failed-cases.ts';
import { syntaxSuite } from './syntax-suite.ts';

it('H-25 the suite of syntax is passed by the fake', async () => {
  expect(await failedCases(syntaxSuite, () => createFakeSyntax)).toEqual([]);
});

type Change = (node: SyntaxNode) => SyntaxNode;
const everywhere =
  (change: Change): Change =>
  (node) =>
    change({ ...node, children: node.children.map(everywhere(change)) });
const changed = (change: Change) => (syntax: Syntax) => ({
  parse: async (path: string, text: string) => {
    const parsed = await syntax.parse(path, text);
    if (!parsed.ok || parsed.value === null) return parsed;
    return succeed({ ...parsed.value, root: everywhere(change)(parsed.value.root) });
  },
});

const twins: readonly (readonly [string, (syntax: Syntax) => Syntax])[] = [
  [
    'leaves signs out',
    changed((node) => ({ ...node, children: node.children.filter((one) => one.isNamed) })),
  ],
  ['turns children round', changed((node) => ({ ...node, children: node.children.toReversed() }))],
  ['calls everything named', changed((node) => ({ ...node, isNamed: true }))],
  ['squeezes blanks', changed((node) => ({ ...node, text: node.text.replaceAll(/\s+/gu, ' ') }))],
  ['gives inner nodes a text', changed((node) => ({ ...node, text: node.text === '' ? 'x' : node.text }))],
  [
    'loses characters of several bytes',
    changed((node) => ({ ...node, text: node.text.replaceAll(/[^ -~]/gu, '?') })),
  ],
  [
    'keeps the blanks in front',
    (syntax) => ({
      parse: async (path, text) => {
        const parsed = await syntax.parse(path, text);
        if (!parsed.ok || parsed.value === null) return parsed;
        const blanks = {
          kind: '',
          isNamed: false,
          field: null,
          text: text.match(/\s/gu)?.join('') ?? '',
          children: [],
        };
        const { root } = parsed.value;
        return succeed({ ...parsed.value, root: { ...root, children: [blanks, ...root.children] } });
      },
    }),
  ],
  [
    'takes every file for one of its language',
    (syntax) => ({ parse: async (_path, text) => syntax.parse('a.ts', text) }),
  ],
  [
    'gives a tree with holes',
    (syntax) => ({
      parse: async (path, text) => {
        const parsed = await syntax.parse(path, text);
        return parsed.ok ? parsed : syntax.parse(path, text.replaceAll(/[()[\]{}]/gu, ''));
      },
    }),
  ],
];

it.each(twins)('H-25 rejects a syntax that %s', async (_title, breakIt) => {
  expect(await failedCases(syntaxSuite, () => () => breakIt(createFakeSyntax()))).not.toEqual([]);
});
