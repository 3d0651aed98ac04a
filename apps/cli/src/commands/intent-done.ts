import type { Result } from '@rook/contract';

import type { CommandCall } from '../command.ts';
import { composeIntents } from '../compose-intents.ts';
import { tellChanged } from './intent-record.ts';
import { readIntentArgument } from './read-intent.ts';

export async function completeIntent(call: CommandCall): Promise<Result<void>> {
  const id = readIntentArgument(call);
  if (!id.ok) return id;
  const composed = await composeIntents(call);
  if (!composed.ok) return composed;
  const done = await composed.value.book.setStatus(id.value, 'COMPLETED');
  return done.ok ? tellChanged(call, composed.value, done.value) : done;
}
