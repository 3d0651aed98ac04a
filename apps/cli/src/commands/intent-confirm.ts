import type { Result } from '@rook/contract';

import type { CommandCall } from '../command.ts';
import { composeIntents } from '../compose-intents.ts';
import { tellChanged } from './intent-record.ts';
import { readIntentArgument } from './read-intent.ts';

export async function confirmIntent(call: CommandCall): Promise<Result<void>> {
  const id = readIntentArgument(call);
  if (!id.ok) return id;
  const composed = await composeIntents(call);
  if (!composed.ok) return composed;
  const confirmed = await composed.value.book.confirm(id.value);
  return confirmed.ok ? tellChanged(call, composed.value, confirmed.value) : confirmed;
}
