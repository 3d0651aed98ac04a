import { succeed } from '@rook/contract';
import type { Syntax, SyntaxNode } from '@rook/engine';
import { classifyMutation, type ClassifiedMutation, type MutatedFile } from '@rook/engine/testing';
import { expect, it } from 'vitest';

import { createTreeSitterSyntax } from '../src/create-tree-sitter-syntax.ts';
import { readPairs, type LabelledPair } from './read-pairs.ts';

// However slow the machine of a test is, this is enough.
const syntax = rememberTrees(createTreeSitterSyntax({ maxMilliseconds: 600_000 }));
const pairs = readPairs();

function rememberTrees(inner: Syntax): Syntax {
  const known = new Map<string, ReturnType<Syntax['parse']>>();
  return {
    parse: async (path, text) => {
      const key = `${path}\n${text}`;
      const tree = known.get(key) ?? inner.parse(path, text);
      known.set(key, tree);
      return tree;
    },
  };
}

it.each(pairs.map((pair) => [pair.title, pair] as const))('H-25 %s', async (_title, { said, files }) => {
  const { class: found, reasons } = await classifyMutation(files, syntax);
  expect(found, reasons.join('; ')).toBe(said);
  expect(reasons.length).toBeGreaterThan(0);
});

it('H-25 no pair is known to be called what it is not, and many are decided', () => {
  const decided = pairs.filter(({ said }) => said !== 'unknown');
  expect(pairs.filter(({ truth, said }) => said !== truth && said !== 'unknown')).toEqual([]);
  expect(pairs.length).toBeGreaterThanOrEqual(300);
  expect(decided.length).toBeGreaterThanOrEqual(80);
  for (const language of ['typescript', 'tsx', 'javascript', 'python', 'go', 'rust', 'java']) {
    const classes = decided.filter((pair) => pair.language === language).map(({ said }) => said);
    expect(new Set(classes).size, language).toBe(2);
  }
});

type Classify = (files: readonly MutatedFile[]) => Promise<ClassifiedMutation>;

/** The first pair that a classifier calls what it is not. */
async function findWrong(classify: Classify): Promise<LabelledPair | null> {
  for (const pair of pairs) {
    const { class: found } = await classify(pair.files);
    if (found !== pair.truth && found !== 'unknown') return pair;
  }
  return null;
}

const refactor: ClassifiedMutation = { class: 'AST_REFACTOR', reasons: ['so it says'] };
const real: Classify = async (files) => classifyMutation(files, syntax);
const instead =
  (isRefactor: (file: MutatedFile) => boolean): Classify =>
  async (files) =>
    files.every(isRefactor) ? refactor : real(files);

function changeLeaves(change: (leaf: SyntaxNode) => SyntaxNode): Classify {
  const walk = (node: SyntaxNode): SyntaxNode =>
    node.children.length === 0 ? change(node) : { ...node, children: node.children.map(walk) };
  const blind: Syntax = {
    parse: async (path, text) => {
      const parsed = await syntax.parse(path, text);
      if (!parsed.ok || parsed.value === null) return parsed;
      return succeed({ ...parsed.value, root: walk(parsed.value.root) });
    },
  };
  return async (files) => classifyMutation(files, blind);
}

const isWord = (word: string): boolean => /^[a-z_]\w*$/iu.test(word);

/** Whether one text becomes the other when each word is replaced by one other word. */
function isBijection({ before, after }: MutatedFile): boolean {
  const [one = [], other = []] = [before, after].map((text) => text?.match(/\w+|[^\w\s]/gu) ?? []);
  const there = new Map(one.map((word, index) => [word, other[index]]));
  const back = new Map(other.map((word, index) => [word, one[index]]));
  return (
    one.length === other.length &&
    one.every((word, index) => {
      const next = other[index] ?? '';
      return (
        there.get(word) === next &&
        back.get(next) === word &&
        (word === next || (isWord(word) && isWord(next)))
      );
    })
  );
}

const squeezed = (text: string | null): string => (text ?? '').replaceAll(/\s/gu, '');
const uncommented = (text: string | null): string =>
  squeezed((text ?? '').replaceAll(/(?:\/\/|#).*$|\/\*.*?\*\//gmu, ''));
const sortedLines = (text: string | null): string => (text ?? '').split('\n').toSorted().join('\n');

const twins: readonly (readonly [string, Classify])[] = [
  [
    'takes every value for the same',
    changeLeaves((leaf) =>
      /string|number|integer|literal|fragment|content/u.test(leaf.kind) ? { ...leaf, text: '0' } : leaf,
    ),
  ],
  [
    'takes every operator for the same',
    changeLeaves((leaf) => (leaf.field === 'operator' ? { ...leaf, kind: '+', text: '+' } : leaf)),
  ],
  [
    'takes every name for the same',
    changeLeaves((leaf) => (leaf.kind.endsWith('identifier') ? { ...leaf, text: 'x' } : leaf)),
  ],
  ['takes every consistent change of words for a rename', instead(isBijection)],
  ['leaves out all blanks', instead(({ before, after }) => squeezed(before) === squeezed(after))],
  ['leaves out all comments', instead(({ before, after }) => uncommented(before) === uncommented(after))],
  [
    'takes lines in another order for a move',
    instead(({ before, after }) => sortedLines(before) === sortedLines(after)),
  ],
  ['calls every moved file a refactoring', instead(({ renamedFrom }) => renamedFrom !== undefined)],
  [
    'calls what it does not know a refactoring',
    async (files) => {
      const found = await real(files);
      return found.class === 'unknown' ? refactor : found;
    },
  ],
  [
    'calls what it does not know new behaviour',
    async (files) => {
      const found = await real(files);
      return found.class === 'unknown' ? { ...found, class: 'INTENT_EVOLUTION' } : found;
    },
  ],
];

it.each(twins)('H-25 the pairs reject a classifier that %s', async (_title, classify) => {
  expect(await findWrong(classify)).not.toBeNull();
});
