import { posix } from 'node:path';

import { everyWord, listTargets } from './list-targets.ts';
import type { ShellWord } from './read-word.ts';
import { readPerl, readWritten, type Written, type WrittenTable } from './read-written.ts';
import { WRITERS } from './rules-guarded.ts';

interface Writer extends WrittenTable {
  /** Without a word like this it writes nothing, whatever else is not known of it; left out: it writes anyway. */
  readonly sign?: RegExp;
  /** The files, from what was read; null where it writes none that its words name. */
  readonly list: (read: Written) => readonly string[] | null;
}

const PACKER: Writer = {
  plain: `-1 -2 -3 -4 -5 -6 -7 -8 -9 -a -c -d -f -h -k -l -L -n -N -q -r -t -v -V -z --stdout --to-stdout --decompress --uncompress
    --force --keep --list --no-name --name --quiet --recursive --test --verbose --fast --best --compress --extreme -e
    --synchronous --rsyncable --small -s --rm`,
  values: '-S --suffix -T --threads',
  list: ({ flags, operands }) =>
    ['-c', '--stdout', '--to-stdout', '-t', '--test', '-l', '--list'].some((flag) => flags.has(flag))
      ? null
      : valuesOf(operands).filter(isSomewhere),
};

const WRITTEN: ReadonlyMap<string, Writer> = new Map<string, Writer>([
  [
    'sed',
    {
      plain: `-n -E -r -s -u -z -a -H --quiet --silent --regexp-extended --separate --unbuffered --null-data --zero-terminated --posix
        --debug --follow-symlinks --sandbox --binary -b --version --help`,
      values: '-e --expression -f --file -l --line-length',
      attached: '-i -I --in-place',
      sign: /^(?:-[A-Za-z]*[iI]|--i)/u,
      list: listEdited,
    },
  ],
  [
    'sort',
    {
      plain: `-b -c -C -d -f -g -h -i -m -M -n -r -R -s -u -V -z --ignore-leading-blanks --dictionary-order --ignore-case
        --general-numeric-sort --human-numeric-sort --ignore-nonprinting --month-sort --numeric-sort --random-sort --reverse
        --version-sort --merge --stable --unique --zero-terminated --debug --version --help`,
      values: `-k --key -t --field-separator -S --buffer-size -T --temporary-directory --parallel --batch-size --compress-program
        --files0-from --random-source`,
      attached: '--check --sort',
      paths: '-o --output',
      sign: /^(?:-[A-Za-z]*o|--o)/u,
      list: ({ paths }) => (paths.length === 0 ? null : paths.filter(isSomewhere)),
    },
  ],
  [
    'patch',
    {
      plain: `-b -c -e -E -f -l -n -N -R -s -t -T -u -v -Z --backup --context --ed --remove-empty-files --force --ignore-whitespace
        --normal --forward --reverse --quiet --silent --batch --set-time --unified --version --set-utc --dry-run --posix --binary
        --verbose --backup-if-mismatch --no-backup-if-mismatch --merge`,
      values: `-B --prefix -d --directory -D --ifdef -F --fuzz -g --get -i --input -p --strip -V --version-control -Y --basename-prefix
        -z --suffix --quoting-style --reject-format --read-only`,
      paths: '-o --output -r --reject-file',
      list: ({ paths, operands, flags }) => {
        const folder = flags.get('-d') ?? flags.get('--directory') ?? '';
        return [...paths, ...valuesOf(operands.slice(0, 1))]
          .filter((path) => path !== '-')
          .map((path) => (folder === '' || posix.isAbsolute(path) ? path : posix.join(folder, path)));
      },
    },
  ],
  [
    'split',
    {
      plain: '-d -x -e -u --elide-empty-files --unbuffered --verbose --version --help',
      values:
        '-a --suffix-length --additional-suffix -b --bytes -C --line-bytes --filter -l --lines -n --number -t --separator',
      attached: '--numeric-suffixes --hex-suffixes',
      // All that it makes begins so.
      list: ({ operands }) => valuesOf(operands.slice(1, 2)),
    },
  ],
  [
    'uniq',
    {
      plain: `-c -d -D -i -u -z --count --repeated --ignore-case --unique --zero-terminated --version --help`,
      values: '-f --skip-fields -s --skip-chars -w --check-chars',
      attached: '--all-repeated --group',
      list: ({ operands }) => {
        const [, output] = valuesOf(operands);
        return output === undefined || !isSomewhere(output) ? null : [output];
      },
    },
  ],
  [
    'shuf',
    {
      plain: '-e -r -z --echo --repeat --zero-terminated --version --help',
      values: '-i --input-range -n --head-count --random-source',
      paths: '-o --output',
      sign: /^(?:-[A-Za-z]*o|--o)/u,
      list: ({ paths }) => (paths.length === 0 ? null : paths.filter(isSomewhere)),
    },
  ],
  [
    'iconv',
    {
      plain: '-c -l -s --list --silent --verbose --version --help',
      values: '-f --from-code -t --to-code',
      paths: '-o --output',
      sign: /^(?:-[A-Za-z]*o|--o)/u,
      list: ({ paths }) => (paths.length === 0 ? null : paths.filter(isSomewhere)),
    },
  ],
  ...['gzip', 'gunzip', 'bzip2', 'bunzip2', 'xz', 'unxz'].map((name) => [name, PACKER] as const),
]);

