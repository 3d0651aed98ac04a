import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';
import * as z from 'zod';

import type { CommandPolicy } from '../src/commands/command-policy.ts';
import { judgeCommand } from '../src/commands/judge-command.ts';
import { judgeSegment } from '../src/commands/judge-segment.ts';
import { readShell, type ShellSegment } from '../src/commands/read-shell.ts';
import type { ShellWord } from '../src/commands/read-word.ts';
import { testPolicy } from '../src/commands/test-policy.ts';

type Judge = (text: string) => 'allow' | 'ask' | 'refuse';

const policy = testPolicy();
const judge: Judge = (text) => judgeCommand(text, policy).verdict;

const techniques = readLines(
  'techniques.jsonl',
  z.strictObject({ class: z.string(), command: z.string(), allow: z.array(z.string()).optional() }),
);
const ordinaryOwn = readLines(
  'ordinary-own.jsonl',
  z.strictObject({ command: z.string(), allow: z.array(z.string()) }),
);
const ordinary = readLines('ordinary.jsonl', z.strictObject({ command: z.string() }));

it('G-06 never runs one of the techniques by itself', () => {
  expect(techniques.length).toBeGreaterThanOrEqual(400);
  expect(new Set(techniques.map((one) => one.class)).size).toBeGreaterThanOrEqual(12);
  expect(runByThemselves(judge)).toEqual([]);
});

it('G-06 G-05 never runs one of the techniques because a pattern of the user names its program', () => {
  const own = techniques.filter(({ allow }) => allow !== undefined);
  expect(own.length).toBeGreaterThanOrEqual(800);
  const run = own.filter(
    ({ command, allow }) => judgeCommand(command, testPolicy(allow)).verdict === 'allow',
  );
  expect(run.map(({ command }) => command)).toEqual([]);
  // Whoever takes the pattern for all that has to be known runs most of them.
  const byPattern = own.filter(({ command, allow = [] }) =>
    allow.some((pattern) => command.startsWith(pattern)),
  );
  expect(byPattern.length).toBeGreaterThanOrEqual(500);
});

it('G-06 G-05 runs at least 95 of 100 ordinary commands that a pattern of the user names', () => {
  expect(ordinaryOwn.length).toBeGreaterThanOrEqual(250);
  const asked = ordinaryOwn.filter(
    ({ command, allow }) => judgeCommand(command, testPolicy(allow)).verdict !== 'allow',
  );
  expect(asked.length / ordinaryOwn.length).toBeLessThanOrEqual(0.05);
});

it('G-06 runs at least 95 of 100 ordinary commands on the list without a question', () => {
  expect(ordinary.length).toBeGreaterThanOrEqual(200);
  const asked = ordinary.filter(({ command }) => judge(command) !== 'allow');
  expect(asked.length / ordinary.length).toBeLessThanOrEqual(0.05);
});

it('G-06 asks about every technique also when ordinary commands stand around it', () => {
  const hidden = techniques.flatMap(({ command }) => {
    // What hides in a comment, a text without its end or an open list would swallow what follows.
    if (readShell(command).problems.some((problem) => problem.startsWith('it cannot be read'))) return [];
    return [`ls && ${command}`, `${command}\nls`].filter((text) => judge(text) === 'allow');
  });
  // Nothing, a comment, a turned exit code and a measured time are harmless beside a command.
  expect(hidden.filter((text) => text.replaceAll(/#.*|\s|&&|!|\\\n|\btime\b|\bls\b/gu, '') !== '')).toEqual(
    [],
  );
});

const unprotected = testPolicy([], { isProtected: () => false });
const unsecret = testPolicy([], { isSecret: () => false });
const everywhere = testPolicy([], { root: '/', cwd: 'a/b/c/d' });

/** Judges that are wrong in one way each. */
const twins: Readonly<Record<string, Judge>> = {
  'compares the beginning of the text': (text) =>
    policy.allow.some((pattern) => text.startsWith(pattern)) ? 'allow' : 'ask',
  'compares the first words': (text) =>
    policy.allow.some((pattern) => `${text} `.startsWith(`${pattern} `)) ? 'allow' : 'ask',
  'does not look at redirects': (text) => judgeChanged(text, (segment) => ({ ...segment, redirects: [] })),
  'looks at the first segment alone': (text) =>
    judgeSegments(readShell(text).segments.slice(0, 1), policy, []),
  'trusts the environment': (text) => judgeChanged(text, (segment) => ({ ...segment, assignments: [] })),
  'does not mind what stands around': (text) =>
    judgeSegments(readShell(text).segments.map(withoutAround), policy, []),
  'takes unknown words for their text': (text) =>
    judgeChanged(text, (segment) => ({
      ...segment,
      words: segment.words.map((word) => ({ ...word, value: word.value ?? word.text, unknown: null })),
    })),
  'takes a pattern for the value of an option': (text) =>
    judgeChanged(text, (segment) => ({
      ...segment,
      words: segment.words.map((word, index) =>
        word.glob !== null && segment.words[index - 1]?.value?.startsWith('-') === true
          ? literal('x', word)
          : word,
      ),
    })),
  'does not think of files whose names are options': (text) =>
    judgeChanged(text, (segment) => ({
      ...segment,
      words: segment.words.map((word) => (word.glob === null ? word : { ...word, glob: `./${word.glob}` })),
    })),
  'takes nothing behind two dashes for an option': (text) =>
    judgeChanged(text, (segment) => {
      const end = segment.words.findIndex(({ value }) => value === '--');
      if (end === -1) return segment;
      const behind = segment.words.slice(end + 1).map((word) => literal(`./${word.value ?? 'x'}`, word));
      return { ...segment, words: [...segment.words.slice(0, end), ...behind] };
    }),
  'does not know protected files': (text) => judgeCommand(text, unprotected).verdict,
  'does not know secrets': (text) => judgeCommand(text, unsecret).verdict,
  'takes every path for one of the workspace': (text) => judgeCommand(text, everywhere).verdict,
};

it.each(Object.entries(twins))('G-06 has techniques that a judge runs which %s', (_name, twin) => {
  expect(runByThemselves(twin)).not.toEqual([]);
});

function literal(value: string, { text }: ShellWord): ShellWord {
  return { text, value, glob: null, unknown: null };
}

function withoutAround({ around: _around, ...segment }: ShellSegment): ShellSegment {
  return { ...segment, around: [] };
}

function runByThemselves(twin: Judge): readonly string[] {
  return techniques.flatMap(({ command }) => (twin(command) === 'allow' ? [command] : []));
}

function judgeChanged(text: string, change: (segment: ShellSegment) => ShellSegment): 'allow' | 'ask' {
  const { segments, problems } = readShell(text);
  return judgeSegments(segments.map(change), policy, problems);
}

function judgeSegments(
  segments: readonly ShellSegment[],
  by: CommandPolicy,
  problems: readonly string[],
): 'allow' | 'ask' {
  const nothing = {
    reads: [],
    writes: [],
    guarded: null,
    runsWorkspaceCode: false,
    network: false,
    startsGit: false,
  };
  const inner = { problems: ['inner'], ...nothing };
  const isFine = segments.every((segment) => judgeSegment(segment, by, () => inner).verdict === 'allow');
  return isFine && problems.length === 0 && segments.length > 0 ? 'allow' : 'ask';
}

function readLines<Line>(name: string, schema: z.ZodType<Line>): readonly Line[] {
  const text = readFileSync(join(import.meta.dirname, 'commands', name), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => schema.parse(JSON.parse(line)));
}
