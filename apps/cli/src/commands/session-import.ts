import { join, resolve } from 'node:path';

import { fail, rookError, succeed, type Result } from '@rook/contract';
import { importSession, refuseProblems, type ImportedSession } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { composeLines, composeStore, type StoreComposition } from '../compose-store.ts';
import { keepInput, openInputFile } from '../compose.ts';
import { systemClock } from '../system-clock.ts';
import { visibleLine } from '../terminal/visible.ts';

/** Takes in an exported session, once all of it is proved. */
export async function importFromFile(call: CommandCall): Promise<Result<void>> {
  const composed = await composeStore(call);
  if (!composed.ok) return composed;
  const usable = refuseProblems(composed.value.settings.problems);
  if (!usable.ok) return usable;
  const input = await openInput(call, composed.value);
  if (!input.ok) return input;
  const imported = await importSession({
    store: composed.value.store,
    clock: systemClock,
    brand: call.brand,
    lines: await composeLines(call, composed.value),
    read: input.value.read,
  });
  await input.value.close();
  if (!imported.ok) return imported;
  report(call, imported.value);
  return succeed(undefined);
}

async function openInput(
  call: CommandCall,
  { folders }: StoreComposition,
): Promise<ReturnType<typeof openInputFile>> {
  const file = call.arguments.get('FILE') ?? '-';
  if (file.trim() === '') return fail(rookError('usage', 'FILE is empty; name the file of an export, or -.'));
  if (file !== '-') return openInputFile(resolve(call.surroundings.currentFolder, file));
  if (process.stdin.isTTY)
    return fail(
      rookError('usage', 'Nothing is piped in; name a file, or pipe an export to `rook session import -`.'),
    );
  return keepInput(folders.workspaceFolder ?? join(folders.home, 'sessions'), process.stdin);
}

function report(call: CommandCall, { session, header, entries, blobs, redacted }: ImportedSession): void {
  const { source, left_out: leftOut } = header;
  const from = { session: header.session, head: source.head, exportedAt: header.exported_at, ok: source.ok };
  if (call.json) {
    call.terminal.printJson({ session, from, entries, redacted, blobs, leftOut });
    return;
  }
  const { terminal } = call;
  terminal.print({ text: session, style: 'bold' }, `  ${entries} entries of ${header.session} imported`);
  terminal.print('    nothing in it gives a right here: no approval, intent, budget or change set');
  const lost = header.redacted.length;
  if (lost > 0) terminal.print(`    redacted when it was exported: ${lost} entries`);
  if (redacted.length > 0) terminal.print(`    redacted here: ${redacted.length} entries`);
  if (leftOut.length > 0) terminal.print(`    not in the export: ${leftOut.length} files and long fields`);
  if (!source.ok) {
    terminal.note(
      { text: 'not verified  ', style: 'red' },
      visibleLine(`the session could not be trusted where it came from (${source.reason ?? 'unknown'}).`),
    );
  }
}
