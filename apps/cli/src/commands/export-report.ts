import type { ExportFormat, SessionExport } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { visibleLine } from '../terminal/visible.ts';

const MOST_PLACES = 20;

/** Says what was exported and what of it is not there: beside a file on standard output, else on standard error. */
export function reportExport(
  call: CommandCall,
  { survey, blobs }: SessionExport,
  { format, file }: { readonly format: ExportFormat; readonly file: string | undefined },
): void {
  const { redacted, unreadable, facts, verification } = survey;
  if (call.json) {
    // On standard output stands the export itself, whose first line says the same.
    if (file === undefined) return;
    const { ok, anchored, torn, firstBadLine, reason } = verification;
    call.terminal.printJson({
      session: survey.id,
      file,
      format,
      entries: facts.entries,
      verified: { ok, anchored, torn, firstBadLine, reason },
      redacted,
      marked: survey.marked,
      unreadable,
      blobs: blobs.taken.length,
      leftOut: blobs.leftOut,
    });
    return;
  }
  const say = (id: string, text: string): void => {
    const pieces = [{ text: id, style: 'bold' }, text] as const;
    if (file === undefined) call.terminal.note(...pieces);
    else call.terminal.print(...pieces);
  };
  const place = file === undefined ? '' : ` to ${visibleLine(file)}`;
  say(survey.id, `  ${facts.entries} entries exported${place}`);
  for (const line of describeLosses(survey, blobs)) say('', `    ${visibleLine(line)}`);
  if (!verification.ok) {
    const why = verification.reason ?? 'unknown';
    call.terminal.note(
      { text: 'not verified  ', style: 'red' },
      visibleLine(`this session cannot be trusted (${why}), and the export says so.`),
    );
  }
}

function describeLosses(
  { redacted, rules, unreadable }: SessionExport['survey'],
  { taken, leftOut }: SessionExport['blobs'],
): readonly string[] {
  const lines: string[] = [];
  if (redacted.length > 0) {
    const found = [...rules].map(([rule, count]) => `${count} × ${rule}`).join(', ');
    const shown = redacted.slice(0, MOST_PLACES).map(({ seq }) => `#${seq}`);
    const more = redacted.length - shown.length;
    lines.push(`redacted: ${found}, in ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`);
  } else lines.push('redacted: nothing');
  if (unreadable.length > 0) {
    const shown = unreadable.slice(0, MOST_PLACES).map(({ line }) => line);
    lines.push(`left out: ${unreadable.length} lines that are no entries (${shown.join(', ')})`);
  }
  if (taken.length > 0) lines.push(`files and long fields: ${taken.length}`);
  for (const [reason, count] of countReasons(leftOut)) lines.push(`left out: ${count} ${REASONS[reason]}`);
  return lines;
}

type Reason = SessionExport['blobs']['leftOut'][number]['reason'];

const REASONS: Record<Reason, string> = {
  not_asked: 'files and long fields; --with-files takes them along',
  secret: 'files that hold a secret, which are never changed',
  too_large: 'files that are too large for an export',
  missing: 'files that are named and not kept here',
  damaged: 'files that cannot be read',
};

function countReasons(leftOut: SessionExport['blobs']['leftOut']): ReadonlyMap<Reason, number> {
  const counts = new Map<Reason, number>();
  for (const { reason } of leftOut) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return counts;
}
