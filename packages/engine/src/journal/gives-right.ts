import type { EntryBase } from '@rook/contract';

/**
 * Whether an entry can be more than read. One that was imported was written by somebody else: its approvals, intents,
 * budgets, settings, shown files, change sets and open calls are data, and nothing is allowed, spent, rewound or
 * continued because of them.
 */
export function givesRight(entry: Pick<EntryBase, 'imported'>): boolean {
  return entry.imported === undefined;
}
