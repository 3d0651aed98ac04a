import { fail, rookError, succeed } from '@rook/contract';

import type { Syntax, SyntaxNode } from '../syntax.ts';

const TOKEN = /\s+|\/\/[^\n]*|"[^"\n]*"|'[^'\n]*'|[\p{L}_$][\p{L}\d_$]*|\d+|[=!<>]=+|[^\s]/gu;
const CLOSING: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['{', '}'],
  ['[', ']'],
]);

/** A grammar of statements that end with a semicolon or a closing brace, for files that end with `.ts`. */
export function createFakeSyntax(): Syntax {
  return {
    parse: async (path, text) => {
      if (!path.endsWith('.ts')) return succeed(null);
      const tokens = text.match(TOKEN)?.filter((token) => token.trim() !== '') ?? [];
      const root = readTokens(tokens);
      return root === null
        ? fail(rookError('malformed', `${path} is not what the grammar can read.`))
        : succeed({ language: 'fake', root });
    },
  };
}

interface OpenGroup {
  readonly closing: string;
  readonly children: SyntaxNode[];
  statement: SyntaxNode[];
}

/** Null when a bracket has no partner. */
function readTokens(tokens: readonly string[]): SyntaxNode | null {
  const open: OpenGroup[] = [];
  let within: OpenGroup = { closing: '', children: [], statement: [] };
  const endStatement = (): void => {
    if (within.statement.length > 0) within.children.push(statementOf(within.statement));
    within.statement = [];
  };
  for (const token of tokens) {
    const closing = CLOSING.get(token);
    if (closing !== undefined) {
      open.push(within);
      within = { closing, children: [leafOf(token)], statement: [] };
      continue;
    }
    if (token === within.closing) {
      endStatement();
      const block = nodeOf('group', [...within.children, leafOf(token)]);
      const outer = open.pop();
      if (outer === undefined) return null;
      within = outer;
      within.statement.push(block);
      if (token === '}') endStatement();
      continue;
    }
    if (/^[)\]}]$/u.test(token)) return null;
    if (token.startsWith('//')) {
      within.children.push(leafOf(token));
      continue;
    }
    within.statement.push(leafOf(token));
    if (token === ';') endStatement();
  }
  endStatement();
  return open.length > 0 ? null : nodeOf('program', within.children);
}

/** `name(...)` with or without its semicolon is a call. */
function statementOf(parts: readonly SyntaxNode[]): SyntaxNode {
  const [name, list, ...rest] = parts;
  const isCall =
    name?.kind === 'identifier' && list?.kind === 'group' && rest.every(({ text }) => text === ';');
  if (!isCall) return nodeOf('statement', parts);
  return nodeOf('expression_statement', [nodeOf('call_expression', [name, list]), ...rest]);
}

function leafOf(text: string): SyntaxNode {
  const kind = kindOf(text);
  return { kind: kind ?? text, isNamed: kind !== null, field: null, text, children: [] };
}

function kindOf(text: string): string | null {
  if (text.startsWith('//')) return 'comment';
  if (/^["']/u.test(text) && text.length > 1) return 'string';
  if (/^(?:const|return|function|export|if)$/u.test(text)) return null;
  if (/^[\p{L}_$]/u.test(text)) return 'identifier';
  return /^\d/u.test(text) ? 'number' : null;
}

function nodeOf(kind: string, children: readonly SyntaxNode[]): SyntaxNode {
  return { kind, isNamed: true, field: null, text: '', children };
}
