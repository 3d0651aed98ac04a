import type { Syntax, SyntaxNode } from '../syntax.ts';
import type { SuiteCase } from './failed-cases.ts';

const TEXT = 'const a = f(1, "x  y");\nfunction g(b) { return b; }\n';

/** What every adapter of `Syntax` promises. */
export const syntaxSuite: readonly SuiteCase<Syntax>[] = [
  {
    title: 'the leaves are the whole text in its order',
    check: async (open) => {
      const root = await rootOf(open(), TEXT);
      const seen = leavesOf(root).map(({ text }) => text);
      return squeezed(seen.join('')) === squeezed(TEXT) ? null : `got ${seen.join(' ')}`;
    },
  },
  {
    title: 'only leaves have a text',
    check: async (open) => {
      const wrong = nodesOf(await rootOf(open(), TEXT)).find(
        ({ children, text }) => children.length > 0 === (text !== ''),
      );
      return wrong === undefined ? null : JSON.stringify(wrong);
    },
  },
  {
    title: 'blanks between tokens make no other tree',
    check: async (open) => {
      const wide = TEXT.replaceAll(',', ' ,\n ').replaceAll('{', '\n{\n\n').replaceAll('=', '  = ');
      const [one, other] = [await rootOf(open(), TEXT), await rootOf(open(), wide)];
      return JSON.stringify(one) === JSON.stringify(other) ? null : 'the trees differ';
    },
  },
  {
    title: 'blanks in a text, another name, another sign and another place make another tree',
    check: async (open) => {
      const one = JSON.stringify(await rootOf(open(), 'a = [b, "x y"];'));
      for (const text of ['a = [b, "x  y"];', 'a = [c, "x y"];', 'a - [b, "x y"];', 'a = b; ["x y"];']) {
        if (JSON.stringify(await rootOf(open(), text)) === one) return text;
      }
      return null;
    },
  },
  {
    title: 'names and values are named, signs are not',
    check: async (open) => {
      const leaves = leavesOf(await rootOf(open(), 'a = f(b);'));
      const named = leaves.filter(({ isNamed }) => isNamed).map(({ text }) => text);
      return named.join(' ') === 'a f b' ? null : `named are ${named.join(' ')}`;
    },
  },
  {
    title: 'a language without a grammar has no tree',
    check: async (open) => {
      for (const path of ['a.unknown', 'noending', 'a.ts.orig', 'a.json']) {
        const parsed = await open().parse(path, 'a = 1;');
        if (!parsed.ok || parsed.value !== null) return `${path}: ${JSON.stringify(parsed)}`;
      }
      return null;
    },
  },
  {
    title: 'a text that the grammar cannot read whole is malformed',
    check: async (open) => {
      for (const text of ['function f( {', 'a = (1;', ') a;']) {
        const parsed = await open().parse('src/a.ts', text);
        if (parsed.ok || parsed.error.code !== 'malformed') return `${text}: ${JSON.stringify(parsed)}`;
      }
      return null;
    },
  },
  {
    title: 'characters of several bytes are kept',
    check: async (open) => {
      const leaves = leavesOf(await rootOf(open(), 'mond = "\u{1F319}ä"; größe = mond;'));
      const text = leaves.map((leaf) => leaf.text).join('');
      return text === 'mond="\u{1F319}ä";größe=mond;' ? null : text;
    },
  },
];

async function rootOf(syntax: Syntax, text: string): Promise<SyntaxNode> {
  const parsed = await syntax.parse('src/a.ts', text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  if (parsed.value === null) throw new Error('there is no tree');
  return parsed.value.root;
}

function nodesOf(node: SyntaxNode): SyntaxNode[] {
  return [node, ...node.children.flatMap(nodesOf)];
}

function leavesOf(node: SyntaxNode): SyntaxNode[] {
  return nodesOf(node).filter(({ children }) => children.length === 0);
}

function squeezed(text: string): string {
  return text.replaceAll(/\s/gu, '');
}
