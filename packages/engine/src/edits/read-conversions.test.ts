import { expect, it } from 'vitest';

import { readConversions } from './read-conversions.ts';

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
  expect(readConversions(ATTRIBUTES.replace(/^"with.*$/mu, ''))?.(path.split('/'))).toBe(true);
});

it.each(['deep/top.txt', 'a.all', 'a.txt', 'a.plain', 'docs/deep/a.txt', 'a.n', 'psd'])(
  'E-16 takes %s for what it is',
  (path) => {
    expect(readConversions(ATTRIBUTES.replace(/^"with.*$/mu, ''))?.(path.split('/'))).toBe(false);
  },
);

it('E-16 takes a pattern between quotes for any, and says where nothing is converted', () => {
  expect(readConversions(ATTRIBUTES)?.(['a.plain'])).toBe(true);
  expect(readConversions('* text=auto\n*.sh eol=lf\n')).toBeNull();
  expect(readConversions('')).toBeNull();
});
