import { rookError, type RookError } from '@rook/contract';

import { holdsRedactionMark } from '../journal/redaction-mark.ts';
import { splitLines } from './file-text.ts';
import { findBareNote } from './find-bare-note.ts';
import { findPlaceholder } from './find-placeholder.ts';
import { trimBlanks } from './match-block.ts';

/** A prefix of the old file that leaves out at least this many lines looks like an answer that was cut off. */
const CUT_LINES = 10;
/** A file of this many lines or more that shrinks below a tenth looks like an example of itself. */
const LARGE_FILE = 60;
const MOST_LOST = 0.1;

/** Why the whole content for a file is suspicious; null when it is not. `old` is null where no file is there. */
export function judgeContent(path: string, old: string | null, fresh: string): RookError | null {
  if (old !== null && trimBlanks(old) !== '' && fresh.trim() === '') {
    return suspicious(path, 'the content for this existing file is empty; delete the file if that is meant');
  }
  if (
    !/\.(diff|patch)$/i.test(path) &&
    /^(--- \S.*\n\+\+\+ \S|diff --git |@@ -\d+(,\d+)? \+\d+|\*\*\* Begin Patch)/.test(fresh)
  ) {
    return suspicious(path, 'the content is itself a diff; give it as "diff" or "patch"');
  }
  if (!/\.(md|mdx|markdown|txt|rst)$/i.test(path) && /^\s*```[^\n`]*\n[\s\S]*\n```\s*$/.test(fresh)) {
    return suspicious(path, 'the content stands in a code fence; give it without');
  }
  return old === null ? null : judgeShrinking(path, old, fresh);
}

function judgeShrinking(path: string, old: string, fresh: string): RookError | null {
  if (fresh.length >= old.length) return null;
  const oldCount = splitLines(old).length;
  const freshCount = splitLines(fresh).length;
  if (oldCount - freshCount >= CUT_LINES && old.startsWith(fresh.trimEnd())) {
    return suspicious(
      path,
      `the content is only the first ${freshCount} of ${oldCount} lines, as if it was cut off`,
    );
  }
  if (oldCount >= LARGE_FILE && freshCount < oldCount * MOST_LOST) {
    return suspicious(path, `the content shrinks the file from ${oldCount} to ${freshCount} lines`);
  }
  return null;
}

/** Why text that would be put into a file must not be; null when it may. */
export function judgeFreshText(
  path: string,
  fresh: string,
  isOld: (line: string) => boolean,
): RookError | null {
  if (holdsRedactionMark(fresh)) {
    return suspicious(
      path,
      'the text holds a redaction mark where a secret was, so it is not what somebody wrote',
    );
  }
  if (!fresh.isWellFormed() || fresh.includes('\0')) {
    return suspicious(path, 'the text holds characters that no text file can hold');
  }
  const placeholder = findPlaceholder(fresh, isOld);
  return placeholder === null ? null : leftOut(path, placeholder);
}

/** Why lines that take the place of others must not; null when they may. */
export function judgeLostLines(
  path: string,
  finished: { readonly fresh: string; readonly removed: number },
  isOld: (line: string) => boolean,
): RookError | null {
  const note = findBareNote(path, finished, isOld);
  return note === null ? null : leftOut(path, note);
}

function leftOut(path: string, line: string): RookError {
  const said = JSON.stringify(line.slice(0, 80));
  return suspicious(path, `the line ${said} stands for text that was left out; write the text itself`);
}

/** Lines indented with tabs in a file that is indented with spaces, or the other way round. */
export function judgeIndents(path: string, old: string, fresh: string): RookError | null {
  const tabs = /^\t+\S/m.test(fresh) && isSpaced(old);
  const spaces = /^ {2,}\S/m.test(fresh) && !/^ {2}/m.test(old) && /^\t+\S/m.test(old);
  if (!tabs && !spaces) return null;
  const [there, here] = tabs ? ['spaces', 'tabs'] : ['tabs', 'spaces'];
  return suspicious(
    path,
    `the file is indented with ${there} and the text with ${here}; write it as the file is`,
  );
}

/** A few lines with tabs, as in an example, do not make it a file that is indented with tabs. */
function isSpaced(old: string): boolean {
  const spaces = old.match(/^ {2,}\S/gm)?.length ?? 0;
  const tabs = old.match(/^\t/gm)?.length ?? 0;
  return spaces > 0 && tabs * MOST_TABS < spaces;
}

const MOST_TABS = 4;

export function suspicious(path: string, why: string): RookError {
  return rookError('suspicious', `The change of ${path} was not applied: ${why}.`);
}
