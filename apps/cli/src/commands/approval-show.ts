import { contentHashSchema } from '@rook/contract';
import type { Blobs } from '@rook/engine';

import type { Terminal } from '../terminal/terminal.ts';
import { cutToWidth, textWidth } from '../terminal/text-width.ts';
import { visibleLine } from '../terminal/visible.ts';
import { describeAdding, describeChoices, type ApprovalRequest } from './approval-choice.ts';
import { pieceOf } from './print-diff.ts';
import { readDiff, type DiffLine } from './read-diff.ts';

const USUAL_ROWS = 24;
/** What stands around the diff: who asks, the choices, the prompt. */
const OTHER_ROWS = 6;
const FEWEST_ROWS = 6;
const MOST_QUESTION_CHARACTERS = 600;
const TAB_COLUMNS = 8;

/** Who asks, why, and what a yes would do, on standard error; as much of it as fits onto a screen. */
export async function showQuestion(
  terminal: Terminal,
  request: ApprovalRequest,
  blobs: Pick<Blobs, 'get'>,
  isAsked = true,
): Promise<void> {
  const { source, host } = request;
  terminal.note();
  terminal.note({ text: '? ', style: 'yellow' }, { text: describeQuestion(request), style: 'bold' });
  const facts = [
    ...(source === undefined ? [] : [`from the source ${source}`]),
    ...(host === undefined ? [] : [`would reach ${host}`]),
  ];
  if (facts.length > 0) terminal.note({ text: `  ${visibleLine(facts.join(', '))}`, style: 'dim' });
  const { text, problem } = await loadPreview(request, blobs);
  const rows = Math.max(FEWEST_ROWS, (process.stderr.rows || USUAL_ROWS) - OTHER_ROWS);
  showPreview(terminal, text, rows, isAsked ? ', d shows all' : '');
  if (problem !== undefined) terminal.note({ text: problem, style: 'yellow' });
  for (const line of describeAdding(request)) terminal.note({ text: `  ${visibleLine(line)}`, style: 'dim' });
  if (isAsked) terminal.note({ text: describeChoices(request), style: 'dim' });
}

/** In one line, with the tool that wants it. */
export function describeQuestion({ tool = '', question }: ApprovalRequest): string {
  const asked = question.includes(tool) ? question : `${tool}: ${question}`;
  return cutToWidth(visibleLine(asked), MOST_QUESTION_CHARACTERS);
}

/** All that a yes would do. */
export async function showWhole(
  terminal: Terminal,
  request: ApprovalRequest,
  blobs: Pick<Blobs, 'get'>,
): Promise<void> {
  const { text, problem } = await loadPreview(request, blobs);
  showPreview(terminal, text, Infinity, '');
  if (problem !== undefined) terminal.note({ text: problem, style: 'yellow' });
}

interface LoadedPreview {
  readonly text: string;
  /** Why it is not all of it. */
  readonly problem?: string;
}

/** The preview; a long one lies beside the journal. */
export async function loadPreview(
  { preview = '' }: ApprovalRequest,
  blobs: Pick<Blobs, 'get'>,
): Promise<LoadedPreview> {
  if (typeof preview === 'string') return { text: preview };
  const hash = contentHashSchema.safeParse(preview['blob']);
  const read = hash.success ? await blobs.get(hash.data) : null;
  if (read?.ok === true && read.value !== null) return { text: new TextDecoder().decode(read.value) };
  return {
    text: preview.preview,
    problem: 'The rest of it cannot be read; say no if that matters.',
  };
}

function showPreview(terminal: Terminal, preview: string, rows: number, advice: string): void {
  if (preview.trim() === '') return;
  const { lines } = readDiff(preview);
  let free = rows;
  for (const [index, line] of lines.entries()) {
    const taken = rowsOf(line, terminal.columns);
    if (taken > free) {
      // The first line alone may be longer than the screen.
      if (index === 0)
        terminal.note(pieceOf({ ...line, text: cutToWidth(line.text, free * terminal.columns) }));
      const more = lines.length - index;
      terminal.note({ text: `… ${more} more ${more === 1 ? 'line' : 'lines'}${advice}`, style: 'dim' });
      return;
    }
    free -= taken;
    terminal.note(pieceOf(line));
  }
}

function rowsOf({ text }: DiffLine, columns: number): number {
  // Most lines are short, and measuring a long one is slow.
  if (text.length > columns * 200) return Infinity;
  const width = textWidth(text) + (text.split('\t').length - 1) * TAB_COLUMNS;
  return Math.max(1, Math.ceil(width / columns));
}
