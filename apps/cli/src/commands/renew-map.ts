import { holdsIntentMap } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { composeSettings, openIntentMap } from '../compose.ts';
import { visibleLine } from '../terminal/visible.ts';

/**
 * Brings the map up to date where somebody had it written before and left its marks there. It is a projection: whether that
 * succeeds changes nothing about what the command did.
 */
export async function renewMap(call: CommandCall): Promise<void> {
  const composed = await composeSettings(call);
  if (!composed.ok || composed.value.folders.workspace === null) return;
  const content = await openIntentMap(composed.value.folders).read();
  if (!content.ok || content.value === null || !holdsIntentMap(content.value)) return;
  const { rewriteMap } = await import('./intent-map.ts');
  const written = await rewriteMap(call);
  if (written.ok || call.json) return;
  call.terminal.note(`The map of the intents is not up to date: ${visibleLine(written.error.message)}`);
}
