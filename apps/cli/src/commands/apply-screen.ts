import type { AppliedReply, WholeReading } from '@rook/engine';

import type { Terminal } from '../terminal/terminal.ts';
import { visibleLine } from '../terminal/visible.ts';
import { printDiff } from './print-diff.ts';

type ReportedFile = AppliedReply['report']['files'][number];

/** What the reply says about itself, before anything is done. */
export function printSummary(terminal: Terminal, { reply, problems }: WholeReading): void {
  if (reply.summary !== '') terminal.print({ text: reply.summary, style: 'bold' });
  const mended = problems.filter(({ code }) => !SHAPES.has(code)).length;
  if (mended > 0) {
    const places = mended === 1 ? 'One place was' : `${mended} places were`;
    terminal.print({ text: `${places} mended; \`rook recover\` shows them.`, style: 'dim' });
  }
}

/** Problems of fields, which are told apart. */
const SHAPES: ReadonlySet<string> = new Set(['unknown_field', 'wrong_shape', 'missing_field']);

/** What became of each file, with its diff; then the sums, and where it is written down. */
export async function printApplied(
  terminal: Terminal,
  { reply, problems }: WholeReading,
  { report, session }: AppliedReply,
  dryRun: boolean,
): Promise<void> {
  for (const { preview } of report.files) {
    // A file that only gets another name has no hunk.
    if (preview?.includes('\n@@') !== true && preview?.includes('\nBinary') !== true) continue;
    terminal.print();
    await printDiff(terminal, preview);
  }
  terminal.print();
  for (const file of report.files) printFile(terminal, file, dryRun);
  const unknown = new Set([
    ...report.unknownFields,
    ...problems.flatMap(({ code, path }) => (SHAPES.has(code) && path !== undefined ? [path] : [])),
  ]);
  for (const field of unknown)
    terminal.print({ text: '· ', style: 'dim' }, `not used: ${visibleLine(field)}`);
  for (const { command } of reply.commands)
    terminal.print({ text: '· ', style: 'dim' }, `not run: ${visibleLine(command)}`);
  terminal.print();
  printTotals(terminal, report.files, dryRun);
  if (report.changeSet !== null)
    terminal.print({ text: report.changeSet, style: 'bold' }, `  ${session ?? ''}`);
}

function printFile(terminal: Terminal, file: ReportedFile, dryRun: boolean): void {
  const { path, status, code, message = '', added, removed } = file;
  const name = { text: visibleLine(path === '' ? '(no path)' : path), style: 'bold' } as const;
  if (status === 'applied') {
    const done = dryRun ? 'would be applied' : 'applied';
    terminal.print({ text: '✓ ', style: 'green' }, name, `  +${added} -${removed}  ${done}`);
    return;
  }
  const mark =
    status === 'refused' ? ({ text: '✗ ', style: 'red' } as const) : ({ text: '○ ', style: 'dim' } as const);
  terminal.print(mark, name, `  ${status}: ${visibleLine(message)}${code === undefined ? '' : ` (${code})`}`);
}

function printTotals(terminal: Terminal, files: readonly ReportedFile[], dryRun: boolean): void {
  const applied = files.filter(({ status }) => status === 'applied');
  const added = applied.reduce((sum, file) => sum + file.added, 0);
  const removed = applied.reduce((sum, file) => sum + file.removed, 0);
  const totals = `${applied.length} ${applied.length === 1 ? 'file' : 'files'}, +${added} -${removed}`;
  if (dryRun) terminal.print(totals, { text: '  nothing was written: this was a rehearsal', style: 'dim' });
  else if (applied.length === 0) terminal.print('nothing was written');
  else terminal.print(totals);
}
