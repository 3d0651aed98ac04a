import { succeed } from '@rook/contract';
import * as z from 'zod';

import { listMatching, type MatchingFiles } from './list-matching.ts';
import { count } from './shown-lines.ts';
import { cleanPath, plainText, showPath } from './tool-paths.ts';
import type { ToolPorts } from './tool-ports.ts';
import { defineTool, type Tool } from './tool.ts';

const MOST_PATHS = 500;
const MOST_GLOB_CHARACTERS = 1000;
/** For the notes below the paths. */
const ROOM_FOR_NOTES = 400;

export function createFindFiles(ports: ToolPorts): Tool {
  return defineTool({
    name: 'find_files',
    description: [
      'Finds files by a glob pattern for their path, such as **/*.test.ts or src/**/*.css; a pattern without a slash fits a',
      `name in any folder. Sorted, at most ${MOST_PATHS}. Files that .gitignore or the settings leave out and files that`,
      'look like secrets are not listed. To find text in files use search_files.',
    ].join(' '),
    schema: z.strictObject({
      pattern: plainText(MOST_GLOB_CHARACTERS).describe('A glob pattern, relative to the workspace.'),
    }),
    effect: 'read',
    effectOf: () => ({ kind: 'read', paths: [''] }),
    run: async ({ pattern }, { signal }) => {
      const glob = cleanGlob(ports.workspace.root, pattern);
      const found = await listMatching(ports, { glob, signal });
      if (!found.ok) return found;
      return succeed({ text: describe(pattern, found.value, ports.maxResultChars) });
    },
  });
}

/** A pattern that names a place in the workspace in full is meant from its root. */
function cleanGlob(root: string, pattern: string): string {
  if (pattern.startsWith('./')) return `/${pattern.slice(2)}`;
  return pattern.startsWith(`${root}/`) ? `/${cleanPath(root, pattern)}` : pattern;
}

function describe(pattern: string, found: MatchingFiles, maxResultChars: number): string {
  const notes = describeLeftOut(found);
  if (found.paths.length === 0) {
    const hint =
      notes.length > 0
        ? ''
        : ' A pattern such as **/*name* looks in all folders; capital and small letters differ.';
    return [`No file fits ${showPath(pattern)}.${hint}`, ...notes].join('\n');
  }
  const lines: string[] = [];
  let room = maxResultChars - ROOM_FOR_NOTES;
  for (const path of found.paths.slice(0, MOST_PATHS)) {
    const line = showPath(path);
    room -= line.length + 1;
    if (room < 0 && lines.length > 0) break;
    lines.push(line);
  }
  const all = found.paths.length;
  const heading =
    lines.length === all
      ? `${count(all, 'file')}:`
      : `The first ${lines.length} of ${count(all, 'file')}; a narrower pattern shows the others:`;
  return [heading, ...lines, ...notes].join('\n');
}

function describeLeftOut({ secret, setAside, gitignored, end }: MatchingFiles): readonly string[] {
  const left = [
    ...(gitignored === 0 ? [] : [`${gitignored} by .gitignore`]),
    ...(setAside === 0 ? [] : [`${setAside} by the settings`]),
    ...(secret === 0 ? [] : [`${secret} because they look like secrets`]),
  ];
  return [
    ...(left.length === 0 ? [] : [`(Left out: ${left.join(', ')}.)`]),
    ...(end === 'all' ? [] : [`(${explainEnd(end)})`]),
  ];
}

function explainEnd(end: MatchingFiles['end']): string {
  if (end === 'errors') return 'Some folders could not be read.';
  return end === 'time'
    ? 'The search was ended after 30 s; there may be more.'
    : 'There are too many files to list all; there may be more.';
}
