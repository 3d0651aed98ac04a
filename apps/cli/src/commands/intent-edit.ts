import { fail, rookError, succeed, type Result } from '@rook/contract';
import { INTENT_STATUSES, type IntentEdit, type IntentItem } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { composeIntents } from '../compose-intents.ts';
import { tellChanged } from './intent-record.ts';
import { readIntentArgument } from './read-intent.ts';

export async function editIntent(call: CommandCall): Promise<Result<void>> {
  const id = readIntentArgument(call);
  if (!id.ok) return id;
  const wish = readWish(call);
  if (!wish.ok) return wish;
  const composed = await composeIntents(call);
  if (!composed.ok) return composed;
  const edited = await composed.value.book.edit(id.value, wish.value);
  return edited.ok ? tellChanged(call, composed.value, edited.value) : edited;
}

function readWish({ options, lists }: CommandCall): Result<IntentEdit> {
  const [name, given] = [options.get('name'), options.get('status')];
  const status = INTENT_STATUSES.find((one) => one === given);
  const add = itemsOf(lists, 'add');
  const remove = itemsOf(lists, 'remove');
  if (name === undefined && status === undefined && add.length + remove.length === 0)
    return fail(rookError('usage', 'Say what to change, as in --add-scope "src/**"; --help shows all.'));
  if ([name ?? '-', ...[...add, ...remove].map(({ text }) => text)].some((text) => text.trim() === ''))
    return fail(rookError('usage', 'A name, a pattern or a text is empty; say something.'));
  return succeed({
    ...(name === undefined ? {} : { name }),
    ...(status === undefined ? {} : { status }),
    add,
    remove,
  });
}

function itemsOf(lists: CommandCall['lists'], verb: 'add' | 'remove'): readonly IntentItem[] {
  const named = [
    ['Scope', 'owned_scope'],
    ['Constraint', 'constraints'],
    ['Criterion', 'acceptance_criteria'],
  ] as const;
  return named.flatMap(([name, list]) => (lists.get(`${verb}${name}`) ?? []).map((text) => ({ list, text })));
}
