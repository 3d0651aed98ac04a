import { fail, rookError, succeed, type IntentId, type Result } from '@rook/contract';
import {
  mapIntents,
  ORCHESTRATION_FOLDER,
  rangesOf,
  writeIntentMap,
  type Intent,
  type PlacedFile,
  type PlacedIntent,
} from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { composeIntents, type IntentComposition } from '../compose-intents.ts';
import { loadWorkspace, openIntentMap } from '../compose.ts';
import { visibleLine } from '../terminal/visible.ts';
import { traceWorkspace, type TracedWorkspace } from './trace-workspace.ts';

/** Shows which intents touched which files, and writes it down if asked to. */
export async function mapFiles(call: CommandCall): Promise<Result<void>> {
  const composed = await composeIntents(call);
  if (!composed.ok) return composed;
  const traced = await traceWorkspace(composed.value);
  if (!traced.ok) return traced;
  const map = placeFiles(traced.value);
  // A file of intents that cannot be read takes their names from the map, and nothing else.
  const intents = await composed.value.book.read();
  const named = intents.ok ? intents.value : [];
  const file = openIntentMap(composed.value.folders);
  const written = call.switches.has('write')
    ? await writeMap(composed.value, { map, intents: named, keepsRows: false })
    : succeed(false);
  if (!written.ok) return written;
  if (call.json) {
    const shown = map.map(({ id, files }) => ({ ...headOf(id, named), files: files.map(fileJson) }));
    call.terminal.printJson({ file: file.path, written: written.value, intents: shown });
    return succeed(undefined);
  }
  await printMap(call, map, named);
  if (written.value) call.terminal.note(`${visibleLine(file.path)} is written.`);
  else if (call.switches.has('write')) call.terminal.note(`${visibleLine(file.path)} says so already.`);
  return succeed(undefined);
}

/** Writes the map that follows from the journals and the ledger now; true where it was another one. Nobody asked for it, so no row goes. */
export async function rewriteMap(call: CommandCall): Promise<Result<boolean>> {
  const composed = await composeIntents(call);
  if (!composed.ok) return composed;
  const traced = await traceWorkspace(composed.value);
  if (!traced.ok) return traced;
  const intents = await composed.value.book.read();
  return writeMap(composed.value, {
    map: placeFiles(traced.value),
    intents: intents.ok ? intents.value : [],
    keepsRows: true,
  });
}

/** Adds where the lines of each intent are now. */
function placeFiles({ history, files }: TracedWorkspace): readonly PlacedIntent[] {
  return mapIntents(history).map(({ id, files: mapped }) => ({
    id,
    files: mapped.map(({ path, ...counts }): PlacedFile => {
      const traced = files.get(path);
      const own = rangesOf(traced?.runs ?? []).filter(
        ({ run: { origin } }) => origin.kind === 'written' && origin.set.intent === id,
      );
      const lines = joinRanges(own.map(({ start, end }) => ({ start, end })));
      return { path, ...counts, isThere: traced !== undefined, lines };
    }),
  }));
}

function joinRanges(ranges: PlacedFile['lines']): PlacedFile['lines'] {
  const joined: { readonly start: number; end: number }[] = [];
  for (const { start, end } of ranges) {
    const last = joined.at(-1);
    if (last !== undefined && last.end + 1 === start) last.end = end;
    else joined.push({ start, end });
  }
  return joined;
}

/** Whether anything was written. The folder is made by an intent alone: a map does not make a workspace governed. */
async function writeMap(
  { folders }: IntentComposition,
  parts: Parameters<typeof writeIntentMap>[1],
): Promise<Result<boolean>> {
  const workspace = await loadWorkspace(folders.workspace ?? '');
  const located = await workspace.locate(ORCHESTRATION_FOLDER);
  if (!located.ok) return located;
  if (located.value.kind !== 'folder')
    return fail(
      rookError(
        'not_found',
        `There is no ${ORCHESTRATION_FOLDER}/ here to write the map into; \`rook intent new\` makes it. Nothing was written.`,
      ),
    );
  let isWritten = false;
  const updated = await openIntentMap(folders).update(async (content) => {
    const text = content === null ? null : decode(content);
    if (text === undefined) return fail(rookError('malformed', NOT_TEXT));
    const made = writeIntentMap(text, parts);
    if (!made.ok) return made;
    isWritten = made.value !== text;
    return Promise.resolve(succeed(isWritten ? new TextEncoder().encode(made.value) : null));
  });
  return updated.ok ? succeed(isWritten) : updated;
}

const NOT_TEXT = 'The map that is there is no text in UTF-8, so nothing of it is replaced; move it away.';
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

function headOf(id: IntentId | null, intents: readonly Intent[]): object {
  const intent = intents.find((one) => one.id === id);
  return { id, name: intent?.name ?? null, status: intent?.status ?? null };
}

function fileJson({ isThere, ...file }: PlacedFile): object {
  return { ...file, exists: isThere };
}

async function printMap(
  { terminal }: CommandCall,
  map: readonly PlacedIntent[],
  intents: readonly Intent[],
): Promise<void> {
  for (const { id, files } of map) {
    const intent = intents.find((one) => one.id === id);
    terminal.print(
      { text: id ?? 'Without an intent', style: 'bold' },
      intent === undefined ? '' : `  ${visibleLine(intent.name)}  ${intent.status}`,
    );
    for (const { path, changeSets, takenBack, added, removed, lines, isThere } of files) {
      const sets = `${changeSets} ${changeSets === 1 ? 'change set' : 'change sets'}`;
      const back = takenBack === 0 ? '' : `, ${takenBack} taken back`;
      const now = lines.map(({ start, end }) => (start === end ? `${start}` : `${start}-${end}`)).join(',');
      const place = !isThere ? '  gone' : lines.length === 0 ? '' : `  lines ${now}`;
      terminal.print(`  ${visibleLine(path)}  ${sets}${back}  +${added} -${removed}${place}`);
      await terminal.ready();
    }
  }
  if (map.length === 0) terminal.note('No files were changed here yet.');
}
