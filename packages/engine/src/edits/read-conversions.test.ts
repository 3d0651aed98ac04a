import { expect, it } from 'vitest';

import { findConvertingMacros, readAttributes, readConversions, type Converts } from './read-conversions.ts';

/** As one file that stands alone. */
function convertsOf(text: string): Converts | null {
  const lines = readAttributes(text);
  return readConversions(lines, findConvertingMacros([lines]));
}

const ATTRIBUTES = `# *.all filter=x
*.psd filter=lfs diff=lfs merge=lfs -text
/top.txt ident
docs/*.txt working-tree-encoding=UTF-16
*.plain -filter !ident text eol=lf
"with \\"quotes\\".q" filter=x
[attr]kept filter=x
[attr]named text
*.k kept
*.n named
`;

const CONVERTED = ['a.psd', 'deep/er/a.psd', 'top.txt', 'docs/a.txt', 'docs/deep/a.psd', 'a.k', 'deep/a.k'];

it.each(CONVERTED)('E-16 knows that git keeps %s in another form', (path) => {
  expect(convertsOf(ATTRIBUTES.replace(/^"with.*$/mu, ''))?.(path.split('/'))).toBe(true);
});

it.each(['deep/top.txt', 'a.all', 'a.txt', 'a.plain', 'docs/deep/a.txt', 'a.n', 'psd'])(
  'E-16 takes %s for what it is',
  (path) => {
    expect(convertsOf(ATTRIBUTES.replace(/^"with.*$/mu, ''))?.(path.split('/'))).toBe(false);
  },
);

it('E-16 takes a pattern between quotes for any, and says where nothing is converted', () => {
  expect(convertsOf(ATTRIBUTES)?.(['a.plain'])).toBe(true);
  expect(convertsOf('* text=auto\n*.sh eol=lf\n')).toBeNull();
  expect(convertsOf('')).toBeNull();
});

it('E-16 knows names that stand for a conversion in another file, also by way of one another', () => {
  const defining = readAttributes('[attr]second first\n[attr]first filter=x\n[attr]plain text\n');
  const using = readAttributes('*.a second\n*.b plain\n');
  const converts = readConversions(using, findConvertingMacros([using, defining]));
  expect([converts?.(['x.a']), converts?.(['x.b'])]).toEqual([true, false]);
  expect(readConversions(using, new Set())).toBeNull();
});

it.each([
  ['*.PSD filter=x', 'a.psd'],
  ['[ab].ps[[:alpha:]] filter=x', 'a.psd'],
  ['[!A].psd filter=x', 'a.psd'],
  ['*.psd filter=x\n!a.psd filter=x', 'a.psd'],
])('E-16 takes %j to be about %s, as git may', (text, path) => {
  expect(convertsOf(text)?.([path])).toBe(true);
});
