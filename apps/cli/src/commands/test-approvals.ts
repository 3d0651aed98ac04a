import { parseEntry } from '@rook/contract';

import type { ApprovalRequest } from './approval-choice.ts';

/** A question as the journal has it. */
export function makeRequest(fields: Readonly<Record<string, unknown>>): ApprovalRequest {
  const read = parseEntry({
    schema_version: 1,
    event_id: '00000000-0000-4000-8000-000000000000',
    timestamp: '2026-11-16T00:00:00.000Z',
    workspace: { name: 'w', uri: 'file:///w', trusted: true },
    session_id: 'rook-20261116-0a1b2c3d',
    mode: { agent_mode: null, safety: 'ask' },
    seq: 3,
    prev: '0'.repeat(64),
    event_type: 'approval_requested',
    approval_id: 'ap-1',
    turn_id: 't0001',
    tool_use_id: 'call-1',
    question: 'May I?',
    ...fields,
  });
  if (read.kind !== 'known' || read.entry.event_type !== 'approval_requested')
    throw new Error(JSON.stringify(read));
  return read.entry;
}
