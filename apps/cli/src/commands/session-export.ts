import { join, resolve } from 'node:path';

import { fail, rookError, succeed, type Result } from '@rook/contract';
import { exportSession, refuseProblems, type ExportFormat, type SessionExport } from '@rook/engine';

import packageFile from '../../package.json' with { type: 'json' };
import type { CommandCall } from '../command.ts';
import { composeLines, composeStore, type StoreComposition } from '../compose-store.ts';
import { checkOutput, writeOutput } from '../compose.ts';
import { systemClock } from '../system-clock.ts';
import { reportExport } from './export-report.ts';
import { findSession } from './find-session.ts';

interface Wanted {
  readonly format: ExportFormat;
  /** Undefined for standard output. */
  readonly file: string | undefined;
  readonly withFiles: boolean;
}

/** Exports a session to a file or to standard output, and says what is not in it. */
export async function exportToFile(call: CommandCall): Promise<Result<void>> {
  const wanted = readWishes(call);
  if (!wanted.ok) return wanted;
  const composed = await composeStore(call);
  if (!composed.ok) return composed;
  // Which secrets there are is said by the settings, so none may be exported while they cannot be read.
  const usable = refuseProblems(composed.value.settings.problems);
  if (!usable.ok) return usable;
  const session = await findSession(composed.value.store, call.arguments.get('SESSION'));
  if (!session.ok) return session;
  const { file, format, withFiles } = wanted.value;
  const rules = outputRules(call, composed.value);
  const checked = file === undefined ? succeed(undefined) : await checkOutput(file, rules);
  if (!checked.ok) return checked;
  const exported = await exportSession({
    store: composed.value.store,
    session: session.value.id,
    redactor: (await composeLines(call, composed.value)).redactor,
    format,
    withFiles,
    now: systemClock.now(),
    product: { name: call.brand.title, version: packageFile.version },
  });
  if (!exported.ok) return exported;
  const path = checked.value;
  const written =
    path === undefined
      ? await print(call, exported.value)
      : await writeOutput(path, exported.value.chunks, rules);
  if (!written.ok) return written;
  reportExport(call, exported.value, { format, file: path });
  return succeed(undefined);
}

const FORMATS: ReadonlyMap<string, ExportFormat> = new Map([
  ['rook', 'rook'],
  ['craft', 'craft'],
  ['markdown', 'markdown'],
  ['html', 'html'],
]);

function readWishes(call: CommandCall): Result<Wanted> {
  const format = FORMATS.get(call.options.get('format') ?? 'rook') ?? 'rook';
  const output = call.options.get('output') ?? '-';
  const file = output === '-' ? undefined : resolve(call.surroundings.currentFolder, output);
  const withFiles = call.switches.has('withFiles');
  if (withFiles && format !== 'rook')
    return fail(
      rookError('usage', `--with-files goes with --format rook; ${format} has no place for files.`),
    );
  if (call.json && file === undefined && (format === 'markdown' || format === 'html'))
    return fail(
      rookError('usage', `--json goes with --output FILE here; ${format} is no JSON to be printed.`),
    );
  return succeed({ format, file, withFiles });
}

function outputRules(
  call: CommandCall,
  { folders }: StoreComposition,
): { readonly force: boolean; readonly ownFolders: readonly string[] } {
  const { home, workspaceFolder } = folders;
  const own = workspaceFolder ?? join(home, 'sessions');
  return { force: call.switches.has('force'), ownFolders: [...new Set([home, own])] };
}

/** A piece ends with a line break, and so does a printed line. */
async function print({ terminal }: CommandCall, { chunks }: SessionExport): Promise<Result<void>> {
  for await (const chunk of chunks) {
    if (!chunk.ok) return chunk;
    terminal.print(chunk.value.slice(0, -1));
    await terminal.ready();
  }
  return succeed(undefined);
}
