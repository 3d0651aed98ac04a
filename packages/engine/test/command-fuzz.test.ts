import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod';

import { judgeCommand } from '../src/commands/judge-command.ts';
import { readShell } from '../src/commands/read-shell.ts';
import { testPolicy } from '../src/commands/test-policy.ts';
import { askBash } from './commands/ask-bash.ts';
import { expandInBash } from './commands/expand-in-bash.ts';

/** The long run: `ROOK_FUZZ_RUNS=100000 npx vitest run packages/engine/test/command-fuzz.test.ts`. */
const RUNS = Number(process.env['ROOK_FUZZ_RUNS'] ?? 1500);
const SEED = process.env['ROOK_FUZZ_RUNS'] === undefined ? 20_261_116 : Date.now();
const BATCH = 2000;

const policy = testPolicy();
const hasBash = askBash(['ls']) !== null;
const lineSchema = z.object({ command: z.string() });

/** Without signs that bash does not take from a pipe. */
const samples = ['techniques.jsonl', 'ordinary.jsonl'].flatMap((name) =>
  readFileSync(join(import.meta.dirname, 'commands', name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => lineSchema.parse(JSON.parse(line)).command)
    .filter((text) => !text.includes('\0') && text.isWellFormed()),
);

/** Parts of commands, separated by blanks; `␣` stands for a blank, `⇥` for a tab, `↵` for the end of a line. */
const PIECES =
  String.raw`ls cat echo git␣status rm npm␣test grep -la a.txt src/b --color=auto x=1 CI=1 ␣ ␣ ␣ ␣␣ ⇥ ↵ \↵ ; && || | |& &
  ! time␣ ( ) {␣ ;␣} # ␣#␣c↵ ' " \ BACKTICK $ $( DOLLAR_BRACE $(( )) } $' $" <( >( ~ * ? [ ] {a,b} = : > >> < 2>&1 >& &> >| <> <<<
  <<E↵ <<'E'↵ ↵E↵ >␣out 2>/dev/null "a␣b" 'c␣d' \␣ if␣ then␣ fi for␣ do␣ done case␣ esac function␣ [[␣ ␣]] (( coproc␣ é - --`
    .split(/\s+/u)
    .map((piece) =>
      piece
        .replaceAll('␣', ' ')
        .replaceAll('⇥', '\t')
        .replaceAll('↵', '\n')
        .replace('BACKTICK', '`')
        .replace('DOLLAR_BRACE', '${'),
    );

const generated = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 12 })
  .map((parts) => parts.join(''));
const mutated = fc
  .tuple(
    fc.constantFrom(...samples),
    fc.array(fc.tuple(fc.nat(), fc.nat(2), fc.constantFrom(...PIECES)), { maxLength: 4 }),
  )
  .map(([text, changes]) => changes.reduce(changeText, text));
const spaced = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 8 })
  .map((parts) => `ls ${parts.join(' ')}`);

function changeText(text: string, [at, removed, piece]: readonly [number, number, string]): string {
  const place = at % (text.length + 1);
  return text.slice(0, place) + piece + text.slice(place + removed);
}

it.skipIf(!hasBash)(
  'G-06 never allows what bash reads in another way',
  () => {
    const texts = fc
      .sample(fc.oneof(generated, mutated, spaced), { numRuns: RUNS, seed: SEED })
      .filter((text) => !text.includes('\0') && text.isWellFormed());
    const counts = { accepted: 0, allowed: 0 };
    const wrong: unknown[] = [];
    for (let from = 0; from < texts.length; from += BATCH) {
      const batch = texts.slice(from, from + BATCH);
      const readings = askBash(batch);
      for (const [index, text] of batch.entries()) {
        const bash = readings?.[index] ?? null;
        if (bash !== null) counts.accepted += 1;
        if (judgeCommand(text, policy).verdict !== 'allow') continue;
        counts.allowed += 1;
        const ours = readOurs(text);
        // After some errors bash reads the next text wrong, so it is asked once more, alone.
        if (!isSame(bash, ours) && !isSame(askBash([text])?.[0], ours)) wrong.push({ text, bash, ours });
      }
    }
    expect(wrong.slice(0, 20)).toEqual([]);
    // A fuzzer that only makes nonsense would prove nothing.
    expect(counts.accepted).toBeGreaterThan(RUNS / 20);
    expect(counts.allowed).toBeGreaterThan(RUNS / 100);
    if (process.env['ROOK_FUZZ_RUNS'] !== undefined)
      process.stdout.write(`${texts.length} texts, ${JSON.stringify(counts)}\n`);
  },
  1_800_000,
);

