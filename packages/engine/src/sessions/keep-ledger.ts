import { rookError, succeed, type RookError, type SessionId } from '@rook/contract';

import { catchUpLedger } from '../intents/catch-up-ledger.ts';
import type { LedgerPorts } from './ledger-ports.ts';
import type { SessionRecord } from './session-record.ts';
import type { RecordSetup } from './session.ts';

export interface KeptLedger {
  /** Brings the ledger up to date. Why it could not be is an entry, as is that it could again. */
  readonly catchUp: () => Promise<RookError | null>;
  /** The same at the end of a turn, where it is said to the person too. */
  readonly settle: () => Promise<void>;
}

type LedgerRecord = Pick<SessionRecord, 'append' | 'trace' | 'state'>;

/** The ledger as one session keeps it. Whatever happens to it, the journal is what counts, and the turn goes on. */
export function keepLedger(
  setup: Pick<RecordSetup, 'store' | 'lines' | 'log' | 'ledger'>,
  { session, record }: { readonly session: SessionId; readonly record: LedgerRecord },
  notice: (text: string) => void,
): KeptLedger {
  const { store, lines, log, ledger } = setup;
  const redact = (text: string) => lines.redactor.redactText(text).text;

  let left = 0;

  function tell(sentence: string): void {
    log?.write('warn', sentence, { session });
    notice(sentence);
  }

  async function catchUp(): Promise<RookError | null> {
    if (ledger === null) return null;
    const done = await catchUpLedger(
      { file: ledger.file, syntax: ledger.syntax, store, redact },
      { session, drafts: record.trace },
    );
    const error = done.ok ? null : done.error;
    left = done.ok ? done.value.left : 0;
    if (done.ok && done.value.corrected.length > 0) tell(describeCorrected(done.value.corrected));
    if (record.state.isLedgerDegraded() !== (error !== null))
      await record.append([
        {
          event_type: 'ledger_changed',
          degraded: error !== null,
          ...(error === null ? {} : { error: { ...error } }),
        },
      ]);
    return error;
  }

  return {
    catchUp,
    settle: async () => {
      const wasDegraded = record.state.isLedgerDegraded();
      const error = await catchUp();
      if (error !== null) {
        const sentence = `The ledger is degraded: ${error.message} Nothing is lost: the journal has it, and the next turn writes it.`;
        tell(sentence);
      } else if (left > 0) {
        notice(`The ledger is being compared with the journals: ${left} lines are left for the next turns.`);
      } else if (wasDegraded) {
        log?.write('info', 'The ledger is complete again.', { session });
        notice('The ledger is complete again.');
      }
    },
  };
}

const MOST_NAMED = 5;

/** Who altered a line of the ledger, or had it altered, is told that it did not last. */
export function describeCorrected(ids: readonly string[]): string {
  const named = ids.slice(0, MOST_NAMED).join(', ');
  const more = ids.length > MOST_NAMED ? ` and ${ids.length - MOST_NAMED} more` : '';
  return `The ledger said something else than the journal, and was put right: ${named}${more}.`;
}

/** Whether the ledger could be written, without writing to it. */
export async function probeLedger({ file }: LedgerPorts): Promise<RookError | null> {
  const held = await file.hold(async () => succeed(null));
  return held.ok ? null : rookError('ledger_unavailable', held.error.message);
}
