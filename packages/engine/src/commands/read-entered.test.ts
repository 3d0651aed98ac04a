import { expect, it } from 'vitest';

import { readEntered, type EnteredLine } from './read-entered.ts';

const ENTERED: readonly (readonly [line: string, folder: string, rest: string])[] = [
  ['cd src && npm test', 'src', 'npm test'],
  ['cd ./packages/one/ && npm run build && git status', 'packages/one', 'npm run build && git status'],
  ['  cd src&&ls -la 2>&1 | head -n 3', 'src', 'ls -la 2>&1 | head -n 3'],
];

/** In each of these something else could run, or in another folder. */
const OTHERS = [
  'cd src',
  'cd src && ',
  '\uFEFFcd src && ls',
  'cd src; npm test',
  'cd src || npm test',
  'cd src & npm test',
  'cd src &&& npm test',
  'cd src\nnpm test',
  'cd src && npm test; ls',
  'cd src && npm test || ls',
  'cd src && npm test & ls',
  'cd src && npm test &',
  'cd src && npm test |& tee a',
  'cd src && npm test\nls',
  'cd src && npm test\rls',
  'cd src && cat <<x\ny\nx',
  'cd src && npm test &> a',
  'cd && ls',
  'cd - && ls',
  'cd -P src && ls',
  'cd ~ && ls',
  'cd ~/src && ls',
  'cd / && ls',
  'cd /etc && ls',
  'cd .. && ls',
  'cd src/.. && ls',
  'cd ../src && ls',
  'cd .git && ls',
  'cd src/.git && ls',
  'cd ./.rook && ls',
  'cd . && ls',
  'cd $HOME && ls',
  'cd "$x" && ls',
  'cd s* && ls',
  'cd {a,b} && ls',
  "cd 'src' && ls",
  'cd src\\ a && ls',
  'cd src a && ls',
  'cd $(ls) && ls',
  'cd `ls` && ls',
  'cd src>a && ls',
  'cd src # && ls',
  'CDPATH=/etc cd src && ls',
  'pushd src && ls',
  '\\cd src && ls',
  'cd\u00A0src && ls',
  'ls && cd src && ls',
];

function findWrong(read: (line: string) => EnteredLine | null): readonly string[] {
  const unread = ENTERED.filter(([line, folder, rest]) => {
    const entered = read(line);
    return entered?.folder !== folder || entered.rest !== rest;
  });
  return [...unread.map(([line]) => line), ...OTHERS.filter((line) => read(line) !== null)];
}

it('G-06 takes a line for one that goes to a folder first where nothing can run elsewhere', () => {
  expect(findWrong(readEntered)).toEqual([]);
});

it.each<readonly [string, (line: string) => EnteredLine | null]>([
  [
    'does not look at what joins the rest',
    (line) => {
      const [, folder = '', rest = ''] = /^\s*cd (?:\.\/)?([\w./-]+?)\/?\s*&&\s*([^]+)$/u.exec(line) ?? [];
      return rest === '' ? null : { text: `cd ${folder}`, folder, rest };
    },
  ],
  ['reads none', () => null],
])('G-06 rejects a reading of such lines that %s', (_title, twin) => {
  expect(findWrong(twin)).not.toEqual([]);
});
