import { expect, it } from 'vitest';

import { judgeCommand } from './judge-command.ts';
import { listWritten } from './list-written.ts';
import { readShell } from './read-shell.ts';
import { testPolicy } from './test-policy.ts';

type ListWritten = typeof listWritten;

/** Lines, and the files that they name for writing; null: their words say of none that it is written. */
const CASES: readonly (readonly [line: string, written: readonly string[] | null])[] = [
  ['sed s/a/b/ a', null],
  ["sed -n '/i/p' a", null],
  ['sed -E -e s/a/-i/ a', null],
  ['sed -i s/a/b/ a', ['a']],
  ["sed -i '/x/d' a b", ['a', 'b']],
  ['sed -i "s/$A/b/" a', ['a']],
  ['sed -i $X a', ['a']],
  ['sed s/a/b/ a -i', ['a']],
  ['sed -ni s/a/b/p a', ['a']],
  ['sed -Ei s/a/b/ a', ['a']],
  ['sed -i -E s/a/b/ -- a', ['a']],
  ['sed -i -e s/a/b/ -e s/c/d/ a', ['a']],
  ['sed -ne p -i a', ['a']],
  ['sed -i --expression=s/a/b/ a', ['a']],
  ['sed --expr s/a/b/ --in-pl a', ['a']],
  ['sed -i -f x.sed a', ['a']],
  ["sed -i '' s/a/b/ a", ['a']],
  ["sed -i '' -e s/a/b/ a", ['a']],
  ["sed -i .bak '/x/d' d/a", ['d/a', 'd/a.bak']],
  ['sed -i.bak s/a/b/ d/a', ['d/a', 'd/a.bak']],
  ['sed -i.js s/a/b/ .eslintrc', ['.eslintrc', '.eslintrc.js']],
  ['sed --in-place=.bak s/a/b/ a', ['a', 'a.bak']],
  ["sed -i'e/*' s/a/b/ d/a", ['d/a', 'd/e/a', 'e/a']],
  ['sed -i --unknown s/a/b/ a', ['s/a/b/', 'a']],
  ['gsed -i s/a/b/ a', ['a']],
  ['dd if=/dev/zero of=a bs=1', ['a']],
  ['dd of=../a', ['../a']],
  ['dd if=a of=/dev/null', []],
  ['tee -a /dev/null a /dev/stderr', ['a']],
  ['tee -- -', ['-']],
  ['tee /dev/sda', ['/dev/sda']],
  ['sort a', null],
  ['sort -t o -k 2 a', null],
  ['sort -o a b', ['a']],
  ['sort -oa b', ['a']],
  ['sort b -uo a', ['a']],
  ['sort -to -k2 -o a b', ['a']],
  ['sort --output=a b', ['a']],
  ['sort --out a b', ['a']],
  ['sort -o /dev/null b', []],
  ['sort -o a --unknown b', ['a', 'b']],
  ['link a b', ['a', 'b']],
  ["perl -e 'print' a", null],
  ['perl script.pl -i a', null],
  ["perl -pi -e 's/a/b/' a", ['a']],
  ["perl -i -pe 's/a/b/' a b", ['a', 'b']],
  ["perl -0777 -pi.bak -e 's/a/b/' a", ['a', 'a.bak']],
  ["perl -Mstrict -I lib -i -ne 'print' a", ['a']],
  ['perl -pi script.pl a', ['a']],
  ["perl -p -i -e 's/i/b/' -- a", ['a']],
  ['patch -p1', []],
  ['patch a x.patch', ['a']],
  ['patch -d d -p1 a', ['d/a']],
  ['patch -i x.patch -o b a', ['b', 'a']],
  ['gzip a', ['a']],
  ['gzip -9 a b', ['a', 'b']],
  ['gzip -dc a', null],
  ['gunzip --stdout a', null],
  ['xz -T 4 a', ['a']],
  ['bzip2 -k a', ['a']],
  ['split -l 10 a', []],
  ['split -l 10 a d/part-', ['d/part-']],
  ['rm a', ['a']],
  ['cat a', null],
];

function failures(list: ListWritten): readonly string[] {
  return CASES.flatMap(([line, written]) => {
    const [first, ...others] = readShell(line).segments[0]?.words ?? [];
    const found = list(first?.value ?? '', others);
    const same = found?.toSorted().join(' ') === written?.toSorted().join(' ');
    return same ? [] : [`${line}: ${found?.join(' ') ?? 'none'}`];
  });
}

it('G-06 H-10 the file that an option or a place of a word makes a program write is known', () => {
  expect(failures(listWritten)).toEqual([]);
});

const TWINS: Readonly<Record<string, ListWritten>> = {
  'takes no such word for a file': () => null,
  'takes the program of sed for a file': (program, words) =>
    words.some(({ value }) => value === '-i')
      ? words.flatMap(({ value }) => (value === null || value.startsWith('-') ? [] : [value]))
      : listWritten(program, words),
  'sees an option only alone': (program, words) =>
    words.some(({ value }) => value === '-i' || value === '-o') ? listWritten(program, words) : null,
};

it.each(Object.entries(TWINS))('G-06 the cases find out a list that %s', (_title, twin) => {
  expect(failures(twin)).not.toEqual([]);
});

it('G-06 such files are placed in the folder in which the line runs, also behind a wrapper', () => {
  const policy = testPolicy([], { cwd: 'src' });
  expect(judgeCommand('sed -i s/a/b/ a', policy).writes).toEqual(['src/a']);
  expect(judgeCommand('env timeout 5 sed -i s/a/b/ ../AGENTS.md', policy).writes).toEqual(['AGENTS.md']);
  expect(judgeCommand("bash -c 'sort -o a b'", policy).writes).toEqual(['src/a']);
});
