import type { Outline } from '../outline.ts';
import type { SuiteCase } from './failed-cases.ts';

const lines = [
  "import { x } from './x.ts';",
  '',
  'export class Store {',
  '  open(name: string) {',
  '    return name;',
  '  }',
  '  close() {',
  '  }',
  '}',
  'export function createStore() { return new Store(); }',
  'enum Color { Red }',
  'interface Shape {',
  '}',
];

/** What every adapter of `Outline` promises. */
export const outlineSuite: readonly SuiteCase<Outline>[] = [
  {
    title: 'symbols come in the order of the file, with their lines and their depth',
    check: async (open) =>
      expectSymbols(open(), lines.join('\n'), [
        'class Store 3-9 0',
        'method open 4-6 1',
        'method close 7-8 1',
        'function createStore 10-10 0',
        'enum Color 11-11 0',
        'interface Shape 12-13 0',
      ]),
  },
  {
    title: 'a file that defines nothing, and an empty one, have an empty outline',
    check: async (open) =>
      (await expectSymbols(open(), 'a + b;\n', [])) ?? (await expectSymbols(open(), '', [])),
  },
  {
    title: 'of a broken file what can be read is given',
    check: async (open) => {
      const text = [
        'class First {',
        '  open() {',
        '  }',
        '}',
        '',
        ')))) %%',
        '',
        'function second() {',
        '}',
      ].join('\n');
      return expectSymbols(open(), text, ['class First 1-4 0', 'method open 2-3 1', 'function second 8-9 0']);
    },
  },
  {
    title: 'characters of several bytes do not shift lines or names',
    check: async (open) =>
      expectSymbols(open(), "const moon = '\u{1F319}\u{1F319}ä';\nclass Nacht {\n}", ['class Nacht 2-3 0']),
  },
  {
    title: 'a language without a grammar is not found',
    check: async (open) => {
      for (const path of ['a.unknown', 'noending', '.ts-like', 'a.ts.orig']) {
        const outlined = await open().outline(path, 'class A {\n}');
        if (outlined.ok || outlined.error.code !== 'not_found') return `${path}: ${JSON.stringify(outlined)}`;
      }
      return null;
    },
  },
];

async function expectSymbols(
  outline: Outline,
  text: string,
  right: readonly string[],
): Promise<string | null> {
  const outlined = await outline.outline('src/a.ts', text);
  if (!outlined.ok) return outlined.error.message;
  const seen = outlined.value.map(
    ({ kind, name, startLine, endLine, depth }) => `${kind} ${name} ${startLine}-${endLine} ${depth}`,
  );
  return JSON.stringify(seen) === JSON.stringify(right) ? null : `got ${seen.join(', ')}`;
}
