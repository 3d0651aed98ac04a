import { countModified, describePermissions, succeed, type ContentHash, type Result } from '@rook/contract';
import { previewChange, type Store } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { systemClock } from '../system-clock.ts';
import { visibleLine } from '../terminal/visible.ts';
import type { KeptChangeSet } from './changes-judge.ts';
import { describeChangeSet, kindOf, markOf, outcomeOf, outOfScopeOf } from './changes-list.ts';
import type { ChangeSetEntry } from './changes-read.ts';
import { describeAge } from './describe-age.ts';
import { printDiff } from './print-diff.ts';

/** One change set: what became of each file, and the diff made from the contents that were kept. */
export async function showChangeSet(
  call: CommandCall,
  store: Pick<Store, 'blobs'>,
  kept: KeptChangeSet,
): Promise<Result<void>> {
  const { entry } = kept;
  if (!call.json) printHead(call, kept);
  const files = [];
  for (const file of filesOf(entry)) {
    const diff = await makeDiff(store, file);
    if (call.json) files.push({ ...describeFile(file), ...diff });
    else await printFile(call, file, diff);
  }
  if (call.json)
    call.terminal.printJson({
      ...describeChangeSet(kept),
      files,
      displaced: displacedOf(entry).map(({ path, blob }) => ({ path, blob })),
    });
  else
    for (const { path, blob } of displacedOf(entry))
      call.terminal.print(
        `${visibleLine(path)} was saved by somebody else meanwhile; that content is kept as ${blob}`,
      );
  return succeed(undefined);
}

type ShownFile = Pick<
  ChangeSetEntry['files'][number],
  | 'path'
  | 'added'
  | 'removed'
  | 'hunks'
  | 'before_hash'
  | 'before_mode'
  | 'after_hash'
  | 'after_mode'
  | 'renamed_from'
> & {
  readonly status: 'applied' | 'refused' | 'skipped' | 'open';
  readonly error?: { readonly code: string; readonly message: string };
};

function filesOf(entry: ChangeSetEntry): readonly ShownFile[] {
  if (entry.event_type === 'change_set_started')
    return entry.files.map((file) => ({ ...file, status: 'open' as const }));
  return entry.files;
}

function displacedOf(
  entry: ChangeSetEntry,
): readonly { readonly path: string; readonly blob: ContentHash }[] {
  return entry.event_type === 'change_set_started' ? [] : (entry.displaced ?? []);
}

type Diff = { readonly diff: string } | { readonly diff: null; readonly reason?: string };

/** Null where the content is the same on both sides, or is not kept any more. */
async function makeDiff({ blobs }: Pick<Store, 'blobs'>, file: ShownFile): Promise<Diff> {
  const { path, before_hash: before, after_hash: after } = file;
  if (before === after) return { diff: null };
  const contents: (Uint8Array | null)[] = [];
  for (const hash of [before, after]) {
    const read = hash === null ? succeed(null) : await blobs.get(hash);
    if (!read.ok) return { diff: null, reason: read.error.message };
    if (hash !== null && read.value === null)
      return { diff: null, reason: `The content ${hash} is not kept any more.` };
    contents.push(read.value);
  }
  const [old = null, fresh = null] = contents;
  return { diff: previewChange(path, old, fresh) };
}

function describeFile(file: ShownFile): object {
  const { path, status, error, added, removed, hunks } = file;
  const { before_hash: before, after_hash: after, renamed_from: from } = file;
  const permissions = describePermissions(file.before_mode, file.after_mode);
  return {
    path,
    status,
    ...(error === undefined ? {} : { code: error.code, message: error.message }),
    added,
    removed,
    modified: countModified(hunks),
    ...(permissions === null ? {} : { permissions }),
    ...(before === null ? {} : { beforeHash: before }),
    ...(after === null ? {} : { afterHash: after }),
    ...(from === undefined ? {} : { renamedFrom: from }),
  };
}

function printHead({ terminal }: CommandCall, kept: KeptChangeSet): void {
  const { entry, session } = kept;
  const age = describeAge(entry.timestamp, systemClock.now());
  terminal.print(markOf(kept), { text: entry.change_set_id, style: 'bold' }, ` ${outcomeOf(kept)} ${age}`);
  const facts = [
    `session ${session}`,
    ...(entry.turn_id === undefined ? [] : [`turn ${entry.turn_id}`]),
    kindOf(entry),
    ...undoneBy(entry),
    ...(entry.intent_id === null ? [] : [`intent ${entry.intent_id}`]),
    ...(entry.parent_change_set_id === undefined ? [] : [`after ${entry.parent_change_set_id}`]),
    entry.timestamp,
    ...(entry.imported === true ? ['imported'] : []),
  ];
  terminal.print({ text: `  ${visibleLine(facts.join('  '))}`, style: 'dim' });
  if (entry.event_type === 'change_set_refused') terminal.print(`  ${visibleLine(entry.error.message)}`);
  if (!kept.isNamed)
    terminal.print(
      '  it cannot be rewound: a secret was taken out of the name of a file, so not all names are known',
    );
  for (const [paths, why] of [
    [kept.pruned, 'its old bytes were pruned'],
    [kept.tooLarge, 'it is larger than 8 MB (where the file system can clone: 64 MB, 512 MB in all)'],
    [kept.tooMany, 'a command changed it with very many others, and its bytes were not kept'],
    [kept.unknown, 'a command changed it, and nobody has its old bytes'],
    [kept.movedHere, 'a command moved it there from where nobody looked, such as an ignored folder'],
  ] as const)
    for (const path of paths) terminal.print(`  ${visibleLine(path)} cannot be rewound: ${why}`);
  for (const path of outOfScopeOf(entry))
    terminal.print(`  ${visibleLine(path)} lies outside the scope of the intent`);
  if (entry.event_type === 'change_set_applied') printBeside(terminal, entry);
}

function printBeside(
  terminal: CommandCall['terminal'],
  { beside = [], unnamed_files: unnamed }: Extract<ChangeSetEntry, { event_type: 'change_set_applied' }>,
): void {
  if (unnamed !== undefined)
    terminal.print(`  ${unnamed} more files changed and were only counted; they cannot be rewound`);
  if (beside.length > 0)
    terminal.print(
      `  in the same time ran ${beside.map(({ command_id: id }) => visibleLine(id)).join(', ')}; some of the changes may be theirs`,
    );
}

function undoneBy({ undoes = [] }: ChangeSetEntry): readonly string[] {
  return undoes.length === 0 ? [] : [`undoes ${undoes.map(({ change_set_id: id }) => id).join(', ')}`];
}

async function printFile({ terminal }: CommandCall, file: ShownFile, diff: Diff): Promise<void> {
  const { path, status, error, added, removed, renamed_from: from } = file;
  terminal.print();
  const renamed = from === undefined ? '' : `  from ${visibleLine(from)}`;
  const permissions = describePermissions(file.before_mode, file.after_mode);
  const given = permissions === null ? '' : `  ${permissions}`;
  const reason = error === undefined ? '' : `: ${visibleLine(error.message)} (${error.code})`;
  terminal.print(
    { text: visibleLine(path), style: 'bold' },
    `  +${added} -${removed}${given}  ${status}${reason}${renamed}`,
  );
  if (diff.diff !== null) await printDiff(terminal, diff.diff);
  else if (diff.reason !== undefined) terminal.print({ text: `  ${visibleLine(diff.reason)}`, style: 'dim' });
}