it.skipIf(!hasBash)('G-06 reads the words of ordinary commands as bash does', () => {
  const ordinary = samples.filter((text) => judgeCommand(text, policy).verdict === 'allow');
  const readings = askBash(ordinary);
  expect(ordinary.map(readOurs)).toEqual(readings);
});

/** Signs that the shell makes something of, and a few that it does not: `declare -f` shows words before they are expanded. */
const SIGNS = [
  ...Array.from(String.raw`{{{}}},,..~[]!=\"'$*?:/#^%@+-ab13`),
  '..',
  ' ',
  '{a}',
  '{}',
  "'b'",
  '"a"',
  '~a',
];
const wordTexts = fc
  .array(fc.constantFrom(...SIGNS), { minLength: 1, maxLength: 10 })
  .map((parts) => parts.join(''));

type ReadWords = (text: string) => readonly string[] | null;

it.skipIf(!hasBash)(
  'G-06 takes no word for literal of which bash makes something else',
  () => {
    const { counts, wrong } = compareWords(readLiterals);
    expect(wrong.slice(0, 20)).toEqual([]);
    expect(counts.literal).toBeGreaterThan(RUNS / 10);
    if (process.env['ROOK_FUZZ_RUNS'] !== undefined) process.stdout.write(`${JSON.stringify(counts)}\n`);
  },
  1_800_000,
);

it.skipIf(!hasBash)(
  'G-06 finds out a reading that ends braces at the first bracket',
  () => {
    expect(compareWords(readWithFirstBracket).wrong).not.toEqual([]);
  },
  1_800_000,
);

function compareWords(read: ReadWords) {
  const texts = fc
    .sample(wordTexts, { numRuns: RUNS * 10, seed: SEED })
    .concat(BRACES)
    .flatMap((text) => {
      const ours = read(text);
      return ours === null ? [] : [{ text, ours }];
    });
  const wrong: unknown[] = [];
  for (let from = 0; from < texts.length; from += BATCH) {
    const batch = texts.slice(from, from + BATCH);
    const bash = expandInBash(batch.map(({ text }) => text)) ?? [];
    for (const [index, { text, ours }] of batch.entries())
      if (!isSame(bash[index], ours)) wrong.push({ text, bash: bash[index], ours });
  }
  return { counts: { literal: texts.length }, wrong };
}

/** Of each a reading that stops at the first bracket makes one word. */
const BRACES = ['{a}b,c}', '{}a,c}', '{}{},c}', 'x{a}b,c}', '{aa},}', '{x}{a},/etc/passwd}', '{a}..c}'];

/** The words behind the program, where our reading says that the program gets them as they are. */
function readLiterals(text: string): readonly string[] | null {
  const { segments, problems } = readShell(`show ${text}`);
  const [segment, ...others] = segments;
  if (segment === undefined || others.length + problems.length > 0) return null;
  if (segment.redirects.length + segment.assignments.length + segment.around.length > 0) return null;
  const values = segment.words.slice(1).map(({ value }) => value);
  return values.every((value) => value !== null) ? values : null;
}

function readWithFirstBracket(text: string): readonly string[] | null {
  const isPlain = /^[{},.ab]+$/u.test(text) && !/\{[^}]*(?:,|\.\.)/u.test(text);
  return isPlain ? [text] : readLiterals(text);
}

function readOurs(text: string): readonly (readonly string[])[] {
  return readShell(text).segments.map(({ assignments, words }) =>
    [...assignments, ...words].map((part) => part.text),
  );
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
