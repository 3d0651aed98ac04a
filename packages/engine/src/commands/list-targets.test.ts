import { expect, it } from 'vitest';

import { judgeCommand } from './judge-command.ts';
import { listTargets } from './list-targets.ts';
import { readShell } from './read-shell.ts';
import type { ShellWord } from './read-word.ts';
import { testPolicy } from './test-policy.ts';

type ListTargets = typeof listTargets;

/** Lines, and the files that they name. */
const CASES: readonly (readonly [line: string, targets: readonly string[]])[] = [
  ['chmod 755 a', ['a']],
  ['chmod 0755 a b', ['a', 'b']],
  ['chmod u+x a', ['a']],
  ['chmod +x a', ['a']],
  ['chmod u=rwX,go-w a', ['a']],
  ['chmod -R 755 d', ['d']],
  ['chmod 755 -Rv d', ['d']],
  ['chmod -- -x a', ['a']],
  ['chmod 644 *.ts', []],
  // The mode is the option, or comes from a file: what looks like one is a file.
  ['chmod -x 755', ['755']],
  ['chmod 755 -x', ['755']],
  ['chmod -R -w 755', ['755']],
  ['chmod --reference=a 755', ['755']],
  ['chmod --ref a 755', ['a', '755']],
  ['chmod 755 644', ['644']],
  ['chmod "$M" 755', ['755']],
  ['chmod 755 $X', ['755']],
  ['chmod *.sh 755', ['755']],
  ['chmod src/755 a', ['src/755', 'a']],
  ['chmod 799 a', ['799', 'a']],
  ['chmod -- a -x', ['a', '-x']],
  ['chown ann:staff a', ['a']],
  ['chown -hR 1000: d', ['d']],
  ['chown --from ann bob a', ['a']],
  ['chown --reference=x ann', ['ann']],
  ['chown ../ann a', ['../ann', 'a']],
  // Where options end at the first word that is none, what looks like a value is a file.
  ['chown 0 s/a --from b', ['0', 's/a', 'b']],
  ['chown 0 s/a --from=b', ['s/a']],
  ['install s/a -o d', ['s/a', 'd', 'd/a']],
  ['truncate a -s 0', ['a', '0']],
  ['shred a -n 3', ['a', '3']],
  ['chgrp staff a', ['a']],
  ['install -m 755 a b', ['a', 'b', 'b/a']],
  ['install -m755 -o ann -g staff a b', ['a', 'b', 'b/a']],
  ['install -Dm 644 a b', ['a', 'b', 'b/a']],
  ['install --mode 755 a b', ['a', 'b', 'b/a']],
  ['install --mo 755 a b', ['755', 'a', 'b', 'b/755', 'b/a']],
  ['install 755 a', ['755', 'a', 'a/755']],
  ['install -d a b', ['a', 'b']],
  ['install -m src/x a', ['src/x', 'a', 'a/x']],
  ['install -t/etc a', ['/etc', 'a', '/etc/a']],
  ['install --target-directory=../x a', ['../x', 'a', '../x/a']],
  // Begun, or behind what is not known, it is the folder all the same.
  ['install --target-dir=d s/a', ['d', 's/a', 'd/a', 's/a/d']],
  ['install --t=d s/a', ['d', 's/a', 'd/a', 's/a/d']],
  ['install --target-dir d s/a', ['d', 's/a', 'd/a', 's/a/d']],
  ['install -Ztd s/a', ['d', 's/a', 'd/a', 's/a/d']],
  ['ln --target-dir=. s/a', ['.', 's/a', 'a']],
  ['truncate --ref=x -s 0 a', ['x', '0', 'a']],
  ['truncate -s 0 a', ['a']],
  ['truncate -cs 10K a', ['a']],
  ['truncate --size +1M a', ['a']],
  ['truncate -s /4 a', ['a']],
  ['truncate -r x a', ['x', 'a']],
  ['truncate -c 0', ['0']],
  ['truncate -s a/b c', ['a/b', 'c']],
  ['shred -n 3 a', ['a']],
  ['shred 3 a', ['3', 'a']],
  ['rm -- -f', ['-f']],
  ['rm -rf 755', ['755']],
  ['tee 755 u+x', ['755', 'u+x']],
  // Of a hard link the file is meant too.
  ['ln a d/b', ['a', 'd/b', 'd/b/a']],
  ['ln s/a', ['s/a', 'a']],
  ['ln -f ../s/a', ['../s/a', 'a']],
  ['ln -ft d s/a', ['d', 's/a', 'd/a']],
  ['ln s/a s/b d', ['s/a', 's/b', 'd', 'd/a', 'd/b']],
  ['ln -d s/a', ['s/a', 'a']],
  ['ln --unknown s/a', ['s/a', 'a']],
  ['ln "$X" s/a', ['s/a', 'a']],
  ['ln -sr s/a', ['s/a', 'a']],
  ['ln', []],
  ['ln -sf s/a', ['s/a', 'a']],
  ['ln -s ../x/a', ['../x/a', 'a']],
  ['ln -s a d/b', ['d/b', 'd/a', 'd/b/a']],
  ['ln -s ../x d/b', ['d/b', 'x', 'd/x', 'd/b/x']],
  ['ln -s ../../x d/', ['d/', '../x', 'd/x']],
  ['ln -sf /etc/x d/b', ['d/b', '/etc/x', 'd/b/x']],
  ['ln -st d a c', ['d', 'd/a', 'd/c']],
  ['ln -s a', ['a']],
  ['ln -sr a d/b', ['a', 'd/b', 'd/b/a']],
];

function failures(list: ListTargets): readonly string[] {
  return CASES.flatMap(([line, targets]) => {
    const [first, ...others] = readShell(line).segments[0]?.words ?? [];
    const found = list(first?.value ?? '', others);
    return found.toSorted().join(' ') === targets.toSorted().join(' ') ? [] : [`${line}: ${found.join(' ')}`];
  });
}

it('G-06 H-10 of programs that change files, modes, owners, sizes and counts in their place are no paths', () => {
  expect(failures(listTargets)).toEqual([]);
});

const isMode = (value: string): boolean => /^(?:[0-7]+|[ugoa]*[-+=][rwx]+)$/u.test(value);
const valuesOf = (words: readonly ShellWord[]): readonly string[] =>
  words.flatMap(({ value }) => (value === null ? [] : [value]));

const TWINS: Readonly<Record<string, ListTargets>> = {
  'takes every word for a path': (_program, words) =>
    valuesOf(words).filter((value) => !value.startsWith('-')),
  'takes nothing that looks like a mode for a path': (_program, words) =>
    valuesOf(words).filter((value) => !value.startsWith('-') && !isMode(value)),
  'leaves the first word out whatever it is': (program, words) =>
    listTargets(program, words).slice(program === 'chmod' ? 1 : 0),
};

it.each(Object.entries(TWINS))('G-06 the cases find out a list that %s', (_title, twin) => {
  expect(failures(twin)).not.toEqual([]);
});

it('G-06 such words are placed in the folder in which the line runs, and asked about as before', () => {
  const judged = judgeCommand('chmod 755 a', testPolicy([], { cwd: 'src' }));
  expect([judged.verdict, judged.writes]).toEqual(['ask', ['src/a']]);
  expect(judgeCommand('chmod 755 .git/hooks/x', testPolicy()).writes).toEqual(['.git/hooks/x']);
});
