import type { JournalLine, Verification } from '@rook/engine';

import { fieldOf, type FaultRoom } from './fault-room.ts';

/** What of the journal's promises is broken, in words; empty when all are kept. */
export async function findBrokenPromises(
  room: FaultRoom,
  acknowledged: readonly string[],
  before: Uint8Array,
): Promise<readonly string[]> {
  return (await inspectRoom(room, acknowledged, before)).broken;
}

/** The lines as they are now, and what of the promises is broken. */
export async function inspectRoom(
  room: FaultRoom,
  acknowledged: readonly string[],
  before: Uint8Array,
): Promise<{ readonly broken: readonly string[]; readonly lines: readonly JournalLine[] }> {
  const lines = await room.lines();
  const broken = [
    ...judgePrefix(before, room.bytes()),
    ...judgeEntries(lines, acknowledged),
    ...judgeVerdict(await room.verify(), lines),
  ];
  return { broken, lines };
}

/** Nothing that stood there was changed or taken away. */
function judgePrefix(before: Uint8Array, after: Uint8Array): readonly string[] {
  const same = Buffer.compare(before, after.subarray(0, before.length)) === 0;
  return same ? [] : ['bytes that stood in the file were changed'];
}

/** Everything acknowledged is there exactly once, and all are counted without a gap. */
function judgeEntries(lines: readonly JournalLine[], acknowledged: readonly string[]): readonly string[] {
  const counts = new Map<unknown, number>();
  const entries = lines.filter(({ read }) => read.kind !== 'unreadable');
  for (const line of entries) {
    const id = fieldOf(line, 'event_id');
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const lost = acknowledged.filter((id) => !counts.has(id));
  const twice = [...counts].filter(([, count]) => count > 1);
  const gap = entries.findIndex((line, index) => fieldOf(line, 'seq') !== index);
  return [
    ...(lost.length > 0 ? [`${lost.length} of ${acknowledged.length} acknowledged entries are lost`] : []),
    ...(twice.length > 0 ? [`${twice.length} entries are there more than once`] : []),
    ...(gap === -1 ? [] : [`the entry at ${gap} has another number`]),
  ];
}

/** The verdict is good, and the torn lines that it names are exactly those that cannot be read. */
function judgeVerdict(verdict: Verification, lines: readonly JournalLine[]): readonly string[] {
  const unreadable = lines.filter(({ read }) => read.kind === 'unreadable').map(({ number }) => number);
  const unnamed = unreadable.filter((number) => !verdict.torn.includes(number));
  return [
    ...(verdict.ok ? [] : [`verify blames line ${verdict.firstBadLine}: ${verdict.reason}`]),
    ...(unnamed.length > 0 ? [`verify does not name the torn lines ${unnamed.join(', ')}`] : []),
  ];
}
