import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { sessionIdSchema } from '@rook/contract';
import { searchSubstring, type SearchAnswer, type Shell } from '@rook/engine';
import { createFakeShell } from '@rook/engine/testing';
import { createLocalShell, findRipgrep } from '@rook/shell-local';
import { createLineReader, createLocalStore } from '@rook/store-local';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { makeSandbox, type Sandbox } from './sandbox.ts';

const session = sessionIdSchema.parse('rook-20261115-00000001');
const PIECES = [
  'error',
  'Kelvin',
  '\u212Aelvin',
  'ſ',
  's',
  'é',
  'É',
  'ß',
  'ẞ',
  'σ',
  'ς',
  '日本',
  '😀',
  '\n',
  '\t',
  '"',
  '\\',
  '/',
  '+',
  '.*',
  '\u0000',
  '\u2028',
];
const text = fc.oneof(
  fc
    .array(fc.constantFrom(...PIECES, ' ', 'a', '1'), { minLength: 1, maxLength: 4 })
    .map((all) => all.join('')),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 4 }),
);

/** JSON as some other program may write it: any character escaped. */
function escapeAll(json: string): string {
  return json.replaceAll(/(?<!\\)[ad-eg-mo-qsv-zé日😀]/gu, (character) =>
    Array.from(
      { length: character.length },
      (_unit, index) => String.raw`\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}

function writeTurns(sandbox: Sandbox, texts: readonly (readonly [string, boolean])[]): string {
  const folder = join(sandbox.workspace, '.rook');
  const file = join(folder, 'chats', '2026-11-15', `session_${session}.jsonl`);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const lines = texts.map(([one, escaped], index) => {
    const timestamp = new Date(Date.UTC(2026, 10, 15) + index).toISOString();
    const spoken = JSON.stringify(one);
    return `{"event_type":"message_admitted","timestamp":"${timestamp}","text":${escaped ? escapeAll(spoken) : spoken}}\n`;
  });
  writeFileSync(file, lines.join(''), { mode: 0o600 });
  return folder;
}

async function answer(sandbox: Sandbox, folder: string, shell: Shell, asked: string): Promise<SearchAnswer> {
  const ripgrep = await findRipgrep();
  const store = createLocalStore({ home: sandbox.rookHome, folder });
  const tools = { store, lines: createLineReader(folder), shell, cwd: sandbox.workspace };
  const query = { text: asked, filter: {}, limit: 50 };
  const found = await searchSubstring({ ...tools, ripgrep: ripgrep.ok ? ripgrep.value : '' }, query);
  if (!found.ok) throw new Error(found.error.message);
  return found.value;
}

/** The suite: what ripgrep leads to is what reading every line leads to. */
async function checkShell(shell: Shell, runs: number): Promise<void> {
  const sandbox = makeSandbox();
  const missing = createFakeShell(() => undefined);
  const turns = fc.array(fc.tuple(text, fc.boolean()), { minLength: 1, maxLength: 6 });
  const property = fc.asyncProperty(turns, text, fc.nat(), async (all, other, pick) => {
    const folder = writeTurns(sandbox, all);
    // Mostly something that is there, in another case.
    const asked = pick % 4 === 0 ? other : (all[pick % all.length]?.[0] ?? other);
    const sentence = (pick % 3 === 0 ? asked.toUpperCase() : asked).toWellFormed();
    const [found, scanned] = [
      await answer(sandbox, folder, shell, sentence),
      await answer(sandbox, folder, missing, sentence),
    ];
    expect(found.note).toBeUndefined();
    expect(scanned.note).toMatch(/ripgrep/);
    expect(found.hits).toEqual(scanned.hits);
  });
  await fc.assert(property, { numRuns: runs, endOnFailure: true });
  rmSync(sandbox.folder, { recursive: true, force: true });
}

it('I-27 finds with ripgrep what reading every line finds, however it is escaped', async () => {
  await expect(checkShell(createLocalShell(), 150)).resolves.toBeUndefined();
}, 60_000);

/** A pattern that has lost what it says about escapes. */
function plain(pattern: string): string {
  return pattern.startsWith('(?i)(') ? pattern : (pattern.split('|')[0] ?? '');
}

it('I-27 rejects a search that forgets that JSON escapes', async () => {
  const local = createLocalShell();
  const forgetful: Shell = {
    ...local,
    run: async (program, watch) => {
      const place = program.args.indexOf('--regexp') + 1;
      const args = program.args.map((word, index) => (index === place ? plain(word) : word));
      return local.run({ ...program, args }, watch);
    },
  };
  await expect(checkShell(forgetful, 150)).rejects.toThrow(/Property failed/);
}, 60_000);
