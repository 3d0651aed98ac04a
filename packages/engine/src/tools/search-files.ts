import { fail, succeed, type Result } from '@rook/contract';
import * as z from 'zod';

import { createIgnoreRules } from './ignore-rules.ts';
import { listFitting, OWN_GLOBS, type GlobPlace } from './list-matching.ts';
import { readRipgrepPath, runRipgrep, type RipgrepEnd } from './run-ripgrep.ts';
import { createMessageReader, type MessageReader } from './search-messages.ts';
import { looksSecret } from './secret-files.ts';
import { showFound } from './show-found.ts';
import { missing, notPlain } from './text-file.ts';
import { cleanPath, pathField, plainText, showPath } from './tool-paths.ts';
import type { ToolPorts } from './tool-ports.ts';
import { defineTool, type Tool, type ToolReply } from './tool.ts';

const MOST_PATTERN_CHARACTERS = 2000;
const MOST_CONTEXT = 10;
const MOST_MATCHES = 200;
const MOST_IN_FILE = 50;
const MOST_FILE_MEGABYTES = 100;

const schema = z.strictObject({
  pattern: plainText(MOST_PATTERN_CHARACTERS).describe(
    'A regular expression in the syntax of ripgrep (no look-around, no back references); it is matched line by line.',
  ),
  path: pathField('A file or folder to search in, relative to the workspace. Left out: all.').optional(),
  glob: plainText(MOST_PATTERN_CHARACTERS)
    .optional()
    .describe('Only files whose path fits this glob pattern, such as *.ts or src/**/*.css.'),
  context: z
    .int()
    .min(0)
    .max(MOST_CONTEXT)
    .optional()
    .describe('So many lines around each match. Left out: 0.'),
  literal: z.boolean().optional().describe('Take the pattern as plain text.'),
  ignoreCase: z.boolean().optional().describe('Capital and small letters are the same.'),
});
type SearchInput = z.infer<typeof schema>;

export function createSearchFiles(ports: ToolPorts): Tool {
  return defineTool({
    name: 'search_files',
    description: [
      'Searches the content of files by a regular expression. Lines stand by file, each after its number, ":" for a match or',
      `"-" for a line around one, and a tab. At most ${MOST_MATCHES} matches and ${MOST_IN_FILE} of one file; long lines are cut around`,
      `the match. Binary files, files over ${MOST_FILE_MEGABYTES} MB, files that .gitignore or the settings leave out and files that`,
      'look like secrets are not searched.',
    ].join(' '),
    schema,
    effect: 'read',
    effectOf: ({ path = '' }) => ({ kind: 'read', paths: [cleanPath(ports.workspace.root, path)] }),
    run: (input, { signal }) => search(ports, input, signal),
  });
}

async function search(ports: ToolPorts, input: SearchInput, signal: AbortSignal): Promise<Result<ToolReply>> {
  const named = cleanPath(ports.workspace.root, input.path ?? '');
  const located = await ports.workspace.locate(named);
  if (!located.ok) return located;
  const { kind, path: start } = located.value;
  if (kind === 'missing') return fail(await missing(ports, named, 'file or folder', signal));
  if (kind === 'other') return fail(notPlain(showPath(named)));
  const isFile = kind === 'file';
  const rules = createIgnoreRules(ports.workspace, ports.ignore);
  const ignored = await rules.isIgnored(isFile ? start : `${start}/`);
  const place = { start, withIgnored: isFile || ignored !== null };
  const fitting = await findFitting(ports, isFile ? undefined : input.glob, place, signal);
  if (!fitting.ok) return fitting;
  const mayShow = (path: string): boolean =>
    isFile ||
    ((ignored === 'settings' || !rules.isSetAside(path)) &&
      !looksSecret(path) &&
      (fitting.value?.has(path) ?? true));
  const reader = createMessageReader((printed) => mayShow(readRipgrepPath(printed)));
  const end = await runRipgrep(ports, {
    words: searchWords(input, isFile),
    ...place,
    pieceEnd: '\n',
    signal,
    take: (line) => {
      reader.read(line);
      return reader.matches() < MOST_MATCHES;
    },
  });
  if (!end.ok) return end;
  reader.finish();
  const found = [];
  for (const file of reader.files) {
    const path = readRipgrepPath(file.path);
    // Rules of folders between the root and the start are not known to ripgrep.
    if (ignored === null && !isFile && (await rules.isIgnored(path)) !== null) continue;
    found.push({ ...file, path, isCapped: file.matches >= MOST_IN_FILE });
  }
  const notes = describeEnd(end.value, reader);
  if (found.length === 0) return succeed({ text: [nothing(input, start), ...notes].join('\n') });
  return succeed(await showFound(ports, found, notes));
}

/** To ripgrep a glob outweighs `.gitignore`; so the files that fit are listed first, and the search has none. */
async function findFitting(
  ports: ToolPorts,
  glob: string | undefined,
  place: GlobPlace,
  signal: AbortSignal,
): Promise<Result<ReadonlySet<string> | null>> {
  if (glob === undefined) return succeed(null);
  const listed = await listFitting(ports, { glob: glob.replace(/^\.\//, '/'), signal }, place);
  return listed.ok ? succeed(listed.value.fitting) : listed;
}

function searchWords({ pattern, context = 0, literal, ignoreCase }: SearchInput, isFile: boolean): string[] {
  return [
    '--json',
    '--crlf',
    `--regexp=${pattern}`,
    literal === true ? '--fixed-strings' : '--no-fixed-strings',
    ignoreCase === true ? '--ignore-case' : '--case-sensitive',
    `--context=${context}`,
    `--max-count=${MOST_IN_FILE}`,
    `--max-filesize=${MOST_FILE_MEGABYTES}M`,
    '--regex-size-limit=10M',
    '--dfa-size-limit=50M',
    ...(isFile ? [] : OWN_GLOBS),
  ];
}

function nothing({ pattern, glob, literal, ignoreCase }: SearchInput, start: string): string {
  const where = `${showPath(start)}${glob === undefined ? '' : `, files ${showPath(glob)}`}`;
  const hints = [
    ...(ignoreCase === true ? [] : ['set ignoreCase']),
    ...(literal === true || !/[\\^$.|?*+()[\]{}]/.test(pattern) ? [] : ['set literal for plain text']),
    'search for less',
  ];
  return `Nothing in ${where} matches ${JSON.stringify(pattern)}; ${hints.join(', or ')}.`;
}

function describeEnd(end: RipgrepEnd, reader: MessageReader): readonly string[] {
  return [
    ...(end === 'enough'
      ? [`(The search was ended after ${MOST_MATCHES} matches; there may be more. Narrow it.)`]
      : []),
    ...(end === 'time' ? ['(The search was ended after 30 s; there may be more. Narrow it.)'] : []),
    ...(end === 'errors' ? ['(Some files could not be read.)'] : []),
    ...(reader.longLines() === 0 ? [] : [`(Left out: ${reader.longLines()} matching lines over 1 MB.)`]),
    ...(reader.binaryFiles() === 0 ? [] : [`(Left out: matches in ${reader.binaryFiles()} binary files.)`]),
  ];
}
