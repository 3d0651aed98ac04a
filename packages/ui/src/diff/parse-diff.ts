/** One line of a diff. */
export interface DiffRow {
  readonly kind: 'same' | 'added' | 'removed' | 'note';
  readonly oldLine: number | null;
  readonly newLine: number | null;
  readonly text: string;
}

export interface DiffHunk {
  readonly header: string;
  readonly rows: readonly DiffRow[];
}

export interface DiffFile {
  readonly path: string;
  /** Where it was before; the same unless it was renamed or made. */
  readonly from: string;
  readonly added: number;
  readonly removed: number;
  readonly hunks: readonly DiffHunk[];
  /** Lines that are neither heading nor hunk, as they stand. */
  readonly notes: readonly string[];
}

interface FileDraft {
  path: string;
  from: string;
  hunks: { header: string; rows: DiffRow[] }[];
  notes: string[];
}

interface Place {
  oldLine: number;
  newLine: number;
  oldLeft: number;
  newLeft: number;
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/u;

/** Reads a unified diff. Text that is none gives one file of notes, so nothing is ever left out. */
export function parseDiff(diff: string): readonly DiffFile[] {
  const lines = diff.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const files: FileDraft[] = [];
  let place: Place = { oldLine: 0, newLine: 0, oldLeft: 0, newLeft: 0 };
  for (const [number, line] of lines.entries()) {
    const file = files.at(-1);
    const rows = file?.hunks.at(-1)?.rows;
    if (rows !== undefined && isInside(place, line)) {
      rows.push(readRow(line, place));
      continue;
    }
    const hunk = HUNK.exec(line);
    if (hunk !== null) {
      place = enterHunk(hunk);
      (file ?? openFile(files)).hunks.push({ header: line, rows: [] });
    } else if (line.startsWith('--- ') && lines[number + 1]?.startsWith('+++ ') === true) {
      openFile(files).from = readPath(line);
    } else if (line.startsWith('+++ ') && file !== undefined && file.path === '') {
      file.path = readPath(line);
    } else if (!/^(?:diff --git|index [0-9a-f]|={3,}$)/u.test(line)) {
      (file ?? openFile(files)).notes.push(line);
    }
  }
  return files.map(finishFile);
}

/** The numbers of a hunk say how many lines it has, so a removed line `-- x` is no heading. */
function isInside({ oldLeft, newLeft }: Place, line: string): boolean {
  return oldLeft > 0 || newLeft > 0 || line.startsWith('\\ ');
}

function enterHunk([, oldLine, oldCount = '1', newLine, newCount = '1']: RegExpExecArray): Place {
  return {
    oldLine: Number(oldLine),
    newLine: Number(newLine),
    oldLeft: Number(oldCount),
    newLeft: Number(newCount),
  };
}

function readRow(line: string, place: Place): DiffRow {
  const text = line.slice(1);
  if (line.startsWith('\\ ')) return { kind: 'note', oldLine: null, newLine: null, text: line.slice(2) };
  const isAdded = line.startsWith('+');
  const isRemoved = line.startsWith('-');
  const row: DiffRow = {
    kind: isAdded ? 'added' : isRemoved ? 'removed' : 'same',
    oldLine: isAdded ? null : place.oldLine,
    newLine: isRemoved ? null : place.newLine,
    text,
  };
  if (!isAdded) {
    place.oldLine += 1;
    place.oldLeft -= 1;
  }
  if (!isRemoved) {
    place.newLine += 1;
    place.newLeft -= 1;
  }
  return row;
}

function openFile(files: FileDraft[]): FileDraft {
  const file: FileDraft = { path: '', from: '', hunks: [], notes: [] };
  files.push(file);
  return file;
}

function readPath(line: string): string {
  const [path = ''] = line.slice('--- '.length).split('\t');
  return path === '/dev/null' ? path : path.replace(/^[ab]\//u, '');
}

function finishFile({ path, from, hunks, notes }: FileDraft): DiffFile {
  const rows = hunks.flatMap((hunk) => hunk.rows);
  const isGone = path === '/dev/null';
  return {
    path: isGone ? from : path,
    from: from === '/dev/null' ? path : from,
    added: rows.filter(({ kind }) => kind === 'added').length,
    removed: rows.filter(({ kind }) => kind === 'removed').length,
    hunks,
    notes: isGone
      ? ['The file is removed.', ...notes]
      : from === '/dev/null'
        ? ['The file is new.', ...notes]
        : notes,
  };
}
