import type { LedgerHealth } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { lookIfGoverned } from '../compose-intents.ts';
import { inspectOwnLedger } from '../compose-ledger.ts';
import type { StoreComposition } from '../compose-store.ts';
import type { Finding } from './health.ts';

/** Whether the ledger of a governed workspace can be written, and has all that the journals say. Nothing is written. */
export async function checkLedger(
  call: CommandCall,
  composition: StoreComposition,
): Promise<readonly Finding[]> {
  if (!(await lookIfGoverned(composition))) return [];
  const inspected = await inspectOwnLedger(call, composition);
  if (inspected === null) return [];
  const { health: found, isStrict } = inspected;
  const name = 'ledger';
  if (!found.ok)
    return [
      {
        name,
        state: isStrict ? 'bad' : 'warning',
        finding: `Trace degraded mode: ${found.error.message}`,
        advice: isStrict
          ? 'Nothing but reading is allowed until it can be written.'
          : 'The journal has it all; the next turn catches up when it can be written.',
      },
    ];
  return [describeLedger(found.value)];
}

const MOST_NAMED = 3;

function describeLedger(health: LedgerHealth): Finding {
  const { lines, missing, altered, unfounded, elsewhere, unreadable } = health;
  const named = altered.slice(0, MOST_NAMED).join(', ');
  const more = altered.length > MOST_NAMED ? ', …' : '';
  const parts = [
    `${lines} lines`,
    ...(altered.length === 0 ? [] : [`${altered.length} altered (${named}${more})`]),
    ...(missing === 0 ? [] : [`${missing} missing`]),
    ...(altered.length + missing === 0 ? ['complete'] : []),
    ...(unfounded === 0 ? [] : [`${unfounded} that no journal tells`]),
    ...(elsewhere === 0 ? [] : [`${elsewhere} of sessions that are not here`]),
    ...(unreadable === 0 ? [] : [`${unreadable} not readable`]),
  ];
  const finding = parts.join(', ');
  if (altered.length > 0)
    return {
      name: 'ledger',
      state: 'bad',
      finding,
      advice: 'They say something else than the journal; the next turn in this workspace puts them right.',
    };
  if (missing > 0)
    return {
      name: 'ledger',
      state: 'warning',
      finding,
      advice: 'The next turns in this workspace write them.',
    };
  return { name: 'ledger', state: unreadable + unfounded === 0 ? 'good' : 'warning', finding };
}
