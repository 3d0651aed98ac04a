import type { ChangeReport, ReportedFile } from './tool.ts';

/** What a model is told about its changes: what is there now, or what to do instead. */
export function describeChanges({ changeSet, files, unknownFields }: ChangeReport, dryRun: boolean): string {
  const lines = files.map((file) => describeFile(file, dryRun));
  const unknown =
    unknownFields.length === 0 ? [] : [`Fields that mean nothing here: ${unknownFields.join(', ')}.`];
  if (changeSet !== null) return [`Change set ${changeSet} was applied.`, ...lines, ...unknown].join('\n');
  const head = dryRun ? 'Nothing was written: this was a rehearsal.' : 'Nothing was written.';
  return [head, ...lines, ...unknown].join('\n');
}

function describeFile(
  { path, status, message = '', added, removed, permissions, afterHash }: ReportedFile,
  dryRun: boolean,
): string {
  if (status !== 'applied') return `${path}: ${status}. ${message}`;
  const now = afterHash === undefined ? '' : `, now ${afterHash}`;
  const done = `${path}: ${dryRun ? 'would be changed' : 'applied'}, +${added} -${removed}${permissions === undefined ? '' : `, ${permissions}`}${now}`;
  return message === '' ? done : `${done}. ${message}`;
}
