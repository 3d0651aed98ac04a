import { countModified, describePermissions } from '@rook/contract';
import { showDollars, toNanodollars } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { systemClock } from '../system-clock.ts';
import type { Style } from '../terminal/terminal.ts';
import type { KeptChangeSet } from './changes-judge.ts';
import type { ChangeSetEntry } from './changes-read.ts';
import { describeAge } from './describe-age.ts';

/** One row, as in `● cs-1793000000000 assistant 2 files (+45 -12) $0.02 3s ago`. */
export function printChangeSet({ terminal, json }: CommandCall, kept: KeptChangeSet): void {
  if (json) {
    terminal.printJson(describeChangeSet(kept));
    return;
  }
  const { entry, session } = kept;
  const facts = [
    kindOf(entry),
    countFiles(entry),
    outcomeOf(kept),
    ...(entry.cost_usd === undefined ? [] : [showDollars(toNanodollars(entry.cost_usd))]),
    describeAge(entry.timestamp, systemClock.now()),
  ];
  const where = `  ${session}${entry.turn_id === undefined ? '' : ` ${entry.turn_id}`}`;
  terminal.print(markOf(kept), { text: entry.change_set_id, style: 'bold' }, ` ${facts.join(' ')}`, {
    text: where,
    style: 'dim',
  });
}

/** What a script is told of a change set. */
export function describeChangeSet(kept: KeptChangeSet): object {
  const { session, status, isCurrent, state, pruned, unknown, tooLarge, tooMany, movedHere, entry } = kept;
  const outOfScope = outOfScopeOf(entry);
  const { added, removed, modified } = totalsOf(entry);
  return {
    id: entry.change_set_id,
    session,
    turn: entry.turn_id ?? null,
    timestamp: entry.timestamp,
    kind: entry.kind,
    by: entry.by ?? null,
    status,
    state,
    current: isCurrent,
    intent: entry.intent_id,
    parent: entry.parent_change_set_id ?? null,
    costUsd: entry.cost_usd ?? null,
    added,
    removed,
    modified,
    ...(entry.imported === true ? { imported: true } : {}),
    ...(entry.event_type !== 'change_set_started' && entry.recovered === true ? { recovered: true } : {}),
    ...(entry.event_type === 'change_set_refused' ? { error: entry.error } : {}),
    ...(pruned.length === 0 ? {} : { pruned }),
    ...(unknown.length === 0 ? {} : { unknown }),
    ...(tooLarge.length === 0 ? {} : { tooLarge }),
    ...(tooMany.length === 0 ? {} : { tooMany }),
    ...(movedHere.length === 0 ? {} : { movedHere }),
    ...(outOfScope.length === 0 ? {} : { outOfScope }),
    ...besideOf(entry),
    files: entry.files.map(({ path }) => path),
  };
}

/** Of one that a command made: its process died, and this was seen at a later start. */
function isFoundLater(entry: ChangeSetEntry): boolean {
  return entry.kind === 'by_command' && entry.event_type === 'change_set_applied' && entry.recovered === true;
}

/** Of one that a command made: the files outside the scope of its intent. */
export function outOfScopeOf(entry: ChangeSetEntry): readonly string[] {
  if (entry.event_type !== 'change_set_applied') return [];
  return entry.files.flatMap((file) => (file.out_of_scope === true ? [file.path] : []));
}

function besideOf(entry: ChangeSetEntry): object {
  if (entry.event_type !== 'change_set_applied') return {};
  const { beside = [], unnamed_files: unnamed } = entry;
  return {
    ...(beside.length === 0 ? {} : { beside: beside.map(({ command_id: id }) => id) }),
    ...(unnamed === undefined ? {} : { unnamedFiles: unnamed }),
  };
}

/** Whose it is, or what it undoes. */
export function kindOf({ kind, by }: ChangeSetEntry): string {
  if (kind === 'by_command') return 'command';
  if (kind !== 'edit' || by === undefined) return kind;
  return by === 'user' ? 'apply' : 'assistant';
}

export function markOf({ status, isCurrent }: KeptChangeSet): {
  readonly text: string;
  readonly style: Style;
} {
  if (status === 'refused') return { text: '✗ ', style: 'red' };
  if (status === 'open') return { text: '? ', style: 'yellow' };
  return isCurrent ? { text: '● ', style: 'green' } : { text: '○ ', style: 'dim' };
}

/** What became of it, in a word or two. */
export function outcomeOf(set: KeptChangeSet): string {
  const { entry, state, isNamed, pruned, unknown, tooLarge, tooMany, movedHere } = set;
  if (entry.event_type === 'change_set_refused') return `refused (${entry.error.code})`;
  if (entry.event_type === 'change_set_started') return 'left open';
  const { added, removed } = totalsOf(entry);
  const words = [`(+${added} -${removed})`, ...countPermissions(entry)];
  if (state !== null && state !== 'standing') words.push(state.replaceAll('_', ' '));
  if (entry.files.length === 0) words.push('(noted, nothing was written)');
  if (!isNamed) words.push('(a secret was taken out of a name, cannot be rewound)');
  if (pruned.length > 0) words.push('(old bytes pruned, cannot be rewound)');
  const unnamed = entry.event_type === 'change_set_applied' ? (entry.unnamed_files ?? 0) : 0;
  const lost = unknown.length + tooLarge.length + tooMany.length + movedHere.length + unnamed;
  if (lost > 0) words.push(`(${lost} of them cannot be rewound)`);
  if (isFoundLater(entry)) words.push('(found after a crash: by the command or by somebody else)');
  const outside = outOfScopeOf(entry).length;
  if (outside > 0) words.push(`(${outside} outside the scope)`);
  return words.join(' ');
}

/** As in `(permissions 644 → 755)`, or of how many files. */
function countPermissions({ files }: ChangeSetEntry): readonly string[] {
  const all = files.flatMap(
    ({ before_mode: before, after_mode: after }) => describePermissions(before, after) ?? [],
  );
  const [first] = all;
  if (first === undefined) return [];
  return [all.length === 1 ? `(${first})` : `(permissions of ${all.length} files)`];
}

function countFiles(entry: ChangeSetEntry): string {
  const all = entry.files.length;
  const applied = appliedOf(entry).length;
  const isPart = entry.event_type === 'change_set_applied' && applied < all;
  return `${isPart ? `${applied} of ` : ''}${all} ${all === 1 ? 'file' : 'files'}`;
}

function totalsOf(entry: ChangeSetEntry): {
  readonly added: number;
  readonly removed: number;
  readonly modified: number;
} {
  const applied = appliedOf(entry);
  return {
    added: applied.reduce((sum, { added }) => sum + added, 0),
    removed: applied.reduce((sum, { removed }) => sum + removed, 0),
    modified: applied.reduce((sum, { hunks }) => sum + countModified(hunks), 0),
  };
}

function appliedOf(
  entry: ChangeSetEntry,
): readonly Pick<ChangeSetEntry['files'][number], 'added' | 'removed' | 'hunks'>[] {
  if (entry.event_type === 'change_set_started') return [];
  return entry.files.filter(({ status }) => status === 'applied');
}
