import { fail, rookError, succeed, type CallInput, type CallOutput, type Result } from '@rook/contract';

import { readLedger } from '../intents/read-ledger.ts';
import { explainPath } from './explain-file.ts';
import type { CallHandlers, WorkbenchSetup } from './workbench-setup.ts';

type GovernanceHandlers = Pick<CallHandlers, 'why' | 'governance_state' | 'trace_list'>;

const LISTED = 200;
const NO_WORKSPACE = rookError('no_workspace', 'There is no workspace here: nothing is traced.');

export function createGovernanceHandlers(setup: WorkbenchSetup): GovernanceHandlers {
  return {
    why: async (input) => explainLine(setup, input),
    governance_state: async () => describeGovernance(setup),
    trace_list: async (input) => listTrace(setup, input),
  };
}

async function explainLine(
  { store, workspace, intents, ledger }: WorkbenchSetup,
  { path, line }: CallInput<'why'>,
): Promise<Result<CallOutput<'why'>>> {
  if (workspace === null || intents === null || ledger === null) return fail(NO_WORKSPACE);
  const lines = line === undefined ? null : { start: line, end: line };
  const sources = { store, workspace, intents, ledger: ledger.file };
  return explainPath(sources, { path, lines, withChanges: true });
}

async function describeGovernance({
  isGoverned,
  ledger,
}: WorkbenchSetup): Promise<Result<CallOutput<'governance_state'>>> {
  const governed = await isGoverned();
  const found = governed && ledger !== null ? await ledger.inspect() : null;
  if (found === null || ledger === null) return succeed({ isGoverned: governed, ledger: null });
  const { health, isStrict } = found;
  const place = { path: ledger.file.path, isStrict };
  if (!health.ok) {
    const nothing = { lines: 0, missing: 0, altered: 0, unreadable: 0 };
    const degraded = { ...place, isDegraded: true, problem: health.error.message, ...nothing };
    return succeed({ isGoverned: governed, ledger: degraded });
  }
  const { lines, missing, altered, unreadable } = health.value;
  const whole = { ...place, isDegraded: false, lines, missing, altered: altered.length, unreadable };
  return succeed({ isGoverned: governed, ledger: whole });
}

async function listTrace(
  { ledger }: WorkbenchSetup,
  { limit = LISTED }: CallInput<'trace_list'>,
): Promise<Result<CallOutput<'trace_list'>>> {
  if (ledger === null) return fail(NO_WORKSPACE);
  const read = await readLedger(ledger.file);
  if (!read.ok) return read;
  const { lines, unreadable } = read.value;
  const newest = lines.slice(-limit).toReversed();
  return succeed({
    lines: newest.map(({ line }) => line),
    hasMore: lines.length > newest.length,
    unreadable,
  });
}
