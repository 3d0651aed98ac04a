import { changeSetIdSchema, intentIdSchema, sessionIdSchema } from '@rook/contract';
import { expect, it } from 'vitest';

import { contentHash } from '../ports/content-hash.ts';
import type { HistoryFile, HistorySet } from './history-set.ts';
import { inferUndone } from './infer-undone.ts';

const hashOf = (text: string) => contentHash(new TextEncoder().encode(text));

function setOf(id: string, kind: HistorySet['kind'], file: Partial<HistoryFile>): HistorySet {
  const [before, after] = [hashOf('old'), hashOf('new')];
  const plain = { path: 'a', from: 'a', before, after, added: 0, removed: 0, hunks: undefined };
  return {
    id: changeSetIdSchema.parse(id),
    session: sessionIdSchema.parse('rook-20261116-0a1b2c3d'),
    turn: null,
    timestamp: '2026-11-16T10:00:00.000Z',
    kind,
    intent: intentIdSchema.parse('INT-001'),
    by: null,
    costUsd: null,
    isApplied: true,
    isRewindable: true,
    files: [{ ...plain, ...file }],
    madeFolders: [],
    undoes: [],
    ledger: { model: null },
  };
}

const undoneBy = (sets: readonly HistorySet[]) =>
  inferUndone(sets).map(({ undoes }) => undoes.map(({ id }) => id));

it('E-16 H-30 a rewind of content takes back no permissions, and one of permissions no content', () => {
  const [old, fresh] = [hashOf('old'), hashOf('new')];
  const edit = setOf('cs-1', 'edit', {});
  const given = setOf('cs-2', 'by_command', { before: fresh, beforeMode: 0o644, afterMode: 0o755 });
  const content = setOf('cs-3', 'rewind', { before: fresh, after: old });
  const permissions = setOf('cs-3', 'rewind', { before: fresh, beforeMode: 0o755, afterMode: 0o644 });
  expect(undoneBy([edit, given, content])).toEqual([[], [], ['cs-1']]);
  expect(undoneBy([edit, given, permissions])).toEqual([[], [], ['cs-2']]);
  expect(undoneBy([edit, permissions])).toEqual([[], []]);
});
