import { fail, rookError } from '@rook/contract';
import { expect, it } from 'vitest';

import { createFakeSyntax } from '../ports/fakes/fake-syntax.ts';
import { classifyMutation, type MutatedFile } from './mutation-class.ts';

const classOf = async (...files: MutatedFile[]): Promise<string> =>
  (await classifyMutation(files, createFakeSyntax())).class;
const changed = (before: string | null, after: string | null, path = 'src/a.ts'): MutatedFile => ({
  path,
  before,
  after,
});

it('H-25 layout and comments are a refactoring, a value is new behaviour', async () => {
  expect(await classOf(changed('a = f(1);', 'a =\n  f( 1 ); // one'))).toBe('AST_REFACTOR');
  expect(await classOf(changed('a = f(1);', 'a = f(2);'))).toBe('INTENT_EVOLUTION');
  expect(await classOf(changed('a = 1;', 'a = 1; send(2);'))).toBe('INTENT_EVOLUTION');
  expect(await classOf(changed('a = 1;', 'a = 1;'))).toBe('AST_REFACTOR');
});

it('H-25 files that came or went with code are new behaviour, those that were only moved are not', async () => {
  expect(await classOf(changed(null, 'send(1);'))).toBe('INTENT_EVOLUTION');
  expect(await classOf(changed('send(1);', null))).toBe('INTENT_EVOLUTION');
  expect(await classOf(changed('a = 1;', null), changed(null, 'a = 1;', 'src/b.ts'))).toBe('AST_REFACTOR');
  expect(
    await classOf({ path: 'src/b.ts', renamedFrom: 'src/a.ts', before: 'a = 1;', after: 'a = 1;' }),
  ).toBe('AST_REFACTOR');
  expect(await classOf(changed(null, '// only words'))).toBe('unknown');
});

it('H-25 what no grammar can read is unknown, unless it was only moved', async () => {
  expect(await classOf(changed('a: 1', 'a: 2', 'a.yaml'))).toBe('unknown');
  expect(await classOf(changed(null, 'a: 2', 'a.yaml'))).toBe('unknown');
  expect(await classOf(changed('a = (1;', 'a = 1;'))).toBe('unknown');
  expect(await classOf(changed('a = 1;', null), changed(null, 'a = 1;', 'a.vue'))).toBe('unknown');
  expect(await classOf({ path: 'b/a.yaml', renamedFrom: 'a.yaml', before: 'a: 1', after: 'a: 1' })).toBe(
    'AST_REFACTOR',
  );
});

it('H-25 a file that cannot be parsed is unknown with the reason, and never a failure', async () => {
  const broken = { parse: async () => fail(rookError('too_large', 'src/a.ts is too long.')) };
  expect(await classifyMutation([changed('a = 1;', 'a = 2;')], broken)).toEqual({
    class: 'unknown',
    reasons: ['src/a.ts: src/a.ts is too long.'],
  });
});

it('H-25 one file with new behaviour decides for the set, one in doubt keeps it from being a refactoring', async () => {
  const layout = changed('a = 1;', 'a  =  1;');
  const data = changed('a: 1', 'a: 2', 'a.yaml');
  expect(await classOf(layout, data)).toBe('unknown');
  expect(await classOf(layout, data, changed('b = 1;', 'b = 3;', 'src/b.ts'))).toBe('INTENT_EVOLUTION');
});

it('H-25 a set of very many files is not compared, and reasons are few', async () => {
  const many = Array.from({ length: 201 }, (_, index) => changed('a = 1;', 'a = 2;', `src/${index}.ts`));
  expect(await classOf(...many)).toBe('unknown');
  const { reasons } = await classifyMutation(
    Array.from({ length: 100 }, (_, index) => changed('a = 1;', 'a  = 1;', `src/${index}.ts`)),
    createFakeSyntax(),
  );
  expect(reasons.length).toBe(8);
});
