import { fail, rookError, type Result } from '@rook/contract';

import type { CommandCall } from '../command.ts';
import { composeIntents } from '../compose-intents.ts';
import { tellChanged } from './intent-record.ts';
import { readIntentArgument } from './read-intent.ts';

export async function createIntent(call: CommandCall): Promise<Result<void>> {
  const id = readIntentArgument(call);
  if (!id.ok) return id;
  const { lists, switches } = call;
  const name = call.arguments.get('NAME') ?? id.value;
  const texts = [name, ...['scope', 'constraint', 'criterion'].flatMap((list) => lists.get(list) ?? [])];
  if (texts.some((text) => text.trim() === ''))
    return fail(rookError('usage', 'A name, a pattern or a text is empty; leave it out or say something.'));
  const composed = await composeIntents(call);
  if (!composed.ok) return composed;
  const added = await composed.value.book.add({
    id: id.value,
    name,
    status: 'PENDING',
    ownedScope: lists.get('scope') ?? [],
    constraints: lists.get('constraint') ?? [],
    acceptanceCriteria: lists.get('criterion') ?? [],
    isDraft: switches.has('draft'),
  });
  return added.ok ? tellChanged(call, composed.value, added.value) : added;
}