/**
 * The files that the words of a program say it writes or takes away, as they stand there; null where they say nothing of the kind.
 * What is uncertain counts as a file.
 */
export function listWritten(named: string, words: readonly ShellWord[]): readonly string[] | null {
  const program = nameOf(named);
  if (program === 'tee') return everyWord(words).filter((path) => path === '-' || isSomewhere(path));
  if (WRITERS.has(program)) return listTargets(program, words);
  if (program === 'dd') return listOutputs(words);
  if (program === 'perl') return listByPerl(words);
  const writer = WRITTEN.get(program);
  if (writer === undefined || !hasSign(writer, words)) return null;
  const read = readWritten(writer, words);
  return read === null ? everyWord(words) : writer.list(read);
}

/** Whether all its words are known, and none of them makes it write or take away a file. */
export function writesNothing(named: string, words: readonly ShellWord[]): boolean {
  return WRITTEN.has(nameOf(named)) && listWritten(named, words) === null;
}

function nameOf(named: string): string {
  return named === 'gsed' ? 'sed' : named;
}

function hasSign({ sign }: Writer, words: readonly ShellWord[]): boolean {
  return sign === undefined || words.some(({ value }) => value !== null && sign.test(value));
}

function valuesOf(words: readonly ShellWord[]): readonly string[] {
  return words.flatMap(({ value }) => (value === null || value === '' ? [] : [value]));
}

/** What is written there is gone, or shown. */
function isSomewhere(path: string): boolean {
  return path !== '-' && !/^\/dev\/(?:null|stdout|stderr|tty)$/u.test(path);
}

function listOutputs(words: readonly ShellWord[]): readonly string[] {
  return words.flatMap(({ value }) =>
    value?.startsWith('of=') === true && isSomewhere(value.slice(3)) ? [value.slice(3)] : [],
  );
}

const IN_PLACE = ['-i', '-I', '--in-place'];

/** Of `sed -i` all but the program is written, and with an ending the old content beside it. */
function listEdited({ flags, operands }: Written): readonly string[] | null {
  const flag = IN_PLACE.find((name) => flags.has(name));
  if (flag === undefined) return null;
  const hasProgram = ['-e', '--expression', '-f', '--file'].some((name) => flags.has(name));
  const [first, second] = operands;
  // Some take the word behind it for the ending, and the next for the program; for others this would be a program that does nothing.
  const isEnding =
    first?.value !== null && /^(?:\.[\w-]+)?$/u.test(first?.value ?? '-') && second !== undefined;
  // A word that is not known, and in no quotation marks, may be none at all.
  const isNone = first?.unknown !== null && first?.text.startsWith('$') === true;
  const files = valuesOf(hasProgram || isNone ? operands : operands.slice(isEnding ? 2 : 1));
  const ending = flags.get(flag) ?? (isEnding ? (first?.value ?? '') : '');
  return [...files, ...(ending === '' ? [] : files.flatMap((file) => backupsOf(file, ending)))];
}

/** No system takes longer ones. */
const MOST_OF_PATH = 4096;
const MOST_OF_NAME = 255;

/** A star in the ending is the name, and with a slash it is another folder. */
function backupsOf(file: string, ending: string): readonly string[] {
  const base = posix.basename(file);
  const stars = ending.split('*').length - 1;
  if (ending.length + stars * base.length > MOST_OF_PATH) return [];
  const name = ending.includes('*') ? ending.replaceAll('*', base) : `${base}${ending}`;
  if (name.split('/').some((part) => part.length > MOST_OF_NAME)) return [];
  return [posix.join(posix.dirname(file), name), ...(name.includes('/') ? [name] : [])];
}

/** `perl -pi -e CODE FILE`: what the code does besides is not in its words. */
function listByPerl(words: readonly ShellWord[]): readonly string[] | null {
  const { ending, hasCode, operands } = readPerl(words);
  if (ending === null) return null;
  const files = valuesOf(hasCode ? operands : operands.slice(1));
  return [...files, ...(ending === '' ? [] : files.flatMap((file) => backupsOf(file, ending)))];
}
