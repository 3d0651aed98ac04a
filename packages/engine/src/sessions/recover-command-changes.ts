import { succeed, type ChangeSetId, type IntentId, type Result } from '@rook/contract';

import { createChangeSetIds } from '../edits/change-set-ids.ts';
import { findOtherWrites } from '../edits/find-other-writes.ts';
import { settleLeftCommand } from '../gate/workspace-gate.ts';
import { createGovernance, findOutOfScope } from '../intents/governance.ts';
import { createIntentBook } from '../intents/intent-book.ts';
import type { Journal } from '../journal/open-journal.ts';
import type { Workspace } from '../ports/workspace.ts';
import type { LeftCommand } from './fold-left-commands.ts';
import { notedStore } from './noted-store.ts';
import type { RecordSetup } from './session.ts';

export interface RecoveredChanges {
  /** Null where nothing changed that is not known to be somebody else's. */
  readonly changeSet: ChangeSetId | null;
  readonly files: readonly RecoveredFile[];
  /** How many more there are than these. */
  readonly more: number;
}

interface RecoveredFile {
  readonly path: string;
  readonly how: 'new' | 'gone' | 'changed';
  readonly isLost: boolean;
}

/**
 * Writes down what became of the files since a command began that died with its process, as a change set: by the command, or by somebody
 * else until now. What stands in the journal already is not written again. Null where nobody can tell, because no look at the files from
 * before it is there.
 */
export async function recoverCommandChanges(
  setup: RecordSetup,
  journal: Pick<Journal, 'append'>,
  { started, changes }: LeftCommand,
): Promise<Result<RecoveredChanges | null>> {
  const { session_id: session, command_id: command, turn_id: turn } = started;
  if (changes !== null) {
    const { change_set_id: changeSet, files, unnamed_files: more = 0 } = changes;
    return succeed({ changeSet, files: files.map((file) => describeEntry(file)), more });
  }
  const { workspace, shell, store, clock, settings, ledger } = setup;
  if (workspace === null || turn === undefined) return succeed(null);
  const look = await store.looks.load(session, command);
  if (look === null) return succeed(null);
  const settled = await settleLeftCommand(
    {
      workspace,
      shell,
      clock,
      ignore: settings['edits.ignore'],
      store: notedStore(store, session),
      journal,
      nextId: createChangeSetIds(clock),
    },
    {
      command,
      turn,
      by: started.by ?? 'assistant',
      look,
      others: async (since) => findOtherWrites(store, { since, command, session, withOwn: true }),
      scope: async (intent) => judgeScope(setup, workspace, intent),
      revision: async () => ledger?.revision(),
    },
  );
  if (!settled.ok || settled.value === null) return settled.ok ? succeed(null) : settled;
  const { changeSet, files, more } = settled.value;
  const described = files.map((file) => describe(file.path, file, file.unkept !== undefined));
  return succeed({ changeSet, files: described, more });
}

interface Sides {
  readonly before: unknown;
  readonly after: unknown;
}

function describe(path: string, { before, after }: Sides, isLost: boolean): RecoveredFile {
  return { path, how: before === null ? 'new' : after === null ? 'gone' : 'changed', isLost };
}

function describeEntry(file: NonNullable<LeftCommand['changes']>['files'][number]): RecoveredFile {
  const { path, before_hash: before, after_hash: after, unkept } = file;
  return describe(path, { before, after }, unkept !== undefined);
}

/** By the scope that the intent has now. */
async function judgeScope(
  { settings, intents }: RecordSetup,
  workspace: Workspace,
  intent: IntentId,
): Promise<((path: string) => boolean) | null> {
  const { look } = createGovernance({
    setting: settings.governance,
    workspace,
    book: createIntentBook({ intents }),
    selected: () => intent,
    autoEdits: false,
  });
  return findOutOfScope(look);
}
