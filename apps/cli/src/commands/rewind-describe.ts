import { describePermissions, type ChangeSetId } from '@rook/contract';
import {
  keepsContent,
  previewChange,
  type HistorySet,
  type RefusedRewind,
  type RewindPlan,
} from '@rook/engine';

import type { Style, Terminal } from '../terminal/terminal.ts';
import { visibleLine } from '../terminal/visible.ts';

type RewoundFile = RewindPlan['files'][number];

/** Every file and line that would change, what stands in the way, and what stands on it. */
export function describeRewind(terminal: Terminal, plan: RewindPlan): void {
  for (const { set } of plan.undone) terminal.print({ text: headOf(set), style: 'bold' });
  for (const file of plan.files) {
    terminal.print(visibleLine(`${actOf(file)}  ${describeSize(file)}`));
    for (const line of previewOf(file).trimEnd().split('\n').slice(2)) printDiffLine(terminal, line);
  }
  for (const path of alreadyOf(plan))
    terminal.print({ text: visibleLine(`already so  ${path}`), style: 'dim' });
  for (const { path, error } of plan.leftOut)
    terminal.print(
      { text: visibleLine(`left as it is  ${path}`), style: 'yellow' },
      `  ${visibleLine(error.message)}`,
    );
  for (const refused of plan.refused) describeRefused(terminal, refused);
  if (plan.undone.length === 0 && plan.dependents.length > 0) {
    terminal.print({ text: 'Later change sets stand on it:', style: 'yellow' });
    for (const set of plan.dependents) terminal.print(`  ${headOf(set)}`);
  }
}

/** The lines, and the permissions where it gets others. */
function describeSize(file: RewoundFile): string {
  const lines = `+${file.added} -${file.removed}`;
  const permissions = permissionsOf(file);
  if (permissions === null) return lines;
  return keepsContent(file) ? permissions : `${lines}  ${permissions}`;
}

function permissionsOf({ permissions }: RewoundFile): string | null {
  return permissions === undefined ? null : describePermissions(permissions.before, permissions.after);
}

function headOf({ id, timestamp, kind, files }: HistorySet): string {
  return visibleLine(`${id}  ${timestamp}  ${kind}  ${files.map(({ path }) => path).join(', ')}`);
}

/** The files of which nothing has to be written. */
function alreadyOf({ undone, refused }: RewindPlan): readonly string[] {
  const inTheWay = new Set(refused.map(({ path }) => path));
  const paths = undone.flatMap(({ already }) => already.map(({ from }) => from));
  return [...new Set(paths)].filter((path) => !inTheWay.has(path));
}

function actOf(file: RewoundFile): string {
  const { path, renamedFrom, way, before, after } = file;
  if (keepsContent(file)) return `as before  ${path}`;
  if (renamedFrom !== undefined)
    return `${way === 'merged' ? 'moved, yours kept' : 'moved'}  ${renamedFrom} → ${path}`;
  if (after === null) return `removed  ${path}`;
  if (before === null) return `made  ${path}`;
  return way === 'merged' ? `merged with what was changed since  ${path}` : `as before  ${path}`;
}

function previewOf(file: RewoundFile): string {
  const { path, before, after } = file;
  if (keepsContent(file)) return '';
  return previewChange(path, before?.bytes ?? null, after?.bytes ?? null);
}

const STYLES: ReadonlyMap<string, Style> = new Map([
  ['+', 'green'],
  ['-', 'red'],
  ['@', 'dim'],
]);

function printDiffLine(terminal: Terminal, line: string): void {
  const style = STYLES.get(line.slice(0, 1));
  const text = `  ${visibleLine(line)}`;
  terminal.print(style === undefined ? text : { text, style });
}

function describeRefused(terminal: Terminal, { path, error, conflicts }: RefusedRewind): void {
  terminal.print(
    { text: visibleLine(`in the way  ${path}`), style: 'red' },
    `  ${visibleLine(error.message)}`,
  );
  for (const { line, ours, theirs } of conflicts) {
    terminal.print(`  ${line === null ? 'the whole file' : `line ${line}`}`);
    for (const [name, text] of [
      ['there now', ours],
      ['would be', theirs],
    ] as const)
      for (const row of text === '' ? ['(nothing)'] : text.trimEnd().split('\n'))
        terminal.print(`    ${name}  ${visibleLine(row)}`);
  }
}

/** How the other files are rewound, where all that is in the way may stay as it is. Null: there is no way. */
export function adviseOnOthers({ target, files, refused }: RewindPlan): string | null {
  const isPossible = refused.length > 0 && refused.every(({ canStay }) => canStay) && files.length > 0;
  if (target === null || !isPossible) return null;
  return `\`rook rewind ${target.id} --partial\` leaves what is in the way as it is, and does the others.`;
}

function tellFile(file: RewoundFile): object {
  const permissions = permissionsOf(file);
  return {
    path: file.path,
    renamedFrom: file.renamedFrom ?? null,
    how: file.way,
    added: file.added,
    removed: file.removed,
    ...(permissions === null ? {} : { permissions }),
    beforeHash: file.before?.hash ?? null,
    afterHash: file.after?.hash ?? null,
    preview: previewOf(file),
  };
}

/** The same for a script. */
export function tellRewind(plan: RewindPlan, changeSet: ChangeSetId | null, dryRun: boolean): object {
  const { kind, target, undone, dependents, files, refused, leftOut } = plan;
  return {
    kind,
    changeSet,
    dryRun,
    target: target?.id ?? null,
    undone: undone.map(({ set }) => set.id),
    dependents: dependents.map(({ id, session, timestamp, files: changed }) => ({
      id,
      session,
      timestamp,
      files: changed.map(({ path }) => path),
    })),
    files: files.map(tellFile),
    already: alreadyOf(plan),
    leftOut: leftOut.map(({ path, error }) => ({ path, code: error.code, message: error.message })),
    refused: refused.map(({ path, error, conflicts }) => ({
      path,
      code: error.code,
      message: error.message,
      conflicts,
    })),
  };
}
