import {
  changeSetIdSchema,
  sessionIdSchema,
  type CallInput,
  type ChangeSetView,
  type RewindPreview,
} from '@rook/contract';
import * as z from 'zod';

import type { EditorWorkbench } from '../compose-workbench.ts';
import type { Desk } from './desk.ts';

const targetSchema = z.object({ session: sessionIdSchema, changeSet: changeSetIdSchema });

/** Every change of the workspace, the newest first; the one that is chosen is shown as a diff. */
export async function showChanges(desk: Desk): Promise<void> {
  const bench = await chooseBench(desk);
  const set = bench === null ? null : await pickChange(desk, bench, 'Changes');
  if (bench === null || set === null) return;
  const shown = await bench.call('change_show', { session: set.session, changeSet: set.id });
  if (!shown.ok) void desk.editor.window.showErrorMessage(shown.error.message);
  else
    await showText(
      desk,
      'diff',
      shown.value.files.map(({ path, diff, problem }) => diff ?? `${path}: ${problem ?? ''}`).join('\n'),
    );
}

/** Shows what a rewind would do, asks, and does exactly that. */
export async function rewindChange(desk: Desk, given: unknown): Promise<void> {
  const bench = await chooseBench(desk);
  if (bench === null) return;
  const named = targetSchema.safeParse(given);
  const picked = named.success ? null : await pickChange(desk, bench, 'Rewind which change?');
  const changeSet = named.success ? named.data.changeSet : picked?.id;
  if (changeSet === undefined) return;
  const wish = { direction: 'rewind', changeSet, cascade: false, partial: false } as const;
  const preview = await bench.call('rewind_preview', wish);
  if (!preview.ok) {
    void desk.editor.window.showErrorMessage(preview.error.message);
    return;
  }
  if (preview.value.error === null) await confirmRewind(desk, bench, { wish, preview: preview.value });
  else if (preview.value.dependents.length > 0) await rewindAll(desk, bench, wish);
  else
    void desk.editor.window.showErrorMessage(preview.value.error.message, {
      modal: true,
      detail: refusals(preview.value),
    });
}

type Wish = Omit<CallInput<'rewind_run'>, 'fingerprint'>;

/** Later changes stand on this one: all of them or none. */
async function rewindAll(desk: Desk, bench: EditorWorkbench, wish: Wish): Promise<void> {
  const all = { ...wish, cascade: true };
  const preview = await bench.call('rewind_preview', all);
  if (!preview.ok) void desk.editor.window.showErrorMessage(preview.error.message);
  else if (preview.value.error === null)
    await confirmRewind(desk, bench, { wish: all, preview: preview.value });
  else
    void desk.editor.window.showErrorMessage(preview.value.error.message, {
      modal: true,
      detail: refusals(preview.value),
    });
}

interface Previewed {
  readonly wish: Wish;
  readonly preview: RewindPreview;
}

async function confirmRewind(
  desk: Desk,
  bench: EditorWorkbench,
  { wish, preview }: Previewed,
): Promise<void> {
  const { window } = desk.editor;
  const { files, undone } = preview;
  const names = files.map(({ path, what, added, removed }) => `${path}: ${what} (+${added} -${removed})`);
  const sets = undone.length > 1 ? ` with ${undone.length - 1} later change(s) that stand on it` : '';
  const answer = await window.showWarningMessage(
    `Rewind ${files.length === 1 ? '1 file' : `${files.length} files`}${sets}?`,
    { modal: true, detail: names.join('\n') },
    'Rewind',
    'Show Diff',
  );
  if (answer === 'Show Diff') await showText(desk, 'diff', files.map(({ diff }) => diff).join('\n'));
  if (answer !== 'Rewind') return;
  const done = await bench.call('rewind_run', { ...wish, fingerprint: preview.fingerprint });
  if (done.ok)
    void window.showInformationMessage(`Rewound ${files.length === 1 ? '1 file' : `${files.length} files`}.`);
  else void window.showErrorMessage(done.error.message);
}

function refusals({ refused }: RewindPreview): string {
  return refused.map(({ path, message }) => `${path}: ${message}`).join('\n');
}

export async function chooseBench({ benches, editor }: Desk): Promise<EditorWorkbench | null> {
  const bench = await benches.choose();
  if (bench.ok) return bench.value.workbench;
  void editor.window.showErrorMessage(bench.error.message);
  return null;
}

async function pickChange(
  { editor }: Desk,
  bench: EditorWorkbench,
  title: string,
): Promise<ChangeSetView | null> {
  const listed = await bench.call('change_list', { limit: 200 });
  if (!listed.ok) {
    void editor.window.showErrorMessage(listed.error.message);
    return null;
  }
  const items = listed.value.sets.map((set) => ({
    label: describeSet(set),
    description: detailOf(set),
    set,
  }));
  if (items.length === 0) void editor.window.showInformationMessage('Nothing was changed here yet.');
  const picked = items.length === 0 ? undefined : await editor.window.showQuickPick(items, { title });
  return picked?.set ?? null;
}

function describeSet({ files, kind, isUndone }: ChangeSetView): string {
  const added = files.reduce((sum, file) => sum + file.added, 0);
  const removed = files.reduce((sum, file) => sum + file.removed, 0);
  const names = files.slice(0, 3).map(({ path }) => path);
  const more = files.length > names.length ? ` and ${files.length - names.length} more` : '';
  return `${isUndone ? '○' : '●'} ${kind === 'edit' ? '' : `${kind}: `}${names.join(', ')}${more} (+${added} -${removed})`;
}

function detailOf({ timestamp, turn, intent }: ChangeSetView): string {
  return [timestamp.slice(0, 19).replace('T', ' '), turn, intent].filter((part) => part !== null).join(' · ');
}

export async function showText(
  { editor }: Pick<Desk, 'editor'>,
  language: string,
  content: string,
): Promise<void> {
  const document = await editor.workspace.openTextDocument({ language, content });
  await editor.window.showTextDocument(document, { preview: true });
}
