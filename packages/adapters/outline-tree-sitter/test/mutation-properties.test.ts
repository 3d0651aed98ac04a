import { classifyMutation } from '@rook/engine/testing';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { createTreeSitterSyntax } from '../src/create-tree-sitter-syntax.ts';

// However slow the machine of a test is, this is enough.
const syntax = createTreeSitterSyntax({ maxMilliseconds: 600_000 });

interface Sample {
  readonly path: string;
  readonly comment: string;
  readonly statement: string;
  /** `~` is a place where blanks mean nothing, `^` one where a line may end, `§` one where a statement may stand. */
  readonly text: string;
}

const samples: readonly Sample[] = [
  {
    path: 'src/a.ts',
    comment: '// for readers',
    statement: 'trace(7);',
    text: 'import~{~log~}~from~"./log.ts";^§export~function f(~a: number,~b = 2~)~{^§const c~=~a~*~(b~+~1);^§if~(c~>~3)~{^§log(`sum ${c}`);^§}^return c;^}^§',
  },
  {
    path: 'src/a.tsx',
    comment: '/* for readers */',
    statement: 'trace(7);',
    text: 'export~const~A~=~({ list }:~Props)~=>~{^§const first~=~list[0];^§return~(~<ul~className="a">{list.map((one)~=>~<li>{one}</li>)}</ul>~);^};^§',
  },
  {
    path: 'lib/a.js',
    comment: '// for readers',
    statement: 'trace(7);',
    text: 'export~class A~extends B~{^go(~x,~y~)~{^§for~(const z~of~x)~{^§this.add(z,~y);^§}^}^}^§',
  },
  {
    path: 'app/a.py',
    comment: '# for readers',
    statement: 'trace(7)',
    text: '§def f(~a,~b~=~2~):\n    c~=~a~*~(b~+~1)\n    if c~>~3:\n        print(f"sum {c}",~c)\n    return c\n§x~=~[~1,~2~]\n§',
  },
  {
    path: 'pkg/a.go',
    comment: '// for readers',
    statement: 'trace(7)',
    text: 'package a\n\nfunc F(a,~b int)~(int,~error)~{^§c~:=~a~*~(b~+~1)\n§if c~>~3~{^§g(c,~"x y")\n§}\nreturn c,~nil\n}\n',
  },
  {
    path: 'src/a.rs',
    comment: '// for readers',
    statement: 'trace(7);',
    text: 'pub~fn f(~a: i32,~b: i32~)~->~i32~{^§let c~=~a~*~(b~+~1);^§if~c~>~3~{^§g(&c,~"x y");^§}^c^}^',
  },
  {
    path: 'src/A.java',
    comment: '// for readers',
    statement: 'trace(7);',
    text: 'class~A~{^int f(~int a,~int b~)~{^§int c~=~a~*~(b~+~1);^§if~(c~>~3)~{^§g(c,~"x y");^§}^return~c;^}^}^',
  },
];

const plain = ({ text }: Sample): string =>
  text.replaceAll('~', ' ').replaceAll('^', '\n').replaceAll('§', '');
const cases = samples.map((sample) => [sample.path, sample] as const);

it.each(cases)('H-25 blanks where the grammar ignores them are no behaviour, in %s', async (path, sample) => {
  const places = sample.text.length;
  const fillers = (...all: string[]) =>
    fc.array(fc.constantFrom(...all), { minLength: places, maxLength: places });
  await fc.assert(
    fc.asyncProperty(
      fillers(' ', '  ', '\t '),
      fillers('\n', '\n\n', '  \n', `\n${sample.comment}\n`),
      async (blanks, ends) => {
        const after = sample.text
          .replaceAll('§', '')
          .split('')
          .map((sign, at) => (sign === '~' ? blanks[at] : sign === '^' ? ends[at] : sign))
          .join('');
        const files = [{ path, before: plain(sample), after }];
        const { class: found, reasons } = await classifyMutation(files, syntax);
        expect(found, `${reasons.join('; ')}\n${after}`).toBe('AST_REFACTOR');
      },
    ),
    { numRuns: 15 },
  );
});

it.each(cases)('H-25 a statement more is never a refactoring, in %s', async (path, sample) => {
  const parts = sample.text.split('§');
  for (let place = 1; place < parts.length; place += 1) {
    const text = `${parts.slice(0, place).join('')}${sample.statement}\n${parts.slice(place).join('')}`;
    const after = plain({ ...sample, text });
    const added = await classifyMutation([{ path, before: plain(sample), after }], syntax);
    const taken = await classifyMutation([{ path, before: after, after: plain(sample) }], syntax);
    expect([added.class, taken.class], after).toEqual(['INTENT_EVOLUTION', 'INTENT_EVOLUTION']);
  }
});
