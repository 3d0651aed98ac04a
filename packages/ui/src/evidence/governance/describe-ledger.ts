import type { CallOutput } from '@rook/contract';

import { count } from '../words.ts';

type Ledger = NonNullable<CallOutput<'governance_state'>['ledger']>;

/** What is wrong with the ledger, and what that means. */
export function describeLedger({
  isDegraded,
  isStrict,
  problem,
  missing,
  altered,
  unreadable,
  path,
}: Ledger): readonly string[] {
  if (isDegraded)
    return [
      `Nothing can be added to ${path}. ${problem ?? ''}`.trim(),
      isStrict
        ? 'Nothing but reading is allowed until it can be written again.'
        : 'What happens is kept in the journals and is added when it can be written again.',
    ];
  return [
    ...(missing > 0
      ? [`${count(missing, 'line')} of the journals ${missing === 1 ? 'is' : 'are'} missing in it.`]
      : []),
    ...(altered > 0 ? [`${count(altered, 'line says', 'lines say')} something else than the journals.`] : []),
    ...(unreadable > 0 ? [`${count(unreadable, 'line')} cannot be read.`] : []),
  ];
}
