/**
 * Whether a path matches a pattern with `**`, `*`, `?` and `{a,b}`. As for the tools whose settings are read here,
 * a star never stands for a name that begins with a dot.
 */
export function compileGlob(pattern: string): (path: string) => boolean {
  const source = pattern.replaceAll(
    /(?<=^|\/)\*\*\/|(?<=^|\/)\*\*?|\*+|[?{},]|[\\^$+.()|[\]]/gu,
    (token, offset: number) => {
      const isFirst = offset === 0 || pattern[offset - 1] === '/';
      return TOKENS.get(isFirst && token.startsWith('*') ? `/${token}` : token) ?? `\\${token}`;
    },
  );
  const compiled = new RegExp(`^${source}$`, 'u');
  return (path) => compiled.test(path);
}

const NAME = String.raw`[^./][^/]*`;

const TOKENS: ReadonlyMap<string, string> = new Map([
  ['/**/', `(?:${NAME}/)*`],
  ['/**', `${NAME}(?:/${NAME})*`],
  ['/*', NAME],
  ['*', '[^/]*'],
  ['**', '[^/]*'],
  ['?', '[^/]'],
  ['{', '(?:'],
  ['}', ')'],
  [',', '|'],
]);
