import { succeed, type Result } from '@rook/contract';

import type { CommandCall } from '../command.ts';
import { composeSearch, showProgress } from '../compose-search.ts';

export async function reindexJournal(call: CommandCall): Promise<Result<void>> {
  const composed = await composeSearch(call);
  if (!composed.ok) return composed;
  const { index } = composed.value;
  const start = performance.now();
  const rebuilt = await index.rebuild({ progress: showProgress(call) });
  call.terminal.progress('');
  await index.close();
  if (!rebuilt.ok) return rebuilt;
  const { sessions, entries, readBytes: bytes } = rebuilt.value;
  const milliseconds = Math.round(performance.now() - start);
  if (call.json) call.terminal.printJson({ sessions, entries, bytes, milliseconds });
  else {
    const size = `${(bytes / 1e6).toFixed(1)} MB in ${(milliseconds / 1000).toFixed(1)} s`;
    call.terminal.print(`Indexed ${sessions} session(s) with ${entries} entries: ${size}.`);
  }
  return succeed(undefined);
}
